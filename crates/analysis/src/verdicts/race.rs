//! What people count in a race.

use super::STRING;
use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::{
    bearoff::Tables,
    race::{self, RaceVerdict},
};
use sheshbesh_movegen::{Class, Game, Position};
use std::fmt::Write;

/// What people count in a race.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Race {
    /// The player on roll, then the opponent.
    pub sides: [Runner; 2],
    /// What each of the usual counts says of the cube; none in games without one.
    pub counts: Vec<RaceCount>,
}

/// One side of a race.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Runner {
    /// Pips to bear all checkers off.
    pub pips: u32,
    /// Quadrants that they have to cross.
    pub crossovers: u32,
    /// Mean rolls to bear off, times 49/6; with all checkers home only.
    pub effective_pips: Option<f32>,
    /// What those exceed the pips by.
    pub wastage: Option<f32>,
}

/// What a count says to do, for money.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RaceCount {
    /// Whose count it is.
    pub name: String,
    /// The adjusted count of the player on roll.
    pub own: f32,
    /// The adjusted count of the opponent.
    pub opponent: f32,
    /// Whether to double a centred cube.
    pub double: bool,
    /// Whether to redouble.
    pub redouble: bool,
    /// Whether the opponent should take.
    pub take: bool,
}

impl Race {
    /// The counts of a race; `None` while there is contact, when the game is over, or where it does not
    /// end as backgammon does. Effective pips need bearoff tables.
    pub fn of(game: Game, position: &Position, tables: Option<&Tables>) -> Option<Self> {
        let is_race = matches!(game.class(position), Class::Race | Class::Bearoff);
        if !is_race || !game.bears_off_as_backgammon() {
            return None;
        }
        let sides = [position.own(), position.opponent()].map(|side| {
            let effective_pips =
                tables.and_then(|tables| race::effective_pips(side, tables.one_sided()));
            let pips = side.pips();
            Runner {
                pips,
                crossovers: race::crossovers(side),
                effective_pips,
                wastage: effective_pips.map(|effective| effective - pips as f32),
            }
        });
        let count = |verdict: RaceVerdict| {
            let RaceVerdict { name, own, opponent, double, redouble, take } = verdict;
            RaceCount { name: name.to_owned(), own, opponent, double, redouble, take }
        };
        let counts = race::verdicts(position).map(count).into_iter();
        Some(Self { sides, counts: counts.filter(|_| game.has_cube()).collect() })
    }

    /// The counts as tables.
    pub fn words(&self) -> String {
        let number = |x: Option<f32>| x.map_or("-".to_owned(), |x| format!("{x:.2}"));
        let mut text = String::from("The race         pips  crossovers  effective  wastage\n");
        for (name, side) in ["on roll", "opponent"].into_iter().zip(&self.sides) {
            writeln!(
                text,
                "  {name:12} {:6} {:11} {:>10} {:>8}",
                side.pips,
                side.crossovers,
                number(side.effective_pips),
                number(side.wastage)
            )
            .expect(STRING);
        }
        if !self.counts.is_empty() {
            text.push_str("\nCounts for money  on roll  opponent\n");
        }
        for count in &self.counts {
            let action = match (count.double, count.redouble) {
                (true, true) => "double, redouble",
                (true, false) => "double, no redouble",
                _ => "no double",
            };
            let answer = if count.take { "take" } else { "pass" };
            writeln!(
                text,
                "  {:12} {:10.1} {:9.1}   {action}, {answer}",
                count.name, count.own, count.opponent
            )
            .expect(STRING);
        }
        text
    }
}
