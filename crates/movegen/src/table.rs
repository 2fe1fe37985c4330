//! A position with all that stands around the board: cube, score, dice.

use crate::{
    dice::Dice,
    game::Game,
    games::GameEnd,
    players::{BySide, Seat, Side},
    position::{Position, Win},
    scoring::Scoring,
};

/// The doubling cube.
///
/// ```
/// use sheshbesh_movegen::{Cube, Side};
/// let doubled = Cube::default().turned_to(Some(Side::Opponent)).expect("far from its limit");
/// assert_eq!((doubled.value(), doubled.owner()), (2, Some(Side::Opponent)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cube {
    exponent: u8,
    owner: Option<Side>,
}

impl Cube {
    /// No cube is turned further than 2 to this power.
    pub const LARGEST_EXPONENT: u8 = 15;

    /// A cube that shows 2 to a power; `None` beyond [`Cube::LARGEST_EXPONENT`].
    pub const fn new(exponent: u8, owner: Option<Side>) -> Option<Self> {
        if exponent > Self::LARGEST_EXPONENT {
            return None;
        }
        Some(Self { exponent, owner })
    }

    /// A cube that shows a value; `None` where no cube does.
    pub const fn of_value(value: u32, owner: Option<Side>) -> Option<Self> {
        if !value.is_power_of_two() || value > 1 << Self::LARGEST_EXPONENT {
            return None;
        }
        Some(Self { exponent: value.trailing_zeros() as u8, owner })
    }

    /// It shows 2 to this power.
    pub const fn exponent(self) -> u8 {
        self.exponent
    }

    /// Who may double next; both may while it is `None`.
    pub const fn owner(self) -> Option<Side> {
        self.owner
    }

    /// What it shows: 1, 2, 4, …
    pub const fn value(self) -> u32 {
        1 << self.exponent
    }

    /// Turned once more and lying with `owner`; `None` where it shows the most already.
    pub const fn turned_to(self, owner: Option<Side>) -> Option<Self> {
        Self::new(self.exponent + 1, owner)
    }

    /// The same cube with the other player on roll.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { owner: self.owner.map(|side| !side), ..self }
    }
}

/// What the player on roll is about to do, or has just done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Phase {
    /// To roll, or to double.
    #[default]
    BeforeRoll,
    /// To play this roll.
    Rolled(Dice),
    /// Has doubled; the opponent is to answer. The cube is as it was before.
    Doubled,
    /// Has doubled and been beavered. The cube is turned twice already, and the opponent's.
    Beavered,
    /// Has doubled, been beavered, and has raccooned. The cube is turned three times already.
    Raccooned,
}

/// What is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stakes {
    /// Every game for itself.
    Money {
        /// Gammons and backgammons count only once the cube has been turned.
        jacoby: bool,
        /// A double may be beavered.
        beavers: bool,
    },
    /// The first to reach a number of points.
    Match {
        /// How many points.
        length: u16,
        /// This is the Crawford game, in which nobody may double.
        crawford: bool,
    },
}

impl Default for Stakes {
    fn default() -> Self {
        Self::Money { jacoby: false, beavers: false }
    }
}

impl Stakes {
    /// Whether a double may be beavered.
    pub const fn beavers(self) -> bool {
        matches!(self, Self::Money { beavers: true, .. })
    }

    /// Points that each side still needs at a score to win the match, 0 for the side that has won it;
    /// `None` where no match is played. Draws that count may bring both to its length: then the first
    /// to be ahead wins.
    ///
    /// ```
    /// use sheshbesh_movegen::{BySide, Stakes};
    /// let to_three = Stakes::Match { length: 3, crawford: false };
    /// let away = |on_roll, opponent| to_three.away(BySide { on_roll, opponent });
    /// assert_eq!(away(1, 2), Some(BySide { on_roll: 2, opponent: 1 }));
    /// assert_eq!(away(3, 3), Some(BySide { on_roll: 1, opponent: 1 }));
    /// assert_eq!(away(4, 5), Some(BySide { on_roll: 1, opponent: 0 }));
    /// ```
    pub fn away(self, score: BySide<u16>) -> Option<BySide<u16>> {
        let Self::Match { length, .. } = self else { return None };
        let BySide { on_roll, opponent } = score;
        let target = if on_roll.min(opponent) < length {
            length
        } else if on_roll == opponent {
            opponent.saturating_add(1)
        } else {
            on_roll.max(opponent)
        };
        Some(score.map(|points| target.saturating_sub(points)))
    }
}

