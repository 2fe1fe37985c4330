//! Positions as people paste them: any ID, alone, in a link or within a text.
//!
//! The first of these readings that gives a position is used:
//!
//! 1. The whole text is one ID, with or without the label of its format (`XGID=`, `OGID=`,
//!    `GNUID=`) and the name of its game (`fevga@`).
//! 2. The text has labelled IDs: `XGID=…`, `OGID=…`, `GNUID=…`, or a FIBS line `board:…`.
//! 3. The text has IDs without a label: a position ID, optionally followed by a match ID
//!    (`Position ID: … Match ID: …`, in any language), an XGID or an OGID.
//!
//! Several IDs with different positions are an error. Of several IDs with the same position, the
//! one with the most information is used. Changes that word processors and links make are undone:
//! dashes, blanks, quotation marks, percent-encoding.

use super::{
    GAME_MARK,
    fibs::LABEL as FIBS_LABEL,
    gnu_id::{MATCH_LETTERS, POSITION_LETTERS, is_letter},
    gnu_label,
    invalid::InvalidId,
    ogid::looks_like_ogid,
    split_game,
};
use crate::{
    board::Position,
    games::{Game, StatedGame},
    table::Situation,
};
use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// Maximum length of a text that is searched, in bytes.
const LONGEST_TEXT: usize = 1 << 16;

/// Parses a text as described in [the module](self).
pub(super) fn parse(text: &str, game: Game) -> Result<Situation, InvalidId> {
    if text.len() > LONGEST_TEXT {
        return Err(InvalidId::NotFound(text.to_owned()));
    }
    let decoded = decode_percents(text);
    // Word processors turn two hyphens into one long dash.
    let readings = [["-", "-"], ["-", "--"], ["--", "--"]];
    let mut first_error = None;
    for (attempt, [en_dash, em_dash]) in readings.into_iter().enumerate() {
        if attempt > 0 && !decoded.contains(['–', '—']) {
            break;
        }
        match parse_plain(&plain(&decoded, en_dash, em_dash), game) {
            Ok(situation) => return Ok(situation),
            Err(error) => _ = first_error.get_or_insert(error),
        }
    }
    Err(first_error.expect("at least one reading was tried"))
}

/// Parses a text of plain characters.
fn parse_plain(text: &str, game: Game) -> Result<Situation, InvalidId> {
    let whole = whole_id(text, game);
    let names_no_game = matches!(whole, Err(InvalidId::Game(_))) && !is_prose(text);
    if whole.is_ok() || names_no_game || is_position_and_word(text, game) {
        return whole;
    }
    let mut found = Found::default();
    labelled(text, game, &mut found);
    if found.ids.is_empty() && found.error.is_none() {
        unlabelled(text, game, &mut found);
    }
    match (found.ids.as_slice(), found.error) {
        ([], Some(error)) if is_prose(text) => Err(error),
        ([], None) if is_prose(text) => Err(InvalidId::NotFound(text.to_owned())),
        ([], _) => whole,
        (ids, _) => {
            let richest = *ids.iter().max_by_key(|id| id.format).expect("the list is not empty");
            let same = |id: &&FoundId| {
                // The same checkers with the other player on roll are a different position.
                id.situation.position == richest.situation.position
                    && id.situation.game == richest.situation.game
            };
            match ids.iter().filter(same).count() {
                count if count == ids.len() => Ok(richest.situation),
                _ => Err(InvalidId::Several(distinct(ids))),
            }
        }
    }
}

/// Number of different positions.
fn distinct(ids: &[FoundId]) -> usize {
    let is_first = |index: usize| {
        ids[..index].iter().all(|id| id.situation.position != ids[index].situation.position)
    };
    (0..ids.len()).filter(|&index| is_first(index)).count()
}

/// Formats, from the one with the least information beside the board to the one with the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Format {
    PositionId,
    Fibs,
    MatchId,
    Ogid,
    Xgid,
}

