#![doc = include_str!("../README.md")]

mod answer;
mod api;
mod app;
mod body;
mod brought;
mod budget;
mod docs;
mod fault;
mod guard;
mod jobs;
mod listen;
mod openapi;
mod page;
mod patient;
mod presence;
mod ready;
mod table;
mod wildbg;
mod work;

use app::App;
use axum::{Router, http::StatusCode};
use fault::Fault;
use guard::{Names, guarded};
use rayon::ThreadPoolBuildError;
use sheshbesh_evaluator::Settings;
use sheshbesh_network::Network;
use std::{
    io,
    net::{IpAddr, Ipv4Addr, TcpListener},
    sync::Arc,
    time::Duration,
};

/// What a server is told once.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the network is called in answers.
    pub weights: String,
    /// How positions are judged: tables and cache are taken from here.
    pub settings: Settings,
    /// Threads that judge; as many as there are processors for 0.
    pub threads: usize,
    /// Seed of all dice.
    pub seed: u64,
    /// So many questions may wait while others are being answered; more are refused.
    pub waiting: usize,
    /// No job takes longer.
    pub longest_job: Duration,
    /// Memory budget in bytes for request bodies, answers and results of jobs, together; what does not
    /// fit is refused with 503.
    pub memory: usize,
    /// The address at which it listens, which is one of its names.
    pub address: IpAddr,
    /// Other names by which it may be asked than those that lead to one's own computer.
    pub names: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            weights: "shesh".to_owned(),
            settings: Settings { cubeful: false, ..Settings::default() },
            threads: 0,
            seed: 0,
            waiting: 256,
            longest_job: Duration::from_secs(60 * 60),
            memory: 512 << 20,
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            names: Vec::new(),
        }
    }
}

/// A network behind HTTP.
pub struct Server {
    app: Arc<App>,
    names: Names,
}

impl Server {
    /// Prepares a network.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn new(network: &Network, options: Options) -> Result<Self, ThreadPoolBuildError> {
        Self::with_others(network, &[], options)
    }

    /// Prepares several networks: each game is judged by the one that learned it, or by its
    /// [nearest relative's](sheshbesh_network::Kinship).
    ///
    /// # Errors
    /// As [`Server::new`].
    pub fn with_others(
        main: &Network,
        others: &[&Network],
        options: Options,
    ) -> Result<Self, ThreadPoolBuildError> {
        let names = Names::new(options.address, &options.names);
        Ok(Self { app: Arc::new(App::new(main, others, options)?), names })
    }

    /// Everything that it answers, to be run by any server, or asked without one.
    pub fn router(&self) -> Router {
        let (api, description) = openapi::described(api::router());
        let router = api
            .merge(docs::router(&description))
            .merge(wildbg::router())
            .fallback(page::file)
            .method_not_allowed_fallback(async || {
                Fault::new(StatusCode::METHOD_NOT_ALLOWED, "this is not asked with that method")
            })
            .with_state(Arc::clone(&self.app));
        guarded(router, self.names.clone(), self.app.budget.clone())
    }

    /// The interface described as OpenAPI, as it is answered at `/api/v1/openapi.json`.
    pub fn description() -> String {
        openapi::text(&openapi::described(api::router()).1)
    }

    /// Answers whoever comes, until `ended` is done: jobs are cancelled then, and what is being
    /// answered is finished, if that is soon.
    pub async fn serve(&self, listener: tokio::net::TcpListener, ended: impl Future<Output = ()>) {
        let app = Arc::clone(&self.app);
        let ended = async move {
            ended.await;
            app.jobs.end();
            app.work.end();
        };
        listen::serve(listener, self.router(), ended).await;
    }

    /// Answers whoever comes, until Ctrl-C or a request to terminate; then finishes what runs, for some
    /// seconds at most. Ctrl-C once more ends the program at once.
    /// `ready` is called once it listens.
    ///
    /// # Errors
    /// When the system refuses threads, signals or the listener.
    pub fn run(self, listener: TcpListener, ready: impl FnOnce()) -> io::Result<()> {
        listener.set_nonblocking(true)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let ended = ended()?;
            ready();
            let ended = async {
                ended.await;
                tokio::spawn(async {
                    if let Ok(again) = self::ended() {
                        again.await;
                        std::process::exit(INTERRUPTED);
                    }
                });
            };
            self.serve(listener, ended).await;
            Ok(())
        })
    }
}

/// A shell's code for what Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// Is done when Ctrl-C is pressed, or somebody asks the program to end. They are watched for from
/// now on.
fn ended() -> io::Result<impl Future<Output = ()>> {
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
        let mut interrupt = tokio::signal::windows::ctrl_c()?;
        async move {
            interrupt.recv().await;
        }
    };
    Ok(signals)
}
