//! Who sits where, and how sentences call them.

use sheshbesh_movegen::Seat;

pub(super) const YOU: Seat = Seat::Bottom;
pub(super) const ENGINE: Seat = Seat::Top;

/// Who does something, at the beginning of a sentence.
pub(super) const fn subject(seat: Seat) -> &'static str {
    match seat {
        YOU => "You",
        ENGINE => "The engine",
    }
}

/// Somebody who does things: `s` for the engine, nothing for you.
pub(super) const fn ending_of_verb(seat: Seat) -> &'static str {
    match seat {
        YOU => "",
        ENGINE => "s",
    }
}
