//! Collects the decisions and rolls of a game that are analyzed.

use super::document::DecisionKind;
use sheshbesh_matchfile::{Annotation, Event, GameRecord, How, Match, Replay, ReplayError};
use sheshbesh_movegen::{Decision as ToDecide, Opening, Phase, Seat, Situation};

/// A decision or a roll to analyze.
#[derive(Clone, Copy, Debug)]
pub(super) struct DecisionPoint<'a> {
    pub(super) kind: DecisionKind,
    /// Player who decides.
    pub(super) seat: Seat,
    /// Situation before the decision, from the view of the player on roll.
    pub(super) table: Situation,
    /// Event in the record; `None` if the decision is still open.
    pub(super) event: Option<&'a Event>,
    /// The answer to a double, or the double to which this is the answer. Both are about the same
    /// position, so they are evaluated at the same level.
    pub(super) partner: Partner<'a>,
    /// Line number in the file; 0 if unknown.
    pub(super) line: u32,
    /// Comment in the file.
    pub(super) comment: Option<&'a str>,
    /// Annotation of the entry in the file.
    pub(super) annotation: Option<&'a Annotation>,
    /// True for an opening roll decided by lot: the opponent might have won it.
    pub(super) by_lot: bool,
    /// True if the cube was turned against the rules, or if this answers such a turn. No action is
    /// right then.
    pub(super) is_illegal: bool,
    /// True if the dice were set up with the board; they have no luck.
    pub(super) set_up: bool,
}

/// The other decision about a double.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Partner<'a> {
    /// There is none in the record.
    None,
    /// It is still to be made.
    Open,
    /// It was made.
    Made(&'a Event),
}

/// An offer to resign.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offer {
    /// Player who offers to resign.
    pub(super) seat: Seat,
    pub(super) line: u32,
    pub(super) table: Situation,
    pub(super) win: sheshbesh_movegen::Win,
    pub(super) accepted: bool,
}

/// All decisions, rolls and offers of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct DecisionPoints<'a> {
    pub(super) questions: Vec<DecisionPoint<'a>>,
    pub(super) offers: Vec<Offer>,
    /// Reason for stopping the replay early.
    pub(super) stopped: Option<ReplayError>,
    /// True if the last cube turn broke the rules and can still be answered.
    is_cube_illegal: bool,
    /// True if the double belongs to the position that is set up: nobody decided on it in this record.
    is_double_set_up: bool,
    /// A roll that was set up and is not played yet.
    set_up: Option<DecisionPoint<'a>>,
}

impl<'a> DecisionPoints<'a> {
    /// Collects the decisions, rolls and offers of a game.
    pub(super) fn of(game: &'a GameRecord, record: &Match) -> Self {
        let mut all = Self { is_double_set_up: is_double_set_up(game), ..Self::default() };
        let mut replay = match game.replay(record) {
            Ok(replay) => replay,
            Err(error) => return Self { stopped: Some(error), ..all },
        };
        for moment in replay.by_ref() {
            match moment {
                Ok(moment) => all.ask(&moment),
                Err(error) => {
                    all.stopped = Some(error);
                    break;
                }
            }
        }
        all.questions.extend(all.set_up.take());
        if all.stopped.is_none() && game.result.is_none() {
            all.questions.extend(find_open_decision(game, &replay, all.is_cube_illegal));
        }
        all.pair_doubles();
        if let (Some(result), None) = (game.result, &all.stopped)
            && let (How::Resigned(win), Some(winner)) = (result.how, result.winner)
        {
            let line = game.entries.last().map_or(0, |entry| entry.line);
            let table = *replay.table();
            all.offers.push(Offer { seat: !winner, line, table, win, accepted: true });
        }
        all
    }

    /// Sets the partners of doubles and of their answers.
    fn pair_doubles(&mut self) {
        for index in 1..self.questions.len() {
            let (double, answer) = (self.questions[index - 1], self.questions[index]);
            if let Some(event @ Event::Double) = double.event
                && answer.kind == DecisionKind::Answer
            {
                self.questions[index - 1].partner =
                    answer.event.map_or(Partner::Open, Partner::Made);
                self.questions[index].partner = Partner::Made(event);
            }
        }
    }

