//! Labels of IDs in GNU Backgammon's output, in any of its languages.
//!
//! The labels are translated: `Position ID`, `ID de match`, `Peliaseman ID`, `MatchID`. All of them
//! contain the letters "ID" and end with a colon.

/// Maximum number of words in a label.
const MOST_WORDS: usize = 4;
/// Part of the program's name in every language.
const PROGRAM: &str = "GNU";

/// An ID in a line of GNU Backgammon's output, after its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelledId<'a> {
    /// A position ID. The program's name precedes its label.
    Position(&'a str),
    /// The ID of a line without the program's name: a match ID, below a position ID.
    Other(&'a str),
}

impl<'a> LabelledId<'a> {
    /// Finds the ID of a line.
    ///
    /// ```
    /// use sheshbesh_movegen::notation::LabelledId;
    /// let position = LabelledId::Position("4HPwATDgc/ABMA");
    /// for line in [
    ///     " GNU Backgammon  Position ID: 4HPwATDgc/ABMA",
    ///     " GNU Backgammon  ID de position : 4HPwATDgc/ABMA",
    ///     " Τάβλι GNU  Position ID: 4HPwATDgc/ABMA",
    /// ] {
    ///     assert_eq!(LabelledId::of_line(line), Some(position));
    /// }
    /// let around = LabelledId::of_line("                 Ottelun ID   : cIjuAAAAAAAE");
    /// assert_eq!(around, Some(LabelledId::Other("cIjuAAAAAAAE")));
    /// assert_eq!(LabelledId::of_line("Ada wins 2 points"), None);
    /// ```
    pub fn of_line(line: &'a str) -> Option<Self> {
        let (label, id) = split_label(line)?;
        let id = id.trim_end();
        if id.contains(|c: char| c == ':' || c.is_whitespace()) {
            return None;
        }
        let label = label.trim_start();
        let names_program = label.starts_with(char::is_alphabetic)
            && label.split_whitespace().take(2).any(|word| word == PROGRAM);
        Some(if names_program { Self::Position(id) } else { Self::Other(id) })
    }
}

/// Splits off the label of an ID at the start of a text. Returns the label, and the text after its
/// colon.
fn split_label(text: &str) -> Option<(&str, &str)> {
    let (label, rest) = text.split_once(':')?;
    // The Danish label contains a colon of its own.
    let rest = rest.trim_start_matches(|c: char| c == ':' || c.is_whitespace());
    is_label(label).then_some((label, rest))
}

/// True if the last words of the text are the label of an ID.
fn is_label(text: &str) -> bool {
    let is_id = |word: &str| {
        word.ends_with("ID") || ["id", "matchid"].iter().any(|id| word.eq_ignore_ascii_case(id))
    };
    let line = text.rsplit('\n').next().unwrap_or_default();
    line.split_whitespace()
        .rev()
        .take(MOST_WORDS)
        .any(|word| word.split(|c: char| !c.is_alphanumeric()).any(is_id))
}

/// True if the text ends with the label of an ID and its colon.
pub(super) fn ends_with_label(text: &str) -> bool {
    let text = text.trim_end();
    let label = text.trim_end_matches(|c: char| c == ':' || c.is_whitespace());
    label.len() < text.len() && is_label(label.rsplit(':').next().unwrap_or_default())
}

/// The text after the label of an ID and its colon; `None` if the text does not begin with a label.
pub(super) fn strip_label(text: &str) -> Option<&str> {
    let (label, rest) = split_label(text.trim_start())?;
    let is_short = !label.contains('\n') && label.split_whitespace().count() <= MOST_WORDS;
    is_short.then_some(rest)
}
