//! A position with its table state: cube, score, dice.

use super::{cube::Cube, scoring::Scoring};
use crate::{
    board::{BySide, Dice, Position, Seat, Side, Win},
    codes,
    games::{Game, GameEnd},
};

/// Phase of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The player on roll is to roll or to double.
    #[default]
    BeforeRoll,
    /// The player on roll is to play this roll.
    Rolled(Dice),
    /// The player on roll has doubled; the opponent must answer. The cube is still in its state
    /// before the double.
    Doubled,
    /// The player on roll has doubled and been beavered. The cube has already been turned twice,
    /// and belongs to the opponent.
    Beavered,
    /// The player on roll has doubled, been beavered, and raccooned. The cube has already been
    /// turned three times.
    Raccooned,
}

impl Phase {
    /// The roll to be played; `None` in other phases.
    ///
    /// ```
    /// use sheshbesh_movegen::Phase;
    /// let roll = "31".parse()?;
    /// assert_eq!(Phase::Rolled(roll).dice(), Some(roll));
    /// assert_eq!(Phase::Doubled.dice(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn dice(self) -> Option<Dice> {
        match self {
            Self::Rolled(dice) => Some(dice),
            Self::BeforeRoll | Self::Doubled | Self::Beavered | Self::Raccooned => None,
        }
    }
}

/// Stakes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stakes {
    /// A money game.
    Money {
        /// Jacoby rule: gammons and backgammons count only after the cube has been turned.
        jacoby: bool,
        /// A double may be beavered.
        beavers: bool,
    },
    /// A match: the first player to reach a number of points wins.
    Match {
        /// Match length in points.
        length: u16,
        /// This is the Crawford game, in which doubling is illegal.
        crawford: bool,
    },
}

impl Default for Stakes {
    fn default() -> Self {
        Self::Money { jacoby: false, beavers: false }
    }
}

impl Stakes {
    /// True if a double may be beavered.
    pub const fn beavers(self) -> bool {
        matches!(self, Self::Money { beavers: true, .. })
    }

    /// Points that each side needs to win the match at a score, 0 for the side that has won; `None`
    /// without a match. Draws that count may bring both sides to the match length; then the first
    /// side to be ahead wins.
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

/// Error for a score that is tied at the match length or above, in a game whose draws give no
/// points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("impossible score {score}-{score} in a match to {length}: draws give no points in {game}")]
pub struct ImpossibleTie {
    /// Score of each player.
    pub score: u16,
    /// Match length in points.
    pub length: u16,
    /// The game.
    pub game: Game,
}

codes! {
    ImpossibleTie {
        Self { score, length, game } => "situation.tie" { score, length, game },
    }
}

/// A session of two players: money games or a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Session {
    /// Money games.
    Money {
        /// Jacoby rule: gammons and backgammons count only after the cube has been turned.
        jacoby: bool,
        /// A double may be beavered, and the beaver raccooned.
        beavers: bool,
        /// Maximum number of times that equal opening dice turn the cube.
        automatic_doubles: u8,
    },
    /// A match: the first player to reach a number of points wins.
    Match {
        /// Match length in points.
        length: u16,
        /// Crawford rule: doubling is illegal in the first game in which a player needs only one
        /// point.
        crawford: bool,
        /// Holland's rule: after the Crawford game, doubling is illegal until both players have
        /// rolled twice.
        holland: bool,
    },
}

impl Session {
    /// Longest match that programs begin, in points. IDs and match files may have longer ones.
    pub const MAX_LENGTH: u16 = 64;

    /// Largest maximum of automatic doubles that programs accept.
    pub const MAX_AUTOMATIC_DOUBLES: u8 = 5;
}

/// The rules of the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CubeRules {
    /// Money games, or a match.
    pub session: Session,
    /// Maximum exponent of the cube value; 0 plays without a cube.
    pub largest_cube: u8,
}

impl CubeRules {
    /// Money games without a cube.
    pub const NO_CUBE: Self = Self {
        session: Session::Money { jacoby: false, beavers: false, automatic_doubles: 0 },
        largest_cube: 0,
    };

    /// The rules that a table shows. Rules that it does not show have their usual values: a
    /// Crawford game in matches, no automatic doubles, no Holland's rule.
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

    /// Maximum number of automatic doubles, by which equal opening dice turn the cube.
    pub fn automatic_doubles(&self) -> u8 {
        match self.session {
            Session::Money { automatic_doubles, .. } => automatic_doubles.min(self.largest_cube),
            Session::Match { .. } => 0,
        }
    }

    /// The stakes of a game; `crawford` is true for the match's Crawford game.
    pub const fn stakes(&self, crawford: bool) -> Stakes {
        match self.session {
            Session::Money { jacoby, beavers, .. } => Stakes::Money { jacoby, beavers },
            Session::Match { length, .. } => Stakes::Match { length, crawford },
        }
    }
}

