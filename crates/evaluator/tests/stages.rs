//! Searches of games whose turns have stages, against a search written by the letter and against
//! exact values.

use sheshbesh_evaluator::{
    Depth, Evaluator, Filter, Settings,
    rollout::{self, Start, roll_out},
};
use sheshbesh_movegen::{
    AfterPlay, BySide, Checkers, Dice, Game, Plays, Position, Side, TurnState,
    testing::{Random, random_game},
};
use sheshbesh_network::{Network, Outcomes};
use std::{collections::HashMap, path::Path};

fn make_evaluator(game: Game) -> Evaluator {
    let learned = match game {
        Game::GulBara(_) => "nardi/gul-bara",
        Game::Gyulbar(_) | Game::CrazyGyulbar(_) => "nardi/gyulbar",
        _ => "backgammon/small",
    };
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights");
    let network = Network::read(&Path::new(folder).join(format!("{learned}.weights"))).unwrap();
    let filter = Filter { replies: 0, ..Filter::default() };
    let settings = Settings { filter, ..Settings::default() };
    Evaluator::new(&network, settings).for_game(game).unwrap()
}

/// A search by the letter: no ply is counted where nobody rolls.
struct Twin(Evaluator);

impl Twin {
    /// Outcomes by the network for a player who rolls.
    fn rolling(&mut self, position: &Position) -> Outcomes {
        let bare = position.bare();
        self.0.evaluate_batch(&bare, &[bare])[0]
    }

    /// Outcomes for the player on roll without the numbers that are left.
    fn first_look(&mut self, position: &Position) -> Outcomes {
        if let Some(end) = Outcomes::of_finished(self.0.game(), position) {
            return end;
        }
        match position.turn_state().moves {
            Side::OnRoll => self.rolling(position),
            Side::Opponent => self.rolling(&position.swapped()).swapped(),
        }
    }

    fn best(&mut self, position: &Position, dice: Dice) -> Position {
        let results = Plays::new(self.0.game()).generate(position, dice).to_vec();
        let mut best: Option<(f32, Position)> = None;
        for result in results {
            let equity = self.first_look(&result).equity();
            if best.is_none_or(|(least, _)| equity < least) {
                best = Some((equity, result));
            }
        }
        best.expect("a passed turn is a result").1
    }

    /// Evaluates a position for its player on roll; numbers that are left are played with those that
    /// follow.
    fn evaluate(&mut self, position: &Position, ply: u32) -> Outcomes {
        let state = position.turn_state();
        match state.stage {
            _ if Outcomes::of_finished(self.0.game(), position).is_some() => {
                self.search(position, ply)
            }
            Some(_) if state.moves == Side::Opponent => {
                self.evaluate(&position.swapped(), ply).swapped()
            }
            Some(stage) => {
                let results = Plays::new(self.0.game()).generate(position, stage.dice()).to_vec();
                let loss = |result: &Position| self.search(result, 1).equity();
                let losses: Vec<f32> = results.iter().map(loss).collect();
                let least = losses.iter().copied().fold(f32::INFINITY, f32::min);
                let best = losses.iter().position(|&loss| loss == least).expect("one of them");
                self.search(&results[best], ply).swapped()
            }
            None => self.search(position, ply),
        }
    }

    fn search(&mut self, position: &Position, ply: u32) -> Outcomes {
        if let Some(end) = Outcomes::of_finished(self.0.game(), position) {
            return end;
        }
        let state = position.turn_state();
        if state.moves == Side::Opponent {
            return self.search(&position.swapped(), ply).swapped();
        }
        if let Some(stage) = state.stage {
            let best = self.best(position, stage.dice());
            return self.search(&best, ply).swapped();
        }
        if ply == 1 {
            return self.rolling(position);
        }
        let mut mean = Outcomes::default();
        for &dice in self.0.game().rolls() {
            let best = self.best(position, dice);
            mean.add(self.search(&best, ply - 1).swapped(), dice.probability() as f32);
        }
        mean
    }
}

fn assert_near(got: &Outcomes, want: &Outcomes, of: &Position) {
    for (a, b) in got.0.iter().zip(want.0) {
        assert!((a - b).abs() < 1e-5, "{got:?}, not {want:?} of {of} {:?}", of.turn_state());
    }
}