/// An ID found in a text.
#[derive(Clone, Copy)]
struct FoundId {
    format: Format,
    situation: Situation,
}

/// The IDs found in a text, and the first error.
#[derive(Default)]
struct Found {
    ids: Vec<FoundId>,
    error: Option<InvalidId>,
}

impl Found {
    fn add(&mut self, format: Format, read: Result<Situation, InvalidId>) {
        match read {
            Ok(situation) => self.ids.push(FoundId { format, situation }),
            Err(error) => _ = self.error.get_or_insert(error),
        }
    }
}

/// Parses the whole text as one ID.
fn whole_id(text: &str, game: Game) -> Result<Situation, InvalidId> {
    let (game, text) = split_game(text, game)?;
    if let Some((format, rest)) = strip_label(text) {
        return read_as(format, rest, game);
    }
    if is_position_and_word(text, game) {
        return read_as(Format::MatchId, text, game);
    }
    if looks_like_ogid(text) {
        return Situation::from_ogid(text, game);
    }
    match text.matches(':').count() {
        0 => Ok(Situation::new(Position::from_gnu_id(text, game)?, game)),
        1 => read_as(Format::MatchId, text, game),
        _ => Situation::from_xgid(text, game),
    }
}

/// True for a position ID and one more word, which must be a match ID.
fn is_position_and_word(text: &str, game: Game) -> bool {
    let Ok((game, text)) = split_game(text, game) else { return false };
    let mut words = text.split_whitespace();
    let position = words.next().unwrap_or_default();
    words.count() == 1 && Position::from_gnu_id(position, game).is_ok()
}

/// Parses an ID of a known format, without its label.
fn read_as(format: Format, text: &str, game: Game) -> Result<Situation, InvalidId> {
    match format {
        Format::Xgid => Situation::from_xgid(text, game),
        Format::Ogid => Situation::from_ogid(text, game),
        Format::Fibs => Situation::from_fibs_board(text, game),
        Format::PositionId | Format::MatchId => {
            let mut parts =
                text.split([':', ' ', '\t', '\r', '\n']).filter(|part| !part.is_empty());
            match (parts.next(), parts.next()) {
                (Some(position), Some(around)) => Situation::from_gnu_id(position, around, game),
                _ => Ok(Situation::new(Position::from_gnu_id(text.trim(), game)?, game)),
            }
        }
    }
}

/// Labels of formats, in lower case.
const LABELS: [(&str, Format); 5] = [
    ("xgid", Format::Xgid),
    ("ogid", Format::Ogid),
    ("gnubgid", Format::MatchId),
    ("gnuid", Format::MatchId),
    ("gnu id", Format::MatchId),
];

/// Splits off a label at the start of a text. Returns its format, and the text after the `=` or
/// `:`.
fn strip_label(text: &str) -> Option<(Format, &str)> {
    if starts_with_ignoring_case(text, FIBS_LABEL) {
        return Some((Format::Fibs, &text[FIBS_LABEL.len()..]));
    }
    LABELS.into_iter().find_map(|(label, format)| {
        starts_with_ignoring_case(text, label).then_some(())?;
        let rest = text[label.len()..].trim_start().strip_prefix(['=', ':'])?;
        Some((format, rest.trim_start()))
    })
}

fn starts_with_ignoring_case(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start))
}

/// True for a character that can occur in an ID of a format.
fn belongs_to(format: Format, character: char) -> bool {
    match format {
        Format::Xgid => character.is_ascii_alphanumeric() || ":-".contains(character),
        Format::Ogid => character.is_ascii_alphanumeric() || ":?".contains(character),
        Format::PositionId | Format::MatchId => is_letter(character) || character == ':',
        Format::Fibs => !character.is_whitespace(),
    }
}

