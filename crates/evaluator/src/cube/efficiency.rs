//! Cube efficiency: the share of a live cube's value that a player realises.

use crate::bits::hash_bits;
use sheshbesh_movegen::{Class, Game, Position};
use std::hash::{Hash, Hasher};

/// Hypergammon with contact. The centred share gives the start its tabulated value of +0.1576; the
/// turned share is assumed, not fitted.
const HYPERGAMMON: Places = Places {
    centred: Share { base: 0.84, by_chance: 0.0, by_gammons: 0.0, by_100_pips: 0.0 },
    turned: Share { base: 0.60, by_chance: 0.0, by_gammons: 0.0, by_100_pips: 0.0 },
    spread: Spread(4.5),
};

/// Giveaway with contact: assumed, not fitted.
const MISERE: Places = Places {
    centred: Share { base: 0.70, by_chance: 0.0, by_gammons: 0.0, by_100_pips: 0.0 },
    turned: Share { base: 0.60, by_chance: 0.0, by_gammons: 0.0, by_100_pips: 0.0 },
    spread: Spread(4.5),
};

/// Features of a position that determine the cube efficiency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phase {
    /// Contact, race or bearoff.
    pub class: Class,
    /// Pips of both sides together; with fewer pips, a roll changes more.
    pub pips: u32,
}

impl Phase {
    /// Phase of a position of a game.
    pub fn of(game: Game, position: &Position) -> Self {
        let pips = position.own().pips() + position.opponent().pips();
        Self { class: game.class(position), pips }
    }
}

/// Cube efficiency x: the share of a live cube's value that a player realises. 0 is a dead cube, 1
/// a live one; see [`CubeModel`](super::CubeModel).
///
/// ```
/// use sheshbesh_evaluator::cube::{Efficiency, Phase};
/// use sheshbesh_movegen::Class;
/// let race = Phase { class: Class::Race, pips: 150 };
/// let own = Efficiency::default().of(race).turned;
/// let [few, many] = [0.3, 0.7].map(|chance| own.at(chance, 0.0, race.pips));
/// assert!(few < many, "a player close to doubling out gets more of the cube");
/// ```
#[derive(Clone, Copy, Debug, Hash, PartialEq)]
pub struct Efficiency {
    /// Efficiency with contact.
    pub contact: Places,
    /// Efficiency in a race.
    pub race: Places,
    /// Efficiency with all checkers home.
    pub bearoff: Places,
}

/// Efficiency by cube owner, and the speed at which chances change.
#[derive(Clone, Copy, Debug, Hash, PartialEq)]
pub struct Places {
    /// Centred cube, as a function of the winning chance of the player on roll.
    pub centred: Share,
    /// Owned cube, as a function of its owner's winning chance.
    pub turned: Share,
    /// Change of chances by a roll; it prices a cube that can be turned at no risk.
    pub spread: Spread,
}

/// Spread of the winning chance over the next rolls.
///
/// In a race of N pips in total, a roll of 8⅙ pips moves the chance p by about φ(z)√(8⅙ / N), with
/// z the quantile of p and φ the normal density. A uniform distribution of the same deviation has
/// the half-width k √(1 / N) · √2 (p(1 − p))^¾ with k near 4. The field is k, fitted for each
/// class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread(pub f32);

impl Hash for Spread {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash_bits(&[self.0], state);
    }
}

impl Spread {
    /// Theoretical coefficient of a race.
    pub const RACE: Self = Self(4.0);

    /// Half-width of the range over which a chance is spread evenly after some rolls, with `pips`
    /// of both sides to go.
    pub fn after(self, rolls: f32, chance: f32, pips: u32) -> f32 {
        let both = (chance * (1.0 - chance)).max(0.0);
        let relative = self.0 * (rolls / pips.max(1) as f32).sqrt();
        // (p(1 − p))^¾ · √2 is ½ at even chances and follows the normal density beside them.
        relative.min(Self::LARGEST) * std::f32::consts::SQRT_2 * (both * both.sqrt()).sqrt()
    }

    /// Spread of a game that the next rolls decide.
    const LARGEST: f32 = 1.2;
}

/// Efficiency as a linear function of chances, gammons and pips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// Constant term.
    pub base: f32,
    /// Coefficient of the winning chance, from 0 to 1.
    pub by_chance: f32,
    /// Coefficient of the share of games that end in gammons or backgammons; with more of them, a
    /// roll changes more.
    pub by_gammons: f32,
    /// Coefficient of the pips of both sides together, in units of 100.
    pub by_100_pips: f32,
}

impl Hash for Share {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { base, by_chance, by_gammons, by_100_pips } = *self;
        hash_bits(&[base, by_chance, by_gammons, by_100_pips], state);
    }
}

impl Share {
    /// Minimum share of a live cube's value for a cube that can be turned. It limits the linear fit
    /// far from the positions that it was made for.
    const LEAST: f32 = 0.2;

    /// A constant efficiency.
    pub const fn constant(x: f32) -> Self {
        Self { base: x, by_chance: 0.0, by_gammons: 0.0, by_100_pips: 0.0 }
    }

    /// Efficiency at a player's winning chance, with the share of gammons of both sides and the
    /// pips of both sides to go: 0 to 1.
    pub fn at(&self, chance: f32, gammons: f32, pips: u32) -> f32 {
        let pips = pips as f32 / 100.0;
        let more = self.by_chance * chance + self.by_gammons * gammons + self.by_100_pips * pips;
        (self.base + more).clamp(self.base.min(Self::LEAST), 1.0)
    }
}

impl Efficiency {
    /// The same efficiency everywhere.
    pub const fn constant(x: f32) -> Self {
        let share = Share::constant(x);
        let places = Places { centred: share, turned: share, spread: Spread::RACE };
        Self { contact: places, race: places, bearoff: places }
    }

    /// Efficiency of a phase.
    pub const fn of(&self, phase: Phase) -> &Places {
        match phase.class {
            Class::Contact => &self.contact,
            Class::Race => &self.race,
            Class::Bearoff | Class::Over => &self.bearoff,
        }
    }
}

impl Efficiency {
    /// Efficiency used in a game.
    ///
    /// Backgammon's is fitted to this engine's own cubeful rollouts (the example `efficiency` of
    /// this crate); Hypergammon's and misère's are constants. Games without a fit of their own use
    /// backgammon's, which suits them closely.
    pub fn fitted(game: Game) -> Self {
        let share = |base, by_chance, by_gammons, by_100_pips| Share {
            base,
            by_chance,
            by_gammons,
            by_100_pips,
        };
        let places = |spread, centred, turned| Places { centred, turned, spread: Spread(spread) };
        let backgammon = Self {
            contact: places(4.5, share(0.28, -0.12, -1.60, 0.36), share(0.40, 0.18, -0.38, 0.13)),
            race: places(4.0, share(0.92, -0.18, 0.0, 0.0), share(0.49, 0.44, 0.0, 0.0)),
            bearoff: places(3.6, share(0.93, -0.20, 0.0, 0.0), share(0.30, 0.65, 0.0, 0.0)),
        };
        // The pips and gammons of these games are outside the range of backgammon's fit.
        let contact = match game {
            Game::Hypergammon => HYPERGAMMON,
            Game::Misere => MISERE,
            _ => return backgammon,
        };
        Self { contact, ..backgammon }
    }
}

impl Default for Efficiency {
    /// The efficiency of backgammon.
    fn default() -> Self {
        Self::fitted(Game::Backgammon)
    }
}
