//! OpenGammon's OGID: `11ccccchhhjjjjj:66666888dddddoo:N0N:31:B:IW:0:0:7:0`.
//!
//! Three to eleven parts, separated by colons:
//!
//! 1. White's checkers, one character each: `0`–`9` and `a`–`p` are 0 to 25, `q` is borne off.
//!    White moves from 1 to 24; 0 is White's bar.
//! 2. Black's checkers in the same numbers. Black moves from 24 to 1; 25 is Black's bar.
//! 3. The cube: its owner (`W`, `B`, `N` for nobody, `D` for a dead cube, `?` for unknown), the
//!    exponent of its value, and `N`, or `O` for a double that must be answered, `T` for one that
//!    was taken, `P` for one that was passed.
//! 4. The dice, or nothing.
//! 5. The player who *reached* the position; the other player acts next. For a pending double, the
//!    player who doubled.
//! 6. The state of the game. `IW` without dice is the start, with White to act; `D` is a pending
//!    double.
//! 7. White's score.
//! 8. Black's score.
//! 9. The match length, 0 for money, followed by `C` in the Crawford game, by `L` after it, or by
//!    `G` and a number of games.
//! 10. The number of the move.
//! 11. The number of checkers a side, if it is not 15.
//!
//! Only the first three are required. White is the bottom player here. The source is OpenGammon's
//! `OGID.md`, as described by the packages `gammonview` and `ankigammon`.

use super::id_problem::IdKind;
use super::invalid::{
    self, Counts, InvalidId, LONGEST_MATCH, check_score, score, with_borne_off, wrong,
};
use crate::{
    board::{BAR, BySeat, BySide, Dice, Seat},
    games::Game,
    table::{Cube, Phase, Situation, Stakes},
};

/// Name of the notation in errors.
const OGID: IdKind = IdKind::Ogid;
/// Number of a checker that has been borne off.
const BORNE_OFF: u8 = BAR + 1;

impl Situation {
    /// Parses an OGID without a label. OGIDs exist for backgammon and for other games in which
    /// checkers are hit.
    ///
    /// ```
    /// use sheshbesh_movegen::{Game, Situation};
    /// let text = "11ccccchhhjjjjj:66666888dddddoo:N0N:31:B:R:2:3:7:4";
    /// let read = Situation::from_ogid(text, Game::Backgammon)?;
    /// assert_eq!(read.xgid(), "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10");
    /// # Ok::<(), sheshbesh_movegen::InvalidId>(())
    /// ```
    ///
    /// # Errors
    /// Names the wrong part, or the problem with the position.
    pub fn from_ogid(text: &str, game: Game) -> Result<Self, InvalidId> {
        if !game.meets_as_backgammon() {
            return Err(InvalidId::OtherRules { kind: OGID, game });
        }
        let parts: Vec<&str> = text.trim().split(':').collect();
        if !(3..=11).contains(&parts.len()) {
            let found = parts.len();
            return Err(InvalidId::Parts { kind: OGID, found, expected: "3 to 11" });
        }
        let part = |index: usize| parts.get(index).copied().unwrap_or_default();
        let state = if part(5).is_empty() { "IW" } else { part(5) };

        let bottom = read_checkers(Seat::Bottom, part(0), game)?;
        let top = read_checkers(Seat::Top, part(1), game)?;
        let (owner, exponent, action) = read_cube(part(2))?;
        let dice = read_dice(part(3))?;
        let doubled = match (action, state) {
            ('P', _) | (_, "P") => {
                let expected = "no pass, after which the game is over";
                return Err(wrong(OGID, "cube", part(2), expected));
            }
            ('O', _) | (_, "D") => true,
            _ => false,
        };
        let seat = match part(4) {
            "" => Seat::Bottom,
            "W" | "B" if state == "IW" && dice.is_none() => Seat::Bottom,
            "W" if doubled => Seat::Bottom,
            "B" if doubled => Seat::Top,
            "W" => Seat::Top,
            "B" => Seat::Bottom,
            other => return Err(wrong(OGID, "player", other, "W or B")),
        };
        let points =
            |index: usize| if part(index).is_empty() { Ok(0) } else { score(OGID, part(index)) };
        let scores = BySeat { bottom: points(6)?, top: points(7)? };
        let (length, crawford) = read_length(part(8))?;
        let checkers = game.checkers().to_string();
        if !part(10).is_empty() && part(10) != checkers {
            let expected = "the game's number of checkers";
            return Err(wrong(OGID, "number of checkers", part(10), expected));
        }
        let BySide { on_roll: own, opponent } =
            BySeat { bottom, top }.seen_from(seat).map(|counts| with_borne_off(game, counts));
        let owner = match owner {
            'W' => Some(seat.side_at(Seat::Bottom)),
            'B' => Some(seat.side_at(Seat::Top)),
            _ => None,
        };
        let situation = Self {
            seat,
            phase: match dice {
                _ if doubled => Phase::Doubled,
                Some(dice) => Phase::Rolled(dice),
                None => Phase::BeforeRoll,
            },
            cube: Cube::new(exponent, owner).expect("the exponent is at most 15"),
            stakes: match length {
                0 => Stakes::Money { jacoby: false, beavers: false },
                _ => Stakes::Match { length, crawford },
            },
            score: scores.seen_from(seat),
            // A dead cube is not turned again.
            largest_cube: if part(2).starts_with('D') {
                exponent
            } else {
                Self::USUAL_LARGEST_CUBE
            },
            ..Self::new(game.position(&own, &opponent)?, game)
        };
        check_score(&situation)?;
        if !game.has_cube() && situation.shows_doubling() {
            return Err(InvalidId::NoCube { game, kind: OGID, text: text.to_owned() });
        }
        Ok(situation)
    }
}

