//! Replays a game, event by event, with a referee.

use crate::model::{Event, GameRecord, Match};
use sheshbesh_movegen::{
    Action, BySeat, Cube, Decision, Dice, Ending, Game, GameResult, Illegal, InvalidSituation,
    Opening, Phase, Position, Referee, Seat, Side, Situation, TableRules, Win, codes,
};

/// The reason that an entry of a record is impossible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The other player is to decide.
    #[error("it is the other player's turn")]
    NotTheirTurn,
    /// The lot decides the first roll, which therefore cannot be a double.
    #[error("a game cannot begin with {0}")]
    FirstRoll(Dice),
    /// Another roll is already on the table.
    #[error("{0} must be played first")]
    RolledBefore(Dice),
    /// The action is illegal.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// No game can continue from the position.
    #[error(transparent)]
    Situation(#[from] InvalidSituation),
    /// No cube has this exponent.
    #[error("no cube has the value 2 to the power of {0}")]
    Cube(u8),
}

codes! {
    ReplayError {
        Self::NotTheirTurn => "replay.not-their-turn",
        Self::FirstRoll(dice) => "replay.first-roll" { dice },
        Self::RolledBefore(dice) => "replay.rolled-before" { dice },
        Self::Cube(exponent) => "replay.cube" { exponent },
    } transparent {
        Self::Illegal(error) => error,
        Self::Situation(error) => error,
    }
}

/// A game during its replay.
#[derive(Clone, Debug)]
pub(crate) struct ReplayCursor {
    game: Game,
    referee: Referee,
    /// Number of finished turns.
    turns: u32,
    /// The last roll of a player whose opponent has finished. It ended the game and is not played.
    last_roll: Option<Dice>,
    /// The rule broken by the last event, if that event turned the cube.
    broken_rule: Option<ReplayError>,
    /// True after a double before the first roll or in the opponent's turn; either player may roll
    /// next.
    is_out_of_turn: bool,
}

impl ReplayCursor {
    /// The table before the first roll of a game in a match.
    pub(crate) fn before(of: &Match, record: &GameRecord) -> Result<Self, ReplayError> {
        let game = record.game(of);
        let rules = of.table_rules(game);
        let referee = Referee::at_score(game, rules, record.score, record.crawford)?;
        let referee = referee.after_games(0, record.exchanged);
        let (last_roll, broken_rule) = (None, None);
        Ok(Self { game, referee, turns: 0, last_roll, broken_rule, is_out_of_turn: false })
    }

    /// The game played.
    pub(crate) fn game(&self) -> Game {
        self.game
    }

    /// The table now.
    pub(crate) fn situation(&self) -> &Situation {
        self.referee.table()
    }

    /// The result, if the game is over.
    pub(crate) fn result(&self) -> Option<GameResult> {
        self.referee.result()
    }

    /// The next decision.
    pub(crate) fn to_decide(&self) -> Decision {
        self.referee.to_decide()
    }

    /// Legal results of the roll on the table.
    pub(crate) fn legal_plays(&self) -> &[Position] {
        self.referee.legal_plays()
    }

    fn rules(&self) -> TableRules {
        *self.referee.rules()
    }

    /// The rule broken by the last event, if that event turned the cube.
    pub(crate) fn broken_rule(&self) -> Option<&ReplayError> {
        self.broken_rule.as_ref()
    }

    /// Applies an event. Returns the game's result if the event ends the game. A cube may be turned
    /// against the rules, since the players did so; [`ReplayCursor::broken_rule`] reports it.
    ///
    /// After a refused offer to resign, the roll of a play may already be on the table.
    pub(crate) fn apply(
        &mut self,
        seat: Seat,
        event: &Event,
    ) -> Result<Option<GameResult>, ReplayError> {
        self.broken_rule = None;
        let action = match *event {
            Event::SetBoard(position) => return self.set_board(seat, position).map(|()| None),
            Event::SetCube { exponent, owner } => {
                return self.set_cube(exponent, owner).map(|()| None);
            }
            Event::Roll(dice) | Event::SetDice(dice) => {
                self.roll(seat, dice)?;
                return Ok(self.result());
            }
            Event::Play { dice, result } => {
                self.roll(seat, dice)?;
                let result = self.referee.apply(Action::Play(result))?;
                self.turns += 1;
                return Ok(result);
            }
            Event::IllegalPlay { dice, result, .. } => {
                self.roll(seat, dice)?;
                return self.play_anyway(dice, result);
            }
            Event::Double => return self.turn_cube(seat, Action::Double).map(|()| None),
            Event::Beaver => return self.turn_cube(seat, Action::Beaver).map(|()| None),
            Event::Raccoon => return self.turn_cube(seat, Action::Raccoon).map(|()| None),
            Event::Take => Action::Take,
            Event::Pass => Action::Pass,
            Event::Resign(win) => Action::Resign(win),
            Event::Refuse => Action::Refuse,
        };
        // If the lot is not the first roll, its winner may act before rolling.
        if !self.is_lot() && self.referee.to_decide() == Decision::Opening {
            self.open(seat, [2, 1])?;
        }
        self.check_turn(seat)?;
        Ok(self.referee.apply(action)?)
    }

    /// Resigns a win, which the opponent accepts. Returns the game's result.
    pub(crate) fn resign(
        &mut self,
        seat: Seat,
        win: Win,
    ) -> Result<Option<GameResult>, ReplayError> {
        self.apply(seat, &Event::Resign(win))?;
        Ok(self.referee.apply(Action::Accept)?)
    }

