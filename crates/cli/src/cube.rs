//! `shesh cube`: what to do with the doubling cube.

use crate::{
    best::JsonProbabilities,
    board::{self, Names},
    failure::Failure,
    options::{GameOption, Ply, Search, Table, Weights, stakes_words},
    output::{print, print_json, wins_and_losses},
};
use clap::Args;
use serde::Serialize;
use sheshbesh_evaluator::{
    Evaluator, Settings,
    cube::{CubeVerdict, MatchEquityTable},
    windows::Windows,
};
use sheshbesh_movegen::{BySide, Phase, Situation, notation};
use sheshbesh_network::Probabilities;
use std::{fmt::Write, sync::Arc};

/// Says what to do with the doubling cube
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh cube 4HPwATDgc/ABMA                 the start of a money game
  shesh cube 4HPwATDgc/ABMA --ply 2 --jacoby --beavers
  shesh cube XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:4:0:7:10
  shesh cube AQAAhAAAAAAAAA --match 7 --score 3-4 --cube 2:own --json

Cube and score come from the ID where it has them. Equities are cubeful points
per game at the present cube; in a match, winning a single game is +1 and losing
one -1, and MWC is the chance to win the match.")]
pub struct CubeCommand {
    /// GNU Backgammon ID or XGID, before the roll
    position: String,
    /// Write the verdict as JSON
    #[arg(long)]
    json: bool,
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
struct JsonCube {
    position_id: String,
    ply: u32,
    action: &'static str,
    may_double: bool,
    no_double: f32,
    double_take: f32,
    double_pass: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    mwc: Option<JsonMwc>,
    cubeless_equity: f32,
    probabilities: JsonProbabilities,
    windows: JsonWindows,
}

#[derive(Serialize)]
struct JsonMwc {
    no_double: f32,
    double_take: f32,
    double_pass: f32,
}

#[derive(Serialize)]
struct JsonWindows {
    take_point: f32,
    double_point: f32,
    cash_point: f32,
    too_good_point: Option<f32>,
    gammon_price: f32,
}

impl CubeCommand {
    pub fn run(&self) -> Result<(), Failure> {
        let situation = self.table.apply(self.game.read(&self.position)?)?;
        let position = situation.position;
        if situation.game.end(&position, None).is_some() {
            return Err(Failure::BadInput("the game is over: there is no cube to turn".to_owned()));
        }
        if let Phase::Rolled(dice) = situation.phase {
            let message =
                format!("{dice} has been rolled already: the cube is turned before the roll");
            return Err(Failure::BadInput(message));
        }
        let equities = self.table.equities()?;
        let network = self.weights.network(situation.game)?;
        let settings = Settings { equities: Arc::clone(&equities), ..self.search.settings() };
        let mut evaluator = Evaluator::new(&network, settings);
        let depth = self.ply.depth;
        let verdict = evaluator.cube_decision(&situation, depth).map_err(Failure::bad_input)?;
        let p = Probabilities::from(verdict.outcomes);
        let windows = windows(&situation, &equities, &p);
        let scale = verdict.scale;
        let points = |worth| scale.points(worth);
        if self.json {
            let CubeVerdict { no_double, double_take, double_pass, may_double, .. } = verdict;
            return print_json(&JsonCube {
                position_id: notation::position_id(situation.game, &position),
                ply: depth.plies(),
                action: verdict.words(),
                may_double,
                no_double: points(no_double),
                double_take: points(double_take),
                double_pass: points(double_pass),
                mwc: scale.is_match().then_some(JsonMwc { no_double, double_take, double_pass }),
                cubeless_equity: p.equity(),
                probabilities: p.into(),
                windows: JsonWindows {
                    take_point: windows.take_point,
                    double_point: windows.double_point,
                    cash_point: windows.cash_point,
                    too_good_point: windows.too_good_point,
                    gammon_price: windows.gammon_price,
                },
            });
        }
        let mut text = board::draw(situation.game, &position, Names::ROLES);
        write!(text, "\nBefore the roll, at {depth}-ply,\n{}\n\n", stakes_words(&situation))
            .expect(STRING);
        text.push_str(&wins_and_losses(&p));
        writeln!(text, "\n  cubeless equity   {:+.4}\n", p.equity()).expect(STRING);
        text.push_str(&options(&verdict));
        writeln!(text, "\n  {}", verdict.words()).expect(STRING);
        if verdict.may_double {
            text.push_str(&window_words(&windows));
        }
        print(&text)
    }
}

const STRING: &str = "writing into a string";

/// The dead cube's windows with the gammons of this position.
fn windows(situation: &Situation, equities: &MatchEquityTable, p: &Probabilities) -> Windows {
    let share = |part: f32, whole: f32| if whole > 1e-6 { part / whole } else { 0.0 };
    let gammons =
        BySide { on_roll: share(p.win_gammon, p.win), opponent: share(p.lose_gammon, p.lose()) };
    match situation.away() {
        None => {
            let backgammons = BySide {
                on_roll: share(p.win_backgammon, p.win),
                opponent: share(p.lose_backgammon, p.lose()),
            };
            let points =
                gammons.zip(backgammons).map(|(gammon, backgammon)| 1.0 + gammon + backgammon);
            Windows::money(points.on_roll, points.opponent)
        }
        Some(away) => {
            let value = situation.cube.value() as i32;
            Windows::of_match(equities, away, value, situation.is_one_away(), gammons)
        }
    }
}

/// What can be done, the best for both sides first, with the difference to it.
pub fn options(verdict: &CubeVerdict) -> String {
    let points = |worth| verdict.scale.points(worth);
    let (double, redouble) =
        if verdict.redouble { ("Redouble", "redouble") } else { ("Double", "double") };
    let mut options = vec![(format!("No {redouble}"), verdict.no_double)];
    if verdict.may_double {
        options.push((format!("{double}, take"), verdict.double_take));
        options.push((format!("{double}, pass"), verdict.double_pass));
        if verdict.beavers {
            options.push((format!("{double}, beaver"), 2.0 * verdict.double_take));
        }
    }
    let best = verdict.best();
    // The best first, then by what the player would get.
    options.sort_by(|a, b| (a.1 != best).cmp(&(b.1 != best)).then(b.1.total_cmp(&a.1)));
    let mut text = String::new();
    for (name, worth) in options {
        let difference = points(worth) - points(best);
        let difference = if worth == best { String::new() } else { format!("{difference:+.4}") };
        let mwc = if verdict.scale.is_match() {
            format!("   MWC {:6.2} %", 100.0 * worth)
        } else {
            String::new()
        };
        let line = format!("  {name:18}{:+.4}  {difference:>7}{mwc}", points(worth));
        writeln!(text, "{}", line.trim_end()).expect(STRING);
    }
    text
}

fn window_words(windows: &Windows) -> String {
    let percent = |p: f32| format!("{:.1} %", 100.0 * p);
    let too_good = windows.too_good_point.map_or("-".to_owned(), percent);
    format!(
        "\n  With a dead cube and as many gammons: take from {}, double from {},\n  \
         cash from {}, too good from {too_good}.\n  A gammon is worth {:.2} of a game more.\n",
        percent(windows.take_point),
        percent(windows.double_point),
        percent(windows.cash_point),
        windows.gammon_price,
    )
}
