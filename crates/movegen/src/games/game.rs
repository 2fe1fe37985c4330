//! Games as values.

use super::{
    AceyDeucey, Chase, Dutch, Early, Entry, Family, Fevga, Form, GameEnd, GulBara, Gyulbar, HitBan,
    LongNardi, Matador, Numbers, OUTCOMES, OldEnglish, Opening, Plakoto, PlaySoFar, Portes, Rules,
    Russian, Tabula, american, chase, with_rules,
};
use crate::board::{
    BAR, Checkers, Class, Dice, InvalidPosition, OFF, Position, Side, TurnState, View, Win,
};

/// A game: a rule book and a starting position. Games with options carry their rule book; `FromStr`
/// describes the notation of variants.
///
/// The methods find the rule book at run time. Code that is compiled for one rule book uses
/// [`Rules`].
///
/// ```
/// use sheshbesh_movegen::{Class, Game};
/// let start = Game::Backgammon.start();
/// assert_eq!(start.own().pips(), 167);
/// assert_eq!(Game::Backgammon.class(&start), Class::Contact);
/// assert_eq!("hypergammon".parse(), Ok(Game::Hypergammon));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Game {
    /// 24:2, 13:5, 8:3, 6:5.
    #[default]
    Backgammon,
    /// 24:2, 23:2, 13:4, 8:3, 6:4.
    Nackgammon,
    /// All checkers on the 24 point.
    LongGammon,
    /// One checker each on 24, 23 and 22.
    Hypergammon,
    /// One side as in backgammon, the other with nine on the bar and 24:2, 23:2, 22:2.
    Snake,
    /// Backgammon without cube and without backgammons, the first game of tavli.
    Portes(Portes),
    /// The same, but a checker that hits at home stays there.
    Tavla(Portes),
    /// Backgammon with at most five checkers on a point.
    OldEnglish(OldEnglish),
    /// Backgammon in which the first player to bear off everything loses.
    Misere,
    /// Backgammon with doubles played twice, not four times.
    Irish,
    /// Backgammon with the scoring of the seventeenth century.
    Early(Early),
    /// All checkers on the 24 point; single checkers are pinned.
    Plakoto(Plakoto),
    /// The same, but a draw gives each player a point.
    Tapa(Plakoto),
    /// All checkers on the 24 point; both sides move in the same direction.
    Fevga(Fevga),
    /// The same, but only one checker may leave the head in a turn.
    LongNardi(LongNardi),
    /// Long nardi in which every win counts one.
    Nard(LongNardi),
    /// Fevga's board without its rules; doubles run on up to the sixes.
    GulBara(GulBara),
    /// Long nardi in which the opponent plays what a player cannot.
    Gyulbar(Gyulbar),
    /// The same, but doubles run on up to the sixes.
    CrazyGyulbar(Gyulbar),
    /// Fevga in which the first checker must come home, and any points may be held.
    Jacquet(Fevga),
    /// All checkers on the bar; no hits before a checker has come home.
    Dutch(Dutch),
    /// All checkers in reserve; 1-2 gives any double and another roll.
    AceyDeucey(AceyDeucey),
    /// All checkers in reserve; both sides enter the same quarter and move in the same direction.
    Russian(Russian),
    /// All checkers in reserve; three dice, and both sides move in the same direction.
    Tabula(Tabula),
    /// Jacquet in which 4-3 gives any double and another roll.
    Matador(Matador),
    /// One side with nine checkers in reserve, the other ahead of it; both move in the same
    /// direction.
    American,
    /// Six checkers on a ring; only ones, sixes and doubles count, and hits remove checkers.
    Chase(Chase),
    /// The same, but any roll takes a last checker to a corner.
    Icelandic(Chase),
}

impl Game {
    /// Every game in its usual form, the main game first.
    pub const ALL: [Self; 28] = [
        Self::Backgammon,
        Self::Nackgammon,
        Self::LongGammon,
        Self::Hypergammon,
        Self::Snake,
        Self::PORTES,
        Self::TAVLA,
        Self::OLD_ENGLISH,
        Self::Misere,
        Self::Irish,
        Self::EARLY,
        Self::PLAKOTO,
        Self::TAPA,
        Self::FEVGA,
        Self::LONG_NARDI,
        Self::NARD,
        Self::GUL_BARA,
        Self::GYULBAR,
        Self::CRAZY_GYULBAR,
        Self::JACQUET,
        Self::DUTCH,
        Self::ACEY_DEUCEY,
        Self::RUSSIAN,
        Self::TABULA,
        Self::MATADOR,
        Self::American,
        Self::CHASE,
        Self::ICELANDIC,
    ];