/// A score that is tied at the length of a match or beyond it, in a game whose draws give no points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a score of {score}-{score} cannot be in a match to {length}: no draw gives points in {game}"
)]
pub struct ImpossibleTie {
    /// Of each player.
    pub score: u16,
    /// Of the match.
    pub length: u16,
    /// The game that is played.
    pub game: Game,
}

/// What two players sit down to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Session {
    /// Each game for itself.
    Money {
        /// Gammons and backgammons count only once the cube has been turned.
        jacoby: bool,
        /// A double may be beavered, and the beaver raccooned.
        beavers: bool,
        /// At most so many times is the cube turned by equal opening dice.
        automatic_doubles: u8,
    },
    /// The first to reach a number of points.
    Match {
        /// How many.
        length: u16,
        /// Whether there is no doubling in the first game in which somebody needs one point only.
        crawford: bool,
        /// Holland's rule: after the Crawford game nobody doubles before both have rolled twice.
        holland: bool,
    },
}

/// The rules of the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CubeRules {
    /// Money, or a match of so many points.
    pub session: Session,
    /// The cube goes no further than 2 to this power; 0 plays without it.
    pub largest_cube: u8,
}

impl CubeRules {
    /// Every game for itself, and no cube.
    pub const NO_CUBE: Self = Self {
        session: Session::Money { jacoby: false, beavers: false, automatic_doubles: 0 },
        largest_cube: 0,
    };

    /// The rules that a table shows. What it does not show is as most play: a Crawford game in
    /// matches, no automatic doubles, not Holland's rule.
    pub const fn of(table: &Situation) -> Self {
        let session = match table.stakes {
            Stakes::Money { jacoby, beavers } => {
                Session::Money { jacoby, beavers, automatic_doubles: 0 }
            }
            Stakes::Match { length, .. } => {
                Session::Match { length, crawford: true, holland: false }
            }
        };
        Self { session, largest_cube: table.largest_cube }
    }

    /// How often equal opening dice may turn the cube.
    pub fn automatic_doubles(&self) -> u8 {
        match self.session {
            Session::Money { automatic_doubles, .. } => automatic_doubles.min(self.largest_cube),
            Session::Match { .. } => 0,
        }
    }

    /// The stakes of a game; `crawford` says whether it is a match's Crawford game.
    pub const fn stakes(&self, crawford: bool) -> Stakes {
        match self.session {
            Session::Money { jacoby, beavers, .. } => Stakes::Money { jacoby, beavers },
            Session::Match { length, .. } => Stakes::Match { length, crawford },
        }
    }
}

/// A position with all that stands around the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    /// Seen by the player on roll.
    pub position: Position,
    /// The game being played.
    pub game: Game,
    /// Who is on roll.
    pub seat: Seat,
    /// What the player on roll is about to do.
    pub phase: Phase,
    /// The cube.
    pub cube: Cube,
    /// What is played for.
    pub stakes: Stakes,
    /// Points won so far.
    pub score: BySide<u16>,
    /// The cube goes no further than 2 to this power.
    pub largest_cube: u8,
    /// What wins are worth; `None` where that is as usual in the game.
    pub scoring: Option<Scoring>,
}

impl Situation {
    /// What the largest cube is where nothing is said: 1024, as in eXtreme Gammon.
    pub const USUAL_LARGEST_CUBE: u8 = 10;

    /// A money game at a centred cube.
    pub fn new(position: Position, game: Game) -> Self {
        Self {
            position,
            game,
            seat: Seat::default(),
            phase: Phase::default(),
            cube: Cube::default(),
            stakes: Stakes::default(),
            score: BySide::default(),
            largest_cube: Self::USUAL_LARGEST_CUBE,
            scoring: None,
        }
    }

    /// The same table with the opponent on roll, at a position that the opponent sees so.
    #[must_use]
    pub fn handed_over(&self, position: Position) -> Self {
        Self {
            position,
            phase: Phase::BeforeRoll,
            seat: !self.seat,
            cube: self.cube.swapped(),
            score: self.score.swapped(),
            ..*self
        }
    }

