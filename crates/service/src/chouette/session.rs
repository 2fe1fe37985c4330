//! A running chouette: applies actions and reports their results.

use super::{
    action::{Action, Event},
    beginning::{Beginning, Player},
    error::{ChouetteTableError, MAX_ACTIONS},
    state::State,
};
use crate::{
    error::ApiError,
    service::Service,
    table::{ServerDice, TableError, list_steps, read_play},
};
use sheshbesh_evaluator::{Stop, Stopped};
use sheshbesh_movegen as movegen;
use sheshbesh_movegen::{
    BySeat, Chouette, ChouetteAction, ChouetteDecision, Dice, Game, Situation, notation,
};

/// A chouette with its players and the numbers that determine the dice.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    beginning: Beginning,
    players: Vec<Player>,
    chouette: Chouette,
    /// Session number.
    number: u32,
    /// Number of rolls before the current game.
    rolls: u32,
    /// Actions of the current game.
    actions: Vec<Action>,
    /// Rolls of the current game; the opening roll has the die of the box first.
    dice: Vec<String>,
    asked: Asked,
}

/// Players who have decided about doubles since the last roll.
#[derive(Clone, Copy, Debug, Default)]
struct Asked {
    engines: bool,
    people: bool,
}

/// Decision before a roll. Engines decide first, together, then people, together; the player who
/// rolls is one of the people, or decides last.
#[derive(Clone, Debug)]
pub(super) struct BeforeRoll {
    /// The player who decides; of several, the one who rolls, or the first in the line.
    pub(super) player: usize,
    /// Pairs whose cubes may be doubled now.
    pub(super) pairs: Vec<usize>,
    /// True if the player rolls unless somebody doubles.
    pub(super) rolls: bool,
}

impl Session {
    /// Starts a chouette with the given number, before its first game.
    pub(crate) fn begin(
        beginning: Beginning,
        number: u32,
        service: &Service,
    ) -> Result<Self, ApiError> {
        let (game, rules, players) = beginning.read(service)?;
        let chouette =
            Chouette::new(game, rules, players.len()).map_err(ApiError::unprocessable)?;
        Ok(Self::at_start(beginning, players, chouette, (number, 0)))
    }

    fn at_start(
        beginning: Beginning,
        players: Vec<Player>,
        chouette: Chouette,
        (number, rolls): (u32, u32),
    ) -> Self {
        Self {
            beginning,
            players,
            chouette,
            number,
            rolls,
            actions: Vec::new(),
            dice: Vec::new(),
            asked: Asked::default(),
        }
    }

    /// Resumes a chouette from its state: plays the actions of its current game again.
    pub(crate) fn resume(state: State, service: &Service, stop: &Stop) -> Result<Self, ApiError> {
        let State { beginning, standing, actions, dice, seed, rolls } = state;
        let (game, rules, players) = beginning.read(service)?;
        if standing.players() != players.len() {
            return Err(ApiError::unprocessable(movegen::ChouetteError::Standing));
        }
        let chouette = Chouette::resume(game, rules, standing.into());
        let chouette = chouette.map_err(ApiError::unprocessable)?;
        if actions.len() > MAX_ACTIONS {
            return Err(ApiError::unprocessable(ChouetteTableError::TooManyActions));
        }
        let mut session = Self::at_start(beginning, players, chouette, (seed, rolls));
        let mut dice = dice.into_iter();
        for (action, number) in actions.into_iter().zip(1..) {
            if stop.is_due() {
                return Err(ApiError::unprocessable(Stopped));
            }
            let mut roll = || {
                let next = dice.next();
                next.ok_or_else(|| ApiError::unprocessable(ChouetteTableError::Rolls))
            };
            session.apply(action, &mut roll).map_err(|error| {
                error.within(|problem| ChouetteTableError::Action { number, problem })
            })?;
        }
        if dice.next().is_some() {
            return Err(ApiError::unprocessable(ChouetteTableError::Rolls));
        }
        Ok(session)
    }

    /// Current state.
    pub(super) fn state(&self) -> State {
        State {
            beginning: self.beginning.clone(),
            standing: self.chouette.standing().into(),
            actions: self.actions.clone(),
            dice: self.dice.clone(),
            seed: self.number,
            rolls: self.rolls,
        }
    }

    pub(super) const fn chouette(&self) -> &Chouette {
        &self.chouette
    }

    pub(crate) fn game(&self) -> Game {
        self.chouette.board().table().game
    }

    pub(super) fn players(&self) -> &[Player] {
        &self.players
    }

    /// The player who decides about the cube of a pair before a roll of `mover`.
    fn decider_of(&self, pair: usize, mover: usize) -> usize {
        let is_box = mover == self.chouette.box_player();
        if is_box { mover } else { self.chouette.holder(pair) }
    }

