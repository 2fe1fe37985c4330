//! What is asked on a day, and in which order.

use super::{day::Day, deck::Cards, questions::Question};

/// What there is to ask on a day.
#[derive(Clone, Debug)]
pub struct Agenda<'a> {
    /// In order: those that are due, the longest overdue first, then those that have never been
    /// asked, as they come.
    pub due: Vec<&'a Question>,
    /// How many of them have never been asked.
    pub new: usize,
    /// The first day on which anything else is due.
    pub next: Option<Day>,
}

/// What there is to ask on a day. Of what is due on the same day, the least known comes first.
/// What is remembered of questions that are not among these stays out of it.
pub fn agenda<'a>(questions: &'a [Question], cards: &Cards, today: Day) -> Agenda<'a> {
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
