//! Connections: how many, how slow, and how they end.

use crate::{
    patient::Patient,
    presence::{Client, watched},
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

/// So many connections are open at once; others wait until one is closed.
const MOST: usize = 512;
/// A connection on which no request comes, or none comes to the end of its headers, is closed.
const HEADERS: Duration = Duration::from_secs(30);
/// A connection whose client takes nothing of an answer for so long is closed.
const UNREAD: Duration = Duration::from_secs(30);
/// What is still being answered when the server ends has so long.
const LAST: Duration = Duration::from_secs(5);
/// Bytes of a request's head, and of what is sent to a client at once, that a connection holds.
const BUFFER: usize = 64 << 10;
/// The system may have no room for another connection now.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers whoever comes until `ended` is done, and finishes what has been asked then.
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
        // Answers are short, and somebody waits for them.
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
            // Whoever has gone in the middle is not missed.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(LAST, open.shutdown()).await;
}

/// Answers a request, once the client has taken what was answered before, and unless it goes.
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
        None => Err("the client is gone".into()),
    }
}