    fn is_engine(&self, player: usize) -> bool {
        self.players[player].depth.is_some()
    }

    /// The decision before a roll, if this is the next one.
    pub(super) fn before_roll(&self) -> Option<BeforeRoll> {
        let ChouetteDecision::Roll { player: mover, may_double, .. } = self.chouette.to_decide()
        else {
            return None;
        };
        let decider = |pair: usize| self.decider_of(pair, mover);
        let (engines, people): (Vec<usize>, Vec<usize>) =
            may_double.into_iter().partition(|&pair| self.is_engine(decider(pair)));
        let is_person = !self.is_engine(mover);
        let (player, pairs, rolls) = match (engines.first(), people.first()) {
            (Some(&first), _) if !self.asked.engines => (decider(first), engines, false),
            (_, Some(_)) if is_person => (mover, people, true),
            (_, Some(&first)) if !self.asked.people => (decider(first), people, false),
            _ => (mover, Vec::new(), true),
        };
        Some(BeforeRoll { player, pairs, rolls })
    }

    /// The player who decides next; `None` if there is nothing to choose.
    pub(super) fn decider(&self) -> Option<usize> {
        let before_roll = self.before_roll().map(|decision| decision.player);
        before_roll.or_else(|| self.chouette.to_decide().player())
    }

    /// Applies an action of a person, or continues where no player decides.
    pub(crate) fn act(&mut self, action: Action, dice: ServerDice) -> Result<Event, ApiError> {
        if let Some(engine) = self.decider().filter(|&player| self.is_engine(player)) {
            let name = self.players[engine].name.clone();
            return Err(ApiError::unprocessable(ChouetteTableError::EngineDecides(name)));
        }
        self.perform(action, dice)
    }

    /// Applies an action of the player who decides; rolls the dice that it needs.
    pub(super) fn perform(&mut self, action: Action, dice: ServerDice) -> Result<Event, ApiError> {
        if self.actions.len() >= MAX_ACTIONS {
            return Err(ApiError::unprocessable(ChouetteTableError::TooManyActions));
        }
        let (game, number) = (self.game(), self.number);
        let next = self.rolls.saturating_add(u32::try_from(self.dice.len()).unwrap_or(u32::MAX));
        let is_opening = action == Action::Opening;
        self.apply(action, &mut || {
            Ok(if is_opening {
                let BySeat { bottom, top } = dice.roll_opening(number, next);
                format!("{bottom}{top}")
            } else {
                dice.roll(game, number, next).to_string()
            })
        })
    }

    /// Applies an action, with the dice of `roll` if it needs them.
    fn apply(
        &mut self,
        action: Action,
        roll: &mut dyn FnMut() -> Result<String, ApiError>,
    ) -> Result<Event, ApiError> {
        let player = self.decider();
        let table = *self.chouette.board().table();
        let cube = match self.chouette.to_decide() {
            ChouetteDecision::Answer { pair, .. } => Some(self.member(pair)),
            _ => None,
        };
        let mut event =
            Event { player, action: action.clone(), cube, dice: None, opening: None, steps: None };
        let mut asked = Asked::default();
        let mut rolled = None;
        let applied = match &action {
            Action::Opening => {
                let written = roll()?;
                let dice = read_opening(&written)?;
                event.opening = Some(dice.into());
                rolled = Some(written);
                ChouetteAction::Board(movegen::Action::OpeningRoll(dice))
            }
            Action::Roll => {
                if self.before_roll().is_some_and(|decision| !decision.rolls) {
                    return Err(ApiError::unprocessable(ChouetteTableError::DoublesFirst));
                }
                let written = roll()?;
                let dice = self.game().parse_roll(&written).map_err(ApiError::unprocessable)?;
                event.dice = Some(written.clone());
                rolled = Some(written);
                ChouetteAction::Board(movegen::Action::Roll(dice))
            }
            Action::Hold => {
                self.hold()?;
                self.actions.push(action);
                return Ok(event);
            }
            Action::Double { cubes } => {
                let pairs = self.doubled(cubes)?;
                asked = self.asked_with(&pairs);
                ChouetteAction::Double(pairs)
            }
            Action::Play { play, position_id } => {
                let (result, dice) =
                    self.read_play(&table, play.as_deref(), position_id.as_deref())?;
                event.dice = Some(dice.to_string());
                ChouetteAction::Board(movegen::Action::Play(result))
            }
            Action::Take => ChouetteAction::Answer(movegen::Action::Take),
            Action::Pass => ChouetteAction::Answer(movegen::Action::Pass),
            Action::Beaver => ChouetteAction::Answer(movegen::Action::Beaver),
            Action::Raccoon => ChouetteAction::Answer(movegen::Action::Raccoon),
            Action::OfferExtras => ChouetteAction::OfferExtras(true),
            Action::KeepExtras => ChouetteAction::OfferExtras(false),
            Action::TakeExtras => ChouetteAction::TakeExtras(true),
            Action::RefuseExtras => ChouetteAction::TakeExtras(false),
            Action::Resign { win } => ChouetteAction::Board(movegen::Action::Resign(*win)),
            Action::Accept => ChouetteAction::Board(movegen::Action::Accept),
            Action::Refuse => ChouetteAction::Board(movegen::Action::Refuse),
            Action::NextGame => ChouetteAction::NextGame,
        };
        self.chouette.apply(applied.clone()).map_err(ApiError::unprocessable)?;
        if let (ChouetteAction::Board(movegen::Action::Play(result)), Some(dice)) =
            (&applied, table.phase.dice())
        {
            event.steps = Some(list_steps(&table, dice, result));
            event.action = Action::Play {
                play: notation::write(table.game, &table.position, dice, result),
                position_id: Some(notation::position_id(table.game, result)),
            };
        }
        self.keep(&event.action, rolled, asked);
        Ok(event)
    }

