//! Plays in the notation of players: `13/7*/5`, `6/5(2)`, `bar/22`, `6/off`.
//!
//! The canonical form has the path of each checker from its highest point down. The paths are
//! sorted by their start and then by their end, highest first. A `*` marks a hit. A point on the
//! way is written if a checker is hit there, or if one number could explain what two numbers have
//! done: 61 bears a checker off as `5/4/off`, since `5/off` would leave the 1 unplayed. Equal paths
//! are written once, with their count in brackets.

use crate::{
    board::{BAR, Dice, OFF, POINTS, Position},
    games::{CheckerMove, Game, MOST_MOVES, Obstacle, PlaySoFar, Rules, with_rules},
    plays::{self, Plays, Sequence},
    quoted::quoted,
};
use std::{
    cmp::Reverse,
    collections::{HashMap, hash_map::Entry},
    fmt,
};

/// Text of a turn whose roll cannot be played.
pub const PASS: &str = "pass";

/// The path of one checker: its points from the highest down, each with true if the checker hits
/// there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    from: u8,
    stops: Vec<(u8, bool)>,
}

impl Way {
    fn to(&self) -> u8 {
        self.stops.last().map_or(self.from, |&(to, _)| to)
    }
}

/// Joins the moves of each checker into a path, for a play of `dice`, the highest start first.
fn join_moves(moves: &[CheckerMove], dice: Dice) -> Vec<Way> {
    let mut rest = moves.to_vec();
    // Of checkers that make the same move, the one that hits is the last to move on.
    rest.sort_by_key(|step| (Reverse(step.from), Reverse(step.to), step.hits));
    let mut ways = Vec::new();
    while !rest.is_empty() {
        let first = rest.remove(0);
        let mut way = Way { from: first.from, stops: vec![(first.to, first.hits)] };
        while let Some(next) = rest.iter().position(|step| step.from == way.to()) {
            let next = rest.remove(next);
            // The larger number alone bears off from the start of this path.
            let reads_as_one_number = next.to == OFF && way.from <= dice.high();
            way.stops.pop_if(|&mut (_, hits)| !hits && !reads_as_one_number);
            way.stops.push((next.to, next.hits));
        }
        ways.push(way);
    }
    ways.sort_by(|a, b| b.from.cmp(&a.from).then(b.to().cmp(&a.to())));
    ways
}

fn point(index: u8) -> String {
    match index {
        BAR => "bar".to_owned(),
        OFF => "off".to_owned(),
        point => point.to_string(),
    }
}

fn write_ways(ways: &[Way]) -> String {
    let mut text = String::new();
    let mut rest = ways;
    while let Some(first) = rest.first() {
        let road = |way: &Way| -> Vec<u8> { way.stops.iter().map(|&(to, _)| to).collect() };
        let same = |way: &Way| way.from == first.from && road(way) == road(first);
        let count = rest.iter().take_while(|way| same(way)).count();
        let (group, others) = rest.split_at(count);
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&point(first.from));
        for (index, &(to, _)) in first.stops.iter().enumerate() {
            text.push('/');
            text.push_str(&point(to));
            // Only the first of several checkers can hit.
            if group.iter().any(|way| way.stops[index].1) {
                text.push('*');
            }
        }
        if count > 1 {
            text.push_str(&format!("({count})"));
        }
        rest = others;
    }
    text
}

/// True if `a` is the better notation of two that lead to the same position: the fewest checkers,
/// then the fewest stops, then the highest starts.
fn is_better(a: &[Way], b: &[Way]) -> bool {
    let stops = |ways: &[Way]| ways.iter().map(|way| way.stops.len()).sum::<usize>();
    (a.len(), stops(a)).cmp(&(b.len(), stops(b))).then_with(|| b.cmp(a)).is_lt()
}

fn list_sequences(game: Game, position: &Position, dice: Dice) -> Vec<Sequence> {
    with_rules!(game, rules => plays::list_sequences(rules, position, dice))
}

/// The canonical notation of the play that leads from `position` with `dice` to `result`, which is
/// seen by the opponent. Returns [`PASS`] for a turn that must be passed, and `None` if no legal
/// play leads to `result`.
///
/// ```
/// use sheshbesh_movegen::{notation, Plays, Game};
/// let (game, dice) = (Game::Backgammon, "31".parse()?);
/// let result = notation::parse(game, &game.start(), dice, "6/5 8/5")?;
/// assert_eq!(notation::write(game, &game.start(), dice, &result).as_deref(), Some("8/5 6/5"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(game: Game, position: &Position, dice: Dice, result: &Position) -> Option<String> {
    write_all(game, position, dice, std::slice::from_ref(result)).pop().flatten()
}

