//! The states of a game at a match score: who owns the cube, and at which level.

use std::collections::BTreeMap;

/// Points that the player who is ahead or level needs, those that the other needs, and true after
/// the Crawford game.
pub type Score = (u16, u16, bool);

/// Solved scores, with the leader's match winning chance.
pub type Scores = BTreeMap<Score, f32>;

/// Scores of matches of up to `length` points. A game leads to earlier ones.
pub(super) fn scores(length: u16) -> impl Iterator<Item = Score> {
    let after = (2..=length).map(|away| (1, away, true));
    let before = (1..=length)
        .flat_map(move |leader| (leader + 1..=length).map(move |away| (leader, away, false)));
    after.chain(before)
}

/// Match winning chance of a player who needs `own` more points against one who needs `other`;
/// `None` if it is not known. `over` is true after the Crawford game, and matters at one point.
pub(super) fn chance(known: &Scores, own: u16, other: u16, over: bool) -> Option<f32> {
    match (own, other) {
        (0, _) => Some(1.0),
        (_, 0) => Some(0.0),
        _ if own == other => Some(0.5),
        _ if own < other => known.get(&(own, other, over && own == 1)).copied(),
        _ => known.get(&(other, own, over && other == 1)).map(|chance| 1.0 - chance),
    }
}

/// A game at a score, with the scores that are known. Players are 0, the leader, and 1.
pub(super) struct MatchGame<'a> {
    away: [u16; 2],
    crawford: bool,
    known: &'a Scores,
}

/// Level of the cube, the logarithm of its value, and its owner.
pub(super) type CubeState = (u8, Owner);

/// Owner of the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Centred,
    Player(usize),
    /// Nobody gains by turning the cube, whoever owns it.
    Dead,
}

/// A state of the cube, and what each player may do about it.
pub(super) struct State {
    pub(super) level: u8,
    /// Each player's turn of the cube; `None` if the player may not turn it or never gains by it.
    pub(super) turns: [Option<Turn>; 2],
}

/// A turn of the cube.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    /// Match winning chance after a pass.
    pub(super) pass: f32,
    /// Index of the state after a take.
    pub(super) taken: usize,
}

impl<'a> MatchGame<'a> {
    pub(super) fn new((leader, trailer, over): Score, known: &'a Scores) -> Self {
        Self { away: [leader, trailer], crawford: leader == 1 && !over, known }
    }

    /// True if all scores are known that the game may lead to.
    pub(super) fn is_ready(&self) -> bool {
        let known = |winner: usize| {
            let mut points = 1..u32::from(self.away[winner]);
            points.all(|points| self.find(winner, winner, points).is_some())
        };
        [0, 1].into_iter().all(known)
    }

    /// Match winning chance of `player` if `winner` wins a number of points.
    ///
    /// # Panics
    /// If the score is not known.
    pub(super) fn after(&self, player: usize, winner: usize, points: u32) -> f32 {
        self.find(player, winner, points).expect("a score that the game leads to is solved")
    }

    fn find(&self, player: usize, winner: usize, points: u32) -> Option<f32> {
        let mut away = self.away.map(u32::from);
        away[winner] = away[winner].saturating_sub(points);
        // The next game comes after the Crawford game.
        let over = self.away.contains(&1);
        chance(self.known, away[player] as u16, away[1 - player] as u16, over)
    }

    /// All states that can arise. The last is the centred cube at the start; a take leads to an
    /// earlier one.
    pub(super) fn states(&self) -> Vec<State> {
        let mut states = Vec::new();
        self.add((0, Owner::Centred), &mut Vec::new(), &mut states);
        states
    }

    /// Adds a state and those that takes lead to, and returns its index. `cubes` are the states so
    /// far.
    fn add(&self, cube: CubeState, cubes: &mut Vec<CubeState>, states: &mut Vec<State>) -> usize {
        let is_live = [0, 1].into_iter().any(|player| self.may_turn(player, cube));
        let cube = (cube.0, if is_live { cube.1 } else { Owner::Dead });
        if let Some(index) = cubes.iter().position(|other| *other == cube) {
            return index;
        }
        let (level, _) = cube;
        let turns = [0, 1].map(|player| {
            self.may_turn(player, cube).then(|| Turn {
                pass: self.after(player, player, 1 << level),
                taken: self.add((level + 1, Owner::Player(1 - player)), cubes, states),
            })
        });
        cubes.push(cube);
        states.push(State { level, turns });
        states.len() - 1
    }

    /// True if a player may turn the cube and can gain by it.
    fn may_turn(&self, player: usize, (level, owner): CubeState) -> bool {
        !self.crawford
            && (owner == Owner::Centred || owner == Owner::Player(player))
            && u32::from(self.away[player]) > 1 << level
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_known(length: u16) -> Scores {
        scores(length).map(|score| (score, 0.6)).collect()
    }

    #[test]
    fn states_are_those_in_which_a_turn_helps() {
        let known = all_known(64);
        let count = |score: Score| MatchGame::new(score, &known).states().len();
        assert_eq!(count((1, 5, false)), 1, "no cube in the Crawford game");
        assert_eq!(count((1, 5, true)), 2, "the trailer turns the cube, and then it is dead");
        // On 1, 2 for either player, and then 4 and dead.
        assert_eq!(count((3, 4, false)), 4);
        assert_eq!(count((5, 7, false)), 6);
        assert_eq!(count((15, 16, false)), 8);
        assert_eq!(count((63, 64, false)), 12);
        // Passes of the leader at 5 away against 7 win 1, 2 and 4 points.
        let mut known = all_known(7);
        known.extend([((4, 7, false), 0.7), ((3, 7, false), 0.8), ((1, 7, false), 0.95)]);
        let states = MatchGame::new((5, 7, false), &known).states();
        for (level, pass) in [(0, 0.7), (1, 0.8), (2, 0.95)] {
            let passes = states.iter().filter(|state| state.level == level);
            let passes: Vec<f32> = passes.filter_map(|state| Some(state.turns[0]?.pass)).collect();
            assert_eq!(passes, [pass], "level {level}");
        }
    }

    #[test]
    fn takes_lead_to_earlier_states() {
        let known = all_known(20);
        for score in scores(20) {
            let states = MatchGame::new(score, &known).states();
            for (index, state) in states.iter().enumerate() {
                for turn in state.turns.iter().flatten() {
                    assert!(turn.taken < index);
                    assert_eq!(states[turn.taken].level, state.level + 1);
                }
            }
        }
    }

    #[test]
    fn scores_are_ready_once_a_game_leads_to_known_ones() {
        let mut known = Scores::new();
        assert!(MatchGame::new((1, 2, true), &known).is_ready());
        assert!(!MatchGame::new((1, 3, false), &known).is_ready());
        // In the order of all scores, each is ready when it comes.
        for score in scores(9) {
            assert!(MatchGame::new(score, &known).is_ready(), "{score:?}");
            known.insert(score, 0.6);
        }
    }
}