    fn ask(&mut self, moment: &sheshbesh_matchfile::ReplayStep<'a>) {
        let (entry, table) = (moment.entry, moment.table);
        let by_lot =
            moment.decision == ToDecide::Opening && table.game.opening() == Opening::OneDieEach;
        let (seat, event, line) = (entry.seat, Some(&entry.event), entry.line);
        let comment = entry.comment.as_deref();
        self.is_cube_illegal = match entry.event {
            Event::Double | Event::Beaver | Event::Raccoon => {
                moment.is_illegal || self.is_cube_illegal
            }
            Event::Take | Event::Pass => self.is_cube_illegal,
            _ => false,
        };
        let is_illegal = self.is_cube_illegal;
        let is_play = matches!(entry.event, Event::Play { .. } | Event::IllegalPlay { .. });
        let set_up = is_play && self.set_up.take().is_some();
        let question = |kind, table| DecisionPoint {
            kind,
            seat,
            table,
            event,
            partner: Partner::None,
            line,
            comment,
            annotation: entry.annotation.as_deref(),
            by_lot,
            is_illegal,
            set_up,
        };
        let kind = match entry.event {
            Event::Play { .. } | Event::IllegalPlay { .. } | Event::Roll(_) => {
                if let ToDecide::Roll { may_double: true, .. } = moment.decision {
                    // The comment belongs to the roll.
                    let rolled_on = question(DecisionKind::Double, moment.before_roll());
                    self.questions.push(DecisionPoint { comment: None, ..rolled_on });
                }
                match entry.event {
                    Event::Roll(_) => DecisionKind::Roll,
                    _ => DecisionKind::Play,
                }
            }
            Event::Double if self.is_double_set_up => return,
            Event::Double => DecisionKind::Double,
            Event::Take | Event::Pass | Event::Beaver | Event::Raccoon => match table.phase {
                Phase::Doubled => DecisionKind::Answer,
                Phase::Beavered => DecisionKind::AnswerBeaver,
                Phase::Raccooned => DecisionKind::AnswerRaccoon,
                Phase::BeforeRoll | Phase::Rolled(_) => return,
            },
            Event::Resign(win) => {
                let (seat, line) = (entry.seat, entry.line);
                return self.offers.push(Offer { seat, line, table, win, accepted: false });
            }
            Event::SetDice(_) => {
                let unplayed = question(DecisionKind::Play, table);
                self.set_up = Some(DecisionPoint { event: None, set_up: true, ..unplayed });
                return;
            }
            Event::Refuse | Event::SetBoard(_) | Event::SetCube { .. } => return,
        };
        self.questions.push(question(kind, table));
    }
}

/// True if the record of a game ends with a double, and only the position stands before it.
fn is_double_set_up(game: &GameRecord) -> bool {
    let Some((last, before)) = game.entries.split_last() else { return false };
    let sets_up = |event: &Event| matches!(event, Event::SetBoard(_) | Event::SetCube { .. });
    matches!(last.event, Event::Double) && before.iter().all(|entry| sets_up(&entry.event))
}

/// The cube decision with which a record ends: whether to double in a position that is set up
/// without dice, or how to answer a turn of the cube.
fn find_open_decision<'a>(
    game: &'a GameRecord,
    replay: &Replay<'_>,
    is_illegal: bool,
) -> Option<DecisionPoint<'a>> {
    let last = game.entries.last()?;
    let is_open = matches!(
        last.event,
        Event::SetBoard(_) | Event::SetCube { .. } | Event::Double | Event::Beaver | Event::Raccoon
    );
    let to_decide = replay.to_decide();
    Some(DecisionPoint {
        kind: DecisionKind::of(to_decide).filter(|kind| is_open && kind.is_cube())?,
        seat: to_decide.seat()?,
        table: *replay.table(),
        event: None,
        partner: Partner::None,
        line: last.line,
        comment: None,
        annotation: last.annotation.as_deref(),
        by_lot: false,
        is_illegal,
        set_up: false,
    })
}
