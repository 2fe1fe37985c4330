//! Data model of a record: a match, its games, and their actions.

use crate::annotation::Annotation;
use serde::{Deserialize, Serialize};
use sheshbesh_movegen::{
    BySeat, CheckerMove, CubeRules, Dice, Ending, FirstPlayer, Game, GameResult, GameSeries,
    HouseRules, Opening, Position, Seat, Session, Situation, TableRules, Win,
};

/// A match, or a money session.
///
/// The player on the left of a text sits at the [top](Seat::Top): GNU Backgammon's player 0 and
/// eXtreme Gammon's second player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Match {
    /// The game played; in a frame of several games, the first one.
    pub game: Game,
    /// Several games played in turn. Each game record names its own game.
    pub frame: Option<GameSeries>,
    /// Match length in points; 0 in a money session.
    pub length: u16,
    /// The rules of the cube.
    pub rules: Rules,
    /// Other agreements at the table.
    pub customs: HouseRules,
    /// The players.
    pub players: BySeat<PlayerInfo>,
    /// Details of the recording.
    pub about: About,
    /// The games, in order.
    pub games: Vec<GameRecord>,
}

/// Name and rating of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerInfo {
    /// Name as written in the file.
    pub name: String,
    /// Rating as written in the file; sites use different scales.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<String>,
}

/// Rules of the cube, as far as a file states them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// True if the first game in which a player is one point away is played without doubling.
    pub crawford: bool,
    /// True if gammons count only after the cube has been turned (money).
    pub jacoby: Option<bool>,
    /// True if a double may be beavered (money).
    pub beavers: Option<bool>,
    /// Largest cube as a power of 2; 0 for a match without a cube, `None` if the file does not
    /// state it.
    pub largest_cube: Option<u8>,
}

impl Default for Rules {
    /// The usual rules, for files that do not state any.
    fn default() -> Self {
        Self { crawford: true, jacoby: None, beavers: None, largest_cube: None }
    }
}

/// Place, date and authors of the recording, each as the file writes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The event.
    pub event: Option<String>,
    /// The place.
    pub site: Option<String>,
    /// The round of the event.
    pub round: Option<String>,
    /// The date.
    pub date: Option<Date>,
    /// The time of day.
    pub time: Option<String>,
    /// The person who wrote the plays down.
    pub transcriber: Option<String>,
    /// The person who commented on the plays.
    pub annotator: Option<String>,
    /// The site's ID of the match.
    pub id: Option<String>,
    /// Comment on the match as a whole.
    pub comment: Option<String>,
}

/// A calendar day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// The year, such as 2026.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day of the month, 1 to 31.
    pub day: u8,
}

impl Date {
    /// Returns `None` if the month or the day is out of range. Does not check the length of the
    /// month.
    pub const fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        if month < 1 || month > 12 || day < 1 || day > 31 {
            return None;
        }
        Some(Self { year, month, day })
    }

    /// Parses three numbers with any separators, the year first: `2026-01-31`, `2026.01.31`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut numbers = text.trim().split(|c: char| !c.is_ascii_digit());
        let year = numbers.next()?.parse().ok()?;
        let (month, day) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
        Self::new(year, month, day)
    }

    /// Formats the date with a separator between the three numbers.
    pub(crate) fn separated(self, by: char) -> String {
        format!("{:04}{by}{:02}{by}{:02}", self.year, self.month, self.day)
    }
}

/// A game of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameRecord {
    /// Score before the game, in points won.
    pub score: BySeat<u16>,
    /// True in the Crawford game.
    pub crawford: bool,
    /// The game played, if it is not the game of the match.
    pub game: Option<Game>,
    /// True if the sides of an uneven game are exchanged: the player at the top has the side that
    /// the player at the bottom usually has.
    pub exchanged: bool,
    /// Actions in order. [`GameRecord::replay`](GameRecord::replay) steps through them.
    pub entries: Vec<Entry>,
    /// The result; `None` if the game was broken off.
    pub result: Option<Outcome>,
    /// Comment on the game as a whole.
    pub comment: Option<String>,
}

/// An action in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The player who acted.
    pub seat: Seat,
    /// The action.
    pub event: Event,
    /// Comment on the action.
    pub comment: Option<String>,
    /// Annotation of the program that wrote the file.
    pub annotation: Option<Box<Annotation>>,
    /// Line number in the file, from 1; 0 for files without lines.
    pub line: u32,
}

impl Entry {
    /// An entry without a comment, an annotation or a line number.
    pub const fn new(seat: Seat, event: Event) -> Self {
        Self { seat, event, comment: None, annotation: None, line: 0 }
    }
}

