//! A table where two play, decision by decision.

use crate::{
    dice::{numbers, roll},
    duel::rules,
    faults::nonsense,
    natural::Natural,
    position::{self, Position, game},
};
use numpy::PyArray1;
use pyo3::prelude::*;
use sheshbesh_arena::Shown;
use sheshbesh_movegen::{
    Action, BySeat, Cube, CubeRules, Decision, Dice, Game, GameResult, Opening, Phase, Referee,
    Seat, Side, Situation, Stakes,
    notation::{self, PASS},
    random::{GameRng, die, game_rng, opening_dice},
};

/// What can be done, by its number; plays have the numbers after these, in the order of their list.
const NAMES: [&str; 6] = ["roll", "double", "take", "pass", "beaver", "raccoon"];
const ROLL: usize = 0;
const DOUBLE: usize = 1;
const TAKE: usize = 2;
const PASS_CUBE: usize = 3;
const BEAVER: usize = 4;
const RACCOON: usize = 5;

/// No roll has more plays: fifteen checkers share four moves of a double in so many ways at most, C(18, 4),
/// and less than that by two numbers.
const MOST_PLAYS: usize = 3060;

/// What an observation says beside the features of the position: each number of the roll (12), the cube
/// (4), the score (3), and what is to be decided (5).
const AROUND: usize = 12 + 4 + 3 + 5;

/// A table where two play a game, or a match, with a cube or without. It rolls the dice, unless it is
/// told not to, and stops wherever somebody decides.
#[pyclass(module = "sheshbesh")]
#[derive(Clone)]
pub(crate) struct Table {
    referee: Referee,
    /// Where games are played by themselves, whoever sits at the bottom begins them.
    alone: bool,
    rng: GameRng,
    /// The table rolls; otherwise somebody does.
    rolls: bool,
    /// The player who may double has said that he does not.
    to_roll: bool,
    result: Option<GameResult>,
}

#[pymethods]
impl Table {
    #[new]
    #[pyo3(signature = (game = "backgammon", length = Natural(0), cube = false, seed = Natural(0), number = Natural(0), rolls = true, jacoby = false, beavers = false, position = None, dice = None))]
    #[expect(clippy::too_many_arguments, reason = "people name them")]
    fn new(
        game: &str,
        length: Natural<u16>,
        cube: bool,
        seed: Natural<u64>,
        number: Natural<u64>,
        rolls: bool,
        jacoby: bool,
        beavers: bool,
        position: Option<&Bound<'_, PyAny>>,
        dice: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (Natural(length), Natural(seed), Natural(number)) = (length, seed, number);
        let mut game = self::game(game)?;
        let mut dice = dice.map(roll).transpose()?;
        let mut start = None;
        if let Some(position) = position {
            let put = put(position, game)?;
            (game, start) = (put.game, Some(put.position));
            if let Phase::Rolled(of_id) = put.phase {
                dice = dice.or(Some(of_id));
            }
        }
        let mut agreed = self::rules(game, length, cube)?;
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

    /// What is to be decided: `roll` (or to double), `play`, `take` (or to pass, or to beaver), `beaver`
    /// (to answer one), `raccoon` (the same); `dice` where somebody else rolls; `over`.
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

    /// Who decides: 0, who begins where games are played by themselves, or 1; `None` where nobody does.
    #[getter]
    fn player(&self) -> Option<usize> {
        if self.decision() == "dice" {
            return None;
        }
        self.referee.to_decide().seat().map(number)
    }

    /// Whether the game, or the match, is over.
    #[getter]
    fn over(&self) -> bool {
        self.decision() == "over"
    }

    /// What each player has got: points of a game, or 1 and -1 for a match; zeros until it is over.
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

    /// Points that each player has won of a match.
    #[getter]
    fn score(&self) -> (u16, u16) {
        let score = self.referee.score();
        (score[Seat::Bottom], score[Seat::Top])
    }

    /// The roll that is to be played, the higher number first.
    #[getter]
    fn dice(&self) -> Option<(u8, u8)> {
        self.rolled().map(|dice| (dice.high(), dice.low()))
    }

    /// What the cube shows, and who owns it.
    #[getter]
    fn cube(&self) -> (u32, Option<usize>) {
        let table = self.referee.table();
        (table.cube.value(), table.cube.owner().map(|side| number(table.seat.of(side))))
    }

    /// The position as the player on roll sees it.
    #[getter]
    fn position(&self) -> Position {
        let table = self.referee.table();
        Position { game: table.game, position: table.position }
    }

    /// The table as eXtreme Gammon's ID; of other games, with the game before it.
    #[getter]
    fn xgid(&self) -> String {
        self.referee.table().xgid()
    }

    /// What lies before the players as a kind of text, for those who want to see it.
    fn __repr__(&self) -> String {
        format!("<table at {:?}: {}>", self.position().id(), self.decision())
    }

    /// The numbers of all that can be done now, the least first.
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

    /// The same as a mask, `int8 [num_actions]`.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; NAMES.len() + MOST_PLAYS];
        for action in self.legal() {
            mask[action] = 1;
        }
        PyArray1::from_vec(py, mask)
    }

