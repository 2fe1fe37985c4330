//! `berliner`: a hand-written evaluator in the style of BKG 9.8.
//!
//! Hans Berliner's program (1979) added up features, each multiplied by an application coefficient
//! that changes smoothly with the phase of the game. Features therefore fade in and out, and no
//! play is made only to cross the border of a phase (H. Berliner, "Backgammon computer program
//! beats world champion", Artificial Intelligence 14, 1980). Features, coefficients and weights
//! here are this project's own.

use super::board::Board;
use crate::player::Turn;
use sheshbesh_movegen::{BAR, HOME, OFF, POINTS, Position};

const ROLLS: f32 = 36.0;

/// Phase of the game. Each number changes smoothly from 0 to 1.
struct Phase {
    /// 0 in a pure race, 1 if both sides are fully entangled.
    contact: f32,
    /// Opponent's checkers behind the player's blockade: 0 for none, 1 for many.
    captives: f32,
    /// Strength of the opponent's home board.
    danger: f32,
    /// Lead of the player in the race; ½ if even.
    lead: f32,
}

pub(super) fn score(_: &Turn<'_>, result: &Position) -> f32 {
    let board = Board::after(result);
    if board.own_side.all_off() {
        return f32::INFINITY;
    }
    let phase = Phase::of(&board);
    race(&board, &phase) + risk(&board, &phase) + structure(&board, &phase)
}

/// Smooth step: 0 below 0, 1 above 1.
fn smooth(x: f32) -> f32 {
    let x = x.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

impl Phase {
    fn of(board: &Board) -> Self {
        let rearmost = f32::from(board.own_side.rearmost());
        let overlap = rearmost + f32::from(board.opponent_side.rearmost()) - f32::from(BAR);
        let behind: u8 = board.opponent[usize::from(POINTS - HOME) + 1..].iter().sum();
        let made = |side: &[u8; 32]| side[1..=usize::from(HOME)].iter().filter(|&&n| n > 1).count();
        let pips = |side: sheshbesh_movegen::Checkers| side.pips() as f32;
        let (own, other) = (pips(board.own_side), pips(board.opponent_side));
        Self {
            contact: smooth(overlap / 12.0),
            captives: smooth(f32::from(behind) / 3.0),
            danger: smooth((made(&board.opponent) as f32 - 1.0) / 4.0),
            lead: smooth(0.5 + (other - own) / (0.5 * (other + own) + 10.0)),
        }
    }
}

/// Race term: the difference in pips, and pips wasted in bearing in and off.
fn race(board: &Board, phase: &Phase) -> f32 {
    let pips = |side: sheshbesh_movegen::Checkers| side.pips() as f32;
    let difference = pips(board.opponent_side) - pips(board.own_side);
    let off = f32::from(board.own[usize::from(OFF)]);
    // Checkers on the lowest points have wasted the pips that brought them there.
    let wasted = f32::from(board.own[1]) * 2.0 + f32::from(board.own[2]);
    let outside: u8 = board.own[usize::from(HOME) + 1..].iter().sum();
    let without = 1.0 - phase.contact;
    0.03 * (1.0 + without) * difference
        + without * (0.6 * off - 0.05 * wasted - 0.1 * f32::from(outside))
}

/// Risk term: the expected cost of blots, by pips lost and by time on the bar against a strong
/// board.
fn risk(board: &Board, phase: &Phase) -> f32 {
    let mut cost = 0.0;
    for point in board.blots() {
        let shots = board.shots(point) as f32;
        if shots > 0.0 {
            let way = f32::from(BAR) - point as f32;
            cost += shots / ROLLS * (0.25 + 0.035 * way + 1.6 * phase.danger);
        }
    }
    // A player can afford more with opposing checkers on the bar, or when behind in the race.
    let boldness = 0.35 * smooth(f32::from(board.opponent[usize::from(BAR)]) / 2.0)
        + 0.15 * (1.0 - phase.lead);
    -cost * (1.0 - boldness)
}

/// Structure term: points, blockades and anchors. It fades with contact.
fn structure(board: &Board, phase: &Phase) -> f32 {
    /// Value of holding each of the points 1 to 8.
    const HOME_POINTS: [f32; 8] = [0.05, 0.15, 0.35, 0.6, 0.75, 0.65, 0.6, 0.3];
    let holds = |point: usize| board.own[point] > 1;
    let home: f32 = HOME_POINTS
        .iter()
        .zip(1..)
        .filter(|&(_, point)| holds(point))
        .map(|(worth, _)| worth)
        .sum();
    let caught = smooth(f32::from(board.opponent[usize::from(BAR)]) / 2.0);

    // The longest row of points before the opponent's rearmost checkers.
    let mut prime = 0usize;
    let mut row = 0;
    for point in 1..=12 {
        row = if holds(point) { row + 1 } else { 0 };
        prime = prime.max(row);
    }
    let blockade = smooth((prime as f32 - 2.0) / 4.0) * 1.6;

    // An anchor in the opponent's home board is safe, and worth more against a stronger board.
    let anchors = (usize::from(POINTS - HOME) + 1..=usize::from(POINTS)).filter(|&p| holds(p));
    let best_anchor = anchors.map(|point| if point <= 21 { 0.7 } else { 0.35 }).fold(0.0, f32::max);
    let behind: u8 = board.own[usize::from(POINTS - HOME) + 1..=25].iter().sum();
    let left_behind = smooth(f32::from(behind) / 4.0);

    // Rear checkers behind a wall of opposing points.
    let rearmost = usize::from(board.own_side.rearmost());
    let wall =
        (1..=6).filter(|&pips| rearmost > pips && board.opponent_on(rearmost - pips) > 1).count();
    let trapped = smooth((wall as f32 - 1.0) / 4.0);

    // Tall columns do not help either purpose.
    let tall: f32 = board.own[1..=usize::from(POINTS)]
        .iter()
        .map(|&count| f32::from(count.saturating_sub(3)))
        .map(|beyond| beyond * beyond)
        .sum();
    phase.contact
        * (home * (0.5 + 0.5 * phase.captives + 0.6 * caught)
            + blockade * phase.captives
            + best_anchor * (0.3 + phase.danger)
            + 0.5 * caught
            - left_behind * (0.2 + 0.8 * phase.danger)
            - trapped * 0.9
            - 0.04 * tall)
}
