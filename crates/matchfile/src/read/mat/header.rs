//! The lines around the rows of a `.mat` file: tags, the match length and the players.

use crate::{
    model::{Date, Match, PlayerInfo},
    number::{BadNumber, parse_number},
    read::{game_name::parse_game, heading::split_rating},
};
use sheshbesh_movegen::{BySeat, Cube, Game};

/// Information in a tag beyond the fields of a match.
pub(super) enum Tag {
    /// The site.
    Site,
    /// The game.
    Game(Game),
    /// The value is invalid for the tag.
    Bad,
    /// Any other tag.
    Other,
}

/// Parses a tag, `[Key "Value"]`. The key is returned in lower case without spaces.
pub(super) fn parse_tag(text: &str) -> Option<(String, &str)> {
    let inner = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (key, value) = inner.split_once('"')?;
    let value = value.trim_end().strip_suffix('"')?;
    let key: String = key.chars().filter(|c| !c.is_whitespace()).collect();
    (!key.is_empty()).then(|| (key.to_ascii_lowercase(), value.trim()))
}

/// Keys of tags that precede the first game of a match.
const KEYS: [&str; 23] = [
    "annotator",
    "beaver",
    "beavers",
    "crawford",
    "cubelimit",
    "date",
    "event",
    "eventdate",
    "eventtime",
    "jacoby",
    "matchid",
    "player1",
    "player1elo",
    "player2",
    "player2elo",
    "round",
    "site",
    "time",
    "transcriber",
    "variant",
    "variation",
    "clocktype",
    "timecontrol",
];

/// True if a comment holds a tag that belongs before the first game of a match.
pub(super) fn is_heading_tag(text: &str) -> bool {
    parse_tag(text).is_some_and(|(key, _)| KEYS.contains(&&*key))
}

/// Reads a tag into a match.
///
/// # Errors
/// Fails if the tag names an unknown game.
pub(super) fn read_tag(record: &mut Match, key: &str, value: &str) -> Result<Tag, String> {
    let text = || (!value.is_empty()).then(|| value.to_owned());
    let about = &mut record.about;
    match key {
        "site" => {
            about.site = text();
            return Ok(Tag::Site);
        }
        "matchid" => about.id = text(),
        "event" => about.event = text(),
        "round" => about.round = text(),
        "transcriber" => about.transcriber = text(),
        "annotator" => about.annotator = text(),
        "comment" => about.comment = text(),
        "eventdate" | "date" => about.date = Date::parse(value).or(about.date),
        "eventtime" | "time" => about.time = text(),
        "player1" => record.players.top.name = value.to_owned(),
        "player2" => record.players.bottom.name = value.to_owned(),
        "player1elo" => record.players.top.rating = text(),
        "player2elo" => record.players.bottom.rating = text(),
        "crawford" => record.rules.crawford = parse_switch(value).unwrap_or(true),
        "jacoby" => record.rules.jacoby = parse_switch(value),
        "beaver" | "beavers" => record.rules.beavers = parse_switch(value),
        "cubelimit" => {
            let limit: Option<u32> = value.parse().ok();
            let cube = limit.and_then(|limit| Cube::of_value(limit, None));
            record.rules.largest_cube = cube.map(Cube::exponent);
            if cube.is_none() && !value.is_empty() {
                return Ok(Tag::Bad);
            }
        }
        "variation" | "variant" => return Ok(Tag::Game(parse_game(value)?)),
        _ => {}
    }
    Ok(Tag::Other)
}

fn parse_switch(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "on" | "yes" | "true" | "1" => Some(true),
        "off" | "no" | "false" | "0" => Some(false),
        _ => None,
    }
}

/// Parses the match length in points, 0 for money: `7 point match`, `Match of 7 points`,
/// `unlimited game`. Returns `None` for any other line.
pub(super) fn parse_length(line: &str) -> Option<Result<u16, BadNumber>> {
    let lower = line.trim().to_ascii_lowercase();
    // Hyphens join words, but a hyphen before a word is a minus sign.
    let words: Vec<&str> = lower
        .split([' ', '\t', '.'])
        .flat_map(|word| match word.strip_prefix('-') {
            Some(_) => vec![word],
            None => word.split('-').collect(),
        })
        .filter(|word| !word.is_empty())
        .take(5)
        .collect();
    match words[..] {
        [points, "point" | "points" | "pt" | "pts", "match", ..] => parse_number(points),
        ["match", "of" | "to", points, "point" | "points", ..] => parse_number(points),
        ["unlimited", "game" | "match" | "games", ..] | ["money", "game" | "session", ..] => {
            Some(Ok(0))
        }
        _ => None,
    }
}

