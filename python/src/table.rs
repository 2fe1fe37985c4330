//! A table for two players, decision by decision.

use crate::{
    dice::{numbers, roll},
    duel::cube_rules,
    errors::nonsense,
    position::{self, Position, parse_game},
    unsigned::Unsigned,
};
use numpy::PyArray1;
use pyo3::{prelude::*, types::PyTuple};
use sheshbesh_arena::Visibility;
use sheshbesh_movegen::{
    Action, BySeat, Cube, CubeRules, Decision, Dice, Game, GameResult, Opening, Phase, Referee,
    Seat, Side, Situation, Stakes,
    notation::{self, PASS},
    random::{GameRng, die, game_rng, opening_dice},
};

/// Names of actions, by index. Plays have the indices after these, in the order of their list.
const NAMES: [&str; 6] = ["roll", "double", "take", "pass", "beaver", "raccoon"];
const ROLL: usize = 0;
const DOUBLE: usize = 1;
const TAKE: usize = 2;
const PASS_CUBE: usize = 3;
const BEAVER: usize = 4;
const RACCOON: usize = 5;

/// Upper bound of the number of plays of a roll: C(18, 4) ways to distribute the four moves of a
/// double over fifteen checkers; rolls of two different numbers have fewer.
const MOST_PLAYS: usize = 3060;

/// Number of values in an observation besides the features of the position: the cube (4), the score
/// (3), the decision (5), and 6 for each die of a roll.
const fn around(dice: usize) -> usize {
    6 * dice + 4 + 3 + 5
}

/// A table for a game or a match, with or without a cube. It rolls the dice unless told otherwise,
/// and stops at each decision.
#[pyclass(module = "sheshbesh")]
#[derive(Clone)]
pub(crate) struct Table {
    referee: Referee,
    /// True for independent games, which the bottom player starts.
    alone: bool,
    rng: GameRng,
    /// True if the table rolls the dice, false if the caller does.
    rolls: bool,
    /// True if the player who may double has chosen to roll.
    to_roll: bool,
    result: Option<GameResult>,
}

#[pymethods]
impl Table {
    #[new]
    #[pyo3(signature = (game = "backgammon", length = Unsigned(0), cube = false, seed = Unsigned(0), number = Unsigned(0), rolls = true, jacoby = false, beavers = false, position = None, dice = None))]
    #[expect(clippy::too_many_arguments, reason = "people name them")]
    fn new(
        game: &str,
        length: Unsigned<u16>,
        cube: bool,
        seed: Unsigned<u64>,
        number: Unsigned<u64>,
        rolls: bool,
        jacoby: bool,
        beavers: bool,
        position: Option<&Bound<'_, PyAny>>,
        dice: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (Unsigned(length), Unsigned(seed), Unsigned(number)) = (length, seed, number);
        let mut game = parse_game(game)?;
        let mut dice = dice.map(roll).transpose()?;
        let mut start = None;
        if let Some(position) = position {
            let placed = read_start(position, game)?;
            (game, start) = (placed.game, Some(placed.position));
            if let Phase::Rolled(of_id) = placed.phase {
                dice = dice.or(Some(of_id));
            }
        }
        let mut agreed = cube_rules(game, length, cube)?;
        if (jacoby || beavers) && (length > 0 || !cube) {
            return Err(nonsense("jacoby and beavers belong to money games with a cube"));
        }
        if let Some(CubeRules {
            session: sheshbesh_movegen::Session::Money { jacoby: j, beavers: b, .. },
            ..
        }) = &mut agreed
        {
            (*j, *b) = (jacoby, beavers);
        }
        let alone = agreed.is_none();
        let rules = agreed.unwrap_or(CubeRules::NO_CUBE);
        let referee = match start {
            None if dice.is_some() => return Err(nonsense("dice belong to a position")),
            None => Referee::new(game, rules),
            Some(position) => {
                let phase = dice.map_or(Phase::BeforeRoll, Phase::Rolled);
                let stakes = rules.stakes(false);
                let largest_cube = rules.largest_cube;
                let new = Situation::new(position, game);
                let table = Situation { phase, stakes, largest_cube, ..new };
                Referee::resume(rules, table, 0).map_err(nonsense)?
            }
        };
        let rng = game_rng(seed, number);
        let mut table = Self { referee, alone, rng, rolls, to_roll: false, result: None };
        table.advance();
        Ok(table)
    }

