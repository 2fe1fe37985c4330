//! A session as a value that goes to and fro.

use super::{
    names::{Both, Seat, Win},
    rules::Rules,
};
use crate::fault::Fault;
use serde::{Deserialize, Serialize};
use sheshbesh_movegen as movegen;
use sheshbesh_movegen::{
    BySeat, Cube, Dice, Ending, Frame, Game, GameResult, Phase, Referee, Session, Situation,
    Snapshot, Stakes, TableRules, notation,
};
use utoipa::ToSchema;

/// All that there is to know of a session. Whoever plays keeps it and gives it back as it is; its
/// dice follow from `seed` and `rolls`, and from a seed that the server keeps to itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    /// The game that is being played.
    game: String,
    /// Several games that are played in turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    frame: Option<String>,
    rules: Rules,
    table: Table,
    /// Games that are over, the present one aside.
    #[serde(default)]
    games: u32,
    /// The sides of an uneven game are exchanged: the player at the top has what the one at the bottom
    /// has in the first game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    exchanged: bool,
    /// Who has begun the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    began: Option<Seat>,
    /// Turns of this game that are over.
    turns: u32,
    progress: Progress,
    /// Number of the session.
    seed: u32,
    /// Number of the next roll.
    rolls: u32,
}

/// The table as the referee has it. After a game it shows that game's end and the score before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TableState)]
struct Table {
    /// Seen by the player on roll.
    position_id: String,
    on_roll: Seat,
    phase: PhaseName,
    /// What is to be played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dice: Option<String>,
    cube: CubeState,
    /// Points won before this game.
    score: Both<u16>,
    /// This is the Crawford game.
    crawford: bool,
}

/// What the player on roll is about to do, or has just done.
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

/// The doubling cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CubeState {
    /// What it shows: 1, 2, 4 and so on.
    value: u32,
    /// Who may double next; `null` while both may.
    owner: Option<Seat>,
}

impl CubeState {
    pub(crate) fn new(cube: Cube, on_roll: movegen::Seat) -> Self {
        Self { value: cube.value(), owner: cube.owner().map(|side| on_roll.of(side).into()) }
    }

    fn cube(self, on_roll: movegen::Seat) -> Result<Cube, Fault> {
        let owner = self.owner.map(|seat| on_roll.side_at(seat.into()));
        Cube::of_value(self.value, owner).ok_or_else(|| {
            Fault::nonsense(format_args!(
                "no cube shows {}: it shows 1, 2, 4 and so on",
                self.value
            ))
        })
    }
}

/// Where the game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "is", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = GameProgress)]
enum Progress {
    /// Before the opening roll.
    Opening,
    /// The phase says what is to be decided.
    InPlay,
    /// The player on roll has offered to lose.
    Resigning {
        /// So much.
        offered: Win,
    },
    /// The game is over.
    Over {
        /// How it ended.
        result: GameOver,
    },
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameOver {
    /// Who won; `null` in a draw.
    winner: Option<Seat>,
    /// What the winner gets, the cube included.
    points: u32,
    /// What brought the end.
    how: How,
    /// How much the game was won by; a pass is a single game.
    win: Win,
}

/// What brings the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = HowGameEnded)]
enum How {
    /// All checkers of a side are off.
    Played,
    /// A double, a beaver or a raccoon was passed.
    Passed,
    /// The loser resigned, and the winner accepted.
    Resigned,
    /// So many turns were over that it was drawn.
    TurnLimit,
    /// The players agreed.
    Settled,
}

impl From<GameResult> for GameOver {
    fn from(GameResult { winner, points, ending }: GameResult) -> Self {
        let how = match ending {
            Ending::Played(_) => How::Played,
            Ending::Passed => How::Passed,
            Ending::Resigned(_) => How::Resigned,
            Ending::TurnLimit => How::TurnLimit,
            Ending::Settled => How::Settled,
        };
        Self { winner: winner.map(Seat::from), points, how, win: ending.win().into() }
    }
}

impl From<GameOver> for GameResult {
    fn from(GameOver { winner, points, how, win }: GameOver) -> Self {
        let ending = match how {
            How::Played => Ending::Played(win.into()),
            How::Passed => Ending::Passed,
            How::Resigned => Ending::Resigned(win.into()),
            How::TurnLimit => Ending::TurnLimit,
            How::Settled => Ending::Settled,
        };
        Self { winner: winner.map(movegen::Seat::from), points, ending }
    }
}

impl State {
    /// What a referee knows, with the number of the session and of its next roll.
    pub(crate) fn new(referee: &Referee, seed: u32, rolls: u32) -> Self {
        let Snapshot { frame, rules, table, games, exchanged, began, turns, progress } =
            referee.snapshot();
        let progress = match progress {
            movegen::Progress::Opening => Progress::Opening,
            movegen::Progress::InPlay => Progress::InPlay,
            movegen::Progress::Resigning(win) => Progress::Resigning { offered: win.into() },
            movegen::Progress::Over(result) => Progress::Over { result: result.into() },
        };
        Self {
            game: table.game.to_string(),
            frame: (!frame.is_single()).then(|| frame.to_string()),
            rules: Rules::of(&frame, &rules),
            table: Table::new(&table),
            games,
            exchanged,
            began: began.map(Seat::from),
            turns,
            progress,
            seed,
            rolls,
        }
    }

