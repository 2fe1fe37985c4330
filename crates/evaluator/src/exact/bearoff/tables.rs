//! All exact tables together, as a source of evaluations.

use super::{BearoffGame, Cache, Home, ONE_SIDED_CHECKERS, OneSided, TWO_SIDED_CHECKERS, TwoSided};
use crate::{
    cube::{CubeEquities, DoublingEquities},
    exact::hypergammon::{self, Files},
};
use sheshbesh_movegen::{Hitting, OFF, Position};
use sheshbesh_network::{OUTCOMES, Outcomes, file::FileError};
use sheshbesh_parallel::threads;
use std::sync::{
    OnceLock,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

/// Number of instances of [`Tables`] so far.
static TABLES: AtomicU64 = AtomicU64::new(0);

/// Bearoff tables, each loaded at its first use, and the tables of solved games that have been computed.
///
/// Evaluations by the two-sided table are exact. Those by the one-sided table assume that both
/// sides play for the smallest mean number of rolls regardless of the other side, which is nearly
/// exact.
pub struct Tables {
    /// Distinguishes this instance from others.
    number: u64,
    source: Source,
    /// By the number of the game.
    one_sided: [OnceLock<OneSided>; BearoffGame::ALL.len()],
    two_sided: [OnceLock<TwoSided>; BearoffGame::ALL.len()],
    /// True once `unwritable` has been called.
    reported: AtomicBool,
    hypergammon: OnceLock<Option<hypergammon::HypergammonTable>>,
}

enum Source {
    /// A folder, and a callback for tables that cannot be written there.
    Cache(Cache, fn(&FileError)),
    Memory,
}

impl Tables {
    /// Uses the tables of a folder, and creates missing ones there. `unwritable` is called if a
    /// table cannot be written, at most once.
    pub fn cached(cache: Cache, unwritable: fn(&FileError)) -> Self {
        Self::of(Source::Cache(cache, unwritable))
    }

    /// Computes the tables in memory; nothing is read or written.
    pub fn in_memory() -> Self {
        Self::of(Source::Memory)
    }

    /// Adds a Hypergammon table.
    #[must_use]
    pub fn with_hypergammon(self, table: hypergammon::HypergammonTable) -> Self {
        // The number changes, so that caches do not mix the evaluations.
        let number = TABLES.fetch_add(1, Ordering::Relaxed);
        Self { number, hypergammon: OnceLock::from(Some(table)), ..self }
    }

    fn of(source: Source) -> Self {
        let number = TABLES.fetch_add(1, Ordering::Relaxed);
        Self {
            number,
            source,
            one_sided: Default::default(),
            two_sided: Default::default(),
            reported: AtomicBool::new(false),
            hypergammon: OnceLock::new(),
        }
    }

    /// Number unique to this instance.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    /// Loads or computes backgammon's tables now instead of at the first use.
    pub fn make(&self) {
        self.one_sided();
        self.two_sided();
    }

    /// Reads a table from the folder or computes it there; computes it in memory without a folder.
    fn load<T: Send>(
        &self,
        read: impl FnOnce(&Cache) -> (T, Result<(), FileError>) + Send,
        compute: impl FnOnce() -> T + Send,
    ) -> T {
        threads::run_isolated(|| match &self.source {
            Source::Memory => compute(),
            Source::Cache(cache, unwritable) => {
                let (table, written) = read(cache);
                if let Err(error) = written
                    && !self.reported.swap(true, Ordering::Relaxed)
                {
                    unwritable(&error);
                }
                table
            }
        })
    }

    /// The bearoff tables of a game.
    #[inline]
    pub const fn bearoffs(&self, game: BearoffGame) -> Bearoffs<'_> {
        Bearoffs { tables: self, game }
    }

    /// Backgammon's one-sided table.
    pub fn one_sided(&self) -> &OneSided {
        self.bearoffs(BearoffGame::Backgammon).one_sided()
    }

    /// Backgammon's two-sided table.
    pub fn two_sided(&self) -> &TwoSided {
        self.bearoffs(BearoffGame::Backgammon).two_sided()
    }

    /// The Hypergammon table, if the position is of that game and the table exists. It takes
    /// minutes to compute, so it is never computed implicitly. A damaged table is reported like one
    /// that cannot be written, and is not used.
    #[inline]
    pub fn hypergammon(&self, position: &Position) -> Option<&hypergammon::HypergammonTable> {
        let own = position.own();
        // Three checkers set at most three bits of their nibbles, fifteen at least four.
        let few = own.nibbles().count_ones() <= u32::from(hypergammon::CHECKERS);
        if !few {
            return None;
        }
        self.load_hypergammon().filter(|table| table.checkers() == own.total())
    }

    fn load_hypergammon(&self) -> Option<&hypergammon::HypergammonTable> {
        let load = || {
            let Source::Cache(cache, unusable) = &self.source else { return None };
            let path = Files::new(cache.folder()).table(hypergammon::CHECKERS);
            if !path.exists() {
                return None;
            }
            let table = hypergammon::HypergammonTable::read(hypergammon::CHECKERS, &path);
            table.inspect_err(unusable).ok()
        };
        self.hypergammon.get_or_init(load).as_ref()
    }

    /// Exact equities of a position of backgammon; see [`Bearoffs::equities`].
    pub fn equities(&self, position: &Position) -> Option<CubeEquities> {
        self.bearoffs(BearoffGame::Backgammon).equities(position)
    }

    /// Exact cube decisions in backgammon; see [`Bearoffs::decisions`].
    pub fn decisions(&self, position: &Position) -> Option<[DoublingEquities; 2]> {
        self.bearoffs(BearoffGame::Backgammon).decisions(position)
    }

    /// Outcomes of a bearoff of backgammon; see [`Bearoffs::outcomes`].
    pub fn outcomes(&self, position: &Position) -> Option<Outcomes> {
        self.bearoffs(BearoffGame::Backgammon).outcomes(position)
    }
}

