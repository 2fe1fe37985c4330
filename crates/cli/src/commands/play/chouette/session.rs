//! The loop of a chouette.

use crate::{error::CliError, terminal::print};
use sheshbesh_arena::{ChouettePlayer, PlayerError};
use sheshbesh_movegen::{
    Action, BySeat, Chouette, ChouetteAction, ChouetteDecision, Seat,
    random::{GameRng, die, roll},
};

/// Players of a chouette, by number.
pub(super) struct Seating {
    pub(super) names: Vec<String>,
    /// The engines; `None` for people.
    pub(super) engines: Vec<Option<ChouettePlayer>>,
    /// The engine that gives hints to people.
    pub(super) adviser: ChouettePlayer,
}

/// Input before a roll.
pub(super) enum Typed {
    /// Doubles of these pairs; none to roll.
    Cubes(Vec<usize>),
    Action(ChouetteAction),
    Quit,
}

/// A chouette that is played at the terminal.
pub struct ChouetteSession {
    pub(super) chouette: Chouette,
    pub(super) seating: Seating,
    rng: GameRng,
    /// Number of games to play; `None` until somebody quits.
    games: Option<u32>,
    /// The turn in which everybody has been asked for doubles: number of the game, and of the turn.
    asked: Option<(u32, u32)>,
}

impl ChouetteSession {
    pub(super) fn new(
        chouette: Chouette,
        seating: Seating,
        rng: GameRng,
        games: Option<u32>,
    ) -> Self {
        Self { chouette, seating, rng, games, asked: None }
    }

    /// Plays until the last game is over or somebody quits.
    pub(in super::super) fn play(&mut self) -> Result<(), CliError> {
        print(&self.announcement())?;
        loop {
            let decision = self.chouette.to_decide();
            if decision == ChouetteDecision::NextGame {
                print(&self.settlement())?;
                let played = self.chouette.games() + 1;
                let is_last = self.games.is_some_and(|games| played >= games);
                if is_last || self.games.is_none() && !self.wants_another()? {
                    return Ok(());
                }
            }
            let Some(action) = self.choose(&decision)? else {
                print(&self.standing())?;
                return print("Goodbye.\n");
            };
            let before = self.chouette.clone();
            self.chouette.apply(action.clone()).map_err(CliError::failed)?;
            print(&self.told(&before, &decision, &action))?;
        }
    }

    /// Returns the next action; `None` to quit.
    fn choose(&mut self, decision: &ChouetteDecision) -> Result<Option<ChouetteAction>, CliError> {
        match *decision {
            ChouetteDecision::Opening => {
                let (bottom, top) = (die(&mut self.rng), die(&mut self.rng));
                Ok(Some(ChouetteAction::Board(Action::OpeningRoll(BySeat { bottom, top }))))
            }
            ChouetteDecision::NextGame => Ok(Some(ChouetteAction::NextGame)),
            ChouetteDecision::Roll { player, seat, ref may_double } => {
                self.roll_or_double(player, seat, may_double)
            }
            ChouetteDecision::Play { player, .. }
            | ChouetteDecision::Answer { player, .. }
            | ChouetteDecision::OfferExtras { player, .. }
            | ChouetteDecision::TakeExtras { player, .. }
            | ChouetteDecision::Resignation { player, .. } => {
                match &mut self.seating.engines[player] {
                    Some(engine) => engine.decide(&self.chouette).map_err(engine_failed),
                    None => self.ask_person(player, decision),
                }
            }
        }
    }

    /// Asks the box, or each member of the team, for doubles once in a turn; then rolls.
    fn roll_or_double(
        &mut self,
        player: usize,
        seat: Seat,
        may_double: &[usize],
    ) -> Result<Option<ChouetteAction>, CliError> {
        let now = Some((self.chouette.games(), self.chouette.board().turns()));
        if self.asked != now {
            let deciders = match seat {
                Chouette::BOX => vec![player],
                Chouette::TEAM => self.chouette.line()[1..].to_vec(),
            };
            let (mut doubled, mut is_shown) = (Vec::new(), false);
            for decider in deciders {
                let own: Vec<usize> = self.chouette.pairs_of(decider).collect();
                let cubes: Vec<usize> =
                    may_double.iter().copied().filter(|pair| own.contains(pair)).collect();
                if cubes.is_empty() {
                    continue;
                }
                if let Some(engine) = &mut self.seating.engines[decider] {
                    let chosen = engine.doubles(&self.chouette, decider);
                    doubled.extend(chosen.map_err(engine_failed)?);
                    continue;
                }
                match self.ask_double(decider, decider == player, !is_shown, &cubes)? {
                    Typed::Cubes(cubes) => doubled.extend(cubes),
                    Typed::Action(action) => return Ok(Some(action)),
                    Typed::Quit => return Ok(None),
                }
                is_shown = true;
            }
            self.asked = now;
            if !doubled.is_empty() {
                return Ok(Some(ChouetteAction::Double(doubled)));
            }
        }
        let game = self.chouette.board().table().game;
        Ok(Some(ChouetteAction::Board(Action::Roll(roll(game, &mut self.rng)))))
    }
}

pub(super) fn engine_failed(error: PlayerError) -> CliError {
    CliError::failed(error)
}
