//! A running session: applies actions and reports their results.

use super::{
    action::{Action, GameEvent, read_play},
    error::TableError,
    level::Level,
    rules::Beginning,
    server_dice::ServerDice,
    state::State,
};
use crate::error::ApiError;
use sheshbesh_analysis::match_analysis::{DecisionKind, kind_and_event};
use sheshbesh_arena::{Visibility, decide};
use sheshbesh_evaluator::{Evaluator, cube::InvalidStakes};
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
    pub(crate) fn act(
        &mut self,
        action: &Action,
        server_dice: ServerDice,
    ) -> Result<GameEvent, ApiError> {
        self.apply(self.to_referee_action(action, server_dice)?)
    }

    /// Kind of the pending decision, and the event of an action if one is given. `None` if the
    /// decision is not one that is evaluated.
    pub(crate) fn decision_to_judge(
        &self,
        action: Option<&Action>,
        server_dice: ServerDice,
    ) -> Result<Option<(DecisionKind, Option<Event>)>, ApiError> {
        let decision = self.referee.to_decide();
        let Some(action) = action else {
            return Ok(DecisionKind::of(decision).map(|kind| (kind, None)));
        };
        let action = self.to_referee_action(action, server_dice)?;
        self.referee.clone().apply(action).map_err(ApiError::unprocessable)?;
        Ok(kind_and_event(decision, action).map(|(kind, event)| (kind, Some(event))))
    }

    /// Converts an action for the referee; rolls dice if it needs them.
    fn to_referee_action(
        &self,
        action: &Action,
        server_dice: ServerDice,
    ) -> Result<movegen::Action, ApiError> {
        Ok(match action {
            Action::Opening => {
                movegen::Action::OpeningRoll(server_dice.roll_opening(self.number, self.rolls))
            }
            Action::Roll => {
                let game = self.referee.table().game;
                movegen::Action::Roll(server_dice.roll(game, self.number, self.rolls))
            }
            Action::Play { play, position_id } => {
                let Decision::Play { dice, .. } = self.referee.to_decide() else {
                    let decision = self.referee.to_decide();
                    return Err(ApiError::unprocessable(TableError::NoPlayNow(decision)));
                };
                let table = self.referee.table();
                let result = read_play(table, dice, play.as_deref(), position_id.as_deref());
                movegen::Action::Play(result?)
            }
            Action::Double => movegen::Action::Double,
            Action::Take => movegen::Action::Take,
            Action::Pass => movegen::Action::Pass,
            Action::Beaver => movegen::Action::Beaver,
            Action::Raccoon => movegen::Action::Raccoon,
            Action::Resign { win } => movegen::Action::Resign(*win),
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
        server_dice: ServerDice,
    ) -> Result<GameEvent, ApiError> {
        let decision = self.referee.to_decide();
        let game = self.referee.table().game;
        let is_raised = self.referee.rules().house_rules.arithmetic_raises && game.has_cube();
        if is_raised && !matches!(level, Level::Bot(_)) {
            return Err(ApiError::unprocessable(InvalidStakes::ArithmeticRaises));
        }
        let level = match decision {
            Decision::Resignation { .. } if is_raised => level,
            // The network evaluates the resignation if it supports the game.
            Decision::Resignation { .. } => {
                let network = Level::Network(level.depth());
                if evaluator.learned_for(game).is_ok() { network } else { level }
            }
            _ => level,
        };
        let seed = server_dice.player_seed(self.number, self.rolls);
        let mut player = level.player(game, evaluator, seed).map_err(ApiError::unprocessable)?;
        let chosen = decide(&mut *player, &self.referee, self.visibility());
        // A failing player is not the client's fault.
        let chosen = chosen.map_err(ApiError::internal)?;
        match (chosen, decision) {
            (Some(action), _) => self.apply(action).map_err(ApiError::internal),
            (None, Decision::Opening) => self.act(&Action::Opening, server_dice),
            (None, Decision::NextGame) => self.act(&Action::NextGame, server_dice),
            (None, Decision::MatchOver { .. }) => {
                Err(ApiError::unprocessable(TableError::MatchOver))
            }
            (None, _) => self.act(&Action::Roll, server_dice),
        }
    }

    /// Information shown to players. Money games without a cube and without special scoring show
    /// only the board.
    fn visibility(&self) -> Visibility {
        let movegen::TableRules { cube, house_rules: customs } = self.referee.rules();
        match cube.session {
            Played::Money { .. } if cube.largest_cube == 0 && customs.scoring.is_none() => {
                Visibility::BoardOnly
            }
            _ => Visibility::Cube,
        }
    }

    fn apply(&mut self, action: movegen::Action) -> Result<GameEvent, ApiError> {
        let table = *self.referee.table();
        let seat = self.referee.to_decide().seat();
        self.referee.apply(action).map_err(ApiError::unprocessable)?;
        if matches!(action, movegen::Action::OpeningRoll(_) | movegen::Action::Roll(_)) {
            self.rolls = self.rolls.saturating_add(1);
        }
        Ok(GameEvent::new(&table, seat, action))
    }
}
