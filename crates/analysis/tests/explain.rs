//! Tests explanations: their numbers add up and agree with slow reference implementations.

use sheshbesh_analysis::explain::{
    Context, CubeExplanation, ExplainError, Explanation, FACTS, FactKind, SEQUENCES, board_facts,
    explain, explain_cube,
};
use sheshbesh_evaluator::{Depth, Evaluator, FilterName, Settings};
use sheshbesh_movegen::{
    AfterPlay, Answer, BAR, BySide, Class, Cube, Dice, Game, Plays, Position, Side, Situation,
    Stakes, notation,
    testing::{Random, random_game},
};
use sheshbesh_network::{Outcomes, Probabilities};

/// Evaluator without a move filter, as in the reference implementations.
fn make_evaluator(cubeful: bool) -> Evaluator {
    let filter = FilterName::None.filter();
    Evaluator::new(
        sheshbesh_weights::shipped(),
        Settings { filter, cubeful, ..Settings::default() },
    )
}

/// Positions with and without contact, each with a roll and two different plays of it.
fn decisions(count: usize) -> Vec<(Position, Dice, [Position; 2])> {
    let mut random = Random::new(20);
    let mut plays = Plays::new(Game::Backgammon);
    let mut found = Vec::new();
    while found.len() < count {
        for position in random_game(Game::Backgammon, &mut random).into_iter().step_by(9) {
            let dice = Dice::ALL[found.len() * 5 % Dice::ALL.len()];
            let results = plays.generate(&position, dice);
            let ends = |result: &Position| Game::Backgammon.end(result, None).is_some();
            if let [first, .., last] = *results
                && !ends(&first)
                && !ends(&last)
            {
                found.push((position, dice, [first, last]));
            }
        }
    }
    found.truncate(count);
    found
}

fn result(explanation: &Explanation, plays: &[Position; 2]) -> [Position; 2] {
    let id = notation::position_id(Game::Backgammon, &plays[0]);
    let [first, second] = *plays;
    if explanation.better.position_id == id { [first, second] } else { [second, first] }
}

/// Reference implementation of the best reply to a roll: evaluates every play by itself.
fn reply(evaluator: &mut Evaluator, result: &Position, dice: Dice) -> (Position, f32) {
    let mut plays = Plays::new(Game::Backgammon);
    let replies = plays.generate_or_pass(result, dice).to_vec();
    let analyzed: Vec<Outcomes> =
        replies.iter().map(|reply| evaluator.evaluate(reply, Depth::ONE).outcomes).collect();
    let best = Outcomes::lowest(&analyzed);
    (replies[best], analyzed[best].equity())
}

#[test]
fn differences_add_up_over_outcomes_and_over_rolls() {
    let mut evaluator = make_evaluator(false);
    for (position, dice, plays) in decisions(25) {
        let situation = Situation::new(position, Game::Backgammon);
        let said = explain(&mut evaluator, &situation, dice, plays, Depth::TWO).unwrap();
        let [better, other] = result(&said, &plays);
        assert!(said.difference >= 0.0);
        assert!(said.outcomes.cube.abs() < 1e-5, "{:?}", said.outcomes);
        let parts: f32 = said.outcomes.parts.iter().map(|part| part.points).sum();
        assert!((parts - said.difference).abs() < 1e-5);
        let rolls = said.rolls.unwrap();
        assert!(rolls.rest.abs() < 1e-5, "{} is left of {}", rolls.rest, said.difference);
        let (mut sum, mut weights, mut worse) = (0.0, 0, 0);
        for (roll, dice) in rolls.rolls.iter().zip(Dice::ALL) {
            let [a, b] = [better, other].map(|play| reply(&mut evaluator, &play, dice).1);
            assert!((roll.difference - (a - b)).abs() < 1e-5, "{dice}: {roll:?}, not {}", a - b);
            assert_eq!((roll.dice.as_str(), roll.weight), (&*dice.to_string(), dice.weight()));
            sum += roll.weight as f32 / 36.0 * roll.difference;
            weights += roll.weight;
            worse += if roll.difference <= -0.0005 { roll.weight } else { 0 };
        }
        assert_eq!((weights, rolls.other_better), (36, worse));
        assert!((sum - said.difference).abs() < 1e-5);
    }
}

