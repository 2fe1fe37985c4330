//! Reasons why a written play is illegal.

use super::point::write_point;
use crate::{
    board::{BAR, Dice, OFF},
    codes,
    games::{Obstacle, PlaySoFar, Rules},
    quoted::quoted,
};

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
    #[error("you have no checker to move from {}", write_point(*.0))]
    Empty(u8),
    /// A checker on the bar must move first.
    #[error("a checker on the bar must enter before any other moves")]
    OnBar,
    /// The opponent holds a point.
    #[error("{from}/{to} is blocked: the opponent holds a point on the way", from = write_point(*.from), to = write_point(*.to))]
    Blocked {
        /// Origin.
        from: u8,
        /// Destination.
        to: u8,
    },
    /// The dice do not lead there.
    #[error("{dice} does not move a checker from {from} to {to}", from = write_point(*.from), to = write_point(*.to))]
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
    /// Gyulbar: checkers at home do not move until they are borne off.
    #[error("the checker on {0} stays there until all checkers are home and it is borne off")]
    StaysHome(u8),
    /// Gyulbar: a checker is borne off by the number of its point only.
    #[error("the checker on {0} is borne off by the number of its point only")]
    NotExact(u8),
    /// Tabula: no checker passes the middle before all have entered.
    #[error("no checker may move to the second half of the way before all have entered")]
    SecondHalf,
    /// Chase: a checker of the same side stands there.
    #[error("one of your own checkers stands on {0}")]
    Own(u8),
    /// Chase: a last checker is safe outside the corners, and between two opposing checkers.
    #[error("the last checker on {0} is safe: it is outside the corners, or between two of yours")]
    LastIsSafe(u8),
    /// Chase: a last checker moves from corner to corner.
    #[error("the last checker on {0} moves from corner to corner, by ones and sixes")]
    Corners(u8),
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
    #[error("nothing is hit on {}", write_point(*.0))]
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
    /// Dutch backgammon: no checker of the player has come home yet.
    #[error("no checker may be hit before one of the player's own has come home")]
    MayNotHit,
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

codes! {
    IllegalPlay {
        Self::Syntax(text) => "play.syntax" { text },
        Self::MustPass(dice) => "play.must-pass" { dice },
        Self::MayNotPass(dice) => "play.may-not-pass" { dice },
        Self::Empty(BAR) => "play.empty-bar",
        Self::Empty(point) => "play.empty" { point },
        Self::OnBar => "play.on-bar",
        Self::Blocked { from, to } => "play.blocked" {
            from = write_point(*from), to = write_point(*to),
        },
        Self::Dice { dice, from, to } => "play.dice" {
            dice, from = write_point(*from), to = write_point(*to),
        },
        Self::NotHome => "play.not-home",
        Self::NotRearmost(dice) => "play.not-rearmost" { dice },
        Self::StaysHome(point) => "play.stays-home" { point },
        Self::NotExact(point) => "play.not-exact" { point },
        Self::SecondHalf => "play.second-half",
        Self::Own(point) => "play.own" { point },
        Self::LastIsSafe(point) => "play.last-is-safe" { point },
        Self::Corners(point) => "play.corners" { point },
        Self::TooShort(dice) => "play.too-short" { dice },
        Self::TooLong(dice) => "play.too-long" { dice },
        Self::Larger(dice) => "play.larger" { dice },
        Self::NoHit(point) => "play.no-hit" { point = write_point(*point) },
        Self::Ambiguous(text) => "play.ambiguous" { text },
        Self::Runner => "play.runner",
        Self::StartQuarter => "play.start-quarter",
        Self::Row => "play.row",
        Self::Head => "play.head",
        Self::MayNotHit => "play.may-not-hit",
        Self::HitAndRun(point) => "play.hit-and-run" { point },
        Self::Full(point) => "play.full" { point },
        Self::Pinned(point) => "play.pinned" { point },
        Self::PinnedAtHome => "play.pinned-at-home",
        Self::Trap => "play.trap",
        Self::Together { text, dice } => "play.together" { text, dice },
    }
}

/// The reason why no legal sequence is the written play; `most` numbers can be played.
pub(super) fn why_illegal<R: Rules>(
    rules: R,
    turn: &PlaySoFar,
    text: &str,
    paths: &[Vec<u8>],
    most: usize,
) -> IllegalPlay {
    let dice = turn.dice();
    let given = rules.numbers_at(turn.start(), dice);
    // Play as far as the dice allow, in any order, and remember the first obstacle.
    let mut reached = Vec::new();
    let mut obstacle = None;
    let legs: Vec<(u8, u8)> =
        paths.iter().flat_map(|way| way.windows(2).map(|leg| (leg[0], leg[1]))).collect();
    // A player who may choose a double chooses that of the first leg.
    let is_chosen =
        |number: u8| legs.first().is_some_and(|&(from, to)| from.checked_sub(to) == Some(number));
    let numbers = given.choices().find(|choice| is_chosen(choice.as_slice()[0])).unwrap_or(given);
    let numbers = numbers.as_slice();
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
        // On a ring, the steps tell: a checker goes on from its own, and a last one to corners.
        let Some(pips) = from.checked_sub(to).filter(|_| !R::IS_RING) else {
            return obstacle.is_some();
        };
        let sum_of = |chosen: u32| -> u8 {
            let is_chosen = |index: &usize| chosen >> index & 1 == 1;
            (0..numbers.len()).filter(is_chosen).map(|index| numbers[index]).sum()
        };
        let mut sums = (1..1 << numbers.len()).map(sum_of);
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
        (Some((_, _, Obstacle::MayNotHit)), _) => IllegalPlay::MayNotHit,
        (Some((from, _, Obstacle::HitAndRun)), _) => IllegalPlay::HitAndRun(from),
        (Some((_, to, Obstacle::Full)), _) => IllegalPlay::Full(to),
        (Some((from, _, Obstacle::Pinned)), _) => IllegalPlay::Pinned(from),
        (Some((_, _, Obstacle::PinnedAtHome)), _) => IllegalPlay::PinnedAtHome,
        (Some((_, _, Obstacle::NotHome)), _) => IllegalPlay::NotHome,
        (Some((_, _, Obstacle::NotRearmost)), _) => IllegalPlay::NotRearmost(dice),
        (Some((from, _, Obstacle::StaysHome)), _) => IllegalPlay::StaysHome(from),
        (Some((from, _, Obstacle::NotExact)), _) => IllegalPlay::NotExact(from),
        (Some((_, _, Obstacle::SecondHalf)), _) => IllegalPlay::SecondHalf,
        (Some((_, to, Obstacle::Own)), _) => IllegalPlay::Own(to),
        (Some((_, to, Obstacle::LastIsSafe)), _) => IllegalPlay::LastIsSafe(to),
        (Some((from, _, Obstacle::Corners)), _) => IllegalPlay::Corners(from),
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
            let is_past = !R::IS_RING && to > from.saturating_sub(number);
            if numbers[..die].contains(&number) || is_past {
                continue;
            }
            match rules.step(so_far, from, number) {
                Ok(step) => {
                    let mut legs: Vec<(u8, u8)> = others().collect();
                    if step.to > to || R::IS_RING && step.to != to {
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