    /// Portes in its usual form.
    pub const PORTES: Self = Self::Portes(Portes::PORTES);
    /// Tavla in its usual form.
    pub const TAVLA: Self = Self::Tavla(Portes::TAVLA);
    /// Old English backgammon in its usual form.
    pub const OLD_ENGLISH: Self = Self::OldEnglish(OldEnglish { may_waste: false });
    /// Early backgammon in its usual form.
    pub const EARLY: Self = Self::Early(Early { three_for_none_home: false });
    /// Plakoto in its usual form.
    pub const PLAKOTO: Self = Self::Plakoto(Plakoto::PLAKOTO);
    /// Tapa in its usual form.
    pub const TAPA: Self = Self::Tapa(Plakoto::TAPA);
    /// Fevga in its usual form.
    pub const FEVGA: Self = Self::Fevga(Fevga::FEVGA);
    /// Long nardi in its usual form.
    pub const LONG_NARDI: Self = Self::LongNardi(LongNardi::LONG_NARDI);
    /// Nard in its usual form.
    pub const NARD: Self = Self::Nard(LongNardi::NARD);
    /// Gul bara in its usual form.
    pub const GUL_BARA: Self = Self::GulBara(GulBara::GUL_BARA);
    /// Gyulbar in its usual form.
    pub const GYULBAR: Self = Self::Gyulbar(Gyulbar::GYULBAR);
    /// Crazy gyulbar in its usual form.
    pub const CRAZY_GYULBAR: Self = Self::CrazyGyulbar(Gyulbar::CRAZY);
    /// Jacquet in its usual form.
    pub const JACQUET: Self = Self::Jacquet(Fevga::JACQUET);
    /// Dutch backgammon in its usual form.
    pub const DUTCH: Self = Self::Dutch(Dutch { hit_ban: HitBan::Ever });
    /// Acey-deucey in its usual form.
    pub const ACEY_DEUCEY: Self = Self::AceyDeucey(AceyDeucey { form: Form::Usual });
    /// Russian backgammon in its usual form.
    pub const RUSSIAN: Self =
        Self::Russian(Russian { entry: Entry::Two, complement_after_entry: false });
    /// Tabula in its usual form.
    pub const TABULA: Self = Self::Tabula(Tabula {
        hit_to_reserve: false,
        second_half_free: false,
        bear_off_free: false,
    });
    /// Matador in its usual form.
    pub const MATADOR: Self = Self::Matador(Matador { always_gives: false });
    /// Chase in its usual form.
    pub const CHASE: Self = Self::Chase(Chase::CHASE);
    /// Icelandic backgammon in its usual form.
    pub const ICELANDIC: Self = Self::Icelandic(Chase::ICELANDIC);

    /// The same game in its usual form.
    #[must_use]
    pub const fn usual(self) -> Self {
        match self {
            Self::Portes(_) => Self::PORTES,
            Self::Tavla(_) => Self::TAVLA,
            Self::OldEnglish(_) => Self::OLD_ENGLISH,
            Self::Early(_) => Self::EARLY,
            Self::Plakoto(_) => Self::PLAKOTO,
            Self::Tapa(_) => Self::TAPA,
            Self::Fevga(_) => Self::FEVGA,
            Self::LongNardi(_) => Self::LONG_NARDI,
            Self::Nard(_) => Self::NARD,
            Self::GulBara(_) => Self::GUL_BARA,
            Self::Gyulbar(_) => Self::GYULBAR,
            Self::CrazyGyulbar(_) => Self::CRAZY_GYULBAR,
            Self::Jacquet(_) => Self::JACQUET,
            Self::Dutch(_) => Self::DUTCH,
            Self::AceyDeucey(_) => Self::ACEY_DEUCEY,
            Self::Russian(_) => Self::RUSSIAN,
            Self::Tabula(_) => Self::TABULA,
            Self::Matador(_) => Self::MATADOR,
            Self::Chase(_) => Self::CHASE,
            Self::Icelandic(_) => Self::ICELANDIC,
            plain => plain,
        }
    }

    /// The way in which the checkers of the two sides interact.
    #[inline]
    pub const fn family(self) -> Family {
        match self {
            Self::Plakoto(_) | Self::Tapa(_) => Family::Pinning,
            Self::Fevga(_)
            | Self::LongNardi(_)
            | Self::Nard(_)
            | Self::GulBara(_)
            | Self::Gyulbar(_)
            | Self::CrazyGyulbar(_)
            | Self::Jacquet(_)
            | Self::Matador(_)
            | Self::American => Family::Parallel,
            Self::Chase(_) | Self::Icelandic(_) => Family::Capturing,
            _ => Family::Hitting,
        }
    }

