//! Cube decisions.

use super::{CubeModel, CubeValues, Phase, RootSide, Scale, exceeds};
use crate::{Depth, TruncatedRollout};
use sheshbesh_movegen::{Answer, Side, Situation};
use sheshbesh_network::Outcomes;

/// Search result of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeValue {
    /// Cubeless outcomes for the player on roll.
    pub(crate) outcomes: Outcomes,
    /// Values to A for every state of the cube.
    pub(crate) values: CubeValues,
}

/// Values of the cube actions to the player on roll.
///
/// The unit is points per game at the present cube for a money game, and match winning chance for a
/// match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeDecision {
    /// Value of rolling without doubling.
    pub no_double: f32,
    /// Value of doubling if the opponent takes; equal to `no_double` if the player on roll may not
    /// double.
    pub double_take: f32,
    /// Value of doubling if the opponent passes.
    pub double_pass: f32,
    /// True if the player on roll may double.
    pub may_double: bool,
    /// True if the opponent may beaver.
    pub beavers: bool,
    /// True if the player on roll owns the cube, so that doubling is redoubling.
    pub redouble: bool,
    /// Cubeless outcomes of the position before the roll.
    pub outcomes: Outcomes,
    /// Search depth; with a rollout, depth of the search before it.
    pub depth: Depth,
    /// The truncated rollout that evaluated the actions, if one did.
    pub rollout: Option<TruncatedRollout>,
    /// Conversion of the values to points.
    pub scale: Scale,
}

/// Values of the cube actions to the player on roll, all on one scale, and the choices that the
/// rules allow. Best actions follow from them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActionValues {
    /// Value of rolling without doubling.
    pub no_double: f32,
    /// Value of doubling if the opponent takes.
    pub double_take: f32,
    /// Value of doubling if the opponent passes.
    pub double_pass: f32,
    /// True if the player on roll may double.
    pub may_double: bool,
    /// True if the opponent may beaver.
    pub beavers: bool,
}

impl ActionValues {
    /// Best answer of the opponent. Equal answers are takes; see [`exceeds`].
    pub fn response(&self) -> Answer {
        if exceeds(self.double_take, self.double_pass) {
            Answer::Pass
        } else if self.beavers && exceeds(0.0, self.double_take) {
            Answer::Beaver
        } else {
            Answer::Take
        }
    }

    /// Value of doubling with the opponent's best answer. A beaver doubles the cube again; the
    /// opponent keeps it.
    pub fn double(&self) -> f32 {
        match self.response() {
            Answer::Take => self.double_take,
            Answer::Pass => self.double_pass,
            Answer::Beaver => 2.0 * self.double_take,
        }
    }

    /// Value of the position before the cube action.
    pub fn best(&self) -> f32 {
        if self.may_double { self.no_double.max(self.double()) } else { self.no_double }
    }
}

/// True if the opponent may beaver when the player on roll doubles.
///
/// ```
/// use sheshbesh_evaluator::cube::allows_beaver;
/// use sheshbesh_movegen::{Game, Situation, Stakes};
/// let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
/// let stakes = Stakes::Money { jacoby: false, beavers: true };
/// assert!(!allows_beaver(&start) && allows_beaver(&Situation { stakes, ..start }));
/// ```
pub fn allows_beaver(situation: &Situation) -> bool {
    // The double is the first turn, the beaver the second.
    situation.stakes.beavers()
        && situation.turns_left() >= 2
        && situation.cube.barred() != Some(Side::Opponent)
}

/// Best actions of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubeAction {
    /// The player on roll cannot turn the cube.
    NotAvailable,
    /// Do not double; the opponent would take.
    NoDouble,
    /// Do not double; the opponent would beaver.
    NoDoubleBeaver,
    /// Double; the opponent takes.
    DoubleTake,
    /// Double; the opponent may take or beaver, as in positions in which the Jacoby rule makes an
    /// underdog's double correct.
    DoubleBeaver,
    /// Double; the opponent passes.
    DoublePass,
    /// Too good to double: playing on for the gammon is worth more than the opponent's pass.
    TooGoodPass,
    /// Too good to double, although the opponent would take.
    TooGoodTake,
}

impl CubeDecision {
    /// Derives the cube decision of a situation from its model and its evaluation before the roll.
    pub(crate) fn new(
        situation: &Situation,
        model: &CubeModel,
        value: &NodeValue,
        depth: Depth,
    ) -> Self {
        let (no_double, may_double) = (model.present(&value.values), model.may_double());
        // A search does not evaluate a cube that cannot be turned.
        let double_take = if may_double { model.double_take(&value.values) } else { no_double };
        let no_double = model.rolling_on(0, RootSide::A, no_double, double_take);
        Self {
            no_double,
            double_take,
            double_pass: model.double_pass(),
            may_double,
            beavers: allows_beaver(situation),
            redouble: situation.cube.owner() == Some(Side::OnRoll),
            outcomes: value.outcomes,
            depth,
            rollout: None,
            scale: model.scale(),
        }
    }

