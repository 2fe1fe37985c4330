//! What a position is worth: the answer of `shesh evaluate`.

use super::{
    STRING,
    head::{EngineId, Head},
    probabilities::{Fields, wins_and_losses},
    race::Race,
    stakes::stakes_words,
};
use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::{Verdict, cube::CubeModel};
use sheshbesh_movegen::Situation;
use sheshbesh_network::Probabilities;
use std::fmt::Write;

/// What a position is worth to the player on roll, before the roll.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Evaluation {
    /// Who judged what.
    #[serde(flatten)]
    pub head: Head,
    /// Plies of the search.
    pub ply: u32,
    /// Cubeless, in points per game at cube 1.
    pub equity: f32,
    /// With the cube where it was asked for, in points, before it is considered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cubeful_equity: Option<f32>,
    /// The chance to win the match, where one is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc: Option<f32>,
    /// Cubeless.
    #[serde(with = "Fields")]
    #[cfg_attr(feature = "openapi", schema(value_type = Fields))]
    pub probabilities: Probabilities,
    /// What people count, in a race.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub race: Option<Race>,
}

impl Evaluation {
    /// From a verdict on a situation, judged for these stakes; `cubeful` says whether the cube was
    /// asked for.
    pub fn new(
        engine: EngineId,
        situation: &Situation,
        verdict: &Verdict,
        stakes: &CubeModel,
        cubeful: bool,
        race: Option<Race>,
    ) -> Self {
        let p = verdict.probabilities();
        Self {
            head: Head::new(engine, situation),
            ply: verdict.depth.plies(),
            equity: p.equity_by(situation.worth_of_wins()),
            cubeful_equity: cubeful.then(|| stakes.points(verdict.worth)),
            mwc: stakes.is_match().then_some(verdict.worth),
            probabilities: p,
            race,
        }
    }

    /// The verdict in words and numbers, to stand below the board of the situation.
    pub fn words(&self, situation: &Situation) -> String {
        let stakes = if self.cubeful_equity.is_some() || self.mwc.is_some() {
            format!(",\n{}", stakes_words(situation))
        } else {
            String::new()
        };
        let is_over = situation.game.end(&situation.position, None).is_some();
        let mut text = if is_over {
            format!("The game is over; the player on roll{stakes}\n\n")
        } else {
            format!("Before the roll, at {}-ply, the player on roll{stakes}\n\n", self.ply)
        };
        text.push_str(&wins_and_losses(situation.game, &self.probabilities));
        writeln!(text, "\nCubeless equity {:+.4} points per game", self.equity).expect(STRING);
        if let Some(equity) = self.cubeful_equity {
            writeln!(text, "Cubeful equity  {equity:+.4}, before deciding on the cube")
                .expect(STRING);
        }
        if let Some(mwc) = self.mwc {
            writeln!(text, "Chance to win the match {:.2} %", 100.0 * mwc).expect(STRING);
        }
        if let Some(race) = &self.race {
            text.push('\n');
            text.push_str(&race.words());
        }
        text
    }
}
