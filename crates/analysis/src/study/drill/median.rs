//! Median of times.

/// The median: with an even number of values, the mean of the two in the middle. `None` without
/// values.
pub(super) fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let upper = *sorted.get(sorted.len() / 2)?;
    Some((sorted[(sorted.len() - 1) / 2] + upper) / 2.0)
}

#[test]
fn the_median_is_in_the_middle() {
    assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
    assert_eq!(median(&[4.0, 3.0, 1.0, 2.0]), Some(2.5));
    assert_eq!(median(&[]), None);
}
