//! Connections: how many, how slow, and how they end.

use crate::patient::Patient;
use axum::Router;
use futures_util::future::{Either, select};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use std::{pin::pin, sync::Arc, time::Duration};
use tokio::{net::TcpListener, sync::Semaphore};

/// So many connections are open at once; others wait until one is closed.
const MOST: usize = 512;
/// A connection on which no request comes, or none comes to the end of its headers, is closed.
const HEADERS: Duration = Duration::from_secs(30);
/// A connection whose client takes nothing of an answer for so long is closed.
const UNREAD: Duration = Duration::from_secs(30);
/// What is still being answered when the server ends has so long.
const LAST: Duration = Duration::from_secs(5);
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
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADERS)
            .serve_connection(
                TokioIo::new(Patient::new(stream, UNREAD)),
                TowerToHyperService::new(router.clone()),
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