#[test]
fn hits_are_those_that_the_best_replies_are_written_with() {
    let mut evaluator = make_evaluator(false);
    let (mut seen, mut differ) = (0, 0);
    for (position, dice, plays) in decisions(25) {
        let situation = Situation::new(position, Game::Backgammon);
        let said = explain(&mut evaluator, &situation, dice, plays, Depth::ONE).unwrap();
        let hits = [&said.better, &said.other].map(|play| play.hits.unwrap());
        for (play, hits) in result(&said, &plays).into_iter().zip(hits) {
            let (mut rolls, mut pips) = (0, 0.0);
            for dice in Dice::ALL {
                let (after, _) = reply(&mut evaluator, &play, dice);
                let text = notation::write(Game::Backgammon, &play, dice, &after).unwrap();
                rolls += if text.contains('*') { dice.weight() } else { 0 };
                for point in 1..BAR {
                    let gone = play.opponent().on(point) - after.own().on(point);
                    pips += f32::from(gone * (BAR - point)) * dice.weight() as f32 / 36.0;
                }
            }
            assert_eq!(hits.rolls, rolls);
            assert!((hits.pips - pips).abs() < 1e-4, "{} pips, not {pips}", hits.pips);
            seen += rolls;
        }
        differ += usize::from(hits[0].rolls != hits[1].rolls);
    }
    assert!(seen > 100 && differ > 5, "{seen} hits, {differ} differences");
}

#[test]
fn a_match_adds_up_by_the_worth_of_its_outcomes() {
    let mut evaluator = make_evaluator(false);
    // Gammons have no value for the player one point away, and win the match for the other.
    let score = BySide { on_roll: 6, opponent: 5 };
    for (position, dice, plays) in decisions(6) {
        let situation = Situation {
            stakes: Stakes::Match { length: 7, crawford: true },
            score,
            ..Situation::new(position, Game::Backgammon)
        };
        let said = explain(&mut evaluator, &situation, dice, plays, Depth::TWO).unwrap();
        assert!(said.outcomes.cube.abs() < 1e-4, "{:?}", said.outcomes);
        assert!(said.rolls.unwrap().rest.abs() < 1e-4);
        let [wins, won, _, lost, backgammons] = said.outcomes.parts[..] else { panic!() };
        assert!((wins.value - 2.0).abs() < 1e-5 && won.value == 0.0, "{wins:?} {won:?}");
        assert!(lost.value < -0.5 && backgammons.value == 0.0, "{lost:?}");
        let mwc = [said.better.mwc.unwrap(), said.other.mwc.unwrap()];
        assert!(mwc[0] >= mwc[1] && mwc.iter().all(|mwc| (0.0..=1.0).contains(mwc)));
    }
}

#[test]
fn the_cube_has_what_outcomes_leave() {
    let (mut with, mut without) = (make_evaluator(true), make_evaluator(false));
    let (mut shares, mut doubled) = (0.0f32, 0);
    for (position, dice, plays) in decisions(12) {
        // The opponent owns the cube and turns it when right.
        let cube = Cube::new(1, Some(Side::Opponent)).unwrap();
        let situation = Situation { cube, ..Situation::new(position, Game::Backgammon) };
        let said = explain(&mut with, &situation, dice, plays, Depth::TWO).unwrap();
        let parts: f32 = said.outcomes.parts.iter().map(|part| part.points).sum();
        assert!((parts + said.outcomes.cube - said.difference).abs() < 1e-5);
        let rolls = said.rolls.as_ref().unwrap();
        assert!((rolls.sum + rolls.rest - said.difference).abs() < 1e-5);
        // Without a double before the roll, the whole difference depends on the rolls.
        let turned = result(&said, &plays).map(|play| {
            let table = situation.handed_over(play);
            with.cube_decision(&table, Depth::TWO).unwrap().doubles()
        });
        doubled += usize::from(turned.contains(&true));
        assert!(turned.contains(&true) || rolls.rest.abs() < 1e-4, "{}", rolls.rest);
        shares = shares.max(said.outcomes.cube.abs());
        let plain = explain(&mut without, &situation, dice, plays, Depth::TWO).unwrap();
        assert!(plain.outcomes.cube.abs() < 1e-5);
    }
    assert!(shares > 0.01 && doubled > 0, "{shares}, {doubled}");
}

