//! Actions as readers find them, and their conversion to events at a table.

use super::resignation;
use crate::{
    model::Event,
    play_text::{PlayOutcome, PlayText},
    replay_cursor::ReplayCursor,
    warning::{Problem, excerpt},
};
use sheshbesh_movegen::{CheckerMove, Dice, Game, Position, Seat, Win};

/// An action read from a file.
#[derive(Clone, Debug)]
pub(crate) enum ParsedAction {
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
    Play(Dice, PlayText, String),
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

/// Converts an action to an event at a table, and reports a problem with it. Returns no event for a
/// roll that is already entered.
pub(super) fn to_event(
    game: Game,
    table: &mut ReplayCursor,
    seat: Seat,
    action: ParsedAction,
    last: Option<&Event>,
) -> Result<(Option<Event>, Option<Problem>), Problem> {
    let is_set_up = matches!(last, Some(Event::SetBoard(_) | Event::SetCube { .. }));
    let given = |dice| if is_set_up { Event::SetDice(dice) } else { Event::Roll(dice) };
    let odd_cube = |table: &ReplayCursor, written: Option<u32>| {
        let shown = table.situation().cube.value() * 2;
        written
            .filter(|&written| written != shown)
            .map(|written| Problem::CubeValue { written, shown })
    };
    Ok(match action {
        ParsedAction::Double(written) => (Some(Event::Double), odd_cube(table, written)),
        ParsedAction::Take => (Some(Event::Take), None),
        ParsedAction::Pass => (Some(Event::Pass), None),
        ParsedAction::Beaver => (Some(Event::Beaver), None),
        ParsedAction::Raccoon => (Some(Event::Raccoon), None),
        ParsedAction::SetBoard(position) => (Some(Event::SetBoard(position)), None),
        ParsedAction::SetCube { exponent, owner } => {
            (Some(Event::SetCube { exponent, owner }), None)
        }
        ParsedAction::Resign(win) => {
            (Some(Event::Resign(win)), resignation::check_resignation(table.situation(), seat, win))
        }
        ParsedAction::Refuse => (Some(Event::Refuse), None),
        ParsedAction::Roll(dice) => {
            table.roll(seat, dice)?;
            match *table.legal_plays() {
                // The file repeats a roll that is set up.
                _ if last == Some(&Event::SetDice(dice)) => (None, None),
                [result] => (Some(Event::Play { dice, result }), None),
                _ => (Some(given(dice)), None),
            }
        }
        ParsedAction::Unplayed(dice) => {
            table.roll(seat, dice)?;
            (Some(Event::Roll(dice)), None)
        }
        ParsedAction::Given(dice) => {
            table.roll(seat, dice)?;
            (Some(given(dice)), None)
        }
        ParsedAction::SetDice(dice) => {
            table.roll(seat, dice)?;
            (Some(Event::SetDice(dice)), None)
        }
        ParsedAction::Dance(dice) => {
            table.roll(seat, dice)?;
            let result = game.passed(&table.situation().position, dice);
            if table.legal_plays() == [result] {
                (Some(Event::Play { dice, result }), None)
            } else {
                make_illegal_play(dice, Vec::new(), result, "")
            }
        }
        ParsedAction::PlayTo(dice, result, moves) => {
            table.roll(seat, dice)?;
            if table.legal_plays().contains(&result) {
                (Some(Event::Play { dice, result }), None)
            } else {
                make_illegal_play(dice, moves, result, "")
            }
        }
        ParsedAction::Play(dice, written, text) => {
            table.roll(seat, dice)?;
            let position = table.situation().position;
            match written.apply_to(game, &position, dice, table.legal_plays()) {
                PlayOutcome::Legal(result) => (Some(Event::Play { dice, result }), None),
                PlayOutcome::Illegal { moves, result } => {
                    make_illegal_play(dice, moves, result, &text)
                }
                PlayOutcome::Impossible => {
                    return Err(Problem::NoPlay(excerpt(&format!("{dice}: {text}"))));
                }
            }
        }
    })
}

fn make_illegal_play(
    dice: Dice,
    moves: Vec<CheckerMove>,
    result: Position,
    text: &str,
) -> (Option<Event>, Option<Problem>) {
    let text = excerpt(&format!("{dice}: {text}"));
    (Some(Event::IllegalPlay { dice, moves, result }), Some(Problem::IllegalPlay(text)))
}
