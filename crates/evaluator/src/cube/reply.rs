//! Values of the answers to a double, a beaver or a raccoon.

use super::{CubeDecision, Scale, exceeds};
use sheshbesh_movegen::{Phase, Side, Situation};

/// Values of the answers to a double, a beaver or a raccoon, to the player who decides.
///
/// The unit is points per game at the present cube for a money game, and match winning chance for a
/// match. A pass loses the value of the cube before the turn that is answered; [`Phase`] defines
/// the present cube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReplyDecision {
    /// One of [`Phase::Doubled`], [`Phase::Beavered`] and [`Phase::Raccooned`].
    pub phase: Phase,
    /// Side that decides.
    pub decides: Side,
    /// Value of playing on with the cube as offered.
    pub take: f32,
    /// Value of giving up the game.
    pub pass: f32,
    /// Value of turning the cube once more (a beaver or a raccoon), if the rules allow it.
    pub turn: Option<f32>,
    /// Scale of points of the player who decides.
    pub scale: Scale,
}

/// An answer to a double, a beaver or a raccoon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// Play on with the cube as offered.
    Take,
    /// Give up the game.
    Pass,
    /// Answer a double by turning the cube once more.
    Beaver,
    /// Answer a beaver by turning the cube once more.
    Raccoon,
}

impl Reply {
    /// Name: `take`, `pass`, `beaver` or `raccoon`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Take => "take",
            Self::Pass => "pass",
            Self::Beaver => "beaver",
            Self::Raccoon => "raccoon",
        }
    }
}

impl ReplyDecision {
    /// Values of the answers to a beaver or to a raccoon; `None` in any other phase.
    ///
    /// `rolled` is the value to the player on roll of playing on with the present cube, and
    /// `raccooned` the value of playing on after a raccoon, in units of the raccooned cube. They
    /// differ only if [`Situation::final_raccoon`] ends the right to double. Only money games have
    /// beavers. Each turn of the cube can be passed for the cube's value before that turn.
    pub fn to_beaver(situation: &Situation, rolled: f32, raccooned: f32) -> Option<Self> {
        let (take, pass) = match situation.phase {
            Phase::Beavered => (rolled, -0.5),
            Phase::Raccooned => (-rolled, -0.5),
            Phase::BeforeRoll | Phase::Rolled(_) | Phase::Doubled => return None,
        };
        // The opponent takes or passes a raccoon, whichever costs less.
        let turn = situation.may_answer_by_turning().then(|| (2.0 * raccooned).min(1.0));
        let (phase, decides) = (situation.phase, situation.to_decide());
        Some(Self { phase, decides, take, pass, turn, scale: Scale::Money })
    }

    /// Values of the answers to a double.
    pub(crate) fn to_double(
        situation: &Situation,
        decision: &CubeDecision,
        double_take: f32,
    ) -> Self {
        let (scale, theirs): (_, fn(f32) -> f32) = match decision.scale {
            Scale::Money => (Scale::Money, |value| -value),
            Scale::Match { win, lose } => {
                (Scale::Match { win: 1.0 - lose, lose: 1.0 - win }, |value| 1.0 - value)
            }
        };
        Self {
            phase: situation.phase,
            decides: situation.to_decide(),
            take: theirs(double_take),
            pass: theirs(decision.double_pass),
            turn: situation.may_answer_by_turning().then(|| theirs(2.0 * double_take)),
            scale,
        }
    }

    /// Best answer. Equal answers are takes; see [`exceeds`].
    pub fn best(&self) -> Reply {
        let turned = if self.phase == Phase::Doubled { Reply::Beaver } else { Reply::Raccoon };
        let (mut best, mut value) = (Reply::Take, self.take);
        if let Some(turn) = self.turn.filter(|&turn| exceeds(turn, value)) {
            (best, value) = (turned, turn);
        }
        if exceeds(self.pass, value) { Reply::Pass } else { best }
    }

    /// Turn of the cube that is answered: `double`, `beaver` or `raccoon`.
    pub const fn answered(&self) -> &'static str {
        match self.phase {
            Phase::Beavered => "beaver",
            Phase::Raccooned => "raccoon",
            _ => "double",
        }
    }

    /// Best actions of both sides in the words of players, such as `Beaver, raccoon`.
    pub fn words(&self) -> &'static str {
        match (self.phase, self.best()) {
            (Phase::Beavered, Reply::Take | Reply::Beaver) => "Beaver, take",
            (Phase::Beavered, Reply::Pass) => "Beaver, pass",
            (Phase::Beavered, Reply::Raccoon) => "Beaver, raccoon",
            (Phase::Raccooned, Reply::Pass) => "Raccoon, pass",
            (Phase::Raccooned, _) => "Raccoon, take",
            (_, Reply::Pass) => "Double, pass",
            (_, Reply::Beaver) => "Double, beaver",
            (_, _) => "Double, take",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::{Cube, Game, Stakes};

    fn beavered(phase: Phase, value: u32) -> Situation {
        Situation {
            phase,
            cube: Cube::of_value(value, Some(Side::Opponent)).unwrap(),
            stakes: Stakes::Money { jacoby: false, beavers: true },
            ..Situation::new(Game::Backgammon.start(), Game::Backgammon)
        }
    }

    #[test]
    fn beavers_and_raccoons_are_answered_by_value() {
        for (phase, rolled, best, words) in [
            (Phase::Beavered, 0.1, Reply::Raccoon, "Beaver, raccoon"),
            (Phase::Beavered, 0.0, Reply::Take, "Beaver, take"),
            (Phase::Beavered, -0.3, Reply::Take, "Beaver, take"),
            (Phase::Beavered, -0.5, Reply::Take, "Beaver, take"),
            (Phase::Beavered, -0.51, Reply::Pass, "Beaver, pass"),
            // The opponent would pass a raccoon; with many gammons playing on is worth more.
            (Phase::Beavered, 0.9, Reply::Raccoon, "Beaver, raccoon"),
            (Phase::Beavered, 1.2, Reply::Take, "Beaver, take"),
            (Phase::Raccooned, 0.4, Reply::Take, "Raccoon, take"),
            (Phase::Raccooned, 0.6, Reply::Pass, "Raccoon, pass"),
            (Phase::Raccooned, -0.8, Reply::Take, "Raccoon, take"),
        ] {
            let replies = ReplyDecision::to_beaver(&beavered(phase, 8), rolled, rolled).unwrap();
            assert_eq!((replies.best(), replies.words()), (best, words), "{phase:?} {rolled}");
        }
    }

    #[test]
    fn a_final_raccoon_is_valued_without_the_right_to_double() {
        let replies = |raccooned| {
            ReplyDecision::to_beaver(&beavered(Phase::Beavered, 8), 0.1, raccooned).unwrap()
        };
        assert_eq!((replies(0.06).turn, replies(0.06).best()), (Some(0.12), Reply::Raccoon));
        assert_eq!((replies(0.04).turn, replies(0.04).best()), (Some(0.08), Reply::Take));
    }

    #[test]
    fn a_cube_at_its_limit_is_not_raccooned() {
        let last = Situation { largest_cube: 2, ..beavered(Phase::Beavered, 4) };
        let replies = ReplyDecision::to_beaver(&last, 0.2, 0.2).unwrap();
        assert_eq!((replies.turn, replies.best()), (None, Reply::Take));
        for phase in [Phase::BeforeRoll, Phase::Doubled] {
            assert_eq!(ReplyDecision::to_beaver(&beavered(phase, 4), 0.2, 0.2), None);
        }
    }
}
