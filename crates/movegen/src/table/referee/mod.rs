//! The rules of a game at a table, with its cube and its score, as a state machine.
//!
//! The referee has no players, no dice and no output. The caller asks for the next decision and
//! reports the choice. Optional rules (automatic doubles, beavers, the Jacoby rule) follow GNU
//! Backgammon's manual, "Optional Rules". Raccoons follow the frequently asked questions of
//! rec.games.backgammon: the cube stays with the player who beavered, and every turn of the cube
//! can be passed at the stakes before it. By the house rule of the final raccoon, the player who
//! raccoons may not turn the cube any more.

mod action;
mod against_rules;
mod cube;
mod illegal;
mod set_up;
mod snapshot;

pub use action::{Action, ActionKind, Answer, Decision, Ending, GameResult};
pub use illegal::{Illegal, InvalidSituation};
pub use snapshot::{Progress, Snapshot};

use crate::{
    board::{BySeat, Checkers, Dice, Position, Seat, Win},
    games::{Game, GameEnd, Opening},
    plays::{AfterPlay, Plays, is_limit_reached},
    table::{CubeRules, FirstPlayer, GameSeries, Phase, Session, Situation, TableRules},
};

/// A table where games are played in sequence, for money or as a match.
///
/// A referee is a value: copies continue independently.
///
/// ```
/// use sheshbesh_movegen::{Action, BySeat, CubeRules, Decision, Game, Referee, Seat, Session};
///
/// let session = Session::Match { length: 5, crawford: true, holland: false };
/// let mut referee = Referee::new(Game::Backgammon, CubeRules { session, largest_cube: 6 });
/// referee.apply(Action::OpeningRoll(BySeat { bottom: 3, top: 1 }))?;
/// let play = referee.legal_plays()[0];
/// referee.apply(Action::Play(play))?;
/// assert_eq!(referee.to_decide(), Decision::Roll { seat: Seat::Top, may_double: true });
/// referee.apply(Action::Double)?;
/// assert!(referee.apply(Action::Beaver).is_err(), "a match knows no beavers");
/// let result = referee.apply(Action::Pass)?.expect("that was the game");
/// assert_eq!((result.winner, result.points), (Some(Seat::Top), 1));
/// assert_eq!(referee.score(), BySeat { bottom: 0, top: 1 });
/// # Ok::<(), sheshbesh_movegen::Illegal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    series: GameSeries,
    rules: TableRules,
    table: Situation,
    /// Number of finished games; the current game does not count.
    games: u32,
    /// True if the sides of an uneven game are exchanged: the player at the top has the side that
    /// the player at the bottom has in the first game.
    exchanged: bool,
    /// The player who started the current game; unknown if the game was resumed.
    began: Option<Seat>,
    /// Number of finished turns of this game.
    turns: u32,
    progress: Progress,
    /// Legal plays while there is a roll to play.
    plays: Plays,
}

impl PartialEq for Referee {
    /// Ignores the list of plays, which follows from the other fields.
    fn eq(&self, other: &Self) -> bool {
        self.snapshot() == other.snapshot()
    }
}

impl Referee {
    /// Creates a referee before the first game of one kind, or of a series of several.
    pub fn new(series: impl Into<GameSeries>, rules: impl Into<TableRules>) -> Self {
        let (series, rules) = (series.into(), rules.into());
        let mut referee = Self::before(series, rules, 0, false);
        let crawford = has_crawford(&rules.cube) && referee.table.is_one_away();
        referee.table.stakes = rules.cube.stakes(crawford);
        referee
    }

