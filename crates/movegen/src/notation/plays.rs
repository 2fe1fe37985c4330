//! Plays as players write them: `13/7*/5`, `6/5(2)`, `bar/22`, `6/off`.
//!
//! The canonical form has each checker's way from its highest point down, the highest start
//! first and of equal ones the highest end, with a `*` where a checker is hit. Points on the way are
//! written where something is hit there, and where one number would do for what two have done: 61
//! bears a checker off as `5/4/off`, since `5/off` would leave the 1 unplayed. Equal ways are written
//! once, with their number in brackets.

use crate::{
    dice::Dice,
    game::Game,
    games::{self, CheckerMove, MOST_MOVES, Obstacle, PlaySoFar, Rules, Sequence, with_rules},
    plays::Plays,
    position::{BAR, OFF, POINTS, Position},
    quoted::quoted,
};
use std::{
    cmp::Reverse,
    collections::{HashMap, hash_map::Entry},
    fmt::{self, Write},
};

/// What is written where a roll cannot be played.
pub const PASS: &str = "pass";

/// The way of one checker: points from the highest down, each with whether it hits there.
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

/// Joins the moves of one checker, made with `dice`, the highest start first.
fn ways(moves: &[CheckerMove], dice: Dice) -> Vec<Way> {
    let mut rest = moves.to_vec();
    // Of checkers that make the same move, the one that hits stays longest where it hit.
    rest.sort_by_key(|step| (Reverse(step.from), Reverse(step.to), step.hits));
    let mut ways = Vec::new();
    while !rest.is_empty() {
        let first = rest.remove(0);
        let mut way = Way { from: first.from, stops: vec![(first.to, first.hits)] };
        while let Some(next) = rest.iter().position(|step| step.from == way.to()) {
            let next = rest.remove(next);
            // The larger number alone bears off from the start of this way.
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
        for (place, &(to, _)) in first.stops.iter().enumerate() {
            text.push('/');
            text.push_str(&point(to));
            // Only the first of several checkers can hit.
            if group.iter().any(|way| way.stops[place].1) {
                text.push('*');
            }
        }
        if count > 1 {
            write!(text, "({count})").expect("writing into a string");
        }
        rest = others;
    }
    text
}

/// Of several ways to the same position, whether `a` is the one to write: the fewest checkers, then
/// the fewest stops, then the highest starts.
fn is_better(a: &[Way], b: &[Way]) -> bool {
    let stops = |ways: &[Way]| ways.iter().map(|way| way.stops.len()).sum::<usize>();
    (a.len(), stops(a)).cmp(&(b.len(), stops(b))).then_with(|| b.cmp(a)).is_lt()
}

fn sequences(game: Game, position: &Position, dice: Dice) -> Vec<Sequence> {
    with_rules!(game, rules => games::sequences(rules, position, dice))
}

/// The canonical notation of the play that leads from `position` with `dice` to `result`, which
/// is seen by the opponent; [`PASS`] for a turn that must be passed. `None` when no legal play
/// leads there.
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

/// Canonical notation for many results of one roll, as [`write()`] gives for each.
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
            moves => Some(write_ways(&ways(&moves, dice))),
        };
        return results.iter().map(written).collect();
    }
    let all = sequences(game, position, dice);
    let pass = |result: &Position| (*result == position.swapped()).then(|| PASS.to_owned());
    if all.is_empty() {
        return results.iter().map(pass).collect();
    }
    let mut best: HashMap<Position, Vec<Way>> = HashMap::new();
    for sequence in &all {
        let ways = ways(&sequence.moves, dice);
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

/// The checker moves, in an order in which they can be made, of the play that leads to `result`;
/// `None` when no legal play leads there.
pub fn checker_moves(
    game: Game,
    position: &Position,
    dice: Dice,
    result: &Position,
) -> Option<Vec<CheckerMove>> {
    best_moves(game, position, dice, result, Plays::new(game).generate(position, dice))
}

/// Where more results than this are to be written, it is faster to look at all plays at once.
const ONE_BY_ONE: usize = 64;

/// The checker moves of the play to be written that leads to one of the legal results.
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
    let leading = with_rules!(game, rules => games::sequences_to(rules, position, dice, result));
    let best = leading.into_iter().reduce(|best, other| {
        if is_better(&ways(&other.moves, dice), &ways(&best.moves, dice)) { other } else { best }
    });
    best.map(|sequence| sequence.moves)
}

