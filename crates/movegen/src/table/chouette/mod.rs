//! The rules of a chouette: one player, the box, against a team, on one board.
//!
//! The captain rolls and moves for the team. Each member of the team has a cube of their own, and
//! doubles, takes and passes for themselves. A chouette therefore is a game of each member with the
//! box, each with its own [`Referee`]; all of them have the same board. The rules follow the usual
//! form of chouettes with several cubes:
//!
//! - A captain whose own game is over is followed by the next member in line who is still playing.
//! - The box stays if no captain has beaten it. Captains that the box has beaten go to the end of
//!   the line, in this order.
//! - A captain who beats the box is the next box, and the old box goes to the very end.

mod action;
mod rules;
mod settlement;
mod standing;

pub use action::{ChouetteAction, ChouetteDecision, ChouetteError};
pub use rules::{ChouetteRules, Consulting, UnknownConsulting};
pub use settlement::PairResult;
pub use standing::ChouetteStanding;

use super::{
    Cube, Situation,
    referee::{Action, Decision, Referee},
};
use crate::{board::Seat, games::Game};

const BOX: Seat = Chouette::BOX;
const TEAM: Seat = Chouette::TEAM;

/// A member's game with the box.
#[derive(Clone, Debug, PartialEq)]
struct Pair {
    /// Member of the team who began this game.
    member: usize,
    /// Member of the team who plays it: another one after taking over the cube.
    holder: usize,
    /// Points that the member has paid to the holder for taking over the cube.
    paid: u32,
    referee: Referee,
}

impl Pair {
    fn is_open(&self) -> bool {
        self.referee.result().is_none()
    }
}

/// A round of doubles: doubles of one side before a roll, with their answers.
#[derive(Clone, Debug, Default, PartialEq)]
struct Round {
    /// Pairs whose holder has passed a double of the box, each before the pass.
    passed: Vec<(usize, Referee)>,
    extras: Extras,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Extras {
    #[default]
    None,
    /// The box may offer the cubes that have been passed.
    Offering,
    /// The only taker may take them over.
    Offered,
}

/// A chouette: a session of games of one box against a team.
///
/// Players are numbers from 0. A chouette is a value: copies continue independently.
///
/// ```
/// use sheshbesh_movegen::{
///     Action, BySeat, Chouette, ChouetteAction, ChouetteDecision, ChouetteRules, Consulting,
///     CubeRules, Game, HouseRules, Session, TableRules,
/// };
/// let session = Session::Money { jacoby: false, beavers: false, automatic_doubles: 0 };
/// let cube = CubeRules { session, largest_cube: 6 };
/// let table = TableRules { cube, house_rules: HouseRules::USUAL };
/// let rules = ChouetteRules { table, consulting: Consulting::Always, extras: false };
/// let mut chouette = Chouette::new(Game::Backgammon, rules, 3)?;
/// // The box wins the opening roll. Then both members of the team double.
/// chouette.apply(ChouetteAction::Board(Action::OpeningRoll(BySeat { bottom: 3, top: 1 })))?;
/// let play = chouette.board().legal_plays()[0];
/// chouette.apply(ChouetteAction::Board(Action::Play(play)))?;
/// chouette.apply(ChouetteAction::Double(vec![0, 1]))?;
/// // The box passes the captain's double and takes the other.
/// chouette.apply(ChouetteAction::Answer(Action::Pass))?;
/// chouette.apply(ChouetteAction::Answer(Action::Take))?;
/// assert_eq!((chouette.captain(), chouette.scores()), (2, vec![-1, 1, 0]));
/// # Ok::<(), sheshbesh_movegen::ChouetteError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Chouette {
    rules: ChouetteRules,
    /// Line, points and number of games at the start of the game.
    standing: ChouetteStanding,
    /// Games with the box, in the order of the line.
    pairs: Vec<Pair>,
    captain: usize,
    /// Captains whom the box has beaten in this game.
    beaten: Vec<usize>,
    /// The captain who has beaten the box in this game.
    successor: Option<usize>,
    round: Round,
}

