//! Loss of differences between siblings, which decide the choice of a play.

use crate::data::{Sample, siblings};

/// Slopes of μ/(k − 1) Σ ((eᵢ − ē) − (yᵢ − ȳ))², summed over rolls of k ≥ 2 siblings, with respect
/// to each predicted equity e. The target equities are y, and μ is `weight`. An error that all
/// siblings share has no slope. After Tesauro's comparison training, Connectionist Learning of
/// Expert Preferences, NIPS 1988, with a squared error in place of a binary comparison of two
/// plays.
///
/// # Panics
/// If the numbers of equities and samples differ.
pub(crate) fn slopes_by_equity(samples: &[Sample], equities: &[f32], weight: f32) -> Vec<f32> {
    assert_eq!(samples.len(), equities.len(), "samples and equities differ in number");
    let mut slopes = Vec::with_capacity(samples.len());
    for roll in siblings(samples) {
        let equities = &equities[slopes.len()..slopes.len() + roll.len()];
        if roll.len() == 1 {
            slopes.push(0.0);
            continue;
        }
        let errors = || equities.iter().zip(roll).map(|(e, sample)| e - sample.target.equity());
        let mean = errors().sum::<f32>() / roll.len() as f32;
        let factor = 2.0 * weight / (roll.len() - 1) as f32;
        // The slope of the mean vanishes: the differences from it sum to zero.
        slopes.extend(errors().map(|error| factor * (error - mean)));
    }
    slopes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_samples;

    /// The loss itself, in double precision.
    fn error(samples: &[Sample], equities: &[f64], weight: f64) -> f64 {
        let mut first = 0;
        let mut sum = 0.0;
        for roll in siblings(samples) {
            let of_roll = &equities[first..first + roll.len()];
            first += roll.len();
            let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
            let taught: Vec<f64> = roll.iter().map(|s| f64::from(s.target.equity())).collect();
            let squares = of_roll.iter().zip(&taught).map(|(e, y)| {
                let difference = (e - mean(of_roll)) - (y - mean(&taught));
                difference * difference
            });
            if roll.len() > 1 {
                sum += weight * squares.sum::<f64>() / (roll.len() - 1) as f64;
            }
        }
        sum
    }

    #[test]
    fn slopes_are_those_of_the_error() {
        let mut samples = test_samples(12);
        for (index, sample) in samples.iter_mut().enumerate() {
            sample.is_sibling = ![0, 1, 3, 8].contains(&index);
        }
        let equities: Vec<f32> = (0..12).map(|i| ((i * 37) % 100) as f32 / 50.0 - 1.0).collect();
        let exact: Vec<f64> = equities.iter().map(|&e| e.into()).collect();
        for weight in [0.5, 2.0] {
            let found = slopes_by_equity(&samples, &equities, weight);
            for index in 0..12 {
                let moved = |by: f64| {
                    let mut moved = exact.clone();
                    moved[index] += by;
                    error(&samples, &moved, weight.into())
                };
                let want = (moved(1e-4) - moved(-1e-4)) / 2e-4;
                assert!((f64::from(found[index]) - want).abs() < 1e-4, "{index}");
            }
        }
        assert_eq!(slopes_by_equity(&samples, &equities, 0.0), [0.0; 12]);
    }
}