#[test]
fn facts_are_what_is_on_the_boards() {
    for (position, _, plays) in decisions(40) {
        let facts = board_facts(Game::Backgammon, &position, &plays[0], &plays[1]);
        for row in FACTS {
            let [a, b] = plays.map(|play| counted(row.kind, &position, &play));
            let said = facts.iter().find(|fact| fact.kind == row.kind);
            assert_eq!(said.is_some(), a != b, "{:?}", row.kind);
            if let Some(said) = said {
                let of =
                    |fact: &sheshbesh_analysis::explain::Counted| (fact.count, fact.points.clone());
                assert_eq!((of(&said.better), of(&said.other)), (a, b), "{:?}", row.kind);
            }
        }
    }
}

/// Reference implementation of a fact, counted point by point on the whole board.
fn counted(kind: FactKind, before: &Position, result: &Position) -> (u32, Vec<u8>) {
    let (mine, theirs) = (result.opponent(), result.own());
    let on = |holds: &dyn Fn(u8) -> bool| {
        let points: Vec<u8> = (1..=24).rev().filter(|&point| holds(point)).collect();
        (points.len() as u32, points)
    };
    let number = |count: u32| (count, Vec::new());
    match kind {
        FactKind::Blots => on(&|point| {
            // An opposing checker stands before the blot in its own direction.
            let ahead = 25 - point + 1;
            mine.on(point) == 1 && (ahead..=25).any(|index| theirs.on(index) > 0)
        }),
        FactKind::PointsMade => on(&|p| mine.on(p) > 1 && before.own().on(p) < 2),
        FactKind::PointsBroken => on(&|p| mine.on(p) < 2 && before.own().on(p) > 1),
        FactKind::Anchors => on(&|point| point > 18 && mine.on(point) > 1),
        FactKind::Prime => number(
            (0..=24)
                .rfind(|&length| {
                    (1..=25 - length).any(|first| (first..first + length).all(|p| mine.on(p) > 1))
                })
                .unwrap()
                .into(),
        ),
        FactKind::HomePoints => number((1..7).filter(|&p| mine.on(p) > 1).count() as u32),
        FactKind::Stacked => number((1..25).flat_map(|p| 3..mine.on(p).max(3)).count() as u32),
        FactKind::BorneOff => number(mine.on(0).into()),
        FactKind::OnTheBar => number(theirs.on(BAR).into()),
    }
}

#[test]
fn of_games_without_hits_no_fact_has_been_tested() {
    let game = Game::FEVGA;
    let mut plays = Plays::new(game);
    let results = plays.generate(&game.start(), Dice::ALL[7]);
    let (first, last) = (results[0], results[results.len() - 1]);
    assert!(board_facts(game, &game.start(), &first, &last).is_empty());
}

