//! eXtreme Gammon's XGID: `XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10`.
//!
//! Ten parts, separated by colons: the board, the cube's exponent, its owner (1 the bottom player,
//! -1 the top player, 0 nobody), the player on roll, the dice, the scores of the bottom and of the
//! top player, the Crawford game or Jacoby and beavers, the match length (0 for money), and the
//! exponent of the largest cube. The board has 26 letters: the top player's bar, the points 1 to 24
//! of the bottom player's view, the bottom player's bar. Capital letters are the bottom player's
//! checkers: `A` is one, `B` is two, and so on.

use super::id_problem::IdKind;
use super::invalid::{
    self, Counts, InvalidId, LONGEST_MATCH, check_score, score, with_borne_off, wrong,
};
use crate::{
    board::{BAR, BySeat, BySide, Dice, Position, Seat},
    games::Game,
    table::{Cube, Phase, Situation, Stakes},
};

/// Name of the notation in errors.
pub(super) const XGID: IdKind = IdKind::Xgid;
const PARTS: usize = 10;
const PREFIX: &str = "XGID=";
/// Number of letters of a board: both bars and 24 points.
const LETTERS: usize = BAR as usize + 1;

fn number(
    part: &'static str,
    text: &str,
    largest: u16,
    expected: &'static str,
) -> Result<u16, InvalidId> {
    invalid::number(XGID, part, text, largest, expected)
}

/// True if a text can only be an XGID without its label: 26 letters of a board, and parts separated
/// by colons.
///
/// ```
/// use sheshbesh_movegen::notation::looks_like_xgid;
/// assert!(looks_like_xgid("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"));
/// assert!(!looks_like_xgid("--ply") && !looks_like_xgid("4HPwATDgc/ABMA:MAAAAAAAAAAA"));
/// ```
pub fn looks_like_xgid(text: &str) -> bool {
    let (board, rest) = text.trim().split_once(':').unwrap_or_default();
    let is_count = |letter: u8| matches!(letter, b'-' | b'A'..=b'O' | b'a'..=b'o');
    board.len() == LETTERS && board.bytes().all(is_count) && rest.contains(':')
}

impl Situation {
    /// Parses an XGID, with or without `XGID=`. XGIDs exist for backgammon and for other games in
    /// which checkers are hit.
    ///
    /// # Errors
    /// Names the wrong part, or the problem with the position.
    pub fn from_xgid(text: &str, game: Game) -> Result<Self, InvalidId> {
        if !game.meets_as_backgammon() {
            return Err(InvalidId::OtherRules { kind: XGID, game });
        }
        let text = text.trim();
        let text = match text.split_at_checked(PREFIX.len()) {
            Some((prefix, rest)) if prefix.eq_ignore_ascii_case(PREFIX) => rest,
            _ => text,
        };
        let parts: Vec<&str> = text.split(':').collect();
        let parts: [&str; PARTS] = parts.try_into().map_err(|parts: Vec<&str>| {
            InvalidId::Parts { kind: XGID, found: parts.len(), expected: "10" }
        })?;
        let [board, cube, owner, turn, dice, bottom, top, rules, length, largest_cube] = parts;

        let seat = match turn {
            "1" => Seat::Bottom,
            "-1" => Seat::Top,
            _ => {
                return Err(wrong(XGID, "turn", turn, "1 for the bottom player or -1 for the top"));
            }
        };
        let owner = match owner {
            "0" => None,
            "1" => Some(seat.side_at(Seat::Bottom)),
            "-1" => Some(seat.side_at(Seat::Top)),
            _ => {
                return Err(wrong(
                    XGID,
                    "cube owner",
                    owner,
                    "1 (bottom), -1 (top) or 0 (centred)",
                ));
            }
        };
        let exponent = |part, text| {
            let largest = Cube::LARGEST_EXPONENT.into();
            number(part, text, largest, "a power of two, 0 to 15").map(|exponent| exponent as u8)
        };
        let cube = Cube::new(exponent("cube", cube)?, owner).expect("the exponent is at most 15");
        let length = number("match length", length, LONGEST_MATCH, "0 for money, or 1 to 32767")?;
        let stakes = match (length, rules) {
            (0, "0" | "1" | "2" | "3") => Stakes::Money {
                jacoby: matches!(rules, "1" | "3"),
                beavers: matches!(rules, "2" | "3"),
            },
            (0, _) => {
                let expected = "0, 1 (Jacoby), 2 (beavers) or 3 (both) in a money game";
                return Err(wrong(XGID, "rules", rules, expected));
            }
            (_, "0" | "1") => Stakes::Match { length, crawford: rules == "1" },
            _ => {
                return Err(wrong(
                    XGID,
                    "rules",
                    rules,
                    "0, or 1 for the Crawford game, in a match",
                ));
            }
        };
        let (bottom, top) = (score(XGID, bottom)?, score(XGID, top)?);
        let situation = Self {
            position: read_board(board, seat, game)?,
            game,
            seat,
            phase: read_phase(dice)?,
            cube,
            stakes,
            score: BySeat { bottom, top }.seen_from(seat),
            largest_cube: exponent("largest cube", largest_cube)?,
            scoring: None,
            final_raccoon: false,
        };
        check_score(&situation)?;
        if !game.has_cube() && situation.shows_doubling() {
            return Err(InvalidId::NoCube { game, kind: XGID, text: text.to_owned() });
        }
        Ok(situation)
    }