    /// Points that each side still needs to win the match, 0 for a side that has won it; `None`
    /// where no match is played. Draws that count may bring both to its length: then whoever is
    /// first to be ahead wins.
    pub fn away(&self) -> Option<BySide<u16>> {
        self.stakes.away(self.score)
    }

    /// Checks that a draw has tied the score where it is tied at the length of the match or beyond it.
    ///
    /// ```
    /// use sheshbesh_movegen::{BySide, Game, Situation, Stakes};
    /// let tied = |game: Game| Situation {
    ///     stakes: Stakes::Match { length: 7, crawford: false },
    ///     score: BySide { on_roll: 7, opponent: 7 },
    ///     ..Situation::new(game.start(), game)
    /// };
    /// assert!(tied(Game::TAPA).check_tie().is_ok() && tied(Game::Backgammon).check_tie().is_err());
    /// ```
    ///
    /// # Errors
    /// When draws of the game give no points. In a frame another game may have tied the match.
    pub fn check_tie(&self) -> Result<(), ImpossibleTie> {
        let Self { stakes, score: BySide { on_roll: score, opponent }, game, .. } = *self;
        match stakes {
            Stakes::Match { length, .. }
                if score == opponent && score >= length && game.points_of_draw() == 0 =>
            {
                Err(ImpossibleTie { score, length, game })
            }
            _ => Ok(()),
        }
    }

    /// Whether somebody needs one point only to win the match.
    pub fn is_one_away(&self) -> bool {
        self.away().is_some_and(|away| away.into_iter().any(|points| points == 1))
    }

    /// How often the cube can still be turned before it shows the most: never where the game knows
    /// none.
    ///
    /// ```
    /// use sheshbesh_movegen::{Game, Situation};
    /// let turns_left = |game: Game| Situation::new(game.start(), game).turns_left();
    /// assert_eq!(turns_left(Game::Backgammon), Situation::USUAL_LARGEST_CUBE);
    /// assert_eq!(turns_left(Game::FEVGA), 0);
    /// ```
    pub fn turns_left(&self) -> u8 {
        let largest = self.largest_cube.min(Cube::LARGEST_EXPONENT);
        if self.game.has_cube() { largest.saturating_sub(self.cube.exponent) } else { 0 }
    }

    /// The side whose decision is next: the opponent of the player on roll after a double and after a
    /// raccoon, otherwise the player on roll.
    ///
    /// ```
    /// use sheshbesh_movegen::{Game, Phase, Side, Situation};
    /// let at = |phase| Situation { phase, ..Situation::new(Game::Backgammon.start(), Game::Backgammon) };
    /// assert_eq!(at(Phase::Doubled).to_decide(), Side::Opponent);
    /// assert_eq!(at(Phase::Beavered).to_decide(), Side::OnRoll);
    /// ```
    pub const fn to_decide(&self) -> Side {
        match self.phase {
            Phase::Doubled | Phase::Raccooned => Side::Opponent,
            Phase::BeforeRoll | Phase::Rolled(_) | Phase::Beavered => Side::OnRoll,
        }
    }

    /// Whether the player who is to answer a double or a beaver may turn the cube once more: beaver,
    /// or raccoon. A raccoon is answered by a take or a pass.
    pub fn may_answer_by_turning(&self) -> bool {
        match self.phase {
            // The double is the first turn, the beaver the second.
            Phase::Doubled => self.stakes.beavers() && self.turns_left() >= 2,
            Phase::Beavered => self.turns_left() >= 1,
            Phase::BeforeRoll | Phase::Rolled(_) | Phase::Raccooned => false,
        }
    }

    /// Whether anybody has doubled, as far as it shows.
    pub(crate) fn shows_doubling(&self) -> bool {
        let doubles = matches!(self.phase, Phase::Doubled | Phase::Beavered | Phase::Raccooned);
        doubles || self.cube != Cube::default()
    }

    /// What wins at cube 1 are worth that are single games, gammons and backgammons by the game's own
    /// rules, as nearly as those tell, see [`Scoring::of_wins`].
    pub fn worth_of_wins(&self) -> [u8; 3] {
        self.scoring.map_or([1, 2, 3], |scoring| scoring.nearest(self.game).of_wins(self.game))
    }

