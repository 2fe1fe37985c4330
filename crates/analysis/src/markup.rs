//! Escapes text from foreign files for use in markup.

/// Returns true if a character of foreign text may appear in a page or on a terminal. XML forbids
/// most control characters, and bidirectional formatting characters would reorder the text around a
/// name.
pub fn may_stand(letter: char) -> bool {
    let turns = matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let unknown_to_xml = matches!(letter, '\u{fffe}' | '\u{ffff}');
    letter == '\n' || !(letter.is_control() || turns || unknown_to_xml)
}

/// Escapes text for use between tags or as a quoted attribute value. Characters that may not appear
/// are removed.
///
/// ```
/// use sheshbesh_analysis::markup::escaped;
/// assert_eq!(escaped("1 < 2"), "1 &#60; 2");
/// ```
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars().filter(|&letter| may_stand(letter)) {
        match letter {
            '"' | '&' | '\'' | '<' | '>' => escaped.push_str(&format!("&#{};", u32::from(letter))),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{escaped, may_stand};

    #[test]
    fn every_letter_is_read_back_or_left_out() {
        let all: String = ('\u{0}'..='\u{ffff}').collect();
        let page = format!("<x>{}</x>", escaped(&all));
        let read = roxmltree::Document::parse(&page).unwrap();
        let text = read.root_element().text().unwrap();
        assert!(text.chars().eq(all.chars().filter(|&letter| may_stand(letter))));
        assert_eq!(all.chars().count() - text.chars().count(), 64 + 5 + 4 + 2);
    }

    #[test]
    fn nothing_is_markup() {
        let text = escaped("<a b=\"c\" d='e'>&\u{0}\u{202e}\u{7f}");
        let page = format!("<x y=\"{text}\">{text}</x>");
        let read = roxmltree::Document::parse(&page).unwrap();
        let root = read.root_element();
        assert_eq!(root.text(), Some("<a b=\"c\" d='e'>&"));
        assert_eq!(root.attribute("y"), root.text());
        assert!(!root.has_children() || root.children().all(|child| child.is_text()));
    }
}
