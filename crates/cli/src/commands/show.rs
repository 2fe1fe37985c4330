//! `shesh show`: draws a position as a board, on the terminal or as a picture.

use crate::{
    args::GameOption,
    error::CliError,
    files::{PIPE, check_new},
    terminal::{print, print_bytes},
};
use clap::Args;
use sheshbesh_analysis::{
    board,
    svg_board::{Style, Theme},
};
use sheshbesh_api::queries::PictureQuery;
use sheshbesh_movegen::{Phase, Situation};
use sheshbesh_network::file::write_atomically;
use std::path::{Path, PathBuf};

/// Draw a position
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh show                                the start
  shesh show 4HPwATDgc/ABMA                 a GNU Backgammon position ID
  shesh show 4HPwATDgc/ABMA:UYnlADAAEAAE    position ID and match ID
  shesh show XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10
  shesh show --game hypergammon
  shesh show fevga@AACA/z8AAID/Pw           a position of another game
  shesh show 4HPwATDgc/ABMA 31 --svg board.svg --arrows \"8/5 6/5\"
                                            a picture with a play
  shesh show 31 --svg board.svg --arrows \"24/23 13/10\" --best \"8/5 6/5\"
                                            a play and the best play

The picture is an SVG file for browsers, word processors and slides.")]
pub struct Show {
    /// GNU Backgammon ID, XGID, OGID or FIBS board line [default: the start]
    position: Option<String>,
    /// Roll, such as 31 [default: the roll of the ID]
    dice: Option<String>,
    /// Write a picture (SVG) to a file; - for stdout
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Play to draw with solid arrows, such as '8/5 6/5'
    #[arg(long, value_name = "PLAY", requires = "svg")]
    arrows: Option<String>,
    /// Play to draw with dashed arrows
    #[arg(long, value_name = "PLAY", requires = "svg")]
    best: Option<String>,
    /// Colours of the picture: light, dark or print
    #[arg(long, value_name = "NAME", requires = "svg", default_value_t)]
    theme: Theme,
    /// Mirror the picture: the player on roll bears off to the left
    #[arg(long, requires = "svg")]
    flip: bool,
    /// Overwrite an existing file
    #[arg(long, requires = "svg")]
    force: bool,
    #[command(flatten)]
    game: GameOption,
}

impl Show {
    pub fn run(&self) -> Result<(), CliError> {
        let (mut situation, roll) =
            self.game.read_with_roll(self.position.as_deref(), self.dice.as_deref())?;
        if let Some(dice) = roll {
            situation.phase = Phase::Rolled(dice);
        }
        // Numbers that are left to play come before a roll.
        let situation = situation.seen_by_mover();
        match &self.svg {
            None => print(&board::describe(&situation)),
            Some(path) => self.draw(&situation, path),
        }
    }

    fn draw(&self, situation: &Situation, path: &Path) -> Result<(), CliError> {
        let query = PictureQuery::new(*situation, self.arrows.as_deref(), self.best.as_deref())?;
        let svg = query.svg(Style { theme: self.theme, mirrored: self.flip });
        if path == Path::new(PIPE) {
            return print_bytes(format!("{svg}\n").as_bytes());
        }
        if !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg")) {
            let shown = path.display();
            return Err(CliError::BadInput(format!("{shown} would be an SVG: name it .svg")));
        }
        check_new(path, self.force)?;
        write_atomically(path, format!("{svg}\n").as_bytes()).map_err(CliError::failed)
    }
}