impl Chouette {
    /// The seat of the box.
    pub const BOX: Seat = Seat::Bottom;
    /// The seat of the team.
    pub const TEAM: Seat = Seat::Top;
    /// Fewest players.
    pub const FEWEST: usize = 3;
    /// Most players.
    pub const MOST: usize = 10;

    /// Creates a chouette before its first game. Player 0 is the box and player 1 the captain.
    ///
    /// # Errors
    /// Fails for too few or too many players, and for a match.
    pub fn new(game: Game, rules: ChouetteRules, players: usize) -> Result<Self, ChouetteError> {
        Self::resume(game, rules, ChouetteStanding::new(players))
    }

    /// The rules.
    pub const fn rules(&self) -> &ChouetteRules {
        &self.rules
    }

    /// The box, followed by the team in the order of the line, at the start of this game.
    pub fn line(&self) -> &[usize] {
        &self.standing.line
    }

    /// The player who is the box.
    pub fn box_player(&self) -> usize {
        self.standing.line[0]
    }

    /// The member of the team who rolls and moves. After a game, the last one.
    pub const fn captain(&self) -> usize {
        self.captain
    }

    /// The player who rolls and moves for a side.
    pub fn mover(&self, seat: Seat) -> usize {
        match seat {
            BOX => self.box_player(),
            TEAM => self.captain,
        }
    }

    /// Number of finished games; the current game does not count.
    pub const fn games(&self) -> u32 {
        self.standing.games
    }

    /// Number of games between the box and members of the team, open or over: one for each member,
    /// in the order of the line.
    pub fn pairs(&self) -> usize {
        self.pairs.len()
    }

    /// The member of the team who plays a pair's game: the member at that place of the line, or the
    /// one who has taken over the cube.
    ///
    /// # Panics
    /// If there is no such pair, as [`Chouette::referee`] and [`Chouette::is_open`].
    pub fn holder(&self, pair: usize) -> usize {
        self.pairs[pair].holder
    }

    /// The referee of a pair, whose board and dice are the same for all open pairs. At the end of
    /// its game, it stays as it was. The box sits at [`Chouette::BOX`].
    ///
    /// # Panics
    /// If there is no such pair.
    pub fn referee(&self, pair: usize) -> &Referee {
        &self.pairs[pair].referee
    }

    /// The table of a pair; see [`Chouette::referee`].
    pub fn table(&self, pair: usize) -> &Situation {
        self.referee(pair).table()
    }

    /// The cube of a pair.
    pub fn cube(&self, pair: usize) -> Cube {
        self.table(pair).cube
    }

    /// True if the game of a pair is not over.
    ///
    /// # Panics
    /// If there is no such pair.
    pub fn is_open(&self, pair: usize) -> bool {
        self.pairs[pair].is_open()
    }

