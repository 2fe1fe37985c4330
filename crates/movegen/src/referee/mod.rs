//! The rules of a game at a table, with its cube and its score: a state machine.
//!
//! The referee has no players, no dice and no output. Whoever drives it asks what is to be
//! decided, and says what was. What is optional (automatic doubles, beavers, the Jacoby rule)
//! follows GNU Backgammon's manual, "Optional Rules"; raccoons follow the frequently asked
//! questions of rec.games.backgammon, where the cube stays with whoever beavered and every turn
//! of it can be passed at the stakes before it.

mod action;
mod illegal;
mod snapshot;

pub use action::{Action, Answer, Decision, Ending, GameResult};
pub use illegal::{Illegal, InvalidSituation};
pub use snapshot::{Progress, Snapshot};

use crate::{
    dice::Dice,
    game::Game,
    games::Opening,
    players::{BySeat, Seat, Side},
    plays::Plays,
    position::Position,
    table::{Cube, CubeRules, Phase, Session, Situation, Stakes},
};

/// A table where games are played one after the other, for money or as a match.
///
/// It is a value: copies play on by themselves.
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
    rules: CubeRules,
    table: Situation,
    /// Turns of this game that are over.
    turns: u32,
    progress: Progress,
    /// Legal plays while there is a roll to be played.
    plays: Plays,
}

impl PartialEq for Referee {
    /// The list of plays follows from the rest.
    fn eq(&self, other: &Self) -> bool {
        (self.rules, self.table, self.turns, self.progress)
            == (other.rules, other.table, other.turns, other.progress)
    }
}

/// Turns that both players' first two rolls take.
const HOLLAND_TURNS: u32 = 4;

impl Referee {
    /// Before the first game.
    pub fn new(game: Game, rules: CubeRules) -> Self {
        let mut table = Situation::new(game.start(), game);
        table.largest_cube = rules.largest_cube;
        table.stakes = rules.stakes(false);
        table.stakes = rules.stakes(has_crawford(&rules) && table.is_one_away());
        Self { rules, table, turns: 0, progress: Progress::Opening, plays: Plays::new(game) }
    }

    /// Before a game at a score; `crawford` says whether it is the match's Crawford game.
    ///
    /// # Errors
    /// When the match is over at that score, or nobody is one point away in a Crawford game.
    pub fn at_score(
        game: Game,
        rules: CubeRules,
        score: BySeat<u16>,
        crawford: bool,
    ) -> Result<Self, InvalidSituation> {
        let mut referee = Self::new(game, rules);
        referee.table.score = score.seen_from(referee.table.seat);
        referee.table.stakes = rules.stakes(crawford);
        if referee.table.away().is_some_and(|away| away.into_iter().any(|points| points == 0)) {
            return Err(InvalidSituation::MatchOver(score));
        }
        if crawford
            && matches!(rules.session, Session::Match { .. })
            && !referee.table.is_one_away()
        {
            return Err(InvalidSituation::NoCrawford);
        }
        Ok(referee)
    }

    /// In the middle of a game of which so many turns are over.
    ///
    /// # Errors
    /// When the table cannot be one of a game by these rules.
    pub fn resume(
        rules: CubeRules,
        table: Situation,
        turns: u32,
    ) -> Result<Self, InvalidSituation> {
        let plays = Plays::new(table.game);
        let mut referee = Self { rules, table, turns, progress: Progress::InPlay, plays };
        referee.check_table()?;
        if table.game.end(&table.position, None).is_some() {
            return Err(InvalidSituation::GameOver);
        }
        let beavered = |least| {
            let cube = referee.table.cube;
            let stands = cube.exponent() >= least && cube.owner() == Some(Side::Opponent);
            match referee.table.stakes.beavers() {
                false => Err(InvalidSituation::Cube(Illegal::NoBeavers)),
                true if stands => Ok(()),
                true => Err(InvalidSituation::Beavered(least)),
            }
        };
        match table.phase {
            Phase::BeforeRoll => {}
            Phase::Rolled(dice) => {
                referee.plays.generate_or_pass(&table.position, dice);
            }
            Phase::Doubled => referee.check_double()?,
            Phase::Beavered => beavered(2)?,
            Phase::Raccooned => beavered(3)?,
        }
        Ok(referee)
    }

