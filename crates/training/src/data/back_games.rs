//! Back games, which self-play rarely reaches: random positions, and a player who aims for one.

use rand::RngExt;
use sheshbesh_movegen::{BAR, Checkers, Game, HOME, POINTS, Position, random::GameRng};
use sheshbesh_network::Outcomes;

/// Maximum number of the defender's checkers on its anchors, and of those behind that a seeker
/// counts.
const MOST_BACK: u8 = 7;
/// Highest point of the attacker's checkers. Most of them are past the anchors.
const FARTHEST_ATTACKER: u8 = 15;
/// Highest point of the defender's other checkers.
const FARTHEST_DEFENDER: u8 = 13;

/// A random back game: one side holds two or three anchors in the other's home board and has little
/// else behind, and the other side brings its checkers home. Either side is on roll. Everything
/// else is random.
pub(crate) fn random(game: Game, rng: &mut GameRng) -> Position {
    let checkers = game.checkers();
    let mut defender = Checkers::NONE;
    // Anchors are points 1 to 6 of the attacker, its home board.
    let mut anchors = Vec::new();
    let wanted = if rng.random_bool(0.25) { 3 } else { 2 };
    while anchors.len() < wanted {
        let anchor = rng.random_range(1..=HOME);
        if !anchors.contains(&anchor) {
            anchors.push(anchor);
        }
    }
    for anchor in &anchors {
        defender = defender.with_unchecked(POINTS + 1 - anchor, 2);
    }
    let back = rng.random_range(2 * anchors.len() as u8..=MOST_BACK.max(2 * anchors.len() as u8));
    while defender.total() < back {
        let anchor = anchors[rng.random_range(0..anchors.len())];
        defender = defender.with_unchecked(POINTS + 1 - anchor, 1);
    }
    while defender.total() < checkers {
        // Two checkers make a point; a single one is a blot or a builder.
        let count = rng.random_range(1..=2).min(checkers - defender.total());
        defender = defender.with_unchecked(rng.random_range(1..=FARTHEST_DEFENDER), count);
    }
    let mut attacker = Checkers::NONE;
    while attacker.total() < checkers {
        let count = rng.random_range(1..=3).min(checkers - attacker.total());
        let index = rng.random_range(1..=FARTHEST_ATTACKER);
        if defender.on(POINTS + 1 - index) == 0 {
            attacker = attacker.with_unchecked(index, count);
        }
    }
    if rng.random_bool(0.5) {
        Position::from_sides_unchecked(defender, attacker)
    } else {
        Position::from_sides_unchecked(attacker, defender)
    }
}

/// Mask of the opponent's home board.
const OPPOSING_HOME: u32 = ((1 << HOME) - 1) << (POINTS - HOME + 1);

/// Mask of all points short of the opponent's home board.
const SHORT_OF_HOME: u32 = ((1 << (POINTS - HOME)) - 1) << 1;
/// Maximum number of blots that a seeker counts.
const MOST_BLOTS: u32 = 4;

/// A player who aims for a back game. It adds a bonus to the equity of a play for each checker in
/// the opponent's home board or on the bar, the same for each exposed blot, and twice as much for
/// an anchor. Unlike random back games, those that it reaches have the timing of real games.
pub(crate) struct Seeker {
    /// Bonus for a checker behind, in points.
    fondness: f32,
    /// True if the seeker plays the first turn.
    begins: bool,
}

impl Seeker {
    /// Creates a seeker with a random bonus and a random side.
    pub(crate) fn random(rng: &mut GameRng) -> Self {
        Self { fondness: rng.random_range(0.03..0.3), begins: rng.random_bool(0.5) }
    }

    /// True if it is the seeker's turn and the seeker has two anchors.
    pub(crate) fn is_there(&self, turn: usize, checkers: Checkers) -> bool {
        self.has_turn(turn) && anchors(checkers) >= 2
    }

    /// True if it is the seeker's turn.
    pub(crate) fn has_turn(&self, turn: usize) -> bool {
        turn.is_multiple_of(2) == self.begins
    }

    /// Index of the play with the highest equity including bonuses. Positions and outcomes are from
    /// the opponent's view.
    pub(crate) fn choose(&self, results: &[Position], outcomes: &[Outcomes]) -> usize {
        let liking = |(position, outcomes): (&Position, &Outcomes)| {
            let checkers = position.opponent();
            let behind: u8 = (POINTS - HOME + 1..=BAR).map(|index| checkers.on(index)).sum();
            // Blots that the opponent can reach, short of the opponent's home board.
            let within_reach = SHORT_OF_HOME & !0 << (BAR - position.own().rearmost());
            let blots = checkers.occupied() & !checkers.made() & within_reach;
            let wishes = u32::from(behind.min(MOST_BACK))
                + 2 * anchors(checkers).min(2)
                + blots.count_ones().min(MOST_BLOTS);
            self.fondness * wishes as f32 - outcomes.equity()
        };
        let likings = results.iter().zip(outcomes).map(liking).enumerate();
        likings.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))).expect("a result").0
    }
}

fn anchors(checkers: Checkers) -> u32 {
    (checkers.made() & OPPOSING_HOME).count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::{Class, random::game_rng};

    #[test]
    fn they_are_valid_and_have_contact() {
        for game in 0..2000 {
            let position = random(Game::Backgammon, &mut game_rng(1, game));
            let [own, opponent] = [position.own(), position.opponent()]
                .map(|side| std::array::from_fn(|index| side.on(index as u8)));
            let valid = Game::Backgammon.position(&own, &opponent);
            assert_eq!(valid, Ok(position));
            assert_eq!(Game::Backgammon.class(&position), Class::Contact);
        }
    }

    #[test]
    fn seekers_like_checkers_behind_anchors_and_blots() {
        let opponent = Checkers::from_points(&[(24, 2), (6, 13)]);
        let own = Checkers::from_points(&[(6, 5), (8, 3), (13, 4)]);
        let after = |own: Checkers| Position::from_sides_unchecked(opponent, own);
        let results = [
            after(own.with_unchecked(24, 2).with_unchecked(12, 1)),
            after(own.with_unchecked(24, 1).with_unchecked(22, 1).with_unchecked(13, 1)),
            after(own.with_unchecked(24, 3)),
            after(own.with_unchecked(24, 1).with_unchecked(7, 1).with_unchecked(12, 1)),
        ];
        let even = [Outcomes([0.5, 0.0, 0.0, 0.5, 0.0, 0.0]); 4];
        let seeker = Seeker { fondness: 0.1, begins: true };
        // Two checkers behind, an anchor and a blot count five; two behind count two; three and an
        // anchor count five; one and two blots count three. Of equal plays the first is chosen.
        assert_eq!(seeker.choose(&results, &even), 0);
        let mut worse = even;
        worse[0] = Outcomes([0.6, 0.0, 0.0, 0.4, 0.0, 0.0]);
        assert_eq!(seeker.choose(&results, &worse), 2);
        worse[2] = Outcomes([0.7, 0.1, 0.0, 0.2, 0.0, 0.0]);
        worse[1] = Outcomes([0.3, 0.0, 0.0, 0.7, 0.0, 0.0]);
        assert_eq!(seeker.choose(&results, &worse), 1);

        let two_anchors = own.with_unchecked(24, 2).with_unchecked(21, 2);
        assert!(seeker.has_turn(0) && !seeker.has_turn(1));
        assert!(seeker.is_there(2, two_anchors) && !seeker.is_there(1, two_anchors));
        assert!(!seeker.is_there(2, own.with_unchecked(24, 2)));
    }
}