    /// Creates a referee before a game that follows `games` others, at the score 0 to 0.
    fn before(series: GameSeries, rules: TableRules, games: u32, exchanged: bool) -> Self {
        let game = rules.game(&series, games);
        let start = game.start();
        let start = if exchanged && game.is_uneven() { start.swapped() } else { start };
        let TableRules { cube, house_rules } = rules;
        let table = Situation {
            largest_cube: cube.largest_cube,
            stakes: cube.stakes(false),
            scoring: house_rules.scoring,
            final_raccoon: house_rules.final_raccoon,
            cube: house_rules.first_cube(game),
            ..Situation::new(start, game)
        };
        let (progress, plays) = (Progress::Opening, Plays::new(game));
        Self { series, rules, table, games, exchanged, began: None, turns: 0, progress, plays }
    }

    /// Creates a referee before a game at a score; `crawford` is true for the match's Crawford
    /// game.
    ///
    /// # Errors
    /// When the match is over at that score, or no player is one point away in a Crawford game.
    pub fn at_score(
        series: impl Into<GameSeries>,
        rules: impl Into<TableRules>,
        score: BySeat<u16>,
        crawford: bool,
    ) -> Result<Self, InvalidSituation> {
        let mut referee = Self::before(series.into(), rules.into(), 0, false);
        referee.table.score = score.seen_from(referee.table.seat);
        referee.table.stakes = referee.rules.cube.stakes(crawford);
        if referee.table.away().is_some_and(|away| away.into_iter().any(|points| points == 0)) {
            return Err(InvalidSituation::MatchOver(score));
        }
        if crawford
            && matches!(referee.rules.cube.session, Session::Match { .. })
            && !referee.table.is_one_away()
        {
            return Err(InvalidSituation::NoCrawford);
        }
        Ok(referee)
    }

    /// The same referee before the opening of a game that follows `games` others of its series.
    /// `exchanged` is true if the sides of an uneven game are exchanged.
    #[must_use]
    pub fn after_games(self, games: u32, exchanged: bool) -> Self {
        let before = self.table;
        let mut referee = Self::before(self.series, self.rules, games, exchanged);
        (referee.table.score, referee.table.stakes) = (before.score, before.stakes);
        referee
    }

    /// The same referee with the player who started the game.
    #[must_use]
    pub fn begun_by(self, began: Option<Seat>) -> Self {
        Self { began, ..self }
    }

    /// The rules of the table.
    pub const fn rules(&self) -> &TableRules {
        &self.rules
    }

    /// The games that are played.
    pub const fn series(&self) -> &GameSeries {
        &self.series
    }

    /// Number of finished games; the current game does not count.
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// True if the sides of an uneven game are exchanged: the player at the top has the side that
    /// the player at the bottom usually has.
    pub const fn is_exchanged(&self) -> bool {
        self.exchanged
    }

    /// The player who started the game, if known.
    pub const fn began(&self) -> Option<Seat> {
        self.began
    }

    /// Number of finished turns of this game.
    pub const fn turns(&self) -> u32 {
        self.turns
    }

    /// True if a player can win more than single games: a match, or a series that is played once.
    pub const fn has_winner(&self) -> bool {
        matches!(self.rules.cube.session, Session::Match { .. })
            || self.rules.is_played_once(&self.series)
    }

    /// The table, from the view of the player on roll. Before the opening roll, that is the bottom
    /// seat. After a game, the table shows the end of the game and the score before it.
    pub const fn table(&self) -> &Situation {
        &self.table
    }

    /// Results of all legal plays of the roll to play, each seen by the opponent: at least one,
    /// which passes the turn if nothing can be played. Empty without a roll.
    pub fn legal_plays(&self) -> &[Position] {
        match (self.progress, self.table.phase) {
            (Progress::InPlay, Phase::Rolled(_)) => self.plays.results(),
            _ => &[],
        }
    }

    /// Points won so far, including those of a game that is just over; in a money session too.
    pub fn score(&self) -> BySeat<u16> {
        let mut score = self.table.score.seated(self.table.seat);
        if let Progress::Over(GameResult { winner, points, .. }) = self.progress {
            let points = u16::try_from(points).unwrap_or(u16::MAX);
            for seat in Seat::BOTH {
                if winner.is_none_or(|winner| winner == seat) {
                    score[seat] = score[seat].saturating_add(points);
                }
            }
        }
        score
    }

