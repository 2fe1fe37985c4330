//! Match equity tables by game.

use super::{GameRates, MatchEquityTable};
use sheshbesh_movegen::{Game, Situation};
use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

/// The match equities of evaluations: the usual table of each game, or one table for all.
#[derive(Clone, Default, PartialEq)]
pub enum MatchEquities {
    /// Games with a cube have the [Kazaross-XG2](MatchEquityTable::kazaross_xg2) table, but
    /// [Hypergammon](MatchEquityTable::hypergammon) its own, and games without a cube one from
    /// [their results](GameRates::of_game).
    #[default]
    Usual,
    /// This table, in every game.
    Table(Arc<MatchEquityTable>),
}

impl MatchEquities {
    /// Points away up to which tables of games without a cube are computed: the longest match of
    /// most programs.
    pub const LENGTH: usize = 64;

    /// Table of a situation, by its game and scoring.
    ///
    /// ```
    /// use sheshbesh_evaluator::cube::MatchEquities;
    /// use sheshbesh_movegen::{Game, Situation};
    /// let of = |game: Game| MatchEquities::Usual.of(&Situation::new(game.start(), game));
    /// // Wins of Irish count one point each.
    /// assert_eq!(of(Game::Irish).chance(2, 1, false), 0.25);
    /// assert_eq!(of(Game::Backgammon).chance(2, 1, false), 0.32264);
    /// ```
    pub fn of(&self, situation: &Situation) -> Arc<MatchEquityTable> {
        match self {
            Self::Table(table) => Arc::clone(table),
            Self::Usual if situation.game == Game::Hypergammon => MatchEquityTable::hypergammon(),
            Self::Usual if situation.game.has_cube() => MatchEquityTable::kazaross_xg2(),
            Self::Usual => without_cube(situation.game, situation.points_of_wins()),
        }
    }

    /// Name of the table, or of the usual table of games with a cube.
    pub fn name(&self) -> String {
        match self {
            Self::Table(table) => table.name().to_owned(),
            Self::Usual => MatchEquityTable::kazaross_xg2().name().to_owned(),
        }
    }
}

impl From<Arc<MatchEquityTable>> for MatchEquities {
    fn from(table: Arc<MatchEquityTable>) -> Self {
        Self::Table(table)
    }
}

impl fmt::Debug for MatchEquities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(table) => table.fmt(f),
            Self::Usual => f
                .debug_list()
                .entries([MatchEquityTable::kazaross_xg2(), MatchEquityTable::hypergammon()])
                .finish(),
        }
    }
}

/// Tables of games without a cube, by game and points of wins.
type Made = HashMap<(Game, [u8; 3]), Arc<MatchEquityTable>>;

/// Table of a game without a cube, with the points of each kind of win; computed once.
fn without_cube(game: Game, points: [u8; 3]) -> Arc<MatchEquityTable> {
    static MADE: LazyLock<Mutex<Made>> = LazyLock::new(Mutex::default);
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let make = || {
        let name = format!("{game}, without a cube");
        let (draw, length) = (game.points_of_draw(), MatchEquities::LENGTH);
        let rates = GameRates::of_game(game)?;
        Some(Arc::new(MatchEquityTable::without_cube(name, &rates, points, draw, length)))
    };
    let table = made.entry((game, points));
    Arc::clone(table.or_insert_with(|| make().unwrap_or_else(MatchEquityTable::kazaross_xg2)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::Scoring;

    #[test]
    fn games_have_tables_by_their_rules() {
        let of = |game: Game, scoring| {
            MatchEquities::Usual.of(&Situation { scoring, ..Situation::new(game.start(), game) })
        };
        for game in Game::ALL {
            let table = of(game, None);
            let length = match game {
                Game::Hypergammon => 7,
                _ if game.has_cube() => 25,
                _ => 64,
            };
            assert_eq!(usize::from(table.length()), length, "{game}");
            assert_eq!(table.chance(1, 1, false), 0.5);
            assert!(Arc::ptr_eq(&table, &of(game, None)), "{game}: made once");
            let stated = MatchEquities::from(MatchEquityTable::kazaross_xg2());
            let situation = Situation::new(game.start(), game);
            assert!(Arc::ptr_eq(&stated.of(&situation), &MatchEquityTable::kazaross_xg2()));
        }
        // Ten points for a mars win most matches at once.
        let [usual, ten] = [None, Some(Scoring::Mars10)]
            .map(|scoring| of(Game::FEVGA, scoring).chance(9, 1, false));
        assert!(ten > 5.0 * usual, "{ten} {usual}");
        // Draws of tapa bring both players nearer, which helps the leader.
        let [tapa, plakoto] = [Game::TAPA, Game::PLAKOTO].map(|game| of(game, None));
        assert!(tapa.chance(3, 1, false) <= plakoto.chance(3, 1, false));
    }
}
