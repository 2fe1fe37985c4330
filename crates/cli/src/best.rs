//! `shesh best`: the best plays for a position and a roll.

use crate::{
    board::{self, Names},
    failure::Failure,
    options::{GameOption, Ply, Search, Table, Weights, stakes_words},
    output::{print, print_json},
};
use clap::Args;
use serde::Serialize;
use sheshbesh_evaluator::{Depth, Evaluator, RankedPlay, Settings};
use sheshbesh_movegen::{Dice, Phase, Position, notation};
use sheshbesh_network::Probabilities;
use std::fmt::Write;

/// Ranks the plays of a roll
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh best 4HPwATDgc/ABMA 31              the best opening plays with 31
  shesh best 4HPwATDgc/ABMA 31 --ply 2      looking at all replies
  shesh best XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:0:10
  shesh best 4HPwATDgc/ABMA 31 --cubeful --match 7 --score 5-2
  shesh best 4HPwATDgc/ABMA 31 --json       all plays, for programs
  shesh best AACgAgAAKgAAAA 65 --game hypergammon

With --json: a list, best first, each with play, position_id (of the resulting
position, the opponent on roll), equity, ply, and the probabilities of who
played. Plays that the filter looked at more closely come before the others.")]
pub struct Best {
    /// GNU Backgammon ID or XGID
    position: String,
    /// The roll, such as 31; not needed where the ID has it
    dice: Option<Dice>,
    /// How many plays to show
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..), conflicts_with = "json")]
    plays: u16,
    /// Write all plays as JSON
    #[arg(long)]
    json: bool,
    /// Rank by equity with the doubling cube
    #[arg(long)]
    cubeful: bool,
    #[command(flatten)]
    ply: Ply,
    #[command(flatten)]
    table: Table,
    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    weights: Weights,
    #[command(flatten)]
    game: GameOption,
}

#[derive(Serialize)]
struct JsonPlay {
    play: String,
    position_id: String,
    equity: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    mwc: Option<f32>,
    ply: u32,
    probabilities: JsonProbabilities,
}

/// The five, as every JSON output has them.
#[derive(Serialize)]
pub struct JsonProbabilities {
    win: f32,
    win_gammon: f32,
    win_backgammon: f32,
    lose_gammon: f32,
    lose_backgammon: f32,
}

impl From<Probabilities> for JsonProbabilities {
    fn from(p: Probabilities) -> Self {
        Self {
            win: p.win,
            win_gammon: p.win_gammon,
            win_backgammon: p.win_backgammon,
            lose_gammon: p.lose_gammon,
            lose_backgammon: p.lose_backgammon,
        }
    }
}

impl Best {
    pub fn run(&self) -> Result<(), Failure> {
        let situation = self.table.apply(self.game.read(&self.position)?)?;
        let position = situation.position;
        let dice = match (self.dice, situation.phase) {
            (Some(dice), _) | (None, Phase::Rolled(dice)) => dice,
            _ => {
                let message = "the position comes without a roll: give one, such as 31";
                return Err(Failure::BadInput(message.to_owned()));
            }
        };
        if situation.game.end(&position, None).is_some() {
            return Err(Failure::BadInput("the game is over: there is nothing to play".to_owned()));
        }
        let network = self.weights.network(situation.game)?;
        let mut evaluator = Evaluator::new(
            &network,
            Settings {
                equities: self.table.equities()?,
                cubeful: self.cubeful,
                ..self.search.settings()
            },
        );
        evaluator.set_stakes(&situation).map_err(Failure::bad_input)?;
        let ranked = evaluator.rank(&position, dice, self.ply.depth);
        let is_match = evaluator.stakes().is_match();
        let results: Vec<Position> = ranked.iter().map(|play| play.position).collect();
        let texts = notation::write_all(situation.game, &position, dice, &results)
            .into_iter()
            .map(|text| text.ok_or_else(|| Failure::Failed("a play cannot be written".to_owned())))
            .collect::<Result<Vec<String>, Failure>>()?;
        if self.json {
            let plays = texts.into_iter().zip(&ranked).map(|(play, ranked)| JsonPlay {
                play,
                position_id: notation::position_id(situation.game, &ranked.position),
                equity: ranked.equity,
                mwc: is_match.then_some(ranked.worth),
                ply: ranked.depth.plies(),
                probabilities: ranked.probabilities.into(),
            });
            return print_json(&plays.collect::<Vec<_>>());
        }
        let mut text = board::draw(situation.game, &position, Names::ROLES);
        let count = ranked.len();
        let plural = if count == 1 { "play" } else { "plays" };
        let cube = if self.cubeful || is_match {
            let how = if self.cubeful { "cubeful" } else { "cubeless" };
            format!(", {how},\n{}", stakes_words(&situation))
        } else {
            String::new()
        };
        writeln!(text, "\n{dice} has {count} {plural}; at {}-ply{cube}:\n", self.ply.depth)
            .expect("writing into a string");
        text.push_str(&table(&texts, &ranked, self.plays.into()));
        print(&text)
    }
}

/// The foremost plays as a table; probabilities in percent.
pub fn table(texts: &[String], ranked: &[RankedPlay], most: usize) -> String {
    let width = texts.iter().take(most).map(String::len).max().unwrap_or(0).max(10);
    let mut text =
        format!("      {:width$}   equity     diff    win  gam   bg   lose  gam   bg\n", "play");
    let best = ranked.first().map_or(0.0, |play| play.equity);
    let deepest = ranked.first().map_or(Depth::ONE, |play| play.depth);
    for ((play, ranked), place) in texts.iter().zip(ranked).take(most).zip(1..) {
        let difference = match place {
            1 => String::new(),
            _ => format!("{:+.4}", ranked.equity - best),
        };
        let p = ranked.probabilities;
        let [win, wg, wb, lose, lg, lb] =
            [p.win, p.win_gammon, p.win_backgammon, p.lose(), p.lose_gammon, p.lose_backgammon]
                .map(|p| 100.0 * p);
        // Only where it is not the same for all.
        let ply =
            if ranked.depth < deepest { format!("  {}-ply", ranked.depth) } else { String::new() };
        writeln!(
            text,
            " {place:3}. {play:width$}  {:+.4}  {difference:>7}  {win:5.1} {wg:4.1} {wb:4.1}  {lose:5.1} {lg:4.1} {lb:4.1}{ply}",
            ranked.equity
        )
        .expect("writing into a string");
    }
    text
}
