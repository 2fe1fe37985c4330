//! Tests the quiz: spaced repetition and the grading of answers.

#[path = "../../matchfile/tests/common/mod.rs"]
mod common;

use common::random_match;
use serde_json::{Value, json};
use sheshbesh_analysis::{
    match_analysis::{Decision, DecisionKind, Document, MatchAnalyzer, Preset},
    quiz::{
        Answer, Answered, BOXES, BadDeck, Card, DAYS, Day, Deck, Question, collect_questions,
        mistakes_by_player, plan_agenda,
    },
    tutor::{STEPS, candidates, explanation, hint, what_moves},
};
use sheshbesh_evaluator::Settings;
use sheshbesh_matchfile::{Event, Format, Reading};
use sheshbesh_movegen::{
    BAR, Game, Phase, Plays, Situation, Stakes, notation,
    testing::{Random, random_game},
};
use std::collections::BTreeMap;

fn make_analyzer() -> MatchAnalyzer {
    let network = sheshbesh_weights::shipped();
    MatchAnalyzer::new(network, "shesh", Settings::default(), Preset::Quick, false)
}

fn make_document(length: u16, seed: u64) -> Document {
    let mut record = random_match(Game::Backgammon, length, &mut Random::new(seed));
    record.games.truncate(3);
    let reading = Reading { format: Format::Json, record, warnings: Vec::new(), number: None };
    let analyzer = make_analyzer();
    let analyzed = analyzer.analyze("made-up", b"", &reading, &|_| ()).unwrap();
    Document::new(analyzer.settings().clone(), vec![analyzed])
}

fn both_players(documents: &[Document], least: f64) -> Vec<Question> {
    let names = mistakes_by_player(documents, least);
    names.keys().flat_map(|name| collect_questions(documents, name, least)).collect()
}

fn read_event(table: &Situation, done: &str) -> Event {
    match (done, table.phase) {
        ("double", _) => Event::Double,
        ("take", _) => Event::Take,
        ("pass", Phase::Doubled) => Event::Pass,
        ("beaver", _) => Event::Beaver,
        (play, Phase::Rolled(dice)) => {
            let result = notation::parse(table.game, &table.position, dice, play).unwrap();
            Event::Play { dice, result }
        }
        // The roll is irrelevant.
        _ => Event::Roll("21".parse().unwrap()),
    }
}

#[test]
fn a_decision_by_itself_is_judged_as_in_its_match() {
    let analyzer = make_analyzer();
    let mut kinds = BTreeMap::new();
    for (length, seed) in [(0, 1), (5, 2)] {
        let document = make_document(length, seed);
        let all = document.matches[0].games.iter().flat_map(|game| &game.decisions);
        for decision in all.filter(|decision| decision.loss.is_some()) {
            let id = decision.xgid.as_ref().unwrap();
            let table = Situation::from_xgid(id, Game::Backgammon).unwrap();
            if !matches!(
                decision.kind,
                DecisionKind::Play | DecisionKind::Double | DecisionKind::Answer
            ) {
                continue;
            }
            let event = read_event(&table, &decision.played);
            let alone = analyzer.decision(&table, decision.kind, Some(&event)).unwrap().unwrap();
            let want = Decision {
                seat: alone.seat,
                line: None,
                luck: None,
                luck_mwc: None,
                luck_points: None,
                ..decision.clone()
            };
            assert_eq!(alone, want);
            // An open decision has no loss and the same best action.
            let asked = analyzer.decision(&table, decision.kind, None).unwrap().unwrap();
            assert_eq!((asked.loss, asked.played.as_str()), (None, ""));
            // Among equal actions, the one played counts as the best.
            let ties = decision.loss == Some(0.0);
            assert!(ties || asked.best == decision.best, "{asked:?} {decision:?}");
            *kinds.entry(format!("{:?}", decision.kind)).or_insert(0) += 1;
        }
    }
    assert!(kinds["Play"] > 200 && kinds["Double"] > 50 && kinds["Answer"] > 3, "{kinds:?}");
}

