//! What is to be judged of a game: every decision, and every roll's luck.

use super::document::Kind;
use sheshbesh_movegen::{Decision as ToDecide, Opening, Phase, Seat, Situation};
use sheshbesh_record::{Event, GameRecord, How, Match};

/// Something to be judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    pub(super) kind: Kind,
    /// Who decided.
    pub(super) seat: Seat,
    /// The table before the decision, seen by the player on roll.
    pub(super) table: Situation,
    /// What happened; `None` where nobody has decided yet.
    pub(super) event: Option<&'a Event>,
    /// The line of the file on which it stands, 0 where there is none.
    pub(super) line: u32,
    /// What is said of it there.
    pub(super) comment: Option<&'a str>,
    /// The roll was by lot, so that the other might have had it.
    pub(super) by_lot: bool,
    /// The cube was turned against the rules, or this answers such a turn: nobody can say what is right.
    pub(super) is_illegal: bool,
    /// The roll was set up with the board: it is nobody's luck.
    pub(super) set_up: bool,
}

/// A game that was offered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offer {
    /// Who offered to lose.
    pub(super) seat: Seat,
    pub(super) line: u32,
    pub(super) table: Situation,
    pub(super) win: sheshbesh_movegen::Win,
    pub(super) accepted: bool,
}

/// All that is to be judged of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Questions<'a> {
    pub(super) questions: Vec<Question<'a>>,
    pub(super) offers: Vec<Offer>,
    /// Why the game can be gone through no further.
    pub(super) stopped: Option<String>,
    /// The last turn of the cube was against the rules, and may still be answered.
    is_cube_illegal: bool,
    /// A roll that was set up and is not played yet.
    set_up: Option<Question<'a>>,
}

impl<'a> Questions<'a> {
    /// Those of a game of a match.
    pub(super) fn of(game: &'a GameRecord, record: &Match) -> Self {
        let mut all = Self::default();
        let mut replay = match game.replay(record) {
            Ok(replay) => replay,
            Err(error) => return Self { stopped: Some(error.to_string()), ..all },
        };
        for moment in replay.by_ref() {
            match moment {
                Ok(moment) => all.ask(&moment),
                Err(error) => {
                    all.stopped = Some(error.to_string());
                    break;
                }
            }
        }
        all.questions.extend(all.set_up.take());
        if let (Some(result), None) = (game.result, &all.stopped)
            && let (How::Resigned(win), Some(winner)) = (result.how, result.winner)
        {
            let line = game.entries.last().map_or(0, |entry| entry.line);
            let table = *replay.table();
            all.offers.push(Offer { seat: !winner, line, table, win, accepted: true });
        }
        all
    }

    fn ask(&mut self, moment: &sheshbesh_record::Moment<'a>) {
        let (entry, table) = (moment.entry, moment.table);
        let by_lot = moment.decision == ToDecide::Opening && table.game.opening() == Opening::Lot;
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
        let question = |kind, table| Question {
            kind,
            seat,
            table,
            event,
            line,
            comment,
            by_lot,
            is_illegal,
            set_up,
        };
        let kind = match entry.event {
            Event::Play { .. } | Event::IllegalPlay { .. } | Event::Roll(_) => {
                if let ToDecide::Roll { may_double: true, .. } = moment.decision {
                    // What is said is said of the roll.
                    let rolled_on = question(Kind::Double, moment.before_roll());
                    self.questions.push(Question { comment: None, ..rolled_on });
                }
                match entry.event {
                    Event::Roll(_) => Kind::Roll,
                    _ => Kind::Play,
                }
            }
            Event::Double => Kind::Double,
            Event::Take | Event::Pass | Event::Beaver | Event::Raccoon => match table.phase {
                Phase::Doubled => Kind::Answer,
                Phase::Beavered => Kind::AnswerBeaver,
                Phase::Raccooned => Kind::AnswerRaccoon,
                Phase::BeforeRoll | Phase::Rolled(_) => return,
            },
            Event::Resign(win) => {
                let (seat, line) = (entry.seat, entry.line);
                return self.offers.push(Offer { seat, line, table, win, accepted: false });
            }
            Event::SetDice(_) => {
                let unplayed = question(Kind::Play, table);
                self.set_up = Some(Question { event: None, set_up: true, ..unplayed });
                return;
            }
            Event::Refuse | Event::SetBoard(_) | Event::SetCube { .. } => return,
        };
        self.questions.push(question(kind, table));
    }
}
