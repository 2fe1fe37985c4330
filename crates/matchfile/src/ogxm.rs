//! OGXM 2, HedgeHog's binary match format: constants and the numbering of the board, for its reader
//! and its writer.
//!
//! A file has a header of 16 bytes, sections, and an end marker. Records in sections begin with
//! their length and a mask of the fields that are present. White, here the player at the top, has
//! the absolute points 25 less their own; Black has them as their own. `OGXM_V2_PROFILE.md` in
//! ngvlamis/gammonview-analysis describes the format.

use sheshbesh_movegen::{BAR, Dice, Game, OFF, POINTS, Position, Seat};

/// First bytes of a file.
pub(crate) const MAGIC: &[u8] = b"OGXM";
/// Last bytes of a file.
pub(crate) const END: &[u8] = b"END!";
/// Length of the header in bytes.
pub(crate) const HEADER: usize = 16;
/// Version that is read and written.
pub(crate) const MAJOR: u16 = 2;
/// Equities, chances and losses are stored in millionths, probabilities in ten thousandths.
pub(crate) const EQUITY_UNIT: f64 = 1e6;
/// Unit of probabilities.
pub(crate) const PROBABILITY_UNIT: f64 = 1e4;
/// Unit of equities in a match: match winning chances.
pub(crate) const MATCH_CHANCES: u64 = 2;
/// Unit of equities in money games: normalized cubeful equity.
pub(crate) const EQUITIES: u64 = 1;

/// Actions with numbers above those of the 21 rolls.
pub(crate) mod action {
    pub(crate) const DOUBLE: u8 = 21;
    pub(crate) const TAKE: u8 = 22;
    pub(crate) const PASS: u8 = 23;
    /// Markers of the end of a game, which follows from the rest.
    pub(crate) const MARKERS: [u8; 4] = [24, 25, 26, 30];
    pub(crate) const RESIGN: u8 = 27;
    pub(crate) const RESIGN_MATCH: u8 = 28;
    pub(crate) const FORFEIT: u8 = 29;
    pub(crate) const SET_BOARD: u8 = 31;
    pub(crate) const BEAVER: u8 = 32;
    pub(crate) const RACCOON: u8 = 33;
    pub(crate) const SETTLE: u8 = 34;
    pub(crate) const SET_CUBE: u8 = 36;
}

/// Kinds of decisions.
pub(crate) mod kind {
    pub(crate) const PLAY: u64 = 0;
    pub(crate) const CUBE: u64 = 1;
    pub(crate) const LUCK: u64 = 3;
}

/// The games, by their number in files.
const VARIANTS: [Game; 4] =
    [Game::Backgammon, Game::Nackgammon, Game::Hypergammon, Game::LongGammon];

/// The number of a game; `None` if the format has none.
pub(crate) fn find_variant(game: Game) -> Option<u64> {
    VARIANTS.iter().position(|other| *other == game).map(|index| index as u64)
}

/// The game with a number.
pub(crate) fn game_of(variant: u64) -> Option<Game> {
    VARIANTS.get(usize::try_from(variant).ok()?).copied()
}

/// The roll with a number: the low die counts first.
pub(crate) fn dice_of(number: u8) -> Option<Dice> {
    let rolls = (1..=6).flat_map(|low| (low..=6).map(move |high| (high, low)));
    let (high, low) = rolls.into_iter().nth(number.into())?;
    Dice::new(high, low)
}

/// The number of a roll.
pub(crate) fn number_of(dice: Dice) -> u8 {
    let number = (0..21).find(|&number| dice_of(number) == Some(dice));
    number.unwrap_or(0)
}

/// The number of checker moves that a roll allows.
pub(crate) const fn most_moves(dice: Dice) -> usize {
    if dice.is_double() { 4 } else { 2 }
}

/// Converts between a player's own points and absolute points, in both directions. The bar is a
/// point; off is not.
pub(crate) const fn absolute(seat: Seat, point: u8) -> u8 {
    match seat {
        Seat::Top => BAR - point,
        Seat::Bottom => point,
    }
}

/// Number of a player: 0 for White, 1 for Black.
pub(crate) const fn number_seat(seat: Seat) -> u8 {
    match seat {
        Seat::Top => 0,
        Seat::Bottom => 1,
    }
}

/// The player with a number.
pub(crate) const fn seat_of(number: u64) -> Option<Seat> {
    match number {
        0 => Some(Seat::Top),
        1 => Some(Seat::Bottom),
        _ => None,
    }
}

/// Number of entries of a stored board: the points and both bars.
pub(crate) const BOARD: usize = POINTS as usize + 2;

/// The stored board of a position that a player sees. White's checkers are positive.
pub(crate) fn store_board(position: &Position, seat: Seat) -> [i8; BOARD] {
    let mut board = [0i8; BOARD];
    let sides = [(seat, position.own()), (!seat, position.opponent())];
    for (seat, side) in sides {
        for point in 1..=BAR {
            let count = side.on(point) as i8;
            let count = if seat == Seat::Top { count } else { -count };
            board[usize::from(absolute(seat, point))] += count;
        }
    }
    board
}

/// The position of a stored board, as a player sees it; `None` if it has too many checkers.
pub(crate) fn read_board(board: &[i8; BOARD], seat: Seat, game: Game) -> Option<Position> {
    let side = |seat: Seat| -> Option<[u8; 26]> {
        let mut side = [0u8; 26];
        for point in 1..=BAR {
            let count = board[usize::from(absolute(seat, point))];
            let count = if seat == Seat::Top { i16::from(count) } else { -i16::from(count) };
            side[usize::from(point)] = u8::try_from(count.max(0)).ok()?;
        }
        let here: u32 = side[1..].iter().map(|&count| u32::from(count)).sum();
        side[usize::from(OFF)] = game.checkers().checked_sub(u8::try_from(here).ok()?)?;
        Some(side)
    };
    game.position(&side(seat)?, &side(!seat)?).ok()
}

/// The checksum of a file before its last section.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}
