//! How much of a live cube's worth a player gets out of it.

use sheshbesh_movegen::{Class, Game, Position};

/// Hypergammon's while there is contact. The centred share is what makes the start worth +0.1576, as
/// its table says; the turned one is assumed, not fitted.
const HYPERGAMMON: Places = Places {
    centred: Share { base: 0.84, by_chance: 0.0, by_gammons: 0.0, by_100_pips: 0.0 },
    turned: Share { base: 0.60, by_chance: 0.0, by_gammons: 0.0, by_100_pips: 0.0 },
    spread: Spread(4.5),
};

/// Giveaway's while there is contact: assumed, not fitted.
const MISERE: Places = Places {
    centred: Share { base: 0.70, by_chance: 0.0, by_gammons: 0.0, by_100_pips: 0.0 },
    turned: Share { base: 0.60, by_chance: 0.0, by_gammons: 0.0, by_100_pips: 0.0 },
    spread: Spread(4.5),
};

/// What of a position says how efficient a cube is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phase {
    /// Whether there is contact, or all are home.
    pub class: Class,
    /// Pips that both sides have still to move: with fewer of them a roll changes more.
    pub pips: u32,
}

impl Phase {
    /// That of a position of a game.
    pub fn of(game: Game, position: &Position) -> Self {
        let pips = position.own().pips() + position.opponent().pips();
        Self { class: game.class(position), pips }
    }
}

/// The share x of a live cube's worth that a player gets out of it: 0 for a dead cube, 1 for a live
/// one, see [`CubeModel`](super::CubeModel).
///
/// ```
/// use sheshbesh_evaluator::cube::{Efficiency, Phase};
/// use sheshbesh_movegen::Class;
/// let race = Phase { class: Class::Race, pips: 150 };
/// let own = Efficiency::default().of(race).turned;
/// let [few, many] = [0.3, 0.7].map(|chance| own.at(chance, 0.0, race.pips));
/// assert!(few < many, "who is close to doubling out gets more of his cube");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Efficiency {
    /// While there is contact.
    pub contact: Places,
    /// In a race.
    pub race: Places,
    /// When all checkers are home.
    pub bearoff: Places,
}

/// Efficiency by where the cube is, and how fast chances change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Places {
    /// In the middle; the chances that count are those of whoever is on roll.
    pub centred: Share,
    /// With a player, whose chances count.
    pub turned: Share,
    /// Change of chances in a roll; it prices a cube that can be turned at no risk.
    pub spread: Spread,
}

/// Spread of the chance to win over the next rolls.
///
/// In a race of N pips in all, a roll of 8⅙ pips moves the chance p by about φ(z)√(8⅙ / N), where z is
/// the quantile of p and φ the normal density. A uniform distribution with that deviation has the
/// half-width k √(1 / N) · √2 (p(1 − p))^¾ with k near 4. The field is k, fitted for each class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread(pub f32);

impl Spread {
    /// The coefficient of a race, by theory.
    pub const RACE: Self = Self(4.0);

    /// Half of the width of the range over which a chance is spread evenly after some rolls, with so
    /// many pips for both sides to go.
    pub fn after(self, rolls: f32, chance: f32, pips: u32) -> f32 {
        let both = (chance * (1.0 - chance)).max(0.0);
        let relative = self.0 * (rolls / pips.max(1) as f32).sqrt();
        // (p(1 − p))^¾ · √2 is ½ at even chances and follows the normal density beside them.
        relative.min(Self::LARGEST) * std::f32::consts::SQRT_2 * (both * both.sqrt()).sqrt()
    }

    /// Spread of a game that the next rolls decide.
    const LARGEST: f32 = 1.2;
}

/// An efficiency that depends on chances, gammons and pips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// What there is of it without any of them.
    pub base: f32,
    /// More of it for a chance to win of 1.
    pub by_chance: f32,
    /// More of it where all games end in gammons, or in what counts more: with many of them, a roll
    /// changes more.
    pub by_gammons: f32,
    /// More of it for each 100 pips that both sides have to move.
    pub by_100_pips: f32,
}

impl Share {
    /// No cube that can be turned is worth less than this share of a live one, whatever a linear fit
    /// says far from the positions that it was made for.
    const LEAST: f32 = 0.2;

    /// The same everywhere.
    pub const fn constant(x: f32) -> Self {
        Self { base: x, by_chance: 0.0, by_gammons: 0.0, by_100_pips: 0.0 }
    }

    /// That at a player's chance to win, with a share of gammons of either side and pips for both to
    /// go: 0 to 1.
    pub fn at(&self, chance: f32, gammons: f32, pips: u32) -> f32 {
        let pips = pips as f32 / 100.0;
        let more = self.by_chance * chance + self.by_gammons * gammons + self.by_100_pips * pips;
        (self.base + more).clamp(self.base.min(Self::LEAST), 1.0)
    }
}

impl Efficiency {
    /// The same everywhere.
    pub const fn constant(x: f32) -> Self {
        let share = Share::constant(x);
        let places = Places { centred: share, turned: share, spread: Spread::RACE };
        Self { contact: places, race: places, bearoff: places }
    }

    /// That of a phase.
    pub const fn of(&self, phase: Phase) -> &Places {
        match phase.class {
            Class::Contact => &self.contact,
            Class::Race => &self.race,
            Class::Bearoff | Class::Over => &self.bearoff,
        }
    }
}

impl Efficiency {
    /// The efficiency used in a game. Backgammon's is fitted to cubeful rollouts of this engine's own
    /// (the example `efficiency` of this crate), Hypergammon's and misère's are constants. Games without a fit of their own have backgammon's, which they differ little from.
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
        // Pips and gammons of other games are not those that the terms were fitted to.
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