    /// Pending decision: `roll` (or double), `play`, `take` (or pass, or beaver), `beaver` (answer
    /// to a beaver), `raccoon` (answer to a raccoon), `dice` (the caller must roll), or `over`.
    #[getter]
    fn decision(&self) -> &'static str {
        match self.referee.to_decide() {
            Decision::Opening => "dice",
            Decision::Roll { may_double, .. } if self.to_roll || !may_double => "dice",
            Decision::Roll { .. } => "roll",
            Decision::Play { .. } => "play",
            Decision::Double { .. } => "take",
            Decision::Beaver { .. } => "beaver",
            Decision::Raccoon { .. } => "raccoon",
            Decision::Resignation { .. } | Decision::NextGame | Decision::MatchOver { .. } => {
                "over"
            }
        }
    }

    /// Player who must decide, 0 or 1; `None` without a decision. Player 0 starts independent
    /// games.
    #[getter]
    fn player(&self) -> Option<usize> {
        if self.decision() == "dice" {
            return None;
        }
        self.referee.to_decide().seat().map(number)
    }

    /// True if the game, or the match, is over.
    #[getter]
    fn over(&self) -> bool {
        self.decision() == "over"
    }

    /// Rewards of both players: points of a game, or 1 and -1 for a match; zeros until it is over.
    #[getter]
    fn rewards(&self) -> (f32, f32) {
        let of = |winner: Seat, points: f32| match winner {
            Seat::Bottom => (points, -points),
            Seat::Top => (-points, points),
        };
        match (self.referee.to_decide(), self.result) {
            (Decision::MatchOver { winner }, _) => of(winner, 1.0),
            (Decision::NextGame, Some(GameResult { winner: Some(winner), points, .. })) => {
                of(winner, points as f32)
            }
            _ => (0.0, 0.0),
        }
    }

    /// Match score of both players in points.
    #[getter]
    fn score(&self) -> (u16, u16) {
        let score = self.referee.score();
        (score[Seat::Bottom], score[Seat::Top])
    }

    /// Roll to be played, a tuple with the highest number first; `None` before the roll.
    #[getter]
    fn dice<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let numbers = |dice: Dice| PyTuple::new(py, dice.numbers().collect::<Vec<u8>>());
        self.rolled().map(numbers).transpose()
    }

    /// Value and owner of the cube; the owner of a centred cube is `None`.
    #[getter]
    fn cube(&self) -> (u32, Option<usize>) {
        let table = self.referee.table();
        (table.cube.value(), table.cube.owner().map(|side| number(table.seat.of(side))))
    }

    /// Position from the view of the player on roll.
    #[getter]
    fn position(&self) -> Position {
        let table = self.referee.table();
        Position { game: table.game, position: table.position }
    }

    /// XGID of the table, preceded by the game unless it is backgammon.
    #[getter]
    fn xgid(&self) -> String {
        self.referee.table().xgid()
    }

    /// Short description of the table.
    fn __repr__(&self) -> String {
        format!("<table at {:?}: {}>", self.position().id(), self.decision())
    }

    /// Indices of the legal actions, in ascending order.
    fn legal(&self) -> Vec<usize> {
        match self.referee.to_decide() {
            _ if self.player().is_none() => vec![],
            Decision::Roll { .. } => vec![ROLL, DOUBLE],
            Decision::Play { .. } => {
                (NAMES.len()..NAMES.len() + self.referee.legal_plays().len()).collect()
            }
            Decision::Double { may_beaver, .. } => {
                [&[TAKE, PASS_CUBE][..], if may_beaver { &[BEAVER] } else { &[] }].concat()
            }
            Decision::Beaver { may_raccoon, .. } => {
                [&[TAKE, PASS_CUBE][..], if may_raccoon { &[RACCOON] } else { &[] }].concat()
            }
            Decision::Raccoon { .. } => vec![TAKE, PASS_CUBE],
            _ => vec![],
        }
    }

    /// Mask of the legal actions, `int8 [num_actions]`.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; NAMES.len() + MOST_PLAYS];
        for action in self.legal() {
            mask[action] = 1;
        }
        PyArray1::from_vec(py, mask)
    }

    /// Number of action indices.
    #[staticmethod]
    fn num_actions() -> usize {
        NAMES.len() + MOST_PLAYS
    }

    /// Name of an action: a play in notation, or a name such as `roll`.
    fn name(&self, action: Unsigned<usize>) -> PyResult<String> {
        let Unsigned(action) = action;
        self.check(action)?;
        let Some(index) = action.checked_sub(NAMES.len()) else {
            return Ok(NAMES[action].to_owned());
        };
        let table = self.referee.table();
        let dice = self.rolled().ok_or_else(|| nonsense("no roll is to be played"))?;
        let result = &self.referee.legal_plays()[index];
        let written = notation::write(table.game, &table.position, dice, result);
        Ok(written.unwrap_or_else(|| PASS.to_owned()))
    }

    /// Resulting positions of the legal plays, from the view of the player who moves next.
    fn results(&self) -> crate::positions::Positions {
        let table = self.referee.table();
        let game = table.game;
        let plays = self.referee.legal_plays();
        let list = match table.phase {
            Phase::Rolled(dice) => {
                let next = |result| game.after_play(dice, result).position().unwrap_or(*result);
                plays.iter().map(next).collect()
            }
            _ => plays.to_vec(),
        };
        crate::positions::Positions { game, list }
    }

    /// Applies the action with an index.
    fn act(&mut self, action: Unsigned<usize>) -> PyResult<()> {
        let Unsigned(action) = action;
        self.check(action)?;
        let action = match action {
            ROLL => {
                self.to_roll = true;
                self.advance();
                return Ok(());
            }
            DOUBLE => Action::Double,
            TAKE => Action::Take,
            PASS_CUBE => Action::Pass,
            BEAVER => Action::Beaver,
            RACCOON => Action::Raccoon,
            play => Action::Play(self.referee.legal_plays()[play - NAMES.len()]),
        };
        self.apply(action)?;
        self.advance();
        Ok(())
    }

    /// Sets the dice, if the table does not roll. In the opening roll, the first number is player
    /// 0's.
    fn roll(&mut self, dice: &Bound<'_, PyAny>) -> PyResult<()> {
        if self.decision() != "dice" {
            return Err(nonsense(format_args!(
                "nobody rolls now: to decide is {:?}",
                self.decision()
            )));
        }
        let rolled = roll(dice)?;
        let action = match self.referee.to_decide() {
            Decision::Opening if rolled.is_double() || rolled.count() != 2 => {
                return Err(nonsense("two different numbers begin a game"));
            }
            Decision::Opening => {
                let [bottom, top] = numbers(dice)?;
                Action::OpeningRoll(BySeat { bottom, top })
            }
            _ => Action::Roll(rolled),
        };
        self.apply(action)?;
        self.advance();
        Ok(())
    }

    /// Observation of a player, by default the one who must decide, `float32 [F + 24]`, or `[F + 30]`
    /// with three dice: features of the position; the numbers of the roll (one-hot, 6 each); the cube (log2 of its value /
    /// 10; centred, own, opponent's); the score (points that each player needs / 25; Crawford
    /// game); and the decision (one-hot, 5).
    #[pyo3(signature = (features, player = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        features: &str,
        player: Option<Unsigned<usize>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let table = self.referee.table();
        let set = position::features(features, table.game)?;
        let rolled = 6 * table.game.dice();
        let mut values = vec![0.0; set.len() + around(table.game.dice())];
        let sees = match player {
            Some(Unsigned(player)) => *Seat::BOTH
                .get(player)
                .ok_or_else(|| nonsense(format_args!("players are 0 and 1, not {player}")))?,
            None => self.referee.to_decide().seat().unwrap_or(table.seat),
        };
        let (position, cube, away) = if sees == table.seat {
            (table.position, table.cube, table.away())
        } else {
            (
                table.position.swapped(),
                table.cube.swapped(),
                table.away().map(|away| away.swapped()),
            )
        };
        let (of_position, around) = values.split_at_mut(set.len());
        set.encode(&position, of_position);
        let (of_dice, around) = around.split_at_mut(rolled);
        if let Some(dice) = self.rolled() {
            for (die, number) in of_dice.chunks_exact_mut(6).zip(dice.numbers()) {
                die[usize::from(number) - 1] = 1.0;
            }
        }
        around[0] = f32::from(cube.exponent()) / 10.0;
        let owner = [None, Some(Side::OnRoll), Some(Side::Opponent)];
        for (value, owner) in around[1..4].iter_mut().zip(owner) {
            *value = f32::from(cube.owner() == owner);
        }
        if let Some(away) = away {
            around[4] = f32::from(away[Side::OnRoll]) / 25.0;
            around[5] = f32::from(away[Side::Opponent]) / 25.0;
        }
        around[6] = f32::from(matches!(table.stakes, Stakes::Match { crawford: true, .. }));
        let decisions = ["roll", "play", "take", "beaver", "raccoon"];
        for (value, decision) in around[7..].iter_mut().zip(decisions) {
            *value = f32::from(self.decision() == decision);
        }
        Ok(PyArray1::from_vec(py, values))
    }

    /// Length of observations with a feature set.
    #[staticmethod]
    fn observation_size(features: &str, game: &str) -> PyResult<usize> {
        let game = parse_game(game)?;
        Ok(position::features(features, game)?.len() + around(game.dice()))
    }

    /// Independent copy of the table, with the same future dice.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }
}

