//! What to do with the cube: the answer of `shesh cube`.

use super::{
    STRING,
    head::{EngineId, Head},
    probabilities::{Fields, wins_and_losses},
    stakes::stakes_words,
};
use crate::{explained::CubeExplanation, stated::counts_gammons};
use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::{
    cube::{CubeVerdict, MatchEquityTable},
    windows::Windows,
};
use sheshbesh_movegen::{BySide, Situation};
use sheshbesh_network::Probabilities;
use std::fmt::Write;

/// What to do with the cube, and what each thing that can be done is worth, in points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubeAnswer {
    /// Who judged what.
    #[serde(flatten)]
    pub head: Head,
    /// Plies of the search.
    pub ply: u32,
    /// The best that both sides can do, as players say it, such as `Double, take`.
    pub action: String,
    /// Whether the player on roll may double at all.
    pub may_double: bool,
    /// Rolling without doubling.
    pub no_double: f32,
    /// Doubling, when the opponent takes; as `no_double` where the player on roll may not double.
    pub double_take: f32,
    /// Doubling, when the opponent passes.
    pub double_pass: f32,
    /// The same as chances to win the match, where one is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc: Option<CubeChances>,
    /// Before the roll.
    pub cubeless_equity: f32,
    /// Before the roll, cubeless.
    #[serde(with = "Fields")]
    #[cfg_attr(feature = "openapi", schema(value_type = Fields))]
    pub probabilities: Probabilities,
    /// With a dead cube and as many gammons.
    pub windows: CubeWindows,
    /// What there is to say of it, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<CubeExplanation>,
}

/// Chances to win the match, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubeChances {
    /// Rolling without doubling.
    pub no_double: f32,
    /// Doubling, when the opponent takes.
    pub double_take: f32,
    /// Doubling, when the opponent passes.
    pub double_pass: f32,
}

/// [`Windows`] of a dead cube.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubeWindows {
    /// The least chance to win with which the opponent's double is taken.
    pub take_point: f32,
    /// The least chance to win with which to double.
    pub double_point: f32,
    /// From here on the opponent passes.
    pub cash_point: f32,
    /// From here on playing for the gammon is worth more; nothing where no gammons are won.
    pub too_good_point: Option<f32>,
    /// What a gammon adds to a win, as a share of what a win is worth against a loss.
    pub gammon_price: f32,
}

impl From<Windows> for CubeWindows {
    fn from(windows: Windows) -> Self {
        let Windows { take_point, double_point, cash_point, too_good_point, gammon_price } =
            windows;
        Self { take_point, double_point, cash_point, too_good_point, gammon_price }
    }
}

impl CubeAnswer {
    /// From a verdict on a situation, judged with these match equities.
    ///
    /// ```
    /// use sheshbesh_analysis::verdicts::{CubeAnswer, EngineId};
    /// use sheshbesh_evaluator::{Depth, Evaluator, Settings};
    /// use sheshbesh_movegen::{Game, Situation};
    /// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    /// let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
    /// let verdict = evaluator.cube_decision(&start, Depth::ONE)?;
    /// let equities = &evaluator.settings().equities;
    /// let answer = CubeAnswer::new(EngineId::program(), &start, &verdict, equities);
    /// assert_eq!((answer.action.as_str(), answer.mwc), ("No double, take", None));
    /// # Ok::<(), sheshbesh_evaluator::CannotJudge>(())
    /// ```
    pub fn new(
        engine: EngineId,
        situation: &Situation,
        verdict: &CubeVerdict,
        equities: &MatchEquityTable,
    ) -> Self {
        let &CubeVerdict { no_double, double_take, double_pass, may_double, scale, .. } = verdict;
        let p = Probabilities::from(verdict.outcomes);
        let chances = CubeChances { no_double, double_take, double_pass };
        Self {
            head: Head::new(engine, situation),
            ply: verdict.depth.plies(),
            action: verdict.words().to_owned(),
            may_double,
            no_double: scale.points(no_double),
            double_take: scale.points(double_take),
            double_pass: scale.points(double_pass),
            mwc: scale.is_match().then_some(chances),
            cubeless_equity: p.equity_by(situation.worth_of_wins()),
            probabilities: p,
            windows: dead_cube_windows(situation, equities, &p).into(),
            explanation: None,
        }
    }
}

/// The verdict in words and numbers, to stand below the board.
pub fn cube_words(
    situation: &Situation,
    verdict: &CubeVerdict,
    equities: &MatchEquityTable,
) -> String {
    let p = Probabilities::from(verdict.outcomes);
    let mut text =
        format!("Before the roll, at {}-ply,\n{}\n\n", verdict.depth, stakes_words(situation));
    text.push_str(&wins_and_losses(situation.game, &p));
    let cubeless = p.equity_by(situation.worth_of_wins());
    writeln!(text, "\n  cubeless equity   {cubeless:+.4}\n").expect(STRING);
    text.push_str(&cube_options(verdict));
    writeln!(text, "\n  {}", verdict.words()).expect(STRING);
    if verdict.may_double {
        let windows = dead_cube_windows(situation, equities, &p);
        text.push_str(&window_words(&windows, counts_gammons(situation)));
    }
    text
}

/// The dead cube's windows with the gammons of this position.
pub(crate) fn dead_cube_windows(
    situation: &Situation,
    equities: &MatchEquityTable,
    p: &Probabilities,
) -> Windows {
    let share = |part: f32, whole: f32| if whole > 1e-6 { part / whole } else { 0.0 };
    let [single, gammon, backgammon] = situation.worth_of_wins().map(f32::from);
    let gammons =
        BySide { on_roll: share(p.win_gammon, p.win), opponent: share(p.lose_gammon, p.lose()) };
    let gammons = gammons.map(|share| share * (gammon - single));
    let windows = match situation.away() {
        None => {
            let backgammons = BySide {
                on_roll: share(p.win_backgammon, p.win),
                opponent: share(p.lose_backgammon, p.lose()),
            };
            let points = gammons
                .zip(backgammons)
                .map(|(gammons, share)| single + gammons + share * (backgammon - gammon));
            Windows::money(points.on_roll, points.opponent)
        }
        Some(away) => {
            let value = situation.cube.value() as i32;
            Windows::of_match(equities, away, value, situation.is_one_away(), gammons)
        }
    };
    let gammon_price = if counts_gammons(situation) { windows.gammon_price } else { 0.0 };
    Windows { gammon_price, ..windows }
}

/// What can be done, a line each, the best for both sides first, with the difference to it.
pub fn cube_options(verdict: &CubeVerdict) -> String {
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

/// The windows in words; of games without gammons, only those that there are without them.
fn window_words(windows: &Windows, has_gammons: bool) -> String {
    let percent = |p: f32| format!("{:.1} %", 100.0 * p);
    if !has_gammons {
        return format!(
            "\n  With a dead cube: take from {}, double from {}, cash from {}.\n",
            percent(windows.take_point),
            percent(windows.double_point),
            percent(windows.cash_point),
        );
    }
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
