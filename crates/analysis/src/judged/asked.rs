//! One evaluator that is asked about one decision after the other, and what its answers are made of.

use super::{document::Decision, preset::Preset, questions::Question, rounded::rounded};
use sheshbesh_evaluator::{CannotJudge, Evaluator, Stopped, cube::Scale};
use sheshbesh_movegen::{Family, Phase, Seat, Situation, notation};
use sheshbesh_network::Probabilities;
use sheshbesh_record::Chances;

/// What the rules forbid and was done nevertheless: a play, or a turn of the cube.
pub(super) const ILLEGAL: &str = "illegal";

/// Why a match is not judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotJudged {
    /// The network does not know the game, or the stakes make no sense.
    #[error(transparent)]
    CannotJudge(#[from] CannotJudge),
    /// Somebody said stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// An evaluator that judges decisions as a preset says.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) evaluator: Evaluator,
    pub(super) preset: Preset,
}

impl Asked {
    /// What is to be said of a decision.
    pub(super) fn answer(
        &mut self,
        question: &Question<'_>,
    ) -> Result<Option<Decision>, NotJudged> {
        if question.kind.is_cube() { self.cube(question) } else { self.play(question).map(Some) }
    }

    /// Goes on unless somebody said stop: searches that were stopped answer with less than was asked.
    pub(super) fn check_stop(&self) -> Result<(), Stopped> {
        if self.evaluator.settings().stop.is_due() { Err(Stopped) } else { Ok(()) }
    }
}

/// What a difference of worths is, told in each unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Difference {
    pub(super) emg: f64,
    pub(super) mwc: Option<f64>,
    pub(super) points: Option<f64>,
}

impl Difference {
    /// From a worth to another, for a cube that shows so much.
    pub(super) fn between(from: f64, to: f64, scale: Scale, cube: u32) -> Self {
        match scale {
            Scale::Money => {
                let emg = to - from;
                let points = Some(rounded(emg * f64::from(cube)));
                Self { emg: rounded(emg), mwc: None, points }
            }
            Scale::Match { .. } => {
                let emg = points(scale, to) - points(scale, from);
                Self { emg: rounded(emg), mwc: Some(rounded(to - from)), points: None }
            }
        }
    }
}

/// A worth as normalized equity: [`Scale::points`], without rounding on the way.
pub(super) fn points(scale: Scale, worth: f64) -> f64 {
    match scale {
        Scale::Money => worth,
        Scale::Match { win, lose } => {
            let (win, lose) = (f64::from(win), f64::from(lose));
            (2.0 * worth - win - lose) / (win - lose).max(1e-9)
        }
    }
}

/// As a chance to win the match, where one is played.
pub(super) fn chance(scale: Scale, worth: f64) -> Option<f64> {
    scale.is_match().then(|| rounded(worth))
}

/// 1 for the player at the top, who stands on the left of a text.
pub(super) const fn number(seat: Seat) -> u8 {
    match seat {
        Seat::Top => 1,
        Seat::Bottom => 2,
    }
}

/// Probabilities as documents have them.
pub(super) fn chances(p: Probabilities) -> Chances {
    let of = |p: f32| rounded(p.into());
    Chances {
        win: of(p.win),
        win_gammon: of(p.win_gammon),
        win_backgammon: of(p.win_backgammon),
        lose_gammon: of(p.lose_gammon),
        lose_backgammon: of(p.lose_backgammon),
    }
}

/// The whole table, where its game has IDs for that.
pub(super) fn xgid(table: &Situation) -> Option<String> {
    (table.game.family() == Family::Hitting).then(|| table.xgid())
}

/// A decision of which nothing has been judged yet.
pub(super) fn unjudged(question: &Question<'_>) -> Decision {
    let Question { kind, seat, table, line, comment, .. } = question;
    let dice = match table.phase {
        Phase::Rolled(dice) => Some(dice.to_string()),
        _ => None,
    };
    Decision {
        seat: number(*seat),
        kind: *kind,
        line: (*line > 0).then_some(*line),
        position_id: notation::position_id(table.game, &table.position),
        xgid: xgid(table),
        dice,
        played: String::new(),
        best: None,
        loss: None,
        loss_mwc: None,
        loss_points: None,
        counted: false,
        counted_by_gnubg: false,
        error: None,
        ply: 0,
        rollout_games: None,
        equity: None,
        mwc: None,
        plays: None,
        gap: None,
        luck: None,
        luck_mwc: None,
        luck_points: None,
        comment: comment.map(str::to_owned),
        candidates: Vec::new(),
        cube: None,
        explanation: None,
    }
}

impl Decision {
    /// Sets what is lost.
    pub(super) fn lose(&mut self, loss: Difference) {
        self.loss = Some(loss.emg);
        (self.loss_mwc, self.loss_points) = (loss.mwc, loss.points);
    }

    /// The same before anything has been done.
    pub(super) fn undecided(self) -> Self {
        Self {
            played: String::new(),
            loss: None,
            loss_mwc: None,
            loss_points: None,
            error: None,
            ..self
        }
    }
}
