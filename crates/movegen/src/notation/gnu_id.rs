//! GNU Backgammon's position and match IDs.
//!
//! A **position ID** is 80 bits in base64. It lists the checkers of the opponent and then of the
//! player on roll: for each point 1 to 24 of their own view and then the bar, one 1 bit per
//! checker, followed by a 0 bit. The rest are zeros. Checkers that are borne off do not appear. A
//! **match ID** is 72 bits with cube, dice, score and rules. GNU Backgammon's manual describes
//! both, in "A technical description of the Position ID" and "… of the Match ID".

use super::id_problem::{IdKind, IdProblem};
use super::invalid::{InvalidId, check_score};
use super::packed::{InvalidPacked, PackedPosition};
use crate::{
    board::{BySeat, Dice, Position, Seat, Side},
    games::{Family, Game},
    table::{Cube, Phase, Situation, Stakes},
};
use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};
use std::fmt;

/// Number of letters of a position ID.
pub(super) const POSITION_LETTERS: usize = 14;
/// Number of letters of a position ID with pinned checkers, in games that have them.
const PINNED_LETTERS: usize = 18;
/// Number of letters of a match ID.
pub(super) const MATCH_LETTERS: usize = 12;
/// Number of bytes of a match ID.
const MATCH_BYTES: usize = 9;

const POSITION_ID: IdKind = IdKind::Position;
const MATCH_ID: IdKind = IdKind::Match;

/// True for a character that can occur in an ID.
pub(super) fn is_letter(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '+' | '/')
}

fn decode<const BYTES: usize>(
    kind: IdKind,
    text: &str,
    expected: usize,
) -> Result<[u8; BYTES], InvalidId> {
    let found = text.chars().count();
    if found != expected {
        return Err(InvalidId::Length { kind, text: text.to_owned(), found, expected });
    }
    let mut bytes = [0; BYTES];
    match STANDARD_NO_PAD.decode_slice(text, &mut bytes) {
        Ok(length) if length == BYTES => Ok(bytes),
        _ => Err(InvalidId::Letters { kind, text: text.to_owned() }),
    }
}

impl fmt::Display for Position {
    /// The position ID, without the name of a game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.gnu_id())
    }
}

impl Position {
    /// Parses a position ID.
    ///
    /// # Errors
    /// Says what is wrong with the text or with the position.
    pub fn from_gnu_id(text: &str, game: Game) -> Result<Self, InvalidId> {
        let found = text.chars().count();
        let pins = game.family() == Family::Pinning || game.has_stages();
        if pins && ![POSITION_LETTERS, PINNED_LETTERS].contains(&found) {
            let text = text.to_owned();
            return Err(InvalidId::PinnedLength { game, text, found });
        }
        let is_long = pins && found == PINNED_LETTERS;
        let packed = PackedPosition(if is_long {
            decode(POSITION_ID, text, PINNED_LETTERS)?
        } else {
            let checkers: [u8; PackedPosition::CHECKERS] =
                decode(POSITION_ID, text, POSITION_LETTERS)?;
            std::array::from_fn(|byte| checkers.get(byte).copied().unwrap_or_default())
        });
        let bits = |problem| InvalidId::Bits { kind: POSITION_ID, text: text.to_owned(), problem };
        let position = packed.unpack(game).map_err(|invalid| match invalid {
            InvalidPacked::Overflow => bits(IdProblem::TooManyCheckers),
            InvalidPacked::Rest => bits(IdProblem::RestOfPosition),
            InvalidPacked::Pins => bits(IdProblem::Pin),
            InvalidPacked::TurnState => bits(IdProblem::TurnState),
            InvalidPacked::Position(invalid) => invalid.into(),
        })?;
        if is_long && position.extra_bits() == 0 {
            return Err(bits(match game.family() {
                Family::Pinning => IdProblem::NoPin,
                _ => IdProblem::NoTurnState,
            }));
        }
        Ok(position)
    }