    /// Doubles, beavers or raccoons, even against the rules.
    fn turn_cube(&mut self, seat: Seat, action: Action) -> Result<(), ReplayError> {
        let broken = match (action, self.referee.to_decide()) {
            (Action::Double, Decision::Opening) => {
                self.be_on_roll(seat)?;
                Some(ReplayError::Illegal(Illegal::FirstRoll))
            }
            (Action::Double, Decision::Roll { seat: other, .. }) if other != seat => {
                self.be_on_roll(seat)?;
                Some(ReplayError::NotTheirTurn)
            }
            _ => None,
        };
        self.is_out_of_turn |= broken.is_some();
        self.check_turn(seat)?;
        let rule = self.referee.apply_anyway(action)?;
        self.broken_rule = broken.or(rule.map(ReplayError::Illegal));
        Ok(())
    }

    /// Puts a player on roll and keeps the board.
    fn be_on_roll(&mut self, seat: Seat) -> Result<(), ReplayError> {
        let table = self.referee.table();
        let position = if table.seat == seat { table.position } else { table.position.swapped() };
        self.set_board(seat, position)
    }

    /// True if the dice of the lot are the first roll.
    fn is_lot(&self) -> bool {
        self.rules().house_rules.opening(self.game) == Opening::OneDieEach
    }

    /// Continues from another table.
    fn resume(&mut self, table: Situation) -> Result<(), ReplayError> {
        let began = self.referee.began();
        self.referee = Referee::resume(self.rules(), table, self.turns)?.begun_by(began);
        Ok(())
    }

    /// Decides the lot: of two different numbers, the first player rolls the one that begins.
    fn open(&mut self, first: Seat, numbers: [u8; 2]) -> Result<(), ReplayError> {
        self.referee.apply(Action::OpeningRoll(self.game.lot(first, numbers)))?;
        Ok(())
    }

    fn check_turn(&self, seat: Seat) -> Result<(), ReplayError> {
        match self.referee.to_decide().seat() {
            Some(other) if other != seat => Err(ReplayError::NotTheirTurn),
            _ => Ok(()),
        }
    }

    /// Rolls the dice for a player, unless this roll is already on the table.
    pub(crate) fn roll(&mut self, seat: Seat, dice: Dice) -> Result<(), ReplayError> {
        if self.last_roll == Some(dice) {
            return Ok(());
        }
        self.game.check_roll(dice).map_err(Illegal::from)?;
        let rolls =
            matches!(self.referee.to_decide(), Decision::Roll { seat: other, .. } if other != seat);
        if self.is_out_of_turn && rolls {
            self.be_on_roll(seat)?;
        }
        self.is_out_of_turn = false;
        self.check_turn(seat)?;
        match self.referee.to_decide() {
            Decision::Play { dice: rolled, .. } if rolled == dice => return Ok(()),
            Decision::Play { dice: rolled, .. } => return Err(ReplayError::RolledBefore(rolled)),
            Decision::Opening => {
                let is_lot = self.is_lot();
                if is_lot && dice.is_double() {
                    return Err(ReplayError::FirstRoll(dice));
                }
                self.open(seat, if is_lot { [dice.high(), dice.low()] } else { [2, 1] })?;
                if is_lot {
                    return Ok(());
                }
            }
            _ => {}
        }
        self.last_roll = self.referee.apply(Action::Roll(dice))?.map(|_| dice);
        Ok(())
    }

    /// Applies a play that the rules do not allow.
    fn play_anyway(
        &mut self,
        dice: Dice,
        result: Position,
    ) -> Result<Option<GameResult>, ReplayError> {
        let table = *self.referee.table();
        self.turns += 1;
        if let Some(end) = self.game.end(&result, Some(dice)) {
            let winner = match end.winner {
                Some(Side::OnRoll) => !table.seat,
                _ => table.seat,
            };
            let points = table.points_at_end(end, &result);
            let settled = self.referee.settle(winner, points)?;
            return Ok(Some(GameResult { ending: Ending::Played(end.win()), ..settled }));
        }
        self.resume(table.handed_over(result))?;
        Ok(None)
    }

    fn set_board(&mut self, seat: Seat, position: Position) -> Result<(), ReplayError> {
        let mut table = *self.referee.table();
        if table.seat != seat {
            table = table.handed_over(table.position.swapped());
        }
        let table = Situation { position, phase: Phase::BeforeRoll, ..table };
        self.resume(table)
    }

    fn set_cube(&mut self, exponent: u8, owner: Option<Seat>) -> Result<(), ReplayError> {
        let table = *self.referee.table();
        if self.referee.to_decide() == Decision::Opening {
            // Before the first roll, only automatic doubles turn the cube, and it stays centered.
            if owner.is_some() || exponent > table.largest_cube {
                return Err(ReplayError::Cube(exponent));
            }
            for _ in table.cube.exponent()..exponent {
                let equal = BySeat { bottom: 1, top: 1 };
                self.referee.apply(Action::OpeningRoll(equal))?;
            }
            if self.referee.table().cube.exponent() != exponent {
                return Err(ReplayError::Cube(exponent));
            }
            return Ok(());
        }
        let owner = owner.map(|owner| table.seat.side_at(owner));
        let cube = Cube::new(exponent, owner).ok_or(ReplayError::Cube(exponent))?;
        self.resume(Situation { cube, ..table })
    }
}
