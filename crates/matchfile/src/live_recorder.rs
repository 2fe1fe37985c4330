//! Records a match while it is played.

use crate::model::{About, Entry, Event, GameRecord, How, Match, Outcome, PlayerInfo, Rules};
use sheshbesh_movegen::{
    Action, BySeat, Decision, GameResult, GameSeries, Illegal, InvalidSituation, Phase, Referee,
    Seat, Session, Situation, Stakes, TableRules,
};

/// Number of turns played at a table that is set up: enough that the opening is over, whatever was
/// played before.
const TURNS: u32 = 2;

/// Records a match or a money session, action by action. A referee validates each action, so a
/// record contains only actions that can happen.
///
/// ```
/// use sheshbesh_movegen::{Action, BySeat, CubeRules, Game, Session};
/// use sheshbesh_matchfile::{How, PlayerInfo, LiveRecorder, WriteFormat, write};
///
/// let session = Session::Match { length: 5, crawford: true, holland: false };
/// let rules = CubeRules { session, largest_cube: 6 };
/// let player = |name: &str| PlayerInfo { name: name.to_owned(), rating: None };
/// let players = BySeat { bottom: player("Ben"), top: player("Ada") };
/// let mut recorder = LiveRecorder::new(Game::Backgammon, rules, players);
/// recorder.apply(Action::OpeningRoll(BySeat { bottom: 3, top: 1 }))?;
/// let play = recorder.referee().legal_plays()[0];
/// for action in [Action::Play(play), Action::Double, Action::Pass] {
///     recorder.apply(action)?;
/// }
/// let record = recorder.record();
/// assert_eq!(record.games[0].result.map(|result| result.how), Some(How::Passed));
/// println!("{}", write(&record, WriteFormat::Mat));
/// # Ok::<(), sheshbesh_movegen::Illegal>(())
/// ```
#[derive(Clone, Debug)]
pub struct LiveRecorder {
    record: Match,
    referee: Referee,
    /// True if the roll on the table is already an entry, because a player has since offered to
    /// resign.
    rolled: bool,
}

impl LiveRecorder {
    /// Creates a recorder before the first game. If no game of the frame has a cube, the match is
    /// played without one, whatever limit the rules set.
    pub fn new(
        frame: impl Into<GameSeries>,
        rules: impl Into<TableRules>,
        players: BySeat<PlayerInfo>,
    ) -> Self {
        let (frame, TableRules { mut cube, house_rules: customs }) = (frame.into(), rules.into());
        if !frame.games().iter().any(|game| game.has_cube()) {
            cube.largest_cube = 0;
        }
        let (length, stated) = match cube.session {
            Session::Money { jacoby, beavers, .. } => {
                let (jacoby, beavers) = (Some(jacoby), Some(beavers));
                (0, Rules { jacoby, beavers, ..Rules::default() })
            }
            Session::Match { length, crawford, .. } => {
                (length, Rules { crawford, ..Rules::default() })
            }
        };
        let rules = Rules { largest_cube: Some(cube.largest_cube), ..stated };
        let game = frame.game(0);
        let several = (!frame.is_single()).then_some(frame);
        let record =
            Match { game, frame: several, length, rules, customs, players, ..Match::default() };
        let referee = Referee::new(frame, TableRules { cube, house_rules: customs });
        let mut recorder = Self { record, referee, rolled: false };
        recorder.begin_game();
        recorder
    }

    /// The referee of the current game.
    pub fn referee(&self) -> &Referee {
        &self.referee
    }

    /// Mutable details of the match, such as the event and the comment.
    pub fn about(&mut self) -> &mut About {
        &mut self.record.about
    }

    /// Applies and records an action. Returns the game's result if the action ends the game.
    ///
    /// # Errors
    /// Returns the reason if the action is illegal now. Nothing is recorded in this case.
    pub fn apply(&mut self, action: Action) -> Result<Option<GameResult>, Illegal> {
        let decision = self.referee.to_decide();
        let before = *self.referee.table();
        let result = self.referee.apply(action)?;
        self.record_action(decision, &before, action);
        if let (Some(result), Some(game)) = (result, self.record.games.last_mut()) {
            game.result = Some(result.into());
        }
        Ok(result)
    }

