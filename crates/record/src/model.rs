//! What was played: a match, its games, and what happened in them.

use crate::verdict::Verdict;
use sheshbesh_movegen::{
    BySeat, CheckerMove, CubeRules, Customs, Dice, Ending, Frame, Game, GameResult, Opening,
    Position, Seat, Session, Situation, Starter, TableRules, Win,
};

/// A match, or a money session.
///
/// The player who stands on the left of a text is at the [top](Seat::Top): GNU Backgammon's player
/// 0, eXtreme Gammon's second.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Match {
    /// The game that is played; of several in turn the first.
    pub game: Game,
    /// Several games that are played in turn. Which of them each was, its record says.
    pub frame: Option<Frame>,
    /// Points that the match is played to; 0 in a money session.
    pub length: u16,
    /// The rules of the cube.
    pub rules: Rules,
    /// What else was agreed at the table.
    pub customs: Customs,
    /// Who plays.
    pub players: BySeat<Player>,
    /// Where, when and by whom it was recorded.
    pub about: About,
    /// One after the other.
    pub games: Vec<GameRecord>,
}

/// One of the two who play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// As the file writes it.
    pub name: String,
    /// As the file writes it: sites count in different ways.
    pub rating: Option<String>,
}

/// The rules of the cube as far as a file tells them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The first game that begins with somebody one point away is played without doubling.
    pub crawford: bool,
    /// Gammons count only once the cube has been turned (money).
    pub jacoby: Option<bool>,
    /// A double may be beavered (money).
    pub beavers: Option<bool>,
    /// The cube goes no further than 2 to this power; 0 plays without it. `None` where nothing is
    /// said.
    pub largest_cube: Option<u8>,
}

impl Default for Rules {
    /// What is usual where nothing is said.
    fn default() -> Self {
        Self { crawford: true, jacoby: None, beavers: None, largest_cube: None }
    }
}

/// Where, when and by whom a match was recorded, each as the file writes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The event.
    pub event: Option<String>,
    /// Where it was played.
    pub site: Option<String>,
    /// Which round of the event.
    pub round: Option<String>,
    /// When it was played.
    pub date: Option<Date>,
    /// What time it was.
    pub time: Option<String>,
    /// Who wrote the plays down.
    pub transcriber: Option<String>,
    /// Who commented on them.
    pub annotator: Option<String>,
    /// What the site calls the match.
    pub id: Option<String>,
    /// What is said of the match as a whole.
    pub comment: Option<String>,
}

/// A day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// The year, such as 2026.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
}

impl Date {
    /// A day that can be one; months are not looked up in a calendar.
    pub const fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        if month < 1 || month > 12 || day < 1 || day > 31 {
            return None;
        }
        Some(Self { year, month, day })
    }

    /// From three numbers with anything between them, the year first: `2026-01-31`, `2026.01.31`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut numbers = text.trim().split(|c: char| !c.is_ascii_digit());
        let year = numbers.next()?.parse().ok()?;
        let (month, day) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
        Self::new(year, month, day)
    }

    /// With a separator between the three numbers.
    pub(crate) fn separated(self, by: char) -> String {
        format!("{:04}{by}{:02}{by}{:02}", self.year, self.month, self.day)
    }
}

/// A game of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameRecord {
    /// Points won before it.
    pub score: BySeat<u16>,
    /// It is the Crawford game.
    pub crawford: bool,
    /// What was played, where that is not the game of the match.
    pub game: Option<Game>,
    /// The sides of an uneven game are exchanged: who sits at the top has what usually the player at
    /// the bottom has.
    pub exchanged: bool,
    /// What happened, in order. [`GameRecord::replay`](GameRecord::replay) goes through all of it.
    pub entries: Vec<Entry>,
    /// How it ended; `None` for a game that was broken off.
    pub result: Option<Outcome>,
    /// What is said of the game as a whole.
    pub comment: Option<String>,
}

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Who did it.
    pub seat: Seat,
    /// What.
    pub event: Event,
    /// What somebody has to say of it.
    pub comment: Option<String>,
    /// What the program that wrote the file thinks of it.
    pub verdict: Option<Box<Verdict>>,
    /// The line of the file on which it stands, counted from 1; 0 where files have no lines.
    pub line: u32,
}

