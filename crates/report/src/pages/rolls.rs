//! Loss of a mistake after each roll of the opponent, as a coloured table.

use askama::Template;
use sheshbesh_analysis::{explain::RollDifference, match_analysis::Explained};
use sheshbesh_movegen::Dice;

/// Thresholds of the colour steps, in points; differences below the first count as equal.
const STEPS: [f32; 4] = [0.0005, 0.02, 0.1, 0.3];

/// The 36 rolls, with a row and a column for each die.
#[derive(Clone, Debug, Template)]
#[template(path = "rolls.html")]
pub(super) struct Rolls {
    caption: String,
    /// One row for each number of the first die.
    rows: Vec<(u8, Vec<Cell>)>,
}

/// Cell of a roll.
#[derive(Clone, Debug)]
struct Cell {
    class: String,
    text: String,
}

impl Rolls {
    /// Builds the table of an explained play; `None` if the plays are close or were not searched by
    /// rolls.
    pub(super) fn of(explained: &Explained) -> Option<Self> {
        let Explained::Play(of) = explained else { return None };
        let split = of.rolls.as_ref().filter(|_| !of.close)?;
        let row = |first: u8| -> Option<(u8, Vec<Cell>)> {
            let cell = |second| split.rolls.get(Dice::new(first, second)?.index()).map(Cell::of);
            Some((first, (1..=6).map(cell).collect::<Option<_>>()?))
        };
        Some(Self {
            caption: format!(
                "What {} has beyond {} after each roll of the opponent: thousandths of a point, {}-ply",
                of.better.play, of.other.play, split.ply
            ),
            rows: (1..=6).map(row).collect::<Option<_>>()?,
        })
    }
}

impl Cell {
    fn of(roll: &RollDifference) -> Self {
        let difference = roll.difference;
        let step = STEPS.iter().take_while(|step| difference.abs() >= **step).count();
        match step {
            0 => Self { class: "even".to_owned(), text: "0".to_owned() },
            _ => {
                let sign = if difference > 0.0 { "more" } else { "less" };
                Self {
                    class: format!("{sign}{step}"),
                    text: format!("{:+.0}", 1000.0 * difference),
                }
            }
        }
    }
}