    /// The position ID: 14 letters, or 18 if a checker of the player on roll lies under a single
    /// opposing checker, or if the position has a [`TurnState`](crate::TurnState).
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// assert_eq!(Game::Backgammon.start().gnu_id(), "4HPwATDgc/ABMA");
    /// ```
    pub fn gnu_id(&self) -> String {
        let PackedPosition(bytes) = self.pack();
        let length = if self.extra_bits() == 0 { PackedPosition::CHECKERS } else { bytes.len() };
        STANDARD_NO_PAD.encode(&bytes[..length])
    }
}

/// A field of a match ID: its first bit and its number of bits.
#[derive(Clone, Copy)]
struct Field(u32, u32);

const CUBE: Field = Field(0, 4);
const CUBE_OWNER: Field = Field(4, 2);
const ON_ROLL: Field = Field(6, 1);
const CRAWFORD: Field = Field(7, 1);
const GAME_STATE: Field = Field(8, 3);
const TO_DECIDE: Field = Field(11, 1);
const DOUBLED: Field = Field(12, 1);
const RESIGNED: Field = Field(13, 2);
const DICE: [Field; 2] = [Field(15, 3), Field(18, 3)];
const LENGTH: Field = Field(21, 15);
const SCORES: [Field; 2] = [Field(36, 15), Field(51, 15)];
const NO_JACOBY: Field = Field(66, 1);
/// The smallest of three dice; GNU Backgammon leaves these bits 0.
const THIRD_DIE: Field = Field(67, 3);
const UNUSED: Field = Field(70, 2);

const CENTRED: u128 = 3;
const PLAYING: u128 = 1;

impl Field {
    fn get(self, bits: u128) -> u128 {
        (bits >> self.0) & ((1 << self.1) - 1)
    }

    fn put(self, value: u128) -> u128 {
        value << self.0
    }
}

impl Seat {
    /// GNU Backgammon's number for the player.
    const fn number(self) -> u128 {
        match self {
            Self::Top => 0,
            Self::Bottom => 1,
        }
    }
}

/// Minimum number of cube turns in a match ID if a beaver or a raccoon must be answered; this is
/// one less than there were.
const fn turned_on_answering(phase: Phase) -> u8 {
    match phase {
        Phase::BeforeRoll | Phase::Rolled(_) | Phase::Doubled => 0,
        Phase::Beavered => 1,
        Phase::Raccooned => 2,
    }
}