/// A position with its table state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    /// The position, from the view of the player on roll.
    pub position: Position,
    /// The game.
    pub game: Game,
    /// Seat of the player on roll.
    pub seat: Seat,
    /// Phase of the turn.
    pub phase: Phase,
    /// The cube.
    pub cube: Cube,
    /// The stakes.
    pub stakes: Stakes,
    /// Points won so far.
    pub score: BySide<u16>,
    /// Maximum exponent of the cube value.
    pub largest_cube: u8,
    /// Scoring scale; `None` for the usual scale of the game.
    pub scoring: Option<Scoring>,
    /// A raccoon ends the right of the player who raccoons to turn the cube; see
    /// [`HouseRules::final_raccoon`](crate::HouseRules).
    pub final_raccoon: bool,
}

impl Situation {
    /// Default exponent of the largest cube: 10 for 1024, as in eXtreme Gammon.
    pub const USUAL_LARGEST_CUBE: u8 = 10;

    /// A money game with a centred cube.
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
            final_raccoon: false,
        }
    }

    /// The same table with the opponent on roll. `position` is seen by the opponent.
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

    /// The table seen by the player who moves next. If numbers are left to play, they are the roll;
    /// see [`Position::turn_state`].
    #[must_use]
    pub fn seen_by_mover(&self) -> Self {
        let (position, side) = self.position.seen_by_mover();
        let table = match side {
            Side::OnRoll => Self { position, ..*self },
            Side::Opponent => self.handed_over(position),
        };
        match position.turn_state().stage {
            Some(stage) => Self { phase: Phase::Rolled(stage.dice()), ..table },
            None => table,
        }
    }

    /// Points that each side needs to win the match, 0 for the side that has won; `None` without a
    /// match. Draws that count may bring both sides to the match length; then the first side to be
    /// ahead wins.
    pub fn away(&self) -> Option<BySide<u16>> {
        self.stakes.away(self.score)
    }

    /// Checks that a score that is tied at the match length or above can result from draws.
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
    /// When draws of the game give no points. In a series, another game may have tied the match.
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

    /// True if a side needs only one point to win the match.
    pub fn is_one_away(&self) -> bool {
        self.away().is_some_and(|away| away.into_iter().any(|points| points == 1))
    }

    /// Number of times that the cube can still be turned; 0 in games without a cube.
    ///
    /// ```
    /// use sheshbesh_movegen::{Game, Situation};
    /// let turns_left = |game: Game| Situation::new(game.start(), game).turns_left();
    /// assert_eq!(turns_left(Game::Backgammon), Situation::USUAL_LARGEST_CUBE);
    /// assert_eq!(turns_left(Game::FEVGA), 0);
    /// ```
    pub fn turns_left(&self) -> u8 {
        let largest = self.largest_cube.min(Cube::LARGEST_EXPONENT);
        if self.game.has_cube() { largest.saturating_sub(self.cube.exponent()) } else { 0 }
    }

    /// The side that decides next: the opponent of the player on roll after a double or a raccoon,
    /// otherwise the player on roll.
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

    /// True if the player who must answer a double or a beaver may turn the cube once more, by a
    /// beaver or a raccoon. The answer to a raccoon is a take or a pass.
    pub fn may_answer_by_turning(&self) -> bool {
        match self.phase {
            // The double is the first turn, the beaver the second.
            Phase::Doubled => {
                self.stakes.beavers()
                    && self.turns_left() >= 2
                    && self.cube.barred() != Some(Side::Opponent)
            }
            Phase::Beavered => self.turns_left() >= 1,
            Phase::BeforeRoll | Phase::Rolled(_) | Phase::Raccooned => false,
        }
    }

    /// The table after a raccoon of the player on roll; `None` if the cube is at its maximum.
    ///
    /// ```
    /// use sheshbesh_movegen::{Cube, Game, Phase, Side, Situation};
    /// let beavered = Situation {
    ///     phase: Phase::Beavered,
    ///     cube: Cube::of_value(4, Some(Side::Opponent)).expect("a cube value"),
    ///     final_raccoon: true,
    ///     ..Situation::new(Game::Backgammon.start(), Game::Backgammon)
    /// };
    /// let raccooned = beavered.raccooned().expect("8 is below the limit");
    /// assert_eq!((raccooned.cube.value(), raccooned.phase), (8, Phase::Raccooned));
    /// assert_eq!(raccooned.cube.barred(), Some(Side::OnRoll));
    /// ```
    pub fn raccooned(&self) -> Option<Self> {
        let turned = self.cube.turned_to(Some(Side::Opponent))?;
        let cube = if self.final_raccoon { turned.barred_to(Side::OnRoll) } else { turned };
        Some(Self { cube, phase: Phase::Raccooned, ..*self })
    }

    /// True if the table shows that a player has doubled.
    pub(crate) fn shows_doubling(&self) -> bool {
        let doubles = matches!(self.phase, Phase::Doubled | Phase::Beavered | Phase::Raccooned);
        doubles || self.cube.exponent() > 0 || self.cube.owner().is_some()
    }

    /// Points at cube value 1 of a single game, a gammon and a backgammon by the game's own rules,
    /// as far as these determine them; see [`Scoring::of_wins`].
    pub fn points_of_wins(&self) -> [u8; 3] {
        self.scoring.map_or([1, 2, 3], |scoring| scoring.nearest(self.game).of_wins(self.game))
    }

    /// Points that change hands when the game ends, including the cube; in a draw, the points that
    /// each player gets. `last` is the final position, seen by the player whom `end` calls on roll.
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

    /// The kinds of wins that count more than smaller ones, the smallest first. Only these can be
    /// resigned. If the sides alone determine the points, it is the win of the opponent.
    ///
    /// ```
    /// use sheshbesh_movegen::{Game, Scoring, Situation, Win};
    /// let nard = Situation::new(Game::NARD.start(), Game::NARD);
    /// assert_eq!(nard.wins_that_count(), [Win::Single]);
    /// let by_mars = Situation { scoring: Some(Scoring::OynMars), ..nard };
    /// assert_eq!(by_mars.wins_that_count(), [Win::Single, Win::Gammon]);
    /// ```
    pub fn wins_that_count(&self) -> Vec<Win> {
        if let Some(only) = self.only_win(Side::Opponent) {
            return vec![only];
        }
        let points = match self.scoring {
            Some(scoring) => scoring.of_wins(self.game),
            None => Win::ALL.map(|win| win.min(self.game.largest_win()).points()),
        };
        let counts = |win: &Win| {
            let index = usize::from(win.points()) - 1;
            index == 0 || points[index] > points[index - 1]
        };
        Win::ALL.into_iter().filter(counts).collect()
    }

    /// The kind of win that the opponent gets if the player on roll resigns `win`: no less than the
    /// smallest that counts. `None` if `win` counts no more than a smaller one.
    ///
    /// ```
    /// use sheshbesh_movegen::{Game, Situation, Win};
    /// let nard = Situation::new(Game::NARD.start(), Game::NARD);
    /// assert_eq!(nard.win_resigned(Win::Single), Some(Win::Single));
    /// assert_eq!(nard.win_resigned(Win::Gammon), None);
    /// // The opponent plays White, whose win counts three points.
    /// let black = Situation::new(Game::American.start().swapped(), Game::American);
    /// assert_eq!(black.win_resigned(Win::Single), Some(Win::Backgammon));
    /// ```
    pub fn win_resigned(&self, win: Win) -> Option<Win> {
        let count = self.wins_that_count();
        let win = count.first().map_or(win, |&least| win.max(least));
        count.contains(&win).then_some(win)
    }

    /// The kind of win that a side has if it wins, where the sides alone determine it.
    fn only_win(&self, winner: Side) -> Option<Win> {
        if !self.game.has_white() || self.scoring.is_some() {
            return None;
        }
        let possible = self.game.possible(&self.position);
        let wins = &possible[winner as usize * Win::ALL.len()..];
        Win::ALL.into_iter().zip(wins).find(|(_, possible)| **possible).map(|(win, _)| win)
    }

    /// Points that change hands when a side resigns this kind of win, including the cube. If the
    /// sides alone determine the points, the kind does not matter.
    pub fn points_resigned(&self, win: Win, loser: Side) -> u32 {
        let win = self.only_win(!loser).unwrap_or(win);
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

    /// True if a side can still lose the game by this kind of win. In backgammon, a side that has
    /// borne off a checker cannot lose a gammon. By an agreed scale any kind is possible, since the
    /// scale has its own kinds of wins.
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
        if let Some(only) = self.only_win(!loser) {
            return win == only;
        }
        if win == Win::Single
            || self.scoring.is_some()
            || self.game.end(&self.position, None).is_some()
        {
            return true;
        }
        // Three kinds of wins, followed by three kinds of losses.
        let losses = match loser {
            Side::OnRoll => 3,
            Side::Opponent => 0,
        };
        self.game.possible(&self.position)[losses + usize::from(win.points()) - 1]
    }

    /// The same table with the nearest scale that the outcomes determine; see [`Scoring::nearest`].
    #[must_use]
    pub fn counted_by_outcomes(&self) -> Self {
        let scoring = self.scoring.map(|scoring| scoring.nearest(self.game));
        Self { scoring, ..*self }
    }

    /// Points times `each` at the current cube. By the Jacoby rule, it is one point until the cube
    /// has been turned; the rule does not apply to games without a cube.
    fn counted(&self, points: u32, each: u32) -> u32 {
        let undoubled = self.cube.owner().is_none() && self.game.has_cube();
        let points = match self.stakes {
            Stakes::Money { jacoby: true, .. } if undoubled => 1,
            _ => points,
        };
        points * each * self.cube.value()
    }
}