/// Parses the start of a table: a position and, optionally, a roll.
///
/// # Errors
/// `InvalidInput` for an ID with a turned cube or a score, since tables start without.
fn read_start(position: &Bound<'_, PyAny>, game: Game) -> PyResult<Situation> {
    if let Ok(known) = position.cast::<Position>() {
        return Ok(Situation::new(known.get().position, known.get().game));
    }
    let Ok(id) = position.extract::<String>() else {
        return Err(nonsense("position is an ID or a Position"));
    };
    let put = Situation::parse(&id, game).map_err(nonsense)?;
    let is_plain = put.cube == Cube::default()
        && matches!(put.stakes, Stakes::Money { .. })
        && matches!(put.phase, Phase::BeforeRoll | Phase::Rolled(_));
    if is_plain {
        return Ok(put);
    }
    Err(nonsense(
        "a table begins without a cube that was turned and without a score: give the position alone",
    ))
}

impl Table {
    pub(crate) fn game(&self) -> Game {
        self.referee.table().game
    }

    pub(crate) const fn referee(&self) -> &Referee {
        &self.referee
    }

    /// Player who must decide.
    pub(crate) fn decides(&self) -> Option<usize> {
        self.player()
    }

    /// Information that players see.
    pub(crate) const fn visibility(&self) -> Visibility {
        if self.alone { Visibility::BoardOnly } else { Visibility::Cube }
    }