    /// Derives the cube decision from given outcomes, at 1-ply by the model alone, without a
    /// search.
    ///
    /// ```
    /// use sheshbesh_evaluator::cube::{
    ///     CubeAction, CubeModel, CubeDecision, Efficiency, MatchEquityTable, Phase,
    /// };
    /// use sheshbesh_movegen::{Class, Game, Situation};
    /// use sheshbesh_network::Outcomes;
    /// let money = Situation::new(Game::Backgammon.start(), Game::Backgammon);
    /// let table = MatchEquityTable::kazaross_xg2();
    /// let model = CubeModel::new(&money, &table, Efficiency::default(), true)?;
    /// let chances = Outcomes([0.701, 0.019, 0.001, 0.259, 0.02, 0.0]);
    /// let phase = Phase::of_class(Class::Contact);
    /// let decision = CubeDecision::of_outcomes(&money, &model, &chances, phase);
    /// assert_eq!(decision.action(), CubeAction::DoubleTake);
    /// # Ok::<(), sheshbesh_evaluator::cube::InvalidStakes>(())
    /// ```
    pub fn of_outcomes(
        situation: &Situation,
        model: &CubeModel,
        outcomes: &Outcomes,
        phase: Phase,
    ) -> Self {
        let values = model.leaf_values(outcomes, || phase, RootSide::A);
        Self::new(situation, model, &NodeValue { outcomes: *outcomes, values }, Depth::ONE)
    }

    /// The values alone.
    pub const fn values(&self) -> ActionValues {
        let &Self { no_double, double_take, double_pass, may_double, beavers, .. } = self;
        ActionValues { no_double, double_take, double_pass, may_double, beavers }
    }

    /// The values in points.
    pub fn points(&self) -> ActionValues {
        let points = |value| self.scale.points(value);
        ActionValues {
            no_double: points(self.no_double),
            double_take: points(self.double_take),
            double_pass: points(self.double_pass),
            ..self.values()
        }
    }

    /// Best answer of the opponent; see [`ActionValues::response`].
    pub fn response(&self) -> Answer {
        self.values().response()
    }

    /// Value of doubling with the opponent's best answer; see [`ActionValues::double`].
    pub fn double(&self) -> f32 {
        self.values().double()
    }

    /// Value of the position before the cube action.
    pub fn best(&self) -> f32 {
        self.values().best()
    }

    /// True if doubling is at least as good as not doubling; see [`exceeds`].
    pub fn doubles(&self) -> bool {
        self.may_double && !exceeds(self.no_double, self.double())
    }

    /// Best actions of both sides.
    pub fn action(&self) -> CubeAction {
        if !self.may_double {
            return CubeAction::NotAvailable;
        }
        match (self.doubles(), self.response()) {
            (true, Answer::Take) => CubeAction::DoubleTake,
            (true, Answer::Beaver) => CubeAction::DoubleBeaver,
            (true, Answer::Pass) => CubeAction::DoublePass,
            (false, Answer::Pass) => CubeAction::TooGoodPass,
            (false, Answer::Beaver) => CubeAction::NoDoubleBeaver,
            (false, Answer::Take) if exceeds(self.no_double, self.double_pass) => {
                CubeAction::TooGoodTake
            }
            (false, Answer::Take) => CubeAction::NoDouble,
        }
    }

    /// The action in the words of players.
    pub fn words(&self) -> &'static str {
        match (self.action(), self.redouble) {
            (CubeAction::NotAvailable, _) => "No cube available",
            (CubeAction::NoDouble, false) => "No double, take",
            (CubeAction::NoDouble, true) => "No redouble, take",
            (CubeAction::NoDoubleBeaver, false) => "No double, beaver",
            (CubeAction::NoDoubleBeaver, true) => "No redouble, beaver",
            (CubeAction::DoubleTake, false) => "Double, take",
            (CubeAction::DoubleTake, true) => "Redouble, take",
            (CubeAction::DoubleBeaver, false) => "Double, beaver",
            (CubeAction::DoubleBeaver, true) => "Redouble, beaver",
            (CubeAction::DoublePass, false) => "Double, pass",
            (CubeAction::DoublePass, true) => "Redouble, pass",
            (CubeAction::TooGoodPass, false) => "Too good to double, pass",
            (CubeAction::TooGoodPass, true) => "Too good to redouble, pass",
            (CubeAction::TooGoodTake, false) => "Too good to double, take",
            (CubeAction::TooGoodTake, true) => "Too good to redouble, take",
        }
    }
}
