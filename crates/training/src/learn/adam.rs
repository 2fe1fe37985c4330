//! Numbers that are learned, and how a step changes them.

use crate::recipe::Optimiser;
use bincode::{BorrowDecode, Decode, Encode, de::Decoder, error::DecodeError};

/// Adam's constants, those of Kingma and Ba (*Adam: a method for stochastic optimization*, 2015):
/// how much the means of gradients and of their squares keep at each step.
const KEEP: f32 = 0.9;
const KEEP_SQUARES: f32 = 0.999;
pub(crate) const EPSILON: f32 = 1e-8;
/// What is smaller counts as nothing: next to [`EPSILON`] it changes nothing, but numbers too small
/// to be normal, to which the means of weights without gradient would fall, take a hundred times as
/// long to compute with.
const LEAST_GRADIENT: f32 = 1e-15;
const LEAST_MEAN: f32 = 1e-20;
const LEAST_SQUARE: f32 = 1e-34;
/// From here on the means' scales are one to the last bit.
const MANY_STEPS: u32 = 1 << 20;

/// Numbers, and what Adam knows of them.
#[derive(Clone, Encode)]
pub(crate) struct AdamParam {
    pub(crate) values: Vec<f32>,
    /// Means of the gradients and of their squares.
    means: Vec<f32>,
    squares: Vec<f32>,
}

impl AdamParam {
    pub(crate) fn new(values: &[f32]) -> Self {
        let zeros = vec![0.0; values.len()];
        Self { values: values.to_vec(), means: zeros.clone(), squares: zeros }
    }

    /// Forgets all earlier gradients.
    pub(crate) fn forget(&mut self) {
        self.means.fill(0.0);
        self.squares.fill(0.0);
    }

    /// The step number `steps`, from 1.
    #[inline(always)]
    pub(crate) fn step(&mut self, gradient: &[f32], optimiser: Optimiser, rate: f32, steps: u32) {
        match optimiser {
            Optimiser::Adam => self.adam(gradient, rate, steps),
            Optimiser::SgdSum => add_scaled(&mut self.values, gradient, -rate),
        }
    }

    #[inline(always)]
    fn adam(&mut self, gradient: &[f32], rate: f32, steps: u32) {
        let steps = steps.min(MANY_STEPS) as i32;
        let mean_scale = 1.0 / (1.0 - KEEP.powi(steps));
        let square_scale = 1.0 / (1.0 - KEEP_SQUARES.powi(steps));
        let Self { values, means, squares } = self;
        for (((value, mean), square), &g) in values.iter_mut().zip(means).zip(squares).zip(gradient)
        {
            let g = or_nothing(g, LEAST_GRADIENT);
            *mean = or_nothing(*mean + (1.0 - KEEP) * (g - *mean), LEAST_MEAN);
            let newer = *square + (1.0 - KEEP_SQUARES) * (g * g - *square);
            *square = or_nothing(newer, LEAST_SQUARE);
            *value -= rate * (*mean * mean_scale) / ((*square * square_scale).sqrt() + EPSILON);
        }
    }
}

/// What is read has means for each value.
impl<C> Decode<C> for AdamParam {
    fn decode<D: Decoder<Context = C>>(decoder: &mut D) -> Result<Self, DecodeError> {
        let (values, means, squares) = <(Vec<f32>, Vec<f32>, Vec<f32>)>::decode(decoder)?;
        if means.len() == values.len() && squares.len() == values.len() {
            Ok(Self { values, means, squares })
        } else {
            Err(DecodeError::Other("weights and their means differ in number"))
        }
    }
}

impl<'de, C> BorrowDecode<'de, C> for AdamParam {
    fn borrow_decode<D: bincode::de::BorrowDecoder<'de, Context = C>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        Self::decode(decoder)
    }
}

#[inline(always)]
fn or_nothing(value: f32, least: f32) -> f32 {
    if value.abs() < least { 0.0 } else { value }
}

/// Adds a row times `scale`; the shorter of the two says how far.
#[inline(always)]
pub(crate) fn add_scaled(sums: &mut [f32], row: &[f32], scale: f32) {
    for (sum, value) in sums.iter_mut().zip(row) {
        *sum += scale * value;
    }
}

/// Goes a share of the way to other numbers.
#[inline(always)]
pub(crate) fn lerp(own: &mut [f32], others: &[f32], share: f32) {
    for (own, other) in own.iter_mut().zip(others) {
        *own += share * (other - *own);
    }
}

/// Makes it `length` zeros.
pub(crate) fn zero(values: &mut Vec<f32>, length: usize) {
    values.clear();
    values.resize(length, 0.0);
}

#[test]
fn adam_goes_a_whole_step_at_first_and_follows_the_sign() {
    let mut param = AdamParam::new(&[1.0, 1.0, 1.0]);
    for steps in 1..=10 {
        param.step(&[0.5, -2.0, 0.0], Optimiser::Adam, 0.01, steps);
    }
    // With a constant gradient every step is the rate.
    for (value, want) in param.values.iter().zip([0.9, 1.1, 1.0]) {
        assert!((value - want).abs() < 1e-4, "{value}, not {want}");
    }
}

#[test]
fn what_has_no_gradient_any_more_comes_to_rest() {
    let mut param = AdamParam::new(&[1.0]);
    param.step(&[0.5], Optimiser::Adam, 0.01, 1);
    for steps in 2..200_000 {
        param.step(&[1e-25], Optimiser::Adam, 0.01, steps);
        let small = [param.means[0], param.squares[0]];
        assert!(small.iter().all(|value| !value.is_subnormal()), "{small:?} after {steps}");
    }
    assert_eq!((param.means[0], param.squares[0]), (0.0, 0.0));
}
