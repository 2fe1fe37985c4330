//! Race counts.

use serde::{Deserialize, Serialize};
use sheshbesh_analysis::pip_counts::{self, RaceAdvice};
use sheshbesh_evaluator::bearoff::Tables;
use sheshbesh_movegen::{Class, Game, Position};

/// Race counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Race {
    /// The player on roll, then the opponent.
    pub sides: [Runner; 2],
    /// Cube advice of the usual counts; empty in games without a cube.
    pub counts: Vec<RaceCount>,
}

/// One side of a race.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Runner {
    /// Pip count.
    pub pips: u32,
    /// Crossovers: the number of quadrant boundaries that the checkers have to cross.
    pub crossovers: u32,
    /// Effective pip count: mean rolls to bear off times 49/6. Null unless all checkers are home.
    pub effective_pips: Option<f32>,
    /// Effective pip count minus pip count.
    pub wastage: Option<f32>,
}

/// Cube advice of a count, for money.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RaceCount {
    /// Name of the count, such as `Thorp`.
    pub name: String,
    /// Adjusted count of the player on roll.
    pub own: f32,
    /// Adjusted count of the opponent.
    pub opponent: f32,
    /// True if a centred cube should be doubled.
    pub double: bool,
    /// True if an own cube should be redoubled.
    pub redouble: bool,
    /// True if the opponent should take.
    pub take: bool,
}

impl Race {
    /// Returns the counts of a race. Returns `None` during contact, when the game is over, or in
    /// games that do not bear off as backgammon does. Effective pip counts need bearoff tables.
    pub fn of(game: Game, position: &Position, tables: Option<&Tables>) -> Option<Self> {
        let is_race = matches!(game.class(position), Class::Race | Class::Bearoff);
        if !is_race || !game.bears_off_as_backgammon() {
            return None;
        }
        let sides = [position.own(), position.opponent()].map(|side| {
            let effective_pips =
                tables.and_then(|tables| pip_counts::effective_pips(side, tables.one_sided()));
            let pips = side.pips();
            Runner {
                pips,
                crossovers: pip_counts::crossovers(side),
                effective_pips,
                wastage: effective_pips.map(|effective| effective - pips as f32),
            }
        });
        let count = |advice: RaceAdvice| {
            let RaceAdvice { name, own, opponent, double, redouble, take } = advice;
            RaceCount { name: name.to_owned(), own, opponent, double, redouble, take }
        };
        let counts = pip_counts::advice(position).map(count).into_iter();
        Some(Self { sides, counts: counts.filter(|_| game.has_cube()).collect() })
    }
}