/// Positions of random games, among them results after which the same player goes on.
fn positions(game: Game, count: usize) -> Vec<Position> {
    let mut random = Random::new(7);
    let (mut rolled, mut staged) = (Vec::new(), Vec::new());
    let mut plays = Plays::new(game);
    while rolled.len() < count || staged.len() < count {
        for position in random_game(game, &mut random).into_iter().step_by(3) {
            if game.end(&position, None).is_some() {
                continue;
            }
            let state = position.turn_state();
            let (kind, most) =
                if state.stage.is_some() { (&mut staged, count) } else { (&mut rolled, count) };
            if kind.len() < most {
                kind.push(position);
            }
            let doubled = plays.generate(&position, random.roll(game))[0];
            let goes_on = doubled.turn_state().moves == Side::Opponent;
            if goes_on && staged.len() < 2 * count {
                staged.push(doubled);
            }
        }
    }
    [rolled, staged].concat()
}

const GAMES: [Game; 3] = [Game::GUL_BARA, Game::GYULBAR, Game::CRAZY_GYULBAR];

/// Games that count more than turns, judged by backgammon's network.
const HITTING: [Game; 4] = [Game::ACEY_DEUCEY, Game::RUSSIAN, Game::TABULA, Game::DUTCH];

#[test]
fn the_network_of_backgammon_evaluates_games_with_a_reserve() {
    for game in HITTING {
        let mut fast = make_evaluator(game);
        let mut twin = Twin(make_evaluator(game));
        let mut random = Random::new(23);
        for position in random_game(game, &mut random).into_iter().step_by(9).take(6) {
            let got = fast.evaluate(&position, Depth::ONE).outcomes;
            assert_near(&got, &twin.evaluate(&position, 1), &position);
        }
        // A side that is nearly home beats one that has still to enter.
        let side = |points: &[(u8, u8)]| {
            let side = Checkers::from_points(points).with_rest_off(15);
            std::array::from_fn(|index| side.on(index as u8))
        };
        let ahead = game.position(&side(&[(1, 2)]), &side(&[(25, 13), (6, 2)])).unwrap();
        assert!(fast.evaluate(&ahead, Depth::ONE).outcomes.equity() > 0.8, "{game}");
        let behind = game.position(&side(&[(25, 13), (6, 2)]), &side(&[(1, 2)])).unwrap();
        assert!(fast.evaluate(&behind, Depth::ONE).outcomes.equity() < -0.8, "{game}");
    }
}

#[test]
fn a_search_is_that_of_a_slow_twin() {
    for game in GAMES {
        let mut fast = make_evaluator(game);
        let mut twin = Twin(make_evaluator(game));
        let count = if cfg!(debug_assertions) { 2 } else { 12 };
        let depths = if cfg!(debug_assertions) { 1..=2 } else { 1..=3 };
        for ply in depths {
            for position in positions(game, if ply == 3 { 1 } else { count }) {
                let got = fast.evaluate(&position, Depth::new(ply).unwrap()).outcomes;
                assert_near(&got, &twin.evaluate(&position, ply), &position);
            }
        }
    }
}

#[test]
fn a_search_runs_over_the_rolls_of_three_dice() {
    let game = Game::TABULA;
    let side = |points: &[(u8, u8)]| {
        let side = Checkers::from_points(points).with_rest_off(15);
        std::array::from_fn(|index| side.on(index as u8))
    };
    let (mut fast, mut twin) = (make_evaluator(game), Twin(make_evaluator(game)));
    for (own, other) in [
        (&[(6, 2), (3, 1)][..], &[(2, 2)][..]),
        (&[(9, 1), (4, 2)], &[(8, 1), (5, 2), (1, 1)]),
        (&[(25, 2), (20, 1)], &[(24, 2), (18, 1)]),
    ] {
        let position = game.position(&side(own), &side(other)).unwrap();
        let got = fast.evaluate(&position, Depth::TWO).outcomes;
        assert_near(&got, &twin.search(&position, 2), &position);
        assert_eq!(fast.rolls(&position, Depth::ONE).unwrap().len(), 56);
    }
    // All 216 rolls once, each followed by an evaluation as deep as the search's.
    let last = game.position(&side(&[(6, 1)]), &side(&[(24, 3), (1, 1)])).unwrap();
    let games = rollout::Settings {
        games: 216,
        truncate: Some(1),
        truncation_depth: Depth::ONE,
        ..rollout::Settings::default()
    };
    let start = [Start::before_roll(last)];
    let rolled = roll_out(&fast, &start, &games, &mut |_| true)[0].equity.mean;
    let searched = fast.evaluate(&last, Depth::TWO).outcomes.equity();
    assert!((rolled - searched).abs() < 1e-4, "{rolled}, not {searched}");
}

