//! The rules of the games: one trait, and one zero-sized type for each rule book.
//!
//! [`Rules::step`] is the definition of a game: one checker moved by one number, or what stands in
//! the way. From it follow, the same for all games, the sequences of a turn, its distinct results,
//! how a play is written and read, and why one is illegal. A game that needs speed overrides
//! [`Rules::generate`]; the results that follow from the steps are then what it is tested against.

mod fevga;
mod hitting;
mod parallel;
mod rules;

pub use fevga::Fevga;
pub use hitting::Hitting;
#[cfg(test)]
use rules::distinct_results;
pub use rules::{
    CheckerMove, Family, GameEnd, Landing, OUTCOMES, Obstacle, Opening, PlaySoFar, Rules,
    usual_step,
};
pub(crate) use rules::{MOST_MOVES, Sequence, sequences, sequences_to};

/// Evaluates an expression with `$R` standing for the rules of a [`Game`](crate::Game).
macro_rules! with_rules {
    ($game:expr, $R:ident => $body:expr) => {
        match $game.family() {
            $crate::games::Family::Hitting => {
                type $R = $crate::games::Hitting;
                $body
            }
            $crate::games::Family::Fevga => {
                type $R = $crate::games::Fevga;
                $body
            }
        }
    };
}

pub(crate) use with_rules;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::Game,
        position::Position,
        testing::{Random, random_game},
    };
    use std::collections::BTreeSet;

    /// The results that follow from the steps, in both ways, and the game's own generator are the
    /// same.
    fn agree<R: Rules>(game: Game) {
        let mut random = Random::new(1);
        let games = [(); 20].map(|()| random_game(game, &mut random));
        for position in games.into_iter().flatten() {
            let dice = random.dice();
            let mut fast = Vec::new();
            R::generate(&position, dice, &mut fast);
            let mut slow = Vec::new();
            distinct_results::<R>(&position, dice, &mut slow);
            let by_sequence: BTreeSet<Position> = sequences::<R>(&position, dice)
                .into_iter()
                .map(|sequence| sequence.result)
                .collect();
            let sets = [fast, slow].map(|results| {
                let set: BTreeSet<Position> = results.iter().copied().collect();
                assert_eq!(set.len(), results.len(), "a play is made twice: {position} {dice}");
                set
            });
            assert_eq!(sets, [by_sequence.clone(), by_sequence], "{position} {dice}");
        }
    }

    /// Sequences to one result are those of all that lead there, in the same order.
    fn lead_there<R: Rules>(game: Game) {
        let mut random = Random::new(2);
        for position in random_game(game, &mut random) {
            let dice = random.dice();
            let all = sequences::<R>(&position, dice);
            let results: BTreeSet<Position> = all.iter().map(|sequence| sequence.result).collect();
            for result in results {
                let there = sequences_to::<R>(&position, dice, &result);
                let slow = all.iter().filter(|sequence| sequence.result == result);
                assert!(there.iter().eq(slow), "{position} {dice} {result}");
            }
        }
    }

    #[test]
    fn sequences_to_a_result_are_found_without_the_others() {
        lead_there::<Hitting>(Game::Backgammon);
        lead_there::<Hitting>(Game::Hypergammon);
        lead_there::<Fevga>(Game::Fevga);
    }

    #[test]
    fn what_is_generated_is_what_follows_from_the_steps() {
        agree::<Hitting>(Game::Backgammon);
        agree::<Hitting>(Game::Hypergammon);
        agree::<Fevga>(Game::Fevga);
    }
}
