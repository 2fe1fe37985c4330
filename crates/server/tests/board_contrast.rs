//! Contrast of the checkers in the themes of the page's board.

use std::collections::BTreeMap;

const STYLES: &str = include_str!("../web/board.css");
/// Minimum contrast of graphics (WCAG 2.2, 1.4.11).
const MINIMUM: f64 = 3.0;

/// Variables with hexadecimal colours in the rule of a selector.
fn colours(selector: &str) -> BTreeMap<&'static str, u32> {
    let start = STYLES.find(&format!("\n{selector} {{")).expect(selector);
    let rule = &STYLES[start..];
    let rule = &rule[..rule.find('}').expect("end of the rule")];
    rule.lines()
        .filter_map(|line| {
            let (name, value) = line.trim().strip_prefix("--")?.split_once(": #")?;
            Some((name, u32::from_str_radix(value.strip_suffix(';')?, 16).ok()?))
        })
        .collect()
}

/// Relative luminance as WCAG defines it.
#[allow(clippy::disallowed_methods, reason = "compared with a tolerance")]
fn luminance(colour: u32) -> f64 {
    let channel = |shift: u32| {
        let value = f64::from((colour >> shift) & 0xff) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
}

fn contrast(one: u32, other: u32) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn checkers_stand_out_in_every_theme() {
    for theme in ["wood", "sea", "contrast", "slate"] {
        let mut colour = colours(":root");
        // The default theme has no rule of its own.
        if theme != "slate" {
            colour.extend(colours(&format!("[data-board=\"{theme}\"]")));
        }
        for ground in ["felt", "point", "point-odd"] {
            for checker in ["light", "dark"] {
                let found = contrast(colour[checker], colour[ground]);
                assert!(found >= MINIMUM, "{theme}: {checker} checkers on {ground}: {found:.2}");
            }
        }
        // On the bar and in the trays, the rim separates a dark checker from the wood.
        for ground in ["frame-1", "frame-2", "well"] {
            for edge in ["light", "dark-edge"] {
                let found = contrast(colour[edge], colour[ground]);
                assert!(found >= MINIMUM, "{theme}: {edge} on {ground}: {found:.2}");
            }
        }
        for ground in ["frame-1", "frame-2"] {
            let found = contrast(colour["number"], colour[ground]);
            assert!(found >= 4.5, "{theme}: numbers of points on {ground}: {found:.2}");
        }
        let sides = contrast(colour["light"], colour["dark"]);
        assert!(sides >= 7.0, "{theme}: the two sides: {sides:.2}");
    }
}