    /// Points that change hands when the game ends like this, the cube included; of a draw, what each
    /// player gets. `last` is the position at the end, seen by the player whom `end` calls on roll.
    pub fn points_at_end(&self, end: GameEnd, last: &Position) -> u32 {
        let loser = match end.winner {
            Some(Side::OnRoll) => last.opponent(),
            Some(Side::Opponent) => last.own(),
            None => return u32::from(end.points) * self.cube.value(),
        };
        let Some(scoring) = self.scoring else {
            return self.counted(end.points.into(), 1);
        };
        let each = scoring.each(self.game, loser).max(1);
        self.counted(scoring.points(self.game, loser) / each, each)
    }

    /// The kinds of wins that count more than lesser ones here, which are also those that can be
    /// resigned, the least first.
    ///
    /// ```
    /// use sheshbesh_movegen::{Game, Scoring, Situation, Win};
    /// let nard = Situation::new(Game::NARD.start(), Game::NARD);
    /// assert_eq!(nard.wins_that_count(), [Win::Single]);
    /// let by_mars = Situation { scoring: Some(Scoring::OynMars), ..nard };
    /// assert_eq!(by_mars.wins_that_count(), [Win::Single, Win::Gammon]);
    /// ```
    pub fn wins_that_count(&self) -> Vec<Win> {
        let worth = match self.scoring {
            Some(scoring) => scoring.of_wins(self.game),
            None => Win::ALL.map(|win| win.min(self.game.largest_win()).points()),
        };
        let counts = |win: &Win| {
            let index = usize::from(win.points()) - 1;
            index == 0 || worth[index] > worth[index - 1]
        };
        Win::ALL.into_iter().filter(counts).collect()
    }

    /// Points that change hands when a side gives the game up as lost like this, the cube included.
    pub fn points_resigned(&self, win: Win, loser: Side) -> u32 {
        let Some(scoring) = self.scoring else {
            return self.counted(win.points().into(), 1);
        };
        let loser = match loser {
            Side::OnRoll => self.position.own(),
            Side::Opponent => self.position.opponent(),
        };
        let points = scoring.of_wins(self.game)[usize::from(win.points()) - 1];
        self.counted(points.into(), scoring.each(self.game, loser).max(1))
    }

    /// Whether a side can still lose a game like this: in backgammon, nobody who has borne off a checker
    /// loses a gammon. By an agreed scale anything can be lost, since kinds of wins are its own there.
    ///
    /// ```
    /// use sheshbesh_movegen::{Game, Side, Situation, Win};
    /// let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
    /// assert!(start.can_lose(Win::Backgammon, Side::OnRoll));
    /// let (mut own, mut opponent) = ([0; 26], [0; 26]);
    /// ((own[0], own[1]), opponent[1]) = ((1, 14), 15);
    /// let position = Game::Backgammon.position(&own, &opponent).expect("a race");
    /// let race = Situation::new(position, Game::Backgammon);
    /// assert!(!race.can_lose(Win::Gammon, Side::OnRoll));
    /// assert!(race.can_lose(Win::Gammon, Side::Opponent));
    /// assert!(!race.can_lose(Win::Backgammon, Side::Opponent));
    /// ```
    pub fn can_lose(&self, win: Win, loser: Side) -> bool {
        if win == Win::Single
            || self.scoring.is_some()
            || self.game.end(&self.position, None).is_some()
        {
            return true;
        }
        // Three kinds of wins, then three of losses.
        let losses = match loser {
            Side::OnRoll => 3,
            Side::Opponent => 0,
        };
        self.game.possible(&self.position)[losses + usize::from(win.points()) - 1]
    }

    /// The same table, counted by what outcomes tell of the agreed scale, see [`Scoring::nearest`].
    #[must_use]
    pub fn counted_by_outcomes(&self) -> Self {
        let scoring = self.scoring.map(|scoring| scoring.nearest(self.game));
        Self { scoring, ..*self }
    }

    /// So many points, so many times, at the present cube. By the Jacoby rule it is one point until
    /// the cube has been turned; that rule says nothing of games without a cube.
    fn counted(&self, points: u32, each: u32) -> u32 {
        let undoubled = self.cube.owner.is_none() && self.game.has_cube();
        let points = match self.stakes {
            Stakes::Money { jacoby: true, .. } if undoubled => 1,
            _ => points,
        };
        points * each * self.cube.value()
    }
}
