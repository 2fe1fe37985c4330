//! A session of a drill on the terminal.

use super::journal::JournalFile;
use crate::{
    commands::quiz::prompt::{decider_view, draw, format_action, format_prompt},
    error::CliError,
    terminal::{ask_line, print},
};
use sheshbesh_analysis::{
    board::{self, Names},
    drill::{self, Asked, DrillError, Graded, Kind, Quantity, Question},
    match_analysis::MatchAnalyzer,
    quiz::Day,
    tutor::{cube_answer, explanation, loss_in_words},
};
use sheshbesh_api::text::stakes_words;
use sheshbesh_movegen::Side;
use std::time::Instant;

const HELP: &str = "  131 98      answer with numbers: yours, then the opponent's
  8/5 6/5     answer with a play; also 24/14, 6/5(2)
  double      answer a cube question; also no double, take, pass
  board       show the question again
  skip        go to the next question, which does not count
  quit        end the session
";

/// State of a session.
pub(super) struct Session<'a> {
    kind: Kind,
    seed: u64,
    count: u16,
    analyzer: &'a MatchAnalyzer,
    answers: u32,
    right: u32,
    errors: f64,
    seconds: f64,
}

/// Result of a question, with the time of an answer in seconds.
enum Outcome {
    Answer(Box<Graded>, f64),
    Skip,
    Quit,
}

impl<'a> Session<'a> {
    pub(super) fn new(kind: Kind, seed: u64, count: u16, analyzer: &'a MatchAnalyzer) -> Self {
        Self { kind, seed, count, analyzer, answers: 0, right: 0, errors: 0.0, seconds: 0.0 }
    }

    /// Asks the questions, prints the summary, and adds it to the journal.
    pub(super) fn run(mut self, journal: Option<JournalFile>) -> Result<(), CliError> {
        print(&format!(
            "Type help for a list of commands.\n(To repeat these questions: shesh drill {} --seed {})\n",
            self.kind, self.seed
        ))?;
        for number in 1..=self.count {
            let question = Question::new(self.kind, self.seed, number.into(), self.analyzer);
            let question = question.map_err(CliError::failed)?;
            print(&format!("\nQuestion {number} of {}\n", self.count))?;
            match self.ask(&question)? {
                Outcome::Quit => break,
                Outcome::Skip => {}
                Outcome::Answer(graded, seconds) => {
                    self.answers += 1;
                    self.right += u32::from(graded.is_right);
                    self.errors += graded.error;
                    self.seconds += seconds;
                    print(&self.verdict(&question, &graded, seconds)?)?;
                }
            }
        }
        self.finish(journal)
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
                    error => format!(", {} off", quantity(self.kind, error)),
                };
                Ok(format!("{verdict}{off}: {} ({seconds:.1} s)\n", truth(self.kind, numbers)))
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

    /// Prints the summary with the trend, and keeps it.
    fn finish(self, journal: Option<JournalFile>) -> Result<(), CliError> {
        if self.answers == 0 {
            return print("\nNo questions answered.\n");
        }
        let answers = f64::from(self.answers);
        let (mean_error, mean_seconds) = (self.errors / answers, self.seconds / answers);
        print(&format!(
            "\n{} of {} right. Mean error {}, mean time {mean_seconds:.1} s.\n",
            self.right,
            self.answers,
            quantity(self.kind, mean_error),
        ))?;
        let Some(journal) = journal else { return Ok(()) };
        if let Some((error, seconds, sessions)) = journal.recent(self.kind) {
            let last = match sessions {
                1 => "In the last session".to_owned(),
                _ => format!("In the last {sessions} sessions"),
            };
            let error = quantity(self.kind, error);
            print(&format!("{last}: mean error {error}, mean time {seconds:.1} s.\n"))?;
        }
        journal.add(drill::Session {
            drill: self.kind.name().to_owned(),
            day: Day::today(),
            answers: self.answers,
            right: self.right,
            mean_error,
            mean_seconds,
        })
    }
}

/// A number with its unit.
fn quantity(kind: Kind, value: f64) -> String {
    match kind {
        Kind::TakePoint => format!("{value:.1} %"),
        Kind::Pips | Kind::Epc => format!("{value:.1} pips"),
        Kind::Race | Kind::Openings | Kind::Cube => format!("{value:.3}"),
    }
}

/// The right numbers in words.
fn truth(kind: Kind, numbers: &[Quantity]) -> String {
    let of = |number: &Quantity| match kind {
        Kind::Pips => format!("{}", number.value),
        Kind::TakePoint => format!("{:.1} %", number.value),
        _ => format!("{:.2}", number.value),
    };
    match numbers {
        [own, opponent] => format!("you have {}, the opponent {}", of(own), of(opponent)),
        numbers => numbers.iter().map(of).collect::<Vec<_>>().join(", "),
    }
}

/// The question: a board, or a score.
fn shown(question: &Question) -> String {
    match (&question.asked, question.kind) {
        (Asked::Decision(asked), _) => {
            format!("{}\n{}\n", stakes_words(&decider_view(asked)), draw(asked))
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
    match (&question.asked, question.kind) {
        (Asked::Decision(asked), _) => format_prompt(asked),
        (_, Kind::Pips) => "Your pips, then the opponent's: ".to_owned(),
        (_, Kind::Epc) => "Your effective pips: ".to_owned(),
        _ => "The opponent doubles. You take from how many percent on? ".to_owned(),
    }
}
