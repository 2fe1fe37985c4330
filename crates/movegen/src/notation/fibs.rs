//! The board line that the server FIBS sends to clients: `board:You:Ben:5:0:0:0:-2:0: …`.
//!
//! After the word `board`, separated by colons: both names; the match length (9999 if unlimited)
//! and both scores; 26 checker counts, positive for O and negative for X; the player on turn (1 for
//! O, -1 for X, 0 if the game is over); two dice of each player; the cube value; the right of each
//! player to double, and a flag that the player was doubled; the player's colour and direction; the
//! indices of home and bar; checkers borne off and on the bar of each player; and numbers that are
//! not needed here. The player who receives the line is the bottom player here.
//!
//! Source: "FIBS Client Protocol Detailed Specification" and the server's help on `rawboard`.

use super::id_problem::IdKind;
use super::invalid::{
    Counts, InvalidId, LONGEST_MATCH, check_score, number, score, with_borne_off, wrong,
};
use crate::{
    board::{BAR, BySeat, BySide, Dice, POINTS, Seat},
    games::Game,
    table::{Cube, Phase, Situation, Stakes},
};

/// Name of the notation in errors.
const FIBS: IdKind = IdKind::Fibs;
/// The start of the line.
pub(super) const LABEL: &str = "board:";
/// Match length that FIBS sends for an unlimited match.
const UNLIMITED: u16 = 9999;
/// Number of fields up to the last one that is read: the opponent's checkers on the bar.
const FIELDS: usize = 48;

impl Situation {
    /// Parses a FIBS board line; `board:` at its start is optional. Without a match length, it is a
    /// money game without the Jacoby rule, as FIBS plays it.
    ///
    /// # Errors
    /// Names the wrong part, or the problem with the position.
    pub fn from_fibs_board(text: &str, game: Game) -> Result<Self, InvalidId> {
        if !game.meets_as_backgammon() {
            return Err(InvalidId::OtherRules { kind: FIBS, game });
        }
        let text = text.trim();
        let fields = text.strip_prefix(LABEL).unwrap_or(text);
        let fields: Vec<&str> = fields.split(':').collect();
        if fields.len() < FIELDS {
            let found = fields.len() + 1;
            return Err(InvalidId::Parts { kind: FIBS, found, expected: "49 or more" });
        }
        let [length, own_score, other_score] = [2, 3, 4].map(|index| fields[index]);
        let [turn, own_dice, other_dice] = [31, 32, 34].map(|index| &fields[index..]);
        let [color, direction] = [40, 41].map(|index| sign(fields[index]));
        let (Some(color), Some(direction)) = (color, direction) else {
            let expected = "1 or -1 each";
            return Err(wrong(FIBS, "colour and direction", &fields[40..42].join(":"), expected));
        };
        let was_doubled = flag("double", fields[39])?;
        let seat = match sign(turn[0]) {
            // The opponent doubles on their own turn.
            Some(_) if was_doubled => Seat::Top,
            Some(turn) if turn == color => Seat::Bottom,
            Some(_) => Seat::Top,
            None => {
                return Err(wrong(FIBS, "turn", turn[0], "1 or -1; at 0 the game is over"));
            }
        };
        let length = number(FIBS, "match length", length, LONGEST_MATCH, "1 to 32767")?;
        let scores = BySeat { bottom: score(FIBS, own_score)?, top: score(FIBS, other_score)? };

        let BySide { on_roll: own, opponent } = read_checkers(&fields, color, direction)?
            .seen_from(seat)
            .map(|counts| with_borne_off(game, counts));
        let may_double = |index: usize| flag("right to double", fields[index]);
        let (own_may, other_may) = (may_double(37)?, may_double(38)?);
        let value = number(FIBS, "cube", fields[36], 1 << 15, "1, 2, 4, …")?;
        // The line does not name the owner of the cube. While the cube is turned, a player who may
        // not double does not own it; a player who has just doubled owned it.
        let owner = match (own_may, other_may) {
            _ if value == 1 => None,
            _ if was_doubled => Some(Seat::Top),
            (true, false) => Some(Seat::Bottom),
            (false, true) => Some(Seat::Top),
            _ => {
                let expected = "one player's only once the cube is turned";
                return Err(wrong(FIBS, "right to double", &fields[37..39].join(":"), expected));
            }
        };
        let cube = Cube::of_value(value.into(), owner.map(|owner| seat.side_at(owner)))
            .ok_or_else(|| wrong(FIBS, "cube", fields[36], "1, 2, 4, …"))?;
        let dice = if seat == Seat::Bottom { own_dice } else { other_dice };
        let phase = match dice[..2] {
            _ if was_doubled => Phase::Doubled,
            ["0", "0"] => Phase::BeforeRoll,
            _ => {
                let dice = dice[..2].concat();
                let expected = "two numbers from 1 to 6, or 0 and 0";
                let read: Option<Dice> = (dice.len() == 2).then(|| dice.parse().ok()).flatten();
                Phase::Rolled(read.ok_or_else(|| wrong(FIBS, "dice", &dice, expected))?)
            }
        };
        let mut situation = Self {
            seat,
            phase,
            cube,
            stakes: match length {
                UNLIMITED | 0 => Stakes::Money { jacoby: false, beavers: false },
                _ => Stakes::Match { length, crawford: false },
            },
            score: scores.seen_from(seat),
            ..Self::new(game.position(&own, &opponent)?, game)
        };
        check_score(&situation)?;
        // The Crawford game is the one in which neither player may double a centred cube.
        let nobody_may = !own_may && !other_may && value == 1 && !was_doubled;
        if let Stakes::Match { length, .. } = situation.stakes {
            let crawford = nobody_may && situation.is_one_away() && length > 1;
            situation.stakes = Stakes::Match { length, crawford };
        }
        if !game.has_cube() && situation.shows_doubling() {
            return Err(InvalidId::NoCube { game, kind: FIBS, text: text.to_owned() });
        }
        Ok(situation)
    }
}

/// Parses 1 or -1.
fn sign(text: &str) -> Option<i8> {
    match text {
        "1" => Some(1),
        "-1" => Some(-1),
        _ => None,
    }
}

fn flag(part: &'static str, text: &str) -> Result<bool, InvalidId> {
    match text {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => Err(wrong(FIBS, part, text, "0 or 1")),
    }
}

/// Both sides' checker counts, each by its own points.
fn read_checkers(fields: &[&str], color: i8, direction: i8) -> Result<BySeat<Counts>, InvalidId> {
    const FIRST: usize = 5;
    let (mut bottom, mut top): (Counts, Counts) = Default::default();
    for number in 1..=POINTS {
        let text = fields[FIRST + usize::from(number)];
        let count: i8 =
            text.parse().map_err(|_| wrong(FIBS, "number of checkers", text, "-15 to 15"))?;
        let own_point = if direction < 0 { number } else { BAR - number };
        let (counts, point) = match count.signum() * color {
            1 => (&mut bottom, own_point),
            -1 => (&mut top, BAR - own_point),
            _ => continue,
        };
        counts[usize::from(point)] = count.unsigned_abs();
    }
    for (counts, text) in [(&mut bottom, fields[46]), (&mut top, fields[47])] {
        let on_bar = number(FIBS, "number on the bar", text, 15, "0 to 15")?;
        counts[usize::from(BAR)] = on_bar as u8;
    }
    Ok(BySeat { bottom, top })
}