    /// Keeps an applied action for the state.
    fn keep(&mut self, action: &Action, rolled: Option<String>, asked: Asked) {
        if matches!(action, Action::Double { .. }) {
            self.asked = asked;
        } else if rolled.is_some() || *action == Action::NextGame {
            self.asked = Asked::default();
        }
        if *action == Action::NextGame {
            let rolls = u32::try_from(self.dice.len()).unwrap_or(u32::MAX);
            self.rolls = self.rolls.saturating_add(rolls);
            self.actions.clear();
            self.dice.clear();
            return;
        }
        self.dice.extend(rolled);
        self.actions.push(match action {
            // The ID is exact, while the notation is meant for people.
            Action::Play { position_id, .. } => {
                Action::Play { play: None, position_id: position_id.clone() }
            }
            other => other.clone(),
        });
    }

    /// The player to whom the cube of a pair belongs.
    pub(super) fn member(&self, pair: usize) -> usize {
        self.chouette.line()[pair + 1]
    }

    /// Decides against doubles before the roll of another player.
    fn hold(&mut self) -> Result<(), ApiError> {
        match self.before_roll() {
            Some(BeforeRoll { pairs, rolls: false, .. }) => {
                self.asked = self.asked_with(&pairs);
                Ok(())
            }
            _ => Err(ApiError::unprocessable(ChouetteTableError::NoDoubles)),
        }
    }

    /// Pairs of doubled cubes, all of them of the players who decide now.
    fn doubled(&self, cubes: &[usize]) -> Result<Vec<usize>, ApiError> {
        let refuse = |error| Err(ApiError::unprocessable(error));
        let Some(BeforeRoll { pairs, .. }) = self.before_roll() else {
            return refuse(ChouetteTableError::NoDoubles);
        };
        let mut doubled = Vec::new();
        for &cube in cubes {
            match pairs.iter().find(|&&pair| self.member(pair) == cube) {
                Some(&pair) => doubled.push(pair),
                None => return refuse(ChouetteTableError::OtherCube),
            }
        }
        Ok(doubled)
    }

    /// The players who have been asked, after a decision about the cubes of some pairs.
    fn asked_with(&self, pairs: &[usize]) -> Asked {
        let ChouetteDecision::Roll { player: mover, .. } = self.chouette.to_decide() else {
            return self.asked;
        };
        let is_of_engine = |&pair: &usize| self.is_engine(self.decider_of(pair, mover));
        Asked {
            engines: self.asked.engines || pairs.iter().any(is_of_engine),
            people: self.asked.people || pairs.iter().any(|pair| !is_of_engine(pair)),
        }
    }

    fn read_play(
        &self,
        table: &Situation,
        play: Option<&str>,
        position_id: Option<&str>,
    ) -> Result<(movegen::Position, Dice), ApiError> {
        let ChouetteDecision::Play { dice, .. } = self.chouette.to_decide() else {
            return Err(ApiError::unprocessable(TableError::PlayBeforeRoll));
        };
        Ok((read_play(table, dice, play, position_id)?, dice))
    }
}

/// Dice of an opening roll: of the box, then of the captain.
fn read_opening(written: &str) -> Result<BySeat<u8>, ApiError> {
    let digits: Vec<u8> =
        written.chars().filter_map(|digit| u8::try_from(digit.to_digit(10)?).ok()).collect();
    match digits[..] {
        [bottom, top] if written.len() == digits.len() => Ok(BySeat { bottom, top }),
        _ => Err(ApiError::unprocessable(ChouetteTableError::Rolls)),
    }
}
