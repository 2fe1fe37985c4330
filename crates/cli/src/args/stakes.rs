//! Cube, score and scoring of a position.

use crate::{error::CliError, terminal::note};
use clap::Args;
use sheshbesh_analysis::notes::untold;
use sheshbesh_api::{
    limits::MATCH_LENGTH,
    stakes::{StatedStakes, read_cube, read_score},
};
use sheshbesh_evaluator::cube::{MatchEquities, MatchEquityTable};
use sheshbesh_movegen::{BySide, Cube, Game, Scoring, Situation, either};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// Cube and score, for IDs without them or to override the ID.
#[derive(Args)]
pub struct StakesArgs {
    /// Match length in points, 1 to 64; overrides the ID
    #[arg(long = "match", value_name = "POINTS", value_parser = clap::value_parser!(u16).range(1..=i64::from(MATCH_LENGTH)), conflicts_with_all = ["money", "jacoby", "beavers"])]
    pub length: Option<u16>,
    /// Money game; overrides the ID
    #[arg(long)]
    pub money: bool,
    /// Score in points: player on roll, then opponent, for example 2-4
    #[arg(long, value_name = "OWN-OTHER", value_parser = read_score)]
    pub score: Option<BySide<u16>>,
    /// Crawford game
    #[arg(long)]
    pub crawford: bool,
    /// Jacoby rule: gammons count only after the cube has been turned (money)
    #[arg(long)]
    pub jacoby: bool,
    /// Allow beavers (money)
    #[arg(long)]
    pub beavers: bool,
    /// Cube value and owner: 1, or 2:own, or 4:opponent
    #[arg(long, value_name = "VALUE[:OWNER]", value_parser = read_cube)]
    pub cube: Option<Cube>,
    #[arg(long, value_name = "NAME", help = scoring_help())]
    pub scoring: Option<Scoring>,
    /// Match equity table in GNU Backgammon's XML format [default: that of the game; see shesh
    /// met]
    #[arg(long, value_name = "FILE.xml")]
    pub met: Option<PathBuf>,
}

impl StakesArgs {
    /// Applies these options to a situation. With `cubeful`, a game without a cube is an error.
    pub fn apply(&self, situation: Situation, cubeful: bool) -> Result<Situation, CliError> {
        let &Self { length, money, score, crawford, jacoby, beavers, cube, .. } = self;
        let stated =
            StatedStakes { length, money, score, crawford, jacoby, beavers, cube, cubeful };
        let situation = stated.applied_to(situation, "--match").map_err(CliError::bad_input)?;
        Ok(Situation { scoring: self.scoring, ..situation })
    }

    /// Returns the match equities.
    pub fn equities(&self) -> Result<MatchEquities, CliError> {
        read_equities(self.met.as_deref())
    }
}

/// Returns the match equities of a file, or the usual ones.
pub fn read_equities(file: Option<&Path>) -> Result<MatchEquities, CliError> {
    let Some(path) = file else { return Ok(MatchEquities::Usual) };
    let table = MatchEquityTable::read(path).map_err(CliError::bad_input)?;
    Ok(Arc::new(table).into())
}

/// Help text of `--scoring`.
pub fn scoring_help() -> String {
    let names = either(&Scoring::ALL.map(Scoring::name));
    format!("Scoring of wins: {names} [default: the usual scoring of the game]")
}

/// Prints a note if the network's outcomes do not determine the score under this scoring.
pub fn note_scoring(scoring: Scoring, game: Game) {
    if let Some(sentence) = untold(scoring, game) {
        note(&sentence);
    }
}
