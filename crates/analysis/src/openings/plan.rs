//! Questions of an opening book, in their order.

use super::{FirstPlay, Opening, OpeningQuestion, OpeningScore};
use sheshbesh_movegen::{Dice, Game, Opening as OpeningRule};

/// Questions about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The game.
    pub game: Game,
    /// Scores, from the view of the player whose roll it is.
    pub scores: Vec<OpeningScore>,
    /// True to add the replies to the best first plays.
    pub replies: bool,
}

/// Largest loss of a first play whose replies are asked, in points.
const REPLIED_LOSS: f32 = 0.01;
/// Most first plays of a roll whose replies are asked.
const MOST_REPLIED: usize = 2;

impl Plan {
    /// First rolls of a game: no doubles if each player throws one die and the winner plays both.
    pub fn first_rolls(game: Game) -> Vec<Dice> {
        let doubles = game.opening() == OpeningRule::Reroll;
        game.rolls().iter().copied().filter(|dice| doubles || !dice.is_double()).collect()
    }

    /// Questions in their order: all first rolls of either side that may begin, then the replies as
    /// far as the first rolls have been answered, in uneven games to the side of [`Game::start`].
    /// `done` has the answers so far.
    pub fn questions(&self, done: &[Opening]) -> Vec<OpeningQuestion> {
        let mut questions = Vec::new();
        for score in self.first_scores() {
            for &other_side in if self.game.is_uneven() { &[false, true][..] } else { &[false] } {
                let first = Self::first_rolls(self.game).into_iter();
                questions.extend(first.map(|dice| OpeningQuestion {
                    score,
                    after: None,
                    other_side,
                    roll: dice.to_string(),
                }));
            }
        }
        if !self.replies || done.len() < questions.len() {
            return questions;
        }
        let first_plays = &done[..questions.len()];
        for &score in &self.scores {
            let asked = first_plays.iter().filter(|Opening { question, .. }| {
                question.score == score.opposite() && !question.other_side
            });
            for first in asked {
                let roll = &first.question.roll;
                let close = first.plays.iter().filter(|play| play.behind <= REPLIED_LOSS);
                for play in close.take(MOST_REPLIED) {
                    let after = FirstPlay { roll: roll.clone(), play: play.play.clone() };
                    questions.extend(self.game.rolls().iter().map(|dice| OpeningQuestion {
                        score,
                        after: Some(after.clone()),
                        other_side: false,
                        roll: dice.to_string(),
                    }));
                }
            }
        }
        questions
    }

    /// Scores at which first rolls are asked: also those of the opponent, whose first plays are
    /// replied to.
    fn first_scores(&self) -> Vec<OpeningScore> {
        let is_asked = |score: &OpeningScore| {
            self.scores.contains(score) || self.replies && self.scores.contains(&score.opposite())
        };
        OpeningScore::ALL.into_iter().filter(is_asked).collect()
    }

    /// The next question; `None` if all are answered, or if the answers are not those of this plan.
    pub fn next(&self, done: &[Opening]) -> Option<OpeningQuestion> {
        self.questions(done).into_iter().nth(done.len())
    }

    /// True if the answers so far are those of this plan, in their order.
    pub fn begins_with(&self, done: &[Opening]) -> bool {
        let questions = self.questions(done);
        done.len() <= questions.len()
            && questions.iter().zip(done).all(|(question, done)| *question == done.question)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::OpeningPlay;

    /// Answers a question with made-up plays.
    fn answer(question: &OpeningQuestion, plays: &[(&str, f32)]) -> Opening {
        let play = |&(play, behind): &(&str, f32)| OpeningPlay {
            play: play.to_owned(),
            games: 36,
            equity: -behind,
            standard_error: 0.0,
            behind,
            behind_standard_error: 0.0,
        };
        Opening { question: question.clone(), plays: plays.iter().map(play).collect() }
    }

    #[test]
    fn first_rolls_follow_the_opening_rule() {
        assert_eq!(Plan::first_rolls(Game::Backgammon).len(), 15);
        assert_eq!(Plan::first_rolls(Game::PORTES).len(), 21);
        assert_eq!(Plan::first_rolls(Game::TABULA).len(), 56, "three dice");
        let scores = vec![OpeningScore::GammonGo];
        let plan = |replies| Plan { game: Game::Backgammon, scores: scores.clone(), replies };
        assert_eq!(plan(false).questions(&[]).len(), 15);
        // The opponent, who played first, saves the gammon.
        assert_eq!(plan(true).questions(&[]).len(), 30);
    }

    #[test]
    fn either_side_of_an_uneven_game_may_begin() {
        for game in Game::ALL {
            let plan = Plan { game, scores: vec![OpeningScore::Money], replies: false };
            let questions = plan.questions(&[]);
            let [first, other] = [false, true].map(|is_other| {
                questions.iter().filter(|question| question.other_side == is_other).count()
            });
            assert_eq!(first, Plan::first_rolls(game).len(), "{game}");
            assert_eq!(other, if game.is_uneven() { first } else { 0 }, "{game}");
            let last = questions.last().and_then(|question| question.situation(game)).unwrap().0;
            let is_start = last.position == game.start();
            assert_eq!(is_start, !game.is_uneven(), "{game}");
        }
    }

    #[test]
    fn replies_follow_the_best_first_plays() {
        let scores = vec![OpeningScore::GammonGo];
        let plan = Plan { game: Game::Backgammon, scores, replies: true };
        let mut done = Vec::new();
        for question in plan.questions(&[]) {
            let plays: &[(&str, f32)] = match question.roll.as_str() {
                "31" => &[("8/5 6/5", 0.0), ("24/23 13/10", 0.1)],
                _ => &[("13/11 6/5", 0.0), ("24/23 13/11", 0.005), ("13/10", 0.009)],
            };
            done.push(answer(&question, plays));
        }
        assert!(plan.begins_with(&done) && plan.begins_with(&done[..7]));
        let replies = plan.questions(&done).split_off(30);
        // One play of 31, two of each other roll.
        assert_eq!(replies.len(), 21 * (1 + 2 * 14));
        assert!(replies.iter().all(|reply| reply.score == OpeningScore::GammonGo));
        assert_eq!(plan.next(&done).as_ref(), Some(&replies[0]));
        let after_31 = replies.iter().find(|reply| {
            reply.after.as_ref().is_some_and(|first| first.roll == "31") && reply.roll == "62"
        });
        let (situation, dice) = after_31.unwrap().situation(Game::Backgammon).unwrap();
        assert_eq!(dice.to_string(), "62");
        assert_eq!(situation.position.opponent().on(5), 2, "the opponent has made their 5 point");
        done.swap(0, 1);
        assert!(!plan.begins_with(&done));
    }
}
