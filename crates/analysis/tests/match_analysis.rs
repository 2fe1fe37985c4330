//! Tests the analysis of random matches.

#[path = "../../matchfile/tests/common/mod.rs"]
mod common;

use common::random_match;
use sheshbesh_analysis::match_analysis::{
    AnalyzedMatch, Choice, CubeError, Decision, DecisionKind, Document, Explained, MatchAnalyzer,
    Preset,
};
use sheshbesh_evaluator::{Depth, Evaluator, Executor, RankedPlay, Settings, Stop};
use sheshbesh_matchfile::{
    Entry, Event, Format, GameRecord, Match, Options, Reading, WriteFormat, read, write,
};
use sheshbesh_movegen::{
    Dice, Game, Phase, Position, Seat, Side, Situation, notation, testing::Random,
};
use sheshbesh_parallel::run_local_ranks;

fn make_analyzer(preset: Preset) -> MatchAnalyzer {
    MatchAnalyzer::new(sheshbesh_weights::shipped(), "shesh", Settings::default(), preset, false)
}

#[test]
fn the_number_of_ranks_changes_nothing() {
    for (length, preset) in [(5, Preset::Quick), (0, Preset::Standard)] {
        let read = reading(short_match(length, 3));
        let analyzer = make_analyzer(preset);
        let analyzed = |executor: &Executor| {
            if executor.is_root() {
                return Some(
                    analyzer.analyze_on(executor, "made-up", b"", &read, &|_| ()).unwrap(),
                );
            }
            analyzer.serve_worker(executor, &read.record).unwrap();
            None
        };
        let alone = analyzer.analyze("made-up", b"", &read, &|_| ()).unwrap();
        assert_eq!(run_local_ranks(3, 4, analyzed), [Some(alone), None, None]);
    }
}

fn reading(record: Match) -> Reading {
    Reading { format: Format::Json, record, warnings: Vec::new(), number: None }
}

fn analyze(record: &Match, preset: Preset) -> AnalyzedMatch {
    make_analyzer(preset).analyze("made-up", b"", &reading(record.clone()), &|_| ()).unwrap()
}

/// A short match or money session.
fn short_match(length: u16, seed: u64) -> Match {
    let mut record = random_match(Game::Backgammon, length, &mut Random::new(seed));
    record.games.truncate(3);
    record
}

fn decisions(analyzed: &AnalyzedMatch) -> impl Iterator<Item = &Decision> {
    analyzed.games.iter().flat_map(|game| &game.decisions)
}

fn table(decision: &Decision) -> Situation {
    Situation::from_xgid(decision.xgid.as_ref().unwrap(), Game::Backgammon).unwrap()
}

/// Reference implementation of the loss of a play, from the equities of all plays.
fn slow_loss(evaluator: &mut Evaluator, decision: &Decision) -> f32 {
    let at = table(decision);
    let Phase::Rolled(dice) = at.phase else { panic!("{at:?}") };
    evaluator.set_stakes(&Situation { phase: Phase::BeforeRoll, ..at }).unwrap();
    let equities = |evaluator: &mut Evaluator| -> Vec<(String, f32)> {
        let all = evaluator.rank(&at.position, dice, Depth::ONE);
        let one = |play: &RankedPlay| {
            let name = notation::write(at.game, &at.position, dice, &play.position);
            (name.unwrap(), play.equity)
        };
        all.iter().map(one).collect()
    };
    let all = equities(evaluator);
    let best = all.iter().map(|(_, equity)| *equity).fold(f32::NEG_INFINITY, f32::max);
    let played = all.iter().find(|(name, _)| *name == decision.played).unwrap().1;
    best - played
}

