//! Many games in lock step: each ply is played in all games before the next.
//!
//! Games share much: all begin with the same position, and after one roll there are at most 21
//! positions, or 56 with three dice. In a money game the cube does not change the plays either, so games with and without
//! a double differ in their values only. Each position is therefore searched once a ply, however
//! many games have reached it. Results equal those of [`SelfPlay::game`].

use super::{
    dice::GameDice,
    game::{GameInProgress, Sample, SelfPlay, Turn},
    settings::{Settings, Start},
};
use crate::{
    cube::{CubeState, NodeValue, RootSide},
    search::Search,
    stop::Stopped,
};
use sheshbesh_movegen::{Dice, Position};
use sheshbesh_parallel::{ObjectPool, threads};
use std::collections::HashMap;

/// A game with its dice.
struct NumberedGame {
    /// Index of its start.
    start: usize,
    number: u64,
    game: GameInProgress,
    dice: GameDice,
}

/// Games with the same position and cube level.
struct Group {
    position: Position,
    on_roll: RootSide,
    level: u8,
    /// Indices of the games.
    members: Vec<usize>,
}

/// Groups the games by position and cube level, in the order of their first games.
fn group(games: &[NumberedGame]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut known = HashMap::new();
    for (index, NumberedGame { game, .. }) in games.iter().enumerate() {
        let GameInProgress { position, on_roll, ref state, .. } = *game;
        let level = state.level();
        let group = *known.entry((position, on_roll, level)).or_insert_with(|| {
            groups.push(Group { position, on_roll, level, members: Vec::new() });
            groups.len() - 1
        });
        groups[group].members.push(index);
    }
    groups
}

/// Evaluation of a group before the roll.
enum Before {
    /// The games end.
    Ended(Box<NodeValue>),
    /// The games continue, each after its cube decisions.
    Goes(Vec<Turn>),
}

/// The players of all threads.
struct Players<'a> {
    search: &'a Search,
    parallel: bool,
    pool: ObjectPool<SelfPlay>,
}

impl Players<'_> {
    /// Runs a task for each group; returns the results in the order of the groups.
    fn for_each<T: Send>(
        &self,
        groups: &[Group],
        task: impl Fn(&mut SelfPlay, &Group) -> Result<T, Stopped> + Sync,
    ) -> Result<Vec<T>, Stopped> {
        let run = |index: usize| {
            let player = || Ok(SelfPlay::new(self.search.clone()));
            self.pool.lend(player, |player| task(player, &groups[index]))
        };
        if self.parallel {
            threads::map_each(groups.len(), run).into_iter().collect()
        } else {
            (0..groups.len()).map(run).collect()
        }
    }
}

/// Plays `settings.games` games from each start, with the cube in a state. Game numbers have the
/// same dice for all starts. Returns the results of the games of each start, in order.
///
/// # Errors
/// Returns an error if the search is stopped.
pub(crate) fn play_in_step(
    search: &Search,
    starts: &[(Start, CubeState)],
    settings: &Settings,
) -> Result<Vec<Vec<Sample>>, Stopped> {
    // A game is searched by one thread.
    let parallel = search.settings().parallel;
    let alone = crate::search::Settings { parallel: false, ..search.settings().clone() };
    let search = search.with_settings(alone);
    let players = Players { search: &search, parallel, pool: ObjectPool::default() };
    let mut games: Vec<NumberedGame> = Vec::new();
    for (start, &(position, state)) in starts.iter().enumerate() {
        games.extend((0..settings.games).map(|number| NumberedGame {
            start,
            number,
            game: GameInProgress::new(position, state),
            dice: GameDice::new(search.game(), settings, number),
        }));
    }
    let no_result = vec![Sample::default(); settings.games as usize];
    let mut results = vec![no_result; starts.len()];
    let mut ply = 0;
    while !games.is_empty() {
        let groups = group(&games);
        let before = players.for_each(&groups, |player, group| {
            let &Group { ref position, on_roll, level, .. } = group;
            if let Some(node) = player.end(position, on_roll, level, ply, settings)? {
                return Ok(Before::Ended(Box::new(node)));
            }
            let members = group.members.iter().map(|&member| &games[member].game);
            Ok(Before::Goes(decide_cubes(player, group, members, ply)))
        })?;
        let mut is_over = vec![false; games.len()];
        for (group, before) in groups.iter().zip(before) {
            match before {
                Before::Ended(node) => {
                    for &member in &group.members {
                        let NumberedGame { start, number, game, .. } = &games[member];
                        results[*start][*number as usize] = game.result(search.stakes(), &node);
                        is_over[member] = true;
                    }
                }
                Before::Goes(turns) => {
                    for (&member, turn) in group.members.iter().zip(turns) {
                        games[member].game.turn(turn);
                    }
                }
            }
        }
        let mut over = is_over.iter();
        games.retain(|_| !over.next().is_some_and(|over| *over));
        // In a match, cube decisions change the level.
        let groups = group(&games);
        let rolls: Vec<Dice> = games.iter_mut().map(|game| game.dice.roll(ply)).collect();
        let played = players.for_each(&groups, |player, group| {
            play_rolls(player, group, &games, &rolls, settings)
        })?;
        for (group, played) in groups.iter().zip(played) {
            for (&member, (luck, result)) in group.members.iter().zip(played) {
                let game = &mut games[member].game;
                game.add_luck(luck);
                game.play(result);
            }
        }
        ply += 1;
    }
    Ok(results)
}

