//! The games that the rules cover, as values.

use crate::{
    dice::Dice,
    games::{
        Early, Family, Fevga, GameEnd, LongNardi, OUTCOMES, OldEnglish, Opening, Plakoto, Portes,
        Rules, with_rules,
    },
    players::Side,
    position::{BAR, Checkers, Class, InvalidPosition, OFF, Position, View, Win},
};

/// A game: a rule book, and where how many checkers start. Games of which there are several forms
/// carry the rule book with what is agreed; how such a form is written is told at its `FromStr`.
///
/// What its rules say is asked here, where the game is known when the program runs; code that is
/// compiled for one rule book asks [`Rules`].
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
    /// The same, in which a checker that hits at home stays.
    Tavla(Portes),
    /// Backgammon with no more than five checkers on a point.
    OldEnglish(OldEnglish),
    /// Backgammon that whoever bears off first loses.
    Misere,
    /// Backgammon whose doubles count twice, not four times.
    Irish,
    /// Backgammon with the wins of the seventeenth century.
    Early(Early),
    /// All checkers on the 24 point; lone checkers are pinned.
    Plakoto(Plakoto),
    /// The same, in which a draw gives each player a point.
    Tapa(Plakoto),
    /// All checkers on the 24 point; both sides run the same way.
    Fevga(Fevga),
    /// The same, one checker off the head a turn.
    LongNardi(LongNardi),
    /// Long nardi whose wins all count one.
    Nard(LongNardi),
}