#[test]
fn plays_are_ranked_by_the_values_of_their_results() {
    for game in GAMES {
        let mut fast = make_evaluator(game);
        let mut twin = Twin(make_evaluator(game));
        for position in positions(game, 2)
            .into_iter()
            .filter(|position| position.turn_state().moves == Side::OnRoll)
        {
            let dice = Dice::new(5, 5).unwrap();
            for depth in [Depth::ONE, Depth::TWO] {
                for play in fast.rank(&position, dice, depth) {
                    let want = twin.search(&play.position, play.depth.plies()).swapped();
                    assert!((play.equity - want.equity()).abs() < 1e-5, "{position} {depth:?}");
                }
            }
        }
    }
}

#[test]
fn numbers_that_are_left_are_worth_their_best_play() {
    for game in [Game::GUL_BARA, Game::CRAZY_GYULBAR, Game::ACEY_DEUCEY, Game::RUSSIAN] {
        let mut evaluator = make_evaluator(game);
        let mut compared = 0;
        for position in positions(game, 6) {
            let (position, _) = position.seen_by_mover();
            let Some(stage) = position.turn_state().stage else { continue };
            let best = evaluator.rank(&position, stage.dice(), Depth::ONE)[0].equity;
            let value = evaluator.evaluate(&position, Depth::ONE).outcomes.equity();
            assert!((value - best).abs() < 1e-5, "{game} {position}: {value}, not {best}");
            compared += 1;
        }
        assert!(compared >= 2, "{game}: {compared}");
    }
}

/// Of the four plays that are best without the numbers that are left, a player at 1-ply chooses the
/// one that is best with them.
#[test]
fn a_player_at_1_ply_compares_plays_with_the_numbers_that_are_left() {
    let mut changed = 0;
    for game in [Game::GUL_BARA, Game::CRAZY_GYULBAR, Game::ACEY_DEUCEY, Game::RUSSIAN] {
        let mut fast = make_evaluator(game);
        let mut twin = Twin(make_evaluator(game));
        let mut plays = Plays::new(game);
        let rolls = positions(game, 6).into_iter().filter(|position| {
            position.turn_state().moves == Side::OnRoll && position.turn_state().stage.is_none()
        });
        for (position, pips) in rolls.zip((1..=6).cycle()) {
            let results = plays.generate_or_pass(&position, Dice::new(pips, pips).unwrap());
            let equities = |of: &mut dyn FnMut(&Position) -> Outcomes| -> Vec<f32> {
                results.iter().map(|result| of(result).swapped().equity()).collect()
            };
            let ignoring = equities(&mut |result| twin.first_look(result));
            let settled = equities(&mut |result| twin.search(result, 1));
            let mut order: Vec<usize> = (0..results.len()).collect();
            order.sort_by(|&a, &b| ignoring[b].total_cmp(&ignoring[a]));
            let goes_on = results.iter().any(|result| result.turn_state().stage.is_some());
            order.truncate(if goes_on { 4 } else { 1 });
            let want = order.iter().map(|&play| settled[play]).fold(f32::MIN, f32::max);
            for best in
                [fast.best(&position, results, Depth::ONE), fast.best_reply(&position, results).0]
            {
                assert!((settled[best] - want).abs() < 1e-5, "{game} {position}");
            }
            changed += usize::from(want > settled[order[0]] + 1e-4);
        }
    }
    assert!(changed >= 3, "{changed}");
}

/// A Gul bara bearoff against a checker that is borne off by any roll.
fn bearoff(points: &[(u8, u8)]) -> Position {
    let side = |points| Checkers::from_points(points).with_rest_off(15);
    let counters = BySide { on_roll: 3, opponent: 3 };
    Position::from_sides_unchecked(side(points), side(&[(1, 1)]))
        .with_turn_state(TurnState { counters, ..TurnState::default() })
}

/// True if the player on roll can win by the numbers before the opponent moves.
fn can_win(position: &Position, dice: Dice) -> bool {
    let game = Game::GUL_BARA;
    Plays::new(game).generate(position, dice).to_vec().iter().any(|result| {
        match game.after_play(dice, result) {
            AfterPlay::Over(end) => end.winner == Some(Side::Opponent),
            AfterPlay::GoesOn(next) => can_win(&next, dice),
            _ => false,
        }
    })
}

#[test]
fn bearoffs_that_end_at_once_are_exact() {
    let mut evaluator = make_evaluator(Game::GUL_BARA);
    for points in [&[(6, 4)][..], &[(6, 2), (5, 2)], &[(3, 5)], &[(6, 8)], &[(2, 2)]] {
        let position = bearoff(points);
        let chances = Dice::ALL.map(|dice| f64::from(u8::from(can_win(&position, dice))));
        let win: f64 =
            Dice::ALL.into_iter().zip(chances).map(|(dice, win)| dice.probability() * win).sum();
        let want = 2.0 * win as f32 - 1.0;
        let searched = evaluator.evaluate(&position, Depth::THREE).outcomes.equity();
        assert!((searched - want).abs() < 1e-4, "{points:?}: {searched}, not {want}");
        let number = if cfg!(debug_assertions) { 36 } else { 360 };
        let games = rollout::Settings { games: number, ..rollout::Settings::default() };
        let start = [Start::before_roll(position)];
        let rolled = roll_out(&evaluator, &start, &games, &mut |_| true)[0].equity;
        let allowed = 4.0 * rolled.standard_error + 1e-4;
        assert!((rolled.mean - want).abs() < allowed, "{points:?}: {rolled:?}, not {want}");
    }
}

