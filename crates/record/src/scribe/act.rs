//! Actions as readers find them, and their conversion to events at a table.

use super::resignation;
use crate::{
    model::Event,
    table::Table,
    warning::{Problem, excerpt},
    written_play::{Drawn, WrittenPlay},
};
use sheshbesh_movegen::{CheckerMove, Dice, Game, Position, Seat, Win};

/// An action read from a file.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// A roll alone: it had no legal play or only one, or it was not played.
    Roll(Dice),
    /// A roll that was not played.
    Unplayed(Dice),
    /// A roll on the table, played or not. It belongs to the setup if the board has just been set
    /// up.
    Given(Dice),
    /// Sets up the dice with the board.
    SetDice(Dice),
    /// A roll and its play as written.
    Play(Dice, WrittenPlay, String),
    /// A roll and the resulting position, as the opponent sees it. The moves are empty if unknown.
    PlayTo(Dice, Position, Vec<CheckerMove>),
    /// A roll without a legal play.
    Dance(Dice),
    /// Offers a double, with the new cube value if the file states it.
    Double(Option<u32>),
    /// Takes a double.
    Take,
    /// Passes a double.
    Pass,
    /// Takes a double and turns the cube again.
    Beaver,
    /// Answers a beaver by turning the cube again.
    Raccoon,
    /// Offers to lose the game with this win for the opponent. Entered only if the offer is
    /// refused.
    Resign(Win),
    /// Refuses an offer to resign.
    Refuse,
    /// Sets up the board with the player on roll.
    SetBoard(Position),
    /// Sets up the cube.
    SetCube { exponent: u8, owner: Option<Seat> },
}

/// Converts an act to an event at a table, and reports a problem with it. Returns no event for a
/// roll that is already entered.
pub(super) fn event(
    game: Game,
    table: &mut Table,
    seat: Seat,
    act: Act,
    last: Option<&Event>,
) -> Result<(Option<Event>, Option<Problem>), Problem> {
    let is_set_up = matches!(last, Some(Event::SetBoard(_) | Event::SetCube { .. }));
    let given = |dice| if is_set_up { Event::SetDice(dice) } else { Event::Roll(dice) };
    let odd_cube = |table: &Table, written: Option<u32>| {
        let shown = table.situation().cube.value() * 2;
        written
            .filter(|&written| written != shown)
            .map(|written| Problem::CubeValue { written, shown })
    };
    Ok(match act {
        Act::Double(written) => (Some(Event::Double), odd_cube(table, written)),
        Act::Take => (Some(Event::Take), None),
        Act::Pass => (Some(Event::Pass), None),
        Act::Beaver => (Some(Event::Beaver), None),
        Act::Raccoon => (Some(Event::Raccoon), None),
        Act::SetBoard(position) => (Some(Event::SetBoard(position)), None),
        Act::SetCube { exponent, owner } => (Some(Event::SetCube { exponent, owner }), None),
        Act::Resign(win) => {
            (Some(Event::Resign(win)), resignation::odd(table.situation(), seat, win))
        }
        Act::Refuse => (Some(Event::Refuse), None),
        Act::Roll(dice) => {
            table.roll(seat, dice)?;
            match *table.legal_plays() {
                // The file repeats a roll that is set up.
                _ if last == Some(&Event::SetDice(dice)) => (None, None),
                [result] => (Some(Event::Play { dice, result }), None),
                _ => (Some(given(dice)), None),
            }
        }
        Act::Unplayed(dice) => {
            table.roll(seat, dice)?;
            (Some(Event::Roll(dice)), None)
        }
        Act::Given(dice) => {
            table.roll(seat, dice)?;
            (Some(given(dice)), None)
        }
        Act::SetDice(dice) => {
            table.roll(seat, dice)?;
            (Some(Event::SetDice(dice)), None)
        }
        Act::Dance(dice) => {
            table.roll(seat, dice)?;
            let result = table.situation().position.swapped();
            if table.legal_plays() == [result] {
                (Some(Event::Play { dice, result }), None)
            } else {
                illegal(dice, Vec::new(), result, "")
            }
        }
        Act::PlayTo(dice, result, moves) => {
            table.roll(seat, dice)?;
            if table.legal_plays().contains(&result) {
                (Some(Event::Play { dice, result }), None)
            } else {
                illegal(dice, moves, result, "")
            }
        }
        Act::Play(dice, written, text) => {
            table.roll(seat, dice)?;
            let position = table.situation().position;
            match written.draw(game, &position, dice, table.legal_plays()) {
                Drawn::Legal(result) => (Some(Event::Play { dice, result }), None),
                Drawn::Illegal { moves, result } => illegal(dice, moves, result, &text),
                Drawn::Nothing => {
                    return Err(Problem::NoPlay(excerpt(&format!("{dice}: {text}"))));
                }
            }
        }
    })
}

fn illegal(
    dice: Dice,
    moves: Vec<CheckerMove>,
    result: Position,
    text: &str,
) -> (Option<Event>, Option<Problem>) {
    let text = excerpt(&format!("{dice}: {text}"));
    (Some(Event::IllegalPlay { dice, moves, result }), Some(Problem::IllegalPlay(text)))
}