    /// The result of the game, if it is over.
    pub const fn result(&self) -> Option<GameResult> {
        match self.progress {
            Progress::Over(result) => Some(result),
            _ => None,
        }
    }

    /// The player who has reached the match length with more points than the other; draws may bring
    /// both players there with equal points. In a series that is played once: the player with more
    /// points after the last game.
    fn match_winner(&self) -> Option<Seat> {
        let score = self.score();
        match self.rules.cube.session {
            Session::Match { length, .. } => {
                let has_won = |&seat: &Seat| score[seat] >= length && score[seat] > score[!seat];
                Seat::BOTH.into_iter().find(has_won)
            }
            Session::Money { .. } => self.series_winner(self.games.saturating_add(1), score),
        }
    }

    /// The winner of a series that is played once, at a score after `games` games.
    fn series_winner(&self, games: u32, score: BySeat<u16>) -> Option<Seat> {
        let all_played = games as usize >= self.series.games().len();
        if !self.rules.is_played_once(&self.series) || !all_played {
            return None;
        }
        Seat::BOTH.into_iter().find(|&seat| score[seat] > score[!seat])
    }

    /// The next decision.
    pub fn to_decide(&self) -> Decision {
        let table = &self.table;
        let seat = table.seat;
        match self.progress {
            Progress::Opening => Decision::Opening,
            Progress::Resigning(offered) => Decision::Resignation { seat: !seat, offered },
            Progress::Over(_) => match self.match_winner() {
                Some(winner) => Decision::MatchOver { winner },
                None => Decision::NextGame,
            },
            Progress::InPlay => match table.phase {
                Phase::BeforeRoll => {
                    Decision::Roll { seat, may_double: self.check_double().is_ok() }
                }
                Phase::Rolled(dice) => Decision::Play { seat, dice },
                Phase::Doubled => {
                    Decision::Double { seat: !seat, may_beaver: self.check_beaver().is_ok() }
                }
                Phase::Beavered => {
                    Decision::Beaver { seat, may_raccoon: self.check_raccoon().is_ok() }
                }
                Phase::Raccooned => Decision::Raccoon { seat: !seat },
            },
        }
    }