/// The facts in use are those that passed the published test.
#[test]
fn facts_are_those_that_passed_the_published_test() {
    let entry = include_str!("../../../docs/notebook/41-which-facts-may-be-told.md");
    let rows = entry.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, kind, _, _, _, _, verdict, _] = cells[..] else { return None };
        Some((kind.strip_prefix('`')?.strip_suffix('`')?, verdict))
    });
    let rows: Vec<(&str, &str)> = rows.collect();
    assert!(rows.iter().any(|(_, verdict)| *verdict == "dropped"), "{rows:?}");
    let mut stay: Vec<&str> =
        rows.iter().filter(|(_, verdict)| *verdict == "stays").map(|(kind, _)| *kind).collect();
    let mut told = FACTS.map(|row| serde_json::to_value(row.kind).unwrap());
    stay.sort_unstable();
    told.sort_by_key(ToString::to_string);
    assert_eq!(told.to_vec(), stay);
}

#[test]
fn words_fit_the_terminal_and_close_plays_are_only_close() {
    let mut evaluator = make_evaluator(false);
    let mut close = 0;
    for (position, dice, _) in decisions(20) {
        let situation = Situation::new(position, Game::Backgammon);
        let ranked = evaluator.rank(&position, dice, Depth::ONE);
        let plays = [ranked[1].position, ranked[0].position];
        let said = explain(&mut evaluator, &situation, dice, plays, Depth::TWO).unwrap();
        let text = said.words(true);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(!text.contains("NaN") && said.sentences.len() <= 6, "{text}");
        assert_eq!(said.close, said.difference < 0.02);
        let signs = |of: fn(f32) -> bool| said.depths.iter().any(|at| of(at.difference));
        let agree = !(signs(|d| d < 0.0) && signs(|d| d > 0.0));
        assert_eq!(said.depths_agree, agree);
        assert_eq!(text.contains("depths disagree"), !agree);
        if said.close {
            assert_eq!(said.sentences.len(), 1 + usize::from(!agree), "{text}");
            close += 1;
        } else {
            assert_eq!(text.lines().filter(|line| line.starts_with("  ")).count(), 7, "{text}");
        }
        let json = serde_json::to_string(&said).unwrap();
        assert_eq!(serde_json::from_str::<Explanation>(&json).unwrap().sentences, said.sentences);
    }
    assert!((1..20).contains(&close), "{close}");
}

#[test]
fn a_play_that_ends_the_game_has_no_rolls_after_it() {
    let game = Game::Backgammon;
    // The player bears off both checkers, or one and leaves the other.
    let situation = Situation::parse("XGID=-AA------------------aa---:0:0:1:00:0:0:0:0:10", game);
    let position = situation.unwrap().position;
    assert_eq!(game.class(&position), Class::Bearoff);
    let mut evaluator = make_evaluator(false);
    let situation = Situation::new(position, game);
    let dice = Dice::new(2, 1).unwrap();
    let ranked = evaluator.rank(&position, dice, Depth::ONE);
    let plays = [ranked[1].position, ranked[0].position];
    assert!(game.end(&plays[1], None).is_some() && game.end(&plays[0], None).is_none());
    let said = explain(&mut evaluator, &situation, dice, plays, Depth::TWO).unwrap();
    assert_eq!((said.rolls.as_ref(), said.better.hits), (None, None));
    assert_eq!(said.board[0].kind, FactKind::BorneOff);
    assert!(said.better.equity == 1.0 && !said.words(true).contains("Roll by roll"));
    let same = [plays[0]; 2];
    let error = explain(&mut evaluator, &situation, dice, same, Depth::ONE).unwrap_err();
    assert_eq!(error, ExplainError::SamePlay);
    let elsewhere = [plays[0], position];
    let error = explain(&mut evaluator, &situation, dice, elsewhere, Depth::ONE).unwrap_err();
    assert_eq!(error, ExplainError::NoPlay(dice));
}