    /// How many numbers of actions there are.
    #[staticmethod]
    fn num_actions() -> usize {
        NAMES.len() + MOST_PLAYS
    }

    /// What an action is called: a play as people write it.
    fn name(&self, action: Natural<usize>) -> PyResult<String> {
        let Natural(action) = action;
        self.check(action)?;
        let Some(place) = action.checked_sub(NAMES.len()) else {
            return Ok(NAMES[action].to_owned());
        };
        let table = self.referee.table();
        let dice = self.rolled().ok_or_else(|| nonsense("no roll is to be played"))?;
        let result = &self.referee.legal_plays()[place];
        let written = notation::write(table.game, &table.position, dice, result);
        Ok(written.unwrap_or_else(|| PASS.to_owned()))
    }

    /// The positions that the legal plays lead to, each seen by the opponent, who rolls next.
    fn results(&self) -> crate::positions::Positions {
        let game = self.referee.table().game;
        crate::positions::Positions { game, list: self.referee.legal_plays().to_vec() }
    }

    /// Does what has this number.
    fn act(&mut self, action: Natural<usize>) -> PyResult<()> {
        let Natural(action) = action;
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

    /// Rolls the dice, where the table does not. Of the roll that begins a game, the first number is
    /// player 0's.
    fn roll(&mut self, dice: &Bound<'_, PyAny>) -> PyResult<()> {
        if self.decision() != "dice" {
            return Err(nonsense(format_args!(
                "nobody rolls now: to decide is {:?}",
                self.decision()
            )));
        }
        let [first, second] = numbers(dice)?;
        let rolled = roll(dice)?;
        let action = match self.referee.to_decide() {
            Decision::Opening if rolled.is_double() => {
                return Err(nonsense("two different numbers begin a game"));
            }
            Decision::Opening => Action::OpeningRoll(BySeat { bottom: first, top: second }),
            _ => Action::Roll(rolled),
        };
        self.apply(action)?;
        self.advance();
        Ok(())
    }

    /// Features of the position as a player sees it, by default the one who decides, and what is around it: the two numbers
    /// of the roll (6 each), the cube (log2 of its value by 10, centred, own, the opponent's), the score
    /// (what both need by 25, the Crawford game), and what is to be decided (5). `float32 [F + 24]`.
    #[pyo3(signature = (features, player = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        features: &str,
        player: Option<Natural<usize>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let table = self.referee.table();
        let set = position::features(features, table.game)?;
        let mut values = vec![0.0; set.len() + AROUND];
        let sees = match player {
            Some(Natural(player)) => *Seat::BOTH
                .get(player)
                .ok_or_else(|| nonsense(format_args!("players are 0 and 1, not {player}")))?,
            None => self.referee.to_decide().seat().unwrap_or(table.seat),
        };
        let (position, cube, away) = match sees == table.seat {
            true => (table.position, table.cube, table.away()),
            false => (
                table.position.swapped(),
                table.cube.swapped(),
                table.away().map(|away| away.swapped()),
            ),
        };
        let (of_position, around) = values.split_at_mut(set.len());
        set.encode(&position, of_position);
        if let Some(dice) = self.rolled() {
            around[usize::from(dice.high()) - 1] = 1.0;
            around[6 + usize::from(dice.low()) - 1] = 1.0;
        }
        around[12] = f32::from(cube.exponent()) / 10.0;
        let owner = [None, Some(Side::OnRoll), Some(Side::Opponent)];
        for (value, owner) in around[13..16].iter_mut().zip(owner) {
            *value = f32::from(cube.owner() == owner);
        }
        if let Some(away) = away {
            around[16] = f32::from(away[Side::OnRoll]) / 25.0;
            around[17] = f32::from(away[Side::Opponent]) / 25.0;
        }
        around[18] = f32::from(matches!(table.stakes, Stakes::Match { crawford: true, .. }));
        let decisions = ["roll", "play", "take", "beaver", "raccoon"];
        for (value, decision) in around[19..].iter_mut().zip(decisions) {
            *value = f32::from(self.decision() == decision);
        }
        Ok(PyArray1::from_vec(py, values))
    }

