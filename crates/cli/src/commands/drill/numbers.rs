//! Numbers of drills in words.

use sheshbesh_analysis::drill::{Kind, Quantity};

/// A number with its unit.
pub(super) fn quantity(kind: Kind, value: f64) -> String {
    match kind {
        Kind::TakePoint => format!("{value:.1} %"),
        Kind::Pips | Kind::Epc => format!("{value:.1} pips"),
        Kind::Race | Kind::Openings | Kind::Replies | Kind::Cube => format!("{value:.3}"),
    }
}

/// The right numbers in words.
pub(super) fn truth(kind: Kind, numbers: &[Quantity]) -> String {
    let of = |number: &Quantity| match kind {
        Kind::Pips => format!("{}", number.value),
        Kind::TakePoint => format!("{:.1} %", number.value),
        _ => format!("{:.2}", number.value),
    };
    match numbers {
        [own, opponent] => format!("you have {}, the opponent {}", of(own), of(opponent)),
        numbers => numbers.iter().map(of).collect::<Vec<_>>().join(", "),
    }
}
