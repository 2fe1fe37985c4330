//! A running session: applies actions and reports their results.

use super::{
    action::{Action, Did, read_play},
    level::Level,
    rules::Beginning,
    server_dice::Chance,
    state::State,
};
use crate::http::error::ApiError;
use sheshbesh_analysis::judged::{Kind, judged_as};
use sheshbesh_arena::{Shown, decide};
use sheshbesh_evaluator::Evaluator;
use sheshbesh_matchfile::Event;
use sheshbesh_movegen as movegen;
use sheshbesh_movegen::{Decision, Referee, Session as Played};

/// A referee with the numbers that determine the dice.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    referee: Referee,
    /// Session number.
    number: u32,
    /// Number of the next roll.
    rolls: u32,
}

impl Session {
    /// Starts a session with the given number, before its first game.
    pub(crate) fn begin(beginning: &Beginning, number: u32) -> Result<Self, ApiError> {
        Ok(Self { referee: beginning.referee()?, number, rolls: 0 })
    }

    /// Resumes a session from its state.
    pub(crate) fn resume(state: &State) -> Result<Self, ApiError> {
        let (number, rolls) = state.numbers();
        Ok(Self { referee: state.referee()?, number, rolls })
    }

    /// The referee, which knows the rules.
    pub(crate) const fn referee(&self) -> &Referee {
        &self.referee
    }

    /// Current state.
    pub(crate) fn state(&self) -> State {
        State::new(&self.referee, self.number, self.rolls)
    }

    /// Applies an action of a player.
    pub(crate) fn act(&mut self, action: &Action, chance: Chance) -> Result<Did, ApiError> {
        self.happen(self.meant(action, chance)?)
    }

    /// Kind of the pending decision, and the event of an action if one is given. `None` if the
    /// decision is not one that is evaluated.
    pub(crate) fn judged(
        &self,
        action: Option<&Action>,
        chance: Chance,
    ) -> Result<Option<(Kind, Option<Event>)>, ApiError> {
        let to_decide = self.referee.to_decide();
        let Some(action) = action else { return Ok(Kind::of(to_decide).map(|kind| (kind, None))) };
        let action = self.meant(action, chance)?;
        self.referee.clone().apply(action).map_err(ApiError::nonsense)?;
        Ok(judged_as(to_decide, action).map(|(kind, event)| (kind, Some(event))))
    }

    /// Converts an action for the referee; rolls dice if it needs them.
    fn meant(&self, action: &Action, chance: Chance) -> Result<movegen::Action, ApiError> {
        Ok(match action {
            Action::Opening => {
                movegen::Action::OpeningRoll(chance.opening(self.number, self.rolls))
            }
            Action::Roll => movegen::Action::Roll(chance.roll(self.number, self.rolls)),
            Action::Play { play, position_id } => {
                let Decision::Play { dice, .. } = self.referee.to_decide() else {
                    let decision = self.referee.to_decide();
                    let sentence = format_args!("cannot play now: {decision}");
                    return Err(ApiError::nonsense(sentence));
                };
                let table = self.referee.table();
                let read = read_play(table, dice, play.as_deref(), position_id.as_deref());
                movegen::Action::Play(read?)
            }
            Action::Double => movegen::Action::Double,
            Action::Take => movegen::Action::Take,
            Action::Pass => movegen::Action::Pass,
            Action::Beaver => movegen::Action::Beaver,
            Action::Raccoon => movegen::Action::Raccoon,
            Action::Resign { win } => movegen::Action::Resign((*win).into()),
            Action::Accept => movegen::Action::Accept,
            Action::Refuse => movegen::Action::Refuse,
            Action::NextGame => movegen::Action::NextGame,
        })
    }

    /// Takes one action for the player who has to decide, as a level plays. If no player decides,
    /// continues with the opening roll or the next game.
    pub(crate) fn play(
        &mut self,
        level: Level,
        evaluator: &Evaluator,
        chance: Chance,
    ) -> Result<Did, ApiError> {
        let decision = self.referee.to_decide();
        let game = self.referee.table().game;
        let level = match decision {
            // The network evaluates the resignation if it supports the game.
            Decision::Resignation { .. } => {
                let network = Level::Network(level.depth());
                if evaluator.learned_for(game).is_ok() { network } else { level }
            }
            _ => level,
        };
        let seed = chance.of_player(self.number, self.rolls);
        let mut player = level.player(game, evaluator, seed).map_err(ApiError::nonsense)?;
        let chosen = decide(&mut *player, &self.referee, self.shown());
        // A failing player is not the client's fault.
        let chosen = chosen.map_err(ApiError::ours)?;
        match (chosen, decision) {
            (Some(action), _) => self.happen(action).map_err(ApiError::ours),
            (None, Decision::Opening) => self.act(&Action::Opening, chance),
            (None, Decision::NextGame) => self.act(&Action::NextGame, chance),
            (None, Decision::MatchOver { .. }) => Err(ApiError::nonsense("the match is over")),
            (None, _) => self.act(&Action::Roll, chance),
        }
    }

    /// Information shown to players. Money games without a cube and without special scoring show
    /// only the board.
    fn shown(&self) -> Shown {
        let movegen::TableRules { cube, customs } = self.referee.rules();
        match cube.session {
            Played::Money { .. } if cube.largest_cube == 0 && customs.scoring.is_none() => {
                Shown::BoardOnly
            }
            _ => Shown::Cube,
        }
    }

    fn happen(&mut self, action: movegen::Action) -> Result<Did, ApiError> {
        let table = *self.referee.table();
        let seat = self.referee.to_decide().seat();
        self.referee.apply(action).map_err(ApiError::nonsense)?;
        if matches!(action, movegen::Action::OpeningRoll(_) | movegen::Action::Roll(_)) {
            self.rolls = self.rolls.saturating_add(1);
        }
        Ok(Did::new(&table, seat, action))
    }
}
