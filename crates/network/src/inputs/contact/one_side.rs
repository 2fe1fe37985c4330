//! Checkers of one side in games with hits.

use crate::inputs::{board::BOARD, shots::Hits};
use sheshbesh_movegen::{BAR, Checkers, OFF};

/// Checkers of one side, in the form that features are computed from.
pub(super) struct OneSide {
    pub(super) counts: [u8; 32],
    /// Points and bar with a checker.
    pub(super) occupied: u32,
    /// Points with two or more checkers.
    pub(super) made: u32,
    /// The rearmost index with a checker; 0 if there is none.
    pub(super) rearmost: u32,
}

impl OneSide {
    #[inline(always)]
    pub(super) fn new(checkers: Checkers) -> Self {
        Self {
            counts: checkers.counts(),
            occupied: checkers.occupied() & !(1 << OFF),
            made: checkers.made() & BOARD,
            rearmost: u32::from(checkers.rearmost()),
        }
    }

    /// Returns the points with a single checker.
    #[inline(always)]
    pub(super) fn blots(&self) -> u32 {
        self.occupied & !self.made & BOARD
    }

    /// Returns the number of checkers on an index.
    #[inline(always)]
    pub(super) fn on(&self, index: u8) -> u8 {
        self.counts[index as usize]
    }

    /// Computes the hits of the other side on this side.
    #[inline(always)]
    pub(super) fn hits_by(&self, other: &Self) -> Hits {
        Hits::new(self.blots(), !self.made, other.occupied, other.on(BAR))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_positions;
    use sheshbesh_movegen::{Class, Dice, Game, Plays, Position};

    /// Counts the rolls with a legal play of the player on roll that hits, by generating all plays.
    fn rolls_that_hit(position: &Position) -> f32 {
        let mut plays = Plays::new(Game::Backgammon);
        let on_bar = position.opponent().on(BAR);
        let hits = |result: &Position| result.own().on(BAR) > on_bar;
        let rolls =
            Dice::ALL.iter().filter(|&&dice| plays.generate(position, dice).iter().any(hits));
        rolls.map(|dice| dice.weight() as f32).sum()
    }

    /// Masks ignore the rule that both numbers must be played if possible, so a few positions
    /// differ.
    #[test]
    fn shots_agree_with_legal_plays() {
        let (mut positions, mut different) = (0, 0);
        for position in test_positions(200) {
            let (own, opponent) = (OneSide::new(position.own()), OneSide::new(position.opponent()));
            if Game::Backgammon.class(&position) != Class::Contact || own.on(BAR) > 1 {
                continue;
            }
            let counted = opponent.hits_by(&own).shots().any;
            let legal = rolls_that_hit(&position);
            positions += 1;
            different += i32::from(counted != legal);
            assert!((counted - legal).abs() <= 12.0, "{counted} but {legal}: {position:?}");
        }
        assert!(positions > 2000);
        assert!(different * 50 < positions, "{different} of {positions} differ");
    }

    #[test]
    fn known_shots() {
        // A blot six pips in front of one opposing checker: 11 rolls with a six, 5-1 and 4-2 twice
        // each, 3-3, and 2-2 with three moves: 17 of the 36 rolls.
        let blot = OneSide::new(Checkers::from_points(&[(7, 1)]));
        let hitter = OneSide::new(Checkers::from_points(&[(BAR - 1, 1)]));
        let hits = blot.hits_by(&hitter);
        assert_eq!(hits.shots().any, 17.0);
        assert_eq!(hits.shots().pips, 17.0 * 18.0);
        assert_eq!((hits.of_blot(7), hits.of_blot(8)), (17.0, 0.0));
        // Two pips in front: 11 rolls with a two, and 1-1: 12 rolls.
        let near = OneSide::new(Checkers::from_points(&[(3, 1)]));
        assert_eq!(near.hits_by(&hitter).shots().any, 12.0);
    }
}
