#![doc = include_str!("../README.md")]

#[cfg(any(feature = "shipped", feature = "fevga", feature = "td", feature = "small"))]
macro_rules! networks {
    ($($(#[$doc:meta])* $name:ident: $feature:literal,)+) => {
        $(
            $(#[$doc])*
            ///
            /// # Panics
            /// Never: a test reads it.
            #[cfg(feature = $feature)]
            pub fn $name() -> &'static sheshbesh_network::Network {
                use std::sync::LazyLock;
                static BYTES: &[u8] = include_bytes!(concat!("../", $feature, ".weights"));
                static NETWORK: LazyLock<sheshbesh_network::Network> = LazyLock::new(|| {
                    sheshbesh_network::Network::from_bytes(BYTES)
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

#[cfg(any(feature = "shipped", feature = "fevga", feature = "td", feature = "small"))]
networks! {
    /// The network that comes with the program.
    shipped: "shipped",
    /// Fevga's.
    fevga: "fevga",
    /// The shipped one's first stage: what TD(λ) alone can give.
    td: "td",
    /// A smaller and faster one.
    small: "small",
}

/// How a network is got.
type Get = fn() -> &'static sheshbesh_network::Network;

/// The networks that come with the program, each with the game that it learned, the main one first.
const COME_WITH_IT: &[(sheshbesh_movegen::Game, Get)] = &[
    #[cfg(feature = "shipped")]
    (sheshbesh_movegen::Game::Backgammon, shipped),
    #[cfg(feature = "fevga")]
    (sheshbesh_movegen::Game::FEVGA, fevga),
];

/// The networks that come with the program, one a game, the main one first.
pub fn networks() -> impl Iterator<Item = &'static sheshbesh_network::Network> {
    COME_WITH_IT.iter().map(|(_, network)| network())
}

/// The network that comes with the program for a game: its own, or else the first whose inputs describe
/// it; `None` where there is none.
///
/// ```
/// use sheshbesh_movegen::Game;
/// use sheshbesh_weights::network;
/// assert_eq!(network(Game::FEVGA).map(|known| known.game()), Some(Game::FEVGA));
/// assert_eq!(network(Game::Nackgammon).map(|known| known.game()), Some(Game::Backgammon));
/// ```
pub fn network(game: sheshbesh_movegen::Game) -> Option<&'static sheshbesh_network::Network> {
    match COME_WITH_IT.iter().find(|(known, _)| *known == game) {
        Some((_, own)) => Some(own()),
        None => networks().find(|network| network.judges(game)),
    }
}

#[cfg(all(test, feature = "shipped"))]
#[test]
fn each_is_of_the_game_that_is_said() {
    for (game, network) in COME_WITH_IT {
        assert_eq!(network().game(), *game);
    }
}
