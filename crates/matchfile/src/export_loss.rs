//! Finds the parts of a match that a file format cannot store.

use crate::{
    WriteFormat,
    annotation::Annotation,
    export::ExportFormat,
    model::{Event, GameRecord, How, Match},
    read::{Options, read_again},
};
use sheshbesh_movegen::{FirstPlayer, Game, HouseRules, Seat, codes, listed};
use std::fmt;

/// A part of a match that a written file does not contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportLoss {
    /// Number of annotated plays and cube decisions.
    Annotations(usize),
    /// Number of refused offers to resign.
    Refusals(usize),
    /// Number of other actions.
    Actions(usize),
    /// Number of games whose result is missing or different.
    Results(usize),
    /// Number of comments.
    Comments(usize),
    /// A rule of the cube.
    Rule(CubeRule),
    /// An agreement at the table that is not a rule of the cube.
    HouseRules,
    /// The games that were played, or the sides in an uneven game.
    Games,
    /// A detail of the event or the players.
    Detail(Detail),
}

/// A rule of the cube that a file may state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubeRule {
    /// No doubling in the first game in which a player is one point away.
    Crawford,
    /// Gammons count only after the cube has been turned.
    Jacoby,
    /// A double may be beavered.
    Beavers,
    /// The largest value of the cube.
    LargestCube,
}

/// A detail of the event or of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The event.
    Event,
    /// The place.
    Site,
    /// The round.
    Round,
    /// The date.
    Date,
    /// The time of day.
    Time,
    /// The person who wrote the plays down.
    Transcriber,
    /// The person who commented on the plays.
    Annotator,
    /// The site's ID of the match.
    Id,
    /// The names of the players.
    Names,
    /// The ratings of the players.
    Ratings,
}

impl fmt::Display for ExportLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let many = |f: &mut fmt::Formatter<'_>, count: usize, what: &str| {
            write!(f, "{count} {what}{}", if count == 1 { "" } else { "s" })
        };
        match *self {
            Self::Annotations(count) => many(f, count, "evaluation"),
            Self::Refusals(count) => many(f, count, "refused resignation"),
            Self::Actions(count) => many(f, count, "action"),
            Self::Results(count) => {
                f.write_str("the result of ")?;
                many(f, count, "game")
            }
            Self::Comments(count) => many(f, count, "comment"),
            Self::Rule(rule) => f.write_str(match rule {
                CubeRule::Crawford => "the Crawford rule",
                CubeRule::Jacoby => "the Jacoby rule",
                CubeRule::Beavers => "the rule of beavers",
                CubeRule::LargestCube => "the largest cube",
            }),
            Self::HouseRules => f.write_str("the rules agreed at the table"),
            Self::Games => f.write_str("which games were played"),
            Self::Detail(detail) => f.write_str(match detail {
                Detail::Event => "the event",
                Detail::Site => "the place",
                Detail::Round => "the round",
                Detail::Date => "the date",
                Detail::Time => "the time",
                Detail::Transcriber => "the transcriber",
                Detail::Annotator => "the annotator",
                Detail::Id => "the ID of the match",
                Detail::Names => "the names of the players",
                Detail::Ratings => "the ratings of the players",
            }),
        }
    }
}

codes! {
    ExportLoss {
        Self::Annotations(n) => "loss.annotations" { n },
        Self::Refusals(n) => "loss.refusals" { n },
        Self::Actions(n) => "loss.actions" { n },
        Self::Results(n) => "loss.results" { n },
        Self::Comments(n) => "loss.comments" { n },
        Self::Rule(CubeRule::Crawford) => "loss.rule.crawford",
        Self::Rule(CubeRule::Jacoby) => "loss.rule.jacoby",
        Self::Rule(CubeRule::Beavers) => "loss.rule.beavers",
        Self::Rule(CubeRule::LargestCube) => "loss.rule.largest-cube",
        Self::HouseRules => "loss.house-rules",
        Self::Games => "loss.games",
        Self::Detail(Detail::Event) => "loss.detail.event",
        Self::Detail(Detail::Site) => "loss.detail.site",
        Self::Detail(Detail::Round) => "loss.detail.round",
        Self::Detail(Detail::Date) => "loss.detail.date",
        Self::Detail(Detail::Time) => "loss.detail.time",
        Self::Detail(Detail::Transcriber) => "loss.detail.transcriber",
        Self::Detail(Detail::Annotator) => "loss.detail.annotator",
        Self::Detail(Detail::Id) => "loss.detail.id",
        Self::Detail(Detail::Names) => "loss.detail.names",
        Self::Detail(Detail::Ratings) => "loss.detail.ratings",
    }
}

/// The parts of a match that a written file does not contain, as the sentence “mat cannot store 3
/// evaluations”.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportLosses {
    format: ExportFormat,
    losses: Vec<ExportLoss>,
}

