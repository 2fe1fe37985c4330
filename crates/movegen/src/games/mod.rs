//! The rules of the games: one trait, and one type for each rule book.
//!
//! [`Rules::step`] defines a game: it moves one checker by one number, or returns the obstacle.
//! Everything else follows from it in the same way for all games: the sequences of a turn, its
//! distinct results, the notation of plays, and the reason why a play is illegal. A game that needs
//! speed has its own [`Rules::generate`], which is tested against the results of the steps.

mod early;
mod fevga;
mod hitting;
mod irish;
mod long_nardi;
mod misere;
mod old_english;
mod parallel;
mod plakoto;
mod portes;
mod results;
mod rules;
mod sequences;

pub use early::Early;
pub use fevga::{ClosedQuarter, Fevga};
pub use hitting::Hitting;
pub use irish::Irish;
pub use long_nardi::{Head, LongNardi, Row, RowAt};
pub use misere::Misere;
pub use old_english::OldEnglish;
pub use plakoto::{Mother, Plakoto};
pub use portes::{HitAndRun, Portes};
#[cfg(test)]
use results::distinct_results;
pub(crate) use rules::MOST_MOVES;
pub use rules::{
    CheckerMove, Family, GameEnd, Numbers, OUTCOMES, Obstacle, Opening, PlaySoFar, Rules,
    usual_step,
};
pub(crate) use sequences::{Sequence, sequences, sequences_to};

/// Evaluates an expression with `$rules` bound to the rule book of a [`Game`](crate::Game), whose
/// type differs from game to game.
macro_rules! with_rules {
    ($game:expr, $rules:ident => $body:expr) => {
        match $game {
            $crate::Game::Backgammon
            | $crate::Game::Nackgammon
            | $crate::Game::LongGammon
            | $crate::Game::Hypergammon
            | $crate::Game::Snake => {
                let $rules = $crate::games::Hitting;
                $body
            }
            $crate::Game::Portes($rules) | $crate::Game::Tavla($rules) => $body,
            $crate::Game::OldEnglish($rules) => $body,
            $crate::Game::Misere => {
                let $rules = $crate::games::Misere;
                $body
            }
            $crate::Game::Irish => {
                let $rules = $crate::games::Irish;
                $body
            }
            $crate::Game::Early($rules) => $body,
            $crate::Game::Plakoto($rules) | $crate::Game::Tapa($rules) => $body,
            $crate::Game::Fevga($rules) => $body,
            $crate::Game::LongNardi($rules) | $crate::Game::Nard($rules) => $body,
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
        testing::{Random, every_form, random_game},
    };
    use std::collections::BTreeSet;

    /// Checks that the game's own generator, the distinct results of the steps, and the sequences
    /// agree.
    fn agree(game: Game) {
        let mut random = Random::new(1);
        // Test games with a generator of their own more thoroughly.
        let is_fast = matches!(game.usual(), Game::Backgammon | Game::PLAKOTO | Game::TAPA);
        let games = if is_fast { 20 } else { 1 };
        let games = (0..games).map(|_| random_game(game, &mut random));
        for position in games.collect::<Vec<_>>().into_iter().flatten() {
            let dice = random.dice();
            let mut fast = Vec::new();
            let mut slow = Vec::new();
            let all = with_rules!(game, rules => {
                rules.generate(&position, dice, &mut fast);
                distinct_results(rules, &position, dice, &mut slow);
                sequences(rules, &position, dice)
            });
            let by_sequence: BTreeSet<Position> =
                all.into_iter().map(|sequence| sequence.result).collect();
            let sets = [fast, slow].map(|results| {
                let set: BTreeSet<Position> = results.iter().copied().collect();
                assert_eq!(set.len(), results.len(), "a play is made twice: {position} {dice}");
                set
            });
            assert_eq!(sets, [by_sequence.clone(), by_sequence], "{game} {position} {dice}");
        }
    }

    /// Checks that the sequences to a result are those of all sequences that lead to it, in the
    /// same order.
    fn lead_there(game: Game) {
        let mut random = Random::new(2);
        for position in random_game(game, &mut random).into_iter().step_by(3) {
            let dice = random.dice();
            with_rules!(game, rules => {
                let all = sequences(rules, &position, dice);
                let results: BTreeSet<Position> =
                    all.iter().map(|sequence| sequence.result).collect();
                for result in results {
                    let there = sequences_to(rules, &position, dice, &result);
                    let slow = all.iter().filter(|sequence| sequence.result == result);
                    assert!(there.iter().eq(slow), "{game} {position} {dice} {result}");
                }
            });
        }
    }

    #[test]
    fn sequences_to_a_result_are_found_without_the_others() {
        every_form().for_each(lead_there);
    }

    #[test]
    fn what_is_generated_is_what_follows_from_the_steps() {
        every_form().for_each(agree);
    }
}
