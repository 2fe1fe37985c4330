//! `shesh serve`: HTTP server with the engine's API and a board in the browser.

mod check;

use crate::{
    args::{SkillOption, Weights, open_tables},
    error::CliError,
    terminal::{note, print},
};
use clap::Args;
use sheshbesh_api::limits::DEFAULT_CACHE_MB;
use sheshbesh_evaluator::{EvaluationCache, Settings};
use sheshbesh_server::{Options, Server};
use std::{
    io::ErrorKind,
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener},
    path::PathBuf,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

/// Default port.
const PORT: u16 = 8421;
/// Default memory budget in MB for requests and answers.
const MEMORY: usize = 512;
/// Size of the evaluation cache in MB.
const CACHE: usize = DEFAULT_CACHE_MB as usize;

/// Serve a board for the browser and an HTTP API for programs
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh serve                               open a board in the browser
  shesh serve --no-open --port 9000         serve programs only
  shesh serve --host 192.168.1.5            serve the local network
  shesh serve --seed 7                      repeat the dice of a seed
  shesh serve --level casual                an opponent who errs like people

  curl -s localhost:8421/api/v1/best -H 'content-type: application/json' \\
    -d '{\"position\": \"4HPwATDgc/ABMA\", \"dice\": \"31\"}'

When ready, the server prints one line: listening on http://... Ctrl-C ends it.
Without --host, only this computer can reach it.")]
pub struct Serve {
    /// TCP port; 0 selects a free port
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// Address to bind; anyone who can reach it can use the API
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// For icons and shortcuts: choose another port if N is taken, explain how to
    /// stop, and leave the window open after an error
    #[arg(long)]
    desktop: bool,
    /// Additional allowed Host header (repeatable)
    #[arg(long, value_name = "NAME", value_parser = parse_host)]
    allow_host: Vec<String>,
    /// Memory budget in MB for request bodies, answers and job results together;
    /// requests beyond it get status 503
    #[arg(long, value_name = "MB", default_value_t = MEMORY, value_parser = parse_megabytes)]
    memory: usize,
    /// Seed of the dice [default: a new one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Check that a server answers at --host and --port, then exit: with 0 if it
    /// does, with 1 otherwise
    #[arg(long)]
    check: bool,
    /// Read the page's files from a folder, for work on the page
    #[arg(long, value_name = "FOLDER", env = "SHESH_PAGE", hide = true)]
    page: Option<PathBuf>,
    #[command(flatten)]
    level: SkillOption,
    #[command(flatten)]
    weights: Weights,
}

impl Serve {
    pub fn run(&self, threads: Option<u16>) -> Result<(), CliError> {
        if self.check {
            return check::check(reachable(SocketAddr::new(self.host, self.port)));
        }
        return_large_blocks();
        let networks = self.weights.networks()?;
        let seed = self.seed.unwrap_or_else(|| {
            let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            since_1970.as_nanos() as u64
        });
        // Bind first: a taken port is reported before the tables are built.
        let listener = self.listen()?;
        let address = listener.local_addr().map_err(CliError::failed)?;
        // Build tables and cache now, so that no request waits for them.
        let tables = open_tables();
        tables.make();
        let cache = EvaluationCache::new(CACHE);
        cache.make();
        let settings = Settings {
            tables: Some(tables),
            cache: Some(Arc::new(cache)),
            cubeful: false,
            ..Settings::default()
        };
        let options = Options {
            weights: self.weights.name(),
            settings,
            threads: threads.map_or(0, usize::from),
            seed,
            skill: self.level.skill,
            address: self.host,
            names: self.allow_host.clone(),
            memory: self.memory << 20,
            page: self.page.clone(),
            ..Options::default()
        };
        let server = Server::with_others(networks.main(), &networks.others(), options)
            .map_err(|error| CliError::Failed(format!("cannot start threads: {error}")))?;
        if !address.ip().is_loopback() {
            note(&format!(
                "anyone who can reach {} can use the API: it is not limited to this computer",
                self.host
            ));
        }
        let mut announced = Ok(());
        let served = server.run(listener, || announced = self.announce(address));
        announced?;
        served.map_err(|error| CliError::Failed(format!("cannot serve: {error}")))
    }

    /// Returns true for `--desktop`.
    pub const fn is_of_desktop(&self) -> bool {
        self.desktop
    }

    fn listen(&self) -> Result<TcpListener, CliError> {
        let Self { host, port, .. } = *self;
        let listener = match TcpListener::bind((host, port)) {
            Err(_) if self.desktop => TcpListener::bind((host, 0)),
            bound => bound,
        };
        listener.map_err(|error| {
            CliError::Failed(match error.kind() {
                ErrorKind::AddrInUse => {
                    format!("port {port} is in use: select another with --port, or 0 for any")
                }
                _ => format!("cannot listen on {}: {error}", SocketAddr::new(host, port)),
            })
        })
    }

    /// Prints the address and opens a browser there.
    fn announce(&self, address: SocketAddr) -> Result<(), CliError> {
        print(&format!("listening on http://{address}\n"))?;
        if self.desktop {
            let opens = if self.no_open { "" } else { "The board opens in your browser. " };
            print(&format!("\n{opens}Close this window to stop the engine.\n"))?;
        }
        if !self.no_open {
            // In a thread, so that no request waits for the browser.
            std::thread::spawn(move || {
                let url = format!("http://{}/", reachable(address));
                if open::that_detached(&url).is_err() {
                    note(&format!("cannot open a browser: open {url} yourself"));
                }
            });
        }
        Ok(())
    }
}

/// Makes the allocator return every freed block of 1 MB or more to the system. By default glibc
/// raises this threshold up to 32 MB: twice the memory budget was in use after many clients had
/// posted large files.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn return_large_blocks() {
    // SAFETY: `mallopt` only sets a number, and holds the allocator's lock meanwhile.
    let _ = unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, 1 << 20) };
}

/// Does nothing: other allocators return large blocks by default.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn return_large_blocks() {}

/// Parses a memory budget in MB, at least 1.
fn parse_megabytes(text: &str) -> Result<usize, String> {
    let most = usize::MAX >> 20;
    match text.parse() {
        Ok(count) if (1..=most).contains(&count) => Ok(count),
        _ => Err("expected a whole number of MB, at least 1".into()),
    }
}

/// Parses a host name or address, for comparison with the Host header of requests.
fn parse_host(text: &str) -> Result<String, String> {
    let of_name = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    let is_name = !text.is_empty() && text.chars().all(of_name);
    let address = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    if is_name || address.parse::<IpAddr>().is_ok() {
        Ok(text.to_owned())
    } else {
        Err("expected a host name or address without http and port, such as board.local".into())
    }
}

/// Returns an address at which this computer can reach a listener on `address`; replaces an
/// unspecified address by the loopback address.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => std::net::Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}
