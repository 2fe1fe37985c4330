//! Trainable numbers, and the optimisers' steps.

use crate::recipe::Optimiser;
use bincode::{BorrowDecode, Decode, Encode, de::Decoder, error::DecodeError};
use pulp::{Arch, Simd, WithSimd};
use sheshbesh_network::maths;

/// Adam's constants, as in Kingma and Ba (*Adam: a method for stochastic optimization*, 2015):
/// decay rates of the means of gradients and of their squares.
const KEEP: f32 = 0.9;
const KEEP_SQUARES: f32 = 0.999;
pub(crate) const EPSILON: f32 = 1e-8;
/// Smaller values are set to zero. They are negligible next to [`EPSILON`], but the means of
/// weights without gradient would become subnormal, and arithmetic with subnormal numbers takes a
/// hundred times as long.
const LEAST_GRADIENT: f32 = 1e-15;
const LEAST_MEAN: f32 = 1e-20;
const LEAST_SQUARE: f32 = 1e-34;
/// From this step on, the bias corrections equal one to the last bit.
const MANY_STEPS: u32 = 1 << 20;

/// Numbers, with Adam's state.
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

    /// Resets the state: forgets all earlier gradients.
    pub(crate) fn forget(&mut self) {
        self.means.fill(0.0);
        self.squares.fill(0.0);
    }

    /// Makes the step number `steps`, counted from 1.
    pub(crate) fn step(&mut self, gradient: &[f32], optimiser: Optimiser, rate: f32, steps: u32) {
        match optimiser {
            Optimiser::Adam => {
                let steps = steps.min(MANY_STEPS) as i32;
                let scales = Scales {
                    rate,
                    mean: 1.0 / (1.0 - maths::powi_f32(KEEP, steps)),
                    square: 1.0 / (1.0 - maths::powi_f32(KEEP_SQUARES, steps)),
                };
                Arch::new().dispatch(Adam { param: self, gradient, scales });
            }
            Optimiser::SgdSum => add_scaled(&mut self.values, gradient, -rate),
        }
    }
}

/// A step of Adam.
struct Adam<'a> {
    param: &'a mut AdamParam,
    gradient: &'a [f32],
    scales: Scales,
}

/// Learning rate, and bias corrections of the means, which start at zero.
#[derive(Clone, Copy)]
struct Scales {
    rate: f32,
    mean: f32,
    square: f32,
}

impl WithSimd for Adam<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { param: AdamParam { values, means, squares }, gradient, scales } = self;
        let (values, last_values) = S::as_mut_simd_f32s(values);
        let (means, last_means) = S::as_mut_simd_f32s(means);
        let (squares, last_squares) = S::as_mut_simd_f32s(squares);
        let (gradient, last_gradient) = S::as_simd_f32s(gradient);
        let numbers = values.iter_mut().zip(means).zip(squares).zip(gradient);
        for (((value, mean), square), &g) in numbers {
            scales.change::<S>(simd, [value, mean, square], g);
        }
        let mut value = simd.partial_load_f32s(last_values);
        let mut mean = simd.partial_load_f32s(last_means);
        let mut square = simd.partial_load_f32s(last_squares);
        let g = simd.partial_load_f32s(last_gradient);
        scales.change::<S>(simd, [&mut value, &mut mean, &mut square], g);
        simd.partial_store_f32s(last_values, value);
        simd.partial_store_f32s(last_means, mean);
        simd.partial_store_f32s(last_squares, square);
    }
}

impl Scales {
    #[inline(always)]
    fn change<S: Simd>(&self, simd: S, [value, mean, square]: [&mut S::f32s; 3], g: S::f32s) {
        let g = or_nothing(simd, g, LEAST_GRADIENT);
        *mean = or_nothing(simd, nearer(simd, *mean, g, 1.0 - KEEP), LEAST_MEAN);
        let newer = nearer(simd, *square, simd.mul_f32s(g, g), 1.0 - KEEP_SQUARES);
        *square = or_nothing(simd, newer, LEAST_SQUARE);
        let scaled = simd.mul_f32s(*mean, simd.splat_f32s(self.mean));
        let root = simd.sqrt_f32s(simd.mul_f32s(*square, simd.splat_f32s(self.square)));
        let divisor = simd.add_f32s(root, simd.splat_f32s(EPSILON));
        let step = simd.div_f32s(simd.mul_f32s(simd.splat_f32s(self.rate), scaled), divisor);
        *value = simd.sub_f32s(*value, step);
    }
}

/// Moves by a fraction of the distance to other numbers.
// A closure might not be compiled for the vector instructions.
#[inline(always)]
fn nearer<S: Simd>(simd: S, from: S::f32s, to: S::f32s, share: f32) -> S::f32s {
    let way = simd.mul_f32s(simd.splat_f32s(share), simd.sub_f32s(to, from));
    simd.add_f32s(from, way)
}

#[inline(always)]
fn or_nothing<S: Simd>(simd: S, values: S::f32s, least: f32) -> S::f32s {
    let is_less = simd.less_than_f32s(simd.abs_f32s(values), simd.splat_f32s(least));
    simd.select_f32s(is_less, simd.splat_f32s(0.0), values)
}

/// Accepts only values with as many means and squares.
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

/// Adds `row` times `scale` to `sums`, up to the length of the shorter one.
pub(crate) fn add_scaled(sums: &mut [f32], row: &[f32], scale: f32) {
    Arch::new().dispatch(AddScaled { sums, row, scale });
}

/// Same as [`add_scaled`], within a SIMD dispatch.
pub(crate) struct AddScaled<'a> {
    pub(crate) sums: &'a mut [f32],
    pub(crate) row: &'a [f32],
    pub(crate) scale: f32,
}

impl WithSimd for AddScaled<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let length = self.sums.len().min(self.row.len());
        let (sums, last_sums) = S::as_mut_simd_f32s(&mut self.sums[..length]);
        let (row, last_row) = S::as_simd_f32s(&self.row[..length]);
        let scale = simd.splat_f32s(self.scale);
        for (sum, &value) in sums.iter_mut().zip(row) {
            *sum = simd.mul_add_f32s(scale, value, *sum);
        }
        let (sum, value) = (simd.partial_load_f32s(last_sums), simd.partial_load_f32s(last_row));
        simd.partial_store_f32s(last_sums, simd.mul_add_f32s(scale, value, sum));
    }
}

/// Moves by `share` of the distance to other numbers, up to the length of the shorter slice.
pub(crate) fn lerp(own: &mut [f32], others: &[f32], share: f32) {
    Arch::new().dispatch(Lerp { own, others, share });
}

struct Lerp<'a> {
    own: &'a mut [f32],
    others: &'a [f32],
    share: f32,
}

impl WithSimd for Lerp<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let (own, last_own) = S::as_mut_simd_f32s(self.own);
        let (others, last_others) = S::as_simd_f32s(self.others);
        for (own, &other) in own.iter_mut().zip(others) {
            *own = nearer(simd, *own, other, self.share);
        }
        let (from, to) = (simd.partial_load_f32s(last_own), simd.partial_load_f32s(last_others));
        simd.partial_store_f32s(last_own, nearer(simd, from, to, self.share));
    }
}

/// Sets `values` to `length` zeros.
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
    // With a constant gradient, every step equals the learning rate.
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
