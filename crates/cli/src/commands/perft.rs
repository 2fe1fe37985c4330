//! `shesh perft`: counts the plays of a position, to check and to time move generation.

use crate::{
    args::GameOption,
    error::CliError,
    terminal::{print, print_json},
};
use clap::Args;
use serde::Serialize;
use sheshbesh_analysis::{EngineId, numbers::thousands};
use sheshbesh_api::answers::Head;
use sheshbesh_movegen::{Situation, perft};

/// Count the plays of all rolls
#[derive(Args)]
#[command(after_help = "\
Each distinct roll counts once: 21 rolls of two dice, or 56 of three. A forced
pass counts as one play.

Examples:
  shesh perft                               count the first two turns
  shesh perft --depth 3                     count three turns
  shesh perft --game fevga --depth 4
  shesh perft 4HPwATDgc/ABMA --json")]
pub struct Perft {
    /// GNU Backgammon ID, XGID, OGID or FIBS board line [default: the start]
    position: Option<String>,
    /// Number of turns to count, 1 to 8
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=8))]
    depth: u32,
    #[command(flatten)]
    game: GameOption,
    /// Write the counts as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct JsonPerft {
    #[serde(flatten)]
    head: Head,
    /// Plays at 1, 2 and more plies.
    plays: Vec<u64>,
}

impl Perft {
    pub fn run(&self) -> Result<(), CliError> {
        let situation = match &self.position {
            Some(text) => self.game.read(text)?,
            None => Situation::new(self.game.game().start(), self.game.game()),
        };
        let Situation { game, position, .. } = situation;
        let head = Head::new(EngineId::program(), &situation);
        if self.json {
            let plays = (1..=self.depth).map(|depth| perft(game, &position, depth)).collect();
            return print_json(&JsonPerft { head, plays });
        }
        print(&format!("{game}, {}\n\ndepth               plays\n", head.position_id))?;
        // Print each line at once: the next depth takes hundreds of times as long.
        for depth in 1..=self.depth {
            print(&format!("{depth:>5}  {:>18}\n", thousands(perft(game, &position, depth))))?;
        }
        Ok(())
    }
}
