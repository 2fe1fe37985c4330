//! The standing of a chouette at the start of a game, which leads from one game to the next.

use super::{BOX, Chouette, ChouetteError, ChouetteRules, Pair, Round};
use crate::{
    games::Game,
    table::{
        FirstPlayer, Session,
        referee::{Action, Referee},
    },
};

/// Most points of a player: more than any chouette can reach.
const MOST_POINTS: u64 = 1 << 50;

/// Everything that a game of a chouette takes over from the games before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChouetteStanding {
    /// The box, followed by the team in the order of the line.
    pub line: Vec<usize>,
    /// Points of finished games, by player. Their sum is 0.
    pub points: Vec<i64>,
    /// Number of finished games.
    pub games: u32,
    /// True if the sides of an uneven game are exchanged.
    pub exchanged: bool,
    /// True if nobody has won the last game.
    pub drawn: bool,
}

impl ChouetteStanding {
    /// The standing before the first game: player 0 is the box and player 1 the captain.
    pub fn new(players: usize) -> Self {
        Self {
            line: (0..players).collect(),
            points: vec![0; players],
            games: 0,
            exchanged: false,
            drawn: false,
        }
    }

    /// Fails if the line does not have each player once, if the points are not theirs, or if the
    /// last game cannot have been like this.
    fn check(&self, game: Game) -> Result<(), ChouetteError> {
        let players = self.line.len();
        if !(Chouette::FEWEST..=Chouette::MOST).contains(&players) {
            return Err(ChouetteError::Players(players));
        }
        let mut sorted = self.line.clone();
        sorted.sort_unstable();
        let is_line = sorted.into_iter().eq(0..players);
        let is_fair = self.points.len() == players
            && self.points.iter().all(|points| points.unsigned_abs() <= MOST_POINTS)
            && self.points.iter().sum::<i64>() == 0;
        let is_possible = match self.games {
            0 => !self.drawn && !self.exchanged,
            _ => !self.exchanged || game.is_uneven(),
        };
        if is_line && is_fair && is_possible { Ok(()) } else { Err(ChouetteError::Standing) }
    }

    /// The referee before the game.
    fn referee(&self, game: Game, rules: &ChouetteRules) -> Result<Referee, ChouetteError> {
        let first = Referee::new(game, rules.table);
        let Some(before) = self.games.checked_sub(1) else { return Ok(first) };
        if self.drawn && rules.table.house_rules.starter(game) == FirstPlayer::Winner {
            // Nobody has won, so that a lot decides.
            return Ok(first.after_games(self.games, self.exchanged));
        }
        // The box has won the last game, now or as its captain.
        let mut next = first.after_games(before, self.exchanged != game.is_uneven());
        next.settle(BOX, 0)?;
        next.apply(Action::NextGame)?;
        Ok(next)
    }
}

impl Chouette {
    /// Resumes a chouette at the start of a game.
    ///
    /// # Errors
    /// Fails for too few or too many players, for a match, and for an impossible standing.
    pub fn resume(
        game: Game,
        rules: ChouetteRules,
        standing: ChouetteStanding,
    ) -> Result<Self, ChouetteError> {
        standing.check(game)?;
        if !matches!(rules.table.cube.session, Session::Money { .. }) {
            return Err(ChouetteError::Match);
        }
        let referee = standing.referee(game, &rules)?;
        let pair =
            |&member: &usize| Pair { member, holder: member, paid: 0, referee: referee.clone() };
        Ok(Self {
            rules,
            pairs: standing.line[1..].iter().map(pair).collect(),
            captain: standing.line[1],
            beaten: Vec::new(),
            successor: None,
            round: Round::default(),
            standing,
        })
    }

    /// The standing at the start of this game.
    pub const fn standing(&self) -> &ChouetteStanding {
        &self.standing
    }

    /// The standing at the start of the next game.
    pub(super) fn next_standing(&self) -> ChouetteStanding {
        let referee = &self.pairs[0].referee;
        ChouetteStanding {
            line: self.next_line(),
            points: self.scores(),
            games: self.games().saturating_add(1),
            exchanged: referee.is_exchanged() != referee.table().game.is_uneven(),
            drawn: self.beaten.is_empty() && self.successor.is_none(),
        }
    }

    /// The line of the next game.
    fn next_line(&self) -> Vec<usize> {
        let stays =
            |member: &usize| !self.beaten.contains(member) && self.successor != Some(*member);
        let waiting = self.line()[1..].iter().copied().filter(stays);
        let beaten = self.beaten.iter().copied();
        match self.successor {
            Some(successor) => std::iter::once(successor)
                .chain(waiting)
                .chain(beaten)
                .chain(std::iter::once(self.box_player()))
                .collect(),
            None => std::iter::once(self.box_player()).chain(waiting).chain(beaten).collect(),
        }
    }
}
