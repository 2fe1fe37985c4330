//! What is asked about: position, game, stakes, and how far to look.

use crate::{engines::Engines, refusal::Refusal, written::Written};
use sheshbesh_analysis::{
    stated::{Stated, read_cube, read_score},
    verdicts::EngineId,
};
use sheshbesh_evaluator::{Depth, FilterName, InvalidDepth, defaults};
use sheshbesh_movegen::{Dice, Game, Phase, Situation};

/// A request that asks about a position: its own fields, and those that all such requests have,
/// which are named and understood as the options of the commands are. No others are taken. A request
/// that is `judged` also has the fields that say whether the cube counts; the position may be left
/// out of an `optional` one.
macro_rules! asking {
    ($(#[$about:meta])* judged $name:ident { $($fields:tt)* }) => {
        $crate::asking::asking! {
            $(#[$about])*
            $name {
                /// Judge by equity with the doubling cube (`true`) or without it (`false`); with it
                /// by default in games that have a cube.
                cubeful: Option<bool>,
                /// Judge by equity without the doubling cube, as `cubeful: false`.
                #[serde(default)]
                cubeless: bool,
                $($fields)*
            }
        }

        impl $name {
            /// Whether the cube counts, where the request says it.
            fn cube_counts(&self) -> Result<Option<bool>, $crate::refusal::Refusal> {
                match (self.cubeful, self.cubeless) {
                    (Some(true), true) => Err($crate::refusal::Refusal::nonsense(
                        "cubeful and cubeless cannot both be true",
                    )),
                    (_, true) => Ok(Some(false)),
                    (cubeful, false) => Ok(cubeful),
                }
            }
        }
    };
    ($(#[$about:meta])* optional $name:ident { $($fields:tt)* }) => {
        $crate::asking::asking! {
            @of [Option<$crate::written::Written>] $(#[$about])* $name { $($fields)* }
        }
    };
    ($(#[$about:meta])* $name:ident { $($fields:tt)* }) => {
        $crate::asking::asking! {
            @of [$crate::written::Written] $(#[$about])* $name { $($fields)* }
        }
    };
    (@of [$position:ty] $(#[$about:meta])* $name:ident {
        $($(#[$field_about:meta])* $field:ident: $type:ty,)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug, serde::Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// GNU Backgammon's ID of the position, or of position and match, or an XGID; or a board.
            position: $position,
            /// The game, where an ID does not name it; `backgammon` by default.
            game: Option<String>,
            /// Plies to look ahead, 1 to 4: 1 is the network alone. By default 3, and 1 for
            /// rollouts.
            ply: Option<u32>,
            /// A match to so many points (1 to 64), instead of what the ID says.
            #[serde(rename = "match")]
            match_length: Option<u16>,
            /// A money game, instead of what the ID says.
            #[serde(default)]
            money: bool,
            /// Points won so far by the player on roll and by the opponent, such as `2-4`.
            score: Option<String>,
            /// This is the Crawford game.
            #[serde(default)]
            crawford: bool,
            /// Gammons count only once the cube has been turned (money).
            #[serde(default)]
            jacoby: bool,
            /// A double may be beavered (money).
            #[serde(default)]
            beavers: bool,
            /// What the cube shows and who owns it: `1`, or `2:own`, or `4:opponent`.
            cube: Option<String>,
            /// What wins are worth: `gammon3`, `oyn-mars`, `nardi4`, `single` or `left`; as usual in the
            /// game by default. Where outcomes do not tell it, what comes nearest is judged by.
            scoring: Option<String>,
            /// Which plays are looked at more closely: `narrow`, `normal`, `wide` or `none`, which is
            /// all of them.
            filter: Option<String>,
            $($(#[$field_about])* pub $field: $type,)*
        }

        impl $name {
            /// What all requests say about a position.
            fn asking(&self) -> $crate::asking::Asking<'_> {
                $crate::asking::Asking {
                    position: (&self.position).into(),
                    game: self.game.as_deref(),
                    ply: self.ply,
                    length: self.match_length,
                    money: self.money,
                    score: self.score.as_deref(),
                    crawford: self.crawford,
                    jacoby: self.jacoby,
                    beavers: self.beavers,
                    cube: self.cube.as_deref(),
                    scoring: self.scoring.as_deref(),
                    filter: self.filter.as_deref(),
                }
            }
        }
    };
}

pub(crate) use asking;

/// What all requests say about a position, as it was written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asking<'a> {
    pub(crate) position: Option<&'a Written>,
    pub(crate) game: Option<&'a str>,
    pub(crate) ply: Option<u32>,
    pub(crate) length: Option<u16>,
    pub(crate) money: bool,
    pub(crate) score: Option<&'a str>,
    pub(crate) crawford: bool,
    pub(crate) jacoby: bool,
    pub(crate) beavers: bool,
    pub(crate) cube: Option<&'a str>,
    pub(crate) scoring: Option<&'a str>,
    pub(crate) filter: Option<&'a str>,
}

/// The longest match that can be stated, as on the command line.
const LONGEST_MATCH: u16 = 64;

impl Asking<'_> {
    /// The position with all that stands around the board.
    pub(crate) fn situation(&self) -> Result<Situation, Refusal> {
        self.stated(false)
    }

    /// The same, where it is asked whether the cube is to be turned.
    fn stated(&self, cubeful: bool) -> Result<Situation, Refusal> {
        let missing = || Refusal::nonsense("missing field `position`");
        let situation = read(self.position.ok_or_else(missing)?, self.game)?;
        self.stated_on(situation, cubeful)
    }

    /// A situation with what is said of cube, score and rules.
    pub(crate) fn stated_on(
        &self,
        situation: Situation,
        cubeful: bool,
    ) -> Result<Situation, Refusal> {
        if self.length.is_some_and(|length| !(1..=LONGEST_MATCH).contains(&length)) {
            let sentence = format_args!("a match is played to 1 to {LONGEST_MATCH} points");
            return Err(Refusal::nonsense(sentence));
        }
        if self.length.is_some() && (self.money || self.jacoby || self.beavers) {
            return Err(Refusal::nonsense("match cannot stand beside money, jacoby or beavers"));
        }
        let stated = Stated {
            length: self.length,
            money: self.money,
            score: self.score.map(read_score).transpose().map_err(Refusal::nonsense)?,
            crawford: self.crawford,
            jacoby: self.jacoby,
            beavers: self.beavers,
            cube: self.cube.map(read_cube).transpose().map_err(Refusal::nonsense)?,
            cubeful,
        };
        let situation = stated.applied_to(situation, "match").map_err(Refusal::nonsense)?;
        let scoring = self.scoring.map(str::parse).transpose().map_err(Refusal::nonsense)?;
        Ok(Situation { scoring, ..situation })
    }

    /// Whether anything is said of what is played for, the cube aside.
    pub(crate) fn states_a_score(&self) -> bool {
        let &Self { length, money, score, crawford, jacoby, beavers, .. } = self;
        length.is_some() || money || score.is_some() || crawford || jacoby || beavers
    }

    /// The position that is to be judged, whether the cube counts, as asked or else as usual in the
    /// game, and by whom.
    pub(crate) fn judged(
        &self,
        engines: &Engines,
        cube_counts: Option<bool>,
    ) -> Result<(Situation, bool, EngineId), Refusal> {
        let situation = self.stated(cube_counts == Some(true))?;
        let id = engines.id_of(situation.game).map_err(Refusal::nonsense)?;
        Ok((situation, defaults::is_cubeful(situation.game, cube_counts), id))
    }

    /// How far to look: as asked, or else as usual in the game.
    pub(crate) fn depth(&self, game: Game) -> Result<Depth, Refusal> {
        Ok(self.asked_depth()?.unwrap_or_else(|| defaults::depth(game)))
    }

    /// How far to look, where the request says it.
    pub(crate) fn asked_depth(&self) -> Result<Option<Depth>, Refusal> {
        let depth = |plies: u32| {
            Depth::new(plies).ok_or_else(|| Refusal::nonsense(InvalidDepth(plies.to_string())))
        };
        self.ply.map(depth).transpose()
    }

    /// Which plays are looked at more closely, where it is said.
    pub(crate) fn filter(&self) -> Result<Option<FilterName>, Refusal> {
        self.filter.map(str::parse).transpose().map_err(Refusal::nonsense)
    }
}

/// A position with what its ID says of the table. An ID that names its game is of that game; what is
/// agreed there and in the one that is said holds together.
pub(crate) fn read(position: &Written, game: Option<&str>) -> Result<Situation, Refusal> {
    let said = game.map(str::parse::<Game>).transpose().map_err(Refusal::nonsense)?;
    let game = said.unwrap_or_default();
    let situation = match position {
        Written::Id(id) => Situation::parse(id, game).map_err(Refusal::nonsense)?,
        Written::Board(board) => Situation::new(board.position(game)?, game),
    };
    match said {
        Some(said) if situation.game.together(said) != Some(situation.game) => {
            let of = situation.game;
            Err(Refusal::nonsense(format_args!("the position is of {of}, and game says {said}")))
        }
        _ => Ok(situation),
    }
}

/// The roll to be played: what is asked, or else what the position comes with.
pub(crate) fn dice(said: Option<&str>, situation: &Situation) -> Result<Dice, Refusal> {
    if situation.game.end(&situation.position, None).is_some() {
        return Err(Refusal::nonsense("the game is over: there is nothing to play"));
    }
    match (said, situation.phase) {
        (Some(text), _) => text.parse().map_err(Refusal::nonsense),
        (None, Phase::Rolled(dice)) => Ok(dice),
        _ => Err(Refusal::nonsense("the position comes without a roll: give dice, such as 31")),
    }
}
