//! A game that is gone through, entry by entry, as a referee sees it.

use crate::model::{Event, GameRecord, Match};
use sheshbesh_movegen::{
    Action, BySeat, Cube, Decision, Dice, Ending, Game, GameResult, Illegal, InvalidSituation,
    Opening, Phase, Position, Referee, Seat, Side, Situation, TableRules,
};

/// Why something in a record cannot have happened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Impossible {
    /// The other player is to decide.
    #[error("it is the other player's turn")]
    NotTheirTurn,
    /// The first roll is by lot.
    #[error("a game does not begin with {0}")]
    FirstRoll(Dice),
    /// Another roll has been rolled already.
    #[error("{0} has been rolled and is still to be played")]
    RolledBefore(Dice),
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// No game goes on from there.
    #[error(transparent)]
    Situation(#[from] InvalidSituation),
    /// A cube that there is not.
    #[error("there is no cube on which 2 to the power of {0} stands")]
    Cube(u8),
}

/// A game that is gone through.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    game: Game,
    referee: Referee,
    /// Turns that are over.
    turns: u32,
    /// The last roll of a player whose opponent had finished: it ended the game and is not played.
    last_roll: Option<Dice>,
    /// The rule against which the cube was turned last, where that was the last thing that happened.
    broken_rule: Option<Impossible>,
    /// A player has doubled before the first roll or in the other's turn: either may roll next.
    is_out_of_turn: bool,
}

impl Table {
    /// Before the first roll of a game of a match.
    pub(crate) fn before(of: &Match, record: &GameRecord) -> Result<Self, Impossible> {
        let game = record.game(of);
        let rules = of.table_rules(game);
        let referee = Referee::at_score(game, rules, record.score, record.crawford)?;
        let referee = referee.after_games(0, record.exchanged);
        let (last_roll, broken_rule) = (None, None);
        Ok(Self { game, referee, turns: 0, last_roll, broken_rule, is_out_of_turn: false })
    }

    /// The game that is gone through.
    pub(crate) fn game(&self) -> Game {
        self.game
    }

    /// The table as it stands.
    pub(crate) fn situation(&self) -> &Situation {
        self.referee.table()
    }

    /// How the game has ended, once it has.
    pub(crate) fn result(&self) -> Option<GameResult> {
        self.referee.result()
    }

    /// Who decides next, where that is known.
    pub(crate) fn to_decide(&self) -> Decision {
        self.referee.to_decide()
    }

    /// Legal results of the roll that is to be played.
    pub(crate) fn legal_plays(&self) -> &[Position] {
        self.referee.legal_plays()
    }

    fn rules(&self) -> TableRules {
        *self.referee.rules()
    }

    /// The rule that was broken by what happened last, a turn of the cube.
    pub(crate) fn broken_rule(&self) -> Option<&Impossible> {
        self.broken_rule.as_ref()
    }

    /// Lets something happen; gives the game's result when that ends it. The cube may be turned against
    /// the rules: what players did has happened, and [`Table::broken_rule`] tells.
    ///
    /// A refusal may leave the roll of a play on the table.
    pub(crate) fn apply(
        &mut self,
        seat: Seat,
        event: &Event,
    ) -> Result<Option<GameResult>, Impossible> {
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
        // Where the first roll is not that of the lot, its winner may act before it.
        if !self.is_lot() && self.referee.to_decide() == Decision::Opening {
            self.open(seat, (2, 1))?;
        }
        self.check_turn(seat)?;
        Ok(self.referee.apply(action)?)
    }

    /// Doubles, beavers or raccoons, whether the rules allow it or not.
    fn turn_cube(&mut self, seat: Seat, action: Action) -> Result<(), Impossible> {
        let broken = match (action, self.referee.to_decide()) {
            (Action::Double, Decision::Opening) => {
                self.be_on_roll(seat)?;
                Some(Impossible::Illegal(Illegal::FirstRoll))
            }
            (Action::Double, Decision::Roll { seat: other, .. }) if other != seat => {
                self.be_on_roll(seat)?;
                Some(Impossible::NotTheirTurn)
            }
            _ => None,
        };
        self.is_out_of_turn |= broken.is_some();
        self.check_turn(seat)?;
        let rule = self.referee.apply_anyway(action)?;
        self.broken_rule = broken.or(rule.map(Impossible::Illegal));
        Ok(())
    }

