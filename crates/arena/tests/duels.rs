//! Duels between bots: compared with published figures, and for any number of threads and ranks.

use sheshbesh_arena::{
    Bot, Duel, DuelResult, Gnubg, Player, PlayerError, PlayerSpec, Players, Spectator, Transcript,
    Turn, Visibility, play_game,
};
use sheshbesh_movegen::{
    Action, Answer, BySeat, BySide, CubeRules, Decision, Ending, Game, GameSeries, HouseRules,
    Referee, Scoring, Seat, Session, Side, Situation, Stakes, TableRules, random::game_rng,
};
use sheshbesh_parallel::{Executor, run_local_ranks};
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU64, Ordering},
};

fn duel(first: &str, second: &str, games: u64) -> DuelResult {
    duel_of(Game::Backgammon, first, second, games)
}

fn duel_of(game: Game, first: &str, second: &str, games: u64) -> DuelResult {
    let [first, second] = [first, second].map(|name| PlayerSpec::parse(name).unwrap());
    let duel = Duel { games, seed: 1, frame: game.into(), rules: None, start: None };
    duel.play(&first, &second, &|_| {}).unwrap()
}

#[test]
fn pubeval_beats_random_play_by_as_much_as_it_should() {
    let games = if cfg!(debug_assertions) { 400 } else { 10_000 };
    let points = duel("pubeval", "random", games).result;
    // Other implementations with the right units measure 2.50 ± 0.02.
    assert!((points.value - 2.50).abs() < 0.02 + 1.5 * points.interval_95, "{points:?}");
}

#[test]
fn each_bot_beats_the_one_before_it() {
    let games = if cfg!(debug_assertions) { 600 } else { 4_000 };
    for game in [Game::Backgammon, Game::FEVGA, Game::PLAKOTO] {
        let bots: Vec<Bot> = Bot::ALL.into_iter().filter(|bot| bot.plays(game)).collect();
        for pair in bots.windows(2) {
            let points = duel_of(game, pair[1].name(), pair[0].name(), games).result;
            println!("{game} {} {} {points:?}", pair[1], pair[0]);
            assert!(points.value > points.interval_95, "{game} {} {} {points:?}", pair[1], pair[0]);
        }
    }
}

#[test]
fn results_are_the_same_for_any_number_of_threads() {
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        // Random play depends on the order of random numbers, if anything does.
        pool.install(|| duel("random", "columns", 60))
    };
    assert_eq!(on(1), on(4));
}

#[test]
fn results_are_the_same_for_any_number_of_ranks() {
    let among = |first: &str, second: &str| {
        run_local_ranks(3, 2, |executor| {
            let [first, second] = [first, second].map(|name| PlayerSpec::parse(name).unwrap());
            let duel = Duel {
                games: 60,
                seed: 1,
                frame: Game::Backgammon.into(),
                rules: None,
                start: None,
            };
            let pairs = AtomicU64::new(0);
            let counted = |games| _ = pairs.fetch_add(games, Ordering::Relaxed);
            let result = duel.play_among(executor, &first, &second, &counted);
            (result.map_err(|error| error.to_string()), pairs.into_inner())
        })
    };
    let alone = duel("random", "columns", 60);
    let [first, others @ ..] = &among("random", "columns")[..] else { panic!("there is a first") };
    assert_eq!(first, &(Ok(alone), 60));
    let got_nothing = |(result, told): &(Result<DuelResult, String>, u64)| {
        *told == 0 && result.as_ref().is_ok_and(|result| result.played == 0)
    };
    assert!(others.len() == 2 && others.iter().all(got_nothing), "{others:?}");
    // An error names the player that cannot play, and its rank.
    let (failed, _) = among("random", "ubgi:no-such-program").remove(0);
    let error = failed.unwrap_err();
    assert!(error.contains("no-such-program") && error.contains("on rank"), "{error}");
}

