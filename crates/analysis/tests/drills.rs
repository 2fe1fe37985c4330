//! Tests drills against slow, independent definitions.

use sheshbesh_analysis::{
    drill::{Asked, DrillError, Kind, Question, Topic},
    match_analysis::{DecisionKind, MatchAnalyzer, Preset},
};
use sheshbesh_evaluator::{Settings, cube::MatchEquityTable};
use sheshbesh_movegen::{
    Checkers, Class, Dice, Family, Game, OFF, Phase, Plays, Position, Side, Situation, notation,
};
use sheshbesh_network::Network;
use std::{collections::HashMap, path::Path};

fn make_analyzer() -> MatchAnalyzer {
    // The smallest network, for short times.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/small.weights");
    let network = Network::read(Path::new(folder)).unwrap();
    MatchAnalyzer::new(&network, "shesh", Settings::default(), Preset::Quick, false)
}

fn topic(kind: Kind) -> Topic {
    Topic::new(kind, Game::Backgammon).unwrap()
}

fn questions(kind: Kind, count: u32) -> Vec<Question> {
    questions_of(topic(kind), count, &make_analyzer())
}

fn questions_of(topic: Topic, count: u32, analyzer: &MatchAnalyzer) -> Vec<Question> {
    (1..=count).map(|number| Question::new(topic, 3, number, analyzer).unwrap()).collect()
}

fn numbers(question: &Question) -> Vec<f64> {
    match &question.asked {
        Asked::Numbers(numbers) => numbers.iter().map(|number| number.value).collect(),
        Asked::Decision(_) => panic!("numbers are asked for"),
    }
}

fn assert_pips(question: &Question) {
    let count = |side: Checkers| -> f64 {
        let on_board = side.iter().filter(|&(index, _)| index != OFF);
        on_board.map(|(index, checkers)| f64::from(index) * f64::from(checkers)).sum()
    };
    let position = question.table.position;
    assert_eq!(numbers(question), [count(position.own()), count(position.opponent())]);
}

#[test]
fn pips_are_counted_checker_by_checker() {
    questions(Kind::Pips, 5).iter().for_each(assert_pips);
}

/// An analyzer with the built-in network of a game; `None` without one.
fn analyzer_of(game: Game) -> Option<MatchAnalyzer> {
    let network = sheshbesh_weights::network(game)?;
    let network = if game.family() == network.game().family() {
        network.clone()
    } else {
        network.clone().for_game(game).ok()?
    };
    Some(MatchAnalyzer::new(&network, "shesh", Settings::default(), Preset::Quick, false))
}

#[test]
fn pips_are_asked_in_every_game_with_a_network() {
    let mut asked = 0;
    for game in Game::ALL {
        let Some(analyzer) = analyzer_of(game) else { continue };
        let topic = Topic::new(Kind::Pips, game).unwrap();
        for question in questions_of(topic, 3, &analyzer) {
            assert_pips(&question);
            assert_eq!(question.table.game, game);
            assert_eq!(game.check(&question.table.position), Ok(()), "{game}");
        }
        asked += 1;
    }
    assert!(asked >= 12, "{asked}");
}

#[test]
fn replies_follow_the_best_first_play() {
    let analyzer = make_analyzer();
    for question in questions(Kind::Replies, 3) {
        let first = question.after.clone().unwrap();
        let dice: Dice = first.roll.parse().unwrap();
        assert!(!dice.is_double());
        let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
        let table = Situation { phase: Phase::Rolled(dice), ..start };
        let decision = analyzer.decision(&table, DecisionKind::Play, None).unwrap().unwrap();
        assert_eq!(decision.best, Some(first.play.clone()));
        let played = notation::parse(start.game, &start.position, dice, &first.play).unwrap();
        assert_eq!(question.table.position, played);
        let Asked::Decision(asked) = &question.asked else { panic!("a decision") };
        assert!(matches!(asked.table.phase, Phase::Rolled(_)));
        let best = asked.decision.best.clone().unwrap();
        assert!(question.grade(&analyzer, &best).unwrap().is_right);
    }
}

#[test]
fn first_rolls_of_long_nardi_leave_a_choice() {
    let analyzer = analyzer_of(Game::LONG_NARDI).unwrap();
    let topic = Topic::new(Kind::Openings, Game::LONG_NARDI).unwrap();
    for question in questions_of(topic, 3, &analyzer) {
        let Phase::Rolled(dice) = question.table.phase else { panic!("a roll") };
        let plays = Plays::new(Game::LONG_NARDI).generate(&question.table.position, dice).len();
        assert!(plays > 1);
        let Asked::Decision(asked) = &question.asked else { panic!("a decision") };
        let best = asked.decision.best.clone().unwrap();
        assert!(question.grade(&analyzer, &best).unwrap().is_right);
    }
}

/// Mean number of rolls to bear off, by all plays of all rolls, with memory.
fn rolls(game: Game, side: Checkers, known: &mut HashMap<Position, f64>) -> f64 {
    // The opponent is out of the way and does not end the game.
    let opponent = Checkers::from_points(&[(1, 15)]);
    let position = Position::from_sides_unchecked(side, opponent);
    if side.pips() == 0 {
        return 0.0;
    }
    if let Some(mean) = known.get(&position) {
        return *mean;
    }
    let mut plays = Plays::new(game);
    let mut mean = 1.0;
    for dice in Dice::ALL {
        let results = plays.generate(&position, dice).to_vec();
        let after = results.iter().map(|result| rolls(game, result.opponent(), known));
        mean += dice.probability() * after.fold(f64::INFINITY, f64::min);
    }
    known.insert(position, mean);
    mean
}

#[test]
fn effective_pips_are_those_of_all_plays() {
    // In Irish, doubles are played twice.
    for game in [Game::Backgammon, Game::Irish, Game::LONG_NARDI, Game::EARLY] {
        let pips_per_roll = if game == Game::Irish { 7.0 } else { 49.0 / 6.0 };
        let is_hitting = game.family() == Family::Hitting;
        let analyzer = if is_hitting { make_analyzer() } else { analyzer_of(game).unwrap() };
        let mut compared = 0;
        for question in questions_of(Topic::new(Kind::Epc, game).unwrap(), 40, &analyzer) {
            let side = question.table.position.own();
            // Few checkers, for the slow definition.
            if side.pips() > 20 {
                continue;
            }
            let mean = rolls(game, side, &mut HashMap::new());
            let [told] = numbers(&question)[..] else { panic!("one number") };
            assert!((told - mean * pips_per_roll).abs() < 0.01, "{game}: {told} {mean}");
            compared += 1;
        }
        assert!(compared > 0);
    }
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
        assert_eq!(Question::new(topic(kind), 3, 4, &analyzer).unwrap(), all[3]);
        assert_ne!(Question::new(topic(kind), 4, 4, &analyzer).unwrap().table, all[3].table);
    }
}