#[test]
fn losses_are_those_of_the_best_to_what_was_done() {
    let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    let (mut plays, mut doubles, mut answers) = (0, 0, 0);
    for (length, seed) in [(0, 1), (5, 2), (1, 3)] {
        for decision in decisions(&analyze(&short_match(length, seed), Preset::Quick)) {
            let Some(loss) = decision.loss else { continue };
            match decision.kind {
                DecisionKind::Play => {
                    let want = slow_loss(&mut evaluator, decision);
                    assert!((loss - f64::from(want)).abs() < 2e-5, "{decision:?}: {want}");
                    plays += 1;
                }
                DecisionKind::Double | DecisionKind::Answer => {
                    let before = Situation { phase: Phase::BeforeRoll, ..table(decision) };
                    let cube = evaluator.cube_decision(&before, Depth::ONE).unwrap();
                    if !cube.may_double {
                        continue;
                    }
                    let of = |worth| f64::from(cube.scale.points(worth));
                    let want = match decision.played.as_str() {
                        "no-double" => of(cube.best()) - of(cube.no_double),
                        "double" => of(cube.best()) - of(cube.double()),
                        "take" => of(cube.double_take) - of(cube.double()),
                        "pass" => of(cube.double_pass) - of(cube.double()),
                        "beaver" => 2.0 * of(cube.double_take) - of(cube.double()),
                        other => panic!("{other}"),
                    };
                    assert!((loss - want).abs() < 2e-5, "{decision:?}: {want}");
                    doubles += usize::from(decision.kind == DecisionKind::Double);
                    answers += usize::from(decision.kind == DecisionKind::Answer);
                }
                _ => {}
            }
        }
    }
    assert!(plays > 300 && doubles > 100 && answers > 5, "{plays} {doubles} {answers}");
}

#[test]
fn what_everything_adds_up_to_is_what_there_is() {
    for (length, seed) in [(0, 4), (7, 5)] {
        let record = short_match(length, seed);
        let analyzed = analyze(&record, Preset::Quick);
        for (game, record) in analyzed.games.iter().zip(&record.games) {
            let plays = game.decisions.iter().filter(|d| d.kind == DecisionKind::Play).count();
            let played = |entry: &&Entry| matches!(entry.event, Event::Play { .. });
            assert_eq!(plays, record.entries.iter().filter(played).count());
            let sum = |of: fn(&Decision) -> Option<f64>, seat: u8| -> f64 {
                game.decisions.iter().filter(|d| d.seat == seat).filter_map(of).sum()
            };
            for (seat, all) in (1..).zip(&game.players) {
                assert!((sum(|d| d.loss, seat) - all.error).abs() < 1e-5);
                assert!((sum(|d| d.luck, seat) - all.luck).abs() < 1e-5);
                let counted = |d: &&Decision| d.seat == seat && d.counted;
                let counted = game.decisions.iter().filter(counted).count() as u64;
                assert_eq!(all.decisions, counted);
                assert_eq!(all.decisions, all.plays + all.cube_decisions);
                let rate: f64 = sum(|d| d.loss.filter(|_| d.counted), seat);
                let pr = (counted > 0).then(|| 500.0 * rate / counted as f64);
                assert!(all.pr.zip(pr).is_none_or(|(a, b)| (a - b).abs() < 1e-4), "{all:?}");
                assert_eq!(all.pr.is_none(), pr.is_none());
            }
            let identity = game.identity.expect("every game was played to its end");
            let units = |d: &Decision| (d.luck_mwc.or(d.luck_points), d.loss_mwc.or(d.loss_points));
            let mut want = identity.result;
            for decision in &game.decisions {
                let (luck, loss) = units(decision);
                let sign = if decision.seat == 1 { 1.0 } else { -1.0 };
                want -= sign * (luck.unwrap_or(0.0) - loss.unwrap_or(0.0));
                let best = decision.best.is_some();
                assert!(
                    decision.loss.is_none_or(|loss| loss >= 0.0) && best == decision.loss.is_some()
                );
                assert_eq!(decision.loss_mwc.is_some(), best && length > 0);
                assert_eq!(decision.loss_points.is_some(), best && length == 0);
            }
            assert!((want - identity.residual).abs() < 1e-4, "{want} {identity:?}");
        }
    }
}