/// Cube decisions in the games of a group.
fn decide_cubes<'a>(
    player: &mut SelfPlay,
    group: &Group,
    members: impl Iterator<Item = &'a GameInProgress>,
    ply: u32,
) -> Vec<Turn> {
    let on_roll = group.on_roll;
    let mut values = None;
    let turns = members.map(|game| {
        if !game.may_double(ply) || !player.search.stakes().may_turn(game.state, on_roll) {
            return Turn::None;
        }
        let values = values.get_or_insert_with(|| player.values_to_roll(&group.position, on_roll));
        player.decide(values, on_roll, game.state)
    });
    turns.collect()
}

/// Luck and result of the roll of each game of a group.
fn play_rolls(
    player: &mut SelfPlay,
    group: &Group,
    games: &[NumberedGame],
    rolls: &[Dice],
    settings: &Settings,
) -> Result<Vec<(Sample, Position)>, Stopped> {
    let &Group { ref position, on_roll, level, .. } = group;
    if settings.variance_reduction {
        player.measure_luck(position, on_roll, level);
    }
    let mut best = vec![None; player.search.game().rolls().len()];
    let members = group.members.iter().map(|&member| {
        let dice = rolls[member];
        let luck = if settings.variance_reduction {
            player.luck(dice, on_roll, games[member].game.state)
        } else {
            Sample::default()
        };
        let known = &mut best[dice.index()];
        let result = match *known {
            Some(result) => result,
            None => player.best_result(position, dice, on_roll, level, settings)?,
        };
        *known = Some(result);
        Ok((luck, result))
    });
    members.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evaluator, test_positions};
    use sheshbesh_movegen::{BySide, Game, Situation, Stakes};

    /// Situations of all kinds of stakes, each with positions that it is played in.
    fn evaluators() -> Vec<Evaluator> {
        let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
        let jacoby = Situation { stakes: Stakes::Money { jacoby: true, beavers: true }, ..start };
        let mut in_match =
            Situation { stakes: Stakes::Match { length: 5, crawford: false }, ..start };
        in_match.score = BySide { on_roll: 1, opponent: 2 };
        let evaluator = Evaluator::new(sheshbesh_weights::shipped(), crate::Settings::default());
        let with = |situation| {
            let mut evaluator = evaluator.clone();
            evaluator.set_stakes(situation).unwrap();
            evaluator
        };
        [&start, &jacoby, &in_match].map(with).into()
    }

    fn positions() -> impl Iterator<Item = Position> + Clone {
        let goes_on = |p: &Position| Game::Backgammon.end(p, None).is_none();
        test_positions(6).into_iter().filter(goes_on).step_by(67)
    }

    /// The games one by one.
    fn play_alone(
        search: &Search,
        starts: &[(Start, CubeState)],
        settings: &Settings,
    ) -> Vec<Vec<Sample>> {
        let mut player = SelfPlay::new(search.clone());
        let mut play = |&(start, state): &(Start, CubeState)| -> Vec<Sample> {
            let games = 0..settings.games;
            games.map(|number| player.game(start, state, settings, number).unwrap()).collect()
        };
        starts.iter().map(&mut play).collect()
    }

    #[test]
    fn games_in_step_equal_games_one_by_one() {
        let short = Settings { games: 12, truncate: Some(3), ..Settings::default() };
        let variants = [
            short,
            Settings { stratified: false, variance_reduction: false, seed: 9, ..short },
            // Games that are not truncated end at different plies.
            Settings { games: 1, truncate: None, ..short },
        ];
        let (mut doubled, mut all) = (0, positions().cycle());
        for evaluator in evaluators() {
            let search = &evaluator.search;
            for (position, settings) in all.by_ref().zip(&variants) {
                let centred = search.stakes().state(settings.cube_turns);
                let turned = search.stakes().turned(centred, RootSide::A);
                let starts = [
                    (Start::before_roll(position), centred),
                    (Start::before_roll(position), turned),
                    (Start::after_play(position), centred),
                ];
                let want = play_alone(search, &starts, settings);
                let in_step = play_in_step(search, &starts, settings).unwrap();
                assert_eq!(in_step, want, "{}", position.gnu_id());
                doubled += usize::from(want[0] != want[1]);
            }
        }
        assert!(doubled > 3, "a turned cube makes a difference in {doubled} of 9 positions");
    }

    #[test]
    fn threads_change_nothing() {
        let settings = Settings { games: 36, truncate: Some(2), ..Settings::default() };
        let evaluator = evaluators().pop().unwrap();
        let position = positions().next().unwrap();
        let state = evaluator.stakes().state(4);
        let starts = [Start::before_roll(position), Start::after_play(position)];
        let starts = starts.map(|start| (start, state));
        let on = |threads: usize| {
            let parallel = threads > 1;
            let with = crate::Settings { parallel, ..evaluator.settings().clone() };
            let search = evaluator.with_settings(with).search;
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| play_in_step(&search, &starts, &settings).unwrap())
        };
        assert_eq!(on(1), on(2));
    }

    /// Two plays to the same position have the same games.
    #[test]
    fn starts_share_their_dice() {
        let settings = Settings { games: 36, truncate: Some(2), ..Settings::default() };
        let evaluator = evaluators().pop().unwrap();
        let state = evaluator.stakes().state(4);
        let [first, second] = [0, 1].map(|n| positions().nth(n).unwrap());
        let starts = [first, second, first].map(|position| (Start::after_play(position), state));
        let played = play_in_step(&evaluator.search, &starts, &settings).unwrap();
        assert_eq!(played[0], played[2]);
        assert_ne!(played[0], played[1]);
    }

    #[test]
    fn games_that_are_truncated_after_their_end_are_whole_games() {
        let evaluator = evaluators().pop().unwrap();
        let search = &evaluator.search;
        let race = Position::from_gnu_id("u9twAADbbTwAAA", Game::Backgammon).unwrap();
        let starts = [(Start::before_roll(race), search.stakes().state(4))];
        let games = |truncate| {
            let settings = Settings { games: 8, truncate, ..Settings::default() };
            play_in_step(search, &starts, &settings).unwrap()
        };
        assert_eq!(games(Some(1000)), games(None));
        assert_ne!(games(Some(2)), games(None));
    }

    #[test]
    fn a_stopped_rollout_is_an_error() {
        let stopped = crate::Stop::when(|| true);
        let evaluator = evaluators().pop().unwrap();
        let settings = crate::Settings { stop: stopped, ..evaluator.settings().clone() };
        let search = evaluator.with_settings(settings).search;
        let starts = [(Start::before_roll(Game::Backgammon.start()), search.stakes().state(4))];
        let short = Settings { games: 36, truncate: Some(2), ..Settings::default() };
        assert_eq!(play_in_step(&search, &starts, &short), Err(Stopped));
    }
}