#[test]
fn a_player_against_itself_wins_nothing() {
    let result = duel("columns", "columns", 101);
    assert_eq!(result.played, 102);
    assert_eq!((result.result.value, result.result.interval_95), (0.0, 0.0));
    assert_eq!(result.first, result.second);
}

#[test]
fn counts_add_up_and_every_game_is_reported() {
    let finished = AtomicU64::new(0);
    let [columns, pipcount, second] =
        ["columns", "pipcount", "random"].map(|name| PlayerSpec::parse(name).unwrap());
    assert!(columns.player(Game::FEVGA).is_err());
    for game in Game::ALL {
        let first = if game.meets_as_backgammon() { &columns } else { &pipcount };
        finished.store(0, Ordering::Relaxed);
        let count = |games| {
            finished.fetch_add(games, Ordering::Relaxed);
        };
        let duel = Duel { games: 20, seed: 3, frame: game.into(), rules: None, start: None };
        let DuelResult { played: games, result: points, first, second } =
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
    for (text, said) in [
        (
            "nobody",
            "unknown player \"nobody\", and no file has that name: players are shesh, random, ",
        ),
        ("", "unknown player \"\""),
        ("columns:2", "columns does not search, so it takes no number of plies"),
        ("gnubg:9", "invalid number of plies \"9\" for \"gnubg\": use 0 to 4"),
        ("gnubg:x", "invalid number of plies \"x\" for \"gnubg\": use 0 to 4"),
        ("shesh:0", "invalid number of plies \"0\" for \"shesh\": use 1 to 4"),
        (
            "shesh:rollout4",
            "invalid number of plies \"rollout4\" for \"shesh\": use 1 to 4, or rollout1, rollout2 and rollout3",
        ),
        ("gnubg:rollout1", "invalid number of plies \"rollout1\" for \"gnubg\": use 0 to 4"),
        ("no/such.weights:2", "unknown player \"no/such.weights\", and no file has that name"),
        ("ubgi:", "invalid command \"\""),
        ("ubgi:a 'b", "invalid command \"a 'b\""),
    ] {
        let message = PlayerSpec::parse(text).err().map(|error| error.to_string());
        assert!(message.as_ref().is_some_and(|m| m.starts_with(said)), "{text}: {message:?}");
    }
    for text in ["shesh", "shesh:4", "shesh:rollout1"] {
        assert!(matches!(PlayerSpec::parse(text), Ok(PlayerSpec::Network { .. })), "{text}");
    }
}

#[test]
#[ignore = "needs GNU Backgammon (Debian's packages gnubg and gnubg-data)"]
fn gnu_backgammon_plays() {
    assert!(Gnubg::is_installed(), "GNU Backgammon is not installed");
    // Whole games, with hits, entering and bearing off; an illegal answer would be an error.
    let points = duel("gnubg:0", "random", 30).result;
    assert!(points.value > 1.0, "{points:?}");
}

#[test]
fn gnu_backgammon_is_not_asked_to_play_with_three_checkers_or_by_other_rules() {
    let gnubg = PlayerSpec::parse("gnubg:0").unwrap();
    for game in [Game::Hypergammon, Game::FEVGA, Game::PORTES, Game::Misere, Game::Irish] {
        for refused in [gnubg.player(game), gnubg.cube_player(game)] {
            assert_eq!(
                refused.err().unwrap().to_string(),
                format!("gnubg:0 cannot play: {game} is not supported")
            );
        }
    }
}

/// Always doubles, always gives the same answer, and records what it sees.
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

fn gamblers(answer: Answer) -> (Players, Arc<Mutex<Vec<Situation>>>) {
    let offers = Arc::new(Mutex::new(Vec::new()));
    let player =
        |_| -> Box<dyn Player> { Box::new(Gambler { offers: Arc::clone(&offers), answer }) };
    (BySeat::from_fn(player), offers)
}

const MONEY: Session = Session::Money { jacoby: false, beavers: false, automatic_doubles: 0 };

/// Plays one game of gamblers. Returns the situations in which they doubled, too.
fn gamble(rules: CubeRules, answer: Answer, game: u64) -> (Referee, Vec<Situation>) {
    let (mut players, offers) = gamblers(answer);
    let mut referee = Referee::new(Game::Backgammon, rules);
    play_game(&mut players, &mut referee, Visibility::Cube, &mut game_rng(1, game)).unwrap();
    let offers = offers.lock().unwrap().clone();
    (referee, offers)
}

#[test]
fn the_cube_goes_up_to_its_limit_and_changes_hands() {
    let rules = CubeRules { session: MONEY, largest_cube: 3 };
    let (referee, offers) = gamble(rules, Answer::Take, 1);
    let result = referee.result().unwrap();
    assert_eq!(result.points, 8 * u32::from(result.ending.win().points()));
    assert_eq!(offers.len(), 3);
    assert_eq!(offers[0].cube.owner(), None);
    for (offer, exponent) in offers.iter().zip(0..) {
        assert_eq!(offer.cube.exponent(), exponent);
        assert!(exponent == 0 || offer.cube.owner() == Some(Side::OnRoll));
    }
}

#[test]
fn passes_beavers_and_raccoons_are_played() {
    let rules = CubeRules { session: MONEY, largest_cube: 3 };
    let (referee, _) = gamble(rules, Answer::Pass, 2);
    let result = referee.result().unwrap();
    assert_eq!((result.points, result.ending), (1, Ending::Passed));
    // Without beavers, this answer is a take. With beavers and raccoons, a double leads to a cube
    // of 8.
    let (_, offers) = gamble(rules, Answer::Beaver, 3);
    assert_eq!(offers.len(), 3);
    let session = Session::Money { jacoby: false, beavers: true, automatic_doubles: 0 };
    let (referee, offers) = gamble(CubeRules { session, largest_cube: 3 }, Answer::Beaver, 3);
    assert_eq!(offers.len(), 1);
    let result = referee.result().unwrap();
    assert_eq!(result.points, 8 * u32::from(result.ending.win().points()));
}

#[test]
fn one_opening_in_six_doubles_the_stakes_where_that_is_played() {
    let session = Session::Money { jacoby: false, beavers: false, automatic_doubles: 2 };
    let mut cubes = [0; 3];
    for game in 0..300 {
        let (referee, offers) = gamble(CubeRules { session, largest_cube: 10 }, Answer::Pass, game);
        assert_eq!(offers[0].cube.owner(), None);
        cubes[referee.result().unwrap().points.trailing_zeros() as usize] += 1;
    }
    // Two equal openings in a row have a probability of 1/36.
    assert!((35..70).contains(&cubes[1]) && (1..20).contains(&cubes[2]), "{cubes:?}");
}

#[test]
fn players_are_not_asked_for_doubles_in_the_crawford_game() {
    for holland in [false, true] {
        let session = Session::Match { length: 2, crawford: true, holland };
        let (mut first, mut after_crawford) = (0, 0);
        for game in 0..40 {
            let (mut players, offers) = gamblers(Answer::Pass);
            let rules = CubeRules { session, largest_cube: 10 };
            let mut referee = Referee::new(Game::Backgammon, rules);
            let mut rng = game_rng(3, game);
            while !matches!(referee.to_decide(), Decision::MatchOver { .. }) {
                play_game(&mut players, &mut referee, Visibility::Cube, &mut rng).unwrap();
                let _ = referee.apply(Action::NextGame);
            }
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

#[test]
fn matches_and_games_with_the_cube_are_counted_by_their_winners() {
    let [first, second] = ["shesh", "random"].map(|name| PlayerSpec::parse(name).unwrap());
    let length = 2;
    let matches = Session::Match { length, crawford: true, holland: false };
    for session in [MONEY, matches] {
        let rules = Some(CubeRules { session, largest_cube: 10 }.into());
        let duel = Duel { games: 6, seed: 2, frame: Game::Hypergammon.into(), rules, start: None };
        let DuelResult { played, result, first, second } =
            duel.play(&first, &second, &|_| {}).unwrap();
        assert_eq!((played, first.wins + second.wins), (6, 6));
        if session == matches {
            assert_eq!(result.value, first.wins as f64 / played as f64);
        }
    }
}

/// Takes notes, and ends the duel after a number of pairs.
#[derive(Default)]
struct Notes {
    written: Mutex<Vec<Transcript>>,
    pairs: AtomicU64,
    enough_after: Option<u64>,
}

impl Spectator for Notes {
    fn pair_over(&self) {
        self.pairs.fetch_add(1, Ordering::Relaxed);
    }

    fn goes_on(&self) -> bool {
        self.enough_after.is_none_or(|pairs| self.pairs.load(Ordering::Relaxed) < pairs)
    }

    fn takes_notes(&self) -> bool {
        true
    }

    fn played(&self, transcript: Transcript) {
        self.written.lock().unwrap().push(transcript);
    }
}

#[test]
fn ranks_send_their_transcripts_to_the_root() {
    let [first, second] = ["random", "pipcount"].map(|name| PlayerSpec::parse(name).unwrap());
    let sorted = |notes: Notes| {
        let mut written = notes.written.into_inner().unwrap();
        written.sort_by_key(|transcript| (transcript.pair, transcript.first == Seat::Top));
        written
    };
    for frame in [Game::Backgammon.into(), GameSeries::TAVLI] {
        let duel = Duel { games: 24, seed: 3, frame, rules: None, start: None };
        let notes = Notes::default();
        let result = duel.play_before(&Executor::Threads, &first, &second, &notes).unwrap();
        let alone = (result, sorted(notes));
        assert_eq!(alone.1.len(), 24);
        let among = run_local_ranks(3, 2, |executor| {
            let notes = Notes::default();
            let result = duel.play_before(executor, &first, &second, &notes).unwrap();
            (result, sorted(notes))
        });
        assert_eq!(among[0], alone, "{frame}");
        assert!(among[1..].iter().all(|(_, written)| written.is_empty()));
    }
}

#[test]
fn notes_of_a_duel_are_its_games() {
    let [first, second] = ["columns", "pipcount"].map(|name| PlayerSpec::parse(name).unwrap());
    let session = Session::Match { length: 3, crawford: true, holland: false };
    let with_cube = CubeRules { session, largest_cube: 4 };
    for rules in [None, Some(with_cube.into())] {
        let duel = Duel { games: 20, seed: 3, frame: Game::Backgammon.into(), rules, start: None };
        let notes = Notes::default();
        let result = duel.play_before(&Executor::Threads, &first, &second, &notes).unwrap();
        assert_eq!(result, duel.play(&first, &second, &|_| {}).unwrap());
        let written = notes.written.into_inner().unwrap();
        assert_eq!(written.len(), 20);
        let mut won = 0;
        for transcript in written {
            let swapped = transcript.clone().with_first_at(!transcript.first);
            for Transcript { first, actions, .. } in [transcript, swapped] {
                let mut referee = Referee::new(
                    Game::Backgammon,
                    rules.unwrap_or_else(|| CubeRules::NO_CUBE.into()),
                );
                for action in actions {
                    referee.apply(action).unwrap();
                }
                let winner = match referee.to_decide() {
                    Decision::MatchOver { winner } => Some(winner),
                    _ => referee.result().unwrap().winner,
                };
                won += u64::from(winner == Some(first));
            }
        }
        assert_eq!(won, 2 * result.first.wins);
    }
}

#[test]
fn a_duel_that_is_ended_early_counts_the_pairs_that_are_over() {
    let [first, second] = ["random", "pipcount"].map(|name| PlayerSpec::parse(name).unwrap());
    let duel =
        Duel { games: 400, seed: 3, frame: Game::Backgammon.into(), rules: None, start: None };
    let notes = Notes { enough_after: Some(3), ..Notes::default() };
    let result = duel.play_before(&Executor::Threads, &first, &second, &notes).unwrap();
    let pairs = notes.pairs.load(Ordering::Relaxed);
    assert_eq!(result.played, 2 * pairs);
    assert!((3..100).contains(&pairs), "{pairs}");
    assert!(notes.written.into_inner().unwrap().len() as u64 >= 2 * pairs);
}

#[test]
fn frames_are_played_to_their_end_and_their_notes_are_their_games() {
    let [first, second] = ["pipcount", "random"].map(|name| PlayerSpec::parse(name).unwrap());
    let tavli = Session::Match { length: 7, crawford: true, holland: false };
    let tavli = CubeRules { session: tavli, largest_cube: 10 };
    let mixed: GameSeries = "snake,long-nardi,backgammon,snake".parse().unwrap();
    for (frame, cube) in [(GameSeries::TAVLI, tavli), (mixed, CubeRules::NO_CUBE)] {
        let duel = Duel { games: 12, seed: 5, frame, rules: Some(cube.into()), start: None };
        let notes = Notes::default();
        let result = duel.play_before(&Executor::Threads, &first, &second, &notes).unwrap();
        assert_eq!(result.first.wins + result.second.wins, 12, "frames are not drawn");
        let mut won = 0;
        for transcript in notes.written.into_inner().unwrap() {
            let mut referee = Referee::new(frame, cube);
            let mut played = vec![referee.table().game];
            for &action in &transcript.actions {
                referee.apply(action).unwrap();
                if action == Action::NextGame {
                    played.push(referee.table().game);
                }
            }
            let Decision::MatchOver { winner } = referee.to_decide() else { panic!("no winner") };
            won += u64::from(winner == transcript.first);
            for (number, game) in (0..).zip(played) {
                assert_eq!(game, referee.rules().game(&frame, number));
            }
        }
        assert_eq!(won, result.first.wins);
    }
}

#[test]
fn a_scale_that_is_agreed_is_what_duels_count() {
    let [first, second] = ["pipcount", "random"].map(|name| PlayerSpec::parse(name).unwrap());
    let points = |scoring| {
        let customs = HouseRules { scoring, ..HouseRules::USUAL };
        let rules = Some(TableRules { cube: CubeRules::NO_CUBE, house_rules: customs });
        let duel = Duel { games: 60, seed: 5, frame: Game::LONG_NARDI.into(), rules, start: None };
        duel.play(&first, &second, &|_| {}).unwrap()
    };
    let [usual, single, left] = [None, Some(Scoring::Single), Some(Scoring::Left)].map(points);
    let net = |result: &DuelResult| result.first.wins as f64 - result.second.wins as f64;
    // The games are the same, but counted differently.
    assert_eq!((usual.first, usual.second), (single.first, single.second));
    assert_eq!(single.result.value, net(&single) / 60.0);
    assert!(usual.result.value > single.result.value && left.result.value > usual.result.value);
}

#[test]
fn a_duel_from_a_position_plays_it_from_both_seats() {
    // All but the last checkers are off: the bottom player is on roll, and must win.
    let won = "XGID=-A--------------------a---:0:0:1:00:0:0:0:0:10";
    let opening = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:0:10";
    let [pipcount, random] = ["pipcount", "random"].map(|name| PlayerSpec::parse(name).unwrap());
    let from = |xgid: &str, first: &PlayerSpec, second: &PlayerSpec| {
        let start = Some(Situation::parse(xgid, Game::Backgammon).unwrap());
        let frame = Game::Backgammon.into();
        let duel = Duel { games: 40, seed: 1, frame, rules: None, start };
        duel.play(first, second, &|_| {}).unwrap()
    };
    let result = from(won, &pipcount, &random);
    assert_eq!((result.first.wins, result.second.wins), (20, 20), "both sit at the bottom once");
    // With the same player on both sides and the same dice, wins equal losses.
    assert_eq!(from(opening, &pipcount, &pipcount).result.value, 0.0);
    assert!(from(opening, &pipcount, &random).result.value > 0.0);
}