    /// Starting layout of each side, as pairs of point and number of checkers. The first one
    /// belongs to the player at the bottom in the first game of a match.
    const fn layouts(self) -> [&'static [(u8, u8)]; 2] {
        const STANDARD: &[(u8, u8)] = &[(24, 2), (13, 5), (8, 3), (6, 5)];
        match self {
            Self::Nackgammon => [&[(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)]; 2],
            Self::Hypergammon => [&[(24, 1), (23, 1), (22, 1)]; 2],
            Self::Snake => [&[(BAR, 9), (24, 2), (23, 2), (22, 2)], STANDARD],
            Self::LongGammon
            | Self::Plakoto(_)
            | Self::Tapa(_)
            | Self::Fevga(_)
            | Self::LongNardi(_)
            | Self::Nard(_)
            | Self::GulBara(_)
            | Self::Gyulbar(_)
            | Self::CrazyGyulbar(_)
            | Self::Jacquet(_)
            | Self::Matador(_) => [&[(24, 15)]; 2],
            Self::Dutch(_) | Self::AceyDeucey(_) | Self::Russian(_) | Self::Tabula(_) => {
                [&[(BAR, 15)]; 2]
            }
            Self::American => [american::WHITE, american::BLACK],
            Self::Chase(rules) | Self::Icelandic(rules) => rules.layouts(),
            Self::Backgammon
            | Self::Portes(_)
            | Self::Tavla(_)
            | Self::OldEnglish(_)
            | Self::Misere
            | Self::Irish
            | Self::Early(_) => [STANDARD; 2],
        }
    }

    /// Number of checkers of each side.
    #[inline]
    pub const fn checkers(self) -> u8 {
        match self {
            Self::Hypergammon => 3,
            Self::Chase(_) | Self::Icelandic(_) => chase::CHECKERS,
            _ => 15,
        }
    }

    /// The starting position. In [uneven](Game::is_uneven) games, the side on roll is snake's with
    /// checkers on the bar, or the attackers of chase. In American, it is White.
    pub const fn start(self) -> Position {
        let [own, opponent] = self.layouts();
        let start = Position::from_sides_unchecked(
            Checkers::from_points(own),
            Checkers::from_points(opponent),
        );
        if self.has_white() { start.with_white_on_roll() } else { start }
    }

    /// True if positions tell White from Black, because the ways of the two sides differ. White is
    /// a part of the [`TurnState`](crate::TurnState). The lot gives the sides: the player who
    /// begins plays White.
    #[inline]
    pub const fn has_white(self) -> bool {
        matches!(self, Self::American)
    }

    /// True if the sides start differently, whoever begins. In a match of such a game, the players
    /// change sides.
    pub const fn is_uneven(self) -> bool {
        matches!(self, Self::Snake | Self::Chase(_) | Self::Icelandic(_))
    }

    /// Creates a position from counts on indices 0 (off) to 25 (bar). Each side is counted from its
    /// owner's view.
    ///
    /// # Errors
    /// When the counts are not a position of the game. In games with pinned checkers, a point with
    /// one checker of each side is [`InvalidPosition::WhoLiesUnder`]; use
    /// [`Game::position_with_pins`] instead.
    pub fn position(
        self,
        own: &[u8; 26],
        opponent: &[u8; 26],
    ) -> Result<Position, InvalidPosition> {
        let view = self.view();
        let unclear = (1..=24u8).find(|&point| {
            own[usize::from(point)] == 1 && opponent[usize::from(view.other(point))] == 1
        });
        match unclear {
            Some(point) if self.family() == Family::Pinning => {
                Err(InvalidPosition::WhoLiesUnder(point))
            }
            _ => self.position_with_pins(own, opponent, 0),
        }
    }

    /// Like [`Game::position`], with pinned checkers. Bit `i` of `under` is set if both sides have
    /// one checker on the player on roll's point `i` and theirs lies under the opponent's. Bits of
    /// other points are ignored.
    ///
    /// # Errors
    /// When the counts are not a position of the game.
    pub fn position_with_pins(
        self,
        own: &[u8; 26],
        opponent: &[u8; 26],
        under: u32,
    ) -> Result<Position, InvalidPosition> {
        if self.has_white() {
            return Err(InvalidPosition::WhoIsWhite);
        }
        let pins = (self.family() == Family::Pinning).then_some(under);
        let position = Position::new(own, opponent, self.checkers(), self.view(), pins)?;
        if !self.has_bar() && (own[BAR as usize] > 0 || opponent[BAR as usize] > 0) {
            return Err(InvalidPosition::Bar);
        }
        with_rules!(self, rules => rules.check(&position))?;
        Ok(position)
    }

