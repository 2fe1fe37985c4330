#![doc = include_str!("../README.md")]

#[cfg(any(feature = "shipped", feature = "td", feature = "small"))]
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

#[cfg(any(feature = "shipped", feature = "td", feature = "small"))]
networks! {
    /// The network that comes with the program.
    shipped: "shipped",
    /// The shipped one's first stage: what TD(λ) alone can give.
    td: "td",
    /// A smaller and faster one.
    small: "small",
}