    /// The open pairs.
    pub fn open_pairs(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.pairs.len()).filter(|&pair| self.is_open(pair))
    }

    /// The open pairs that a player plays: all for the box, usually one for a member of the team.
    pub fn pairs_of(&self, player: usize) -> impl Iterator<Item = usize> + '_ {
        let is_box = player == self.box_player();
        self.open_pairs().filter(move |&pair| is_box || self.holder(pair) == player)
    }

    /// A referee of the board: of an open pair if there is one, else of the pair that ended last.
    pub fn board(&self) -> &Referee {
        let open = self.pairs.iter().find(|pair| pair.is_open());
        let last = || self.pairs.iter().max_by_key(|pair| pair.referee.turns());
        &open.or_else(last).unwrap_or(&self.pairs[0]).referee
    }

    /// True if members of the team may advise the captain now.
    pub fn may_consult(&self) -> bool {
        let is_turned = |pair: &Pair| pair.referee.table().cube.owner().is_some();
        self.rules.consulting == Consulting::Always || self.pairs.iter().any(is_turned)
    }

    /// The next decision.
    pub fn to_decide(&self) -> ChouetteDecision {
        let passed = || self.round.passed.iter().map(|(pair, _)| *pair).collect();
        match self.round.extras {
            Extras::Offering => {
                let player = self.box_player();
                return ChouetteDecision::OfferExtras { player, pairs: passed() };
            }
            Extras::Offered => {
                let player = self.only_member().unwrap_or(self.captain);
                return ChouetteDecision::TakeExtras { player, pairs: passed() };
            }
            Extras::None => {}
        }
        if let Some((pair, decision)) = self.to_answer() {
            let player = match decision.seat() {
                Some(TEAM) => self.holder(pair),
                _ => self.box_player(),
            };
            return ChouetteDecision::Answer { player, pair, decision };
        }
        if self.open_pairs().next().is_none() {
            return ChouetteDecision::NextGame;
        }
        match self.board().to_decide() {
            Decision::Roll { seat, .. } => {
                let doubles = |&pair: &usize| {
                    let decision = self.pairs[pair].referee.to_decide();
                    matches!(decision, Decision::Roll { may_double: true, .. })
                };
                let may_double = self.open_pairs().filter(doubles).collect();
                ChouetteDecision::Roll { player: self.mover(seat), seat, may_double }
            }
            Decision::Play { seat, dice } => {
                ChouetteDecision::Play { player: self.mover(seat), seat, dice }
            }
            Decision::Resignation { seat, offered } => {
                ChouetteDecision::Resignation { player: self.mover(seat), seat, offered }
            }
            _ => ChouetteDecision::Opening,
        }
    }

    /// The first pair with a turn of the cube to answer: all doubles come before beavers, and these
    /// before raccoons.
    fn to_answer(&self) -> Option<(usize, Decision)> {
        let stage = |decision: &Decision| match decision {
            Decision::Double { .. } => Some(0),
            Decision::Beaver { .. } => Some(1),
            Decision::Raccoon { .. } => Some(2),
            _ => None,
        };
        let decisions = self.open_pairs().map(|pair| (pair, self.pairs[pair].referee.to_decide()));
        let pending = decisions.filter_map(|next| Some((stage(&next.1)?, next)));
        pending.min_by_key(|(stage, _)| *stage).map(|(_, next)| next)
    }

    /// The only member of the team who is still playing.
    fn only_member(&self) -> Option<usize> {
        let mut holders = self.open_pairs().map(|pair| self.holder(pair));
        let first = holders.next()?;
        holders.all(|holder| holder == first).then_some(first)
    }

    /// Applies an action.
    ///
    /// # Errors
    /// When the action is illegal now. The chouette does not change then.
    pub fn apply(&mut self, action: ChouetteAction) -> Result<(), ChouetteError> {
        let decision = self.to_decide();
        match (&decision, &action) {
            (
                ChouetteDecision::Opening
                | ChouetteDecision::Roll { .. }
                | ChouetteDecision::Play { .. }
                | ChouetteDecision::Resignation { .. },
                ChouetteAction::Board(action),
            ) if !matches!(action, Action::Double) => self.apply_to_all(*action)?,
            (ChouetteDecision::Roll { may_double, .. }, ChouetteAction::Double(pairs)) => {
                let mut sorted = pairs.clone();
                sorted.sort_unstable();
                sorted.dedup();
                if sorted.is_empty() || sorted.len() != pairs.len() {
                    return Err(ChouetteError::NoCubes);
                }
                if let Some(&pair) = sorted.iter().find(|pair| !may_double.contains(pair)) {
                    return Err(self.refuse_double(pair));
                }
                for pair in sorted {
                    self.pairs[pair].referee.apply(Action::Double)?;
                }
                self.round = Round::default();
            }
            (ChouetteDecision::Answer { pair, decision, .. }, ChouetteAction::Answer(answer)) => {
                self.answer(*pair, *decision, *answer)?;
            }
            (ChouetteDecision::OfferExtras { .. }, ChouetteAction::OfferExtras(offers)) => {
                self.round.extras = if *offers { Extras::Offered } else { Extras::None };
            }
            (ChouetteDecision::TakeExtras { player, .. }, ChouetteAction::TakeExtras(takes)) => {
                let passed = std::mem::take(&mut self.round.passed);
                self.round.extras = Extras::None;
                if *takes {
                    for (pair, before) in passed {
                        self.take_over(pair, before, *player)?;
                    }
                }
            }
            (ChouetteDecision::NextGame, ChouetteAction::NextGame) => {
                let game = self.board().table().game;
                *self = Self::resume(game, self.rules, self.next_standing())?;
                return Ok(());
            }
            _ => return Err(ChouetteError::NotNow { action, decision }),
        }
        self.pass_captaincy();
        Ok(())
    }

    /// Reason why the cube of a pair cannot be doubled.
    fn refuse_double(&self, pair: usize) -> ChouetteError {
        match self.pairs.get(pair).filter(|pair| pair.is_open()) {
            Some(pair) => match pair.referee.clone().apply(Action::Double) {
                Err(illegal) => illegal.into(),
                Ok(_) => ChouetteError::NoCubes,
            },
            None => ChouetteError::NoCubes,
        }
    }

    /// Applies an action of the board to all open pairs.
    fn apply_to_all(&mut self, action: Action) -> Result<(), ChouetteError> {
        // The pairs have the same board, so an action is legal for all of them or for none.
        self.board().clone().apply(action)?;
        for pair in self.pairs.iter_mut().filter(|pair| pair.is_open()) {
            pair.referee.apply(action)?;
        }
        Ok(())
    }

    /// Applies the answer to a double, a beaver or a raccoon.
    fn answer(
        &mut self,
        pair: usize,
        decision: Decision,
        answer: Action,
    ) -> Result<(), ChouetteError> {
        let before = self.pairs[pair].referee.clone();
        self.pairs[pair].referee.apply(answer)?;
        let is_of_box = matches!(decision, Decision::Double { seat: TEAM, .. });
        if is_of_box && answer == Action::Pass {
            self.round.passed.push((pair, before));
        }
        // All doubles of the round have been answered.
        let is_last = matches!(decision, Decision::Double { .. })
            && !matches!(self.to_answer(), Some((_, Decision::Double { .. })));
        if is_of_box
            && is_last
            && self.rules.extras
            && !self.round.passed.is_empty()
            && self.only_member().is_some()
        {
            self.round.extras = Extras::Offering;
        }
        Ok(())
    }

    /// Gives a member the cube of another one, who has passed a double of the box, as if the double
    /// had been taken. The other pays to this member what the box would have got.
    fn take_over(
        &mut self,
        pair: usize,
        mut before: Referee,
        holder: usize,
    ) -> Result<(), ChouetteError> {
        let paid = before.table().cube.value();
        before.apply(Action::Take)?;
        let pair = &mut self.pairs[pair];
        (pair.referee, pair.holder, pair.paid) = (before, holder, paid);
        Ok(())
    }

    /// Passes the captaincy on if the captain's game is over, unless a double, a beaver or a raccoon
    /// has to be answered.
    fn pass_captaincy(&mut self) {
        if self.round.extras != Extras::None || self.to_answer().is_some() {
            return;
        }
        if self.pairs_of(self.captain).next().is_some() {
            return;
        }
        let captain = self.captain;
        match self.winner_over(captain) {
            Some(BOX) if !self.beaten.contains(&captain) => self.beaten.push(captain),
            Some(TEAM) => self.successor = self.successor.or(Some(captain)),
            _ => {}
        }
        let next = self.line()[1..].iter().find(|&&member| self.pairs_of(member).next().is_some());
        if let Some(&next) = next {
            self.captain = next;
        }
    }

    /// Winner between the box and a member whose game is over. A member whose cube has been taken
    /// over has passed a double.
    fn winner_over(&self, member: usize) -> Option<Seat> {
        let pair = self.pairs.iter().find(|pair| pair.member == member)?;
        if pair.holder != member {
            return Some(BOX);
        }
        pair.referee.result()?.winner
    }
}