#[test]
fn an_answer_loses_what_it_would_have_lost_in_the_match() {
    let analyzer = make_analyzer();
    let documents = [make_document(0, 1), make_document(5, 2)];
    let (mut cubes, mut known, mut anew) = (0, 0, 0);
    for question in both_players(&documents, 0.02) {
        let Question { table, decision, .. } = &question;
        let check = |text: &str| {
            let answer = question.read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            let graded = question.grade(&analyzer, answer).unwrap();
            let event = read_event(table, text);
            let want = analyzer.decision(table, decision.kind, Some(&event)).unwrap().unwrap();
            let (loss, slow) = (graded.loss.unwrap(), want.loss.unwrap());
            assert!((loss - slow).abs() < 5e-6, "{text}: {loss}, not {slow}: {question:?}");
            let close = |a: Option<f64>, b: Option<f64>| match (a, b) {
                (Some(a), Some(b)) => (a - b).abs() < 2e-5 * f64::from(table.cube.value()),
                (a, b) => a == b,
            };
            assert!(close(graded.loss_mwc, want.loss_mwc), "{graded:?} {want:?}");
            assert!(close(graded.loss_points, want.loss_points), "{graded:?} {want:?}");
            assert_eq!(graded.played, want.played);
        };
        match (decision.kind, table.phase) {
            (DecisionKind::Play, Phase::Rolled(dice)) => {
                let mut plays = Plays::new(table.game);
                let results = plays.generate(&table.position, dice).to_vec();
                let texts = notation::write_all(table.game, &table.position, dice, &results);
                for text in texts.into_iter().flatten().step_by(5) {
                    check(&text);
                    let is_known = decision.candidates.iter().any(|one| one.play == text);
                    known += usize::from(is_known);
                    anew += usize::from(!is_known);
                }
            }
            (DecisionKind::Double, _) => {
                ["double", "no-double"].iter().for_each(|text| check(text))
            }
            _ => ["take", "pass"].iter().for_each(|text| check(text)),
        }
        cubes += usize::from(decision.kind.is_cube());
    }
    assert!(cubes > 10 && known > 50 && anew > 50, "{cubes} {known} {anew}");
}

#[test]
fn questions_are_the_mistakes_the_biggest_first_each_once() {
    let documents = [make_document(5, 2), make_document(0, 1), make_document(5, 2)];
    for least in [0.02, 0.08, 0.5] {
        let counts = mistakes_by_player(&documents, least);
        for (name, count) in &counts {
            let all = collect_questions(&documents, name, least);
            let losses: Vec<f64> = all.iter().map(|q| q.decision.loss.unwrap()).collect();
            assert!(losses.is_sorted_by(|a, b| a >= b) && losses.iter().all(|l| *l >= least));
            let mut keys: Vec<&str> = all.iter().map(|question| question.key.as_str()).collect();
            keys.sort_unstable();
            keys.dedup();
            assert!(keys.len() == all.len() && all.len() < *count, "{} of {count}", all.len());
        }
    }
    assert!(collect_questions(&documents, "nobody", 0.0).is_empty());
}

