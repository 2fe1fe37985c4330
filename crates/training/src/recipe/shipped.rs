//! Built-in recipes.

use super::{InvalidRecipe, Recipe};
use sheshbesh_arena::Bot;
use sheshbesh_movegen::{Family, Game};

/// Groups of games that share recipes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RecipeSet {
    Backgammon,
    /// Other games with backgammon's inputs.
    Hits,
    /// Misère: the player who first bears off all checkers loses.
    Misere,
    /// Games with backgammon's inputs and fewer checkers.
    Few,
    /// Games in which both sides move in the same direction and hit.
    HitsSameWay,
    /// Games in which both sides move in the same direction, and one checker holds a point.
    Blocks,
    /// Games in which checkers are pinned.
    Pins,
    /// Games in which checkers are captured on a ring.
    Captures,
}

impl RecipeSet {
    fn of(game: Game) -> Self {
        match game.family() {
            Family::Hitting if game == Game::Backgammon => Self::Backgammon,
            Family::Hitting if game == Game::Misere => Self::Misere,
            Family::Hitting if game.checkers() < Game::Backgammon.checkers() => Self::Few,
            Family::Hitting if !game.meets_as_backgammon() => Self::HitsSameWay,
            Family::Hitting => Self::Hits,
            Family::Parallel => Self::Blocks,
            Family::Pinning => Self::Pins,
            Family::Capturing => Self::Captures,
        }
    }

    /// Recipes of the group as (name, text), the default first.
    const fn recipes(self) -> &'static [(&'static str, &'static str)] {
        const QUICK: (&str, &str) = ("quick", include_str!("../../recipes/quick.toml"));
        const TD_GAMMON: (&str, &str) = ("td-gammon", include_str!("../../recipes/td-gammon.toml"));
        match self {
            Self::Backgammon => &[
                QUICK,
                ("full", include_str!("../../recipes/full.toml")),
                TD_GAMMON,
                ("cluster", include_str!("../../recipes/cluster.toml")),
            ],
            Self::Hits => {
                &[QUICK, ("full", include_str!("../../recipes/full-relatives.toml")), TD_GAMMON]
            }
            Self::Misere => {
                &[QUICK, ("full", include_str!("../../recipes/full-misere.toml")), TD_GAMMON]
            }
            Self::Few => {
                &[QUICK, ("full", include_str!("../../recipes/full-hypergammon.toml")), TD_GAMMON]
            }
            Self::HitsSameWay => &[
                ("quick", include_str!("../../recipes/quick-same-way.toml")),
                ("full", include_str!("../../recipes/full-same-way.toml")),
            ],
            Self::Blocks => &[
                ("quick", include_str!("../../recipes/quick-parallel.toml")),
                ("full", include_str!("../../recipes/full-parallel.toml")),
            ],
            Self::Pins => &[
                ("quick", include_str!("../../recipes/quick-pinning.toml")),
                ("full", include_str!("../../recipes/full-pinning.toml")),
            ],
            Self::Captures => &[
                ("quick", include_str!("../../recipes/quick-capturing.toml")),
                ("full", include_str!("../../recipes/full-capturing.toml")),
            ],
        }
    }
}

impl Recipe {
    /// Names of the built-in recipes for a game, the default first.
    pub fn names(game: Game) -> Vec<&'static str> {
        RecipeSet::of(game).recipes().iter().map(|(name, _)| *name).collect()
    }

    /// Returns a built-in recipe for a game. Similar games share a recipe.
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// use sheshbesh_training::Recipe;
    /// let quick = Recipe::shipped("quick", Game::FEVGA)?;
    /// assert_eq!((quick.game, &*quick.contact.inputs), (Game::FEVGA, "parallel1"));
    /// # Ok::<(), sheshbesh_training::InvalidRecipe>(())
    /// ```
    ///
    /// # Errors
    /// The game has no recipe with this name.
    pub fn shipped(name: &str, game: Game) -> Result<Self, InvalidRecipe> {
        let unknown = || InvalidRecipe::Unknown { name: name.to_owned(), game };
        let known = RecipeSet::of(game).recipes().iter().find(|(known, _)| *known == name);
        let mut recipe = Self::read(known.ok_or_else(unknown)?.1)?;
        // Hypergammon has too few checkers for back games.
        if game.checkers() < Game::Backgammon.checkers() {
            recipe.stages.iter_mut().for_each(|stage| stage.exploration.back_games = 0.0);
        }
        if game == Game::Misere {
            recipe.measure.opponent = Bot::Columns.name().to_owned();
        }
        // The other bots for games with hits count on sides that move in opposite directions.
        if game.family() == Family::Hitting && !game.meets_as_backgammon() {
            recipe.measure.opponent = Bot::PipCount.name().to_owned();
        }
        recipe.for_game(game)
    }
}