impl Game {
    /// Every game in its usual form, the main game first.
    pub const ALL: [Self; 16] = [
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

    /// The name on the command line, without what is agreed otherwise.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Backgammon => "backgammon",
            Self::Nackgammon => "nackgammon",
            Self::LongGammon => "long-gammon",
            Self::Hypergammon => "hypergammon",
            Self::Snake => "snake",
            Self::Portes(_) => "portes",
            Self::Tavla(_) => "tavla",
            Self::OldEnglish(_) => "old-english",
            Self::Misere => "misere",
            Self::Irish => "irish",
            Self::Early(_) => "early",
            Self::Plakoto(_) => "plakoto",
            Self::Tapa(_) => "tapa",
            Self::Fevga(_) => "fevga",
            Self::LongNardi(_) => "long-nardi",
            Self::Nard(_) => "nard",
        }
    }

    /// Names that players and other programs use for the game beside [`Game::name`].
    pub const fn other_names(self) -> &'static [&'static str] {
        match self {
            Self::Backgammon => &["bg", "standard", "short-nardi", "короткие-нарды"],
            Self::Nackgammon => &["nack"],
            Self::LongGammon => &["long-backgammon"],
            Self::Hypergammon => &["hyper", "hyper-backgammon"],
            Self::Snake => &["the-snake", "змея"],
            Self::Portes(_) => &["πόρτες", "πορτες", "doors"],
            Self::Tavla(_) => &["takhteh", "takhte"],
            Self::OldEnglish(_) => &["old-english-backgammon", "english"],
            Self::Misere => &["misère", "giveaway", "поддавки", "backgammon-to-lose"],
            Self::Irish => &["irish-backgammon", "irish-game"],
            Self::Early(_) => &["early-backgammon"],
            Self::Plakoto(_) => &["πλακωτό", "πλακωτο"],
            Self::Tapa(_) => &["тапа"],
            Self::Fevga(_) => &["φεύγα", "φευγα", "moultezim", "μουλτεζίμ", "μουλτεζιμ"],
            Self::LongNardi(_) => &["long-nardy", "narde", "nardi", "длинные-нарды"],
            Self::Nard(_) => &["persian-nard", "single-nard"],
        }
    }

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
            plain => plain,
        }
    }

    /// How its checkers meet.
    #[inline]
    pub const fn family(self) -> Family {
        match self {
            Self::Plakoto(_) | Self::Tapa(_) => Family::Pinning,
            Self::Fevga(_) | Self::LongNardi(_) | Self::Nard(_) => Family::Parallel,
            _ => Family::Hitting,
        }
    }

    /// Point and number of checkers for each occupied point of the start, of both sides: who begins
    /// the first game of a match by sitting at the bottom, and the other.
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
            | Self::Nard(_) => [&[(24, 15)]; 2],
            Self::Backgammon
            | Self::Portes(_)
            | Self::Tavla(_)
            | Self::OldEnglish(_)
            | Self::Misere
            | Self::Irish
            | Self::Early(_) => [STANDARD; 2],
        }
    }

    /// How many checkers each side has.
    #[inline]
    pub const fn checkers(self) -> u8 {
        match self {
            Self::Hypergammon => 3,
            _ => 15,
        }
    }

    /// The starting position; of [uneven](Game::is_uneven) games with the side on roll that is
    /// snaked, as it were: the one with checkers on the bar.
    pub const fn start(self) -> Position {
        let [own, opponent] = self.layouts();
        Position::from_sides_unchecked(Checkers::from_points(own), Checkers::from_points(opponent))
    }

    /// Whether the sides start differently. A match of such games has the players change sides.
    pub const fn is_uneven(self) -> bool {
        matches!(self, Self::Snake)
    }

    /// A position from counts on indices 0 (off) to 25 (bar), each side counted from its owner's
    /// view.
    ///
    /// # Errors
    /// Says what is wrong when the counts make no position of the game. Where checkers are pinned
    /// and each side has one on a point, that is [`InvalidPosition::WhoLiesUnder`]:
    /// [`Game::position_with_pins`] is told.
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

    /// As [`Game::position`], where bit `i` of `under` says that where both sides have one checker
    /// on the player on roll's point `i`, his lies under the other. Elsewhere it says nothing.
    ///
    /// # Errors
    /// Says what is wrong when that makes no position of the game.
    pub fn position_with_pins(
        self,
        own: &[u8; 26],
        opponent: &[u8; 26],
        under: u32,
    ) -> Result<Position, InvalidPosition> {
        let pins = (self.family() == Family::Pinning).then_some(under);
        let position = Position::new(own, opponent, self.checkers(), self.view(), pins)?;
        if !self.has_bar() && (own[BAR as usize] > 0 || opponent[BAR as usize] > 0) {
            return Err(InvalidPosition::Bar);
        }
        with_rules!(self, rules => rules.check(&position))?;
        Ok(position)
    }

    /// The position with one checker of the player on roll moved, whatever the dice and the rules of
    /// turns say, and whether it hits or pins; `None` where nobody stands there, the checker is
    /// pinned, or the point is the other side's.
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
        with_rules!(self, rules => rules.with_moved(position, from, to))
    }

    /// Whether it can be set up, as [`Game::position`] asks.
    ///
    /// # Errors
    /// Says what is wrong.
    pub fn check(self, position: &Position) -> Result<(), InvalidPosition> {
        let counts = |side: Checkers| std::array::from_fn(|index| side.on(index as u8));
        let [own, opponent] = [position.own(), position.opponent()].map(counts);
        self.position_with_pins(&own, &opponent, position.lies_under()).map(|_| ())
    }

    /// How the other side counts the points.
    pub fn view(self) -> View {
        with_rules!(self, rules => rules.view())
    }

    /// Who begins, and with which roll.
    pub fn opening(self) -> Opening {
        with_rules!(self, rules => rules.opening())
    }

    /// Whether checkers are hit, and wait on a bar.
    pub const fn has_bar(self) -> bool {
        matches!(self.family(), Family::Hitting)
    }

    /// Whether it can be played with the doubling cube.
    pub fn has_cube(self) -> bool {
        with_rules!(self, rules => rules.has_cube())
    }

    /// Points that a draw gives each player at cube 1; 0 in games without draws, too.
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// assert_eq!([Game::TAPA, Game::PLAKOTO, Game::Backgammon].map(Game::points_of_draw), [1, 0, 0]);
    /// ```
    pub fn points_of_draw(self) -> u8 {
        with_rules!(self, rules => rules.points_of_draw())
    }

    /// Whether it goes on as backgammon does once all checkers are home and cannot meet: the same plays,
    /// and whoever is first to bear off everything wins. How much that counts is another question.
    pub fn bears_off_as_backgammon(self) -> bool {
        with_rules!(self, rules => rules.bears_off_as_backgammon())
    }

    /// The most that a win counts: at the start everything is still possible.
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

    /// How often the number of a double is played: four times, or twice.
    pub fn doubles(self) -> u8 {
        let ones = Dice::new(1, 1).expect("a double");
        with_rules!(self, rules => rules.numbers(ones)).as_slice().len() as u8
    }

    /// What kind of position it is.
    #[inline]
    pub fn class(self, position: &Position) -> Class {
        with_rules!(self, rules => rules.class(position))
    }

    /// How the game has ended, `None` while it goes on; see [`Rules::end`].
    #[inline]
    pub fn end(self, position: &Position, last: Option<Dice>) -> Option<GameEnd> {
        with_rules!(self, rules => rules.end(position, last))
    }

    /// Which outcomes are still possible in a position that is not over; see [`Rules::possible`].
    #[inline]
    pub fn possible(self, position: &Position) -> [bool; OUTCOMES] {
        with_rules!(self, rules => rules.possible(position))
    }

    /// Who rolls after a turn, as its player sees it; see [`Rules::next_to_roll`].
    #[inline]
    pub fn next_to_roll(self, before: &Position, dice: Dice, result: &Position) -> Side {
        with_rules!(self, rules => rules.next_to_roll(before, dice, result))
    }
}