/// Games without XGIDs take the score from the match, and are graded without a network.
#[test]
fn a_game_without_xgids_is_asked_too() {
    let game = Game::FEVGA;
    let dice = "31".parse().unwrap();
    let mut plays = Plays::new(game);
    let (position, results) = random_game(game, &mut Random::new(6))
        .into_iter()
        .map(|position| (position, plays.generate(&position, dice).to_vec()))
        .find(|(_, results)| results.len() > 1)
        .unwrap();
    let texts = notation::write_all(game, &position, dice, &results);
    let candidates: Vec<Value> = texts
        .iter()
        .flatten()
        .zip(&results)
        .zip([0.3, 0.1])
        .map(|((play, result), equity)| {
            json!({"play": play, "position_id": notation::position_id(game, result), "ply": 2,
                "equity": equity, "probabilities": {"win": 0.5, "win_gammon": 0.0,
                "win_backgammon": 0.0, "lose_gammon": 0.0, "lose_backgammon": 0.0}})
        })
        .collect();
    let [best, played] = &candidates[..] else { panic!("{candidates:?}") };
    let id = notation::position_id(game, &position);
    let decision = json!({"seat": 2, "kind": "play", "position_id": id, "dice": "31",
        "played": played["play"], "best": best["play"], "loss": 0.2, "counted": true,
        "counted_by_gnubg": true, "ply": 2, "candidates": candidates});
    let mut document = serde_json::to_value(make_document(5, 2)).unwrap();
    let analyzed = &mut document["matches"][0];
    analyzed["game"] = game.name().into();
    let name = analyzed["players"][1]["name"].as_str().unwrap().to_owned();
    analyzed["games"].as_array_mut().unwrap().truncate(1);
    analyzed["games"][0]["score"] = json!([1, 3]);
    analyzed["games"][0]["decisions"] = json!([decision]);
    let document: Document = serde_json::from_value(document).unwrap();
    let all = collect_questions(&[document], &name, 0.02);
    let [question] = &all[..] else { panic!("{all:?}") };
    assert_eq!(question.key, format!("play {id} 31"));
    let Situation { game, stakes, score, .. } = question.table;
    assert_eq!((game, stakes), (Game::FEVGA, Stakes::Match { length: 5, crawford: false }));
    assert_eq!((score.on_roll, score.opponent), (3, 1));
    let said = what_moves(&question.table, &question.decision).unwrap();
    assert!(said.starts_with("points ") && !said.contains(';'), "{said}");
    let graded = |play: &Value| {
        let answer = question.read(play.as_str().unwrap()).unwrap();
        // No network knows the game; the evaluation in the report is sufficient.
        question.grade(&make_analyzer(), answer).unwrap().loss.unwrap()
    };
    assert_eq!((graded(&best["play"]), graded(&played["play"])), (0.0, 0.2));
}

#[test]
fn what_is_no_answer_is_said_in_a_sentence() {
    for question in both_players(&[make_document(0, 1)], 0.02) {
        for text in
            ["", "nonsense", "beavers", "24/1 24/1", "1/off 1/off", "\u{0}", "double double"]
        {
            let said = question.read(text).unwrap_err().to_string();
            assert!(said.ends_with('.') && !said.contains('\n'), "{said}");
            assert!(!said.starts_with(char::is_lowercase), "{said}");
        }
        let cube = question.read("take").is_ok() || question.read("double").is_ok();
        assert_eq!(cube, question.decision.kind.is_cube());
        if question.decision.kind == DecisionKind::Answer {
            assert_eq!(question.read("DROP"), Ok(Answer::Cube("pass")));
        }
    }
}

#[test]
fn hints_tell_the_answer_last() {
    let analyzer = make_analyzer();
    for question in both_players(&[make_document(5, 2)], 0.05).iter().step_by(3) {
        let decision = Decision { played: String::new(), ..question.decision.clone() };
        let [first, second, last] =
            [1, 2, STEPS].map(|step| hint(&analyzer, &question.table, &decision, step).unwrap());
        let best = decision.best.as_deref().unwrap();
        if decision.kind == DecisionKind::Play {
            assert!(!first.contains(best), "{first}");
            assert!(second.lines().any(|line| line.trim() == best), "{second}");
            assert!(last.contains(&format!("{best} is best.")), "{last}");
            assert!(candidates(&decision).is_sorted());
        }
        for text in [&first, &second, &last] {
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        }
    }
}

#[test]
fn what_explains_a_mistake_is_of_the_same_verdict() {
    let analyzer = make_analyzer();
    let (mut plays, mut cubes) = (0, 0);
    for question in both_players(&[make_document(5, 2), make_document(0, 1)], 0.03) {
        let Question { table, decision, .. } = &question;
        let said = explanation(&analyzer, table, decision).unwrap();
        let best = decision.best.as_deref().unwrap();
        let said = said.unwrap_or_else(|| panic!("nothing is said of {question:?}"));
        let said = said.replace('\n', " ");
        let after = |text: &str| -> f64 {
            let (_, rest) = said.split_once(text).unwrap_or_else(|| panic!("{text}: {said}"));
            rest.split_whitespace().next().unwrap().parse().unwrap()
        };
        let loss = decision.loss.unwrap();
        let told = match (decision.kind, best) {
            (DecisionKind::Play, _) => after(&format!("{best} is ")),
            (DecisionKind::Double, "double") => after("Doubling is better by "),
            (DecisionKind::Double, _) => after("No double is better by "),
            // Beavers have no explanation.
            _ if decision.played == "beaver" => continue,
            (_, "take") => after("A take is "),
            (_, "pass") => after("A pass is "),
            _ => continue,
        };
        assert!((told - loss).abs() < 6e-5, "{told}, not {loss}: {said}");
        plays += usize::from(decision.kind == DecisionKind::Play);
        cubes += usize::from(decision.kind.is_cube());
    }
    assert!(plays > 50 && cubes > 10, "{plays} {cubes}");
}

