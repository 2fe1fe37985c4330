//! Tests that cubeful values stay within the range that the cube allows, and that ties are treated
//! as ties.

use super::{CubeAction, CubeDecision};
use crate::{Depth, Evaluator, Settings, exact::bearoff::Tables, test_positions};
use sheshbesh_movegen::{
    Answer, BySide, Class, Cube, Game, Position, Side, Situation, Stakes, testing::Random,
};
use std::sync::Arc;

const GAME: Game = Game::Backgammon;
const OWN: Option<Side> = Some(Side::OnRoll);

fn at(stakes: Stakes, score: [u16; 2], cube: u32, owner: Option<Side>) -> Situation {
    Situation {
        stakes,
        score: BySide { on_roll: score[0], opponent: score[1] },
        cube: Cube::of_value(cube, owner).unwrap(),
        ..Situation::new(GAME.start(), GAME)
    }
}

fn to(length: u16, score: [u16; 2], cube: u32, owner: Option<Side>) -> Situation {
    at(Stakes::Match { length, crawford: false }, score, cube, owner)
}

/// Money games by each rule, and scores with free, dead, ordinary and nearly worthless cubes.
fn tables() -> Vec<Situation> {
    let money =
        |jacoby, owner, cube| at(Stakes::Money { jacoby, beavers: jacoby }, [0, 0], cube, owner);
    vec![
        money(false, None, 1),
        money(true, None, 1),
        money(false, OWN, 2),
        to(7, [0, 0], 1, None),
        to(7, [5, 6], 1, None),
        to(7, [0, 6], 1, None),
        to(7, [5, 3], 1, None),
        to(7, [3, 4], 2, OWN),
        to(11, [2, 5], 4, OWN),
        to(25, [3, 1], 1, None),
    ]
}

/// Races about to be decided, and contact positions with checkers off on both sides; either side
/// leads.
fn late(count: usize) -> Vec<Position> {
    let mut random = Random::new(39);
    let mut side = |most: usize, points: std::ops::RangeInclusive<usize>| {
        let mut counts = [0u8; 26];
        let checkers = 1 + random.below(most);
        for _ in 0..checkers {
            counts[points.start() + random.below(points.end() - points.start() + 1)] += 1;
        }
        counts[0] = 15 - checkers as u8;
        counts
    };
    let all = std::iter::from_fn(|| {
        Some([
            (side(3, 1..=6), side(14, 1..=18)),
            (side(14, 1..=18), side(3, 1..=6)),
            (side(8, 1..=6), side(8, 1..=6)),
            (side(6, 1..=8), side(3, 18..=24)),
        ])
    });
    let all = all.flatten().filter_map(|(own, opponent)| GAME.position(&own, &opponent).ok());
    all.filter(|position| GAME.class(position) != Class::Over).take(count).collect()
}

fn evaluators() -> [Evaluator; 2] {
    let with = |tables| Settings { tables, ..Settings::default() };
    [None, Some(Arc::new(Tables::in_memory()))]
        .map(|tables| Evaluator::new(sheshbesh_weights::shipped(), with(tables)))
}

/// Checks evaluations of positions at each stake and ply; each ply uses one position in `steps`.
fn check_decisions(
    positions: &[Position],
    tables: &[Situation],
    steps: [usize; 3],
    mut check: impl FnMut(&Situation, &CubeDecision, f32),
) {
    for evaluator in &mut evaluators() {
        for (ply, step) in (1..=3).zip(steps) {
            let depth = Depth::new(ply).unwrap();
            for table in tables {
                for &position in positions.iter().step_by(step) {
                    let situation = Situation { position, ..*table };
                    let decision = evaluator.cube_decision(&situation, depth).unwrap();
                    let before_doubling = evaluator.evaluate(&position, depth).value;
                    check(&situation, &decision, before_doubling);
                }
            }
        }
    }
}

#[test]
fn nobody_is_too_good_where_no_gammon_is_possible() {
    let (mut checked, mut decided) = (0, 0);
    check_decisions(&late(240), &tables(), [1, 3, 12], |situation, decision, value| {
        let possible = GAME.possible(&situation.position);
        let pass = decision.double_pass;
        let lost = match decision.scale {
            super::Scale::Money => -1.0,
            super::Scale::Match { lose, .. } => lose,
        };
        let shown = || format!("{decision:?} {situation:?}");
        if !possible[1] {
            checked += 1;
            assert!(decision.no_double <= pass && value <= pass, "{value} {}", shown());
            let too_good = [CubeAction::TooGoodPass, CubeAction::TooGoodTake];
            assert!(!too_good.contains(&decision.action()), "{}", shown());
        }
        if !possible[4] {
            assert!(decision.no_double >= lost && value >= lost, "{value} {}", shown());
        }
        // A game that is won is cashed, at every depth.
        if decision.outcomes.0[0] == 1.0 && decision.may_double {
            decided += 1;
            assert_eq!(decision.no_double, pass, "{}", shown());
            let response = decision.response();
            let cashed =
                matches!(decision.action(), CubeAction::DoublePass | CubeAction::DoubleTake);
            assert!(
                cashed && (response == Answer::Pass) == (decision.double_take > pass),
                "{}",
                shown()
            );
        }
    });
    assert!(checked > 3000 && decided > 200, "{checked} {decided}");
}

/// The leader needs no more points than the cube shows, so a double that is taken loses nothing.
#[test]
fn a_trailer_doubles_whenever_that_is_free_and_taken() {
    let trailing = [
        to(7, [0, 6], 1, None),
        to(7, [5, 6], 1, None),
        to(9, [2, 8], 1, None),
        to(11, [2, 10], 1, None),
        to(15, [3, 13], 2, OWN),
        to(25, [10, 24], 1, None),
        to(64, [0, 63], 1, None),
    ];
    let all: Vec<Position> = test_positions(60);
    let unfinished = all.into_iter().filter(|position| GAME.class(position) != Class::Over);
    let positions: Vec<Position> = unfinished.step_by(23).chain(late(60)).collect();
    let mut taken = 0;
    check_decisions(&positions, &trailing, [1, 4, 24], |situation, decision, _| {
        if decision.response() == Answer::Take {
            taken += 1;
            assert_eq!(decision.action(), CubeAction::DoubleTake, "{decision:?} {situation:?}");
        }
    });
    assert!(taken > 1000, "{taken}");
}

/// After the Crawford game the trailer wins the start 52.6 % of the time. With an even number of
/// points below 10 to go, the double is a pass, otherwise a take.
#[test]
fn the_start_is_doubled_at_every_score_after_the_crawford_game() {
    let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    for length in [3, 5, 7, 9, 11, 13, 15, 17, 21, 25] {
        for score in 0..length - 1 {
            let situation = to(length, [score, length - 1], 1, None);
            let away = length - score;
            let passes = away.is_multiple_of(2) && away < 10;
            let want = if passes { CubeAction::DoublePass } else { CubeAction::DoubleTake };
            for ply in 1..=2 {
                let depth = Depth::new(ply).unwrap();
                let decision = evaluator.cube_decision(&situation, depth).unwrap();
                assert_eq!(decision.action(), want, "{score} of {length}, {ply}-ply {decision:?}");
            }
        }
    }
}
