//! What readers find in a game, and the events that it makes at a table.

use super::resignation;
use crate::{
    model::Event,
    table::Table,
    warning::{Problem, excerpt},
    written_play::{Drawn, WrittenPlay},
};
use sheshbesh_movegen::{CheckerMove, Dice, Game, Position, Seat, Win};

/// What is read of a game, one at a time.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// A roll by itself: it could not be played, had one play only, or was not played.
    Roll(Dice),
    /// A roll that was not played.
    Unplayed(Dice),
    /// A roll that lies on the table, to be played or not: set up where the board has just been, else
    /// rolled.
    Given(Dice),
    /// Sets the dice up with the board.
    SetDice(Dice),
    /// A roll and its play as written.
    Play(Dice, WrittenPlay, String),
    /// A roll, and the position to which its play led, as the opponent sees it; the moves where they
    /// are known.
    PlayTo(Dice, Position, Vec<CheckerMove>),
    /// A roll, and that nothing could be played.
    Dance(Dice),
    /// Offers the cube, which then shows so much where that is said.
    Double(Option<u32>),
    /// Plays on.
    Take,
    /// Gives up.
    Pass,
    /// Takes and turns the cube.
    Beaver,
    /// Turns it once more.
    Raccoon,
    /// Offers to lose so much; entered only where that is refused.
    Resign(Win),
    /// Plays on for more than was offered.
    Refuse,
    /// Sets the board up, to be on roll.
    SetBoard(Position),
    /// Sets the cube up.
    SetCube { exponent: u8, owner: Option<Seat> },
}

/// What an act is at a table, and what is odd about it; a roll that is entered already is nothing
/// more.
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
                // It was set up, and is written once more.
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