/// Canonical notation of many results of one roll; the same as [`write()`] of each.
pub fn write_all(
    game: Game,
    position: &Position,
    dice: Dice,
    results: &[Position],
) -> Vec<Option<String>> {
    if results.len() <= ONE_BY_ONE {
        let mut legal = Plays::new(game);
        let legal = legal.generate(position, dice);
        let written = |result| match best_moves(game, position, dice, result, legal)? {
            moves if moves.is_empty() => Some(PASS.to_owned()),
            moves => Some(write_ways(&join_moves(&moves, dice))),
        };
        return results.iter().map(written).collect();
    }
    let all = list_sequences(game, position, dice);
    let pass = |result: &Position| (*result == position.swapped()).then(|| PASS.to_owned());
    if all.is_empty() {
        return results.iter().map(pass).collect();
    }
    let mut best: HashMap<Position, Vec<Way>> = HashMap::new();
    for sequence in &all {
        let ways = join_moves(&sequence.moves, dice);
        match best.entry(sequence.result) {
            Entry::Vacant(entry) => {
                entry.insert(ways);
            }
            Entry::Occupied(mut entry) if is_better(&ways, entry.get()) => {
                entry.insert(ways);
            }
            Entry::Occupied(_) => {}
        }
    }
    results.iter().map(|result| best.get(result).map(|ways| write_ways(ways))).collect()
}

/// The checker moves of the play that leads to `result`, in an order in which they can be made;
/// `None` if no legal play leads there.
pub fn checker_moves(
    game: Game,
    position: &Position,
    dice: Dice,
    result: &Position,
) -> Option<Vec<CheckerMove>> {
    best_moves(game, position, dice, result, Plays::new(game).generate(position, dice))
}

/// Maximum number of results that are written one by one. For more results, it is faster to
/// enumerate all plays at once.
const ONE_BY_ONE: usize = 64;

/// The checker moves in the canonical notation of a legal result.
fn best_moves(
    game: Game,
    position: &Position,
    dice: Dice,
    result: &Position,
    legal: &[Position],
) -> Option<Vec<CheckerMove>> {
    if legal.is_empty() {
        return (*result == position.swapped()).then(Vec::new);
    }
    if !legal.contains(result) {
        return None;
    }
    let leading =
        with_rules!(game, rules => plays::list_sequences_to(rules, position, dice, result));
    let best = leading.into_iter().reduce(|best, other| {
        if is_better(&join_moves(&other.moves, dice), &join_moves(&best.moves, dice)) {
            other
        } else {
            best
        }
    });
    best.map(|sequence| sequence.moves)
}

