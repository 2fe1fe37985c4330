//! Wire format of a session.

use super::{error::TableError, names::PerSeat};
use crate::error::ApiError;
use serde::{Deserialize, Serialize};
use sheshbesh_movegen::{
    BySeat, Cube, Game, GameSeries, Phase, Progress, Referee, Seat, Session, Situation, Snapshot,
    Stakes, TableRules, TableRulesForm, notation,
};
use utoipa::ToSchema;

/// Complete state of a session. The client stores it and returns it unchanged. The dice follow from
/// `seed`, `rolls` and a secret seed of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    /// Current game.
    game: String,
    /// Games played in turn, if there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    frame: Option<String>,
    rules: TableRulesForm,
    table: TableState,
    /// Number of finished games, not counting the current one.
    #[serde(default)]
    games: u32,
    /// True if the sides of an asymmetric game are exchanged: the top player has the side that the
    /// bottom player has in the first game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    exchanged: bool,
    /// Player who began the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    began: Option<Seat>,
    /// Number of finished turns of the game.
    turns: u32,
    progress: Progress,
    /// Session number.
    seed: u32,
    /// Number of the next roll.
    rolls: u32,
}

/// Table of the referee. After a game, it shows the final position and the score before that game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TableState)]
struct TableState {
    /// Position ID from the point of view of the player on roll.
    position_id: String,
    on_roll: Seat,
    phase: PhaseName,
    /// Dice to be played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dice: Option<String>,
    cube: CubeState,
    /// Points won before this game.
    score: PerSeat<u16>,
    /// True in the Crawford game.
    crawford: bool,
}

/// Pending or last action of the player on roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Phase)]
enum PhaseName {
    BeforeRoll,
    Rolled,
    Doubled,
    Beavered,
    Raccooned,
}

/// Doubling cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CubeState {
    /// Cube value: 1, 2, 4, 8 and so on, or 1, 2, 4, 7 and so on by `arithmetic_raises`.
    value: u32,
    /// Player who may double next; `null` for a centred cube.
    owner: Option<Seat>,
    /// Player who may no longer turn the cube, having raccooned under `final_raccoon`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    barred: Option<Seat>,
}

impl CubeState {
    pub(crate) fn new(cube: Cube, on_roll: Seat) -> Self {
        let [owner, barred] =
            [cube.owner(), cube.barred()].map(|side| side.map(|side| on_roll.of(side)));
        Self { value: cube.value(), owner, barred }
    }

    /// The cube of a game; `raised` is true if its stake is raised and not doubled.
    fn cube(self, on_roll: Seat, raised: bool) -> Result<Cube, ApiError> {
        let owner = self.owner.map(|seat| on_roll.side_at(seat));
        let of_value = if raised { Cube::arithmetic_of_value } else { Cube::of_value };
        let cube = of_value(self.value, owner)
            .ok_or_else(|| ApiError::unprocessable(TableError::CubeValue(self.value)))?;
        Ok(self.barred.map_or(cube, |seat| cube.barred_to(on_roll.side_at(seat))))
    }
}

impl State {
    /// Captures the state of a referee, with the numbers of the session and of its next roll.
    pub(crate) fn new(referee: &Referee, seed: u32, rolls: u32) -> Self {
        let Snapshot { series: frame, rules, table, games, exchanged, began, turns, progress } =
            referee.snapshot();
        Self {
            game: table.game.to_string(),
            frame: (!frame.is_single()).then(|| frame.to_string()),
            rules: TableRulesForm::new(&frame, &rules),
            table: TableState::new(&table),
            games,
            exchanged,
            began,
            turns,
            progress,
            seed,
            rolls,
        }
    }

    /// Session number and number of the next roll.
    pub(crate) const fn numbers(&self) -> (u32, u32) {
        (self.seed, self.rolls)
    }

    /// Restores the referee. Fails if the state is impossible.
    pub(crate) fn referee(&self) -> Result<Referee, ApiError> {
        let game: Game = self.game.parse().map_err(ApiError::unprocessable)?;
        let frame = match &self.frame {
            Some(frame) => frame.parse().map_err(ApiError::unprocessable)?,
            None => GameSeries::of(game),
        };
        let rules = self.rules.table_rules(&frame).map_err(ApiError::unprocessable)?;
        let table = self.table.situation(game, &rules)?;
        let snapshot = Snapshot {
            series: frame,
            rules,
            table,
            games: self.games,
            exchanged: self.exchanged,
            began: self.began,
            turns: self.turns,
            progress: self.progress,
        };
        Referee::restore(&snapshot).map_err(ApiError::unprocessable)
    }
}

impl TableState {
    fn new(table: &Situation) -> Self {
        let (phase, dice) = match table.phase {
            Phase::BeforeRoll => (PhaseName::BeforeRoll, None),
            Phase::Rolled(dice) => (PhaseName::Rolled, Some(dice.to_string())),
            Phase::Doubled => (PhaseName::Doubled, None),
            Phase::Beavered => (PhaseName::Beavered, None),
            Phase::Raccooned => (PhaseName::Raccooned, None),
        };
        Self {
            position_id: notation::position_id(table.game, &table.position),
            on_roll: table.seat,
            phase,
            dice,
            cube: CubeState::new(table.cube, table.seat),
            score: table.score.seated(table.seat).into(),
            crawford: matches!(table.stakes, Stakes::Match { crawford: true, .. }),
        }
    }

    fn phase(&self, game: Game) -> Result<Phase, ApiError> {
        Ok(match (self.phase, &self.dice) {
            (PhaseName::Rolled, Some(dice)) => {
                Phase::Rolled(game.parse_roll(dice).map_err(ApiError::unprocessable)?)
            }
            (PhaseName::Rolled, None) => {
                return Err(ApiError::unprocessable(TableError::NoDice));
            }
            (_, Some(_)) => {
                return Err(ApiError::unprocessable(TableError::Dice));
            }
            (PhaseName::BeforeRoll, None) => Phase::BeforeRoll,
            (PhaseName::Doubled, None) => Phase::Doubled,
            (PhaseName::Beavered, None) => Phase::Beavered,
            (PhaseName::Raccooned, None) => Phase::Raccooned,
        })
    }

    fn situation(&self, game: Game, rules: &TableRules) -> Result<Situation, ApiError> {
        let (found, position) = notation::parse_position_id(&self.position_id, game)
            .map_err(ApiError::unprocessable)?;
        if found != game {
            return Err(ApiError::unprocessable(TableError::OtherGame { found, game }));
        }
        let seat = self.on_roll;
        if self.crawford && matches!(rules.cube.session, Session::Money { .. }) {
            return Err(ApiError::unprocessable(TableError::CrawfordForMoney));
        }
        Ok(Situation {
            seat,
            phase: self.phase(game)?,
            cube: self.cube.cube(seat, rules.house_rules.arithmetic_raises && game.has_cube())?,
            stakes: rules.cube.stakes(self.crawford),
            score: BySeat::from(self.score).seen_from(seat),
            largest_cube: rules.cube.largest_cube,
            scoring: rules.house_rules.scoring,
            final_raccoon: rules.house_rules.final_raccoon,
            ..Situation::new(position, game)
        })
    }
}