#[test]
fn the_first_hint_names_every_quarter_from_which_a_checker_goes() {
    let analyzer = make_analyzer();
    let mut random = Random::new(3);
    let mut hits = 0;
    for position in random_game(Game::Backgammon, &mut random).into_iter().step_by(2) {
        for dice in ["31", "64", "55"].map(|dice| dice.parse().unwrap()) {
            let table = Situation {
                phase: Phase::Rolled(dice),
                ..Situation::new(position, Game::Backgammon)
            };
            let decision = analyzer.decision(&table, DecisionKind::Play, None).unwrap().unwrap();
            let (Some(said), Some(best)) = (what_moves(&table, &decision), &decision.best) else {
                continue;
            };
            if best == "pass" {
                continue;
            }
            // A quarter is left if one of its points has fewer checkers after the play.
            let results = notation::parse(table.game, &table.position, dice, best).unwrap();
            let after = results.opponent();
            for quarter in 1..=4 {
                let (high, low) = (6 * quarter, 6 * quarter - 5);
                let fewer = (low..=high).any(|point| after.on(point) < position.own().on(point));
                assert_eq!(said.contains(&format!("{high} to {low}")), fewer, "{best}: {said}");
            }
            assert_eq!(said.contains("the bar"), after.on(BAR) < position.own().on(BAR));
            assert_eq!(said.contains("hits"), best.contains('*'), "{best}: {said}");
            hits += usize::from(best.contains('*'));
        }
    }
    assert!(hits > 3, "{hits}");
}

fn day(number: u16) -> Day {
    "2026-01-01".parse::<Day>().unwrap().after(number)
}

#[test]
fn what_is_solved_comes_back_later_and_later_and_what_is_missed_the_same_day() {
    let mut random = Random::new(8);
    for _ in 0..200 {
        let mut today = day(0);
        let mut card = Card::new(Answered::Missed, today);
        assert_eq!((card.place(), card.due()), (0, today));
        for asked in 2..30 {
            let before = card.clone();
            let answers = [Answered::Solved, Answered::WithHint, Answered::Missed];
            let of = |answered: Answered| {
                let mut card = before.clone();
                card.answer(answered, today);
                card
            };
            let [solved, with_hint, missed] = answers.map(of);
            // A better answer is never due earlier.
            assert!(solved.due() >= with_hint.due() && with_hint.due() >= missed.due());
            assert_eq!(missed.due(), today);
            assert!(solved.due() > today && usize::from(solved.place()) < BOXES);
            for card in [&solved, &with_hint, &missed] {
                assert_eq!(card.due(), today.after(DAYS[usize::from(card.place())]));
                assert_eq!(card.counts()[0], asked);
                assert!(card.counts()[1] <= asked);
            }
            card = [solved, with_hint, missed][random.below(3)].clone();
            today = card.due().after(random.below(5) as u16);
        }
    }
}

#[test]
fn all_that_is_due_is_asked_overdue_first_and_new_ones_last() {
    let documents = [make_document(0, 1), make_document(5, 2)];
    let all = both_players(&documents, 0.02);
    let mut random = Random::new(5);
    let (mut deck, mut known) = (Deck::default(), BTreeMap::new());
    for question in all.iter().step_by(2) {
        for _ in 0..=random.below(4) {
            let answered = [Answered::Solved, Answered::Missed][random.below(2)];
            let due = deck.answer("You", &question.key, answered, day(random.below(30) as u16));
            known.insert(question.key.as_str(), due);
        }
    }
    // Another player's answers and answers to removed questions have no effect.
    deck.answer("Other", &all[1].key, Answered::Solved, day(0));
    deck.answer("You", "gone", Answered::Missed, day(0));
    let cards = deck.cards("You");
    for today in [day(0), day(10), day(31), day(300)] {
        let agenda = plan_agenda(&all, &cards, today);
        let due = |question: &&Question| known.get(question.key.as_str()).copied();
        let (old, new) = agenda.due.split_at(agenda.due.len() - agenda.new);
        assert!(new.iter().all(|question| due(question).is_none()));
        assert_eq!(new.len(), all.len() - known.len());
        assert!(old.iter().all(|question| due(question).unwrap() <= today));
        assert!(old.is_sorted_by_key(due));
        assert_eq!(old.len(), known.values().filter(|due| **due <= today).count());
        let later = known.values().copied().filter(|due| *due > today).min();
        assert_eq!(agenda.next, later);
    }
}

