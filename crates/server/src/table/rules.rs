//! What two people sit down to play, as it is written.

use crate::fault::Fault;
use serde::{Deserialize, Deserializer, Serialize, de};
use sheshbesh_movegen::{
    Cube, CubeRules, Customs, Frame, Game, Referee, Session, Situation, TableRules,
};
use std::fmt;
use utoipa::ToSchema;

/// The longest match, as on the command line.
const LONGEST_MATCH: u16 = 64;
/// Most turns of the cube by equal opening dice, as on the command line.
const MOST_AUTOMATIC_DOUBLES: u8 = 5;

/// A type with fields for all that is agreed at a table, and some before them.
macro_rules! with_rules {
    ($(#[$about:meta])* $name:ident { $($(#[$field_about:meta])* $field:ident: $type:ty,)* }) => {
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        $(#[$about])*
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name {
            $($(#[$field_about])* $field: $type,)*
            /// A match to so many points, 1 to 64; without it, games are played for money.
            #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
            length: Option<u16>,
            /// Whether a match has a Crawford game, as it has by default.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            crawford: Option<bool>,
            /// Holland's rule: after the Crawford game, no double before both have rolled twice
            /// (match).
            #[serde(default)]
            holland: bool,
            /// Gammons count only once the cube has been turned (money).
            #[serde(default)]
            jacoby: bool,
            /// A double may be beavered, and the beaver raccooned (money).
            #[serde(default)]
            beavers: bool,
            /// Equal opening dice turn the cube, at most so many times, up to 5 (money).
            #[serde(default)]
            automatic_doubles: u8,
            /// The doubling cube: `true`, `false`, or what it shows at most, such as 64. By default
            /// there is one where the game knows it.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[schema(value_type = Option<CubeWritten>)]
            cube: Option<CubeLimit>,
            /// What wins are worth: `gammon3`, `oyn-mars`, `nardi4`, `single` or `left`; as usual in the
            /// game by default, and so it is with what follows.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            scoring: Option<String>,
            /// With which roll a game begins: `lot` or `reroll`.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            opening: Option<String>,
            /// Who begins a game that is not the first: `lot` or `winner`.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            starter: Option<String>,
            /// When the player who began has borne off everything, the other rolls once more if he may
            /// bear off everything too: a draw if he does.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            last_roll: bool,
            /// Turns of each player after which a game is drawn, 0 for never.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            turn_limit: Option<u16>,
        }

        impl $name {
            /// What is agreed beside the cube.
            fn customs(&self) -> Result<Customs, Fault> {
                let Self { scoring, opening, starter, last_roll, turn_limit, .. } = self;
                Ok(Customs {
                    scoring: scoring.as_deref().map(str::parse).transpose().map_err(Fault::nonsense)?,
                    opening: opening.as_deref().map(str::parse).transpose().map_err(Fault::nonsense)?,
                    starter: starter.as_deref().map(str::parse).transpose().map_err(Fault::nonsense)?,
                    last_roll: *last_roll,
                    turn_limit: *turn_limit,
                })
            }
        }
    };
}

with_rules! {
    /// What is agreed at the table. Money is played where no match is named.
    #[schema(as = CubeRules)]
    Rules {}
}

with_rules! {
    /// A session that begins: a game, or several in turn, with what is agreed at the table. Money is
    /// played where no match is named.
    Beginning {
        /// The game; `backgammon` by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<String>,
        /// The position to begin at, as `position` is written elsewhere: with its cube, score and dice;
        /// the start of the game by default. Without `match` and `cube`, stakes are those of the ID.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<String>,
        /// Several games in turn instead: `tavli`, which is played to so many points, or games with
        /// commas between them. Without `match` each is played once, and whoever has more points
        /// wins; one game of Hypergammon decides where both have as many.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<String>,
    }
}

impl Beginning {
    /// The table before anything has happened.
    pub(crate) fn referee(&self) -> Result<Referee, Fault> {
        let (frame, rules) = self.read()?;
        let Some(table) = self.table()? else { return Ok(Referee::new(frame, rules)) };
        if table.is_beavered() {
            return Err(Fault::nonsense("play cannot begin where a beaver is to be answered"));
        }
        Referee::set_up(rules, table).map_err(Fault::nonsense)
    }

    /// The position to begin at.
    pub(crate) fn table(&self) -> Result<Option<Situation>, Fault> {
        let Some(text) = &self.position else { return Ok(None) };
        if self.frame.is_some() {
            return Err(Fault::nonsense(
                "a frame begins at its start: leave out position or frame",
            ));
        }
        let said: Option<Game> =
            self.game.as_deref().map(str::parse).transpose().map_err(Fault::nonsense)?;
        let table = Situation::parse(text, said.unwrap_or_default()).map_err(Fault::nonsense)?;
        match said.filter(|&said| table.game.together(said) != Some(table.game)) {
            Some(said) => {
                let of = table.game;
                let message = format_args!("the position is of {of}, and game says {said}");
                Err(Fault::nonsense(message))
            }
            None => Ok(Some(table)),
        }
    }

    /// What is played, and all that is agreed, where it makes sense together.
    pub(crate) fn read(&self) -> Result<(Frame, TableRules), Fault> {
        let game = match self.table()? {
            Some(table) => Some(table.game),
            None => self.game.as_deref().map(str::parse).transpose().map_err(Fault::nonsense)?,
        };
        let frame = match (&self.frame, game) {
            (None, game) => game.map_or_else(Frame::default, Frame::of),
            (Some(frame), None) => frame.parse().map_err(Fault::nonsense)?,
            (Some(_), Some(_)) => {
                return Err(Fault::nonsense("a frame names its games: leave out game or frame"));
            }
        };
        // Whoever names its games may also play each of them once.
        if self.frame.as_deref() == Some("tavli") && self.length.is_none() {
            return Err(Fault::nonsense("tavli is played to so many points: add match"));
        }
        let &Self { length, crawford, holland, jacoby, beavers, automatic_doubles, cube, .. } =
            self;
        let written = Rules {
            length,
            crawford,
            holland,
            jacoby,
            beavers,
            automatic_doubles,
            cube,
            ..Rules::default()
        };
        let TableRules { cube, .. } = written.read(&frame)?;
        let says_nothing = length.is_none()
            && self.cube.is_none()
            && !(jacoby || beavers)
            && automatic_doubles == 0;
        let of_table = self.table()?.filter(|table| says_nothing && table.tells_of_stakes());
        let cube = of_table.map_or(cube, |table| table.cube_rules());
        Ok((frame, TableRules { cube, customs: self.customs()? }))
    }
}

/// How `cube` is written.
#[derive(ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes what CubeLimit reads")]
enum CubeWritten {
    /// Whether there is one.
    Played(bool),
    /// What it shows at most: 1, 2, 4 and so on up to 32768.
    UpTo(u32),
}

/// What the cube shows at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CubeLimit {
    /// What is usual.
    Usual,
    /// None is played with.
    None,
    /// 2 to this power.
    Exponent(u8),
}

impl CubeLimit {
    const fn of(exponent: u8) -> Self {
        match exponent {
            0 => Self::None,
            exponent => Self::Exponent(exponent),
        }
    }
}

impl Serialize for CubeLimit {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Usual => serializer.serialize_bool(true),
            Self::None => serializer.serialize_bool(false),
            Self::Exponent(exponent) => serializer.serialize_u32(1 << exponent),
        }
    }
}

impl<'de> Deserialize<'de> for CubeLimit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl de::Visitor<'_> for Either {
            type Value = CubeLimit;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(
                    "true, false, or what the cube shows at most: 1, 2, 4 and so on to 32768",
                )
            }

            fn visit_bool<E>(self, played: bool) -> Result<CubeLimit, E> {
                Ok(if played { CubeLimit::Usual } else { CubeLimit::None })
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<CubeLimit, E> {
                let shown = u32::try_from(value).ok().and_then(|value| Cube::of_value(value, None));
                let shown = shown
                    .ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(value), &self))?;
                Ok(CubeLimit::of(shown.exponent()))
            }
        }

        deserializer.deserialize_any(Either)
    }
}

