//! Reads replays of bgammon.org: a line for each game (`i`), and one for each event, such as
//! `1 r 3-1 8/5 6/5`. Points have the numbers of the first player. Format: `REPLAY.md` of
//! tslocum/bgammon.

use super::heading::Heading;
use crate::{
    builder::{BuiltMatches, ParsedAction, RecordBuilder},
    model::{How, PlayerInfo},
    number::parse_number,
    play_text::{CheckerPath, PlayText},
    text::{Line, first_line},
    warning::{Problem, excerpt},
};
use sheshbesh_movegen::{BAR, BySeat, Dice, Game, OFF, Seat};

/// Beginning of the lines with the byte positions of the games.
const INDEX: &str = "bgammon-replay";
/// Names of the variants, by number.
const VARIANTS: [&str; 3] = ["backgammon", "acey-deucey", "tabula"];

/// True if a text begins with the index of its games.
pub(super) fn is_bgammon(lines: &[Line<'_>]) -> bool {
    first_line(lines).and_then(|line| line.split_whitespace().next()) == Some(INDEX)
}

/// Reads the matches of a file. The first player sits at the top.
///
/// # Errors
/// Returns the name of a variant that is not known.
pub(super) fn read(lines: &[Line<'_>], game: Game) -> Result<BuiltMatches, String> {
    let mut reader = Reader { game, builder: RecordBuilder::new(game), last: None, result: None };
    for &(number, line) in lines {
        let line = line.trim();
        let mut words = line.split_whitespace();
        let understood = match words.next() {
            None | Some(INDEX) => Some(()),
            Some("i") => reader.begin_game(number, &words.collect::<Vec<_>>())?,
            Some(player) => reader.read_event(number, player, &words.collect::<Vec<_>>()),
        };
        if understood.is_none() {
            reader.builder.warn(number, Problem::NotUnderstood(excerpt(line)));
        }
    }
    reader.end_game();
    Ok(reader.builder.finish())
}

/// Parses the number of a player.
fn parse_seat(text: &str) -> Option<Seat> {
    match text {
        "1" => Some(Seat::Top),
        "2" => Some(Seat::Bottom),
        _ => None,
    }
}

/// The result of a game as its first line states it.
struct StatedResult {
    line: u32,
    winner: Seat,
    points: Option<u32>,
    how: Option<How>,
}

struct Reader {
    game: Game,
    builder: RecordBuilder,
    last: Option<Heading>,
    result: Option<StatedResult>,
}

impl Reader {
    /// Reads the line of a game: the time, the players, the match length, the score before the
    /// game, the winner, the points, and the variant. Old files state no time.
    fn begin_game(&mut self, line: u32, words: &[&str]) -> Result<Option<()>, String> {
        self.end_game();
        let words = match words.len() {
            9 => &words[1..],
            _ => words,
        };
        let [first, second, length, score, opponent_score, winner, points, variant] = words else {
            return Ok(None);
        };
        match variant.parse().ok().and_then(|index: usize| VARIANTS.get(index)) {
            Some(&"backgammon") => {}
            Some(name) => return Err((*name).to_owned()),
            None => return Err(format!("bgammon variant {}", excerpt(variant))),
        }
        let mut number = |text: &str| match parse_number::<u16>(text) {
            Some(Ok(number)) => number,
            _ => {
                self.builder.warn(line, Problem::BadNumber(excerpt(text)));
                0
            }
        };
        let heading = Heading {
            names: BySeat { top: (*first).to_owned(), bottom: (*second).to_owned() },
            length: number(length),
            number: None,
            score: BySeat { top: number(score), bottom: number(opponent_score) },
        };
        let continues = self.last.as_ref().is_some_and(|last| heading.continues(last));
        if self.last.is_some() && !continues {
            self.builder.next_match(self.game);
        }
        if !continues {
            let record = &mut self.builder.record;
            record.length = heading.length;
            record.players = heading.names.clone().map(|name| PlayerInfo { name, rating: None });
        }
        self.builder.begin(line, heading.score, None);
        self.result = parse_seat(winner).map(|winner| StatedResult {
            line,
            winner,
            points: points.parse().ok(),
            how: None,
        });
        self.last = Some(heading);
        Ok(Some(()))
    }

    /// Reads an event of a game; returns `None` if it is not understood.
    fn read_event(&mut self, line: u32, player: &str, words: &[&str]) -> Option<()> {
        let seat = parse_seat(player)?;
        self.last.as_ref()?;
        match words {
            // The cube after the double, and 1 if it is taken.
            ["d", cube, answer] => {
                let cube = parse_number::<u32>(cube)?.ok();
                let answer = match *answer {
                    "1" => ParsedAction::Take,
                    "0" => ParsedAction::Pass,
                    _ => return None,
                };
                self.builder.enter(line, seat, ParsedAction::Double(cube));
                self.builder.enter(line, !seat, answer);
            }
            ["r", dice, plays @ ..] => {
                let dice: Dice = dice.replace('-', "").parse().ok()?;
                let action = if plays.is_empty() {
                    ParsedAction::Roll(dice)
                } else {
                    let play = PlayText::parse(&plays.join(" "))?;
                    let play = if seat == Seat::Top { play } else { renumber(play) };
                    ParsedAction::Play(dice, play, plays.join(" "))
                };
                self.builder.enter(line, seat, action);
            }
            ["t"] => {
                let result = self.result.as_mut()?;
                if result.winner == seat {
                    return None;
                }
                result.how = Some(How::Forfeited);
            }
            _ => return None,
        }
        Some(())
    }

    /// Ends the current game with its stated result.
    fn end_game(&mut self) {
        if let Some(StatedResult { line, winner, points, how }) = self.result.take() {
            self.builder.enter_result(line, Some(winner), points, how);
        }
        self.builder.end_game();
    }
}

/// Converts a play to the numbering of the second player. The bar and off keep their numbers.
fn renumber(play: PlayText) -> PlayText {
    let other = |point: u8| if matches!(point, BAR | OFF) { point } else { BAR - point };
    let path = |path: CheckerPath| CheckerPath {
        from: other(path.from),
        stops: path.stops.into_iter().map(|(to, hits)| (other(to), hits)).collect(),
    };
    PlayText(play.0.into_iter().map(path).collect())
}