const DECK: &str = r#"{
  "format": "sheshbesh-quiz", "version": 1, "theme": {"dark": [1, 2.5, null]},
  "players": {
    "Ada": {
      "cards": {
        "play X": {"box": 2, "due": "2026-03-01", "last": "2026-02-26", "asked": 3,
                   "solved": 2, "note": "prime!"}
      },
      "goal": 10
    }
  }
}"#;

#[test]
fn what_others_write_into_the_file_is_kept() {
    let mut deck = Deck::read(DECK.as_bytes()).unwrap();
    assert_eq!(deck.players().collect::<Vec<_>>(), ["Ada"]);
    assert_eq!(Deck::read(deck.to_json().as_bytes()), Ok(deck.clone()));
    deck.answer("Ada", "play X", Answered::Solved, day(60));
    deck.answer("Ben", "play Y", Answered::Missed, day(60));
    let mut want: Value = serde_json::from_str(DECK).unwrap();
    let card = &mut want["players"]["Ada"]["cards"]["play X"];
    card["box"] = 3.into();
    card["due"] = day(67).to_string().into();
    card["last"] = day(60).to_string().into();
    (card["asked"], card["solved"]) = (4.into(), 3.into());
    want["players"]["Ben"] = json!({"cards": {"play Y": {
        "box": 0, "due": day(60).to_string(), "last": day(60).to_string(), "asked": 1, "solved": 0
    }}});
    assert_eq!(serde_json::from_str::<Value>(&deck.to_json()).unwrap(), want);
}

#[test]
fn a_damaged_file_is_named_in_one_line() {
    for length in 0..DECK.len() {
        let error = Deck::read(&DECK.as_bytes()[..length]).unwrap_err();
        assert!(matches!(error, BadDeck::Damaged(_)), "{error}");
        assert!(!error.to_string().contains('\n'));
    }
    let with = |from: &str, to: &str| {
        assert!(DECK.contains(from));
        Deck::read(DECK.replace(from, to).as_bytes())
    };
    for (from, to) in [
        ("\"box\": 2", "\"box\": 7"),
        ("\"box\": 2", "\"box\": -1"),
        ("\"box\": 2", "\"box\": \"2\""),
        ("2026-03-01", "2026-02-29"),
        ("2026-03-01", "tomorrow\\n\\u0000"),
        ("\"asked\": 3", "\"asked\": 1e99"),
        ("\"solved\": 2,", ""),
        ("{\"dark\": [1, 2.5, null]}", &"[".repeat(5000)),
        ("\"play X\": {", "\"play X\": [{"),
    ] {
        let error = with(from, to).unwrap_err();
        assert!(matches!(error, BadDeck::Damaged(_)), "{to}: {error}");
        assert!(!error.to_string().contains('\n'), "{error}");
    }
    assert_eq!(with("sheshbesh-quiz", "mine").unwrap_err(), BadDeck::Format("mine".to_owned()));
    assert_eq!(with("\"version\": 1", "\"version\": 2").unwrap_err(), BadDeck::Version(2));
    assert!(Deck::read(b"\xff\xfe{}").is_err() && Deck::read(b"[]").is_err());
    let mut random = Random::new(1);
    for _ in 0..2000 {
        let mut bytes = DECK.as_bytes().to_vec();
        let place = random.below(bytes.len());
        bytes[place] = random.below(256) as u8;
        if let Ok(deck) = Deck::read(&bytes) {
            assert_eq!(Deck::read(deck.to_json().as_bytes()), Ok(deck));
        }
    }
}