#[test]
fn a_drawn_game_settles_at_once() {
    let game = Game::GYULBAR;
    let mut evaluator = make_evaluator(game);
    let side = |points: &[(u8, u8)]| Checkers::from_points(points).with_rest_off(15);
    // Neither 6 nor 5 can be played, for the hundredth time.
    let blocked = Position::from_sides_unchecked(side(&[(24, 15)]), side(&[(7, 8), (6, 7)]))
        .with_turn_state(TurnState { idle: 99, ..TurnState::default() });
    let dice = Dice::new(6, 5).unwrap();
    let results = Plays::new(game).generate(&blocked, dice).to_vec();
    let [result] = results[..] else { panic!("{results:?}") };
    let drawn = Outcomes::of_finished(game, &result).expect("a drawn game");
    assert_eq!(evaluator.settled(&result, drawn), drawn);
}

/// A play: a final equity, or the sign of the value of a state and its index.
type Leads = (f64, Option<usize>);

/// Exact equities of rolling positions by value iteration over all positions that can be reached.
/// Counts of rolls without a step are left out.
fn solve(game: Game, start: &Position) -> f64 {
    let plain = |position: &Position| {
        let state = TurnState { idle: 0, ..position.turn_state() };
        position.with_turn_state(state)
    };
    let start = plain(start);
    let mut index = HashMap::from([(start, 0)]);
    let mut states = vec![start];
    // For each state and roll, its probability and the plays.
    let mut plays: Vec<Vec<(f64, Vec<Leads>)>> = Vec::new();
    let mut generated = Plays::new(game);
    while let Some(position) = states.get(plays.len()).copied() {
        let mut rolls = Vec::new();
        for dice in Dice::ALL {
            let results = generated.generate(&position, dice).to_vec();
            let mut place = |next: Position| {
                let next = plain(&next);
                *index.entry(next).or_insert_with(|| {
                    states.push(next);
                    states.len() - 1
                })
            };
            let after = results.iter().map(|result| match game.after_play(dice, result) {
                AfterPlay::Over(end) => {
                    let won = end.winner == Some(Side::Opponent);
                    (f64::from(end.points) * if won { 1.0 } else { -1.0 }, None)
                }
                AfterPlay::GoesOn(next) => (1.0, Some(place(next))),
                AfterPlay::TurnPasses(next) => (-1.0, Some(place(next))),
                AfterPlay::TurnLimit => unreachable!("there is no limit"),
            });
            rolls.push((dice.probability(), after.collect()));
        }
        plays.push(rolls);
    }
    let mut values = vec![0.0; states.len()];
    for _ in 0..2000 {
        for state in 0..values.len() {
            let best = |after: &[Leads]| {
                let value = |&(sign, next): &Leads| sign * next.map_or(1.0, |next| values[next]);
                after.iter().map(value).fold(f64::NEG_INFINITY, f64::max)
            };
            values[state] = plays[state].iter().map(|(weight, after)| weight * best(after)).sum();
        }
    }
    values[0]
}

#[test]
fn rollouts_of_games_that_roll_again_are_exact() {
    let side = |points| Checkers::from_points(points).with_rest_off(15);
    for (game, own, opponent) in [
        (Game::GYULBAR, &[(2, 5)][..], &[(1, 2)][..]),
        (Game::CRAZY_GYULBAR, &[(5, 2), (6, 1)], &[(6, 2)]),
    ] {
        let position = Position::from_sides_unchecked(side(own), side(opponent));
        let want = solve(game, &position) as f32;
        assert!(want.abs() < 0.9, "{game}: {want}");
        let games = if cfg!(debug_assertions) { 180 } else { 1296 };
        let settings = rollout::Settings { games, ..Default::default() };
        let start = [Start::before_roll(position)];
        let rolled = roll_out(&make_evaluator(game), &start, &settings, &mut |_| true)[0].equity;
        let allowed = 4.0 * rolled.standard_error + 0.01;
        assert!((rolled.mean - want).abs() < allowed, "{game}: {rolled:?}, not {want}");
    }
}