    /// What holds at a table wherever the game is.
    fn check_table(&self) -> Result<(), InvalidSituation> {
        let (rules, table) = (&self.rules, &self.table);
        table.game.check(&table.position)?;
        let is_crawford = matches!(table.stakes, Stakes::Match { crawford: true, .. });
        if table.stakes != rules.stakes(is_crawford) || table.largest_cube != rules.largest_cube {
            return Err(InvalidSituation::OtherRules);
        }
        if table.away().is_some_and(|away| away.into_iter().any(|points| points == 0)) {
            return Err(InvalidSituation::MatchOver(table.score.seated(table.seat)));
        }
        if is_crawford && !table.is_one_away() {
            return Err(InvalidSituation::NoCrawford);
        }
        if !table.game.has_cube() && table.shows_doubling() {
            return Err(Illegal::NoCube(table.game).into());
        }
        if table.cube.exponent() > table.largest_cube {
            return Err(Illegal::LargestCube(table.largest_cube).into());
        }
        Ok(())
    }

    /// The rules that are played by.
    pub const fn rules(&self) -> &CubeRules {
        &self.rules
    }

    /// The table as whoever is on roll sees it. Before the opening roll that is the bottom seat;
    /// after a game it shows that game's end and the score before it.
    pub const fn table(&self) -> &Situation {
        &self.table
    }

    /// Results of all legal plays of the roll that is to be played, each seen by the opponent:
    /// at least one, which passes the turn where nothing can be played. Empty without a roll.
    pub fn legal_plays(&self) -> &[Position] {
        match (self.progress, self.table.phase) {
            (Progress::InPlay, Phase::Rolled(_)) => self.plays.results(),
            _ => &[],
        }
    }

    /// Points won so far, with those of a game that is just over. In a money session too.
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

    /// How the game has ended, once it has.
    pub const fn result(&self) -> Option<GameResult> {
        match self.progress {
            Progress::Over(result) => Some(result),
            _ => None,
        }
    }

    /// Who has the points that a match is played to, and more than the other; draws may give both
    /// as many.
    fn match_winner(&self) -> Option<Seat> {
        let Session::Match { length, .. } = self.rules.session else { return None };
        let score = self.score();
        Seat::BOTH.into_iter().find(|&seat| score[seat] >= length && score[seat] > score[!seat])
    }

    /// What is to be decided now.
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

    /// Lets something happen; gives the game's result when that ends it.
    ///
    /// # Errors
    /// Says why it cannot happen now. Nothing has changed then.
    pub fn apply(&mut self, action: Action) -> Result<Option<GameResult>, Illegal> {
        let decision = self.to_decide();
        let doubler = self.table.seat;
        match (decision, action) {
            (Decision::Opening, Action::OpeningRoll(dice)) => self.open(dice)?,
            (Decision::Roll { .. }, Action::Roll(dice)) => self.roll(dice),
            (Decision::Roll { .. }, Action::Double) => {
                self.check_double()?;
                self.table.phase = Phase::Doubled;
            }
            (Decision::Roll { .. } | Decision::Play { .. }, Action::Resign(win)) => {
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
                self.turn_cube(1);
                self.table.phase = Phase::Raccooned;
            }
            (Decision::Beaver { .. } | Decision::Raccoon { .. }, Action::Take) => {
                self.table.phase = Phase::BeforeRoll;
            }
            // A double shows on the cube once it is taken, the turns after it at once.
            (Decision::Double { .. }, Action::Pass) => {
                return Ok(Some(self.end(Some(doubler), self.table.cube.value(), Ending::Passed)));
            }
            (Decision::Beaver { .. }, Action::Pass) => {
                return Ok(Some(self.end(
                    Some(!doubler),
                    self.table.cube.value() / 2,
                    Ending::Passed,
                )));
            }
            (Decision::Raccoon { .. }, Action::Pass) => {
                return Ok(Some(self.end(
                    Some(doubler),
                    self.table.cube.value() / 2,
                    Ending::Passed,
                )));
            }
            (Decision::Resignation { seat, offered }, Action::Accept) => {
                let points = self.table.points_won(offered.points());
                return Ok(Some(self.end(Some(seat), points, Ending::Resigned(offered))));
            }
            (Decision::Resignation { .. }, Action::Refuse) => self.progress = Progress::InPlay,
            (Decision::NextGame, Action::NextGame) => self.next_game(),
            _ => return Err(Illegal::NotNow { action, decision }),
        }
        Ok(None)
    }

    /// Ends the game as the players have agreed, or as a record says that does not tell how.
    ///
    /// # Errors
    /// When the game is over already.
    pub fn settle(&mut self, winner: Seat, points: u32) -> Result<GameResult, Illegal> {
        match self.progress {
            Progress::Over(_) => Err(Illegal::GameOver),
            _ => Ok(self.end(Some(winner), points, Ending::Settled)),
        }
    }

