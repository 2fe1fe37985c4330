//! `shesh serve`: the engine behind HTTP, and a board in the browser.

use crate::{
    failure::Failure,
    options::{Weights, tables},
    output::{note, print},
};
use clap::Args;
use sheshbesh_evaluator::{EvaluationCache, Settings};
use sheshbesh_server::{Options, Server};
use std::{
    io::ErrorKind,
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener},
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

/// Where it listens unless another port is said.
const PORT: u16 = 8421;
/// Memory budget in MB for requests and answers.
const MEMORY: usize = 512;
/// Megabytes that remember what has been searched.
const CACHE: usize = 64;

/// Opens a board in the browser, and answers programs
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh serve                               a board in the browser
  shesh serve --no-open --port 9000         for programs alone
  shesh serve --host 192.168.1.5            for the other devices of a home
  shesh serve --seed 7                      the same dice again

  curl -s localhost:8421/api/v1/best -H 'content-type: application/json' \\
    -d '{\"position\": \"4HPwATDgc/ABMA\", \"dice\": \"31\"}'

It prints one line, listening on http://..., when it is ready, and ends with
Ctrl-C. It answers this computer alone unless --host says otherwise.")]
pub struct Serve {
    /// Where to listen; 0 takes a port that is free
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// The address to listen at; whoever reaches it can ask
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Open no browser
    #[arg(long)]
    no_open: bool,
    /// Another name by which this computer may be asked; can be given several times
    #[arg(long, value_name = "NAME", value_parser = host)]
    allow_host: Vec<String>,
    /// Memory for request bodies, answers and job results together, in MB;
    /// what does not fit is refused with 503
    #[arg(long, value_name = "MB", default_value_t = MEMORY, value_parser = megabytes)]
    memory: usize,
    /// Seed of the dice; another one each time by default
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    weights: Weights,
}

impl Serve {
    pub fn run(&self, threads: Option<u16>) -> Result<(), Failure> {
        return_large_blocks();
        let networks = self.weights.networks()?;
        let seed = self.seed.unwrap_or_else(|| {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            now.as_nanos() as u64
        });
        // Whoever finds the port taken has not waited for the tables.
        let listener = self.listen()?;
        let address = listener.local_addr().map_err(Failure::failed)?;
        // Nobody who asks waits for what is made once.
        let tables = tables();
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
            address: self.host,
            names: self.allow_host.clone(),
            memory: self.memory << 20,
            ..Options::default()
        };
        let server = Server::with_others(networks.main(), &networks.others(), options)
            .map_err(|error| Failure::Failed(format!("cannot start threads: {error}")))?;
        if !address.ip().is_loopback() {
            note(&format!(
                "whoever reaches {} can ask: it is not this computer's alone",
                self.host
            ));
        }
        let mut said = Ok(());
        let served = server.run(listener, || said = self.ready(address));
        said?;
        served.map_err(|error| Failure::Failed(format!("cannot serve: {error}")))
    }

    fn listen(&self) -> Result<TcpListener, Failure> {
        let Self { host, port, .. } = *self;
        TcpListener::bind((host, port)).map_err(|error| {
            Failure::Failed(match error.kind() {
                ErrorKind::AddrInUse => {
                    format!("port {port} is taken: give another one with --port, or 0 for any")
                }
                _ => format!("cannot listen at {}: {error}", SocketAddr::new(host, port)),
            })
        })
    }

    /// Says where it listens, and opens a browser there.
    fn ready(&self, address: SocketAddr) -> Result<(), Failure> {
        print(&format!("listening on http://{address}\n"))?;
        if !self.no_open {
            // Nobody who asks waits for the browser.
            std::thread::spawn(move || {
                let url = format!("http://{}/", reachable(address));
                if open::that_detached(&url).is_err() {
                    note(&format!("no browser could be opened: open {url} in one"));
                }
            });
        }
        Ok(())
    }
}

/// Returns every block of a megabyte or more to the system when it is freed. The allocator of the GNU C
/// library keeps larger and larger ones otherwise, up to 32 MB each: twice the memory budget was in use
/// when many clients had posted large files.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn return_large_blocks() {
    // SAFETY: `mallopt` only sets a number, and locks the allocator while it does.
    let _ = unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, 1 << 20) };
}

/// Other allocators return them by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn return_large_blocks() {}

/// A memory budget in MB.
fn megabytes(text: &str) -> Result<usize, String> {
    let most = usize::MAX >> 20;
    match text.parse() {
        Ok(count) if (1..=most).contains(&count) => Ok(count),
        _ => Err("a whole number of MB is meant, from 1".into()),
    }
}

/// A name or an address alone, as it is compared with what browsers say whom they ask.
fn host(text: &str) -> Result<String, String> {
    let of_name = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    let is_name = !text.is_empty() && text.chars().all(of_name);
    let address = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    if is_name || address.parse::<IpAddr>().is_ok() {
        Ok(text.to_owned())
    } else {
        Err("a name or an address alone is meant, such as board.local, without http and port"
            .into())
    }
}

/// An address at which this computer reaches what listens at `address`, which may be all addresses.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => std::net::Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}
