//! Colours of a board picture.

use sheshbesh_movegen::{codes, named, quoted};

/// Colour theme of a board picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Dark text, for light pages.
    #[default]
    Light,
    /// Light text on a dark ground.
    Dark,
    /// Shades of grey, for paper.
    Print,
}

/// Error for a name that no theme has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown theme {text}: themes are light, dark and print", text = quoted(.0))]
pub struct UnknownTheme(pub String);

codes! {
    UnknownTheme {
        Self(text) => "board.theme" { text },
    }
}

impl Theme {
    pub(super) const fn palette(self) -> &'static Palette {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
            Self::Print => &PRINT,
        }
    }
}

named!(Theme, UnknownTheme { Light: "light", Dark: "dark", Print: "print" });

/// Colours by purpose. Each shape also has a class, so a style sheet can override them.
#[derive(Debug)]
pub(super) struct Palette {
    /// Ground of the picture; transparent if `None`.
    pub(super) ground: Option<&'static str>,
    pub(super) felt: &'static str,
    pub(super) frame: &'static str,
    /// Points with even and odd numbers.
    pub(super) points: [&'static str; 2],
    /// Text beside the board.
    pub(super) ink: &'static str,
    /// Text on the frame and the felt.
    pub(super) ink_on_felt: &'static str,
    /// Outlines of checkers and dice.
    pub(super) rim: &'static str,
    /// Checkers of the player on roll, and text on them.
    pub(super) own: [&'static str; 2],
    /// Checkers of the opponent, and text on them.
    pub(super) other: [&'static str; 2],
    /// Faces of dice and cube, and the pips and numbers on them.
    pub(super) die: [&'static str; 2],
    /// Arrows of the play made.
    pub(super) played: &'static str,
    /// Arrows of the best play.
    pub(super) best: &'static str,
}

const LIGHT: Palette = Palette {
    ground: None,
    felt: "#f5eddc",
    frame: "#8a6f4d",
    points: ["#d9bd94", "#b9c4b1"],
    ink: "#1d2127",
    ink_on_felt: "#1d2127",
    rim: "#1d2127",
    own: ["#ffffff", "#1d2127"],
    other: ["#3b4757", "#ffffff"],
    die: ["#ffffff", "#1d2127"],
    played: "#c02c0c",
    best: "#0a58ca",
};

const DARK: Palette = Palette {
    ground: Some("#16191e"),
    felt: "#2c3a36",
    frame: "#4a3a2a",
    points: ["#6d5a41", "#47584f"],
    ink: "#ece8e1",
    ink_on_felt: "#ece8e1",
    rim: "#0c0e11",
    own: ["#f4f0e6", "#1d2127"],
    other: ["#8d3a33", "#ffffff"],
    die: ["#f4f0e6", "#1d2127"],
    played: "#ff7a4d",
    best: "#5aa7ff",
};

const PRINT: Palette = Palette {
    ground: Some("#ffffff"),
    felt: "#ffffff",
    frame: "#9a9a9a",
    points: ["#e4e4e4", "#c4c4c4"],
    ink: "#000000",
    ink_on_felt: "#000000",
    rim: "#000000",
    own: ["#ffffff", "#000000"],
    other: ["#404040", "#ffffff"],
    die: ["#ffffff", "#000000"],
    played: "#000000",
    best: "#000000",
};