/// Parses the number of a game. A number beyond the limit becomes `u32::MAX`.
pub(super) fn parse_game_number(line: &str) -> Option<u32> {
    let (word, rest) = line.trim().split_at_checked(4)?;
    let digits = rest.trim().trim_end_matches(':').trim_end();
    let is_game = word.eq_ignore_ascii_case("game") && rest.starts_with([' ', '\t']);
    if is_game { parse_number(digits).map(|number| number.unwrap_or(u32::MAX)) } else { None }
}

/// A player's name and points.
pub(super) type Seated<'a> = (&'a str, Result<u16, BadNumber>);

/// Parses both players with their points, the left one first. Names may contain spaces, commas and
/// colons.
pub(super) fn parse_players(line: &str) -> Option<[Seated<'_>; 2]> {
    let (rest, right) = line.trim_end().rsplit_once(':')?;
    let right = parse_number(right.trim())?;
    // The left score is the first number that follows a colon and precedes a name.
    for (colon, _) in rest.match_indices(':') {
        let after = rest[colon + 1..].trim_start();
        let (points, name) = after.split_at(after.find(char::is_whitespace).unwrap_or(after.len()));
        if let Some(left) = parse_number(points)
            && !name.is_empty()
        {
            return Some([(rest[..colon].trim(), left), (name.trim(), right)]);
        }
    }
    None
}

/// Names the players as they are seated in the first game. Tags may name them in another order;
/// ratings move with the names.
pub(super) fn name_players(players: &mut BySeat<PlayerInfo>, top: &str, bottom: &str) {
    if players.top.name == bottom && players.bottom.name == top {
        *players = std::mem::take(players).swapped();
    }
    for (player, name) in [(&mut players.top, top), (&mut players.bottom, bottom)] {
        let (name, rating) = split_rating(name);
        player.name = name.to_owned();
        if let Some(rating) = rating {
            player.rating.get_or_insert_with(|| rating.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_written_in_many_ways() {
        for (text, expected) in [
            (" 7 point match", Some(Ok(7))),
            ("11 Point match", Some(Ok(11))),
            ("5 points match", Some(Ok(5))),
            ("5-point match", Some(Ok(5))),
            ("5-Pt-Match", Some(Ok(5))),
            ("Match of 9 points", Some(Ok(9))),
            ("0 point match", Some(Ok(0))),
            ("Unlimited game", Some(Ok(0))),
            ("7 points", None),
            ("seven point match", None),
            ("65536 point match", Some(Err(BadNumber))),
            ("99999999999999999999 point match", Some(Err(BadNumber))),
            ("-5 point match", Some(Err(BadNumber))),
            ("Match to -5 points", Some(Err(BadNumber))),
        ] {
            assert_eq!(parse_length(text), expected, "{text}");
        }
    }

    #[test]
    fn names_may_be_anything() {
        for (line, expected) in [
            ("Ada : 0          Ben : 3", [("Ada", 0), ("Ben", 3)]),
            ("Ada: 0    Ben: 3", [("Ada", 0), ("Ben", 3)]),
            ("van Ada, A. : 12      Ben 2 : 3", [("van Ada, A.", 12), ("Ben 2", 3)]),
            ("A:da : 1    B:en : 0", [("A:da", 1), ("B:en", 0)]),
            ("Ada : 0 Ben : 3", [("Ada", 0), ("Ben", 3)]),
        ] {
            let expected = expected.map(|(name, points)| (name, Ok(points)));
            assert_eq!(parse_players(line), Some(expected), "{line}");
        }
        for (line, left, right) in [
            ("Ada : 65536     Ben : 3", Err(BadNumber), Ok(3)),
            ("Ada : 1     Ben : 99999999999999999999", Ok(1), Err(BadNumber)),
            ("Ada : -1     Ben : -2", Err(BadNumber), Err(BadNumber)),
        ] {
            assert_eq!(parse_players(line), Some([("Ada", left), ("Ben", right)]), "{line}");
        }
        for line in ["Ada", "Ada : x   Ben : 0", "Ada : 0", ""] {
            assert_eq!(parse_players(line), None, "{line}");
        }
    }
}
