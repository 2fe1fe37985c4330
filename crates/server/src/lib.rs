#![doc = include_str!("../README.md")]

mod app;
mod bundle;
mod engine_pool;
mod http;
mod jobs;
mod openapi;
mod routes;

pub use sheshbesh_service::codes;

use app::App;
use axum::Router;
use http::{
    answer::respond,
    guard::{HostNames, guard},
    listen,
};
use rayon::ThreadPoolBuildError;
use sheshbesh_evaluator::Settings;
use sheshbesh_network::Network;
use sheshbesh_service::{ApiError, HttpError, Skill, status};
use std::{
    io,
    net::{IpAddr, Ipv4Addr, TcpListener},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

/// Server options.
#[derive(Clone, Debug)]
pub struct Options {
    /// Name of the network in responses.
    pub weights: String,
    /// Evaluation settings, including bearoff tables and cache.
    pub settings: Settings,
    /// Number of evaluation threads; 0 for one per processor.
    pub threads: usize,
    /// Seed of all dice.
    pub seed: u64,
    /// Skill of the engine where a request to play names no level.
    pub skill: Skill,
    /// Maximum number of requests that wait while others are processed; more are refused.
    pub waiting: usize,
    /// Maximum duration of a job.
    pub longest_job: Duration,
    /// Memory budget in bytes for request bodies, responses and job results together. Requests
    /// beyond it get status 503.
    pub memory: usize,
    /// Address to listen on, which is also an accepted host name.
    pub address: IpAddr,
    /// Host names to accept in addition to the loopback names.
    pub names: Vec<String>,
    /// Folder to read the page from at each request, instead of the embedded files: for work on the
    /// page.
    pub page: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            weights: "shesh".to_owned(),
            settings: Settings { cubeful: false, ..Settings::default() },
            threads: 0,
            seed: 0,
            skill: Skill::FULL,
            waiting: 256,
            longest_job: Duration::from_secs(60 * 60),
            memory: 512 << 20,
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            names: Vec::new(),
            page: None,
        }
    }
}

/// HTTP server for one or more networks.
pub struct Server {
    app: Arc<App>,
    names: HostNames,
}

impl Server {
    /// Creates a server with one network.
    ///
    /// # Errors
    /// If threads cannot be started.
    pub fn new(network: &Network, options: Options) -> Result<Self, ThreadPoolBuildError> {
        Self::with_others(network, &[], options)
    }

    /// Creates a server with several networks. Each game is evaluated by the network trained on it,
    /// or by that of its [nearest relative](sheshbesh_network::Kinship).
    ///
    /// # Errors
    /// See [`Server::new`].
    pub fn with_others(
        main: &Network,
        others: &[&Network],
        options: Options,
    ) -> Result<Self, ThreadPoolBuildError> {
        let names = HostNames::new(options.address, &options.names);
        Ok(Self { app: Arc::new(App::new(main, others, options)?), names })
    }

    /// The complete router, for any HTTP server or for requests without a connection.
    pub fn router(&self) -> Router {
        let router = Router::new()
            .nest(openapi::ROOT, routes::router())
            .merge(routes::docs::router(&openapi::describe(routes::description())))
            .merge(routes::wildbg::router())
            .fallback(routes::page::serve_file)
            .method_not_allowed_fallback(async || {
                respond(ApiError::new(status::METHOD_NOT_ALLOWED, HttpError::Method))
            })
            .with_state(Arc::clone(&self.app));
        guard(router, self.names.clone(), self.app.budgets.all.clone())
    }

    /// The OpenAPI description, as served at `/api/v1/openapi.json`.
    pub fn description() -> String {
        openapi::to_json(&openapi::describe(routes::description()))
    }

    /// Serves connections until `shutdown` resolves. Then cancels all jobs and gives open requests
    /// a short time to finish.
    pub async fn serve(
        &self,
        listener: tokio::net::TcpListener,
        shutdown: impl Future<Output = ()>,
    ) {
        let app = Arc::clone(&self.app);
        let shutdown = async move {
            shutdown.await;
            app.jobs.end();
            app.pool.end();
        };
        listen::serve(listener, self.router(), shutdown).await;
    }

    /// Serves connections until Ctrl-C or a termination signal, then gives open requests a few
    /// seconds to finish. A second Ctrl-C ends the program at once. Calls `ready` once the server
    /// listens.
    ///
    /// # Errors
    /// If the system cannot provide threads, signal handlers or the listener.
    pub fn run(self, listener: TcpListener, ready: impl FnOnce()) -> io::Result<()> {
        listener.set_nonblocking(true)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let shutdown = shutdown_signal()?;
            ready();
            let shutdown = async {
                shutdown.await;
                tokio::spawn(async {
                    if let Ok(again) = shutdown_signal() {
                        again.await;
                        std::process::exit(INTERRUPTED);
                    }
                });
            };
            self.serve(listener, shutdown).await;
            Ok(())
        })
    }
}

/// Exit code for a program ended by Ctrl-C, by shell convention.
const INTERRUPTED: i32 = 130;

/// Resolves on Ctrl-C or a termination request, such as the closing of the console on Windows.
/// Signal handlers are installed when this is called.
fn shutdown_signal() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let signals = {
        use tokio::signal::unix::{SignalKind, signal};
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut terminate = signal(SignalKind::terminate())?;
        async move {
            std::future::poll_fn(|context| {
                let first = interrupt.poll_recv(context).is_ready();
                let second = terminate.poll_recv(context).is_ready();
                if first || second { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
            })
            .await;
        }
    };
    #[cfg(windows)]
    let signals = {
        use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown};
        let mut interrupt = ctrl_c()?;
        let mut stop = ctrl_break()?;
        let mut close = ctrl_close()?;
        let mut shutdown = ctrl_shutdown()?;
        async move {
            std::future::poll_fn(|context| {
                let signals = [
                    interrupt.poll_recv(context),
                    stop.poll_recv(context),
                    close.poll_recv(context),
                    shutdown.poll_recv(context),
                ];
                if signals.iter().any(std::task::Poll::is_ready) {
                    std::task::Poll::Ready(())
                } else {
                    std::task::Poll::Pending
                }
            })
            .await;
        }
    };
    Ok(signals)
}