/// Reason why a written play is illegal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalPlay {
    /// The text is not the notation of a play.
    #[error("{text} is not a play: write it like 8/5 6/5, 24/14, bar/22, 6/off or 6/5*(2)", text = quoted(.0))]
    Syntax(String),
    /// Nothing can be played.
    #[error("{0} cannot be played: the turn passes")]
    MustPass(Dice),
    /// Something can be played.
    #[error("{0} can be played, so it must be")]
    MayNotPass(Dice),
    /// No checker stands there.
    #[error("you have no checker to move from {}", point(*.0))]
    Empty(u8),
    /// A checker on the bar must move first.
    #[error("a checker on the bar must enter before any other moves")]
    OnBar,
    /// The opponent holds a point.
    #[error("{from}/{to} is blocked: the opponent holds a point on the way", from = point(*.from), to = point(*.to))]
    Blocked {
        /// Origin.
        from: u8,
        /// Destination.
        to: u8,
    },
    /// The dice do not lead there.
    #[error("{dice} does not move a checker from {from} to {to}", from = point(*.from), to = point(*.to))]
    Dice {
        /// The roll.
        dice: Dice,
        /// Origin.
        from: u8,
        /// Destination.
        to: u8,
    },
    /// Not all checkers are home.
    #[error("no checker may be borne off before all are home")]
    NotHome,
    /// A checker further back must be borne off first.
    #[error("{0} bears a checker off from a lower point only if none is further back")]
    NotRearmost(Dice),
    /// More could be played.
    #[error("more of {0} can be played, so it must be")]
    TooShort(Dice),
    /// The play uses more than the roll.
    #[error("too many moves for {0}")]
    TooLong(Dice),
    /// Only one number can be played, and it must be the larger one.
    #[error("only one number of {0} can be played, and it must be the larger one")]
    Larger(Dice),
    /// A hit is marked where nothing is hit.
    #[error("nothing is hit on {}", point(*.0))]
    NoHit(u8),
    /// The text fits several plays.
    #[error("{text} is ambiguous: write the intermediate points too", text = quoted(.0))]
    Ambiguous(String),
    /// Fevga: the runner must move first.
    #[error("no other checker may move before the first one has passed the opponent's start")]
    Runner,
    /// Fevga: the start quarter may not be closed.
    #[error("a turn may not end with all six points of the start quarter held")]
    StartQuarter,
    /// Long nardi: six points in a row need an opposing checker ahead of them.
    #[error("six points in a row may not be held before an opposing checker has passed them")]
    Row,
    /// Long nardi: no more checkers may leave the head.
    #[error("no more checkers may leave the head, point 24, in this turn")]
    Head,
    /// Tavla: a checker that has hit must stay.
    #[error("a checker that has hit on {0} must stay there in this turn")]
    HitAndRun(u8),
    /// Old English backgammon: five checkers fill a point.
    #[error("point {0} already has the maximum of five checkers")]
    Full(u8),
    /// Plakoto: an opposing checker lies on the checker.
    #[error("the checker on {0} is pinned by an opposing checker")]
    Pinned(u8),
    /// Plakoto: no checker may be borne off while another is pinned.
    #[error("no checker may be borne off while another is pinned")]
    PinnedAtHome,
    /// Fevga: a trap must be opened.
    #[error(
        "a six-point block directly in front of all opposing checkers must be opened if possible"
    )]
    Trap,
    /// Each part is legal, but the parts are not legal together.
    #[error("{text} cannot be played with {dice}", text = quoted(.text))]
    Together {
        /// The play, as written.
        text: String,
        /// The roll.
        dice: Dice,
    },
}

/// Maximum length of a written play, in bytes.
const LONGEST_TEXT: usize = 200;

/// A written play, parsed as far as possible without the position.
#[derive(Debug, Default)]
struct ParsedStep {
    /// Path of each checker, repeated by its count.
    ways: Vec<Vec<u8>>,
    /// Points where a hit is marked.
    hits: Vec<u8>,
}

/// Parses a word of a play as an index in the view of the player who makes it: a number, `bar` or
/// `off`, or the first letter of these. `None` if the word is not an index.
pub fn read_point(text: &str) -> Option<u8> {
    match text.to_ascii_lowercase().as_str() {
        "bar" | "b" => Some(BAR),
        "off" | "o" => Some(OFF),
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.len() <= 2 => {
            digits.parse().ok().filter(|&index| index <= BAR)
        }
        _ => None,
    }
}

fn read(text: &str) -> Option<ParsedStep> {
    if text.len() > LONGEST_TEXT {
        return None;
    }
    let mut written = ParsedStep::default();
    for word in text.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty()) {
        let (road, count) = match word.split_once('(') {
            Some((road, count)) => (road, count.strip_suffix(')')?.parse().ok()?),
            None => (word, 1),
        };
        // A hit is marked before the count, as in 6/5*(2).
        let mut way = Vec::new();
        for stop in road.split(['/', '-']) {
            let bare = stop.strip_suffix('*');
            let index = read_point(bare.unwrap_or(stop))?;
            if bare.is_some() {
                written.hits.push(index);
            }
            if way.last().is_some_and(|&last| last <= index) {
                return None;
            }
            way.push(index);
        }
        if way.len() < 2 || !(1..=MOST_MOVES).contains(&count) {
            return None;
        }
        written.ways.extend(std::iter::repeat_n(way, count));
    }
    (!written.ways.is_empty()).then_some(written)
}

/// True if `moves` are what is written: one checker moves along each path.
fn is_walked(ways: &[Vec<u8>], moves: &mut Vec<CheckerMove>) -> bool {
    let Some((way, others)) = ways.split_first() else { return moves.is_empty() };
    walk(way, others, moves)
}

