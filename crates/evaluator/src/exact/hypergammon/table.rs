//! Table of the solved game.

use super::{
    fixed::{BYTES, from_bytes, to_bytes},
    placement::{Placements, count},
    solver::Solver,
    values::{CENTRED, JACOBY, OPPONENTS, OWNED, Value},
};
use crate::{
    cube::{CubeEquities, DoublingEquities},
    exact::table_file::TableFile,
};
use sheshbesh_movegen::{Checkers, Dice, Game, Plays, Position};
use sheshbesh_network::{
    Outcomes, Probabilities,
    file::{FileError, FileKind},
};
use std::path::Path;

/// Exact values of all positions, with one, two or three checkers a side.
///
/// ```
/// use sheshbesh_evaluator::hypergammon::Solver;
/// use sheshbesh_movegen::{Checkers, Position};
/// let mut solver = Solver::new(1);
/// while !solver.is_solved() {
///     solver.step();
/// }
/// let table = solver.table();
/// // Both checkers are on their 24 points; neither player has moved.
/// let side = Checkers::from_points(&[(24, 1)]);
/// let exact = table.get(&Position::from_sides_unchecked(side, side)).unwrap();
/// assert!((exact.equities.cubeless - 0.4528).abs() < 1e-4);
/// assert!(exact.equities.owned > exact.equities.opponents);
/// ```
pub struct HypergammonTable {
    checkers: u8,
    placements: Placements,
    bytes: Bytes,
}

/// Progress of the solver, then the positions: rows with the same player on roll, [`BYTES`] each.
enum Bytes {
    Memory(Vec<u8>),
    File(TableFile),
}

/// Bytes of the progress: sweeps as u32, the change by the last one as f32.
const ABOUT: usize = 8;

/// Exact values of a position, for its player on roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exact {
    /// Outcomes of cubeless money play.
    pub outcomes: Outcomes,
    /// Equities in points per game; gammons always count.
    pub equities: CubeEquities,
    /// Equity with a centred cube under the Jacoby rule. Once the cube has been turned, that rule
    /// changes nothing.
    pub centred_jacoby: f32,
}

impl Exact {
    fn new(value: &Value) -> Self {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = value.outcomes;
        let lose = 1.0 - win;
        let exclusive = [
            win - win_gammon,
            win_gammon - win_backgammon,
            win_backgammon,
            lose - lose_gammon,
            lose_gammon - lose_backgammon,
            lose_backgammon,
        ];
        let equities = CubeEquities {
            cubeless: value.cubeless,
            centred: value.cube[CENTRED],
            owned: value.cube[OWNED],
            opponents: value.cube[OPPONENTS],
        };
        let outcomes = Outcomes(exclusive.map(|p| p.max(0.0)));
        Self { outcomes, equities, centred_jacoby: value.cube[JACOBY] }
    }

    /// Cumulative probabilities of the outcomes.
    pub fn probabilities(&self) -> Probabilities {
        self.outcomes.into()
    }

    /// Equities with or without the Jacoby rule, which affects a centred cube.
    pub fn equities_by(&self, jacoby: bool) -> CubeEquities {
        let centred = if jacoby { self.centred_jacoby } else { self.equities.centred };
        CubeEquities { centred, ..self.equities }
    }
}

impl Solver {
    /// Table of the current values.
    pub fn table(&self) -> HypergammonTable {
        let mut bytes = Vec::with_capacity(payload(self.checkers()));
        bytes.extend(self.sweeps().to_le_bytes());
        bytes.extend(self.change().to_le_bytes());
        for index in 0..self.values.len() {
            bytes.extend(to_bytes(&self.values.get(index)));
        }
        let checkers = self.checkers();
        HypergammonTable {
            checkers,
            placements: Placements::new(checkers),
            bytes: Bytes::Memory(bytes),
        }
    }
}

/// Bytes of a table without its header.
const fn payload(checkers: u8) -> usize {
    ABOUT + count(checkers).pow(2) * BYTES
}

impl HypergammonTable {
    fn kind(checkers: u8) -> FileKind {
        FileKind {
            name: "hypergammon table",
            magic: *b"SHESHHYP",
            version: 100 + u32::from(checkers),
        }
    }

    /// Reads a table of `checkers` checkers a side from a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not such a table.
    pub fn read(checkers: u8, path: &Path) -> Result<Self, FileError> {
        let file = TableFile::read(Self::kind(checkers), payload(checkers), path)?;
        let bytes = Bytes::File(file);
        Ok(Self { checkers, placements: Placements::new(checkers), bytes })
    }

    /// Writes the table into a file atomically.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written; a previous file is then unchanged.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        const PIECE: usize = 1 << 20;
        let pieces = || self.bytes().chunks(PIECE).map(<[u8]>::to_vec);
        Self::kind(self.checkers).write_pieces(path, pieces)
    }

    #[inline]
    fn bytes(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Memory(bytes) => bytes,
            Bytes::File(file) => file.payload(),
        }
    }

    /// Checkers a side.
    pub fn checkers(&self) -> u8 {
        self.checkers
    }

    /// Length of a table file, in bytes.
    pub fn file_length(checkers: u8) -> u64 {
        (sheshbesh_network::file::HEADER_LENGTH + payload(checkers)) as u64
    }

    /// Number of the solver's sweeps, and the largest change of an equity or a probability in the
    /// last one.
    pub fn sweeps(&self) -> (u32, f32) {
        let word = |at: usize| self.bytes()[at..at + 4].try_into().expect("four bytes");
        (u32::from_le_bytes(word(0)), f32::from_le_bytes(word(4)))
    }

    /// Values of a position; `None` for another number of checkers, borne off or not, and for
    /// finished games.
    #[inline]
    pub fn get(&self, position: &Position) -> Option<Exact> {
        let (own, opponent) = (position.own(), position.opponent());
        let ours = |side: Checkers| !side.all_off() && side.total() == self.checkers;
        if !ours(own) || !ours(opponent) {
            return None;
        }
        Some(Exact::new(&self.value(position)))
    }

    /// Values of a position with this number of checkers.
    fn value(&self, position: &Position) -> Value {
        let [own, opponent] =
            [position.own(), position.opponent()].map(|side| self.placements.index(side));
        let index = own * self.placements.count() + opponent;
        let (positions, _) = self.bytes()[ABOUT..].as_chunks::<BYTES>();
        from_bytes(&positions[index])
    }

    /// Exact cube decisions of the player on roll, with a centred and with an own cube; `None` if
    /// [`HypergammonTable::get`] returns `None`.
    pub fn decisions(&self, position: &Position, jacoby: bool) -> Option<[DoublingEquities; 2]> {
        let double_take = 2.0 * self.get(position)?.equities.opponents;
        let centred = if jacoby { JACOBY } else { CENTRED };
        let mut no_double = [0.0f64; 2];
        let mut plays = Plays::new(Game::Hypergammon);
        for dice in Dice::ALL {
            let mut best = [f32::NEG_INFINITY; 2];
            for result in plays.generate_or_pass(position, dice) {
                // From the opponent's view, the other player owns the cube.
                let value = self.value(result);
                best = [best[0].max(-value.cube[centred]), best[1].max(-value.cube[OPPONENTS])];
            }
            for (sum, best) in no_double.iter_mut().zip(best) {
                *sum += dice.probability() * f64::from(best);
            }
        }
        Some(no_double.map(|sum| DoublingEquities { no_double: sum as f32, double_take }))
    }
}
