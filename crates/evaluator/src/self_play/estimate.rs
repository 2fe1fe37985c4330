//! Means with standard errors.

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Mean of the games.
    pub mean: f32,
    /// Standard error of the mean; infinite for fewer than two games.
    pub standard_error: f32,
}

/// Mean of values with its standard error.
pub(crate) fn estimate(values: impl Iterator<Item = f32> + Clone) -> Estimate {
    let (mut count, mut sum) = (0.0f64, 0.0f64);
    for value in values.clone() {
        count += 1.0;
        sum += f64::from(value);
    }
    let mean = sum / f64::max(count, 1.0);
    let differences = values.map(|value| f64::from(value) - mean);
    let squares: f64 = differences.map(|difference| difference * difference).sum();
    let standard_error =
        if count < 2.0 { f32::INFINITY } else { (squares / (count - 1.0) / count).sqrt() as f32 };
    Estimate { mean: mean as f32, standard_error }
}