codes! {
    ExportLosses {
        Self { format, losses } => "loss" { format = format.name(), losses },
    }
}

impl fmt::Display for ExportLosses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.losses.iter().map(ToString::to_string).collect();
        write!(f, "{} cannot store {}", self.format, listed(&names))
    }
}

impl ExportLosses {
    /// Finds the parts of a match that are missing from the text [written](crate::write) for it in
    /// a format. Returns `None` if nothing is missing, as always in our own format.
    pub fn find(record: &Match, format: WriteFormat, written: &str) -> Option<Self> {
        if format == WriteFormat::Json {
            return None;
        }
        let losses = find_export_losses(record, written);
        (!losses.is_empty()).then_some(Self { format: ExportFormat::Match(format), losses })
    }

    /// Finds the parts of a match that are missing from the bytes [exported](ExportFormat::export)
    /// for it alone. The text of single positions is never compared, since it is no match.
    pub fn find_in(record: &Match, format: ExportFormat, written: &[u8]) -> Option<Self> {
        if matches!(format, ExportFormat::Match(WriteFormat::Json) | ExportFormat::XgText) {
            return None;
        }
        let losses = find_losses(record, written);
        (!losses.is_empty()).then_some(Self { format, losses })
    }
}

/// The sentence of [`ExportLosses::find`].
pub fn describe_export_loss(record: &Match, format: WriteFormat, written: &str) -> Option<String> {
    ExportLosses::find(record, format, written).map(|losses| losses.to_string())
}

/// Finds the parts of a match that are missing from the text [written](crate::write) for it. Reads
/// the text and compares it with the match.
///
/// ```
/// use sheshbesh_movegen::Seat;
/// use sheshbesh_matchfile::{
///     ExportLoss, GameRecord, How, Match, Outcome, WriteFormat, find_export_losses, write,
/// };
/// let result = Outcome { winner: Some(Seat::Top), points: 5, how: How::OutOfTime };
/// let game = GameRecord { result: Some(result), ..GameRecord::default() };
/// let record = Match { length: 5, games: vec![game], ..Match::default() };
/// let losses = |format| find_export_losses(&record, &write(&record, format));
/// assert_eq!(losses(WriteFormat::Sgf), [ExportLoss::Results(1)]);
/// assert_eq!(losses(WriteFormat::Json), []);
/// ```
pub fn find_export_losses(record: &Match, written: &str) -> Vec<ExportLoss> {
    find_losses(record, written.as_bytes())
}

fn find_losses(record: &Match, written: &[u8]) -> Vec<ExportLoss> {
    let options = Options { game: record.game, ..Options::default() };
    let again = read_again(written, &options).unwrap_or_default();
    let less = |count: fn(&Match) -> usize| count(record).saturating_sub(count(&again));
    let (ours, theirs) = (list_actions(record), list_actions(&again));
    let same = ours.iter().zip(&theirs).map(|(a, b)| count_common_prefix(a, b)).sum::<usize>();
    let all: usize = ours.iter().map(Vec::len).sum();
    let no_game = GameRecord::default();
    let others = again.games.iter().chain(std::iter::repeat(&no_game));
    let results = record.games.iter().zip(others).filter(|(a, b)| is_result_lost(a, b)).count();
    let candidates = [
        (ExportLoss::Annotations as fn(usize) -> ExportLoss, less(count_annotations)),
        (ExportLoss::Refusals, less(count_refusals)),
        (ExportLoss::Actions, all - same),
        (ExportLoss::Results, results),
        (ExportLoss::Comments, less(count_comments)),
    ];
    let counted = candidates.into_iter().filter(|(_, count)| *count > 0);
    let rules = list_rules(record, &again).into_iter().map(ExportLoss::Rule);
    let customs = (normalize_house_rules(record) != normalize_house_rules(&again))
        .then_some(ExportLoss::HouseRules);
    let pairs = record.games.iter().zip(&again.games);
    let others =
        pairs.filter(|(a, b)| identify_game(record, a) != identify_game(&again, b)).count();
    let games = (others > 0 || record.frame != again.frame).then_some(ExportLoss::Games);
    let details = list_details(record, &again).into_iter().map(ExportLoss::Detail);
    counted
        .map(|(loss, count)| loss(count))
        .chain(rules)
        .chain(customs)
        .chain(games)
        .chain(details)
        .collect()
}

/// Number of actions up to the first one that differs. An illegal play may gain the moves that its
/// file left out.
fn count_common_prefix(ours: &[&Event], theirs: &[&Event]) -> usize {
    let is_same = |(a, b): &(&&Event, &&Event)| match (a, b) {
        (
            Event::IllegalPlay { dice: a, moves, result: to },
            Event::IllegalPlay { dice: b, result: other, .. },
        ) if moves.is_empty() => (a, to) == (b, other),
        _ => a == b,
    };
    ours.iter().zip(theirs).take_while(is_same).count()
}

