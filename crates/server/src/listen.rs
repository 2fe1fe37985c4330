//! Connections: who is let in, how long they may take, and the end of it all.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use std::{io, process, sync::Arc, time::Duration};
use tokio::{
    net::TcpListener,
    sync::Semaphore,
    time::{sleep, timeout},
};

/// Connections at once; more wait in the system's queue.
const MOST_CONNECTIONS: usize = 512;
/// How long the head of a request may take, and a connection say nothing.
const HEAD: Duration = Duration::from_secs(15);
/// How long what runs is waited for in the end.
const LAST: Duration = Duration::from_secs(10);
/// After an error that is not of one connection, such as too many open files, it is tried again.
const PAUSE: Duration = Duration::from_millis(100);
/// A shell's code for what Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// Answers whoever comes, until the program is told to end; then finishes what runs. The second time
/// that it is told, it ends at once.
pub(crate) async fn serve(listener: TcpListener, router: Router, mut told: Told) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD);
    let accept = async {
        loop {
            let place = Arc::clone(&places).acquire_owned().await.expect("nobody closes it");
            let stream = match listener.accept().await {
                Ok((stream, _)) => stream,
                // Whoever came has gone already.
                Err(error) if is_of_one(&error) => continue,
                Err(_) => {
                    sleep(PAUSE).await;
                    continue;
                }
            };
            // Answers are written whole: there is nothing to wait for.
            let _ = stream.set_nodelay(true);
            let service = TowerToHyperService::new(router.clone());
            let connection = builder.serve_connection(TokioIo::new(stream), service);
            let connection = graceful.watch(connection);
            tokio::spawn(async move {
                // A connection that breaks is the client's affair.
                let _ = connection.await;
                drop(place);
            });
        }
    };
    tokio::select! {
        () = accept => {}
        () = told.again() => {}
    }
    drop(listener);
    let finished = timeout(LAST, graceful.shutdown());
    tokio::select! {
        _ = finished => {}
        () = told.again() => process::exit(INTERRUPTED),
    }
}

/// Whether an error is of one connection alone.
fn is_of_one(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Hears when the program is told to end, by Ctrl-C or by the system.
pub(crate) struct Told {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(windows)]
    interrupt: tokio::signal::windows::CtrlC,
    #[cfg(windows)]
    terminate: tokio::signal::windows::CtrlClose,
}

impl Told {
    /// Listens from now on.
    pub(crate) fn new() -> io::Result<Self> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let interrupt = signal(SignalKind::interrupt())?;
            Ok(Self { interrupt, terminate: signal(SignalKind::terminate())? })
        }
        #[cfg(windows)]
        {
            use tokio::signal::windows::{ctrl_c, ctrl_close};
            Ok(Self { interrupt: ctrl_c()?, terminate: ctrl_close()? })
        }
    }

    /// Is done when it is told once more.
    async fn again(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}
