//! Dutch backgammon (голландские нарды, հոլանդական նարդի).
//!
//! All fifteen checkers of both sides start on the bar, and must enter before any of them moves on.
//! A side may not hit before one of its checkers has come home; until then, single opposing
//! checkers close their points too. Everything else is as in portes.
//!
//! Some players allow hits only while a checker is home, and others have no such rule.

use super::{
    hitting::Hitting,
    results::distinct_results,
    rules::{
        CheckerMove, Family, GameEnd, OUTCOMES, Obstacle, Opening, PlaySoFar, Rules,
        first_to_bear_off, gammon_at_most, usual_step,
    },
    stages,
};
use crate::board::{
    BySide, Checkers, Dice, HOME, InvalidPosition, Position, Side, TurnState, View,
};

/// The rules of Dutch backgammon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dutch {
    /// Restriction on hits.
    pub hit_ban: HitBan,
}

/// Restriction on hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HitBan {
    /// No hits before a checker has come home.
    #[default]
    Ever,
    /// No hits while no checker is home or off.
    Now,
    /// No restriction.
    Off,
}

/// The points at home, and off.
const AT_HOME: u32 = (1 << (HOME + 1)) - 1;

/// True if a checker is home or off.
const fn is_home(side: Checkers) -> bool {
    side.occupied() & AT_HOME != 0
}

impl Dutch {
    /// True if the player on roll may hit.
    fn may_hit(self, turn: &PlaySoFar) -> bool {
        let came_home = || turn.start().turn_state().counters.on_roll > 0;
        self.hit_ban == HitBan::Off || is_home(turn.now().own()) || came_home()
    }
}

impl Rules for Dutch {
    const FAMILY: Family = Family::Hitting;
    const VIEW: View = View::Contrary;
    const OPENING: Opening = Opening::Reroll;
    const CUBE: bool = false;
    // A counter of a side is 1 if a checker has come home and none is there any more.
    const STAGES: bool = true;

    fn step(self, so_far: &PlaySoFar, from: u8, number: u8) -> Result<CheckerMove, Obstacle> {
        let step = usual_step::<Self>(so_far, from, number)?;
        if step.hits && !self.may_hit(so_far) { Err(Obstacle::MayNotHit) } else { Ok(step) }
    }

    fn finish(self, turn: &PlaySoFar) -> Position {
        let after = turn.now().swapped();
        // A game that is over has no state.
        if self.hit_ban != HitBan::Ever || after.opponent().all_off() {
            return after;
        }
        let before = turn.start().turn_state().counters;
        let counter = |came_home: bool, now: Checkers| u8::from(came_home && !is_home(now));
        let counters = BySide {
            on_roll: counter(
                before.opponent > 0 || is_home(turn.start().opponent()),
                turn.now().opponent(),
            ),
            opponent: counter(before.on_roll > 0, turn.now().own()),
        };
        after.with_turn_state(TurnState { counters, ..TurnState::default() })
    }

    fn check(self, position: &Position) -> Result<(), InvalidPosition> {
        let TurnState { counters, .. } = position.turn_state();
        let plain = TurnState { counters, ..TurnState::default() };
        let is_counter = |counter: u8, side: Checkers| {
            counter == 0 || counter == 1 && self.hit_ban == HitBan::Ever && !is_home(side)
        };
        let is_state = position.turn_state() == plain
            && is_counter(counters[Side::OnRoll], position.own())
            && is_counter(counters[Side::Opponent], position.opponent());
        if is_state { Ok(()) } else { Err(InvalidPosition::TurnState) }
    }

    fn end(self, position: &Position, _last: Option<Dice>) -> Option<GameEnd> {
        first_to_bear_off(position, gammon_at_most)
    }

    fn possible(self, position: &Position) -> [bool; OUTCOMES] {
        let [win, gammon, _, lose, loses_gammon, _] = Hitting.possible(position);
        [win, gammon, false, lose, loses_gammon, false]
    }

    /// Rolls without a hit are played as in backgammon, and so are all if hits are legal.
    fn generate(self, position: &Position, dice: Dice, results: &mut Vec<Position>) {
        let (first, bare) = (results.len(), position.bare());
        let turn = PlaySoFar::new(position, dice);
        Hitting.generate(&bare, dice, results);
        let hits = |result: &Position| result.own() != bare.opponent();
        let is_fast =
            results.len() > first && (self.may_hit(&turn) || !results[first..].iter().any(hits));
        if is_fast {
            for result in &mut results[first..] {
                *result = self.finish(&turn.ended(result.swapped(), 1));
            }
        } else {
            results.truncate(first);
            distinct_results(self, position, dice, results);
        }
    }

    fn generate_rolls(
        self,
        position: &Position,
        results: &mut Vec<Position>,
        ends: &mut Vec<usize>,
    ) {
        stages::generate_rolls(self, position, results, ends);
    }
}
