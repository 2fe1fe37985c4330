//! Connection handling: limits, timeouts and shutdown.

use crate::http::{
    presence::{Client, watched},
    write_timeout::Patient,
};
use axum::{Router, body::Body};
use futures_util::future::{Either, select};
use hyper::{
    Request, Response, Version,
    body::Incoming,
    server::conn::http1,
    service::{Service, service_fn},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use std::{error::Error, pin::pin, sync::Arc, time::Duration};
use tokio::{net::TcpListener, sync::Semaphore};

/// Maximum number of open connections; further clients wait until one closes.
const MOST: usize = 512;
/// Time to receive the complete headers of a request before the connection is closed.
const HEADERS: Duration = Duration::from_secs(30);
/// Time after which a connection is closed if its client reads nothing of a response.
const UNREAD: Duration = Duration::from_secs(30);
/// Time for open requests to finish at shutdown.
const LAST: Duration = Duration::from_secs(5);
/// Buffer size of a connection in bytes, for request heads and for output.
const BUFFER: usize = 64 << 10;
/// Delay before accepting again after an error, for example if the system is out of descriptors.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves connections until `ended` resolves, then lets open requests finish.
pub(crate) async fn serve(listener: TcpListener, router: Router, ended: impl Future<Output = ()>) {
    let places = Arc::new(Semaphore::new(MOST));
    let open = GracefulShutdown::new();
    let mut ended = pin!(ended);
    loop {
        let accepted = pin!(async {
            let place = Arc::clone(&places).acquire_owned().await;
            (listener.accept().await, place)
        });
        let (stream, place) = match select(accepted, ended.as_mut()).await {
            Either::Left(((Ok((stream, _)), Ok(place)), _)) => (stream, place),
            Either::Left(_) => {
                tokio::time::sleep(PAUSE).await;
                continue;
            }
            Either::Right(_) => break,
        };
        // Responses are short and latency matters.
        let _ = stream.set_nodelay(true);
        let (stream, client) = watched(stream);
        let service = TowerToHyperService::new(router.clone());
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADERS)
            .half_close(true)
            .max_buf_size(BUFFER)
            .serve_connection(
                TokioIo::new(Patient::new(stream, UNREAD)),
                service_fn(move |request| answer(client.clone(), service.clone(), request)),
            );
        let connection = open.watch(connection);
        tokio::spawn(async move {
            // Errors of a client that disconnects are ignored.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(LAST, open.shutdown()).await;
}

/// Handles a request once the client has read earlier responses, and stops if the client
/// disconnects.
async fn answer(
    client: Client,
    service: TowerToHyperService<Router>,
    request: Request<Incoming>,
) -> Result<Response<Body>, Box<dyn Error + Send + Sync>> {
    client.has_room().await;
    let knows_probes = request.version() == Version::HTTP_11;
    match client.unless_gone(knows_probes, service.call(request)).await {
        Some(Ok(response)) => Ok(response),
        Some(Err(never)) => match never {},
        None => Err("the client has disconnected".into()),
    }
}
