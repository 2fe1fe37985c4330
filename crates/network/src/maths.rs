//! Functions of real numbers with the same bits on every platform.
//!
//! The standard library takes `exp`, `ln`, `powf` and the like from the C library of the platform,
//! or from one chosen for the processor. Those differ in the last bit, and then results differ
//! between machines. These come from the crate `libm`, which computes them from operations that
//! IEEE 754 rounds exactly. `clippy.toml` forbids the standard ones. `sqrt` is rounded exactly
//! everywhere.

pub use libm::{cos, exp, expf as exp_f32, log as ln, logf as ln_f32, pow as powf};

/// x to the power of a whole number, by squaring.
///
/// ```
/// use sheshbesh_network::maths::powi;
/// assert_eq!((powi(1.5, 3), powi(2.0, -2), powi(0.3, 0)), (3.375, 0.25, 1.0));
/// ```
pub fn powi(x: f64, exponent: i32) -> f64 {
    let power = by_squaring(x, exponent.unsigned_abs(), 1.0, |a, b| a * b);
    if exponent < 0 { 1.0 / power } else { power }
}

/// Same as [`powi`], in single precision.
pub fn powi_f32(x: f32, exponent: i32) -> f32 {
    let power = by_squaring(x, exponent.unsigned_abs(), 1.0, |a, b| a * b);
    if exponent < 0 { 1.0 / power } else { power }
}

fn by_squaring<T: Copy>(x: T, mut exponent: u32, one: T, multiply: impl Fn(T, T) -> T) -> T {
    let (mut square, mut power) = (x, one);
    loop {
        if exponent & 1 == 1 {
            power = multiply(power, square);
        }
        exponent >>= 1;
        if exponent == 0 {
            return power;
        }
        square = multiply(square, square);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits that every platform must give. The arguments are those of match equities and rollouts.
    #[test]
    fn the_bits_are_the_same_everywhere() {
        assert_eq!(exp(-0.5).to_bits(), 0x3fe3_68b2_fc6f_960a);
        assert_eq!(exp_f32(-0.7).to_bits(), 0x3efe_406e);
        assert_eq!(ln(19.0).to_bits(), 0x4007_8e36_0604_b32c);
        assert_eq!(ln_f32(19.0).to_bits(), 0x403c_71b0);
        assert_eq!(cos(0.7).to_bits(), 0x3fe8_7996_529f_9d93);
        assert_eq!(powf(3.0, 1.5).to_bits(), 0x4014_c8dc_2e42_3980);
        assert_eq!(powi(0.999, 1234).to_bits(), 0x3fd2_9edc_3254_effc);
    }
}
