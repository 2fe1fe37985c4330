//! A session of a drill on the terminal.

use super::{
    journal::JournalFile,
    limit::Limit,
    numbers::{quantity, truth},
    results::Results,
};
use crate::{
    commands::quiz::prompt::{decider_view, draw, format_action, format_prompt},
    error::CliError,
    terminal::{ask_line, print},
};
use sheshbesh_analysis::{
    board::{self, Names},
    drill::{Asked, DrillError, Graded, Kind, Question, Topic},
    match_analysis::MatchAnalyzer,
    openings::FirstPlay,
    tutor::{cube_answer, explanation, loss_in_words},
};
use sheshbesh_api::text::stakes_words;
use sheshbesh_movegen::{Game, Side};
use std::time::Instant;

const HELP: &str = "  131 98      answer with numbers: yours, then the opponent's
  8/5 6/5     answer with a play; also 24/14, 6/5(2)
  double      answer a cube question; also no double, take, pass
  board       show the question again
  skip        go to the next question, which does not count
  quit        end the session
";

/// A session.
pub(super) struct Session<'a> {
    topic: Topic,
    seed: u64,
    limit: Limit,
    analyzer: &'a MatchAnalyzer,
}

/// Result of a question, with the time of an answer in seconds.
enum Outcome {
    Answer(Box<Graded>, f64),
    Skip,
    Quit,
}

impl<'a> Session<'a> {
    pub(super) fn new(topic: Topic, seed: u64, limit: Limit, analyzer: &'a MatchAnalyzer) -> Self {
        Self { topic, seed, limit, analyzer }
    }

    /// Asks the questions, prints the summary, and adds it to the journal.
    pub(super) fn run(self, journal: Option<JournalFile>) -> Result<(), CliError> {
        let game = match self.topic.game() {
            Game::Backgammon => String::new(),
            game => format!(" --game {game}"),
        };
        print(&format!(
            "Type help for a list of commands.\n(To repeat these questions: shesh drill {}{game} --seed {})\n",
            self.topic.kind(),
            self.seed
        ))?;
        let results = Results::begin(self.topic, self.limit, journal)?;
        let asked = self.ask_all(&results);
        asked.and(results.finish())
    }

    /// Asks until the session ends.
    fn ask_all(&self, results: &Results) -> Result<(), CliError> {
        for number in 1.. {
            if !self.limit.allows(number - 1, results.elapsed()) {
                if matches!(self.limit, Limit::Time(_)) {
                    print("\nTime is up.\n")?;
                }
                break;
            }
            let question = Question::new(self.topic, self.seed, number, self.analyzer);
            let question = question.map_err(CliError::failed)?;
            if number == 1 {
                results.start_clock();
            }
            print(&format!("\n{}\n", self.limit.title(number, results.elapsed())))?;
            match self.ask(&question)? {
                Outcome::Quit => break,
                Outcome::Skip => {}
                Outcome::Answer(graded, seconds) => {
                    results.add(&graded, seconds);
                    print(&self.verdict(&question, &graded, seconds)?)?;
                }
            }
        }
        Ok(())
    }

    /// Prompts until there is an answer. The clock runs from the prompt on.
    fn ask(&self, question: &Question) -> Result<Outcome, CliError> {
        print(&shown(question))?;
        let began = Instant::now();
        loop {
            let Some(line) = ask_line(&prompt(question))? else { return Ok(Outcome::Quit) };
            match line.as_str() {
                "" => {}
                "help" | "?" => print(HELP)?,
                "quit" | "exit" | "q" => return Ok(Outcome::Quit),
                "skip" => return Ok(Outcome::Skip),
                "board" => print(&shown(question))?,
                words => {
                    let seconds = began.elapsed().as_secs_f64();
                    match question.grade(self.analyzer, words) {
                        Ok(graded) => return Ok(Outcome::Answer(Box::new(graded), seconds)),
                        Err(DrillError::Analysis(error)) => return Err(CliError::failed(error)),
                        Err(no_answer) => print(&format!("{no_answer}\n"))?,
                    }
                }
            }
        }
    }

    /// Words about an answer.
    fn verdict(
        &self,
        question: &Question,
        graded: &Graded,
        seconds: f64,
    ) -> Result<String, CliError> {
        let verdict = if graded.is_right { "Right" } else { "Wrong" };
        match (&question.asked, &graded.decision) {
            (Asked::Numbers(numbers), _) => {
                let off = match graded.error {
                    0.0 => String::new(),
                    error => format!(", {} off", quantity(self.topic.kind(), error)),
                };
                Ok(format!(
                    "{verdict}{off}: {} ({seconds:.1} s)\n",
                    truth(self.topic.kind(), numbers)
                ))
            }
            (Asked::Decision(asked), Some(decision)) => {
                let best = format_action(decision.best.as_deref().unwrap_or("-"));
                let played = format_action(&decision.played);
                let loss = match played == best {
                    true => String::new(),
                    false => format!(": {played} loses {}", loss_in_words(decision)),
                };
                let mut text = format!("{verdict}{loss}. Best is {best}. ({seconds:.1} s)\n");
                if decision.kind.is_cube() {
                    text += &format!("Best for both sides: {}", cube_answer(decision));
                }
                let reasons = explanation(self.analyzer, &asked.table, decision);
                text += &reasons.map_err(CliError::failed)?.unwrap_or_default();
                Ok(text)
            }
            (Asked::Decision(_), None) => Ok(String::new()),
        }
    }
}

/// The question: a board, or a score.
fn shown(question: &Question) -> String {
    match (&question.asked, question.topic.kind()) {
        (Asked::Decision(asked), _) => {
            let after = match &question.after {
                Some(FirstPlay { roll, play }) => {
                    format!("The opponent has played {roll}: {play}.\n")
                }
                None => String::new(),
            };
            format!("{after}{}\n{}\n", stakes_words(&decider_view(asked)), draw(asked))
        }
        (_, Kind::TakePoint) => {
            let away = question.table.away().unwrap_or_default();
            let (own, opponent) = (away[Side::OnRoll], away[Side::Opponent]);
            format!("You need {own} points, the opponent {opponent}; the cube is at 1.\n")
        }
        (_, kind) => {
            let names = Names { own: "you", other: "opponent" };
            // Printed pips would answer the drill about them.
            let draw = if kind == Kind::Pips { board::draw_uncounted } else { board::draw };
            format!("{}\n", draw(question.table.game, &question.table.position, names))
        }
    }
}

fn prompt(question: &Question) -> String {
    match (&question.asked, question.topic.kind()) {
        (Asked::Decision(asked), _) => format_prompt(asked),
        (_, Kind::Pips) => "Your pips, then the opponent's: ".to_owned(),
        (_, Kind::Epc) => "Your effective pips: ".to_owned(),
        _ => "The opponent doubles. You take from how many percent on? ".to_owned(),
    }
}