impl Entry {
    /// Something that happened, without any comment.
    pub const fn new(seat: Seat, event: Event) -> Self {
        Self { seat, event, comment: None, verdict: None, line: 0 }
    }
}

/// What can happen in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A roll that was not played: the game ended with it.
    Roll(Dice),
    /// A roll and its play.
    Play {
        /// The roll.
        dice: Dice,
        /// The resulting position, which the opponent sees.
        result: Position,
    },
    /// A roll, and a play that the rules do not allow but that was played nevertheless.
    IllegalPlay {
        /// The roll.
        dice: Dice,
        /// The checkers moved, as written; empty where only the result is known.
        moves: Vec<CheckerMove>,
        /// The resulting position, which the opponent sees.
        result: Position,
    },
    /// Offers the cube.
    Double,
    /// Plays on at twice the stakes.
    Take,
    /// Gives the game up for what the cube showed.
    Pass,
    /// Takes, and turns the cube once more.
    Beaver,
    /// Answers a beaver by turning the cube once more.
    Raccoon,
    /// Offers to lose the game like this. An offer that is accepted is the game's result and no
    /// entry.
    Resign(Win),
    /// Plays on for more than was offered by resigning.
    Refuse,
    /// The board is set up, and whoever did it is on roll and sees it so.
    SetBoard(Position),
    /// The cube is set up.
    SetCube {
        /// It shows 2 to this power.
        exponent: u8,
        /// Who may double next; both where it is `None`.
        owner: Option<Seat>,
    },
    /// The dice are set up with the board: the roll is given, and nobody could double before it.
    SetDice(Dice),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won it; nobody in a draw.
    pub winner: Option<Seat>,
    /// Points that the winner got, the cube included. Of a draw, what each player got.
    pub points: u32,
    /// What brought the end.
    pub how: How,
}

impl From<GameResult> for Outcome {
    /// What a referee's result is in a record.
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

/// What brought the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It was played to the end.
    Played(Win),
    /// A double, a beaver or a raccoon was passed.
    Passed,
    /// The loser resigned so much.
    Resigned(Win),
    /// The loser left, or was ruled out.
    Forfeited,
    /// The loser ran out of time.
    OutOfTime,
    /// So many turns were over that it was drawn.
    TurnLimit,
    /// The players agreed on something else.
    Settled,
    /// The record stops before the end, or does not say.
    Unrecorded,
}

impl GameRecord {
    /// What was played, in a match.
    pub fn game(&self, of: &Match) -> Game {
        self.game.unwrap_or(of.game)
    }
}

impl Match {
    /// The rules by which a referee replays the match. What a file does not tell is as permissive
    /// as it can be, since it was played like that.
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

    /// All that was agreed, as a referee replays a game of the match by it. Who began is told by its
    /// first entry; where it may be the winner of the one before, the first roll may be a double.
    pub fn table_rules(&self, game: Game) -> TableRules {
        let winner = self.customs.starter(game) == Starter::Winner;
        let opening = if winner { Some(Opening::Reroll) } else { self.customs.opening };
        let customs = Customs { opening, ..self.customs };
        TableRules { cube: self.cube_rules(), customs }
    }

    /// Whether somebody needs one point only at this score.
    pub(crate) fn is_one_away(&self, score: BySeat<u16>) -> bool {
        self.length > 0
            && score.into_iter().any(|points| points.checked_add(1) == Some(self.length))
    }

    /// The match without the lines on which its entries stood, as other files may have it.
    #[must_use]
    pub fn without_lines(mut self) -> Self {
        for entry in self.games.iter_mut().flat_map(|game| &mut game.entries) {
            entry.line = 0;
        }
        self
    }
}