/// Why a written play is not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalPlay {
    /// It is not written as plays are.
    #[error("{text} is not a play: write it like 8/5 6/5, 24/14, bar/22, 6/off or 6/5*(2)", text = quoted(.0))]
    Syntax(String),
    /// Nothing can be played.
    #[error("{0} cannot be played: the turn passes")]
    MustPass(Dice),
    /// Something can be played.
    #[error("{0} can be played, so it must be")]
    MayNotPass(Dice),
    /// Nobody stands there.
    #[error("you have no checker to move from {}", point(*.0))]
    Empty(u8),
    /// A checker on the bar comes first.
    #[error("a checker on the bar must enter before any other moves")]
    OnBar,
    /// Opposing checkers hold the point.
    #[error("{from}/{to} is blocked: the opponent holds a point on the way", from = point(*.from), to = point(*.to))]
    Blocked {
        /// From where.
        from: u8,
        /// To where.
        to: u8,
    },
    /// The dice do not lead there.
    #[error("{dice} does not move a checker from {from} to {to}", from = point(*.from), to = point(*.to))]
    Dice {
        /// The roll.
        dice: Dice,
        /// From where.
        from: u8,
        /// To where.
        to: u8,
    },
    /// Some checkers are not home yet.
    #[error("no checker may be borne off before all are home")]
    NotHome,
    /// A checker further back must be taken first.
    #[error("{0} takes a checker from a lower point only when none is further back")]
    NotRearmost(Dice),
    /// More could be played.
    #[error("more of {0} can be played, so it must be")]
    TooShort(Dice),
    /// It uses more than the roll.
    #[error("{0} does not give so many moves")]
    TooLong(Dice),
    /// Only one number can be played and it is not the larger one.
    #[error("only one number of {0} can be played, and it must be the larger one")]
    Larger(Dice),
    /// A hit is written where none is made.
    #[error("nothing is hit on {}", point(*.0))]
    NoHit(u8),
    /// It can be understood in several ways.
    #[error("{text} can be played in several ways: write the points on the way too", text = quoted(.0))]
    Ambiguous(String),
    /// In Fevga, the runner comes first.
    #[error("no other checker may move before the foremost has passed the opponent's start")]
    Runner,
    /// In Fevga, the start quarter may not be closed.
    #[error("a turn may not end with all six points of the start quarter held")]
    StartQuarter,
    /// In long nardi, six points in a row need an opposing checker ahead of them.
    #[error("six points in a row may not be held before an opposing checker has passed them")]
    Row,
    /// In long nardi, few checkers may leave the head.
    #[error("no more checkers may leave the head, point 24, in this turn")]
    Head,
    /// In tavla, who hits at home stays.
    #[error("a checker that has hit on {0} must stay there in this turn")]
    HitAndRun(u8),
    /// In Old English backgammon, five checkers fill a point.
    #[error("there are five checkers on {0} already, and no more may stand there")]
    Full(u8),
    /// In plakoto, an opposing checker lies on it.
    #[error("the checker on {0} is pinned: an opposing one lies on it")]
    Pinned(u8),
    /// In plakoto, nobody bears off while one of his is pinned.
    #[error("no checker may be borne off while another is pinned")]
    PinnedAtHome,
    /// In Fevga, a trap must be opened.
    #[error("six points right before all the opponent's checkers must be opened where they can be")]
    Trap,
    /// Each part is legal, but not together.
    #[error("{text} cannot be played with {dice}", text = quoted(.text))]
    Together {
        /// As written.
        text: String,
        /// The roll.
        dice: Dice,
    },
}

