//! Words of commands, which may be abbreviated.

/// Splits a line into words. A word in double or single quotes may contain spaces. A word that
/// begins with `#` begins a comment.
pub(super) fn split(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next().filter(|&first| first != '#') {
        let (word, after) = match first {
            quote @ ('"' | '\'') => rest[1..].split_once(quote).unwrap_or((&rest[1..], "")),
            _ => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

/// Finds the name that a word stands for: the name itself, or the first one that begins with the
/// word. Ignores case.
pub(super) fn find(word: &str, names: &[&'static str]) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    let is_short = |name: &&&str| !word.is_empty() && name.starts_with(&word);
    let exact = names.iter().find(|name| **name == word);
    exact.or_else(|| names.iter().find(is_short)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_at_spaces_outside_quotes() {
        assert_eq!(
            split("  import mat \"my match.mat\"  # a comment"),
            ["import", "mat", "my match.mat"]
        );
        assert_eq!(
            split("load match 'C:\\my files\\a.sgf"),
            ["load", "match", "C:\\my files\\a.sgf"]
        );
        assert_eq!(split("# all"), [""; 0]);
        assert_eq!(split(""), [""; 0]);
    }

    #[test]
    fn words_may_be_short() {
        let names = ["score", "set", "settings"];
        assert_eq!(find("SET", &names), Some("set"));
        assert_eq!(find("s", &names), Some("score"));
        assert_eq!(find("sett", &names), Some("settings"));
        assert_eq!((find("x", &names), find("", &names)), (None, None));
    }
}
