#![doc = include_str!("../README.md")]

use sheshbesh_movegen::Game;
use sheshbesh_network::{Kinship, Network};

#[cfg(any(feature = "shipped", feature = "variants", feature = "td", feature = "small"))]
macro_rules! networks {
    ($($(#[$doc:meta])* $name:ident: $feature:literal, $bytes:expr;)+) => {
        $(
            $(#[$doc])*
            ///
            /// # Panics
            /// Never: a test reads it.
            #[cfg(feature = $feature)]
            pub fn $name() -> &'static Network {
                use std::sync::LazyLock;
                static NETWORK: LazyLock<Network> = LazyLock::new(|| {
                    Network::from_bytes($bytes)
                        .expect("the weights that come with this crate are whole")
                });
                &NETWORK
            }
        )+

        #[cfg(test)]
        mod tests {
            $(
                #[cfg(feature = $feature)]
                #[test]
                fn $name() {
                    let provenance = &super::$name().provenance;
                    assert!(provenance.games > 0 && !provenance.recipe.is_empty());
                }
            )+
        }
    };
}

#[cfg(any(feature = "shipped", feature = "variants", feature = "td", feature = "small"))]
networks! {
    /// The network that comes with the program.
    shipped: "shipped", include_bytes!("../shipped.weights");
    /// Long gammon's.
    long_gammon: "variants", sheshbesh_weights_variants::LONG_GAMMON;
    /// Hypergammon's.
    hypergammon: "variants", sheshbesh_weights_variants::HYPERGAMMON;
    /// Snake's.
    snake: "variants", sheshbesh_weights_variants::SNAKE;
    /// Giveaway's.
    misere: "variants", sheshbesh_weights_variants::MISERE;
    /// Plakoto's.
    plakoto: "variants", sheshbesh_weights_nardi::PLAKOTO;
    /// Fevga's.
    fevga: "variants", sheshbesh_weights_nardi::FEVGA;
    /// Long nardi's.
    long_nardi: "variants", sheshbesh_weights_nardi::LONG_NARDI;
    /// Gul bara's.
    gul_bara: "variants", sheshbesh_weights_nardi::GUL_BARA;
    /// Gyulbar's.
    gyulbar: "variants", sheshbesh_weights_nardi::GYULBAR;
    /// Chase's.
    chase: "variants", sheshbesh_weights_variants::CHASE;
    /// Russian backgammon's.
    russian: "variants", sheshbesh_weights_variants::RUSSIAN;
    /// Tabula's.
    tabula: "variants", sheshbesh_weights_variants::TABULA;
    /// Acey-deucey's.
    acey_deucey: "variants", sheshbesh_weights_variants::ACEY_DEUCEY;
    /// American's.
    american: "variants", sheshbesh_weights_nardi::AMERICAN;
    /// The shipped one's first stage: what TD(λ) alone can give.
    td: "td", include_bytes!("../td.weights");
    /// A smaller and faster one.
    small: "small", include_bytes!("../small.weights");
}

/// A function that returns a network.
type Get = fn() -> &'static Network;

/// The networks that come with the program, each with the game that it learned, the main one first.
const COME_WITH_IT: &[(Game, Get)] = &[
    #[cfg(feature = "shipped")]
    (Game::Backgammon, shipped),
    #[cfg(feature = "variants")]
    (Game::LongGammon, long_gammon),
    #[cfg(feature = "variants")]
    (Game::Hypergammon, hypergammon),
    #[cfg(feature = "variants")]
    (Game::Snake, snake),
    #[cfg(feature = "variants")]
    (Game::Misere, misere),
    #[cfg(feature = "variants")]
    (Game::PLAKOTO, plakoto),
    #[cfg(feature = "variants")]
    (Game::FEVGA, fevga),
    #[cfg(feature = "variants")]
    (Game::LONG_NARDI, long_nardi),
    #[cfg(feature = "variants")]
    (Game::GUL_BARA, gul_bara),
    #[cfg(feature = "variants")]
    (Game::GYULBAR, gyulbar),
    #[cfg(feature = "variants")]
    (Game::CHASE, chase),
    #[cfg(feature = "variants")]
    (Game::RUSSIAN, russian),
    #[cfg(feature = "variants")]
    (Game::TABULA, tabula),
    #[cfg(feature = "variants")]
    (Game::ACEY_DEUCEY, acey_deucey),
    #[cfg(feature = "variants")]
    (Game::American, american),
];

/// The networks that come with the program, one a game, the main one first.
pub fn networks() -> impl Iterator<Item = &'static Network> {
    COME_WITH_IT.iter().map(|(_, network)| network())
}

/// The network that comes with the program for a game: its own, or else its [nearest
/// relative's](Kinship); `None` where there is none.
///
/// ```
/// use sheshbesh_movegen::Game;
/// use sheshbesh_weights::network;
/// assert_eq!(network(Game::FEVGA).map(|known| known.game()), Some(Game::FEVGA));
/// assert_eq!(network(Game::PORTES).map(|known| known.game()), Some(Game::Backgammon));
/// ```
pub fn network(game: Game) -> Option<&'static Network> {
    let family = COME_WITH_IT.iter().map(|(learned, _)| *learned).enumerate();
    let family = family.filter(|(_, learned)| learned.family() == game.family());
    Kinship::nearest(family, game).map(|place| COME_WITH_IT[place].1())
}

#[cfg(all(test, feature = "shipped"))]
#[test]
fn each_is_of_the_game_that_is_said() {
    for (game, network) in COME_WITH_IT {
        assert_eq!(network().game(), *game);
    }
}
