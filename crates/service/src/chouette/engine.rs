//! Engines as players of a chouette, and as advisers of the captain.

use super::{
    action::{Action, Event},
    error::ChouetteTableError,
    session::Session,
};
use crate::{error::ApiError, table::ServerDice};
use serde::Serialize;
use sheshbesh_arena::{ChouettePlayer, CubePolicy, NetworkPlayer};
use sheshbesh_evaluator::{Depth, Evaluator};
use sheshbesh_movegen as movegen;
use sheshbesh_movegen::{ChouetteAction, ChouetteDecision, notation};
use utoipa::ToSchema;

/// The play that an engine of the team advises.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChouetteAdvice)]
pub(crate) struct Advice {
    /// The engine.
    player: usize,
    /// Its play in standard notation.
    play: String,
    /// ID of the resulting position, from the opponent's point of view.
    position_id: String,
    /// Points that the engine expects, over its own cubes.
    points: f32,
}

impl Session {
    /// The deepest search of the engines; 1-ply without any.
    pub(crate) fn depth(&self) -> Depth {
        self.players().iter().filter_map(|player| player.depth).max().unwrap_or(Depth::ONE)
    }

    fn engine(&self, player: usize, evaluator: &Evaluator) -> Result<ChouettePlayer, ApiError> {
        let Some(depth) = self.players()[player].depth else {
            let name = self.players()[player].name.clone();
            return Err(ApiError::unprocessable(ChouetteTableError::PersonDecides(name)));
        };
        let evaluator = evaluator.clone().for_game(self.game()).map_err(ApiError::unprocessable)?;
        Ok(NetworkPlayer::new(evaluator, depth, CubePolicy::Model).into())
    }

    /// Takes one action for the engine that decides. If no player decides, continues with the
    /// opening roll or the next game.
    pub(crate) fn play(
        &mut self,
        evaluator: &Evaluator,
        dice: ServerDice,
    ) -> Result<Event, ApiError> {
        let action = self.choose(evaluator)?;
        self.perform(action, dice)
    }

    fn choose(&self, evaluator: &Evaluator) -> Result<Action, ApiError> {
        let Some(player) = self.decider() else {
            let is_over = self.chouette().to_decide() == ChouetteDecision::NextGame;
            return Ok(if is_over { Action::NextGame } else { Action::Opening });
        };
        // A failing player is not the client's fault.
        if let Some(decision) = self.before_roll() {
            let mut engine = self.engine(player, evaluator)?;
            if decision.rolls {
                return Ok(Action::Roll);
            }
            if player == self.chouette().box_player() {
                let doubled = engine.doubles(self.chouette(), player);
                return self.double_or_hold(doubled.map_err(ApiError::internal)?);
            }
            let mut doubled = Vec::new();
            for &member in &self.chouette().line()[1..] {
                let has_cube =
                    self.chouette().pairs_of(member).any(|pair| decision.pairs.contains(&pair));
                if has_cube && self.players()[member].depth.is_some() {
                    let chosen = self.engine(member, evaluator)?.doubles(self.chouette(), member);
                    doubled.extend(chosen.map_err(ApiError::internal)?);
                }
            }
            return self.double_or_hold(doubled);
        }
        let chosen = self.engine(player, evaluator)?.decide(self.chouette());
        let chosen = chosen.map_err(ApiError::internal)?;
        let action = chosen.and_then(|action| self.describe(&action));
        action.ok_or_else(|| ApiError::internal("an engine of a chouette did not decide"))
    }

    fn double_or_hold(&self, doubled: Vec<usize>) -> Result<Action, ApiError> {
        if doubled.is_empty() {
            return Ok(Action::Hold);
        }
        Ok(Action::Double { cubes: doubled.into_iter().map(|pair| self.member(pair)).collect() })
    }

    /// An action of an engine as a request.
    fn describe(&self, action: &ChouetteAction) -> Option<Action> {
        Some(match action {
            ChouetteAction::Board(movegen::Action::Play(result)) => Action::Play {
                play: None,
                position_id: Some(notation::position_id(self.game(), result)),
            },
            ChouetteAction::Board(movegen::Action::Accept) => Action::Accept,
            ChouetteAction::Board(movegen::Action::Refuse) => Action::Refuse,
            ChouetteAction::Answer(movegen::Action::Take) => Action::Take,
            ChouetteAction::Answer(movegen::Action::Pass) => Action::Pass,
            ChouetteAction::Answer(movegen::Action::Beaver) => Action::Beaver,
            ChouetteAction::Answer(movegen::Action::Raccoon) => Action::Raccoon,
            ChouetteAction::OfferExtras(true) => Action::OfferExtras,
            ChouetteAction::OfferExtras(false) => Action::KeepExtras,
            ChouetteAction::TakeExtras(true) => Action::TakeExtras,
            ChouetteAction::TakeExtras(false) => Action::RefuseExtras,
            _ => return None,
        })
    }

    /// Members of the team whom the captain may ask for their plays now: engines that are still
    /// playing.
    pub(super) fn advisers(&self) -> Vec<usize> {
        let chouette = self.chouette();
        match chouette.to_decide() {
            ChouetteDecision::Play { player, seat: movegen::Chouette::TEAM, .. }
                if chouette.may_consult() =>
            {
                let is_adviser = |member: &usize| {
                    *member != player
                        && self.players()[*member].depth.is_some()
                        && chouette.pairs_of(*member).next().is_some()
                };
                chouette.line()[1..].iter().copied().filter(is_adviser).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The plays that the engines of the team advise to the captain.
    pub(crate) fn consult(&self, evaluator: &Evaluator) -> Result<Vec<Advice>, ApiError> {
        let advisers = self.advisers();
        let table = self.chouette().board().table();
        let (Some(dice), false) = (table.phase.dice(), advisers.is_empty()) else {
            return Err(ApiError::unprocessable(ChouetteTableError::NoConsulting));
        };
        let mut advice = Vec::new();
        for player in advisers {
            let ranked = self.engine(player, evaluator)?.rank(self.chouette(), player);
            let ranked = ranked.map_err(ApiError::internal)?;
            if let Some(best) = ranked.first() {
                let game = table.game;
                let play = notation::write(game, &table.position, dice, &best.position);
                advice.push(Advice {
                    player,
                    play: play.unwrap_or_default(),
                    position_id: notation::position_id(game, &best.position),
                    points: best.points,
                });
            }
        }
        Ok(advice)
    }
}
