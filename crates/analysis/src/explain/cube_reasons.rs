//! Numbers behind a cube decision: winning chances beside the points where the action changes, and
//! gammons with their values.

use crate::cube_windows::dead_cube_windows;
use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::{
    Settings,
    cube::{CubeModel, CubePoints, Efficiency, InvalidStakes, Phase},
};
use sheshbesh_movegen::{Side, Situation, Stakes};
use sheshbesh_network::{Outcomes, Probabilities};

/// Numbers behind a cube decision, from the cubeless chances before the roll and the cube model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubeReasons {
    /// Winning chance of the player on roll, 0 to 1.
    pub win: f32,
    /// Minimum winning chance for doubling, at the same gammon rates and with a practical cube; null
    /// if doubling is never right.
    pub double_point: Option<f32>,
    /// Minimum winning chance at which playing for a gammon is worth more than a pass; null if there
    /// is none.
    pub too_good_point: Option<f32>,
    /// Minimum winning chance at which the opponent takes; null if they take or pass always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take_point: Option<TakePoint>,
    /// Shares of gammons among wins, backgammons included.
    pub gammons: BothSides,
    /// Gammon values at the present cube.
    pub gammon_values: BothSides,
    /// Gammon values after the double.
    pub doubled_gammon_values: BothSides,
}

/// Opponent's take point: the minimum chance to win with which a take is right, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TakePoint {
    /// Cube that is never turned again.
    pub dead: f32,
    /// Cube that is always turned at the best moment.
    pub live: f32,
    /// Cube with the efficiency of the position's class.
    pub practical: f32,
}

/// A number of each side. A gammon value is the gain from a gammon over a win, relative to the
/// difference between a win and a loss: 0.5 for money.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BothSides {
    /// Player on roll.
    pub own: f32,
    /// Opponent.
    pub opponent: f32,
}

impl CubeReasons {
    /// Computes the numbers for chances before the roll; `settings` and `phase` are those of the
    /// evaluation.
    ///
    /// # Errors
    /// If the stakes are invalid.
    pub fn new(
        situation: &Situation,
        settings: &Settings,
        outcomes: &Outcomes,
        phase: Phase,
    ) -> Result<Self, InvalidStakes> {
        let p = Probabilities::from(*outcomes);
        let equities = settings.equities.of(situation);
        let points = |efficiency| {
            let model = CubeModel::new(situation, &equities, efficiency, true)?;
            Ok(CubePoints::new(situation, &model, outcomes, phase))
        };
        let live = points(Efficiency::constant(1.0))?;
        let practical = points(settings.efficiency_in(situation.game))?;
        let dead = dead_cube_windows(situation, &equities, &p);
        let take_point = practical.cash_point.zip(live.cash_point).map(|(practical, live)| {
            let [dead, live, practical] = [dead.cash_point, live, practical].map(|cash| 1.0 - cash);
            TakePoint { dead, live, practical }
        });
        let share = |gammons: f32, wins: f32| if wins > 0.0 { gammons / wins } else { 0.0 };
        let doubled = situation.cube.turned_to(Some(Side::Opponent)).unwrap_or(situation.cube);
        let gammon_values = |at: &Situation| {
            let jacoby = matches!(at.stakes, Stakes::Money { jacoby: true, .. });
            if jacoby && at.cube.owner().is_none() {
                return BothSides { own: 0.0, opponent: 0.0 };
            }
            let value = |at: &Situation| dead_cube_windows(at, &equities, &p).gammon_price;
            BothSides { own: value(at), opponent: value(&at.handed_over(at.position)) }
        };
        Ok(Self {
            win: p.win,
            double_point: practical.double_point,
            too_good_point: practical.too_good_point,
            take_point,
            gammons: BothSides {
                own: share(p.win_gammon, p.win),
                opponent: share(p.lose_gammon, p.lose()),
            },
            gammon_values: gammon_values(situation),
            doubled_gammon_values: gammon_values(&Situation { cube: doubled, ..*situation }),
        })
    }

    /// Returns the numbers in sentences.
    pub(super) fn sentences(&self) -> Vec<String> {
        let percent = |chance: f32| format!("{:.1} %", 100.0 * chance);
        let mut said = Vec::new();
        let mut first = format!("The player on roll wins {}", percent(self.win));
        if let Some(point) = self.double_point {
            // Trailing in the game after the Crawford game, a player doubles at once.
            let from = if point < 0.0005 {
                "with any chances".to_owned()
            } else {
                format!("from {}", percent(point))
            };
            first += &format!("; by the cube model, doubling is right {from}");
            if let Some(too_good) = self.too_good_point {
                first += &format!(", and playing on for a gammon from {}", percent(too_good));
            }
        }
        said.push(first + ".");
        if let Some(TakePoint { dead, live, practical }) = self.take_point {
            let [dead, live, practical] = [dead, live, practical].map(percent);
            // A cube that is dead after the double has one take point.
            let others = if dead == practical && live == practical {
                String::new()
            } else {
                format!(" ({dead} with a dead cube, {live} with a live one)")
            };
            let win = percent(1.0 - self.win);
            said.push(format!("The opponent wins {win} and takes from {practical}{others}."));
        }
        said.extend(self.gammon_sentences());
        said
    }

    /// States gammon rates and values; empty if no gammon counts.
    fn gammon_sentences(&self) -> Option<String> {
        let Self { gammons, gammon_values: now, doubled_gammon_values: doubled, .. } = *self;
        let counts = [now.own, now.opponent, doubled.own, doubled.opponent];
        let happens = gammons.own + gammons.opponent > 0.0;
        if !happens || counts.iter().all(|&value| value == 0.0) {
            return None;
        }
        let values = |of: BothSides| {
            let [own, opponent] = [of.own, of.opponent].map(|value| format!("{value:.2}"));
            if own == opponent {
                format!("{own} for both sides")
            } else {
                format!("{own} for the player on roll and {opponent} for the opponent")
            }
        };
        let (now, doubled) = (values(now), values(doubled));
        let doubled =
            if now == doubled { String::new() } else { format!(", and after a double {doubled}") };
        Some(format!(
            "Gammons are {:.1} % of the wins and {:.1} % of the losses. The gammon value is \
             {now}{doubled}.",
            100.0 * gammons.own,
            100.0 * gammons.opponent,
        ))
    }
}
