//! Connection handling: limits, timeouts and shutdown.

use super::{
    presence::{Client, split_connection},
    write_timeout::WriteTimeout,
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
const MAX_CONNECTIONS: usize = 512;
/// Time to receive the complete headers of a request before the connection is closed.
const HEADER_TIMEOUT: Duration = Duration::from_secs(30);
/// Time after which a connection is closed if its client reads nothing of a response.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// Time for open requests to finish at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);
/// Buffer size of a connection in bytes, for request heads and for output.
const BUFFER: usize = 64 << 10;
/// Delay before accepting again after an error, for example if the system is out of descriptors.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves connections until `shutdown` resolves, then lets open requests finish.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    shutdown: impl Future<Output = ()>,
) {
    let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let open = GracefulShutdown::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = pin!(async {
            let permit = Arc::clone(&permits).acquire_owned().await;
            (listener.accept().await, permit)
        });
        let (stream, permit) = match select(accepted, shutdown.as_mut()).await {
            Either::Left(((Ok((stream, _)), Ok(permit)), _)) => (stream, permit),
            Either::Left(_) => {
                tokio::time::sleep(PAUSE).await;
                continue;
            }
            Either::Right(_) => break,
        };
        // Responses are short and latency matters.
        let _ = stream.set_nodelay(true);
        let (stream, client) = split_connection(stream);
        let service = TowerToHyperService::new(router.clone());
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_TIMEOUT)
            .half_close(true)
            .max_buf_size(BUFFER)
            .serve_connection(
                TokioIo::new(WriteTimeout::new(stream, WRITE_TIMEOUT)),
                service_fn(move |request| handle_request(client.clone(), service.clone(), request)),
            );
        let connection = open.watch(connection);
        tokio::spawn(async move {
            // Errors of a client that disconnects are ignored.
            let _ = connection.await;
            drop(permit);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, open.shutdown()).await;
}

/// Handles a request once the client has read earlier responses, and stops if the client
/// disconnects.
async fn handle_request(
    client: Client,
    service: TowerToHyperService<Router>,
    request: Request<Incoming>,
) -> Result<Response<Body>, Box<dyn Error + Send + Sync>> {
    client.has_room().await;
    let may_probe = request.version() == Version::HTTP_11;
    match client.unless_gone(may_probe, service.call(request)).await {
        Some(Ok(response)) => Ok(response),
        Some(Err(never)) => match never {},
        None => Err("the client has disconnected".into()),
    }
}
