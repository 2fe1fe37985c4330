//! Registry of the encodings: enums whose values recipes and weights files name, and the macros
//! that select the type of a value once per batch (static dispatch).

use super::{
    buckets::Buckets,
    patterns::{PatternList, Patterns},
    traits::{Inputs, emit_all},
};
use crate::simd::{Instructions, Kernel, Task};
use sheshbesh_movegen::{Game, Position, listed};
use std::{marker::PhantomData, ops::Range};

/// Defines an enum of encodings that files name: `ALL` of them, `Display`, and `FromStr` with an
/// error that lists them. The enum itself must define `name`.
///
/// Also defines a macro, `$with!(set, Type => expression)`, that evaluates an expression with
/// `Type` standing for the type with the name of the value. `$` is passed as `$d`, since a macro
/// cannot write it otherwise.
macro_rules! named_sets {
    (($d:tt) $(#[$doc:meta])* $Set:ident, $Unknown:ident, $with:ident: $kind:literal {
        $($(#[$one:meta])* $Name:ident,)+
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $Set {
            $($(#[$one])* $Name,)+
        }

        impl $Set {
            /// All values.
            pub const ALL: &'static [Self] = &[$(Self::$Name),+];
        }

        sheshbesh_movegen::named!($Set, $Unknown);

        #[doc = concat!("No ", $kind, " has that name.")]
        #[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
        #[error(
            "unknown {kind} {0:?}: known are {known}",
            kind = $kind,
            known = listed(&$Set::ALL.iter().map(|set| set.name()).collect::<Vec<_>>())
        )]
        pub struct $Unknown(pub String);

        macro_rules! $with {
            ($d set:expr, $d Type:ident => $d body:expr) => {
                match $d set {
                    $($crate::inputs::$Set::$Name => {
                        type $d Type = $crate::inputs::$Name;
                        $d body
                    })+
                }
            };
        }
    };
}

named_sets! {
    ($)
    /// A named, versioned set of inputs.
    InputSet, UnknownInputSet, with_inputs: "input set" {
        /// The 198 units of Tesauro's TD-Gammon (1992).
        Tesauro198,
        /// The point units of `structural1` without its features, for small and fast networks.
        Points1,
        /// Point units and 47 structural features per side.
        Structural1,
        /// The inputs of `structural1` and features of single points: the danger of each blot, and
        /// the containment of each back checker.
        Structural2,
        /// Point units and race features.
        Race1,
        /// For games in which both sides move in the same direction: point units and features of
        /// blocking.
        Parallel1,
        /// For games in which lone checkers are pinned: point units and features of pins, blocks
        /// and mothers.
        Pinning1,
        /// For the same games: point units and the pinned checkers, for small and fast networks.
        Pins1,
    }
}

named_sets! {
    ($)
    /// A named, versioned set of patterns. A position has a few of them.
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// use sheshbesh_network::inputs::PatternSet;
    /// let set: PatternSet = "windows-4".parse()?;
    /// let patterns = set.of(&Game::Backgammon.start());
    /// // One pattern of each of 21 windows, and each side's stragglers on 8, 13 and 24.
    /// assert_eq!(patterns.numbers().len(), 21 + 2 * 3);
    /// assert!(patterns.numbers().iter().all(|&number| usize::from(number) < set.count()));
    /// # Ok::<(), sheshbesh_network::inputs::UnknownPatternSet>(())
    /// ```
    PatternSet, UnknownPatternSet, with_patterns: "pattern set" {
        /// Windows of four neighbouring points, and stragglers with the points that block them.
        Windows4,
        /// The patterns of `windows-4` and spares: the numbers of checkers on three neighbouring
        /// points and on two points six apart.
        Windows4Spares,
        /// For games in which both sides move in the same direction: rows of six points, and the
        /// numbers of checkers on three neighbouring points.
        Rows6,
        /// For games in which lone checkers are pinned: rows of six points, and the numbers of
        /// checkers and the pins on three neighbouring points.
        Pinning6,
    }
}

named_sets! {
    ($)
    /// A named, versioned classification of positions into buckets, each with its own layers.
    /// Stockfish calls these layer stacks, and selects them by the number of pieces.
    BucketSet, UnknownBucketSet, with_buckets: "set of buckets" {
        /// A single bucket for all positions.
        Single,
        /// The kind of game that each side plays: four kinds, hence sixteen buckets.
        GamePlan16,
    }
}

pub(crate) use {with_inputs, with_patterns};

impl InputSet {
    /// Name in recipes and weights files.
    pub const fn name(self) -> &'static str {
        with_inputs!(self, I => I::NAME)
    }

    /// Number of inputs of an encoded position.
    pub const fn len(self) -> usize {
        with_inputs!(self, I => I::POINT_UNITS + I::FEATURES)
    }

    /// Returns true if the set describes the positions of a game.
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// use sheshbesh_network::inputs::InputSet;
    /// assert!(InputSet::Race1.describes(Game::FEVGA));
    /// assert!(!InputSet::Structural2.describes(Game::FEVGA));
    /// ```
    pub fn describes(self, game: Game) -> bool {
        let meeting = game.family();
        with_inputs!(self, I => <I as Inputs>::FAMILIES.contains(&meeting))
    }

    /// Always false: no set is empty.
    pub const fn is_empty(self) -> bool {
        false
    }

    /// Encodes a position: the point units of the player on roll, those of the opponent, then the
    /// features.
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// use sheshbesh_network::inputs::InputSet;
    /// let set: InputSet = "tesauro198".parse()?;
    /// let mut inputs = vec![0.0; set.len()];
    /// set.encode(&Game::Backgammon.start(), &mut inputs);
    /// // Four units per point: at least one, two, three checkers, and half the excess over three.
    /// assert_eq!(inputs[5 * 4..6 * 4], [1.0, 1.0, 1.0, 1.0], "five on the 6 point");
    /// assert_eq!(inputs[23 * 4..24 * 4], [1.0, 1.0, 0.0, 0.0], "two on the 24 point");
    /// # Ok::<(), sheshbesh_network::inputs::UnknownInputSet>(())
    /// ```
    ///
    /// # Panics
    /// If `inputs.len()` differs from `self.len()`.
    pub fn encode(self, position: &Position, inputs: &mut [f32]) {
        assert_eq!(inputs.len(), self.len(), "wrong buffer length for the inputs {self}");
        with_inputs!(self, I => Instructions::best().run(Encode::<I> { set: PhantomData, position, inputs }));
    }
}

struct Encode<'a, I> {
    set: PhantomData<I>,
    position: &'a Position,
    inputs: &'a mut [f32],
}

impl<I: Inputs> Task for Encode<'_, I> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let Self { set: _, position, inputs } = self;
        let (units, features) = inputs.split_at_mut(I::POINT_UNITS);
        units.fill(0.0);
        emit_all::<I>(position, |column, value| units[column] = value);
        I::write_features::<true>(position, features);
    }
}