    /// How long observations with these features are.
    #[staticmethod]
    fn observation_size(features: &str, game: &str) -> PyResult<usize> {
        Ok(position::features(features, self::game(game)?)?.len() + AROUND)
    }

    /// The same table once more, which goes on by itself, with the same dice to come.
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

/// What an ID or a position puts on a table. A cube or a score is not among it: a table begins without.
fn put(position: &Bound<'_, PyAny>, game: Game) -> PyResult<Situation> {
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

    /// Who decides.
    pub(crate) fn decides(&self) -> Option<usize> {
        self.player()
    }

    /// What players see.
    pub(crate) const fn shown(&self) -> Shown {
        if self.alone { Shown::BoardOnly } else { Shown::Cube }
    }

    /// The number of what a player does; nothing is a roll.
    pub(crate) fn number_of(&self, action: Option<Action>) -> usize {
        match action {
            Some(Action::Double) => DOUBLE,
            Some(Action::Take) => TAKE,
            Some(Action::Pass) => PASS_CUBE,
            Some(Action::Beaver) => BEAVER,
            Some(Action::Raccoon) => RACCOON,
            Some(Action::Play(result)) => {
                let plays = self.referee.legal_plays();
                let place = plays.iter().position(|play| *play == result);
                NAMES.len() + place.expect("players choose among the legal plays")
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

    /// Does what nobody decides: rolls, where the table does, and has a match's next game begin.
    fn advance(&mut self) {
        loop {
            let action = match self.referee.to_decide() {
                Decision::NextGame if self.referee.has_winner() => Action::NextGame,
                _ if !self.rolls || self.decision() != "dice" => return,
                Decision::Opening => Action::OpeningRoll(self.opening()),
                _ => Action::Roll(sheshbesh_movegen::random::roll(&mut self.rng)),
            };
            self.apply(action).expect("it is what comes next");
        }
    }

    /// The dice that begin a game, drawn as `shesh duel` draws them.
    fn opening(&mut self) -> BySeat<u8> {
        if !self.alone {
            let (bottom, top) = (die(&mut self.rng), die(&mut self.rng));
            return BySeat { bottom, top };
        }
        let [a, b] = match self.referee.table().game.opening() {
            Opening::Lot => opening_dice(&mut self.rng),
            Opening::Reroll => [2, 1],
        };
        BySeat { bottom: a.max(b), top: a.min(b) }
    }
}

const fn number(seat: Seat) -> usize {
    match seat {
        Seat::Bottom => 0,
        Seat::Top => 1,
    }
}