    /// Number of the session, and of its next roll.
    pub(crate) const fn numbers(&self) -> (u32, u32) {
        (self.seed, self.rolls)
    }

    /// The referee who knows all that, if it can be.
    pub(crate) fn referee(&self) -> Result<Referee, Fault> {
        let game: Game = self.game.parse().map_err(Fault::nonsense)?;
        let frame = match &self.frame {
            Some(frame) => frame.parse().map_err(Fault::nonsense)?,
            None => Frame::of(game),
        };
        let rules = self.rules.read(&frame)?;
        let progress = match self.progress {
            Progress::Opening => movegen::Progress::Opening,
            Progress::InPlay => movegen::Progress::InPlay,
            Progress::Resigning { offered } => movegen::Progress::Resigning(offered.into()),
            Progress::Over { result } => movegen::Progress::Over(result.into()),
        };
        let table = self.table.situation(game, &rules)?;
        let snapshot = Snapshot {
            frame,
            rules,
            table,
            games: self.games,
            exchanged: self.exchanged,
            began: self.began.map(movegen::Seat::from),
            turns: self.turns,
            progress,
        };
        Referee::restore(&snapshot).map_err(Fault::nonsense)
    }
}

impl Table {
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
            on_roll: table.seat.into(),
            phase,
            dice,
            cube: CubeState::new(table.cube, table.seat),
            score: table.score.seated(table.seat).into(),
            crawford: matches!(table.stakes, Stakes::Match { crawford: true, .. }),
        }
    }

    fn phase(&self) -> Result<Phase, Fault> {
        Ok(match (self.phase, &self.dice) {
            (PhaseName::Rolled, Some(dice)) => {
                Phase::Rolled(dice.parse::<Dice>().map_err(Fault::nonsense)?)
            }
            (PhaseName::Rolled, None) => {
                return Err(Fault::nonsense("the phase is rolled, and there are no dice"));
            }
            (_, Some(_)) => return Err(Fault::nonsense("there are dice before anybody rolls")),
            (PhaseName::BeforeRoll, None) => Phase::BeforeRoll,
            (PhaseName::Doubled, None) => Phase::Doubled,
            (PhaseName::Beavered, None) => Phase::Beavered,
            (PhaseName::Raccooned, None) => Phase::Raccooned,
        })
    }

    fn situation(&self, game: Game, rules: &TableRules) -> Result<Situation, Fault> {
        let (said, position) =
            notation::parse_position_id(&self.position_id, game).map_err(Fault::nonsense)?;
        if said != game {
            let sentence = format_args!("the position is of {said}, and {game} is played");
            return Err(Fault::nonsense(sentence));
        }
        let seat: movegen::Seat = self.on_roll.into();
        if self.crawford && matches!(rules.cube.session, Session::Money { .. }) {
            return Err(Fault::nonsense("a money game has no Crawford game"));
        }
        Ok(Situation {
            seat,
            phase: self.phase()?,
            cube: self.cube.cube(seat)?,
            stakes: rules.cube.stakes(self.crawford),
            score: BySeat::from(self.score).seen_from(seat),
            largest_cube: rules.cube.largest_cube,
            scoring: rules.customs.scoring,
            ..Situation::new(position, game)
        })
    }
}