impl PatternSet {
    /// Name in weights files.
    pub const fn name(self) -> &'static str {
        with_patterns!(self, P => P::NAME)
    }

    /// Returns true if the set describes the positions of a game.
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// use sheshbesh_network::inputs::PatternSet;
    /// assert!(PatternSet::Rows6.describes(Game::FEVGA));
    /// assert!(!PatternSet::Windows4.describes(Game::FEVGA));
    /// ```
    pub fn describes(self, game: Game) -> bool {
        with_patterns!(self, P => P::describes(game))
    }

    /// Number of patterns.
    pub const fn count(self) -> usize {
        with_patterns!(self, P => P::COUNT)
    }

    /// Groups as ranges of pattern numbers. A position has at most one pattern of each group.
    pub fn groups(self) -> impl Iterator<Item = Range<usize>> {
        with_patterns!(self, P => P::groups().collect::<Vec<_>>()).into_iter()
    }

    /// Returns true if the set has the patterns of another set under the same numbers, and more
    /// after them.
    pub fn extends(self, other: Self) -> bool {
        matches!((self, other), (Self::Windows4Spares, Self::Windows4))
    }

    /// Returns the patterns of a position.
    #[inline(always)]
    pub fn of(self, position: &Position) -> PatternList {
        with_patterns!(self, P => P::of(position))
    }
}

/// The single bucket.
impl Default for BucketSet {
    fn default() -> Self {
        Self::Single
    }
}

impl BucketSet {
    /// Name in weights files.
    pub const fn name(self) -> &'static str {
        with_buckets!(self, B => B::NAME)
    }

    /// Number of buckets.
    pub const fn count(self) -> usize {
        with_buckets!(self, B => B::COUNT)
    }

    /// Returns the bucket of a position, below [`BucketSet::count`].
    #[inline(always)]
    pub fn bucket(self, position: &Position) -> usize {
        with_buckets!(self, B => B::bucket(position))
    }
}
