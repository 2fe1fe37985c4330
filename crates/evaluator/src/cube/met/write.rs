//! Writes match equity tables in GNU Backgammon's XML format.

use super::MatchEquityTable;
use std::fmt::Write;

impl MatchEquityTable {
    /// Text of the table up to `length` points away, in the format that
    /// [`parse`](MatchEquityTable::parse) reads, with `description` as a comment for people.
    pub fn to_xml(&self, description: &str, length: u16) -> String {
        let mut xml = String::from("<?xml version=\"1.0\"?>\n<met>\n  <info>\n");
        let (name, description) = (escape(self.name()), escape(description));
        push(&mut xml, format_args!("    <name>{name}</name>\n"));
        push(&mut xml, format_args!("    <description>{description}</description>\n"));
        push(&mut xml, format_args!("    <length>{length}</length>\n  </info>\n"));
        xml.push_str("  <pre-crawford-table type=\"explicit\">\n");
        for own in 1..=i32::from(length) {
            let row = (1..=i32::from(length)).map(|opponent| self.chance(own, opponent, false));
            push_row(&mut xml, row);
        }
        xml.push_str("  </pre-crawford-table>\n  <post-crawford-table player=\"both\"");
        xml.push_str(" type=\"explicit\">\n");
        push_row(&mut xml, (1..=i32::from(length)).map(|own| self.chance(own, 1, true)));
        xml.push_str("  </post-crawford-table>\n</met>\n");
        xml
    }
}

fn push(text: &mut String, parts: std::fmt::Arguments<'_>) {
    // Writing into a string cannot fail.
    let _ = text.write_fmt(parts);
}

fn push_row(xml: &mut String, chances: impl Iterator<Item = f32>) {
    xml.push_str("    <row>\n");
    for chance in chances {
        push(xml, format_args!("      <me>{chance}</me>\n"));
    }
    xml.push_str("    </row>\n");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use crate::cube::{GameRates, MatchEquityTable};

    #[test]
    fn what_is_written_is_read_again() {
        let rates = GameRates::new([0.7, 0.29, 0.0], 0.01).unwrap();
        let name = "a < b & \"c\"".to_owned();
        let table = MatchEquityTable::without_cube(name, &rates, [1, 2, 3], 1, 25);
        let xml = table.to_xml("from 70 % & more", 25);
        assert_eq!(MatchEquityTable::parse(&xml, "a.xml").unwrap(), table);
        // A shorter table has the same chances up to its length.
        let short = MatchEquityTable::parse(&table.to_xml("", 7), "a.xml").unwrap();
        assert_eq!(short.length(), 7);
        for own in 1..=7 {
            for opponent in 1..=7 {
                assert_eq!(short.chance(own, opponent, false), table.chance(own, opponent, false));
            }
        }
        let kazaross = MatchEquityTable::kazaross_xg2();
        let again = MatchEquityTable::parse(&kazaross.to_xml("", 25), "a.xml").unwrap();
        for own in 1..=40 {
            assert_eq!(again.chance(own, 7, false), kazaross.chance(own, 7, false));
        }
    }
}
