//! Selects and orders the questions of a day.

use super::{day::Day, deck::Cards, question::Question};

/// Questions of a day.
#[derive(Clone, Debug)]
pub struct Agenda<'a> {
    /// Due questions, longest overdue first, then new questions in their given order.
    pub due: Vec<&'a Question>,
    /// Number of new questions.
    pub new: usize,
    /// First day on which another question is due.
    pub next: Option<Day>,
}

/// Selects the questions of a day. Among questions due on the same day, those in lower boxes come
/// first. Cards of other questions are ignored.
pub fn plan_agenda<'a>(questions: &'a [Question], cards: &Cards, today: Day) -> Agenda<'a> {
    let (mut due, mut new, mut next) = (Vec::new(), Vec::new(), None);
    for question in questions {
        match cards.get(&question.key) {
            None => new.push(question),
            Some(card) if card.due() <= today => due.push((card.due(), card.place(), question)),
            Some(card) => next = Some(next.map_or(card.due(), |next: Day| next.min(card.due()))),
        }
    }
    due.sort_by_key(|&(day, place, _)| (day, place));
    let due = due.into_iter().map(|(.., question)| question);
    let count = new.len();
    Agenda { due: due.chain(new).collect(), new: count, next }
}
