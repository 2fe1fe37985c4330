//! What a file has no place for.

use crate::{
    WriteFormat,
    model::{About, Event, GameRecord, Match, Player},
    reading::{Options, read_again},
};
use sheshbesh_movegen::{BySeat, Customs, Game, Starter, listed};
use std::fmt;

/// Something of a match that is not in a file of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// What a program thinks of so many entries.
    Verdicts(usize),
    /// So many offers to resign that were refused.
    Refusals(usize),
    /// Other things that happened, so many.
    Actions(usize),
    /// How so many games ended, or that they did.
    Results(usize),
    /// So many comments.
    Comments(usize),
    /// A rule of the cube.
    Rules,
    /// What was agreed beside the cube.
    Customs,
    /// Which games were played, or who had which side of an uneven one.
    Games,
    /// Something about the players, or about where and when they played.
    About,
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let many = |f: &mut fmt::Formatter<'_>, count: usize, what: &str| {
            write!(f, "{count} {what}{}", if count == 1 { "" } else { "s" })
        };
        match *self {
            Self::Verdicts(count) => many(f, count, "verdict"),
            Self::Refusals(count) => many(f, count, "refused resignation"),
            Self::Actions(count) => many(f, count, "action"),
            Self::Results(count) => {
                f.write_str("how ")?;
                many(f, count, "game")?;
                f.write_str(" ended")
            }
            Self::Comments(count) => many(f, count, "comment"),
            Self::Rules => f.write_str("a rule of the cube"),
            Self::Customs => f.write_str("what was agreed at the table"),
            Self::Games => f.write_str("which games were played"),
            Self::About => f.write_str("details of the players or the event"),
        }
    }
}

/// What of a match is not in the text that was [written](crate::write) of it in a format, as the end of a
/// sentence: “mat has no place for 3 verdicts”; nothing where all is there, as in our own format.
pub fn no_place(record: &Match, format: WriteFormat, written: &str) -> Option<String> {
    if format == WriteFormat::Json {
        return None;
    }
    let lost: Vec<String> = lost(record, written).iter().map(ToString::to_string).collect();
    let names: Vec<&str> = lost.iter().map(String::as_str).collect();
    (!names.is_empty()).then(|| format!("{format} has no place for {}", listed(&names)))
}

/// What of a match is not in the text that was [written](crate::write) of it: the text is read, and
/// the two are compared.
///
/// ```
/// use sheshbesh_movegen::Seat;
/// use sheshbesh_record::{GameRecord, How, Lost, Match, Outcome, WriteFormat, lost, write};
/// let result = Outcome { winner: Some(Seat::Top), points: 5, how: How::OutOfTime };
/// let game = GameRecord { result: Some(result), ..GameRecord::default() };
/// let record = Match { length: 5, games: vec![game], ..Match::default() };
/// let lost = |format| lost(&record, &write(&record, format));
/// assert_eq!(lost(WriteFormat::Sgf), [Lost::Results(1)]);
/// assert_eq!(lost(WriteFormat::Json), []);
/// ```
pub fn lost(record: &Match, written: &str) -> Vec<Lost> {
    let options = Options { game: record.game, ..Options::default() };
    let again = read_again(written, &options).unwrap_or_default();
    let less = |count: fn(&Match) -> usize| count(record).saturating_sub(count(&again));
    let (ours, theirs) = (actions(record), actions(&again));
    let same = ours.iter().zip(&theirs).map(|(a, b)| same(a, b)).sum::<usize>();
    let all: usize = ours.iter().map(Vec::len).sum();
    let no_game = GameRecord::default();
    let others = again.games.iter().chain(std::iter::repeat(&no_game));
    let results = record.games.iter().zip(others).filter(|(a, b)| a.result != b.result).count();
    let candidates = [
        (Lost::Verdicts as fn(usize) -> Lost, less(verdicts)),
        (Lost::Refusals, less(refusals)),
        (Lost::Actions, all - same),
        (Lost::Results, results),
        (Lost::Comments, less(comments)),
    ];
    let counted = candidates.into_iter().filter(|(_, count)| *count > 0);
    let rules = (record.rules != again.rules).then_some(Lost::Rules);
    let customs = (agreed(record) != agreed(&again)).then_some(Lost::Customs);
    let pairs = record.games.iter().zip(&again.games);
    let others = pairs.filter(|(a, b)| played(record, a) != played(&again, b)).count();
    let games = (others > 0 || record.frame != again.frame).then_some(Lost::Games);
    let about = (about(record) != about(&again)).then_some(Lost::About);
    counted
        .map(|(lost, count)| lost(count))
        .chain(rules)
        .chain(customs)
        .chain(games)
        .chain(about)
        .collect()
}

/// How long the beginning of two lists is that is the same.
fn same<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

const fn is_resigning(event: &Event) -> bool {
    matches!(event, Event::Resign(_) | Event::Refuse)
}

/// What happened in each game, offers to resign apart, with the rolls before such offers.
fn actions(record: &Match) -> Vec<Vec<&Event>> {
    record.games.iter().map(actions_of).collect()
}

fn actions_of(game: &GameRecord) -> Vec<&Event> {
    let events: Vec<&Event> = game.entries.iter().map(|entry| &entry.event).collect();
    let kept = events.iter().enumerate().filter(|(place, event)| {
        let next = events.get(place + 1);
        let is_of_an_offer =
            matches!(event, Event::Roll(_)) && next.is_some_and(|next| is_resigning(next));
        !is_resigning(event) && !is_of_an_offer
    });
    kept.map(|(_, event)| *event).collect()
}

fn verdicts(record: &Match) -> usize {
    let entries = record.games.iter().flat_map(|game| &game.entries);
    entries.filter(|entry| entry.verdict.is_some()).count()
}

fn refusals(record: &Match) -> usize {
    let entries = record.games.iter().flat_map(|game| &game.entries);
    entries.filter(|entry| entry.event == Event::Refuse).count()
}

fn comments(record: &Match) -> usize {
    let of_game = |game: &GameRecord| {
        let entries = game.entries.iter().filter(|entry| entry.comment.is_some());
        usize::from(game.comment.is_some()) + entries.count()
    };
    let games: usize = record.games.iter().map(of_game).sum();
    usize::from(record.about.comment.is_some()) + games
}

/// What was agreed beside the cube. Games of a money session stand each for itself, and that they began
/// by lot is no more than what their first entries tell.
fn agreed(record: &Match) -> Customs {
    let Customs { starter, .. } = record.customs;
    let each_for_itself = record.length == 0 && record.frame.is_none();
    let starter = starter.filter(|&starter| !each_for_itself || starter != Starter::Lot);
    Customs { starter, ..record.customs }
}

/// What was played, and whether its sides were exchanged.
fn played(of: &Match, game: &GameRecord) -> (Game, bool) {
    (game.game(of), game.exchanged)
}

/// Where and when it was played, and by whom.
fn about(record: &Match) -> (About, &BySeat<Player>) {
    (About { comment: None, ..record.about.clone() }, &record.players)
}
