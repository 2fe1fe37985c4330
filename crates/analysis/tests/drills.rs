//! Tests drills against slow, independent definitions.

use sheshbesh_analysis::{
    drill::{Asked, DrillError, Kind, Question},
    match_analysis::{MatchAnalyzer, Preset},
};
use sheshbesh_evaluator::{Settings, cube::MatchEquityTable};
use sheshbesh_movegen::{Checkers, Class, Dice, Game, OFF, Phase, Plays, Position, Side};
use sheshbesh_network::Network;
use std::{collections::HashMap, path::Path};

fn make_analyzer() -> MatchAnalyzer {
    // The smallest network, for short times.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/small.weights");
    let network = Network::read(Path::new(folder)).unwrap();
    MatchAnalyzer::new(&network, "shesh", Settings::default(), Preset::Quick, false)
}

fn questions(kind: Kind, count: u32) -> Vec<Question> {
    let analyzer = make_analyzer();
    (1..=count).map(|number| Question::new(kind, 3, number, &analyzer).unwrap()).collect()
}

fn numbers(question: &Question) -> Vec<f64> {
    match &question.asked {
        Asked::Numbers(numbers) => numbers.iter().map(|number| number.value).collect(),
        Asked::Decision(_) => panic!("numbers are asked for"),
    }
}

#[test]
fn pips_are_counted_checker_by_checker() {
    for question in questions(Kind::Pips, 5) {
        let count = |side: Checkers| -> f64 {
            let on_board = side.iter().filter(|&(index, _)| index != OFF);
            on_board.map(|(index, checkers)| f64::from(index) * f64::from(checkers)).sum()
        };
        let position = question.table.position;
        assert_eq!(numbers(&question), [count(position.own()), count(position.opponent())]);
    }
}

/// Mean number of rolls to bear off, by all plays of all rolls, with memory.
fn rolls(side: Checkers, known: &mut HashMap<Position, f64>) -> f64 {
    // The opponent is out of the way and does not end the game.
    let opponent = Checkers::from_points(&[(1, 15)]);
    let position = Position::from_sides_unchecked(side, opponent);
    if side.pips() == 0 {
        return 0.0;
    }
    if let Some(mean) = known.get(&position) {
        return *mean;
    }
    let mut plays = Plays::new(Game::Backgammon);
    let mut mean = 1.0;
    for dice in Dice::ALL {
        let results = plays.generate(&position, dice).to_vec();
        let after = results.iter().map(|result| rolls(result.opponent(), known));
        mean += dice.probability() * after.fold(f64::INFINITY, f64::min);
    }
    known.insert(position, mean);
    mean
}

#[test]
fn effective_pips_are_those_of_all_plays() {
    let mut compared = 0;
    for question in questions(Kind::Epc, 40) {
        let side = question.table.position.own();
        // Few checkers, for the slow definition.
        if side.pips() > 20 {
            continue;
        }
        let mean = rolls(side, &mut HashMap::new());
        let [told] = numbers(&question)[..] else { panic!("one number") };
        assert!((told - mean * 49.0 / 6.0).abs() < 0.01, "{told} {mean}");
        compared += 1;
    }
    assert!(compared > 0);
}

#[test]
fn take_points_weigh_the_match_equities() {
    let table = MatchEquityTable::kazaross_xg2();
    for question in questions(Kind::TakePoint, 20) {
        let away = question.table.away().unwrap();
        let (own, other) = (i32::from(away[Side::OnRoll]), i32::from(away[Side::Opponent]));
        let of = |own, other| f64::from(table.chance(own, other, false));
        let (pass, lose, win) = (of(own, other - 1), of(own, other - 2), of(own - 2, other));
        let take_point = 100.0 * (pass - lose) / (win - lose);
        let [told] = numbers(&question)[..] else { panic!("one number") };
        assert!((told - take_point).abs() < 0.01, "{own} {other}: {told} {take_point}");
        assert!((10.0..50.0).contains(&told));
    }
}

#[test]
fn decisions_are_of_their_kind() {
    let analyzer = make_analyzer();
    for (kind, count) in [(Kind::Race, 4), (Kind::Cube, 4), (Kind::Openings, 4)] {
        for question in questions(kind, count) {
            let Asked::Decision(asked) = &question.asked else { panic!("{kind}: a decision") };
            let best = asked.decision.best.clone().unwrap();
            let graded = question.grade(&analyzer, &best).unwrap();
            assert!(graded.is_right && graded.error < 1e-9, "{kind}: {graded:?}");
            let class = question.table.game.class(&question.table.position);
            let is_race = matches!(class, Class::Race | Class::Bearoff);
            match kind {
                Kind::Openings => assert!(matches!(asked.table.phase, Phase::Rolled(_))),
                _ => assert_eq!(is_race, kind == Kind::Race),
            }
            let nonsense = question.grade(&analyzer, "resign");
            assert!(matches!(nonsense, Err(DrillError::NoAnswer(_))), "{kind}: {nonsense:?}");
        }
    }
}

#[test]
fn questions_do_not_depend_on_those_before() {
    let analyzer = make_analyzer();
    for kind in [Kind::Pips, Kind::TakePoint] {
        let all = questions(kind, 4);
        assert_eq!(Question::new(kind, 3, 4, &analyzer).unwrap(), all[3]);
        assert_ne!(Question::new(kind, 4, 4, &analyzer).unwrap().table, all[3].table);
    }
}