/// An action of a player, or a position that is set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A roll that was not played, because the game ended with it.
    Roll(Dice),
    /// A roll and its play.
    Play {
        /// The roll.
        dice: Dice,
        /// The resulting position, which the opponent sees.
        result: Position,
    },
    /// A roll and a play that breaks the rules but was made.
    IllegalPlay {
        /// The roll.
        dice: Dice,
        /// The checker moves as written; empty if only the result is known.
        moves: Vec<CheckerMove>,
        /// The resulting position, which the opponent sees.
        result: Position,
    },
    /// Offers a double.
    Double,
    /// Takes a double and plays on at twice the stakes.
    Take,
    /// Passes a double and loses the value of the cube before it.
    Pass,
    /// Takes a double and turns the cube again.
    Beaver,
    /// Answers a beaver by turning the cube again.
    Raccoon,
    /// Offers to lose the game with this win for the opponent. An accepted offer is the game's
    /// result and not an entry.
    Resign(Win),
    /// Refuses an offer to resign and plays on for more.
    Refuse,
    /// Sets up the board. The player of the entry is on roll, and the board is as they see it.
    SetBoard(Position),
    /// Sets up the cube.
    SetCube {
        /// Exponent of the cube's value, a power of 2.
        exponent: u8,
        /// The owner of the cube; `None` for a centered cube, which both players may turn.
        owner: Option<Seat>,
    },
    /// Sets up the dice with the board: the roll is given, and the player could not double before
    /// it.
    SetDice(Dice),
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` in a draw.
    pub winner: Option<Seat>,
    /// Points of the winner, the cube included. In a draw, the points of each player.
    pub points: u32,
    /// The way in which the game ended.
    pub how: How,
}

impl From<GameResult> for Outcome {
    /// Converts the result of a referee.
    fn from(GameResult { winner, points, ending }: GameResult) -> Self {
        let how = match ending {
            Ending::Played(win) => How::Played(win),
            Ending::Passed => How::Passed,
            Ending::Resigned(win) => How::Resigned(win),
            Ending::TurnLimit => How::TurnLimit,
            Ending::Settled => How::Settled,
        };
        Self { winner, points, how }
    }
}

/// The way in which a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// Played to the end.
    Played(Win),
    /// A player passed a double, a beaver or a raccoon.
    Passed,
    /// The loser resigned with this win for the opponent.
    Resigned(Win),
    /// The loser left or was disqualified.
    Forfeited,
    /// The loser ran out of time.
    OutOfTime,
    /// The game was drawn because it reached the turn limit.
    TurnLimit,
    /// The players agreed on another result.
    Settled,
    /// The record stops before the end or does not state it.
    Unrecorded,
}

impl GameRecord {
    /// The game played, in a given match.
    pub fn game(&self, of: &Match) -> Game {
        self.game.unwrap_or(of.game)
    }
}

impl Match {
    /// Cube rules for a referee that replays the match. Rules that the file does not state are as
    /// permissive as possible, so that they allow the recorded actions.
    pub fn cube_rules(&self) -> CubeRules {
        let session = match self.length {
            0 => Session::Money {
                jacoby: self.rules.jacoby.unwrap_or(true),
                beavers: self.rules.beavers.unwrap_or(true),
                automatic_doubles: u8::MAX,
            },
            length => Session::Match { length, crawford: self.rules.crawford, holland: false },
        };
        let largest = self.rules.largest_cube.unwrap_or(Situation::USUAL_LARGEST_CUBE);
        CubeRules { session, largest_cube: largest }
    }

    /// Table rules for a referee that replays a game of the match. The first entry decides who
    /// begins. If the winner of the previous game may begin, the first roll may be a double.
    pub fn table_rules(&self, game: Game) -> TableRules {
        let winner = self.customs.starter(game) == FirstPlayer::Winner;
        let opening = if winner { Some(Opening::Reroll) } else { self.customs.opening };
        let customs = HouseRules { opening, ..self.customs };
        TableRules { cube: self.cube_rules(), house_rules: customs }
    }

    /// True if a player needs exactly one point at this score.
    pub(crate) fn is_one_away(&self, score: BySeat<u16>) -> bool {
        self.length > 0
            && score.into_iter().any(|points| points.checked_add(1) == Some(self.length))
    }

    /// Returns the match with all line numbers set to 0, for comparison with other files.
    #[must_use]
    pub fn without_lines(mut self) -> Self {
        for entry in self.games.iter_mut().flat_map(|game| &mut game.entries) {
            entry.line = 0;
        }
        self
    }
}
