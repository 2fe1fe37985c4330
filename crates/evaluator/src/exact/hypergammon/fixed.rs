//! Three-byte little-endian fixed-point numbers of the table.
//!
//! Probabilities have steps of 2⁻²³. Equities have steps of 2⁻²¹ points per game and start at −4.
//! Both steps are finer than the changes of a sweep at the end, and whole points and certain
//! outcomes are exact.

use super::values::{CUBES, OUTCOMES, Value, cubeless};

const WIDTH: usize = 3;
/// Bytes of a position; the cubeless equity follows from the outcomes.
pub(super) const BYTES: usize = (OUTCOMES + CUBES) * WIDTH;

const PROBABILITY: f32 = (1 << 23) as f32;
const POINT: f32 = (1 << 21) as f32;
/// Lower bound of equities.
const LEAST: f32 = -4.0;

pub(super) fn to_bytes(value: &Value) -> [u8; BYTES] {
    let outcomes = value.outcomes.map(|p| (p.clamp(0.0, 1.0) * PROBABILITY).round());
    let cube = value.cube.map(|e| ((e.clamp(LEAST, -LEAST - 1.0) - LEAST) * POINT).round());
    let mut bytes = [0; BYTES];
    let (numbers, _) = bytes.as_chunks_mut::<WIDTH>();
    for (bytes, number) in numbers.iter_mut().zip(outcomes.into_iter().chain(cube)) {
        let [low, middle, high, _] = (number as u32).to_le_bytes();
        *bytes = [low, middle, high];
    }
    bytes
}

pub(super) fn from_bytes(bytes: &[u8; BYTES]) -> Value {
    let (numbers, _) = bytes.as_chunks::<WIDTH>();
    let number = |index: usize| {
        let [low, middle, high] = numbers[index];
        u32::from_le_bytes([low, middle, high, 0]) as f32
    };
    let outcomes: [f32; OUTCOMES] = std::array::from_fn(|i| number(i) / PROBABILITY);
    let cube: [f32; CUBES] = std::array::from_fn(|i| number(OUTCOMES + i) / POINT + LEAST);
    Value { outcomes, cube, cubeless: cubeless(&outcomes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for points in -3i8..=3 {
            let value = Value {
                outcomes: [0.0, 1.0, 0.5, 0.25, 1.0 / 36.0],
                cube: [f32::from(points), -3.0, 0.123_456_7, 2.999_999],
                cubeless: 0.0,
            };
            let back = from_bytes(&to_bytes(&value));
            assert_eq!((back.outcomes[..4].to_vec(), back.cube[..2].to_vec()), {
                (value.outcomes[..4].to_vec(), value.cube[..2].to_vec())
            });
            assert!((back.outcomes[4] - value.outcomes[4]).abs() <= 0.5 / PROBABILITY);
            for (back, value) in back.cube.iter().zip(value.cube) {
                assert!((back - value).abs() <= 0.51 / POINT, "{back} {value}");
            }
        }
        // Sums of rounded numbers may slightly exceed one.
        let beyond = Value { outcomes: [1.000_000_1; 5], cube: [3.000_000_2; 4], cubeless: 0.0 };
        assert_eq!(from_bytes(&to_bytes(&beyond)).outcomes, [1.0; 5]);
    }
}