/// Finds all IDs that have a label.
fn labelled(text: &str, game: Game, found: &mut Found) {
    let mut end_of_last = 0;
    let mut before = ' ';
    for (start, character) in text.char_indices() {
        // A label starts a word.
        let begins_word = start >= end_of_last && !before.is_alphanumeric();
        before = character;
        let label = if begins_word { strip_label(&text[start..]) } else { None };
        let Some((format, rest)) = label else { continue };
        let end = rest.find(|c| !belongs_to(format, c)).unwrap_or(rest.len());
        let game = named_before(text, start, game);
        // A line that was wrapped at a colon continues after the blank.
        if rest[..end].ends_with(':') && format != Format::MatchId {
            let behind = rest[end..].trim_start();
            let length = behind.find(|c| !belongs_to(format, c)).unwrap_or(behind.len());
            let joined = format!("{}{}", &rest[..end], &behind[..length]);
            let read = |game| read_as(format, joined.trim_end_matches(':'), game);
            if let Ok(situation) = game.clone().and_then(read) {
                found.add(format, Ok(situation));
                end_of_last = text.len() - behind.len() + length;
                continue;
            }
        }
        let mut id = &rest[..end];
        if format == Format::MatchId {
            id = with_match_id(rest, end).unwrap_or(id);
        }
        let read = |game| read_as(format, id.trim_end_matches(':'), game);
        found.add(format, game.and_then(read));
        end_of_last = text.len() - rest.len() + id.len();
    }
}

/// A position ID that ends at `end`, together with the match ID that follows it after a blank.
fn with_match_id(text: &str, end: usize) -> Option<&str> {
    let rest = text[end..].strip_prefix(' ')?;
    let length = rest.find(|c| !is_letter(c)).unwrap_or(rest.len());
    (end == POSITION_LETTERS && length == MATCH_LETTERS).then(|| &text[..end + 1 + length])
}

/// The game named directly before an ID (`fevga@`), or else `game`.
fn named_before(text: &str, start: usize, game: Game) -> Result<Game, InvalidId> {
    let Some(before) = text[..start].strip_suffix(GAME_MARK) else { return Ok(game) };
    let mut words = before.rsplit(|c: char| c.is_whitespace() || "\"'`<>()/".contains(c));
    let named: StatedGame = words.next().unwrap_or_default().parse()?;
    Ok(named.with(game))
}

/// Finds all IDs without a label.
fn unlabelled(text: &str, game: Game, found: &mut Found) {
    let is_end = |c: char| c.is_whitespace() || "\"'`<>()[]{},;=&#|".contains(c);
    for word in text.split(is_end).filter(|word| word.contains(':')) {
        // In a link, any part of the path may be an ID.
        let word = word.rsplit('/').next().unwrap_or_default().trim_end_matches(['.', ':']);
        if looks_like_ogid(word)
            && let Ok(situation) = Situation::from_ogid(word, game)
        {
            found.add(Format::Ogid, Ok(situation));
        }
        if let Ok(situation) = Situation::from_xgid(word, game) {
            found.add(Format::Xgid, Ok(situation));
        }
    }
    position_ids(text, game, found);
}

