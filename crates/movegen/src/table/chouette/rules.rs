//! Rules of a chouette that are agreed upon.

use crate::{codes, named, named::listed, quoted::quoted, table::TableRules};

/// Rule of advice to the captain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Consulting {
    /// Members of the team may advise the captain at any time.
    #[default]
    Always,
    /// They may advise once a cube of the game has been turned.
    AfterCube,
}

named!(Consulting, UnknownConsulting { Always: "always", AfterCube: "after-cube" });

/// Error for an unknown rule of consulting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rule of consulting {text}: choices are {names}", text = quoted(.0), names = listed(&Consulting::ALL.map(Consulting::name)))]
pub struct UnknownConsulting(pub String);

codes! {
    UnknownConsulting {
        Self(text) => "unknown.consulting" { text, known = Consulting::ALL.map(Consulting::name) },
    }
}

/// Rules of a chouette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChouetteRules {
    /// Rules between the box and each member of the team; money games.
    pub table: TableRules,
    /// Rule of advice to the captain.
    pub consulting: Consulting,
    /// The box may offer the cubes of members who have passed its double to the only member who
    /// plays on; see [`TakeExtras`](super::ChouetteDecision::TakeExtras).
    pub extras: bool,
}