/// No play has more parts, written or not.
const LONGEST_TEXT: usize = 200;

/// A play as written, understood as far as one can without the position.
#[derive(Debug, Default)]
struct Written {
    /// Each checker's way, as often as it is made.
    ways: Vec<Vec<u8>>,
    /// Points where a hit is marked.
    hits: Vec<u8>,
}

/// The index that a word of a play names, in the view of the player who makes it: a number, `bar` or
/// `off`, or their first letters. None where it names none.
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

fn read(text: &str) -> Option<Written> {
    if text.len() > LONGEST_TEXT {
        return None;
    }
    let mut written = Written::default();
    for word in text.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty()) {
        let (road, count) = match word.split_once('(') {
            Some((road, count)) => (road, count.strip_suffix(')')?.parse().ok()?),
            None => (word, 1),
        };
        // A hit may be marked after the number, as in 6/5(2)*.
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

/// Whether `moves` are what is written, each way walked by one checker.
fn is_walked(ways: &[Vec<u8>], moves: &mut Vec<CheckerMove>) -> bool {
    let Some((way, others)) = ways.split_first() else { return moves.is_empty() };
    walk(way, others, moves)
}

/// Takes out of `moves` those that lead along `way`, then looks at the other ways.
fn walk(way: &[u8], others: &[Vec<u8>], moves: &mut Vec<CheckerMove>) -> bool {
    let [at, stops @ ..] = way else { return false };
    let Some(&next) = stops.first() else { return is_walked(others, moves) };
    (0..moves.len()).any(|place| {
        let step = moves[place];
        if step.from != *at || step.to < next {
            return false;
        }
        moves.remove(place);
        // A stop that is not written is passed over.
        let walked = if step.to == next {
            walk(stops, others, moves)
        } else {
            let rest: Vec<u8> = std::iter::once(step.to).chain(stops.iter().copied()).collect();
            walk(&rest, others, moves)
        };
        moves.insert(place, step);
        walked
    })
}

/// The resulting position, seen by the opponent, of a play as players write it.
///
/// Ways may be chained (`13/7/5`) or not (`13/7 7/5`), abbreviated (`13/5`, `6/5(2)`), in any
/// order, with or without the `*` of a hit; `bar` may be 25 or `b`, `off` 0 or `o`, capitals as
/// you like. Where a way can be walked with a hit and without, it hits only where that is
/// written. `pass` is the play where there is none; behind a play it says that the turn is over.
///
/// # Errors
/// Names what is illegal about the play.
pub fn parse(
    game: Game,
    position: &Position,
    dice: Dice,
    text: &str,
) -> Result<Position, IllegalPlay> {
    let text = text.trim();
    let all = sequences(game, position, dice);
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

/// What is wrong with a play that no legal sequence walks; `most` numbers can be played.
fn why_illegal<R: Rules>(
    rules: R,
    turn: &PlaySoFar,
    text: &str,
    written: &Written,
    most: usize,
) -> IllegalPlay {
    let dice = turn.dice();
    let numbers = rules.numbers(dice);
    let numbers = numbers.as_slice();
    // Play on as far as the dice go, whatever the order, and remember the first obstacle.
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

/// Tries to walk the legs with the numbers in any order. `reached` gets the number of numbers
/// left and the turn each time it succeeds; `obstacle` the first leg that met one, with what it
/// was.
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
    for (place, &(from, to)) in legs.iter().enumerate() {
        let others = || legs.iter().enumerate().filter(move |&(i, _)| i != place).map(|(_, &l)| l);
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
    /// One move by itself, such as `13/7*`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, hits } = *self;
        write!(f, "{}/{}{}", point(from), point(to), if hits { "*" } else { "" })
    }
}

/// Two letters are enough for any point.
const _: () = assert!(POINTS < 100);
