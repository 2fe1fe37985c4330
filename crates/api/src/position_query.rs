//! Fields common to all position queries: position, game, stakes and search depth.

use crate::{
    board::PositionInput,
    engines::Engines,
    error::QueryError,
    level_input::LevelInput,
    limits::MATCH_LENGTH,
    queries::SearchOptions,
    request_error::RequestError,
    roll_checks::{check_has_plays, read_roll},
    stakes::{StatedStakes, read_cube, read_score},
};
use sheshbesh_analysis::EngineId;
use sheshbesh_movegen::{Dice, Situation, StatedGame};

/// Defines a request about a position: its own fields plus the common fields, which have the names
/// and the meaning of the command-line options. Unknown fields are rejected. An `evaluated` request
/// also has `cubeful` and `cubeless`; in an `optional` request the position may be omitted.
macro_rules! position_query {
    ($(#[$about:meta])* evaluated $name:ident { $($fields:tt)* }) => {
        $crate::position_query::position_query! {
            $(#[$about])*
            $name {
                /// Use cubeful equity (`true`) or cubeless equity (`false`). Default: cubeful in
                /// games that have a cube.
                cubeful: Option<bool>,
                /// Use cubeless equity; the same as `cubeful: false`.
                #[serde(default)]
                cubeless: bool,
                $($fields)*
            }
        }

        impl $name {
            /// The requested cube setting: `Some(true)` for cubeful, `None` if not given.
            ///
            /// # Errors
            /// When both `cubeful` and `cubeless` are true.
            fn cube_counts(&self) -> Result<Option<bool>, $crate::error::QueryError> {
                match (self.cubeful, self.cubeless) {
                    (Some(true), true) => Err($crate::error::QueryError::invalid(
                        $crate::RequestError::CubefulAndCubeless,
                    )),
                    (_, true) => Ok(Some(false)),
                    (cubeful, false) => Ok(cubeful),
                }
            }
        }
    };
    ($(#[$about:meta])* optional $name:ident { $($fields:tt)* }) => {
        $crate::position_query::position_query! {
            @of [Option<$crate::board::PositionInput>] $(#[$about])* $name { $($fields)* }
        }
    };
    ($(#[$about:meta])* $name:ident { $($fields:tt)* }) => {
        $crate::position_query::position_query! {
            @of [$crate::board::PositionInput] $(#[$about])* $name { $($fields)* }
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
            /// Position: a GNU Backgammon position ID, optionally with its match ID; an XGID; or a
            /// board.
            position: $position,
            /// Game, if the ID does not name one. Default: `backgammon`.
            game: Option<String>,
            /// Evaluation level: search depth in plies, 1 to 4, where 1 is the network alone; or a
            /// truncated rollout, `rollout1`, `rollout2` or `rollout3`. Default: 3, or 1 for
            /// rollouts.
            ply: Option<$crate::level_input::LevelInput>,
            /// Match length in points, 1 to 64; overrides the ID.
            #[serde(rename = "match")]
            match_length: Option<u16>,
            /// Play for money; overrides the ID.
            #[serde(default)]
            money: bool,
            /// Points of the player on roll and of the opponent, for example `2-4`.
            score: Option<String>,
            /// This is the Crawford game.
            #[serde(default)]
            crawford: bool,
            /// Jacoby rule: gammons count only after the cube has been turned (money games).
            #[serde(default)]
            jacoby: bool,
            /// Beavers are allowed (money games).
            #[serde(default)]
            beavers: bool,
            /// Cube value and owner: `1`, `2:own` or `4:opponent`.
            cube: Option<String>,
            /// Scoring scale: `gammon3`, `oyn-mars`, `nardi4`, `single`, `left` or `mars10`. Default:
            /// the game's own scale. If the game's outcomes do not determine the scale, the evaluation
            /// uses the nearest scale that they determine.
            scoring: Option<String>,
            /// Move filter: `narrow`, `normal`, `wide`, or `none` to search every play.
            filter: Option<String>,
            $($(#[$field_about])* pub $field: $type,)*
        }

        impl $name {
            /// The common fields of the request.
            fn common_fields(&self) -> $crate::position_query::PositionQuery<'_> {
                $crate::position_query::PositionQuery {
                    position: (&self.position).into(),
                    game: self.game.as_deref(),
                    ply: self.ply.as_ref(),
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

pub(crate) use position_query;

/// Common fields of all position queries, as written in the request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PositionQuery<'a> {
    pub(crate) position: Option<&'a PositionInput>,
    pub(crate) game: Option<&'a str>,
    pub(crate) ply: Option<&'a LevelInput>,
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

impl PositionQuery<'_> {
    /// The position, with the stated cube, score and rules applied.
    pub(crate) fn situation(&self) -> Result<Situation, QueryError> {
        self.stated(false)
    }

    /// The same; fails if `cubeful` is true and the game has no cube.
    fn stated(&self, cubeful: bool) -> Result<Situation, QueryError> {
        let missing = || QueryError::invalid(RequestError::NoPosition);
        let situation = read_position(self.position.ok_or_else(missing)?, self.game)?;
        self.stated_on(situation, cubeful)
    }

    /// Applies the stated cube, score and rules to a situation.
    pub(crate) fn stated_on(
        &self,
        situation: Situation,
        cubeful: bool,
    ) -> Result<Situation, QueryError> {
        if self.length.is_some_and(|length| !(1..=MATCH_LENGTH).contains(&length)) {
            return Err(QueryError::invalid(RequestError::MatchLength));
        }
        if self.length.is_some() && (self.money || self.jacoby || self.beavers) {
            return Err(QueryError::invalid(RequestError::MatchForMoney));
        }
        let stated = StatedStakes {
            length: self.length,
            money: self.money,
            score: self.score.map(read_score).transpose().map_err(QueryError::invalid)?,
            crawford: self.crawford,
            jacoby: self.jacoby,
            beavers: self.beavers,
            cube: self.cube.map(read_cube).transpose().map_err(QueryError::invalid)?,
            cubeful,
        };
        let situation = stated.applied_to(situation, "match").map_err(QueryError::invalid)?;
        let scoring = self.scoring.map(str::parse).transpose().map_err(QueryError::invalid)?;
        Ok(Situation { scoring, ..situation })
    }

    /// True if the request states the match length, money, the score or a rule. The cube does not
    /// count.
    pub(crate) fn states_a_score(&self) -> bool {
        let &Self { length, money, score, crawford, jacoby, beavers, .. } = self;
        length.is_some() || money || score.is_some() || crawford || jacoby || beavers
    }

    /// The position to evaluate, and the ID of the engine that evaluates it. With `cubeful`, the
    /// game must have a cube.
    pub(crate) fn evaluation_subject(
        &self,
        engines: &Engines,
        cubeful: Option<bool>,
    ) -> Result<(Situation, EngineId), QueryError> {
        let situation = self.stated(cubeful == Some(true))?;
        let id = engines.id_of(situation.game).map_err(QueryError::invalid)?;
        Ok((situation, id))
    }

    /// The requested search options.
    pub(crate) fn search_options(
        &self,
        cubeful: Option<bool>,
    ) -> Result<SearchOptions, QueryError> {
        Ok(SearchOptions {
            level: self.ply.map(LevelInput::level).transpose()?,
            filter: self.filter.map(str::parse).transpose().map_err(QueryError::invalid)?,
            cubeful,
        })
    }
}

/// Reads a position with the table state in its ID. A game named in the ID is used; the variant
/// options named there and in `game` are combined.
///
/// # Errors
/// When the ID is invalid, or its game contradicts `game`.
pub(crate) fn read_position(
    position: &PositionInput,
    game: Option<&str>,
) -> Result<Situation, QueryError> {
    let said = game.map(str::parse::<StatedGame>).transpose().map_err(QueryError::invalid)?;
    let game = said.as_ref().map(StatedGame::game).unwrap_or_default();
    let situation = match position {
        PositionInput::Id(id) => Situation::parse(id, game).map_err(QueryError::invalid)?,
        PositionInput::Board(board) => Situation::new(board.position(game)?, game),
    };
    match said {
        Some(stated) if !stated.allows(situation.game) => {
            let found = stated.stating_alike(situation.game);
            let other = RequestError::OtherGame { found, stated };
            Err(QueryError::invalid(other))
        }
        _ => Ok(situation.seen_by_mover()),
    }
}

/// The roll to play: the requested roll, or else the roll of the position.
pub(crate) fn parse_dice(said: Option<&str>, situation: &Situation) -> Result<Dice, QueryError> {
    check_has_plays(situation)?;
    let Some(text) = said else {
        let missing = || QueryError::invalid(RequestError::NoRoll(situation.game));
        return situation.phase.dice().ok_or_else(missing);
    };
    read_roll(text, situation)
}
