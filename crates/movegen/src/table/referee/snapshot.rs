//! Saves a referee as plain values, and restores it.

use super::{
    Referee,
    action::{Action, Ending, GameResult},
    illegal::InvalidSituation,
};
use crate::{
    board::{Seat, Win},
    plays::Plays,
    table::{GameSeries, Phase, Situation, TableRules},
};

/// Progress of a game, as far as the [`Situation`] does not show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Before the opening roll.
    Opening,
    /// In play; the phase of the situation determines the next decision.
    InPlay,
    /// The player on roll has offered to resign this kind of win.
    Resigning(Win),
    /// The game is over; the situation still has the score from before it.
    Over(GameResult),
}

/// The complete state of a [`Referee`], to be stored elsewhere: in a file, or in a browser.
///
/// ```
/// use sheshbesh_movegen::{Action, BySeat, CubeRules, Game, Referee, Win};
///
/// let mut referee = Referee::new(Game::Backgammon, CubeRules::NO_CUBE);
/// referee.apply(Action::OpeningRoll(BySeat { bottom: 3, top: 1 }))?;
/// referee.apply(Action::Resign(Win::Single))?;
/// let mut again = Referee::restore(&referee.snapshot()).expect("it comes from a referee");
/// assert_eq!(again, referee);
/// assert!(again.apply(Action::Accept)?.is_some());
/// # Ok::<(), sheshbesh_movegen::Illegal>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The games that are played.
    pub series: GameSeries,
    /// The rules of the table.
    pub rules: TableRules,
    /// The table, as [`Referee::table`] returns it.
    pub table: Situation,
    /// Number of finished games; the current game does not count.
    pub games: u32,
    /// True if the sides of an uneven game are exchanged; see [`Referee::is_exchanged`].
    pub exchanged: bool,
    /// The player who started the game, if known; `None` before the opening roll.
    pub began: Option<Seat>,
    /// Number of finished turns of this game.
    pub turns: u32,
    /// Progress of the game.
    pub progress: Progress,
}

impl Referee {
    /// The complete state.
    pub const fn snapshot(&self) -> Snapshot {
        let Self { series, rules, table, games, exchanged, began, turns, progress, .. } = *self;
        Snapshot { series, rules, table, games, exchanged, began, turns, progress }
    }

    /// Restores a referee from a snapshot. Every snapshot from [`Referee::snapshot`] can be
    /// restored; any other is checked as [`Referee::resume`] checks tables. Positions that cannot
    /// be reached by play are accepted: any position of a game by these rules is valid.
    ///
    /// # Errors
    /// When the table is impossible in a game by these rules, or the game cannot have this
    /// progress.
    pub fn restore(snapshot: &Snapshot) -> Result<Self, InvalidSituation> {
        let referee = Self::unchecked(snapshot);
        let in_play = || {
            let mut referee = Self { progress: Progress::InPlay, ..referee.clone() };
            referee.check_in_play()?;
            Ok::<_, InvalidSituation>(referee)
        };
        match snapshot.progress {
            Progress::Opening => {
                referee.check_table()?;
                referee.check_opening()?;
                Ok(referee)
            }
            Progress::InPlay => in_play(),
            Progress::Resigning(win) => {
                let mut referee = in_play()?;
                referee.apply(Action::Resign(win)).map_err(|_| InvalidSituation::NoResignation)?;
                Ok(referee)
            }
            Progress::Over(result) => match result.ending {
                Ending::Played(_) | Ending::TurnLimit => {
                    referee.check_table()?;
                    referee.check_played(result)?;
                    Ok(referee)
                }
                Ending::Passed => ended(in_play()?, &[Action::Pass], result),
                Ending::Resigned(win) => {
                    ended(in_play()?, &[Action::Resign(win), Action::Accept], result)
                }
                Ending::Settled => {
                    let winner = result.winner.ok_or(InvalidSituation::OtherResult)?;
                    let before_opening = Snapshot { progress: Progress::Opening, ..*snapshot };
                    let mut referee = in_play().or_else(|_| Self::restore(&before_opening))?;
                    let settled = referee.settle(winner, result.points);
                    if settled == Ok(result) {
                        Ok(referee)
                    } else {
                        Err(InvalidSituation::OtherResult)
                    }
                }
            },
        }
    }

    /// Creates a referee without checks, and without the list of plays.
    fn unchecked(snapshot: &Snapshot) -> Self {
        let Snapshot { series, rules, table, games, exchanged, began, turns, progress } = *snapshot;
        let plays = Plays::new(table.game);
        Self { series, rules, table, games, exchanged, began, turns, progress, plays }
    }

    /// Checks that nothing but automatic doubles has happened before the opening roll.
    fn check_opening(&self) -> Result<(), InvalidSituation> {
        let Situation { game, position, seat, phase, cube, .. } = self.table;
        let doubles = if game.has_cube() { self.rules.cube.automatic_doubles() } else { 0 };
        let start = Self::before(self.series, self.rules, self.games, self.exchanged);
        let untouched = position == start.table.position
            && seat == Seat::default()
            && phase == Phase::BeforeRoll
            && cube.owner().is_none()
            && cube.exponent() <= doubles
            && self.turns == 0
            && self.began.is_none();
        if untouched { Ok(()) } else { Err(InvalidSituation::NotOpening) }
    }

    /// Checks that a game that was played to its end is over: by its position, with the points that
    /// were won, or by the number of its turns. In some games, the value of a win depends on the
    /// last roll, which the table does not show. Any last roll is accepted.
    fn check_played(&self, result: GameResult) -> Result<(), InvalidSituation> {
        let Situation { game, position, phase, .. } = self.table;
        let rolls = game.rolls().iter().copied().map(Some).chain([None]);
        let ends: Vec<_> = rolls.filter_map(|last| game.end(&position, last)).collect();
        let drawn = |ending| GameResult { winner: None, points: 0, ending };
        let is_it = match result.ending {
            Ending::TurnLimit => {
                ends.is_empty() && self.is_at_limit() && result == drawn(Ending::TurnLimit)
            }
            _ if self.is_last_roll() && result == drawn(Ending::Played(Win::Single)) => true,
            _ => ends.iter().any(|&end| self.clone().end_played(end) == result),
        };
        if is_it && phase == Phase::BeforeRoll {
            Ok(())
        } else {
            Err(InvalidSituation::OtherResult)
        }
    }
}

/// Applies the last actions of a game, and checks that they lead to the result.
fn ended(
    mut referee: Referee,
    last: &[Action],
    result: GameResult,
) -> Result<Referee, InvalidSituation> {
    for &action in last {
        referee.apply(action).map_err(|_| InvalidSituation::OtherResult)?;
    }
    if referee.result() == Some(result) { Ok(referee) } else { Err(InvalidSituation::OtherResult) }
}