    /// Applies an action. Returns the result if the action ends the game.
    ///
    /// # Errors
    /// When the action is illegal now. The referee does not change then.
    pub fn apply(&mut self, action: Action) -> Result<Option<GameResult>, Illegal> {
        let decision = self.to_decide();
        let doubler = self.table.seat;
        match (decision, action) {
            (Decision::Opening, Action::OpeningRoll(dice)) => self.open(dice)?,
            (Decision::Roll { .. }, Action::Roll(dice)) => {
                self.table.game.check_roll(dice)?;
                if self.is_last_roll() {
                    return Ok(Some(self.last_roll(dice)));
                }
                self.roll(dice);
            }
            (Decision::Roll { .. }, Action::Double) => {
                self.check_double()?;
                self.table.phase = Phase::Doubled;
            }
            (Decision::Roll { .. } | Decision::Play { .. }, Action::Resign(win)) => {
                if !self.table.wins_that_count().contains(&win) {
                    return Err(Illegal::NoSuchWin { win, game: self.table.game });
                }
                self.progress = Progress::Resigning(win);
            }
            (Decision::Play { dice, .. }, Action::Play(result)) => {
                if !self.plays.results().contains(&result) {
                    return Err(Illegal::Play { dice });
                }
                return Ok(self.turn_over(dice, result));
            }
            (Decision::Double { .. }, Action::Take) => {
                self.turn_cube(1);
                self.table.phase = Phase::BeforeRoll;
            }
            (Decision::Double { .. }, Action::Beaver) => {
                self.check_beaver()?;
                self.turn_cube(2);
                self.table.phase = Phase::Beavered;
            }
            (Decision::Beaver { .. }, Action::Raccoon) => {
                self.check_raccoon()?;
                self.raccoon();
            }
            (Decision::Beaver { .. } | Decision::Raccoon { .. }, Action::Take) => {
                self.table.phase = Phase::BeforeRoll;
            }
            // A double shows on the cube once it is taken; beavers and raccoons show immediately.
            (Decision::Double { .. }, Action::Pass) => {
                let points = self.table.cube.value_of_pass();
                return Ok(Some(self.end(Some(doubler), points, Ending::Passed)));
            }
            (Decision::Beaver { .. }, Action::Pass) => {
                let points = self.table.cube.value() / 2;
                return Ok(Some(self.end(Some(!doubler), points, Ending::Passed)));
            }
            (Decision::Raccoon { .. }, Action::Pass) => {
                let points = self.table.cube.value() / 2;
                return Ok(Some(self.end(Some(doubler), points, Ending::Passed)));
            }
            (Decision::Resignation { seat, offered }, Action::Accept) => {
                let points = self.table.points_resigned(offered, self.table.seat.side_at(!seat));
                return Ok(Some(self.end(Some(seat), points, Ending::Resigned(offered))));
            }
            (Decision::Resignation { .. }, Action::Refuse) => self.progress = Progress::InPlay,
            (Decision::NextGame, Action::NextGame) => self.next_game(),
            _ => return Err(Illegal::NotNow { action, decision }),
        }
        Ok(None)
    }

    /// Ends the game as the players have agreed, or as a record states it without the cause.
    ///
    /// # Errors
    /// When the game is already over.
    pub fn settle(&mut self, winner: Seat, points: u32) -> Result<GameResult, Illegal> {
        match self.progress {
            Progress::Over(_) => Err(Illegal::GameOver),
            _ => Ok(self.end(Some(winner), points, Ending::Settled)),
        }
    }

    fn open(&mut self, dice: BySeat<u8>) -> Result<(), Illegal> {
        let roll = Dice::new(dice.bottom, dice.top).ok_or(Illegal::NoDice(dice))?;
        let Some(first) = self.table.game.begins(dice) else {
            let cube = self.table.cube;
            if self.table.game.has_cube() && cube.exponent() < self.rules.cube.automatic_doubles() {
                self.table.cube = cube.turned_to(None).unwrap_or(cube);
            }
            return Ok(());
        };
        self.begin(first);
        self.progress = Progress::InPlay;
        match self.rules.house_rules.opening(self.table.game) {
            Opening::OneDieEach => self.roll(roll),
            Opening::Reroll => self.table.phase = Phase::BeforeRoll,
        }
        Ok(())
    }

    fn roll(&mut self, dice: Dice) {
        self.plays.generate_or_pass(&self.table.position, dice);
        self.table.phase = Phase::Rolled(dice);
    }

    /// Ends the turn. The opponent sees `result`.
    fn turn_over(&mut self, dice: Dice, result: Position) -> Option<GameResult> {
        let game = self.table.game;
        let turn_limit = self.rules.house_rules.turn_limit(game);
        self.turns = self.turns.saturating_add(1);
        self.table = self.table.handed_over(result);
        match game.after_play(dice, &result).within(self.turns, turn_limit) {
            AfterPlay::Over(_) if self.is_last_roll() && self.began == Some(!self.table.seat) => {
                None
            }
            AfterPlay::Over(end) => Some(self.end_played(end)),
            AfterPlay::TurnLimit => Some(self.end(None, 0, Ending::TurnLimit)),
            AfterPlay::GoesOn(position) => {
                self.table = self.table.handed_over(position);
                self.play_stage();
                None
            }
            AfterPlay::TurnPasses(_) => {
                self.play_stage();
                None
            }
        }
    }

