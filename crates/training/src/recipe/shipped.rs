//! The recipes that come with the program.

use super::{InvalidRecipe, Recipe};
use sheshbesh_arena::Bot;
use sheshbesh_movegen::{Family, Game};

/// Games that are learned alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Backgammon,
    /// The others whose positions are described by backgammon's inputs.
    Hits,
    /// That of them in which whoever is off first has lost.
    Misere,
    /// Those of them with few checkers.
    Few,
    /// Those in which both sides run the same way.
    Blocks,
    /// Those in which checkers are pinned.
    Pins,
}

impl Kind {
    fn of(game: Game) -> Self {
        match game.family() {
            Family::Hitting if game == Game::Backgammon => Self::Backgammon,
            Family::Hitting if game == Game::Misere => Self::Misere,
            Family::Hitting if game.checkers() < Game::Backgammon.checkers() => Self::Few,
            Family::Hitting => Self::Hits,
            Family::Parallel => Self::Blocks,
            Family::Pinning => Self::Pins,
        }
    }

    /// Their recipes, name and text, the default first.
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
            Self::Blocks => &[
                ("quick", include_str!("../../recipes/quick-parallel.toml")),
                ("full", include_str!("../../recipes/full-parallel.toml")),
            ],
            Self::Pins => &[
                ("quick", include_str!("../../recipes/quick-pinning.toml")),
                ("full", include_str!("../../recipes/full-pinning.toml")),
            ],
        }
    }
}

impl Recipe {
    /// The names of the recipes that come with the program for a game, the default first.
    pub fn names(game: Game) -> Vec<&'static str> {
        Kind::of(game).recipes().iter().map(|(name, _)| *name).collect()
    }

    /// A recipe that comes with the program. Games that are learned alike share one.
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
    /// When the game has none of that name.
    pub fn shipped(name: &str, game: Game) -> Result<Self, InvalidRecipe> {
        let unknown = || InvalidRecipe::Unknown { name: name.to_owned(), game };
        let known = Kind::of(game).recipes().iter().find(|(known, _)| *known == name);
        let mut recipe = Self::read(known.ok_or_else(unknown)?.1)?;
        // Back games take more checkers than Hypergammon has.
        if game.checkers() < Game::Backgammon.checkers() {
            recipe.stages.iter_mut().for_each(|stage| stage.exploration.back_games = 0.0);
        }
        if game == Game::Misere {
            recipe.measure.opponent = Bot::Columns.name().to_owned();
        }
        recipe.for_game(game)
    }
}