#[test]
fn a_play_after_which_the_player_goes_on_has_no_rolls_of_the_opponent() {
    let dice = Dice::new(3, 3).unwrap();
    for game in [Game::GUL_BARA, Game::CRAZY_GYULBAR, Game::ACEY_DEUCEY, Game::CHASE, Game::Irish] {
        let network = sheshbesh_weights::network(game).unwrap().clone().for_game(game).unwrap();
        let mut evaluator = Evaluator::new(&network, Settings::default());
        let mut plays = Plays::new(game);
        let positions = random_game(game, &mut Random::new(7));
        let (mut told, mut untold) = (0, 0);
        for position in positions.into_iter().step_by(12).take(3) {
            let [first, second, ..] = *plays.generate_or_pass(&position, dice) else { continue };
            let situation = Situation::new(position, game);
            let said = explain(&mut evaluator, &situation, dice, [first, second], Depth::ONE);
            let opponent_rolls =
                [first, second].iter().all(|result| match game.after_play(dice, result) {
                    // The opponent may have to play numbers of this roll first.
                    AfterPlay::TurnPasses(next) => next.turn_state().stage.is_none(),
                    _ => false,
                });
            assert_eq!(said.unwrap().rolls.is_some(), opponent_rolls, "{game} {position:?}");
            *(if opponent_rolls { &mut told } else { &mut untold }) += 1;
        }
        let has_cases = if game == Game::Irish { told > 0 && untold == 0 } else { untold > 0 };
        assert!(has_cases, "{game}: {told} {untold}");
    }
}

/// Reference implementation over all two-roll sequences, with every play and answer found
/// separately.
#[test]
fn a_market_is_lost_where_every_sequence_says_so() {
    let mut with = make_evaluator(true);
    let mut without = make_evaluator(false);
    let (mut some, mut plays) = (0, Plays::new(Game::Backgammon));
    for (position, ..) in decisions(5) {
        let situation = Situation::new(position, Game::Backgammon);
        let said = explain_cube(&mut with, &situation, Depth::ONE).unwrap().unwrap();
        let mut lost = 0;
        for first in Dice::ALL {
            let (mine, _) = reply(&mut without, &position, first);
            for second in Dice::ALL {
                let weight = first.weight() * second.weight();
                if Game::Backgammon.end(&mine, None).is_some() {
                    lost += weight;
                    continue;
                }
                assert!(!plays.generate_or_pass(&mine, second).is_empty());
                let (theirs, _) = reply(&mut without, &mine, second);
                if Game::Backgammon.end(&theirs, None).is_some() {
                    continue;
                }
                let next = Situation { position: theirs, ..situation };
                let verdict = with.cube_decision(&next, Depth::ONE).unwrap();
                lost += if verdict.response() == Answer::Pass { weight } else { 0 };
            }
        }
        assert_eq!(said.market_losers, lost);
        let by_roll = said.market_rolls.iter().map(|roll| {
            let dice: Dice = roll.dice.parse().unwrap();
            assert!((1..=36).contains(&roll.replies), "{roll:?}");
            dice.weight() * roll.replies
        });
        assert_eq!(by_roll.sum::<u32>(), lost);
        assert!(said.market_rolls.is_sorted_by(|a, b| a.replies >= b.replies));
        some += u32::from((1..SEQUENCES).contains(&lost));
    }
    assert!(some > 2, "{some}");
}