/// Finds position IDs, and the match IDs that follow them.
fn position_ids(text: &str, game: Game, found: &mut Found) {
    let runs = runs_of_letters(text);
    let mut positions = Vec::new();
    for (index, &(start, run)) in runs.iter().enumerate() {
        // In a link, an ID follows a path, whose slashes are letters of an ID too.
        let Some(cut) = run.len().checked_sub(POSITION_LETTERS) else { continue };
        if cut > 0 && !run[..cut].ends_with('/') {
            continue;
        }
        match named_before(text, start + cut, game) {
            Ok(game) => {
                if let Ok(position) = Position::from_gnu_id(&run[cut..], game) {
                    positions.push((index, start + cut, game, position));
                }
            }
            // Any word may precede another word, but before a position it must be a game.
            Err(error) if Position::from_gnu_id(&run[cut..], game).is_ok() => {
                found.add(Format::PositionId, Err(error));
            }
            Err(_) => {}
        }
    }
    let ends = positions.iter().skip(1).map(|&(index, ..)| index).chain([runs.len()]);
    for (&(index, start, game, position), end) in positions.iter().zip(ends) {
        let id = &text[start..start + POSITION_LETTERS];
        let rest = &text[start + POSITION_LETTERS..];
        let following = &runs[index + 1..end];
        let read = |around: &str| Situation::from_gnu_id(id, around, game);
        // In a link, another part of the path may follow.
        let is_match_id = |word: &str| {
            word.len() == MATCH_LETTERS || word.as_bytes().get(MATCH_LETTERS) == Some(&b'/')
        };
        let matching = following
            .iter()
            .filter(|(_, word)| is_match_id(word))
            .find_map(|(_, word)| read(&word[..MATCH_LETTERS]).ok());
        // A match ID that directly follows the position, or that has a label, must not be ignored
        // silently if it cannot be read.
        let announced = rest.strip_prefix(':').or_else(|| behind_match_label(&text[..start], rest));
        match (matching, announced) {
            (Some(situation), _) => found.add(Format::MatchId, Ok(situation)),
            (None, Some(behind)) => found.add(Format::MatchId, read(first_run(behind))),
            (None, None) => {
                found.add(Format::PositionId, Ok(Situation::new(position, game)));
            }
        }
    }
}

/// The text after the label of a match ID, if the label comes next: `Match ID`, or any label with a
/// colon if the position has one too. GNU Backgammon translates both.
fn behind_match_label<'a>(before: &str, rest: &'a str) -> Option<&'a str> {
    let start = rest.trim_start();
    let english = ["match id", "matchid", "match-id"]
        .iter()
        .find(|label| starts_with_ignoring_case(start, label));
    if let Some(label) = english {
        return Some(&start[label.len()..]);
    }
    gnu_label::strip_label(start).filter(|_| gnu_label::ends_with_label(before))
}

/// The first run of letters of an ID.
fn first_run(text: &str) -> &str {
    let text = text.trim_start_matches(|c| !is_letter(c));
    &text[..text.find(|c| !is_letter(c)).unwrap_or(text.len())]
}

/// The longest runs of letters of IDs, and their start offsets.
fn runs_of_letters(text: &str) -> Vec<(usize, &str)> {
    let mut runs = Vec::new();
    let mut start = 0;
    for (end, character) in text.char_indices().chain([(text.len(), ' ')]) {
        if !is_letter(character) {
            if end > start {
                runs.push((start, &text[start..end]));
            }
            start = end + character.len_utf8();
        }
    }
    runs
}

/// True for a text that is more than a single ID.
fn is_prose(text: &str) -> bool {
    text.contains(char::is_whitespace) || text.contains("://")
}

/// Removes percent-encoding, which links have; a link inside a link is encoded twice.
fn decode_percents(text: &str) -> String {
    let mut decoded = text.to_owned();
    for _ in 0..2 {
        if let Ok(once) = percent_decode_str(&decoded).decode_utf8().map(Cow::into_owned) {
            decoded = once;
        }
    }
    decoded
}

/// Replaces special hyphens, blanks and quotation marks by plain ones, and removes zero-width
/// characters.
fn plain(text: &str, en_dash: &str, em_dash: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.trim().chars() {
        match character {
            '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => {}
            '–' => plain.push_str(en_dash),
            '—' => plain.push_str(em_dash),
            '\u{2010}'..='\u{2012}'
            | '\u{2015}'
            | '\u{2212}'
            | '\u{fe58}'
            | '\u{fe63}'
            | '\u{ff0d}' => plain.push('-'),
            '：' => plain.push(':'),
            '＝' => plain.push('='),
            '“' | '”' | '„' | '«' | '»' => plain.push('"'),
            '‘' | '’' | '‚' => plain.push('\''),
            '\n' | '\r' => plain.push('\n'),
            character if character.is_whitespace() => plain.push(' '),
            character => plain.push(character),
        }
    }
    let around = ['"', '\'', '`', '<', '>', '(', ')', '[', ']', '{', '}', ' ', '\n', '.', ',', ';'];
    plain.trim_matches(around).to_owned()
}
