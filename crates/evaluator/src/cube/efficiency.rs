//! How much of a live cube's worth a player gets out of it.

use sheshbesh_movegen::{Class, Game, Position};

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

/// Efficiency by where the cube is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Places {
    /// In the middle; the chances that count are those of whoever is on roll.
    pub centred: Share,
    /// With a player, whose chances count.
    pub turned: Share,
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
    /// The same everywhere.
    pub const fn constant(x: f32) -> Self {
        Self { base: x, by_chance: 0.0, by_gammons: 0.0, by_100_pips: 0.0 }
    }

    /// That at a player's chance to win, with a share of gammons of either side and pips for both to
    /// go: 0 to 1.
    pub fn at(&self, chance: f32, gammons: f32, pips: u32) -> f32 {
        let pips = pips as f32 / 100.0;
        let more = self.by_chance * chance + self.by_gammons * gammons + self.by_100_pips * pips;
        (self.base + more).clamp(0.0, 1.0)
    }
}

impl Efficiency {
    /// The same everywhere.
    pub const fn constant(x: f32) -> Self {
        let places = Places { centred: Share::constant(x), turned: Share::constant(x) };
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

impl Default for Efficiency {
    /// Fitted to cubeful rollouts of this engine's own (the example `efficiency` of this crate).
    fn default() -> Self {
        let share = |base, by_chance, by_gammons, by_100_pips| Share {
            base,
            by_chance,
            by_gammons,
            by_100_pips,
        };
        let places = |centred, turned| Places { centred, turned };
        Self {
            contact: places(share(0.28, -0.12, -1.60, 0.36), share(0.40, 0.18, -0.38, 0.13)),
            race: places(share(0.92, -0.18, 0.0, 0.0), share(0.49, 0.44, 0.0, 0.0)),
            bearoff: places(share(0.93, -0.20, 0.0, 0.0), share(0.30, 0.65, 0.0, 0.0)),
        }
    }
}
