//! `shesh show`: draws a position as a board.

use crate::{args::GameOption, error::CliError, terminal::print};
use clap::Args;
use sheshbesh_analysis::board;

/// Draw a position
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh show                                the start
  shesh show 4HPwATDgc/ABMA                 a GNU Backgammon position ID
  shesh show 4HPwATDgc/ABMA:UYnlADAAEAAE    position ID and match ID
  shesh show XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10
  shesh show --game hypergammon
  shesh show fevga@AACA/z8AAID/Pw           a position of another game")]
pub struct Show {
    /// GNU Backgammon ID, XGID, OGID or FIBS board line [default: the start]
    position: Option<String>,
    #[command(flatten)]
    game: GameOption,
}

impl Show {
    pub fn run(&self) -> Result<(), CliError> {
        let situation = self.game.read_or_start(self.position.as_deref())?;
        print(&board::describe(&situation))
    }
}