/// The bearoff tables of a game.
#[derive(Clone, Copy)]
pub struct Bearoffs<'a> {
    tables: &'a Tables,
    game: BearoffGame,
}

impl<'a> Bearoffs<'a> {
    /// The one-sided table.
    pub fn one_sided(self) -> &'a OneSided {
        let Self { tables, game } = self;
        tables.one_sided[game.number()].get_or_init(|| {
            tables.load(
                |cache| cache.one_sided(game, ONE_SIDED_CHECKERS, &|_| {}),
                || OneSided::make(game, ONE_SIDED_CHECKERS, &|_| {}),
            )
        })
    }

    /// The two-sided table.
    ///
    /// # Panics
    /// If the game has [none](BearoffGame::has_two_sided).
    pub fn two_sided(self) -> &'a TwoSided {
        let Self { tables, game } = self;
        tables.two_sided[game.number()].get_or_init(|| {
            tables.load(
                |cache| cache.two_sided(game, TWO_SIDED_CHECKERS, &|_| {}),
                || TwoSided::make(game, TWO_SIDED_CHECKERS, &|_| {}),
            )
        })
    }

    /// Exact equities of a position; `None` if the two-sided table does not contain it or gammons
    /// are possible.
    pub fn equities(self, position: &Position) -> Option<CubeEquities> {
        let (own, opponent) = (position.own(), position.opponent());
        if own.on(OFF) == 0 || opponent.on(OFF) == 0 || !self.game.has_two_sided() {
            return None;
        }
        let [own, opponent] = [Home::of(own)?, Home::of(opponent)?];
        if own.total().max(opponent.total()) > TWO_SIDED_CHECKERS {
            return None;
        }
        self.two_sided().equities(own, opponent)
    }

    /// Exact cube decisions of the player on roll, with a centred and with an own cube; `None` if
    /// the two-sided table does not contain the position.
    pub fn decisions(self, position: &Position) -> Option<[DoublingEquities; 2]> {
        let homes = [Home::of(position.own())?, Home::of(position.opponent())?];
        self.two_sided().decisions(homes[0], homes[1])
    }

    /// Outcomes of a position without contact and with all checkers home; `None` for any other. In
    /// early backgammon, a gammon is a win that counts two.
    pub fn outcomes(self, position: &Position) -> Option<Outcomes> {
        let (own, opponent) = (position.own(), position.opponent());
        let homes = [Home::of(own)?, Home::of(opponent)?];
        if Hitting::has_contact(position) {
            return None;
        }
        if let Some(exact) = self.equities(position) {
            let win = (1.0 + exact.cubeless) / 2.0;
            return Some(Outcomes([win, 0.0, 0.0, 1.0 - win, 0.0, 0.0]));
        }
        let table = self.one_sided();
        let rolls = [table.rolls(homes[0])?, table.rolls(homes[1])?];
        let finishes = rolls[0].wins_against(&rolls[1]);
        let win = if self.game.finished() > 0.0 { finishes } else { 1.0 - finishes };
        let mut outcomes = [0.0; OUTCOMES];
        // A side wins a gammon if it bears off all checkers before the other side's first. At that
        // time the player on roll has had one roll more than the opponent; if the opponent
        // finishes, both have had the same number.
        let [mut win_gammon, mut lose_gammon] = [0.0; 2];
        if self.game.counts_gammons() && opponent.on(OFF) == 0 {
            win_gammon = gammons(&rolls[0].0, &table.rolls_to_first(homes[1])?.0, 1);
        }
        if self.game.counts_gammons() && own.on(OFF) == 0 {
            lose_gammon = gammons(&rolls[1].0, &table.rolls_to_first(homes[0])?.0, 0);
        }
        if self.game == BearoffGame::Early {
            win_gammon = table.rolls_to_a_double(homes[0])?.wins_against(&rolls[1]);
            lose_gammon = table.rolls_to_a_double(homes[1])?.wins_second_against(&rolls[0]);
        }
        outcomes[0] = win - win_gammon;
        outcomes[1] = win_gammon;
        outcomes[3] = 1.0 - win - lose_gammon;
        outcomes[4] = lose_gammon;
        Some(Outcomes(outcomes.map(|p| p.max(0.0))))
    }
}