    /// Breaks off the current game, which stays unfinished, and begins another one at the same
    /// score. Does nothing if no game is being played.
    ///
    /// # Panics
    /// Never: a game has already begun at this score.
    pub fn break_off(&mut self) {
        if self.referee.result().is_some() {
            return;
        }
        self.record = self.record();
        let Some(GameRecord { score, crawford, .. }) = self.record.games.last() else { return };
        self.referee =
            self.at_score(*score, *crawford).expect("a game has already begun at this score");
        self.begin_game();
    }

    /// Returns a referee before the current game of the frame, at a given score.
    fn at_score(&self, score: BySeat<u16>, crawford: bool) -> Result<Referee, InvalidSituation> {
        let played = &self.referee;
        let referee = Referee::at_score(*played.series(), *played.rules(), score, crawford)?;
        Ok(referee.after_games(played.games(), played.is_exchanged()))
    }

    /// Sets whether the sides of an uneven game are exchanged. Has no effect after the opening
    /// roll.
    pub fn exchange_sides(&mut self, exchanged: bool) {
        if self.referee.to_decide() == Decision::Opening {
            let games = self.referee.games();
            self.referee = self.referee.clone().after_games(games, exchanged);
            if let Some(game) = self.record.games.last_mut() {
                game.exchanged = exchanged && self.referee.table().game.is_uneven();
            }
        }
    }

    /// Begins a game at a score. The previous game is kept; if it has no result, its result is
    /// derived from the scores. `crawford` is true for the Crawford game of the match.
    ///
    /// # Errors
    /// Fails if the match is over at that score, or if nobody is one point away in a Crawford game.
    pub fn begin_at(&mut self, score: BySeat<u16>, crawford: bool) -> Result<(), InvalidSituation> {
        let referee = self.at_score(score, crawford)?;
        self.record = self.record();
        if self.record.games.last().is_some_and(is_untouched) {
            self.record.games.pop();
        }
        if let Some(last) = self.record.games.last_mut()
            && last.result.is_none()
        {
            last.result = derive_result(last.score, score);
        }
        self.referee = referee;
        self.begin_game();
        Ok(())
    }

    /// Sets up the board and the cube of a table, before the roll of its player.
    ///
    /// # Errors
    /// Fails if no game under these rules can continue from there. Nothing is recorded in this
    /// case.
    pub fn set_up(&mut self, table: &Situation) -> Result<(), InvalidSituation> {
        let before = *self.referee.table();
        let opening = self.referee.to_decide() == Decision::Opening;
        let seen = if before.seat == table.seat {
            before
        } else {
            before.handed_over(before.position.swapped())
        };
        let Situation { seat, position, cube, .. } = *table;
        let stands = Situation { position, cube, phase: Phase::BeforeRoll, ..seen };
        self.referee = Referee::resume(*self.referee.rules(), stands, TURNS)?;
        self.rolled = false;
        if opening || (before.seat, seen.position) != (seat, position) {
            self.enter(seat, Event::SetBoard(position));
        }
        if seen.cube != cube {
            let owner = cube.owner().map(|side| seat.of(side));
            self.enter(seat, Event::SetCube { exponent: cube.exponent(), owner });
        }
        Ok(())
    }

    /// Begins a game at a table, like [`Referee::set_up`], with the roll or the double on the
    /// table.
    ///
    /// # Errors
    /// Fails if the table is impossible in a game under these rules, or if a beaver is to be
    /// answered.
    pub fn begin_at_table(&mut self, table: &Situation) -> Result<(), InvalidSituation> {
        let table = table.under(self.referee.rules());
        let crawford = matches!(table.stakes, Stakes::Match { crawford: true, .. });
        self.begin_at(table.score.seated(table.seat), crawford)?;
        self.set_up(&table)?;
        let action = match table.phase {
            Phase::BeforeRoll => return Ok(()),
            Phase::Rolled(dice) => Action::Roll(dice),
            Phase::Doubled => Action::Double,
            Phase::Beavered => return Err(InvalidSituation::Beavered(2)),
            Phase::Raccooned => return Err(InvalidSituation::Beavered(3)),
        };
        self.apply(action).map_err(InvalidSituation::Cube)?;
        Ok(())
    }

