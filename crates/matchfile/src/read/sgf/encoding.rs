//! Encodings that trees declare with `CA`.

/// Splits a file into parts of one encoding, each with its declared name. Joined files may have
/// several encodings. A file that is not a tree is one part without a name.
pub(crate) fn split_by_encoding(bytes: &[u8]) -> Vec<(&[u8], Option<&str>)> {
    let mut found: Vec<(usize, Option<&str>)> = Vec::new();
    let starts = find_trees(bytes);
    for (index, &start) in starts.iter().enumerate() {
        let end = starts.get(index + 1).copied().unwrap_or(bytes.len());
        let last = found.last().and_then(|&(_, name)| name);
        let name = find_declared_encoding(&bytes[start..end]).or(last);
        if found.is_empty() || name != last {
            // Bytes before the first tree belong to it.
            found.push((if found.is_empty() { 0 } else { start }, name));
        }
    }
    if found.is_empty() {
        return vec![(bytes, None)];
    }
    let ends = found.iter().skip(1).map(|&(start, _)| start).chain([bytes.len()]);
    found.iter().zip(ends).map(|(&(start, name), end)| (&bytes[start..end], name)).collect()
}

/// Finds the starts of trees and of variations: at the beginning, and after the end of another one.
fn find_trees(bytes: &[u8]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut may_start = true;
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'(' if may_start => starts.push(at),
            b' ' | b'\t' | b'\r' | b'\n' => continue,
            // A byte order mark before the tree to which it applies.
            0xef | 0xbb | 0xbf if may_start => continue,
            // A file with any other beginning is not a tree.
            _ if starts.is_empty() => return starts,
            _ => {}
        }
        may_start = byte == b')';
    }
    starts
}

/// The first value of `CA` in the root of a tree.
fn find_declared_encoding(tree: &[u8]) -> Option<&str> {
    let mut name: Vec<u8> = Vec::new();
    let mut nodes = 0;
    let mut at = 0;
    while let Some(&byte) = tree.get(at) {
        at += 1;
        match byte {
            b'[' => {
                let start = at;
                while tree.get(at).is_some_and(|&byte| byte != b']') {
                    at += if tree[at] == b'\\' { 2 } else { 1 };
                }
                if name == b"CA" {
                    let value = std::str::from_utf8(tree.get(start..at)?).ok()?.trim();
                    return Some(value).filter(|value| !value.is_empty());
                }
                at += 1;
            }
            b';' | b'(' | b')' => {
                nodes += u32::from(byte == b';');
                if nodes > 1 || byte == b')' {
                    return None;
                }
                name.clear();
            }
            b']' | b' ' | b'\t' | b'\r' | b'\n' => {}
            letter if letter.is_ascii_uppercase() => name.push(letter),
            letter if letter.is_ascii_lowercase() => {}
            _ => name.clear(),
        }
        // Values end the name of a property.
        if byte == b'[' {
            name.clear();
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_declare_encodings() {
        for (text, expected) in [
            ("(;FF[4]GM[6]CA[windows-1251]AP[x])", vec![Some("windows-1251")]),
            ("(;GM[6]C[CA[x\\]CA[y]PB[a]CA [ KOI8-R ])", vec![Some("KOI8-R")]),
            ("(;GM[6];W[31]CA[x])", vec![None]),
            ("(;GM[6]XCA[y]CA[])", vec![None]),
            ("(;CA[a])\n(;CA[b];W[31](;W[42])(;W[53]))(;GM[6])", vec![Some("a"), Some("b")]),
            ("(;CA[a\\", vec![None]),
            ("CA[a]", vec![None]),
            ("", vec![None]),
        ] {
            let parts = split_by_encoding(text.as_bytes());
            let names: Vec<_> = parts.iter().map(|&(_, name)| name).collect();
            assert_eq!(names, expected, "{text}");
            let whole: Vec<u8> = parts.iter().flat_map(|&(part, _)| part).copied().collect();
            assert_eq!(whole, text.as_bytes(), "{text}");
        }
    }
}