    /// Puts a player on roll, with the board as it stands.
    fn be_on_roll(&mut self, seat: Seat) -> Result<(), Impossible> {
        let table = self.referee.table();
        let position = if table.seat == seat { table.position } else { table.position.swapped() };
        self.set_board(seat, position)
    }

    /// Whether the dice of the lot are the first roll.
    fn is_lot(&self) -> bool {
        self.rules().customs.opening(self.game) == Opening::Lot
    }

    /// Goes on from another table.
    fn resume(&mut self, table: Situation) -> Result<(), Impossible> {
        let began = self.referee.began();
        self.referee = Referee::resume(self.rules(), table, self.turns)?.begun_by(began);
        Ok(())
    }

    /// The lot, which a player wins with such dice, the higher first.
    fn open(&mut self, winner: Seat, (high, low): (u8, u8)) -> Result<(), Impossible> {
        let lot = match winner {
            Seat::Bottom => BySeat { bottom: high, top: low },
            Seat::Top => BySeat { bottom: low, top: high },
        };
        self.referee.apply(Action::OpeningRoll(lot))?;
        Ok(())
    }

    fn check_turn(&self, seat: Seat) -> Result<(), Impossible> {
        match self.referee.to_decide().seat() {
            Some(other) if other != seat => Err(Impossible::NotTheirTurn),
            _ => Ok(()),
        }
    }

    /// A roll by a player, unless it lies on the table already.
    pub(crate) fn roll(&mut self, seat: Seat, dice: Dice) -> Result<(), Impossible> {
        if self.last_roll == Some(dice) {
            return Ok(());
        }
        let rolls =
            matches!(self.referee.to_decide(), Decision::Roll { seat: other, .. } if other != seat);
        if self.is_out_of_turn && rolls {
            self.be_on_roll(seat)?;
        }
        self.is_out_of_turn = false;
        self.check_turn(seat)?;
        match self.referee.to_decide() {
            Decision::Play { dice: rolled, .. } if rolled == dice => return Ok(()),
            Decision::Play { dice: rolled, .. } => return Err(Impossible::RolledBefore(rolled)),
            Decision::Opening => {
                let is_lot = self.is_lot();
                if is_lot && dice.is_double() {
                    return Err(Impossible::FirstRoll(dice));
                }
                self.open(seat, if is_lot { (dice.high(), dice.low()) } else { (2, 1) })?;
                if is_lot {
                    return Ok(());
                }
            }
            _ => {}
        }
        self.last_roll = self.referee.apply(Action::Roll(dice))?.map(|_| dice);
        Ok(())
    }

    /// A play that the rules do not allow.
    fn play_anyway(
        &mut self,
        dice: Dice,
        result: Position,
    ) -> Result<Option<GameResult>, Impossible> {
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

    fn set_board(&mut self, seat: Seat, position: Position) -> Result<(), Impossible> {
        let mut table = *self.referee.table();
        if table.seat != seat {
            table = table.handed_over(table.position.swapped());
        }
        let table = Situation { position, phase: Phase::BeforeRoll, ..table };
        self.resume(table)
    }

    fn set_cube(&mut self, exponent: u8, owner: Option<Seat>) -> Result<(), Impossible> {
        let table = *self.referee.table();
        if self.referee.to_decide() == Decision::Opening {
            // Before the first roll, only equal dice turn it, and nobody gets it.
            if owner.is_some() || exponent > table.largest_cube {
                return Err(Impossible::Cube(exponent));
            }
            for _ in table.cube.exponent()..exponent {
                let equal = BySeat { bottom: 1, top: 1 };
                self.referee.apply(Action::OpeningRoll(equal))?;
            }
            if self.referee.table().cube.exponent() != exponent {
                return Err(Impossible::Cube(exponent));
            }
            return Ok(());
        }
        let owner = owner.map(|owner| table.seat.side_at(owner));
        let cube = Cube::new(exponent, owner).ok_or(Impossible::Cube(exponent))?;
        self.resume(Situation { cube, ..table })
    }
}
