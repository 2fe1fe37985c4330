//! Seats of the player and the engine, and their names in sentences.

use sheshbesh_movegen::Seat;

pub(super) const YOU: Seat = Seat::Bottom;
pub(super) const ENGINE: Seat = Seat::Top;

/// Subject of a sentence.
pub(super) const fn subject(seat: Seat) -> &'static str {
    match seat {
        YOU => "You",
        ENGINE => "The engine",
    }
}

/// Ending of a regular verb after [`subject`]: `s` for the engine.
pub(super) const fn ending_of_verb(seat: Seat) -> &'static str {
    match seat {
        YOU => "",
        ENGINE => "s",
    }
}
