//! Plays in the notation of players: `13/7*/5`, `6/5(2)`, `bar/22`, `6/off`.
//!
//! The canonical form has the path of each checker from its highest point down. The paths are
//! sorted by their start and then by their end, highest first. A `*` marks a hit. A point on the
//! way is written if a checker is hit there, or if one number could explain what two numbers have
//! done: 61 bears a checker off as `5/4/off`, since `5/off` would leave the 1 unplayed. Equal paths
//! are written once, with their count in brackets. On a ring, a path may go on from 1 to 24.

use super::{
    illegal_play::{IllegalPlay, why_illegal},
    point::{read_point, write_point},
};
use crate::{
    board::{Dice, OFF, Position},
    games::{CheckerMove, Game, MOST_MOVES, PlaySoFar, with_rules},
    plays::{self, Plays, Sequence},
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
fn join_moves(game: Game, moves: &[CheckerMove], dice: Dice) -> Vec<Way> {
    let mut ways = if game.is_ring() { join_on_ring(moves) } else { join_down(moves, dice) };
    ways.sort_by(|a, b| b.from.cmp(&a.from).then(b.to().cmp(&a.to())));
    ways
}

/// The paths of checkers that move down.
fn join_down(moves: &[CheckerMove], dice: Dice) -> Vec<Way> {
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
    ways
}

/// The paths of checkers on a ring, of which only one stands on a point; `moves` are in order.
fn join_on_ring(moves: &[CheckerMove]) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    for &CheckerMove { from, to, hits } in moves {
        match ways.iter_mut().find(|way| way.to() == from) {
            Some(way) => {
                // Four sixes lead once round the ring: a stop shows that the checker has moved.
                let before = way.stops.iter().rev().nth(1).map_or(way.from, |&(stop, _)| stop);
                if to != before {
                    way.stops.pop_if(|&mut (_, hits)| !hits);
                }
                way.stops.push((to, hits));
            }
            None => ways.push(Way { from, stops: vec![(to, hits)] }),
        }
    }
    ways
}

fn write_ways(ways: &[Way]) -> String {
    let mut text = String::new();
    let mut rest = ways;
    while let Some(first) = rest.first() {
        let points = |way: &Way| -> Vec<u8> { way.stops.iter().map(|&(to, _)| to).collect() };
        let same = |way: &Way| way.from == first.from && points(way) == points(first);
        let count = rest.iter().take_while(|way| same(way)).count();
        let (group, others) = rest.split_at(count);
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&write_point(first.from));
        for (index, &(to, _)) in first.stops.iter().enumerate() {
            text.push('/');
            text.push_str(&write_point(to));
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
            moves => Some(write_ways(&join_moves(game, &moves, dice))),
        };
        return results.iter().map(written).collect();
    }
    let all = list_sequences(game, position, dice);
    let passed = game.passed(position, dice);
    let pass = |result: &Position| (*result == passed).then(|| PASS.to_owned());
    if all.is_empty() {
        return results.iter().map(pass).collect();
    }
    let mut best: HashMap<Position, Vec<Way>> = HashMap::new();
    for sequence in &all {
        let ways = join_moves(game, &sequence.moves, dice);
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
    let is_pass = || *result == game.passed(position, dice);
    if legal.is_empty() {
        return is_pass().then(Vec::new);
    }
    if !legal.contains(result) {
        return None;
    }
    let leading =
        with_rules!(game, rules => plays::list_sequences_to(rules, position, dice, result));
    let best = leading.into_iter().reduce(|best, other| {
        if is_better(&join_moves(game, &other.moves, dice), &join_moves(game, &best.moves, dice)) {
            other
        } else {
            best
        }
    });
    // In games with stages, a turn that is passed is among the legal plays.
    best.map(|sequence| sequence.moves).or_else(|| is_pass().then(Vec::new))
}

/// Maximum length of a written play, in bytes.
const LONGEST_TEXT: usize = 200;

/// A written play, parsed as far as possible without the position.
#[derive(Debug, Default)]
struct ParsedPlay {
    /// Path of each checker, repeated by its count.
    ways: Vec<Vec<u8>>,
    /// Points where a hit is marked.
    hits: Vec<u8>,
}

/// Parses a play. Points descend along each path, except on a ring.
fn read(text: &str, is_ring: bool) -> Option<ParsedPlay> {
    if text.len() > LONGEST_TEXT {
        return None;
    }
    let mut written = ParsedPlay::default();
    for word in text.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty()) {
        let (stops, count) = match word.split_once('(') {
            Some((stops, count)) => (stops, count.strip_suffix(')')?.parse().ok()?),
            None => (word, 1),
        };
        // A hit is marked before the count, as in 6/5*(2).
        let mut way = Vec::new();
        for stop in stops.split(['/', '-']) {
            let bare = stop.strip_suffix('*');
            let index = read_point(bare.unwrap_or(stop))?;
            if bare.is_some() {
                written.hits.push(index);
            }
            let is_wrong = |last: u8| if is_ring { last == index } else { last <= index };
            if way.last().is_some_and(|&last| is_wrong(last)) {
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
fn is_walked(ways: &[Vec<u8>], moves: &mut Vec<CheckerMove>, is_ring: bool) -> bool {
    let Some((way, others)) = ways.split_first() else { return moves.is_empty() };
    walk(way, others, moves, is_ring)
}

/// Removes from `moves` those that lead along `way`, then looks at the other paths.
fn walk(way: &[u8], others: &[Vec<u8>], moves: &mut Vec<CheckerMove>, is_ring: bool) -> bool {
    let [at, stops @ ..] = way else { return false };
    let Some(&next) = stops.first() else { return is_walked(others, moves, is_ring) };
    (0..moves.len()).any(|index| {
        let step = moves[index];
        if step.from != *at || step.to < next && !is_ring {
            return false;
        }
        moves.remove(index);
        // Skip a stop that is not written.
        let walked = if step.to == next {
            walk(stops, others, moves, is_ring)
        } else {
            let rest: Vec<u8> = std::iter::once(step.to).chain(stops.iter().copied()).collect();
            walk(&rest, others, moves, is_ring)
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
        let passed = all.is_empty().then(|| game.passed(position, dice));
        return passed.ok_or(IllegalPlay::MayNotPass(dice));
    }
    let text = match text.rsplit_once(|c: char| c.is_whitespace() || c == ',') {
        Some((play, last)) if last.eq_ignore_ascii_case(PASS) => play.trim_end_matches([' ', ',']),
        _ => text,
    };
    let is_ring = game.is_ring();
    let written = read(text, is_ring).ok_or_else(|| IllegalPlay::Syntax(text.to_owned()))?;
    if all.is_empty() {
        return Err(IllegalPlay::MustPass(dice));
    }
    let walked: Vec<&Sequence> = all
        .iter()
        .filter(|sequence| is_walked(&written.ways, &mut sequence.moves.clone(), is_ring))
        .collect();
    if walked.is_empty() {
        let most = all.first().map_or(0, |sequence| sequence.moves.len());
        let turn = PlaySoFar::new(position, dice);
        return Err(
            with_rules!(game, rules => why_illegal(rules, &turn, text, &written.ways, most)),
        );
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

impl fmt::Display for CheckerMove {
    /// A single move, such as `13/7*`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, hits } = *self;
        write!(f, "{}/{}{}", write_point(from), write_point(to), if hits { "*" } else { "" })
    }
}
