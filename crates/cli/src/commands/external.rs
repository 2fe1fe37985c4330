//! `shesh external`: plays for GNU Backgammon, which connects as to any external player.

use crate::{
    args::{Ply, SkillOption, Weights, open_tables},
    error::CliError,
    terminal::{note, print},
};
use clap::Args;
use sheshbesh_api::limits::DEFAULT_CACHE_MB;
use sheshbesh_arena::{CubePolicy, NetworkPlayer, Player, SkilledPlayer, answer_external};
use sheshbesh_evaluator::{EvaluationCache, Evaluator, Settings, clock};
use sheshbesh_movegen::Game;
use sheshbesh_network::input::{Line, read_line};
use std::{
    io::{self, BufReader, Write},
    net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs},
    sync::Arc,
    thread,
};

/// Maximum number of connections at the same time. GNU Backgammon opens one for each player.
const MOST_CONNECTIONS: usize = 16;

/// Play for GNU Backgammon as its external player
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh external localhost:4321
  shesh external localhost:4321 --ply 3
  shesh external localhost:4321 --level casual   err like people
  shesh external localhost:0                     a free port, which is printed
  shesh external localhost:4321 --jacoby         money games by the Jacoby rule

Then in GNU Backgammon:
  set player 0 external localhost:4321
  new match 7

When ready, one line is printed: listening on ... Ctrl-C ends it. GNU Backgammon
asks for plays, doubles and answers to doubles; it does not offer resignations
or beavers to external players. For the other direction, with GNU Backgammon as
a player of ours, see shesh duel shesh gnubg:0.")]
pub struct External {
    /// Address to listen on; port 0 selects a free port
    #[arg(value_name = "HOST:PORT")]
    address: String,
    /// Accept connections from other computers
    #[arg(long)]
    remote: bool,
    /// Play money games by the Jacoby rule, which GNU Backgammon does not mention
    #[arg(long)]
    jacoby: bool,
    /// Seed of the mistakes with --level [default: a new one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Do not use the exact tables
    #[arg(long)]
    no_tables: bool,
    #[command(flatten)]
    ply: Ply,
    #[command(flatten)]
    level: SkillOption,
    #[command(flatten)]
    weights: Weights,
}

impl External {
    pub fn run(&self) -> Result<(), CliError> {
        let listener = self.listen()?;
        let network = self.weights.network(Game::Backgammon)?;
        let settings = Settings {
            tables: (!self.no_tables).then(open_tables),
            cache: Some(Arc::new(EvaluationCache::new(DEFAULT_CACHE_MB as usize))),
            ..Settings::default()
        };
        let evaluator = Evaluator::new(&network, settings);
        let seed = self.seed.unwrap_or_else(|| clock::since_epoch().as_nanos() as u64);
        let address = listener.local_addr().map_err(CliError::failed)?;
        print(&format!("listening on {address}\n"))?;
        let connections = Arc::new(());
        let mut number = 0;
        for stream in listener.incoming() {
            // A connection that failed before it was accepted does not concern the others.
            let Ok(stream) = stream else { continue };
            let connection = Arc::clone(&connections);
            if Arc::strong_count(&connection) > MOST_CONNECTIONS + 1 {
                note("too many connections: one was closed");
                continue;
            }
            let mut player = self.player(&evaluator);
            player.begin(seed.wrapping_add(number));
            number += 1;
            let jacoby = self.jacoby;
            thread::spawn(move || {
                // A closed connection ends the game.
                let _ = serve(stream, &mut *player, jacoby);
                drop(connection);
            });
        }
        Ok(())
    }

    fn player(&self, evaluator: &Evaluator) -> Box<dyn Player> {
        let (evaluator, level, skill) = (evaluator.clone(), self.ply.level, self.level.skill);
        if skill.is_full() {
            Box::new(NetworkPlayer::new(evaluator, level, CubePolicy::Model))
        } else {
            Box::new(SkilledPlayer::new(evaluator, level, skill))
        }
    }

    fn listen(&self) -> Result<TcpListener, CliError> {
        let text = &self.address;
        let found = text.to_socket_addrs().map_err(|error| {
            CliError::BadInput(format!(
                "invalid address {text:?}: give HOST:PORT, such as localhost:4321 ({error})"
            ))
        })?;
        let found: Vec<SocketAddr> = found.collect();
        // GNU Backgammon connects by IPv4.
        let chosen = found.iter().find(|address| address.is_ipv4()).or(found.first());
        let Some(&chosen) = chosen else {
            return Err(CliError::BadInput(format!("no computer is called {text:?}")));
        };
        if !chosen.ip().is_loopback() && !self.remote {
            return Err(CliError::BadInput(format!(
                "other computers could connect to {chosen}: allow it by --remote, or use localhost"
            )));
        }
        TcpListener::bind(chosen)
            .map_err(|error| CliError::Failed(format!("cannot listen on {chosen}: {error}")))
    }
}

/// Answers the lines of a connection until it is closed.
fn serve(stream: TcpStream, player: &mut dyn Player, jacoby: bool) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut output = stream.try_clone()?;
    let mut input = BufReader::new(stream);
    while let Some(line) = read_line(&mut input)? {
        let Line::Text(line) = line else {
            writeln!(output, "Error: no board line")?;
            continue;
        };
        // A zero byte follows each line.
        let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\0');
        if line.is_empty() {
            continue;
        }
        match answer_external(player, line, jacoby) {
            Ok(answer) => writeln!(output, "{answer}")?,
            Err(error) => {
                note(&format!("no answer to {line:?}: {error}"));
                writeln!(output, "Error: {error}")?;
            }
        }
    }
    Ok(())
}