    /// Puts numbers on the table that the last turn has left, to be played without a roll.
    fn play_stage(&mut self) {
        if let Some(stage) = self.table.position.turn_state().stage {
            self.roll(stage.dice());
        }
    }

    /// Ends the game with a result from the view of the player whose turn it would be.
    fn end_played(&mut self, end: GameEnd) -> GameResult {
        let winner = end.winner.map(|side| self.table.seat.of(side));
        let points = self.table.points_at_end(end, &self.table.position);
        self.end(winner, points, Ending::Played(end.win()))
    }

    /// True if the turn limit has been reached and the game is drawn.
    fn is_at_limit(&self) -> bool {
        is_limit_reached(self.turns, self.rules.house_rules.turn_limit(self.table.game))
    }

    /// True if the opponent has borne off everything and the player on roll could do the same with
    /// a last roll. Considers only the position.
    fn is_last_roll(&self) -> bool {
        let Situation { game, position, .. } = &self.table;
        self.rules.house_rules.last_roll
            && position.opponent().all_off()
            && game.rolls().iter().any(|&dice| bears_all_off(*game, position, dice))
    }

    /// Applies the roll of the player who did not start, after the other has borne off everything.
    /// The game keeps its result, or is drawn.
    fn last_roll(&mut self, dice: Dice) -> GameResult {
        let Situation { game, position, .. } = self.table;
        match game.end(&position, None) {
            Some(end) if !bears_all_off(game, &position, dice) => self.end_played(end),
            _ => self.end(None, 0, Ending::Played(Win::Single)),
        }
    }

    fn end(&mut self, winner: Option<Seat>, points: u32, ending: Ending) -> GameResult {
        let result = GameResult { winner, points, ending };
        self.progress = Progress::Over(result);
        result
    }

    /// Starts the next game. The Crawford game is the first one that starts with a player one point
    /// away.
    fn next_game(&mut self) {
        let score = self.score();
        let winner = self.result().and_then(|result| result.winner);
        let was_one_away = self.table.is_one_away();
        // In uneven games, the players change sides after each game.
        let exchanged = self.exchanged != self.table.game.is_uneven();
        let games = self.games.saturating_add(1);
        let mut next = Self::before(self.series, self.rules, games, exchanged);
        next.table.score = score.seen_from(next.table.seat);
        let cube = &self.rules.cube;
        let is_crawford = has_crawford(cube) && next.table.is_one_away() && !was_one_away;
        next.table.stakes = cube.stakes(is_crawford);
        if self.rules.house_rules.starter(next.table.game) == FirstPlayer::Winner
            && let Some(winner) = winner
        {
            next.begin(winner);
            next.progress = Progress::InPlay;
        }
        *self = next;
    }

    /// Sets the player who is first on roll.
    fn begin(&mut self, first: Seat) {
        if first != self.table.seat {
            let start = self.table.position;
            // Where positions name White, whoever begins plays White.
            let start = if self.table.game.has_white() { start } else { start.swapped() };
            self.table = self.table.handed_over(start);
        }
        self.began = Some(first);
    }
}

/// True if the rules have a Crawford game.
const fn has_crawford(rules: &CubeRules) -> bool {
    matches!(rules.session, Session::Match { crawford: true, .. })
}

/// True if a roll bears off all remaining checkers of the player on roll, with no other checkers on
/// the board.
fn bears_all_off(game: Game, position: &Position, dice: Dice) -> bool {
    // There are no plays if a side has no checkers left, so give the opponent one checker. It
    // stands on a point that no checker passes while it can be borne off.
    let start = Checkers::from_points(&[(1, 1)]).with_rest_off(game.checkers());
    let going_on = Position::from_sides_unchecked(position.own(), start);
    let mut plays = Plays::new(game);
    let ends = |result: &Position| result.opponent().all_off();
    plays.generate(&going_on, dice).iter().any(ends)
}