impl Rules {
    /// As a referee has them.
    pub(crate) fn of(frame: &Frame, TableRules { cube, customs }: &TableRules) -> Self {
        let largest = if has_cube(frame) { cube.largest_cube } else { 0 };
        let largest = CubeLimit::of(largest.min(Cube::LARGEST_EXPONENT));
        let written = Self {
            cube: Some(largest),
            scoring: customs.scoring.map(|scoring| scoring.to_string()),
            opening: customs.opening.map(|opening| opening.to_string()),
            starter: customs.starter.map(|starter| starter.to_string()),
            last_roll: customs.last_roll,
            turn_limit: customs.turn_limit,
            ..Self::default()
        };
        match cube.session {
            Session::Money { jacoby, beavers, automatic_doubles } => {
                Self { jacoby, beavers, automatic_doubles, ..written }
            }
            Session::Match { length, crawford, holland } => {
                Self { length: Some(length), crawford: Some(crawford), holland, ..written }
            }
        }
    }

    /// All that is agreed, where it makes sense together.
    pub(crate) fn read(&self, frame: &Frame) -> Result<TableRules, Fault> {
        let largest_cube = match self.cube {
            Some(CubeLimit::Usual | CubeLimit::Exponent(_)) if !has_cube(frame) => {
                return Err(Fault::nonsense(format_args!("{frame} is played without a cube")));
            }
            None if !has_cube(frame) => 0,
            None | Some(CubeLimit::Usual) => Situation::USUAL_LARGEST_CUBE,
            Some(CubeLimit::None) => 0,
            Some(CubeLimit::Exponent(exponent)) => exponent,
        };
        let &Self { length, crawford, holland, jacoby, beavers, automatic_doubles, .. } = self;
        let session = match length {
            Some(length) => {
                if !(1..=LONGEST_MATCH).contains(&length) {
                    let sentence = format_args!("a match is played to 1 to {LONGEST_MATCH} points");
                    return Err(Fault::nonsense(sentence));
                }
                if jacoby || beavers || automatic_doubles > 0 {
                    return Err(Fault::nonsense(
                        "jacoby, beavers and automatic_doubles are of money games: leave out match",
                    ));
                }
                if holland && largest_cube == 0 {
                    return Err(Fault::nonsense("holland makes no sense without a cube"));
                }
                Session::Match { length, crawford: crawford.unwrap_or(true), holland }
            }
            None => {
                if holland || crawford == Some(true) {
                    return Err(Fault::nonsense("crawford and holland are of matches: add match"));
                }
                if largest_cube == 0 && (jacoby || beavers || automatic_doubles > 0) {
                    return Err(Fault::nonsense(
                        "jacoby, beavers and automatic_doubles make no sense without a cube",
                    ));
                }
                if automatic_doubles > MOST_AUTOMATIC_DOUBLES {
                    return Err(Fault::nonsense(format_args!(
                        "automatic_doubles turn the cube at most {MOST_AUTOMATIC_DOUBLES} times"
                    )));
                }
                Session::Money { jacoby, beavers, automatic_doubles }
            }
        };
        let cube = CubeRules { session, largest_cube };
        Ok(TableRules { cube, customs: self.customs()? })
    }
}

/// Whether one of the games can be played with the cube.
fn has_cube(frame: &Frame) -> bool {
    frame.games().iter().any(|game| game.has_cube())
}