/// Removes from `moves` those that lead along `way`, then looks at the other paths.
fn walk(way: &[u8], others: &[Vec<u8>], moves: &mut Vec<CheckerMove>) -> bool {
    let [at, stops @ ..] = way else { return false };
    let Some(&next) = stops.first() else { return is_walked(others, moves) };
    (0..moves.len()).any(|index| {
        let step = moves[index];
        if step.from != *at || step.to < next {
            return false;
        }
        moves.remove(index);
        // Skip a stop that is not written.
        let walked = if step.to == next {
            walk(stops, others, moves)
        } else {
            let rest: Vec<u8> = std::iter::once(step.to).chain(stops.iter().copied()).collect();
            walk(&rest, others, moves)
        };
        moves.insert(index, step);
        walked
    })
}

/// Parses a play in the notation of players. Returns the resulting position, seen by the opponent.
///
/// Paths may be chained (`13/7/5`) or not (`13/7 7/5`), abbreviated (`13/5`, `6/5(2)`), in any
/// order, with or without the `*` of a hit. `bar` may be 25 or `b`, `off` may be 0 or `o`; case
/// does not matter. If a path is possible with and without a hit, it hits only if the hit is
/// written. `pass` is the play of a roll that cannot be played; after a play, it says that the turn
/// is over.
///
/// # Errors
/// Returns the reason why the play is illegal.
pub fn parse(
    game: Game,
    position: &Position,
    dice: Dice,
    text: &str,
) -> Result<Position, IllegalPlay> {
    let text = text.trim();
    let all = list_sequences(game, position, dice);
    if text.eq_ignore_ascii_case(PASS) {
        let passed = all.is_empty().then(|| position.swapped());
        return passed.ok_or(IllegalPlay::MayNotPass(dice));
    }
    let text = match text.rsplit_once(|c: char| c.is_whitespace() || c == ',') {
        Some((play, last)) if last.eq_ignore_ascii_case(PASS) => play.trim_end_matches([' ', ',']),
        _ => text,
    };
    let written = read(text).ok_or_else(|| IllegalPlay::Syntax(text.to_owned()))?;
    if all.is_empty() {
        return Err(IllegalPlay::MustPass(dice));
    }
    let walked: Vec<&Sequence> = all
        .iter()
        .filter(|sequence| is_walked(&written.ways, &mut sequence.moves.clone()))
        .collect();
    if walked.is_empty() {
        let most = all.first().map_or(0, |sequence| sequence.moves.len());
        let turn = PlaySoFar::new(position, dice);
        return Err(with_rules!(game, rules => why_illegal(rules, &turn, text, &written, most)));
    }
    let hits = |sequence: &Sequence, index| {
        sequence.moves.iter().any(|step| step.hits && step.to == index)
    };
    let marked: Vec<&&Sequence> = walked
        .iter()
        .filter(|sequence| written.hits.iter().all(|&index| hits(sequence, index)))
        .collect();
    if marked.is_empty() {
        let wrong = written.hits.iter().find(|&&hit| !walked.iter().any(|s| hits(s, hit)));
        return Err(wrong.map_or_else(
            || IllegalPlay::Together { text: text.to_owned(), dice },
            |&index| IllegalPlay::NoHit(index),
        ));
    }
    let number_of_hits =
        |sequence: &Sequence| sequence.moves.iter().filter(|step| step.hits).count();
    let fewest = marked.iter().map(|s| number_of_hits(s)).min().unwrap_or(0);
    let mut results = marked.iter().filter(|s| number_of_hits(s) == fewest).map(|s| s.result);
    let first = results.next().ok_or_else(|| IllegalPlay::Syntax(text.to_owned()))?;
    if results.any(|result| result != first) {
        return Err(IllegalPlay::Ambiguous(text.to_owned()));
    }
    Ok(first)
}