    /// The board of a game that [tells White from Black](Game::has_white).
    fn board_with_white(
        self,
        own: &[u8; 26],
        opponent: &[u8; 26],
        white: Side,
    ) -> Result<Position, InvalidPosition> {
        let state = TurnState { white: Some(white), ..TurnState::default() };
        let nobody = Position::from_sides_unchecked(Checkers::NONE, Checkers::NONE);
        let view = self.view_from(nobody.with_turn_state(state).own());
        let position = Position::new(own, opponent, self.checkers(), view, None)?;
        Ok(position.with_turn_state(state))
    }

    /// Like [`Game::position`], with the state of a turn in a game with
    /// [stages](Game::has_stages). A game that is over has no state but
    /// [White](crate::TurnState::white).
    ///
    /// # Errors
    /// When the counts and the state are not a position of the game.
    pub fn position_with_turn_state(
        self,
        own: &[u8; 26],
        opponent: &[u8; 26],
        state: TurnState,
    ) -> Result<Position, InvalidPosition> {
        let bare = match state.white {
            Some(white) if self.has_white() => self.board_with_white(own, opponent, white)?,
            Some(_) => return Err(InvalidPosition::TurnState),
            None => self.position(own, opponent)?,
        };
        let is_over = bare.own().all_off() || bare.opponent().all_off();
        if state != bare.turn_state() && (is_over || !self.has_stages()) {
            return Err(InvalidPosition::TurnState);
        }
        let position = bare.with_turn_state(state);
        with_rules!(self, rules => rules.check(&position))?;
        Ok(position)
    }

    /// Moves one checker of the player on roll, without regard to the dice and to the rules of a
    /// turn. Returns the position, and true if the checker hits or pins. Returns `None` if there is
    /// no checker, if it is pinned, or if the opponent holds the point.
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// let (game, start) = (Game::Backgammon, Game::Backgammon.start());
    /// assert!(game.with_moved(&start, 8, 5).is_some());
    /// assert!(game.with_moved(&start, 24, 19).is_none(), "five checkers stand there");
    /// ```
    pub fn with_moved(self, position: &Position, from: u8, to: u8) -> Option<(Position, bool)> {
        if from == to || from == OFF || from > BAR || to >= BAR {
            return None;
        }
        with_rules!(self, rules => rules.with_moved(&position.bare(), from, to))
    }

    /// Checks that a position can be set up, like [`Game::position`].
    ///
    /// # Errors
    /// When it cannot be set up.
    pub fn check(self, position: &Position) -> Result<(), InvalidPosition> {
        let counts = |side: Checkers| std::array::from_fn(|index| side.on(index as u8));
        let [own, opponent] = [position.own(), position.opponent()].map(counts);
        let state = position.turn_state();
        if state != TurnState::default() {
            return self.position_with_turn_state(&own, &opponent, state).map(|_| ());
        }
        self.position_with_pins(&own, &opponent, position.lies_under()).map(|_| ())
    }

    /// Relation between the point numbers of the two sides. If the sides
    /// [differ](Game::has_white) in it, the one that White sees; [`Game::view_from`] has both.
    pub fn view(self) -> View {
        fn of<R: Rules>(_: R) -> View {
            R::VIEW
        }
        with_rules!(self, rules => of(rules))
    }

    /// Relation between the point numbers of the two sides, seen by the side that has the checkers
    /// `own`.
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// let (game, start) = (Game::American, Game::American.start());
    /// // White's 24 point is Black's 6 point.
    /// assert_eq!(game.view_from(start.own()).other(24), 6);
    /// assert_eq!(game.view_from(start.opponent()).other(6), 24);
    /// ```
    pub fn view_from(self, own: Checkers) -> View {
        fn of<R: Rules>(_: R, own: Checkers) -> View {
            R::view_from(own)
        }
        with_rules!(self, rules => of(rules, own))
    }

    /// Rule of the opening roll.
    pub fn opening(self) -> Opening {
        with_rules!(self, rules => rules.opening())
    }

    /// True if single checkers are hit and the sides move in opposite directions, as in backgammon.
    pub fn meets_as_backgammon(self) -> bool {
        self.family() == Family::Hitting && self.view() == View::Contrary
    }