#[test]
fn cube_decisions_are_those_of_the_verdicts() {
    let mut with = make_evaluator(true);
    let (mut wrong, mut close, mut turned) = (0, 0, 0);
    for (place, (position, ..)) in decisions(16).into_iter().enumerate() {
        let score = BySide { on_roll: place as u16 % 5, opponent: 2 };
        let situation = Situation {
            stakes: Stakes::Match { length: 7, crawford: false },
            score,
            ..Situation::new(position, Game::Backgammon)
        };
        let said = explain_cube(&mut with, &situation, Depth::TWO).unwrap().unwrap();
        let verdict = with.cube_decision(&situation, Depth::TWO).unwrap();
        let points = |worth| verdict.scale.points(worth);
        let double = points(verdict.double()) - points(verdict.no_double);
        assert!((said.double - double).abs() < 1e-6);
        assert_eq!(said.take >= 0.0, verdict.response() != Answer::Pass);
        if let Some(wrongly) = &said.wrong_answers {
            // At this share of wrong answers, doubling and not doubling are equal.
            let [right, other] = match wrongly.answer.as_str() {
                "pass" => [verdict.double_take, verdict.double_pass],
                _ => [verdict.double_pass, verdict.double_take],
            };
            let mixed = right + wrongly.share * (other - right);
            assert!((mixed - verdict.no_double).abs() < 1e-5, "{wrongly:?}");
            wrong += 1;
        }
        let reasons = said.reasons.unwrap();
        assert!((reasons.win - Probabilities::from(verdict.outcomes).win).abs() < 1e-6);
        // The decision of the model changes at the points.
        if let Some(take) = reasons.take_point {
            let [dead, live, practical] = [take.dead, take.live, take.practical];
            assert!(live.min(dead) - 1e-4 <= practical && practical <= live.max(dead) + 1e-4);
        }
        for at in &said.contexts {
            let moved = at.context.of(&situation).unwrap();
            let there = with.cube_decision(&moved, Depth::TWO).unwrap();
            let double = there.scale.points(there.double()) - there.scale.points(there.no_double);
            assert!((at.difference - double).abs() < 1e-6 && there.may_double, "{at:?}");
            turned += u32::from(at.difference * said.double < 0.0);
        }
        close += u32::from(said.close);
        let told = said.sentences.join("\n");
        assert_eq!(told.contains("of two rolls"), !said.close, "{told}");
        assert!(!told.contains("NaN"), "{told}");
        let json = serde_json::to_string(&said).unwrap();
        assert_eq!(serde_json::from_str::<CubeExplanation>(&json).unwrap().depths, said.depths);
    }
    assert!(wrong > 3 && turned > 0 && close < 16, "{wrong} {turned} {close}");
    let crawford = Situation {
        stakes: Stakes::Match { length: 7, crawford: true },
        score: BySide { on_roll: 6, opponent: 0 },
        ..Situation::new(Game::Backgammon.start(), Game::Backgammon)
    };
    assert_eq!(explain_cube(&mut with, &crawford, Depth::ONE).unwrap(), None);
}

#[test]
fn contexts_are_the_same_plays_compared_elsewhere() {
    let mut with = make_evaluator(true);
    let mut turned = 0;
    for (position, dice, plays) in decisions(10) {
        let situation = Situation::new(position, Game::Backgammon);
        let said = explain(&mut with, &situation, dice, plays, Depth::ONE).unwrap();
        let both = result(&said, &plays);
        let there: Vec<Context> = said.contexts.iter().map(|at| at.context).collect();
        use Context::{DoubleMatchPoint, GammonGo, GammonSave, OpponentsCube, OwnCube};
        assert_eq!(there, [DoubleMatchPoint, GammonGo, GammonSave, OwnCube, OpponentsCube]);
        for at in &said.contexts {
            with.set_stakes(&at.context.of(&situation).unwrap()).unwrap();
            let analyzed = with.compare(&position, &both, Depth::ONE).unwrap();
            assert!((at.difference - (analyzed[0].equity - analyzed[1].equity)).abs() < 1e-6);
            turned += u32::from(at.difference <= -0.02);
        }
        let told = said.sentences.join("\n");
        for at in &said.contexts {
            let is_told = told.contains(&format!("{} (by", at.context.words()));
            assert_eq!(is_told, at.difference <= -0.02 && !said.close, "{at:?} {told}");
        }
    }
    assert!(turned > 0);
    // The cube's position does not matter in cubeless evaluation.
    let mut without = make_evaluator(false);
    let (position, dice, plays) = decisions(1)[0];
    let situation = Situation::new(position, Game::Backgammon);
    let said = explain(&mut without, &situation, dice, plays, Depth::ONE).unwrap();
    assert_eq!(said.contexts.len(), 3);
}