/// The reason why no legal sequence is the written play; `most` numbers can be played.
fn why_illegal<R: Rules>(
    rules: R,
    turn: &PlaySoFar,
    text: &str,
    written: &ParsedStep,
    most: usize,
) -> IllegalPlay {
    let dice = turn.dice();
    let numbers = rules.numbers(dice);
    let numbers = numbers.as_slice();
    // Play as far as the dice allow, in any order, and remember the first obstacle.
    let mut reached = Vec::new();
    let mut obstacle = None;
    let legs: Vec<(u8, u8)> =
        written.ways.iter().flat_map(|way| way.windows(2).map(|leg| (leg[0], leg[1]))).collect();
    attempt(rules, turn, &legs, numbers, &mut reached, &mut obstacle);
    if !reached.is_empty() {
        let used = |left: &usize| numbers.len() - left;
        let forbidden = reached.iter().find_map(|(_, turn)| rules.may_end(turn).err());
        return if reached.iter().all(|(left, _)| used(left) < most) {
            IllegalPlay::TooShort(dice)
        } else if forbidden == Some(Obstacle::StartQuarter) {
            IllegalPlay::StartQuarter
        } else if forbidden == Some(Obstacle::Row) {
            IllegalPlay::Row
        } else if !reached.iter().any(|(_, turn)| rules.is_preferred(turn)) {
            IllegalPlay::Trap
        } else if most == 1 && !dice.is_double() {
            IllegalPlay::Larger(dice)
        } else {
            IllegalPlay::Together { text: text.to_owned(), dice }
        };
    }
    let fits = |&&(from, to): &&(u8, u8)| {
        let pips = from - to;
        let mut sums = (1..=numbers.len())
            .flat_map(|count| numbers.windows(count).map(|some| some.iter().sum::<u8>()));
        sums.any(|sum| sum == pips || to == OFF && sum > pips)
    };
    let misfit = legs.iter().find(|leg| !fits(leg));
    match (obstacle, misfit) {
        (Some((from, _, Obstacle::Empty)), _) => IllegalPlay::Empty(from),
        (Some((_, _, Obstacle::OnBar)), _) => IllegalPlay::OnBar,
        (_, Some(&(from, to))) => IllegalPlay::Dice { dice, from, to },
        (Some((from, to, Obstacle::Blocked)), _) => IllegalPlay::Blocked { from, to },
        (Some((_, _, Obstacle::Runner)), _) => IllegalPlay::Runner,
        (Some((_, _, Obstacle::StartQuarter)), _) => IllegalPlay::StartQuarter,
        (Some((_, _, Obstacle::Row)), _) => IllegalPlay::Row,
        (Some((_, _, Obstacle::Head)), _) => IllegalPlay::Head,
        (Some((from, _, Obstacle::HitAndRun)), _) => IllegalPlay::HitAndRun(from),
        (Some((_, to, Obstacle::Full)), _) => IllegalPlay::Full(to),
        (Some((from, _, Obstacle::Pinned)), _) => IllegalPlay::Pinned(from),
        (Some((_, _, Obstacle::PinnedAtHome)), _) => IllegalPlay::PinnedAtHome,
        (Some((_, _, Obstacle::NotHome)), _) => IllegalPlay::NotHome,
        (Some((_, _, Obstacle::NotRearmost)), _) => IllegalPlay::NotRearmost(dice),
        (None, None) => IllegalPlay::TooLong(dice),
    }
}

/// Tries to move along the legs with the numbers in any order. Each success adds the count of
/// unused numbers and the turn to `reached`. `obstacle` gets the first leg that met an obstacle,
/// and that obstacle.
fn attempt<R: Rules>(
    rules: R,
    so_far: &PlaySoFar,
    legs: &[(u8, u8)],
    numbers: &[u8],
    reached: &mut Vec<(usize, PlaySoFar)>,
    obstacle: &mut Option<(u8, u8, Obstacle)>,
) {
    if legs.is_empty() {
        reached.push((numbers.len(), *so_far));
        return;
    }
    for (index, &(from, to)) in legs.iter().enumerate() {
        let others = || legs.iter().enumerate().filter(move |&(i, _)| i != index).map(|(_, &l)| l);
        for (die, &number) in numbers.iter().enumerate() {
            if numbers[..die].contains(&number) || to > from.saturating_sub(number) {
                continue;
            }
            match rules.step(so_far, from, number) {
                Ok(step) => {
                    let mut legs: Vec<(u8, u8)> = others().collect();
                    if step.to > to {
                        legs.push((step.to, to));
                    }
                    let mut numbers = numbers.to_vec();
                    numbers.remove(die);
                    let after = so_far.after::<R>(&step);
                    attempt(rules, &after, &legs, &numbers, reached, obstacle);
                }
                // A leg may start where an earlier one ends.
                Err(Obstacle::Empty) if legs.iter().any(|leg| leg.1 == from) => {}
                Err(reason) => {
                    obstacle.get_or_insert((from, to, reason));
                }
            }
        }
    }
}

impl fmt::Display for CheckerMove {
    /// A single move, such as `13/7*`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, hits } = *self;
        write!(f, "{}/{}{}", point(from), point(to), if hits { "*" } else { "" })
    }
}

/// Two digits are enough for any point.
const _: () = assert!(POINTS < 100);
