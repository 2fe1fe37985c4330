//! `shesh cube`: evaluates cube decisions.

use crate::{
    args::{
        GameOption, QueryPly, Scores, Search, StakesArgs, Weights, ask_everywhere, open_engine,
    },
    error::CliError,
    terminal::{print, print_json},
};
use clap::Args;
use serde::Serialize;
use sheshbesh_analysis::board::{self, Names};
use sheshbesh_api::{
    answers::GivenChances,
    limits::Limits,
    outcomes::{CLASSES, MOST_PIPS, read_class, read_numbers},
    queries::{CubeQuery, ScoresQuery},
};
use sheshbesh_evaluator::{Settings, Stop};
use sheshbesh_movegen::Situation;

/// Evaluate a cube decision
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh cube 4HPwATDgc/ABMA                 start of a money game
  shesh cube 4HPwATDgc/ABMA --ply 4 --jacoby --beavers
  shesh cube 4HPwATDgc/ABMA --ply rollout2  truncated rollout, see shesh best
  shesh cube XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:4:0:7:10
  shesh cube 4HPwATDgc/ABMA --scores 7      at every score of a match to 7
  shesh cube AQAAhAAAAAAAAA --match 7 --score 3-4 --cube 2:own --json
  shesh cube XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:4:0:7:10 --explain
                                          market losers, wrong passes, stakes
  shesh cube --chances 72.1,2.0,0.1,27.9,2.0,0.0 --explain
  shesh cube --chances 60,0,0,40,0,0 --class race --match 7 --score 5-4

Cube and score come from the ID if it has them. Equities are cubeful points per
game at the current cube; in a match, winning a single game is +1 and losing one
-1, and MWC is match winning chance. With --scores, cube value and owner come
from the ID or --cube; scores at which they are impossible are left out. With
--explain, JSON has explanation: double and take as differences, market_losers
of 1,296 sequences and their market_rolls, wrong_answers, reasons (winning
chance, double and take points, gammon rates and values), contexts, depths,
sentences; --chances has no market, contexts and depths.

The table of points lists the winning chances from which to take, double, cash
and play on, at the same gammon rates: with a dead cube, with a live cube, and
by the model in between (practical). If the ID shows a double, a beaver or a
raccoon, the answers are evaluated. --chances uses the cube model alone, for a
position of the given class and pip count.")]
pub struct CubeCommand {
    /// GNU Backgammon ID, XGID, OGID or FIBS board line, before the roll [default: the start]
    position: Option<String>,
    /// Chances in percent instead of a position: wins, gammon and backgammon wins; losses, gammon
    /// and backgammon losses. Wins include gammons, gammons include backgammons; wins and losses
    /// add up to 100 within 0.2
    #[arg(long, value_name = "W,WG,WB,L,LG,LB", allow_hyphen_values = true, conflicts_with_all = ["position", "scores", "ply", "filter", "cache", "no_tables", "weights"])]
    chances: Option<String>,
    /// Position class for --chances [default: contact]
    #[arg(long, value_name = "CLASS", value_parser = CLASSES)]
    class: Option<String>,
    /// Total pips of both sides for --chances [default: 180 for contact, 120 for race, 60 for
    /// bearoff]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=i64::from(MOST_PIPS)))]
    pips: Option<u32>,
    /// Write the answer as JSON
    #[arg(long)]
    json: bool,
    /// Explain the decision: its margin, market losers, take point, gammon values, and the scores
    /// at which it flips
    #[arg(long, conflicts_with = "scores")]
    explain: bool,
    #[command(flatten)]
    scores: Scores,
    #[command(flatten)]
    ply: QueryPly,
    #[command(flatten)]
    stakes: StakesArgs,
    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    weights: Weights,
    #[command(flatten)]
    game: GameOption,
}

impl CubeCommand {
    pub fn run(&self) -> Result<(), CliError> {
        if let Some(chances) = &self.chances {
            return self.evaluate_chances(chances);
        }
        if self.class.is_some() || self.pips.is_some() {
            let message = "--class and --pips need --chances";
            return Err(CliError::BadInput(message.to_owned()));
        }
        let situation =
            self.stakes.apply(self.game.read_or_start(self.position.as_deref())?, true)?;
        let Situation { game, position, .. } = situation;
        let options = self.search.options(self.ply.ply, None);
        let open = || open_engine(&situation, &self.stakes, &self.search, &self.weights, self.json);
        if let Some(length) = self.scores.length {
            let query = ScoresQuery::new(situation, None, length, options, &Limits::COMMANDS)?;
            let (engine, id) = open()?;
            let answer = ask_everywhere(&query, &engine, id)?;
            return self.print(&answer, || {
                format!(
                    "{}\n{}",
                    board::draw(game, &position, Names::ROLES),
                    answer.words(&situation)
                )
            });
        }
        let query = CubeQuery::new(situation, options)?.explaining(self.explain);
        let (engine, id) = open()?;
        let answer = query.answer(&engine, id, &Stop::never())?;
        self.print(&answer, || {
            format!("{}\n{}", board::draw(game, &position, Names::ROLES), answer.words(&situation))
        })
    }

    /// Prints an answer as JSON or as text.
    fn print(
        &self,
        answer: &impl Serialize,
        words: impl FnOnce() -> String,
    ) -> Result<(), CliError> {
        if self.json { print_json(answer) } else { print(&words()) }
    }

    /// Evaluates given chances by the cube model alone.
    fn evaluate_chances(&self, chances: &str) -> Result<(), CliError> {
        let game = self.game.game();
        let situation = self.stakes.apply(Situation::new(game.start(), game), true)?;
        let numbers = read_numbers(chances).map_err(CliError::bad_input)?;
        let class = read_class(self.class.as_deref().unwrap_or(CLASSES[0]));
        let class = class.map_err(CliError::bad_input)?;
        let given = GivenChances::new(situation, &numbers, class, self.pips)
            .map_err(CliError::bad_input)?
            .explaining(self.explain);
        let settings = Settings { equities: self.stakes.equities()?, ..Settings::default() };
        let answer = given.answer(&settings)?;
        self.print(&answer, || answer.words(&situation))
    }
}
