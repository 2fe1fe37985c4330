//! Number formatting.

/// Formats a number with commas as thousands separators.
///
/// ```
/// assert_eq!(sheshbesh_analysis::numbers::thousands(1_234_567), "1,234,567");
/// ```
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number for an error message, in exponent notation if plain digits would be too many.
///
/// ```
/// use sheshbesh_analysis::numbers::brief;
/// assert_eq!([102.1, 61.0, 1e308, -2e-300].map(brief), ["102.1", "61", "1e308", "-2e-300"]);
/// ```
pub fn brief(number: f64) -> String {
    /// Maximum length of plain digits, enough for any number with six digits before the point and
    /// full precision after it.
    const MOST: usize = 24;
    let digits = number.to_string();
    if digits.len() <= MOST { digits } else { format!("{number:e}") }
}

/// Formats the half-width of an interval with `places` decimals. Prints `?` for an infinite width,
/// the result of too few games.
pub fn interval(half: f64, places: usize) -> String {
    if half.is_finite() { format!("{half:.places$}") } else { "?".to_owned() }
}

/// Formats points or equity with a sign.
pub fn signed(number: f64) -> String {
    // Adding zero avoids a negative zero.
    let number = (number * 1000.0).round() / 1000.0 + 0.0;
    format!("{number:+.3}")
}

#[test]
fn numbers_have_commas() {
    let texts = [0, 12, 123, 1234, 123_456, 1_234_567].map(thousands);
    assert_eq!(texts, ["0", "12", "123", "1,234", "123,456", "1,234,567"]);
}

#[test]
fn what_is_not_known_is_a_question_mark() {
    assert_eq!((interval(0.123_46, 4), interval(f64::INFINITY, 4)), ("0.1235".into(), "?".into()));
}
