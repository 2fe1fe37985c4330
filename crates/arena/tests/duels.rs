//! Duels between bots, against published figures and on any number of threads.

use sheshbesh_arena::{
    Answer, Bot, Contestant, CubeRules, CubeTable, Duel, DuelResult, Gnubg, Player, PlayerError,
    Session, Turn, random::game_rng,
};
use sheshbesh_movegen::{BySide, Family, Game, Side, Situation, Stakes, Win};
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU64, Ordering},
};

fn duel(first: &str, second: &str, games: u64) -> DuelResult {
    let [first, second] = [first, second].map(|name| Contestant::parse(name).unwrap());
    Duel { games, seed: 1, game: Game::Backgammon }.play(&first, &second, &|_| {}).unwrap()
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
    let [columns, pipcount, second] =
        ["columns", "pipcount", "random"].map(|name| Contestant::parse(name).unwrap());
    assert!(columns.player(Game::Fevga).is_err());
    for game in Game::ALL {
        let first = if game.family() == Family::Hitting { &columns } else { &pipcount };
        finished.store(0, Ordering::Relaxed);
        let count = |games| {
            finished.fetch_add(games, Ordering::Relaxed);
        };
        let duel = Duel { games: 20, seed: 3, game };
        let DuelResult { games, points, first, second } =
            duel.play(first, &second, &count).unwrap();
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
        let error = gnubg.player(Game::Backgammon).err().unwrap();
        assert!(error.to_string().contains("not installed"), "{error}");
        return;
    }
    // Whole games, with hits, entering and bearing off; an illegal answer would be an error.
    let points = duel("gnubg:0", "random", 30).points;
    assert!(points.value > 1.0, "{points:?}");
    let error = gnubg.player(Game::Hypergammon).err().unwrap();
    assert!(error.to_string().contains("hypergammon"), "{error}");
}

/// Doubles and takes always, and notes what it sees.
struct Gambler {
    offers: Arc<Mutex<Vec<Situation>>>,
    answer: Answer,
}

impl Player for Gambler {
    fn choose(&mut self, _: &Turn<'_>) -> Result<usize, PlayerError> {
        Ok(0)
    }

    fn doubles(&mut self, table: &Situation) -> Result<bool, PlayerError> {
        self.offers.lock().unwrap().push(*table);
        Ok(true)
    }

    fn answer(&mut self, _: &Situation) -> Result<Answer, PlayerError> {
        Ok(self.answer)
    }

    fn raccoons(&mut self, _: &Situation) -> Result<bool, PlayerError> {
        Ok(true)
    }
}

fn gamble(
    session: Session,
    largest_cube: u8,
    answer: Answer,
) -> (CubeTable, Arc<Mutex<Vec<Situation>>>) {
    let offers = Arc::new(Mutex::new(Vec::new()));
    let player =
        || -> Box<dyn Player> { Box::new(Gambler { offers: Arc::clone(&offers), answer }) };
    let rules = CubeRules { session, largest_cube };
    (CubeTable::new([player(), player()], Game::Backgammon, rules), offers)
}

const MONEY: Session = Session::Money { jacoby: false, beavers: false, automatic_doubles: 0 };

#[test]
fn the_cube_goes_up_to_its_limit_and_changes_hands() {
    let (mut table, offers) = gamble(MONEY, 3, Answer::Take);
    let played = table.money_game(&mut game_rng(1, 1), false).unwrap();
    assert_eq!(played.points, 8 * u32::from(played.win.points()));
    let offers = offers.lock().unwrap();
    assert_eq!(offers.len(), 3);
    assert_eq!(offers[0].cube.owner(), None);
    for (offer, exponent) in offers.iter().zip(0..) {
        assert_eq!(offer.cube.exponent(), exponent);
        assert!(exponent == 0 || offer.cube.owner() == Some(Side::OnRoll));
    }
}

#[test]
fn passes_beavers_and_raccoons_count() {
    let (mut table, _) = gamble(MONEY, 10, Answer::Pass);
    let played = table.money_game(&mut game_rng(1, 2), false).unwrap();
    assert_eq!((played.points, played.win), (1, Win::Single));
    // Without beavers that answer is a take; with them each double is worth eight.
    let (mut table, offers) = gamble(MONEY, 3, Answer::Beaver);
    table.money_game(&mut game_rng(1, 3), false).unwrap();
    assert_eq!(offers.lock().unwrap().len(), 3);
    let session = Session::Money { jacoby: false, beavers: true, automatic_doubles: 0 };
    let (mut table, offers) = gamble(session, 3, Answer::Beaver);
    let played = table.money_game(&mut game_rng(1, 3), false).unwrap();
    assert_eq!(offers.lock().unwrap().len(), 1);
    assert_eq!(played.points, 8 * u32::from(played.win.points()));
}

#[test]
fn equal_opening_dice_double_where_that_is_played() {
    let session = Session::Money { jacoby: false, beavers: false, automatic_doubles: 2 };
    let mut cubes = [0; 3];
    for game in 0..300 {
        let (mut table, offers) = gamble(session, 10, Answer::Pass);
        let played = table.money_game(&mut game_rng(2, game), false).unwrap();
        assert_eq!(offers.lock().unwrap()[0].cube.owner(), None);
        cubes[played.points.trailing_zeros() as usize] += 1;
    }
    // One opening in six is equal, one in 36 twice.
    assert!((35..70).contains(&cubes[1]) && (1..20).contains(&cubes[2]), "{cubes:?}");
}

#[test]
fn crawford_and_holland_keep_the_cube_still() {
    for holland in [false, true] {
        let session = Session::Match { length: 2, crawford: true, holland };
        let (mut first, mut after_crawford) = (0, 0);
        for game in 0..40 {
            let (mut table, offers) = gamble(session, 10, Answer::Pass);
            table.whole_match(&mut game_rng(3, game), false).unwrap();
            // The first game ends with a pass, the second is the Crawford game.
            for offer in offers.lock().unwrap().iter() {
                let Stakes::Match { crawford, .. } = offer.stakes else { panic!("a match") };
                assert!(!crawford);
                if offer.score == BySide::default() { first += 1 } else { after_crawford += 1 }
            }
        }
        assert_eq!(first, 40);
        assert!(after_crawford > 0);
    }
}
