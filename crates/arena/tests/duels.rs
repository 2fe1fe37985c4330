//! Duels between bots, against published figures and on any number of threads.

use sheshbesh_arena::{Bot, Contestant, Duel, DuelResult, Gnubg};
use sheshbesh_movegen::Variant;
use std::sync::atomic::{AtomicU64, Ordering};

fn duel(first: &str, second: &str, games: u64) -> DuelResult {
    let [first, second] = [first, second].map(|name| Contestant::parse(name).unwrap());
    Duel { games, seed: 1, variant: Variant::Backgammon }.play(&first, &second, &|_| {}).unwrap()
}

#[test]
fn pubeval_beats_random_play_by_as_much_as_it_should() {
    let games = if cfg!(debug_assertions) { 400 } else { 10_000 };
    let points = duel("pubeval", "random", games).points;
    // Other implementations with the right units measure 2.50 ± 0.02.
    assert!((points.value - 2.50).abs() < 0.02 + 1.5 * points.interval_95, "{points:?}");
}

#[test]
fn each_bot_beats_the_one_before_it() {
    let games = if cfg!(debug_assertions) { 200 } else { 4_000 };
    for pair in Bot::ALL.windows(2) {
        let points = duel(pair[1].name(), pair[0].name(), games).points;
        println!("{} {} {points:?}", pair[1], pair[0]);
        assert!(points.value > points.interval_95, "{} {} {points:?}", pair[1], pair[0]);
    }
}

#[test]
fn results_are_the_same_for_any_number_of_threads() {
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        // Random play depends on who drew which random numbers, if anything does.
        pool.install(|| duel("random", "columns", 60))
    };
    assert_eq!(on(1), on(4));
}

#[test]
fn a_player_against_itself_wins_nothing() {
    let result = duel("columns", "columns", 101);
    assert_eq!(result.games, 102);
    assert_eq!((result.points.value, result.points.interval_95), (0.0, 0.0));
    assert_eq!(result.first, result.second);
}

#[test]
fn counts_add_up_and_every_game_is_reported() {
    let finished = AtomicU64::new(0);
    let [first, second] = ["columns", "random"].map(|name| Contestant::parse(name).unwrap());
    for variant in Variant::ALL {
        finished.store(0, Ordering::Relaxed);
        let count = |games| {
            finished.fetch_add(games, Ordering::Relaxed);
        };
        let duel = Duel { games: 20, seed: 3, variant };
        let DuelResult { games, points, first, second } =
            duel.play(&first, &second, &count).unwrap();
        assert_eq!((games, finished.load(Ordering::Relaxed)), (20, 20));
        assert_eq!(first.wins + second.wins, games);
        let total = |w: sheshbesh_arena::Wins| w.wins + w.gammons + 2 * w.backgammons;
        let expected = (total(first) as f64 - total(second) as f64) / games as f64;
        assert!((points.value - expected).abs() < 1e-12);
    }
}

#[test]
fn names_that_nobody_has_are_refused() {
    for text in ["nobody", "", "columns:2", "gnubg:9", "gnubg:x", "shesh:0", "no/such.weights:2"] {
        let message = Contestant::parse(text).err().map(|error| error.to_string());
        assert!(message.is_some_and(|message| message.len() > 10), "{text}");
    }
}

#[test]
fn gnu_backgammon_plays_where_it_is_installed() {
    let gnubg = Contestant::parse("gnubg:0").unwrap();
    if !Gnubg::is_installed() {
        println!("skipped: GNU Backgammon is not installed");
        let error = gnubg.player(Variant::Backgammon).err().unwrap();
        assert!(error.to_string().contains("not installed"), "{error}");
        return;
    }
    // Whole games, with hits, entering and bearing off; an illegal answer would be an error.
    let points = duel("gnubg:0", "random", 30).points;
    assert!(points.value > 1.0, "{points:?}");
    let error = gnubg.player(Variant::Hypergammon).err().unwrap();
    assert!(error.to_string().contains("hypergammon"), "{error}");
}