/// Sums over n the probability that one side needs n rolls and the other more than n − `ahead` to
/// its first checker off.
fn gammons(rolls: &[f32], to_first: &[f32], ahead: usize) -> f32 {
    let mut none_off = 1.0f32;
    let mut sum = 0.0;
    let mut counted = 0;
    for (n, p) in rolls.iter().enumerate().skip(1) {
        while counted + ahead <= n {
            none_off -= to_first[counted];
            counted += 1;
        }
        sum += p * none_off.max(0.0);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evaluator, Settings, test_positions};
    use sheshbesh_movegen::{Checkers, Class, Dice, Rules};
    use std::sync::Arc;

    fn tables() -> Arc<Tables> {
        static TABLES: OnceLock<Arc<Tables>> = OnceLock::new();
        Arc::clone(TABLES.get_or_init(|| Arc::new(Tables::in_memory())))
    }

    /// The table's evaluation of a position must be the mean over all rolls of the best reply.
    #[test]
    fn one_sided_verdicts_agree_with_looking_ahead() {
        let settings = Settings { tables: Some(tables()), ..Settings::default() };
        let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), settings);
        let (mut seen, mut gammonish) = (0, 0);
        for position in test_positions(120) {
            if Hitting.class(&position) == Class::Over {
                continue;
            }
            if Hitting.class(&position) != Class::Bearoff {
                assert_eq!(tables().outcomes(&position), None);
                continue;
            }
            seen += 1;
            let now = tables().outcomes(&position).unwrap();
            assert!((now.0.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            let mut ahead = Outcomes::default();
            for (outcomes, dice) in evaluator.replies(&position).into_iter().zip(Dice::ALL) {
                ahead.add(outcomes, dice.probability() as f32);
            }
            gammonish += i32::from(now.0[1] + now.0[4] > 0.001);
            // Exact, or nearly so: a side that is far behind does better by playing for speed than
            // for the mean.
            assert!((now.equity() - ahead.equity()).abs() < 0.01, "{position:?} {now:?} {ahead:?}");
        }
        assert!(seen > 200, "{seen}");
        assert!(gammonish > 0);
    }

    #[test]
    fn a_gammon_race() {
        // One checker against fifteen on the ace point: the opponent never gets to roll.
        let own = Checkers::from_points(&[(1, 1), (OFF, 14)]);
        let opponent = Checkers::from_points(&[(1, 15)]);
        let outcomes = tables().outcomes(&Position::from_sides_unchecked(own, opponent)).unwrap();
        assert!((outcomes.0[1] - 1.0).abs() < 1e-6, "{outcomes:?}");
        // If the opponent is on roll first, they bear one off and save the gammon.
        let outcomes = tables().outcomes(&Position::from_sides_unchecked(opponent, own)).unwrap();
        assert!(outcomes.0[3] > 1.0 - 1e-5 && outcomes.0[4] < 1e-6, "{outcomes:?}");
    }
}