/// True if a text has the form of an OGID: two lists of checkers and a cube.
pub(super) fn looks_like_ogid(text: &str) -> bool {
    let mut parts = text.split(':');
    let mut is_list =
        || parts.next().is_some_and(|part| part.bytes().all(|byte| number_of(byte).is_some()));
    is_list() && is_list() && parts.next().is_some_and(|cube| read_cube(cube).is_ok())
}

/// The number of a character in a list of checkers.
fn number_of(character: u8) -> Option<u8> {
    match character {
        b'0'..=b'9' => Some(character - b'0'),
        b'a'..=b'q' => Some(character - b'a' + 10),
        _ => None,
    }
}

fn read_checkers(seat: Seat, text: &str, game: Game) -> Result<Counts, InvalidId> {
    let part = match seat {
        Seat::Bottom => "list of White's checkers",
        Seat::Top => "list of Black's checkers",
    };
    let mut counts = Counts::default();
    for byte in text.bytes() {
        let number =
            number_of(byte).ok_or_else(|| wrong(OGID, part, text, "only 0 to 9 and a to q"))?;
        // The owner's own point. Of the numbers 0 and 25, one is the owner's bar and the other is
        // invalid.
        let point = match seat {
            _ if number == BORNE_OFF => continue,
            Seat::Bottom => BAR - number,
            Seat::Top => number,
        };
        if point == 0 {
            return Err(wrong(OGID, part, text, "no checker on the other player's bar"));
        }
        counts[usize::from(point)] += 1;
    }
    let limit = usize::from(game.checkers());
    if text.len() > limit {
        return Err(wrong(OGID, part, text, "no more checkers than the game has"));
    }
    Ok(counts)
}

/// Parses owner, exponent and action.
fn read_cube(text: &str) -> Result<(char, u8, char), InvalidId> {
    let cube = || {
        let owner = text.chars().next().filter(|&owner| "WBND?".contains(owner))?;
        let action = text.chars().next_back().filter(|&action| "NOTP".contains(action))?;
        let digits = text.get(1..text.len() - 1)?;
        let largest = Cube::LARGEST_EXPONENT.into();
        let exponent = invalid::number(OGID, "cube", digits, largest, "").ok()?;
        Some((owner, exponent as u8, action))
    };
    let expected = "an owner (W, B, N, D or ?), a power of two (0 to 15) and N, O, T or P";
    cube().ok_or_else(|| wrong(OGID, "cube", text, expected))
}

fn read_dice(text: &str) -> Result<Option<Dice>, InvalidId> {
    match text {
        "" | "00" => Ok(None),
        _ => {
            let dice = (text.len() == 2).then(|| text.parse().ok()).flatten();
            Ok(Some(dice.ok_or_else(|| wrong(OGID, "dice", text, "two numbers from 1 to 6"))?))
        }
    }
}

/// Parses the match length, and whether it is the Crawford game.
fn read_length(text: &str) -> Result<(u16, bool), InvalidId> {
    let expected = "a number of points, 0 to 32767, and C, L or G with a number of games";
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let kind = rest.chars().next();
    let games = &rest[kind.map_or(0, char::len_utf8)..];
    let known = kind.is_none_or(|kind| "LCG".contains(kind));
    if text.is_empty() {
        return Ok((0, false));
    }
    if !known || !games.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(wrong(OGID, "match length", text, expected));
    }
    let length = invalid::number(OGID, "match length", digits, LONGEST_MATCH, expected)?;
    // A number of games without a match length in points is a money session.
    let length = if kind == Some('G') { 0 } else { length };
    Ok((length, kind == Some('C')))
}
