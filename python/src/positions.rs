//! Many positions of one game.

use crate::{
    arrays::{COUNTS, count, describe},
    errors::nonsense,
    fork_guard::ForkGuard,
    position::{self, Position},
};
use numpy::{
    PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray3, PyUntypedArrayMethods,
};
use pyo3::{exceptions::PyIndexError, prelude::*, types::PyType};
use rayon::prelude::*;
use sheshbesh_movegen::{Game, Situation, notation};
use std::{borrow::Cow, fmt::Display};

/// Many positions of one game, parsed once for repeated use. Immutable.
#[pyclass(frozen, eq, module = "sheshbesh")]
#[derive(PartialEq, Eq)]
pub(crate) struct Positions {
    pub(crate) game: Game,
    pub(crate) list: Vec<sheshbesh_movegen::Position>,
}

#[pymethods]
impl Positions {
    /// Creates a list from IDs or positions.
    #[new]
    #[pyo3(signature = (positions, game = None))]
    fn new(py: Python<'_>, positions: &Bound<'_, PyAny>, game: Option<&str>) -> PyResult<Self> {
        let given = game.map(position::parse_game).transpose()?;
        // Convert arrays of strings to lists.
        let listed = match positions.getattr_opt("tolist")? {
            Some(tolist) => tolist.call0()?,
            None => positions.clone(),
        };
        if listed.extract::<String>().is_ok() {
            return Err(nonsense("one position is no list of them"));
        }
        let mut known = Vec::with_capacity(listed.len().unwrap_or_default());
        // All IDs concatenated; `known` holds the end of each.
        let mut ids = String::new();
        for (index, one) in listed.try_iter()?.enumerate() {
            let one = one?;
            known.push(if let Ok(position) = one.cast::<Position>() {
                Known::Position(*position.get())
            } else if let Ok(id) = one.extract::<Cow<'_, str>>() {
                ids.push_str(&id);
                Known::EndOfId(ids.len())
            } else {
                return Err(at(index, &"it is neither an ID nor a Position"));
            });
        }
        ForkGuard::check_sharing()?;
        py.detach(|| Self::known(&known, &ids, given))
    }

    /// Creates a list from checker counts, `int8 [N, 2, 26]`, as returned by `counts`.
    #[classmethod]
    #[pyo3(signature = (counts, game = "backgammon"))]
    fn from_counts(
        class: &Bound<'_, PyType>,
        counts: &Bound<'_, PyAny>,
        game: &str,
    ) -> PyResult<Self> {
        let py = class.py();
        let game = position::parse_game(game)?;
        let shape = || nonsense("counts are int8 [N, 2, 26]");
        let numpy = py.import("numpy")?;
        let array = numpy.call_method1("asarray", (counts,)).map_err(|_| shape())?;
        let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        if kind != "i" && kind != "u" {
            return Err(shape());
        }
        let array = numpy.call_method1("ascontiguousarray", (array, "int64"))?;
        let array: PyReadonlyArray3<'_, i64> = array.extract().map_err(|_| shape())?;
        if array.shape()[1..] != [2, 26] {
            return Err(shape());
        }
        let counts = array.as_slice()?;
        ForkGuard::check_sharing()?;
        let list = py.detach(|| {
            let one = |(index, counts): (usize, &[i64])| {
                let mut sides = [[0; 26]; 2];
                for (to, &from) in sides.as_flattened_mut().iter_mut().zip(counts) {
                    let problem = || at(index, &format_args!("{from} is no number of checkers"));
                    *to = u8::try_from(from).map_err(|_| problem())?;
                }
                let position = game.position(&sides[0], &sides[1]);
                position.map_err(|error| at(index, &error))
            };
            let indexed = counts.par_chunks_exact(COUNTS).enumerate().with_min_len(AT_ONCE);
            indexed.map(one).collect::<PyResult<Vec<_>>>()
        })?;
        Ok(Self { game, list })
    }

    /// Name of the game, with its agreements.
    #[getter]
    fn game(&self) -> String {
        self.game.to_string()
    }

    /// IDs of the positions.
    fn ids(&self) -> Vec<String> {
        self.list.iter().map(|position| notation::position_id(self.game, position)).collect()
    }

    /// Checkers of the player on roll and of the opponent, `int8 [N, 2, 26]`.
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<i8>>> {
        let mut counts = vec![0; self.list.len() * COUNTS];
        for (row, position) in counts.chunks_exact_mut(COUNTS).zip(&self.list) {
            count(position, row);
        }
        PyArray1::from_vec(py, counts).reshape([self.list.len(), 2, 26])
    }

    /// Features of the positions, `float32 [N, F]`, for a name in `feature_sets`.
    fn features<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let set = position::features(name, self.game)?;
        ForkGuard::check_sharing()?;
        let features = py.detach(|| {
            let mut features = vec![0.0; self.list.len() * set.len()];
            describe(set, &self.list, &mut features);
            features
        });
        PyArray1::from_vec(py, features).reshape([self.list.len(), set.len()])
    }

    fn __len__(&self) -> usize {
        self.list.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<Position> {
        let from_start = if index < 0 { index + self.list.len() as isize } else { index };
        let found = usize::try_from(from_start).ok().and_then(|index| self.list.get(index));
        let position = *found.ok_or_else(|| PyIndexError::new_err("there is no such position"))?;
        Ok(Position { game: self.game, position })
    }

    fn __repr__(&self) -> String {
        format!("<{} positions of {}>", self.list.len(), self.game)
    }

    /// Supports pickle and copy.
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (Vec<String>, String)) {
        (py.get_type::<Self>(), (self.ids(), self.game()))
    }
}

/// An item of a list of positions.
enum Known {
    Position(Position),
    /// End of the ID within the concatenated IDs.
    EndOfId(usize),
}

/// Minimum number of positions per task.
const AT_ONCE: usize = 1024;

impl Positions {
    /// Parses IDs in parallel. All positions must be of one game; IDs that do not name a game are
    /// of the given one.
    fn known(known: &[Known], ids: &str, given: Option<Game>) -> PyResult<Self> {
        let ends = known.iter().scan(0, |end, known| {
            let begin = *end;
            if let Known::EndOfId(of_this) = known {
                *end = *of_this;
            }
            Some(begin)
        });
        let begins: Vec<usize> = ends.collect();
        let read = |(index, known): (usize, &Known)| match known {
            Known::Position(known) => Ok((known.game, known.position)),
            Known::EndOfId(end) => {
                let id = &ids[begins[index]..*end];
                let game = given.unwrap_or_default();
                // Plain position IDs are by far the most common.
                notation::parse_position_id(id, game).or_else(|error| {
                    match Situation::parse(id, game) {
                        Ok(situation) => Ok((situation.game, situation.position)),
                        Err(_) => Err(at(index, &error)),
                    }
                })
            }
        };
        let indexed = known.par_iter().enumerate().with_min_len(AT_ONCE);
        let all = indexed.map(read).collect::<PyResult<Vec<_>>>()?;
        let game = given.or_else(|| all.first().map(|(game, _)| *game)).unwrap_or_default();
        if let Some(other) = all.iter().position(|(of, _)| *of != game) {
            return Err(at(other, &format_args!("it is one of {}, not of {game}", all[other].0)));
        }
        Ok(Self { game, list: all.into_iter().map(|(_, position)| position).collect() })
    }
}

/// Exception for the position with an index.
fn at(index: usize, problem: &dyn Display) -> PyErr {
    nonsense(format_args!("position {index}: {problem}"))
}
