//! Positions of a game.

use crate::{
    arrays::{COUNTS, count, rows},
    dice::roll,
    errors::nonsense,
};
use anstream::adapter::strip_str;
use numpy::{PyArray1, PyArray2};
use pyo3::{prelude::*, types::PyType};
use sheshbesh_analysis::{
    board::{Names, draw},
    svg_board,
};
use sheshbesh_movegen::{
    Dice, Game, Plays, Side, Situation,
    notation::{self, PASS},
};
use sheshbesh_network::inputs::{InputSet, UnknownInputSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Parses the name of a game.
pub(crate) fn parse_game(name: &str) -> PyResult<Game> {
    name.parse().map_err(|error: sheshbesh_movegen::UnknownGame| nonsense(error))
}

/// Parses a position ID, which may begin with the name of its game; otherwise it is of the given
/// game.
pub(crate) fn parsed(id: &str, game: Game) -> PyResult<(Game, sheshbesh_movegen::Position)> {
    let situation = Situation::parse(id, game).map_err(nonsense)?;
    Ok((situation.game, situation.position))
}

/// Returns the feature set of a name.
///
/// # Errors
/// `InvalidInput` if there is no such set, or if it does not describe the game.
pub(crate) fn features(name: &str, game: Game) -> PyResult<InputSet> {
    let set: InputSet = name.parse().map_err(|error: UnknownInputSet| nonsense(error))?;
    if !set.describes(game) {
        return Err(nonsense(format_args!("the features {set} do not describe {game}")));
    }
    Ok(set)
}

/// A position of a game, from the view of the player on roll. Immutable.
#[pyclass(frozen, eq, module = "sheshbesh")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) game: Game,
    pub(crate) position: sheshbesh_movegen::Position,
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (id = None, game = "backgammon"))]
    fn new(id: Option<&str>, game: &str) -> PyResult<Self> {
        let game = parse_game(game)?;
        let (game, position) = match id {
            Some(id) => parsed(id, game)?,
            None => (game, game.start()),
        };
        Ok(Self { game, position })
    }

    /// Creates a position from the checkers of both sides, 26 numbers each: index 0 is borne off,
    /// 25 is the bar.
    #[classmethod]
    #[pyo3(signature = (own, opponent, game = "backgammon"))]
    fn from_counts(
        _class: &Bound<'_, PyType>,
        own: Vec<u8>,
        opponent: Vec<u8>,
        game: &str,
    ) -> PyResult<Self> {
        let game = parse_game(game)?;
        let whole = |counts: Vec<u8>| {
            <[u8; 26]>::try_from(counts).map_err(|counts| {
                nonsense(format_args!("26 numbers say where a side stands, not {}", counts.len()))
            })
        };
        let position = game.position(&whole(own)?, &whole(opponent)?).map_err(nonsense)?;
        Ok(Self { game, position })
    }

    /// Name of the game, with its agreements.
    #[getter]
    fn game(&self) -> String {
        self.game.to_string()
    }

    /// GNU Backgammon ID of the position, preceded by the game unless it is backgammon.
    #[getter]
    pub(crate) fn id(&self) -> String {
        notation::position_id(self.game, &self.position)
    }

    /// Checkers of the player on roll and of the opponent, `int8 [2, 26]`.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let mut counts = vec![0; COUNTS];
        count(&self.position, &mut counts);
        rows(py, counts, COUNTS / 2)
    }

    /// Pip counts of the player on roll and of the opponent.
    #[getter]
    fn pips(&self) -> (u32, u32) {
        (self.position.own().pips(), self.position.opponent().pips())
    }

    /// Points won by the player on roll: negative for a loss, 0 for a draw, `None` if the game is
    /// not over.
    #[getter]
    fn result(&self) -> Option<i32> {
        let end = self.game.end(&self.position, None)?;
        let points = i32::from(end.points);
        Some(match end.winner {
            Some(Side::OnRoll) => points,
            Some(Side::Opponent) => -points,
            None => 0,
        })
    }

    /// Class of the position: `contact`, `race`, `bearoff`, or `over` after the end of the game.
    #[getter]
    fn kind(&self) -> String {
        format!("{:?}", self.game.class(&self.position)).to_lowercase()
    }

    /// The same position with the opponent on roll.
    fn swapped(&self) -> Self {
        Self { position: self.position.swapped(), ..*self }
    }

    /// Legal plays of a roll in notation, each with the resulting position from the view of the
    /// player who rolls next. Without a legal play there is one entry, `pass`.
    fn plays(&self, py: Python<'_>, dice: &Bound<'_, PyAny>) -> PyResult<Vec<(String, Self)>> {
        let dice = self.roll(dice)?;
        py.detach(|| {
            let results = self.results(dice)?;
            let written = notation::write_all(self.game, &self.position, dice, &results);
            let written = written.into_iter().map(|play| play.unwrap_or_else(|| PASS.to_owned()));
            let next = results.into_iter().map(|result| self.next(dice, result));
            Ok(written.zip(next).collect())
        })
    }

    /// Resulting positions of the legal plays of a roll, in the order of `plays`; faster than
    /// `plays`.
    fn children(&self, dice: &Bound<'_, PyAny>) -> PyResult<Vec<Self>> {
        let dice = self.roll(dice)?;
        let results = self.results(dice)?;
        Ok(results.into_iter().map(|result| self.next(dice, result)).collect())
    }

    /// Resulting position of a play in notation.
    fn play(&self, dice: &Bound<'_, PyAny>, play: &str) -> PyResult<Self> {
        let dice = self.roll(dice)?;
        let result = notation::parse(self.game, &self.position, dice, play).map_err(nonsense)?;
        Ok(self.next(dice, result))
    }

    /// Features of the position, `float32 [F]`, for a name in `feature_sets`.
    fn features<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let set = features(name, self.game)?;
        let mut row = vec![0.0; set.len()];
        set.encode(&self.position, &mut row);
        Ok(PyArray1::from_vec(py, row))
    }

    /// Board as text, from the view of the player on roll, whose checkers are `X`.
    fn board(&self) -> String {
        strip_str(&draw(self.game, &self.position, Names::ROLES)).to_string()
    }

    /// Board as an SVG picture, for notebooks.
    fn _repr_svg_(&self) -> String {
        let situation = Situation::new(self.position, self.game);
        svg_board::draw(&situation, svg_board::PLAYERS, &svg_board::Arrows::default())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.game, self.position).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("Position({:?})", self.id())
    }

    fn __str__(&self) -> String {
        self.id()
    }

    /// Supports pickle and copy.
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String, String)) {
        (py.get_type::<Self>(), (self.id(), self.game()))
    }
}

impl Position {
    /// Parses a roll of the game's dice.
    fn roll(&self, dice: &Bound<'_, PyAny>) -> PyResult<Dice> {
        let dice = roll(dice)?;
        self.game.check_roll(dice).map_err(nonsense)?;
        Ok(dice)
    }

    fn results(&self, dice: Dice) -> PyResult<Vec<sheshbesh_movegen::Position>> {
        if self.game.end(&self.position, None).is_some() {
            return Err(nonsense("the game is over: nothing is played"));
        }
        Ok(Plays::new(self.game).generate_or_pass(&self.position, dice).to_vec())
    }

    /// Resulting position of a play, from the view of the player who rolls next.
    fn next(&self, dice: Dice, result: sheshbesh_movegen::Position) -> Self {
        let next = self.game.after_play(dice, &result).position();
        Self { position: next.unwrap_or(result), ..*self }
    }
}