    fn record_action(&mut self, decision: Decision, before: &Situation, action: Action) {
        match (action, decision) {
            (Action::NextGame, _) => self.begin_game(),
            (Action::OpeningRoll(_), _) => self.record_automatic_double(before),
            // A last roll decides the game and is not played.
            (Action::Roll(dice), Decision::Roll { seat, .. })
                if self.referee.result().is_some() =>
            {
                self.enter(seat, Event::Roll(dice));
            }
            (Action::Play(result), Decision::Play { seat, dice }) => {
                self.rolled = false;
                self.enter(seat, Event::Play { dice, result });
            }
            (Action::Resign(_), Decision::Play { seat, dice }) if !self.rolled => {
                self.rolled = true;
                self.enter(seat, Event::Roll(dice));
            }
            (Action::Refuse, Decision::Resignation { seat, offered }) => {
                self.enter(!seat, Event::Resign(offered));
                self.enter(seat, Event::Refuse);
            }
            _ => {
                let event = match action {
                    Action::Double => Event::Double,
                    Action::Take => Event::Take,
                    Action::Pass => Event::Pass,
                    Action::Beaver => Event::Beaver,
                    Action::Raccoon => Event::Raccoon,
                    // A roll is recorded with its play, and an offer to resign with its refusal. An
                    // accepted offer is the result of the game.
                    _ => return,
                };
                self.enter(decision.seat().unwrap_or(before.seat), event);
            }
        }
    }

    fn begin_game(&mut self) {
        self.rolled = false;
        let crawford = matches!(self.referee.table().stakes, Stakes::Match { crawford: true, .. });
        let score = self.referee.score();
        let played = self.referee.table().game;
        let game = (played != self.record.game).then_some(played);
        let exchanged = self.referee.is_exchanged() && played.is_uneven();
        let begun = GameRecord { score, crawford, game, exchanged, ..GameRecord::default() };
        self.record.games.push(begun);
    }

    /// Records the cube after an automatic double, if equal opening dice have turned it. Replaces
    /// the entry of an earlier automatic double.
    fn record_automatic_double(&mut self, before: &Situation) {
        let exponent = self.referee.table().cube.exponent();
        if exponent == before.cube.exponent() {
            return;
        }
        if let Some(game) = self.record.games.last_mut() {
            game.entries.clear();
        }
        self.enter(Seat::Top, Event::SetCube { exponent, owner: None });
    }

    fn enter(&mut self, seat: Seat, event: Event) {
        if let Some(game) = self.record.games.last_mut() {
            game.entries.push(Entry::new(seat, event));
        }
    }

    /// Returns the match as played up to now. An unfinished game has no result, and its last entry
    /// is the roll, if a roll is still to be played. A game without any action is left out, unless
    /// it is the first one.
    pub fn record(&self) -> Match {
        let mut record = self.record.clone();
        if let (Decision::Play { seat, dice }, false) = (self.referee.to_decide(), self.rolled)
            && let Some(game) = record.games.last_mut()
        {
            game.entries.push(Entry::new(seat, Event::Roll(dice)));
        }
        let untouched = record.games.last().is_some_and(is_untouched);
        if untouched && record.games.len() > 1 {
            record.games.pop();
        }
        record
    }
}

/// True if a game has no entry and no result. A player may resign before the first roll.
fn is_untouched(game: &GameRecord) -> bool {
    game.entries.is_empty() && game.result.is_none()
}

/// Result of a game of which only the scores before and after it are known.
fn derive_result(before: BySeat<u16>, after: BySeat<u16>) -> Option<Outcome> {
    let won = before.zip(after).map(|(before, after)| after.checked_sub(before));
    let (winner, points) = match won {
        BySeat { bottom: Some(0), top: Some(points) } if points > 0 => (Seat::Top, points),
        BySeat { bottom: Some(points), top: Some(0) } if points > 0 => (Seat::Bottom, points),
        _ => return None,
    };
    Some(Outcome { winner: Some(winner), points: points.into(), how: How::Unrecorded })
}
