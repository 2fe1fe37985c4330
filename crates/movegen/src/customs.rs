//! What is agreed at a table: the rules of the cube, and the customs beside it, which are no rules of
//! movement.

use crate::{
    frame::Frame,
    game::Game,
    games::Opening,
    named,
    named::listed,
    quoted::quoted,
    scoring::Scoring,
    table::{CubeRules, Session, Situation},
};

/// Who begins a game that is not the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Starter {
    /// Whoever wins the lot, as in the first game.
    Lot,
    /// Whoever won the game before, with a roll of his own; the lot after a draw.
    Winner,
}

impl Starter {
    /// Both ways.
    pub const ALL: [Self; 2] = [Self::Lot, Self::Winner];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lot => "lot",
            Self::Winner => "winner",
        }
    }
}

named!(Starter, UnknownStarter);

/// Nobody begins like that.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text} does not say who begins; there are {names}", text = quoted(.0), names = listed(&Starter::ALL.map(Starter::name)))]
pub struct UnknownStarter(pub String);

impl Opening {
    /// Both ways.
    pub const ALL: [Self; 2] = [Self::Lot, Self::Reroll];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lot => "lot",
            Self::Reroll => "reroll",
        }
    }
}

named!(Opening, UnknownOpening);

/// No opening has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no opening is called {text}; there are {names}", text = quoted(.0), names = listed(&Opening::ALL.map(Opening::name)))]
pub struct UnknownOpening(pub String);

/// What is agreed at a table beside its cube. What is `None` is as usual in the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Customs {
    /// What wins are worth.
    pub scoring: Option<Scoring>,
    /// With which roll a game is begun.
    pub opening: Option<Opening>,
    /// Who begins a game that is not the first.
    pub starter: Option<Starter>,
    /// When the player who began has borne off everything, the other rolls once more, if he can bear
    /// off everything by one roll: if he does, the game is drawn.
    pub last_roll: bool,
    /// Turns of each player after which a game is drawn; never where it is 0.
    pub turn_limit: Option<u16>,
}

impl Customs {
    /// All is as usual.
    pub const USUAL: Self =
        Self { scoring: None, opening: None, starter: None, last_roll: false, turn_limit: None };

    /// With which roll a game is begun.
    pub fn opening(&self, game: Game) -> Opening {
        self.opening.unwrap_or_else(|| game.opening())
    }

    /// Who begins a game that is not the first.
    pub fn starter(&self, game: Game) -> Starter {
        self.starter.unwrap_or_else(|| game.usual_starter())
    }

    /// Turns of each player after which a game is drawn, if it ever is.
    pub fn turn_limit(&self, game: Game) -> Option<u16> {
        self.turn_limit.or_else(|| game.usual_turn_limit()).filter(|&turns| turns > 0)
    }
}

impl Game {
    /// Who begins a game of it that is not the first, where nothing else is agreed.
    pub const fn usual_starter(self) -> Starter {
        match self {
            Self::Portes(_)
            | Self::Tavla(_)
            | Self::Plakoto(_)
            | Self::Tapa(_)
            | Self::Fevga(_) => Starter::Winner,
            _ => Starter::Lot,
        }
    }

    /// Turns of each player after which a game of it is drawn, where nothing else is agreed.
    pub const fn usual_turn_limit(self) -> Option<u16> {
        match self {
            Self::Misere => Some(500),
            _ => None,
        }
    }
}

/// All that is agreed at a table.
///
/// ```
/// use sheshbesh_movegen::{CubeRules, Customs, Game, Referee, Scoring, TableRules};
/// let customs = Customs { scoring: Some(Scoring::Nardi4), ..Customs::USUAL };
/// let rules = TableRules { cube: CubeRules::NO_CUBE, customs };
/// assert_eq!(Referee::new(Game::LONG_NARDI, rules).table().scoring, Some(Scoring::Nardi4));
/// // Who names the cube's rules alone means that all else is as usual.
/// let usual = Referee::new(Game::LONG_NARDI, CubeRules::NO_CUBE);
/// assert_eq!(usual.rules().customs, Customs::USUAL);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableRules {
    /// Money or a match, and the cube.
    pub cube: CubeRules,
    /// All else.
    pub customs: Customs,
}

impl From<CubeRules> for TableRules {
    fn from(cube: CubeRules) -> Self {
        Self { cube, customs: Customs::USUAL }
    }
}

impl TableRules {
    /// The rules that a table shows, see [`CubeRules::of`].
    pub const fn of(table: &Situation) -> Self {
        let customs = Customs { scoring: table.scoring, ..Customs::USUAL };
        Self { cube: CubeRules::of(table), customs }
    }

    /// Whether a frame by these rules is over after its last game, with one more if both have as many
    /// points then: several games and no match.
    pub const fn is_played_once(&self, frame: &Frame) -> bool {
        matches!(self.cube.session, Session::Money { .. }) && !frame.is_single()
    }

    /// The game that comes after so many of a frame.
    pub fn game(&self, frame: &Frame, number: u32) -> Game {
        if self.is_played_once(frame) && number as usize >= frame.games().len() {
            return Game::Hypergammon;
        }
        frame.game(number)
    }
}