/// True if the result of a game is missing or different. A format may state an end that our file did
/// not.
fn is_result_lost(ours: &GameRecord, theirs: &GameRecord) -> bool {
    match (ours.result, theirs.result) {
        (Some(a), Some(b)) if a.how == How::Unrecorded => {
            (a.winner, a.points) != (b.winner, b.points)
        }
        (a, b) => a != b,
    }
}

const fn is_resigning(event: &Event) -> bool {
    matches!(event, Event::Resign(_) | Event::Refuse)
}

/// Events of each game, without offers to resign, refusals, and the rolls before them.
fn list_actions(record: &Match) -> Vec<Vec<&Event>> {
    record.games.iter().map(list_game_actions).collect()
}

fn list_game_actions(game: &GameRecord) -> Vec<&Event> {
    let events: Vec<&Event> = game.entries.iter().map(|entry| &entry.event).collect();
    let actions = events.iter().enumerate().filter(|(index, event)| {
        let next = events.get(index + 1);
        let is_of_an_offer =
            matches!(event, Event::Roll(_)) && next.is_some_and(|next| is_resigning(next));
        !is_resigning(event) && !is_of_an_offer
    });
    actions.map(|(_, event)| *event).collect()
}

fn count_annotations(record: &Match) -> usize {
    let entries = record.games.iter().flat_map(|game| &game.entries);
    let annotations = entries.filter_map(|entry| entry.annotation.as_deref());
    // The only play of a roll, or a roll without a play, needs no evaluation.
    let count = |annotation: &Annotation| {
        let play = annotation.play.as_ref().is_some_and(|play| play.candidates.len() > 1);
        usize::from(annotation.cube.is_some()) + usize::from(play)
    };
    annotations.map(count).sum()
}

fn count_refusals(record: &Match) -> usize {
    let entries = record.games.iter().flat_map(|game| &game.entries);
    entries.filter(|entry| entry.event == Event::Refuse).count()
}

fn count_comments(record: &Match) -> usize {
    let of_game = |game: &GameRecord| {
        let entries = game.entries.iter().filter(|entry| entry.comment.is_some());
        usize::from(game.comment.is_some()) + entries.count()
    };
    let games: usize = record.games.iter().map(of_game).sum();
    usize::from(record.about.comment.is_some()) + games
}

/// Agreements at the table apart from the cube. Each game of a money session stands alone, so a lot
/// as the starter says no more than the first entries and is left out.
fn normalize_house_rules(record: &Match) -> HouseRules {
    let HouseRules { starter, .. } = record.customs;
    let each_for_itself = record.length == 0 && record.frame.is_none();
    let starter = starter.filter(|&starter| !each_for_itself || starter != FirstPlayer::OneDieEach);
    HouseRules { starter, ..record.customs }
}

/// The game played, and true if its sides were exchanged.
fn identify_game(of: &Match, game: &GameRecord) -> (Game, bool) {
    (game.game(of), game.exchanged)
}

/// The rules of the cube that differ and matter: some are for matches, the others for money games.
fn list_rules(ours: &Match, theirs: &Match) -> Vec<CubeRule> {
    let is_match = ours.length > 0;
    let (a, b) = (&ours.rules, &theirs.rules);
    let differ = [
        (CubeRule::Crawford, is_match && a.crawford != b.crawford),
        (CubeRule::Jacoby, !is_match && a.jacoby != b.jacoby),
        (CubeRule::Beavers, !is_match && a.beavers != b.beavers),
        (CubeRule::LargestCube, a.largest_cube != b.largest_cube),
    ];
    differ.into_iter().filter_map(|(rule, differs)| differs.then_some(rule)).collect()
}

/// The details that differ. Comments are counted elsewhere.
fn list_details(ours: &Match, theirs: &Match) -> Vec<Detail> {
    let (a, b) = (&ours.about, &theirs.about);
    let seats = || Seat::BOTH.into_iter().map(|seat| (&ours.players[seat], &theirs.players[seat]));
    let differ = [
        (Detail::Event, a.event != b.event),
        (Detail::Site, a.site != b.site),
        (Detail::Round, a.round != b.round),
        (Detail::Date, a.date != b.date),
        (Detail::Time, a.time != b.time),
        (Detail::Transcriber, a.transcriber != b.transcriber),
        (Detail::Annotator, a.annotator != b.annotator),
        (Detail::Id, a.id != b.id),
        (Detail::Names, seats().any(|(a, b)| a.name != b.name)),
        (Detail::Ratings, seats().any(|(a, b)| a.rating != b.rating)),
    ];
    differ.into_iter().filter_map(|(detail, differs)| differs.then_some(detail)).collect()
}