    /// The XGID, in games that have XGIDs: those in which the sides meet as in backgammon. `None`
    /// also if the position has a [`TurnState`](crate::TurnState), the stake is raised and not
    /// doubled, or a player is barred from the cube, which an XGID cannot hold.
    pub fn complete_xgid(&self) -> Option<String> {
        let is_usual_cube = !self.cube.is_arithmetic() && self.cube.barred().is_none();
        let is_complete = self.game.meets_as_backgammon() && self.position.extra_bits() == 0;
        (is_complete && is_usual_cube).then(|| self.xgid())
    }

    /// The XGID, with `XGID=` before it. In a game without a cube, its largest cube is 1.
    pub fn xgid(&self) -> String {
        let sign = |seat| if seat == Seat::Bottom { "1" } else { "-1" };
        let owner = self.cube.owner().map_or("0", |side| sign(self.seat.of(side)));
        let dice = match self.phase {
            Phase::BeforeRoll => "00".to_owned(),
            Phase::Rolled(dice) => dice.to_string(),
            Phase::Doubled => "D".to_owned(),
            Phase::Beavered => "B".to_owned(),
            Phase::Raccooned => "R".to_owned(),
        };
        let (rules, length) = match self.stakes {
            Stakes::Money { jacoby, beavers } => (u8::from(jacoby) + 2 * u8::from(beavers), 0),
            Stakes::Match { length, crawford } => (u8::from(crawford), length),
        };
        let BySeat { bottom, top } = self.score.seated(self.seat);
        format!(
            "{PREFIX}{board}:{exponent}:{owner}:{turn}:{dice}:{bottom}:{top}:{rules}:{length}:{largest}",
            board = write_board(&self.position, self.seat),
            exponent = self.cube.exponent(),
            turn = sign(self.seat),
            largest = if self.game.has_cube() { self.largest_cube } else { 0 },
        )
    }
}

fn read_phase(text: &str) -> Result<Phase, InvalidId> {
    Ok(match text {
        "00" | "0" => Phase::BeforeRoll,
        "D" => Phase::Doubled,
        "B" => Phase::Beavered,
        "R" => Phase::Raccooned,
        _ => {
            let dice = (text.len() == 2).then(|| text.parse::<Dice>().ok()).flatten();
            let expected = "00, two numbers from 1 to 6, D, B or R";
            Phase::Rolled(dice.ok_or_else(|| wrong(XGID, "dice", text, expected))?)
        }
    })
}

fn read_board(text: &str, on_roll: Seat, game: Game) -> Result<Position, InvalidId> {
    /// Index of the bottom player's bar. The top player's bar is the first letter.
    const LAST: usize = BAR as usize;
    let letters = text.as_bytes();
    if letters.len() != LAST + 1 {
        return Err(wrong(XGID, "board", text, "26 letters"));
    }
    let (mut bottom, mut top): (Counts, Counts) = Default::default();
    for (index, &letter) in letters.iter().enumerate() {
        match letter {
            b'-' => {}
            b'A'..=b'P' if index > 0 => bottom[index] = letter - b'A' + 1,
            b'a'..=b'p' if index < LAST => top[LAST - index] = letter - b'a' + 1,
            b'A'..=b'P' => {
                return Err(wrong(
                    XGID,
                    "board",
                    text,
                    "- or a lower-case letter in the first place",
                ));
            }
            b'a'..=b'p' => {
                return Err(wrong(XGID, "board", text, "- or a capital letter in the last place"));
            }
            _ => return Err(wrong(XGID, "board", text, "only -, A to P and a to p")),
        }
    }
    let seats = BySeat { bottom, top };
    let BySide { on_roll: own, opponent } =
        seats.seen_from(on_roll).map(|counts| with_borne_off(game, counts));
    Ok(game.position(&own, &opponent)?)
}

fn write_board(position: &Position, on_roll: Seat) -> String {
    let sides = BySide { on_roll: position.own(), opponent: position.opponent() };
    let BySeat { bottom, top } = sides.seated(on_roll);
    let letter = |first: u8, count: u8| char::from(first + count - 1);
    (0..=BAR)
        .map(|index| {
            // Index 0 is the top player's bar; no checker of the bottom player stands there.
            let capital = if index > 0 { bottom.on(index) } else { 0 };
            let small = if index < BAR { top.on(BAR - index) } else { 0 };
            match (capital, small) {
                (0, 0) => '-',
                (0, count) => letter(b'a', count),
                (count, _) => letter(b'A', count),
            }
        })
        .collect()
}