#[test]
fn what_was_played_and_what_is_best_are_searched_equally_deep() {
    let mut record = short_match(3, 6);
    record.games.truncate(1);
    record.games[0].entries.truncate(24);
    record.games[0].result = None;
    let analyzed = analyze(&record, Preset::Standard);
    let mut depths = [0; 5];
    for decision in
        decisions(&analyzed).filter(|d| d.kind == DecisionKind::Play && d.plays > Some(1))
    {
        let best = &decision.candidates[0];
        let played = decision.candidates.iter().find(|play| play.play == decision.played).unwrap();
        assert_eq!((best.ply, played.ply), (decision.ply, decision.ply), "{decision:?}");
        assert_eq!(best.play, *decision.best.as_ref().unwrap());
        assert!((best.equity - played.equity - decision.loss.unwrap()).abs() < 2e-6);
        // Random plays are mostly mistakes, and mistakes are searched deeper.
        assert!(decision.ply == 3 || decision.loss == Some(0.0), "{decision:?}");
        depths[decision.ply as usize] += 1;
    }
    assert!(depths[3] > 5, "{depths:?}");
    assert!(
        analyzed.games[0].identity.is_none() && analyzed.players[0].statistics.luck_mwc.is_some()
    );
}

/// The opponent bears off their last checker in any case, so all plays have the same value and the
/// play made counts as the best.
#[test]
fn of_plays_that_are_worth_the_same_the_one_that_was_made_is_the_best() {
    let table = Situation::from_xgid(
        "XGID=-DCBA-------------------a-:0:0:1:21:0:0:0:0:10",
        Game::Backgammon,
    );
    let table = table.unwrap();
    let Phase::Rolled(dice) = table.phase else { panic!("{table:?}") };
    let analyzer = make_analyzer(Preset::Standard);
    let asked = analyzer.decision(&table, DecisionKind::Play, None).unwrap().unwrap();
    let plays: Vec<RankedPlay> = analyzer.evaluator().rank(&table.position, dice, Depth::ONE);
    assert!(plays.len() > 3);
    for play in plays {
        let event = Event::Play { dice, result: play.position };
        let made = analyzer.decision(&table, DecisionKind::Play, Some(&event)).unwrap().unwrap();
        let id = notation::position_id(table.game, &play.position);
        assert_eq!(made.candidates[0].position_id, id, "{made:?}");
        assert_eq!((made.loss, made.best.as_ref()), (Some(0.0), Some(&made.played)));
        assert_eq!(made.equity, asked.equity);
        // All other candidates are still there, without duplicates.
        let mut ids: Vec<&str> =
            made.candidates.iter().map(|candidate| candidate.position_id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), made.candidates.len());
    }
}

