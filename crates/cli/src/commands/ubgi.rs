//! `shesh ubgi`: engine for the Universal Backgammon Interface on stdin and stdout.

use crate::{
    args::Weights,
    error::CliError,
    files::Save,
    terminal::{escape_unstyled, on_ctrl_c, print, report_error},
    ubgi::{Log, Reply, Session, lock},
};
use clap::Args;
use sheshbesh_movegen::Game;
use sheshbesh_network::input::{Line, read_line};
use std::{
    io,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
};

/// Run as an engine of the Universal Backgammon Interface, draft 0.1
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh ubgi
  shesh ubgi --save games.mat
  shesh duel shesh \"ubgi:other/shesh ubgi\"
  printf 'position gnubgid 4HPwATDgc/ABMA\\ndice 3 1\\ngo role chequer\\n' |
    shesh ubgi

Commands: ubgi, isready, setoption name NAME value VALUE, newgame, newsession,
setscore P0 P1, setcube value N owner center|p0|p1, setturn p0|p1, position
gnubgid|xgid ID, dice A B, go role chequer|cube|turn [depth N], stop, quit.
Positions are from the view of the player on turn.

The option Level is a performance rating (PR): with 2 to 30 the engine errs like
people, drawn by the option Seed; 0, the default, is full strength.

--save writes the games that the engine is asked about to a file; after another
newsession, to FILE-2 and so on. The opponent's roll is inferred if only one
roll leads from a position to the next; otherwise the position is set up.

The answer to go role cube is bestcube double or nodouble. If the XGID has D for
the dice (a double), the answer is take, pass or beaver; with B (a beaver), it
is raccoon or noraccoon.")]
pub struct Ubgi {
    #[command(flatten)]
    save: Save,
    #[command(flatten)]
    weights: Weights,
}

/// Maximum number of queued lines; further input blocks the sender.
const LINES_AHEAD: usize = 1024;

impl Ubgi {
    pub fn run(&self) -> Result<(), CliError> {
        let target = self.save.target()?;
        let networks = self.weights.networks()?;
        networks.of(Game::Backgammon)?;
        let log = target.map(|target| Arc::new(Mutex::new(Log::new(target, self.save.force))));
        let (name, others) = (self.weights.name(), networks.others());
        let mut session = Session::new(name, networks.main(), &others, log.clone())?;
        if let Some(log) = log.clone() {
            on_ctrl_c(move || {
                if let Err(error) = lock(&log).write() {
                    report_error(error);
                }
            })?;
        }
        let mut ended = Ok(());
        for line in spawn_reader(session.stop_counter()) {
            let line = match line {
                Ok(line) => line,
                Err(error) => {
                    ended = Err(CliError::BadInput(format!("cannot read commands: {error}")));
                    break;
                }
            };
            match session.answer(&line) {
                Reply::Lines(lines) => {
                    let text: String = lines.into_iter().map(|line| line + "\n").collect();
                    print(&escape_unstyled(&text))?;
                }
                Reply::Quit => break,
            }
        }
        let written = log.map_or(Ok(()), |log| lock(&log).write());
        ended.and(written)
    }
}

/// Reads stdin in a thread, so that `stop` arrives during a search; counts the `stop` commands.
fn spawn_reader(stops: Arc<AtomicU64>) -> mpsc::Receiver<io::Result<Line>> {
    let (sender, lines) = mpsc::sync_channel(LINES_AHEAD);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Some(line) = read_line(&mut input).transpose() {
            if matches!(&line, Ok(Line::Text(line)) if line.trim() == "stop") {
                stops.fetch_add(1, Ordering::Relaxed);
            }
            let failed = line.is_err();
            if sender.send(line).is_err() || failed {
                break;
            }
        }
    });
    lines
}
