//! Writes shapes and text as SVG, one element per line.

use super::theme::Palette;
use crate::markup::escaped;

/// An SVG picture under construction, with its colours.
#[derive(Debug)]
pub(super) struct Svg {
    pub(super) text: String,
    pub(super) palette: &'static Palette,
    /// True if the player on roll has the opponent's colour, because the opponent plays White.
    pub(super) is_exchanged: bool,
}

/// Rounds a coordinate to a tenth.
pub(super) fn number(number: f64) -> String {
    // Adding zero avoids a negative zero.
    let number = (number * 10.0).round() / 10.0 + 0.0;
    number.to_string()
}

impl Svg {
    pub(super) fn add(&mut self, element: &str) {
        self.text.push_str(element);
        self.text.push('\n');
    }

    /// Adds a rectangle with round corners; `x` and `y` are its centre.
    pub(super) fn rectangle(
        &mut self,
        (x, y): (f64, f64),
        (width, height): (f64, f64),
        class: &str,
        fill: &str,
        round: f64,
    ) {
        let [left, top] = [x - width / 2.0, y - height / 2.0].map(number);
        let [width, height, round] = [width, height, round].map(number);
        self.add(&format!(
            r##"<rect class="{class}" x="{left}" y="{top}" width="{width}" height="{height}" rx="{round}" fill="{fill}"/>"##
        ));
    }

    /// Adds one line of text; `anchor` selects the part of the text placed at `x`.
    pub(super) fn words(
        &mut self,
        (x, y): (f64, f64),
        size: u8,
        anchor: &str,
        (class, fill): (&str, &str),
        words: &str,
    ) {
        let [x, y] = [x, y].map(number);
        let words = escaped(words);
        self.add(&format!(
            r#"<text class="{class}" x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{fill}">{words}</text>"#
        ));
    }
}