    /// True if checkers start in reserve, off the board: all of them, or White's in American. They
    /// wait at the index of the bar, together with checkers that were hit;
    /// [`TurnState::counters`](crate::TurnState) has the number of the latter.
    pub const fn has_reserve(self) -> bool {
        matches!(self, Self::AceyDeucey(_) | Self::Russian(_) | Self::Tabula(_) | Self::American)
    }

    /// True if checkers can be on the bar, from where they enter: checkers that were hit, or a
    /// reserve.
    pub const fn has_bar(self) -> bool {
        matches!(self.family(), Family::Hitting) || self.has_reserve()
    }

    /// True if the game can be played with the doubling cube.
    pub fn has_cube(self) -> bool {
        with_rules!(self, rules => rules.has_cube())
    }

    /// Points that a draw gives each player at cube value 1; also 0 in games without draws.
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// assert_eq!([Game::TAPA, Game::PLAKOTO, Game::Backgammon].map(Game::points_of_draw), [1, 0, 0]);
    /// ```
    pub fn points_of_draw(self) -> u8 {
        with_rules!(self, rules => rules.points_of_draw())
    }

    /// True if the game continues like backgammon once all checkers are home and cannot meet: the
    /// same plays, and the first side to bear off everything wins. The value of the win may differ.
    pub fn bears_off_as_backgammon(self) -> bool {
        with_rules!(self, rules => rules.bears_off_as_backgammon())
    }

    /// The largest win. At the start, every outcome is still possible.
    ///
    /// ```
    /// use sheshbesh_movegen::{Game, Win};
    /// assert_eq!(Game::PORTES.largest_win(), Win::Gammon);
    /// ```
    pub fn largest_win(self) -> Win {
        match self.possible(&self.start()) {
            [_, _, true, ..] => Win::Backgammon,
            [_, true, ..] => Win::Gammon,
            _ => Win::Single,
        }
    }

    /// Kinds of wins that one side can win by, the smallest first; single games alone if a win
    /// depends only on the winner's side, as in American.
    ///
    /// ```
    /// use sheshbesh_movegen::{Game, Win};
    /// assert_eq!(Game::PORTES.kinds_of_wins(), [Win::Single, Win::Gammon]);
    /// assert_eq!(Game::American.kinds_of_wins(), [Win::Single]);
    /// ```
    pub fn kinds_of_wins(self) -> &'static [Win] {
        let possible = self.possible(&self.start());
        let is_graded =
            possible[..Win::ALL.len()].iter().filter(|&&is_possible| is_possible).count() > 1;
        let kinds = if is_graded { self.largest_win() as usize } else { 1 };
        &Win::ALL[..kinds]
    }

    /// Number of times that the number of a double is played: four or two. With three dice, equal
    /// numbers count like others.
    pub fn doubles(self) -> u8 {
        let ones = Dice::new(1, 1).expect("a double");
        with_rules!(self, rules => rules.numbers(ones)).as_slice().len() as u8
    }

    /// The class of a position.
    #[inline]
    pub fn class(self, position: &Position) -> Class {
        with_rules!(self, rules => rules.class(position))
    }

    /// The result, or `None` if the game is not over; see [`Rules::end`].
    #[inline]
    pub fn end(self, position: &Position, last: Option<Dice>) -> Option<GameEnd> {
        with_rules!(self, rules => rules.end(position, last))
    }

    /// Outcomes that are still possible in a position that is not over; see [`Rules::possible`].
    #[inline]
    pub fn possible(self, position: &Position) -> [bool; OUTCOMES] {
        with_rules!(self, rules => rules.possible(position))
    }

    /// True if a turn may have several stages, or the same player may roll again; see
    /// [`Position::turn_state`].
    #[inline]
    pub fn has_stages(self) -> bool {
        with_rules!(self, rules => rules.has_stages())
    }

    /// The result of a roll that cannot be played, as the opponent sees it.
    pub fn passed(self, position: &Position, dice: Dice) -> Position {
        match position.seen_by_mover() {
            (passed, Side::Opponent) => passed,
            _ => with_rules!(self, rules => rules.finish(&PlaySoFar::new(position, dice))),
        }
    }

    /// The numbers to play with a roll: its own, or those that the last turn has left, whatever the
    /// roll.
    pub fn numbers(self, position: &Position, dice: Dice) -> Numbers {
        with_rules!(self, rules => rules.numbers_at(position, dice))
    }
}
