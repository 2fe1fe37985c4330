//! Reads trees of nodes and properties in the Smart Game Format.

use std::borrow::Cow;

/// A node with its properties, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Node<'a> {
    pub(super) properties: Vec<Property<'a>>,
}

/// A property with its values. Escapes in the values are resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property<'a> {
    /// The capital letters of its name. Names in old files also contain lower-case letters.
    pub(super) name: Cow<'a, str>,
    pub(super) values: Vec<Cow<'a, str>>,
}

impl<'a> Node<'a> {
    /// The values of a property; none if the node lacks it.
    pub(super) fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        let found = self.properties.iter().filter(move |property| property.name == name);
        found.flat_map(|property| property.values.iter().map(AsRef::as_ref))
    }

    /// The first value of a property.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        let found = self.properties.iter().find(|property| property.name == name)?;
        found.values.first().map(AsRef::as_ref)
    }
}

/// Iterates over the nodes in the main lines of the trees in a text, without storing them: a file
/// can have millions.
pub(super) struct Trees<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    /// Number of open branches in the tree.
    depth: usize,
    /// True until the first branch ends, and with it the main line; other branches are skipped.
    is_main: bool,
    /// The node whose properties are being read, with its line.
    node: Option<(u32, Node<'a>)>,
}

impl<'a> Trees<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1, depth: 0, is_main: false, node: None }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn advance(&mut self) {
        if self.peek() == Some(b'\n') {
            self.line += 1;
        }
        self.at += 1;
    }

    /// Moves to the next tree, after the rest of this one. Returns false if there is none.
    pub(super) fn next_tree(&mut self) -> bool {
        while self.next_node().is_some() {}
        while self.peek().is_some_and(|letter| letter != b'(') {
            self.advance();
        }
        self.is_main = true;
        self.peek().is_some()
    }

    /// The next node of the main line, with its line number. The main line is the first branch at
    /// each fork. Returns `None` at the end of the tree.
    pub(super) fn next_node(&mut self) -> Option<(u32, Node<'a>)> {
        while self.is_main || self.depth > 0 {
            let Some(letter) = self.peek() else {
                (self.is_main, self.depth) = (false, 0);
                break;
            };
            match letter {
                b'(' => self.depth += 1,
                b')' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.is_main = false;
                }
                b';' if self.is_main => {
                    let line = self.line;
                    self.advance();
                    match self.node.replace((line, Node::default())) {
                        None => continue,
                        ended => return ended,
                    }
                }
                b'[' => {
                    // A value without a name.
                    self.read_value();
                    continue;
                }
                letter if letter.is_ascii_alphabetic() => {
                    let property = self.read_property();
                    if let (true, Some((_, node))) = (self.is_main, &mut self.node) {
                        node.properties.push(property);
                    }
                    continue;
                }
                _ => {}
            }
            self.advance();
        }
        self.node.take()
    }

    fn read_property(&mut self) -> Property<'a> {
        let start = self.at;
        while self.peek().is_some_and(|letter| letter.is_ascii_alphanumeric()) {
            self.advance();
        }
        let mut name = Cow::Borrowed(&self.text[start..self.at]);
        if name.bytes().any(|letter| letter.is_ascii_lowercase()) {
            name.to_mut().retain(|letter| !letter.is_ascii_lowercase());
        }
        let mut values = Vec::with_capacity(1);
        loop {
            while self.peek().is_some_and(|letter| letter.is_ascii_whitespace()) {
                self.advance();
            }
            if self.peek() != Some(b'[') {
                return Property { name, values };
            }
            values.push(self.read_value());
        }
    }

    /// Reads the value between brackets. A backslash keeps the next character as it is, and removes
    /// a line ending.
    fn read_value(&mut self) -> Cow<'a, str> {
        self.advance();
        let start = self.at;
        let mut unescaped: Option<String> = None;
        let mut copied = start;
        while let Some(letter) = self.peek() {
            match letter {
                b']' => break,
                b'\\' => {
                    let text = unescaped.get_or_insert_default();
                    text.push_str(&self.text[copied..self.at]);
                    self.advance();
                    copied = self.at;
                    // The next character is kept, whatever it is, and may be the last.
                    if self.peek() == Some(b'\r') {
                        self.advance();
                        copied = self.at;
                    }
                    if self.peek() == Some(b'\n') {
                        self.advance();
                        copied = self.at;
                    } else if self.peek().is_some() {
                        self.advance();
                    }
                }
                _ => self.advance(),
            }
        }
        let end = self.at.min(self.text.len());
        self.advance();
        match unescaped {
            None => Cow::Borrowed(&self.text[start..end]),
            Some(mut text) => {
                text.push_str(&self.text[copied.min(end)..end]);
                Cow::Owned(text)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_trees(text: &str) -> Vec<Vec<(u32, Node<'_>)>> {
        let mut trees = Trees::new(text);
        let tree = || trees.next_tree().then(|| std::iter::from_fn(|| trees.next_node()).collect());
        std::iter::from_fn(tree).collect()
    }

    #[test]
    fn main_lines_are_followed() {
        let text = "junk (;GM[6]C[a\\]b\\\\c]\n;W[31ab](;B[double]X[1][2])(;B[other])) (;GM[6])";
        let trees = parse_trees(text);
        assert_eq!(trees.len(), 2);
        let [root, first, second] = &trees[0][..] else { panic!("{trees:?}") };
        assert_eq!(root.1.text("C"), Some("a]b\\c"));
        assert_eq!((first.0, first.1.text("W")), (2, Some("31ab")));
        assert_eq!(second.1.text("B"), Some("double"));
        assert_eq!(second.1.values("X").collect::<Vec<_>>(), ["1", "2"]);
    }

    #[test]
    fn old_names_have_small_letters() {
        let tree = parse_trees("(;GaMe[6]CoPyright[x])").remove(0);
        assert_eq!(tree[0].1.text("GM"), Some("6"));
    }

    #[test]
    fn broken_trees_end() {
        for text in ["(", "(;", "(;C[", "(;C[\\", "(;C[é\\", "((((", ")(;W[", "(;C[\\é]"] {
            let _ = parse_trees(text);
        }
    }
}
