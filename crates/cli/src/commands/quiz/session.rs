//! A quiz session on the terminal.

use super::{
    folder::Folder,
    prompt::{decider_view, draw, format_action, format_prompt},
};
use crate::{
    args::{AnalyzerSettings, Networks},
    error::CliError,
    files::strip_controls,
    terminal::{ask_line, print},
};
use sheshbesh_analysis::{
    match_analysis::{Decision, MatchAnalyzer, Preset, Thresholds},
    quiz::{Answer, Answered, Day, Deck, Question},
    tutor::{STEPS, cube_answer, explanation, hint, loss_in_words, warning},
};
use sheshbesh_api::text::stakes_words;
use sheshbesh_movegen::Game;

const HELP: &str = "  8/5 6/5     make a play; also 24/14, bar/22, 6/off, 6/5(2)
  double      answer a cube question; also no double, take, pass, beaver
  hint        show a hint: first the area, then candidates, then the answer
  board       show the board again
  skip        go to the next question; this one stays due
  quit        end the session; answers so far are saved
";

/// Analyzers of answers that are not in the reports. Each uses the preset of the question's
/// report.
pub(super) struct Analyzers<'a> {
    networks: &'a Networks,
    name: String,
    no_tables: bool,
    known: Vec<((Preset, Game), MatchAnalyzer)>,
}

impl<'a> Analyzers<'a> {
    pub(super) fn new(networks: &'a Networks, name: String, no_tables: bool) -> Self {
        Self { networks, name, no_tables, known: Vec::new() }
    }

    pub(super) fn get(&mut self, preset: Preset, game: Game) -> Result<&MatchAnalyzer, CliError> {
        // Rollouts take too long for a prompt.
        let preset = if preset == Preset::WorldClass { Preset::Deep } else { preset };
        let index = match self.known.iter().position(|(key, _)| *key == (preset, game)) {
            Some(index) => index,
            None => {
                let network = self.networks.of(game)?;
                let analyzer =
                    AnalyzerSettings::new(preset, self.no_tables).build(network, &[], &self.name);
                self.known.push(((preset, game), analyzer));
                self.known.len() - 1
            }
        };
        Ok(&self.known[index].1)
    }
}

/// State of a quiz session.
pub(super) struct Session<'a> {
    pub(super) folder: Folder,
    pub(super) deck: Deck,
    pub(super) player: String,
    pub(super) threshold: f64,
    pub(super) today: Day,
    pub(super) analyzers: Analyzers<'a>,
}

/// Result of a question; an answer comes with the number of hints before it.
enum Outcome {
    Answer(Answer, u8),
    Skip,
    Quit,
}