#[test]
fn no_result_depends_on_threads() {
    let mut record = short_match(5, 7);
    record.games.truncate(1);
    record.games[0].entries.truncate(20);
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| analyze(&record, Preset::Standard))
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn beavers_and_raccoons_are_decisions_of_the_cube() {
    let mut seen = [0; 4];
    for seed in 0..6 {
        for decision in decisions(&analyze(&short_match(0, 20 + seed), Preset::Quick)) {
            let loss = decision.loss.unwrap_or(0.0);
            match decision.kind {
                DecisionKind::AnswerBeaver => seen[0] += 1,
                DecisionKind::AnswerRaccoon => seen[1] += 1,
                DecisionKind::Answer if decision.played == "beaver" => seen[2] += 1,
                _ => continue,
            }
            assert!(decision.counted && loss >= 0.0);
            // The cube is turned at random, so most second turns are errors.
            assert_eq!(decision.error.is_some(), loss >= 0.001, "{decision:?}");
            seen[3] += usize::from(decision.error == Some(CubeError::Beaver));
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

#[test]
fn a_broken_game_stops_alone() {
    let record = short_match(0, 8);
    let whole = analyze(&record, Preset::Quick);
    let mut broken = record.clone();
    let seat = broken.games[1].entries[5].seat;
    broken.games[1].entries.insert(6, Entry::new(seat, Event::Take));
    let analyzed = analyze(&broken, Preset::Quick);
    assert_eq!((&analyzed.games[0], &analyzed.games[2]), (&whole.games[0], &whole.games[2]));
    let game = &analyzed.games[1];
    assert!(game.stopped.is_some() && game.identity.is_none());
    let kept = game.decisions.len();
    assert!(kept >= 5 && game.decisions[..kept] == whole.games[1].decisions[..kept]);
    assert_eq!(analyzed.identity.games, 2);
    assert_eq!(analyzed.players[0].statistics.luck_adjusted_result, None);
}

#[test]
fn what_the_rules_forbid_is_not_judged() {
    let text = " 3 point match\n\n Game 1\n Ada : 0              Ben : 0\n  \
                1) 31: 24/10            64: 24/14\n  2) 52: 13/8 13/11\n";
    let reading = read(text.as_bytes(), &Options::default()).unwrap();
    let analyzed = make_analyzer(Preset::Quick).analyze("odd.mat", b"", &reading, &|_| ()).unwrap();
    let first = &analyzed.games[0].decisions[0];
    assert_eq!((first.played.as_str(), first.loss, first.counted), ("illegal", None, false));
    assert!(first.luck.is_some() && first.best.is_none());
    assert!(analyzed.games[0].decisions[1].loss.is_some());
    assert_eq!(analyzed.players[0].statistics.rolls, 2);
}

/// A double in the Crawford game is taken or passed. Neither action is an error or counts, and
/// later plays are evaluated with the cube as it stands.
#[test]
fn a_cube_turned_against_the_rules_is_marked_and_costs_nothing() {
    let text = " 3 point match\n\n Game 1\n Ada : 2              Ben : 0\n  1) 31: 8/5 6/5        42: 8/4 6/4\n";
    let illegal = "  2) 61: 13/7 8/7       Doubles => 2\n  3)  Takes             63: 24/15\n  4) 52: 13/8 13/11     11: 8/7(2) 6/5(2)\n";
    for (answer, rest) in [("take", illegal), ("pass", &illegal.replace("Takes", "Drops")[..])] {
        let file = format!("; [Crawford \"On\"]\n{text}{rest}");
        let mut reading = read(file.as_bytes(), &Options::default()).unwrap();
        // A match that begins one point away may be past its Crawford game. This one is not.
        reading.record.games[0].crawford = true;
        for preset in [Preset::Quick, Preset::Standard] {
            let analyzed =
                make_analyzer(preset).analyze("made-up", b"", &reading, &|_| ()).unwrap();
            assert_eq!(analyzed.games[0].stopped, None);
            let cube: Vec<&Decision> = decisions(&analyzed)
                .filter(|decision| decision.kind != DecisionKind::Play)
                .collect();
            let played: Vec<&str> = cube.iter().map(|decision| &*decision.played).collect();
            assert_eq!(played, ["illegal", answer]);
            for decision in cube {
                assert_eq!(
                    (decision.loss, decision.best.as_deref(), decision.error),
                    (None, None, None)
                );
                assert!(!decision.counted && !decision.counted_by_gnubg);
            }
            let plays = decisions(&analyzed).filter(|decision| decision.kind == DecisionKind::Play);
            assert_eq!(plays.count(), if answer == "take" { 6 } else { 3 });
        }
    }
}

#[test]
fn a_game_given_away_stands_apart() {
    let text = format!(
        " 3 point match\n\n Game 1\n Ada : 0{0:20}Ben : 0\n  \
         1) 31: 8/5 6/5          64: 24/14\n{0:36}Wins 2 points\n",
        ""
    );
    let reading = read(text.as_bytes(), &Options::default()).unwrap();
    let analyzed =
        make_analyzer(Preset::Quick).analyze("gone.mat", b"", &reading, &|_| ()).unwrap();
    let [offer] = &analyzed.games[0].resignations[..] else { panic!("{:?}", analyzed.games[0]) };
    assert_eq!((offer.seat, offer.offered.as_str(), offer.accepted), (1, "gammon", true));
    // Ada resigns a gammon in a game in which she is ahead.
    assert!(offer.loss > 1.0 && offer.answer_loss == 0.0 && offer.equity > 0.0, "{offer:?}");
    assert!(analyzed.games[0].identity.unwrap().residual < -0.2);
    let errors = analyzed.players[0].statistics.error;
    assert!(errors < 0.02, "{errors}");
}

#[test]
fn somebody_may_say_stop() {
    let settings = Settings { stop: Stop::when(|| true), ..Settings::default() };
    let analyzer =
        MatchAnalyzer::new(sheshbesh_weights::shipped(), "shesh", settings, Preset::Quick, false);
    assert!(analyzer.analyze("", b"", &reading(short_match(3, 9)), &|_| ()).is_err());
    let fevga = random_match(Game::FEVGA, 0, &mut Random::new(1));
    let refused = make_analyzer(Preset::Quick).analyze("", b"", &reading(fevga), &|_| ());
    let said = refused.unwrap_err().to_string();
    assert_eq!(said, "a network trained for backgammon cannot evaluate fevga");
}

/// Without a cube, the parts of a difference at the score of the match add up to all of it.
#[test]
fn mistakes_in_games_without_xgids_are_explained_at_their_score() {
    for game in [Game::American, Game::GUL_BARA, Game::FEVGA] {
        let mut record = random_match(game, 5, &mut Random::new(3));
        record.games.truncate(2);
        let network = sheshbesh_weights::network(game).unwrap();
        let settings = Settings::default();
        let analyzer = MatchAnalyzer::new(network, "shesh", settings, Preset::Quick, false);
        let read = reading(record);
        let mut analyzed = analyzer.analyze("made-up", b"", &read, &|_| ()).unwrap();
        assert!(analyzer.explain(&mut analyzed, &Choice { errors: 0.05, most: 10 }).unwrap());
        let explained = decisions(&analyzed).filter_map(|decision| decision.explanation.as_ref());
        let mut plays = 0;
        for explanation in explained {
            let Explained::Play(of) = explanation else { panic!("{explanation:?}") };
            assert!(of.outcomes.cube.abs() < 1e-3, "{game}: {:?}", of.outcomes);
            plays += 1;
        }
        assert!(plays > 3, "{game}: {plays}");
    }
}

#[test]
fn mistakes_are_explained_by_their_own_verdicts() {
    let (mut plays, mut cubes) = (0, 0);
    for (length, seed) in [(0, 1), (5, 2)] {
        let record = short_match(length, seed);
        let analyzer = make_analyzer(Preset::Quick);
        let mut analyzed = analyze(&record, Preset::Quick);
        let shown = Choice { errors: 0.1, most: 25 };
        assert!(analyzer.explain(&mut analyzed, &shown).unwrap());
        let unexplained = Choice { most: 24, ..shown };
        assert!(!analyzer.explain(&mut analyzed.clone(), &unexplained).unwrap());
        let mut least = f64::INFINITY;
        for decision in decisions(&analyzed) {
            let loss = decision.loss.unwrap_or(0.0);
            let near = |said: f32| assert!((loss - f64::from(said)).abs() < 1e-4, "{decision:?}");
            match &decision.explanation {
                Some(Explained::Play(of)) => {
                    assert_eq!(Some(&of.better.play), decision.best.as_ref());
                    assert_eq!(of.other.play, decision.played);
                    near(of.difference);
                    plays += 1;
                }
                Some(Explained::Cube(of)) => {
                    match decision.played.as_str() {
                        "no-double" => near(of.double),
                        "double" => near(-of.double),
                        _ if decision.cube.as_ref().unwrap().may_beaver => {}
                        "take" => near(-of.take),
                        _ => near(of.take),
                    }
                    cubes += 1;
                }
                None => continue,
            }
            assert!(
                loss >= shown.errors
                    && !decision.explanation.as_ref().unwrap().sentences().is_empty()
            );
            least = least.min(loss);
        }
        // The worst mistakes are explained, and no others.
        let worse = |decision: &&Decision| decision.loss > Some(least);
        let kinds = [DecisionKind::Play, DecisionKind::Double, DecisionKind::Answer];
        assert!(
            decisions(&analyzed).filter(worse).all(|decision| {
                decision.explanation.is_some() || !kinds.contains(&decision.kind)
            })
        );
        assert!(decisions(&analyzed).filter(|of| of.explanation.is_some()).count() <= 25);
    }
    assert!(plays > 20 && cubes > 5, "{plays} {cubes}");
}

#[test]
fn documents_are_read_as_they_are_written() {
    let record = short_match(0, 10);
    let analyzer = make_analyzer(Preset::Quick);
    let matches =
        vec![analyze(&record, Preset::Quick), analyze(&short_match(3, 11), Preset::Quick)];
    let document = Document::new(analyzer.settings().clone(), matches);
    let text = serde_json::to_string(&document).unwrap();
    assert_eq!(serde_json::from_str::<Document>(&text).unwrap(), document);
    assert_eq!(document.players.len(), 2);
    let errors: f64 = document.matches.iter().map(|one| one.players[0].statistics.error).sum();
    assert!((document.players[0].statistics.error - errors).abs() < 1e-5);
    assert_eq!(document.players[0].matches, 2);
}

/// A player who needs one point gains nothing from the cube; turning it helps only the opponent.
#[test]
fn whoever_turns_a_cube_that_only_helps_the_other_is_told_what_it_costs() {
    let mut record = short_match(3, 13);
    let first = record.games[0].clone();
    let leader = first.entries[0].seat;
    let mut score = sheshbesh_movegen::BySeat { bottom: 0, top: 0 };
    score[leader] = 2;
    let plays = first.entries.into_iter().filter(|entry| matches!(entry.event, Event::Play { .. }));
    let mut entries: Vec<Entry> = plays.take(2).collect();
    entries.extend([Entry::new(leader, Event::Double), Entry::new(!leader, Event::Take)]);
    let game = GameRecord { score, crawford: false, entries, ..GameRecord::default() };
    record.games = vec![game];
    let analyzed = analyze(&record, Preset::Quick);
    let cubes: Vec<&Decision> = decisions(&analyzed).filter(|d| d.kind.is_cube()).collect();
    let double = cubes.iter().find(|d| d.played == "double").unwrap();
    assert!(double.loss > Some(0.01) && double.best.as_deref() == Some("no-double"), "{double:?}");
    let before = Situation { phase: Phase::BeforeRoll, ..table(double) };
    let turned = before.cube.turned_to(Some(Side::Opponent)).unwrap();
    let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    let mut worth = |cube| {
        evaluator.set_stakes(&Situation { cube, ..before }).unwrap();
        f64::from(evaluator.evaluate(&before.position, Depth::ONE).value)
    };
    let want = worth(before.cube) - worth(turned);
    assert!((double.loss_mwc.unwrap() - want).abs() < 1e-5, "{double:?}: {want}");
}

#[test]
fn errors_are_rolled_out_by_deep_presets() {
    let game = Game::Backgammon;
    let start = Situation::new(game.start(), game);
    let dice = Dice::new(3, 1).unwrap();
    let rolled = Situation { phase: Phase::Rolled(dice), ..start };
    let play = |text: &str| {
        let result = notation::parse(game, &start.position, dice, text).unwrap();
        Event::Play { dice, result }
    };
    let questions = [
        // Errors of about 0.34, 1.22 and 0.25.
        (start, DecisionKind::Double, Event::Double, true),
        (start, DecisionKind::Answer, Event::Pass, true),
        (rolled, DecisionKind::Play, play("24/20"), true),
        (start, DecisionKind::Double, Event::Roll(dice), false),
        (start, DecisionKind::Answer, Event::Take, false),
        (rolled, DecisionKind::Play, play("8/5 6/5"), false),
    ];
    for preset in [Preset::Standard, Preset::Deep] {
        let analyzer = make_analyzer(preset);
        for (table, kind, event, is_error) in &questions {
            let decision = analyzer.decision(table, *kind, Some(event)).unwrap().unwrap();
            let games = preset.rollout().filter(|_| *is_error).map(|level| level.games());
            assert_eq!(decision.rollout_games, games, "{preset} {event:?}: {decision:?}");
            assert_eq!(decision.loss >= Some(0.02), *is_error, "{preset} {event:?}: {decision:?}");
        }
    }
}

#[test]
fn what_is_in_doubt_is_rolled_out() {
    let game = Game::Backgammon;
    let side = |points: &[(u8, u8)]| {
        sheshbesh_movegen::Checkers::from_points(points).with_rest_off(game.checkers())
    };
    let board = Position::from_sides_unchecked(
        side(&[(6, 1), (5, 1), (4, 1), (3, 1), (1, 2)]),
        side(&[(5, 1), (4, 1), (2, 2), (1, 2)]),
    );
    let dice = Dice::new(2, 1).unwrap();
    let mut plays = sheshbesh_movegen::Plays::new(game);
    let results = plays.generate(&board, dice).to_vec();
    let seat = Seat::Top;
    let mut rolled_out = 0;
    for result in results {
        let entries = vec![
            Entry::new(seat, Event::SetBoard(board)),
            Entry::new(seat, Event::Play { dice, result }),
        ];
        let record = Match {
            games: vec![GameRecord { entries, ..GameRecord::default() }],
            ..Match::default()
        };
        let analyzed = analyze(&record, Preset::Deep);
        let play = decisions(&analyzed).find(|d| d.kind == DecisionKind::Play).unwrap();
        let errors = play.candidates.iter().filter(|play| play.standard_error.is_some()).count();
        // The best two plays and the play made, which may be one of them.
        let rolled = if play.rollout_games.is_some() { 2..=3 } else { 0..=0 };
        assert!(rolled.contains(&errors), "{play:?}");
        assert!(play.loss >= Some(0.0) && play.rollout_games.is_none_or(|games| games == 72));
        rolled_out += usize::from(play.rollout_games.is_some());
    }
    assert!(rolled_out > 1, "{rolled_out}");
}

/// Ratings are close to those of eXtreme Gammon, if its files are on this machine.
#[test]
fn ratings_are_near_to_those_of_extreme_gammon() {
    let Some(folder) = std::env::var_os("SHESH_MATCHES") else {
        eprintln!("SHESH_MATCHES names no folder of matches: skipped");
        return;
    };
    let totals = std::fs::read(std::path::Path::new(&folder).join("xg.json"));
    let Ok(totals) = totals else {
        eprintln!("the folder has no xg.json: skipped");
        return;
    };
    let totals: serde_json::Value = serde_json::from_slice(&totals).unwrap();
    let (mut count, mut apart) = (0.0, 0.0);
    for (name, theirs) in totals.as_object().unwrap() {
        let path = std::path::Path::new(&folder).join(format!("{name}.xg"));
        let bytes = std::fs::read(path).unwrap();
        let reading = read(&bytes, &Options::default()).unwrap();
        let analyzed =
            make_analyzer(Preset::Standard).analyze(name, &bytes, &reading, &|_| ()).unwrap();
        let of = |side: &str, field: &str| theirs[side][field].as_f64().unwrap();
        // The sides are matched by their total errors.
        let mut sides = ["white", "black"];
        sides.sort_by(|a, b| of(a, "total_error").total_cmp(&of(b, "total_error")));
        let mut ours = analyzed.players.each_ref().map(|player| &player.statistics);
        ours.sort_by(|a, b| a.error.total_cmp(&b.error));
        for (side, ours) in sides.into_iter().zip(ours) {
            apart += (ours.pr.unwrap() - of(side, "pr")).abs();
            count += 1.0;
            let decisions = ours.decisions as f64 / of(side, "total_decisions");
            assert!((decisions - 1.0).abs() < 0.1, "{name}: {decisions}");
        }
    }
    assert!(apart / count < 1.3, "{} of {count} players", apart / count);
}

/// Information lost in another format does not affect the analysis.
#[test]
fn a_match_is_judged_the_same_in_any_format() {
    let record = short_match(3, 12);
    let whole = analyze(&record, Preset::Quick);
    let text = write(&record, WriteFormat::Sgf);
    let again = read(text.as_bytes(), &Options::default()).unwrap().record;
    let again = analyze(&again, Preset::Quick);
    let played = |analyzed: &AnalyzedMatch| -> Vec<(Option<Dice>, Option<f64>)> {
        decisions(analyzed)
            .map(|d| (d.dice.as_ref().map(|dice| dice.parse().unwrap()), d.loss))
            .collect()
    };
    assert_eq!(played(&whole), played(&again));
}