    fn open(&mut self, dice: BySeat<u8>) -> Result<(), Illegal> {
        let roll = Dice::new(dice.bottom, dice.top).ok_or(Illegal::NoDice(dice))?;
        if roll.is_double() {
            let cube = self.table.cube;
            if self.table.game.has_cube() && cube.exponent() < self.rules.automatic_doubles() {
                self.table.cube = cube.turned_to(None).unwrap_or(cube);
            }
            return Ok(());
        }
        let first = if dice.bottom > dice.top { Seat::Bottom } else { Seat::Top };
        if first != self.table.seat {
            self.table = self.table.handed_over(self.table.position.swapped());
        }
        self.progress = Progress::InPlay;
        match self.table.game.opening() {
            Opening::Lot => self.roll(roll),
            Opening::Reroll => self.table.phase = Phase::BeforeRoll,
        }
        Ok(())
    }

    fn roll(&mut self, dice: Dice) {
        self.plays.generate_or_pass(&self.table.position, dice);
        self.table.phase = Phase::Rolled(dice);
    }

    /// The turn is over, and the opponent sees this position.
    fn turn_over(&mut self, dice: Dice, result: Position) -> Option<GameResult> {
        let Situation { game, position: before, .. } = self.table;
        let opponents_turn = self.table.handed_over(result);
        self.table = match game.next_to_roll(&before, dice, &result) {
            Side::Opponent => opponents_turn,
            Side::OnRoll => opponents_turn.handed_over(result.swapped()),
        };
        self.turns = self.turns.saturating_add(1);
        let end = game.end(&result, Some(dice))?;
        let winner = end.winner.map(|side| opponents_turn.seat.of(side));
        let points = self.table.points_won(end.points);
        Some(self.end(winner, points, Ending::Played(end.win())))
    }

    fn end(&mut self, winner: Option<Seat>, points: u32, ending: Ending) -> GameResult {
        let result = GameResult { winner, points, ending };
        self.progress = Progress::Over(result);
        result
    }

    /// The Crawford game is the first one that begins with somebody one point away.
    fn next_game(&mut self) {
        let score = self.score();
        let was_one_away = self.table.is_one_away();
        let mut next = Self::new(self.table.game, self.rules);
        next.table.score = score.seen_from(next.table.seat);
        let is_crawford = has_crawford(&self.rules) && next.table.is_one_away() && !was_one_away;
        next.table.stakes = self.rules.stakes(is_crawford);
        *self = next;
    }

    /// The cube goes so many times to the opponent of the player on roll.
    fn turn_cube(&mut self, times: u8) {
        for _ in 0..times {
            let turned = self.table.cube.turned_to(Some(Side::Opponent));
            self.table.cube = turned.unwrap_or(self.table.cube);
        }
    }

    /// Whether the player on roll may double.
    fn check_double(&self) -> Result<(), Illegal> {
        if let (Session::Match { holland, .. }, Stakes::Match { crawford, .. }) =
            (self.rules.session, self.table.stakes)
        {
            if crawford {
                return Err(Illegal::Crawford);
            }
            if holland && self.table.is_one_away() && self.turns < HOLLAND_TURNS {
                return Err(Illegal::Holland);
            }
        }
        let game = self.table.game;
        if !game.has_cube() {
            return Err(Illegal::NoCube(game));
        }
        if self.turns == 0 && game.opening() == Opening::Reroll {
            return Err(Illegal::FirstRoll);
        }
        if self.table.cube.owner() == Some(Side::Opponent) {
            return Err(Illegal::OthersCube);
        }
        self.check_turns(1)
    }

    /// Whether a double may be beavered: the cube is turned twice then.
    fn check_beaver(&self) -> Result<(), Illegal> {
        if !self.table.stakes.beavers() {
            return Err(Illegal::NoBeavers);
        }
        self.check_turns(2)
    }

    /// Whether a beaver may be raccooned.
    fn check_raccoon(&self) -> Result<(), Illegal> {
        self.check_turns(1)
    }

    /// Whether the cube can be turned so many times more.
    fn check_turns(&self, times: u8) -> Result<(), Illegal> {
        if self.table.turns_left() < times {
            let largest = self.rules.largest_cube.min(Cube::LARGEST_EXPONENT);
            return Err(Illegal::LargestCube(largest));
        }
        Ok(())
    }
}

/// Whether the rules know a Crawford game.
const fn has_crawford(rules: &CubeRules) -> bool {
    matches!(rules.session, Session::Match { crawford: true, .. })
}