impl Session<'_> {
    /// Asks the questions in order, and saves the deck after each answer.
    pub(super) fn run(mut self, due: &[&Question]) -> Result<(), CliError> {
        let (mut answers, mut solved) = (0, 0);
        for (question, number) in due.iter().zip(1..) {
            let question = &strip_question(question);
            print(&format!("\nQuestion {number} of {}: {}\n", due.len(), describe(question)))?;
            match self.ask_question(question)? {
                Outcome::Quit => break,
                Outcome::Skip => {}
                Outcome::Answer(answer, hints) => {
                    let answered = self.grade_answer(question, answer, hints)?;
                    answers += 1;
                    solved += usize::from(answered != Answered::Missed);
                    let (player, key) = (&self.player, &question.key);
                    let day = self.deck.answer(player, key, answered, self.today);
                    self.folder.write_deck(&self.deck)?;
                    let day = if day == self.today { "today".into() } else { format!("on {day}") };
                    print(&format!("This question returns {day}.\n"))?;
                }
            }
        }
        print(&match answers {
            0 => "\nNo questions answered.\n".to_owned(),
            _ => format!("\n{solved} of {answers} solved.\n"),
        })
    }

    /// Prompts until there is an answer, and counts the hints before it.
    fn ask_question(&mut self, question: &Question) -> Result<Outcome, CliError> {
        print(&format!("{}\n", draw(question)))?;
        let prompt = format_prompt(question);
        let mut hints = 0;
        loop {
            let Some(line) = ask_line(&prompt)? else { return Ok(Outcome::Quit) };
            match line.as_str() {
                "" => {}
                "help" | "?" => print(HELP)?,
                "quit" | "exit" | "q" => return Ok(Outcome::Quit),
                "skip" => return Ok(Outcome::Skip),
                "board" => print(&format!("{}\n", draw(question)))?,
                "hint" => {
                    hints = (hints + 1).min(STEPS);
                    let analyzer = self.analyzers.get(question.preset, question.table.game)?;
                    let text = hint(analyzer, &question.table, &without_answer(question), hints);
                    print(&text.map_err(CliError::failed)?)?;
                }
                words => match question.read(words) {
                    Ok(answer) => return Ok(Outcome::Answer(answer, hints)),
                    Err(no_answer) => print(&format!("{no_answer}\n"))?,
                },
            }
        }
    }

    /// Grades an answer, and prints its loss and an explanation.
    fn grade_answer(
        &mut self,
        question: &Question,
        answer: Answer,
        hints: u8,
    ) -> Result<Answered, CliError> {
        let analyzer = self.analyzers.get(question.preset, question.table.game)?;
        let graded = question.grade(analyzer, answer).map_err(CliError::failed)?;
        let is_solved = graded.loss.is_some_and(|loss| loss <= 0.0 || loss < self.threshold);
        let thresholds = Thresholds { error: self.threshold, ..analyzer.settings().thresholds };
        let (done, best) =
            (format_action(&graded.played), format_action(graded.best.as_deref().unwrap_or("-")));
        let was = &question.decision;
        let solved = match hints {
            0 => "Solved",
            STEPS.. => "Correct, after the answer was shown",
            _ => "Solved, with a hint",
        };
        let verdict = match warning(&graded, &thresholds) {
            Some(warning) => format!("{warning}\nBest is {best}."),
            None if done == best => format!("{solved}: {done} is best."),
            None => format!("{solved}: {done} loses {}.\nBest is {best}.", loss_in_words(&graded)),
        };
        let before = if graded.played == was.played {
            "The same as in the match.".to_owned()
        } else {
            format!(
                "In the match: {}, which lost {}.",
                format_action(&was.played),
                loss_in_words(was)
            )
        };
        print(&format!("\n{verdict}\n{before}\n"))?;
        if graded.kind.is_cube() {
            print(&format!("Best for both sides: {}", cube_answer(&graded)))?;
        }
        // After a solved question, explain the mistake in the match.
        let compared = if is_solved { was } else { &graded };
        let text = explanation(analyzer, &question.table, compared).map_err(CliError::failed)?;
        print(&text.unwrap_or_default())?;
        Ok(match (is_solved, hints) {
            (false, _) | (true, STEPS..) => Answered::Missed,
            (true, 0) => Answered::Solved,
            (true, _) => Answered::WithHint,
        })
    }
}

/// Removes the action from a decision: a hint based on it would reveal a wrong answer.
fn without_answer(question: &Question) -> Decision {
    Decision { played: String::new(), ..question.decision.clone() }
}

/// Removes control characters from the plays of a question.
fn strip_question(question: &Question) -> Question {
    let mut question = question.clone();
    let decision = &mut question.decision;
    decision.played = strip_controls(&decision.played);
    decision.best = decision.best.as_deref().map(strip_controls);
    for candidate in &mut decision.candidates {
        candidate.play = strip_controls(&candidate.play);
    }
    question
}

/// Describes the origin and the stakes of a question.
fn describe(question: &Question) -> String {
    let Question { players: [first, second], game, file, date, .. } = question;
    let (first, second, file) =
        (strip_controls(first), strip_controls(second), strip_controls(file));
    let date = date.as_ref().map_or_else(String::new, |date| format!(", {}", strip_controls(date)));
    let stakes = stakes_words(&decider_view(question));
    let played = match question.table.game {
        Game::Backgammon => String::new(),
        other => format!("{other}, "),
    };
    format!("{first} – {second}, game {game}\n({file}{date})\n\n{played}{stakes}")
}