impl Situation {
    /// Parses a position ID and a match ID.
    ///
    /// A match ID contains neither the beaver rule nor the largest cube. Both have the values of
    /// [`Situation::new`], except that a beaver implies that beavers are allowed.
    ///
    /// After a beaver, the opponent owns the cube and the player on roll decides; after a raccoon,
    /// the opponent decides. The ID contains the cube before the turn that must be answered, unlike
    /// [`Situation::cube`] in these phases.
    ///
    /// # Errors
    /// Says what is wrong with either ID.
    pub fn from_gnu_id(position: &str, around: &str, game: Game) -> Result<Self, InvalidId> {
        let position = Position::from_gnu_id(position, game)?;
        let problem =
            |problem| InvalidId::Bits { kind: MATCH_ID, text: around.to_owned(), problem };
        let bytes: [u8; MATCH_BYTES] = decode(MATCH_ID, around, MATCH_LETTERS)?;
        let bits = bytes.iter().rev().fold(0u128, |bits, &byte| bits << 8 | u128::from(byte));

        let seat = |number| if number == 0 { Seat::Top } else { Seat::Bottom };
        let on_roll = seat(ON_ROLL.get(bits));
        let owner = match CUBE_OWNER.get(bits) {
            CENTRED => None,
            2 => return Err(problem(IdProblem::CubeOwner)),
            number => Some(on_roll.side_at(seat(number))),
        };
        let to_decide = on_roll.side_at(seat(TO_DECIDE.get(bits)));
        let phase = match DICE.map(|field| field.get(bits)) {
            _ if DOUBLED.get(bits) == 1 => match (owner, to_decide) {
                (Some(Side::Opponent), Side::OnRoll) => Phase::Beavered,
                (Some(Side::Opponent), Side::Opponent) => Phase::Raccooned,
                _ => Phase::Doubled,
            },
            [0, 0] => Phase::BeforeRoll,
            [a, b] => {
                let numbers = [a, b, THIRD_DIE.get(bits)].map(|number| number as u8);
                let dice = Dice::of(&numbers[..game.dice()]);
                Phase::Rolled(dice.ok_or_else(|| problem(IdProblem::Dice))?)
            }
        };
        if THIRD_DIE.get(bits) != 0 && game.dice() < 3 {
            return Err(problem(IdProblem::RestOfMatch));
        }
        if GAME_STATE.get(bits) > 4 {
            return Err(problem(IdProblem::GameState));
        }
        if RESIGNED.get(bits) != 0 {
            return Err(problem(IdProblem::Resignation));
        }
        if UNUSED.get(bits) != 0 {
            return Err(problem(IdProblem::RestOfMatch));
        }
        let length = LENGTH.get(bits) as u16;
        let [top, bottom] = SCORES.map(|field| field.get(bits) as u16);
        let turned = turned_on_answering(phase);
        let stakes = match length {
            0 => Stakes::Money { jacoby: NO_JACOBY.get(bits) == 0, beavers: turned > 0 },
            _ if turned > 0 => return Err(problem(IdProblem::Beaver)),
            _ => Stakes::Match { length, crawford: CRAWFORD.get(bits) == 1 },
        };
        let exponent = CUBE.get(bits) as u8;
        if exponent < turned {
            return Err(problem(IdProblem::LowCube));
        }
        let cube = Cube::new(exponent + u8::from(turned > 0), owner)
            .ok_or_else(|| problem(IdProblem::HighCube))?;
        let situation = Self {
            seat: on_roll,
            phase,
            cube,
            stakes,
            score: BySeat { bottom, top }.seen_from(on_roll),
            ..Self::new(position, game)
        };
        check_score(&situation)?;
        if !game.has_cube() && situation.shows_doubling() {
            let text = around.to_owned();
            return Err(InvalidId::NoCube { game, kind: MATCH_ID, text });
        }
        Ok(situation)
    }

    /// Position ID and match ID, separated by a colon.
    ///
    /// They do not contain the beaver rule and the largest cube.
    pub fn gnu_id(&self) -> String {
        let on_roll = self.seat;
        let doubled = matches!(self.phase, Phase::Doubled | Phase::Beavered | Phase::Raccooned);
        let dice = match self.phase {
            Phase::Rolled(dice) => [dice.high(), dice.low(), dice.third().unwrap_or(0)],
            _ => [0; 3],
        };
        let (length, crawford, jacoby) = match self.stakes {
            Stakes::Money { jacoby, .. } => (0, false, jacoby),
            Stakes::Match { length, crawford } => (length, crawford, false),
        };
        let BySeat { bottom, top } = self.score.seated(on_roll);
        let to_decide = on_roll.of(self.to_decide());
        let answered = u8::from(turned_on_answering(self.phase) > 0);
        let bits = CUBE.put(self.cube.exponent().saturating_sub(answered).into())
            | CUBE_OWNER.put(self.cube.owner().map_or(CENTRED, |side| on_roll.of(side).number()))
            | ON_ROLL.put(on_roll.number())
            | CRAWFORD.put(crawford.into())
            | GAME_STATE.put(PLAYING)
            | TO_DECIDE.put(to_decide.number())
            | DOUBLED.put(doubled.into())
            | DICE[0].put(dice[0].into())
            | DICE[1].put(dice[1].into())
            | THIRD_DIE.put(dice[2].into())
            | LENGTH.put(length.into())
            | SCORES[0].put(top.into())
            | SCORES[1].put(bottom.into())
            | NO_JACOBY.put((!jacoby).into());
        let around = STANDARD_NO_PAD.encode(&bits.to_le_bytes()[..MATCH_BYTES]);
        format!("{}:{around}", self.position.gnu_id())
    }
}