    /// Index of an action; `None` is a roll.
    pub(crate) fn number_of(&self, action: Option<Action>) -> usize {
        match action {
            Some(Action::Double) => DOUBLE,
            Some(Action::Take) => TAKE,
            Some(Action::Pass) => PASS_CUBE,
            Some(Action::Beaver) => BEAVER,
            Some(Action::Raccoon) => RACCOON,
            Some(Action::Play(result)) => {
                let plays = self.referee.legal_plays();
                let index = plays.iter().position(|play| *play == result);
                NAMES.len() + index.expect("players choose among the legal plays")
            }
            _ => ROLL,
        }
    }

    fn rolled(&self) -> Option<Dice> {
        match self.referee.table().phase {
            Phase::Rolled(dice) => Some(dice),
            _ => None,
        }
    }

    fn check(&self, action: usize) -> PyResult<()> {
        if self.legal().contains(&action) {
            return Ok(());
        }
        Err(nonsense(format_args!(
            "action {action} is none of the {} that there are now",
            self.legal().len()
        )))
    }

    fn apply(&mut self, action: Action) -> PyResult<()> {
        let ended = self.referee.apply(action).map_err(nonsense)?;
        self.result = ended.or(self.result);
        self.to_roll = false;
        Ok(())
    }

    /// Applies actions without a decision: rolls the dice, if the table does, and starts the next
    /// game of a match.
    fn advance(&mut self) {
        loop {
            let action = match self.referee.to_decide() {
                Decision::NextGame if self.referee.has_winner() => Action::NextGame,
                _ if !self.rolls || self.decision() != "dice" => return,
                Decision::Opening => Action::OpeningRoll(self.opening()),
                _ => {
                    let game = self.referee.table().game;
                    Action::Roll(sheshbesh_movegen::random::roll(game, &mut self.rng))
                }
            };
            self.apply(action).expect("it is what comes next");
        }
    }

    /// Draws the opening dice of a game, like `shesh duel`.
    fn opening(&mut self) -> BySeat<u8> {
        if !self.alone {
            let (bottom, top) = (die(&mut self.rng), die(&mut self.rng));
            return BySeat { bottom, top };
        }
        let game = self.referee.table().game;
        let dice = match game.opening() {
            Opening::OneDieEach => opening_dice(&mut self.rng),
            Opening::Reroll => [2, 1],
        };
        game.lot(Seat::Bottom, dice)
    }
}

const fn number(seat: Seat) -> usize {
    match seat {
        Seat::Bottom => 0,
        Seat::Top => 1,
    }
}
