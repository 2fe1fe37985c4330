//! Resignations: offers, answers, and offers of more than the player can lose.

use super::RecordBuilder;
use crate::{
    model::{Event, How},
    warning::Problem,
};
use sheshbesh_movegen::{Seat, Situation, Win};

/// An unanswered offer to resign.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offer {
    line: u32,
    seat: Seat,
    win: Win,
}

impl RecordBuilder {
    /// Notes an offer to resign with this win for the opponent. The next action is the answer: if
    /// the game goes on, the offer was refused; if the game ends, it was accepted.
    pub(crate) fn offer(&mut self, line: u32, seat: Seat, win: Win) {
        if let Some(current) = &mut self.current {
            current.line = line;
            current.offer = Some(Offer { line, seat, win });
        }
    }

    /// True if an offer to resign is unanswered.
    pub(crate) fn is_offered(&self) -> bool {
        self.current.as_ref().is_some_and(|current| current.offer.is_some())
    }

    /// Refuses the offer; the game goes on.
    pub(crate) fn refuse(&mut self, line: u32) {
        let Some(current) = &mut self.current else { return };
        let Some(Offer { line: offered, seat, win }) = current.offer.take() else { return };
        let Some(table) = &mut current.table else { return };
        let mut after = table.clone();
        let is_possible = after.apply(seat, &Event::Resign(win)).is_ok()
            && after.apply(!seat, &Event::Refuse).is_ok();
        if is_possible {
            let problem = check_resignation(table.situation(), seat, win);
            *table = after;
            current.push(offered, seat, Event::Resign(win));
            current.push(line, !seat, Event::Refuse);
            if let Some(problem) = problem {
                self.warn(offered, problem);
            }
        } else {
            self.warn(offered, Problem::NoOffer);
        }
    }

    /// Accepts the offer; the game is over.
    pub(crate) fn accept(&mut self, line: u32) {
        let Some(current) = &mut self.current else { return };
        let Some(Offer { seat, win, .. }) = current.offer.take() else { return };
        let table = current.table.as_ref().map(|table| *table.situation());
        let table = table.or(current.stopped_at);
        let points = table.map(|table| table.points_resigned(win, table.seat.side_at(seat)));
        self.enter_result(line, Some(!seat), points, Some(How::Resigned(win)));
    }

    /// Warns if the game was resigned for more than the loser could lose.
    pub(super) fn check_resigned(&mut self) {
        let Some(current) = &self.current else { return };
        let (Some(result), Some(table)) = (current.record.result, &current.table) else { return };
        if let (How::Resigned(win), Some(winner)) = (result.how, result.winner)
            && let Some(problem) = check_resignation(table.situation(), !winner, win)
        {
            let line = current.line;
            self.warn(line, problem);
        }
    }
}

/// Returns a problem if the offer is more than the player can lose.
pub(super) fn check_resignation(table: &Situation, loser: Seat, win: Win) -> Option<Problem> {
    let can_lose = table.can_lose(win, table.seat.side_at(loser));
    (!can_lose).then_some(Problem::ImpossibleWin(win))
}
