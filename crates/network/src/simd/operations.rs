//! Tests of each operation of every kernel against its definition, number by number.

use super::{Instructions, Kernel, Task};
use sheshbesh_movegen::testing::Random;

/// Number of `i16`s; whole vectors of any kernel.
const COUNT: usize = 64;
const PAIRS: usize = COUNT / 2;

type I16Array = [i16; COUNT];

/// Operands of the operations.
struct Operands {
    a: I16Array,
    b: I16Array,
    bytes: [i8; COUNT],
    /// An `i32` for each pair.
    numbers: [[i32; PAIRS]; 2],
    floats: [f32; PAIRS],
    shift: u32,
}

/// Results of the operations.
#[derive(Debug, PartialEq)]
struct Results {
    added: I16Array,
    subtracted: I16Array,
    multiplied: I16Array,
    positive: I16Array,
    widened: I16Array,
    splat: I16Array,
    narrow: I16Array,
    numbers: [i32; PAIRS],
    products: [i32; PAIRS],
    nonzero_pairs: Vec<u16>,
    nonzero_floats: Vec<u16>,
}

impl Results {
    const NONE: Self = Self {
        added: [0; COUNT],
        subtracted: [0; COUNT],
        multiplied: [0; COUNT],
        positive: [0; COUNT],
        widened: [0; COUNT],
        splat: [0; COUNT],
        narrow: [0; COUNT],
        numbers: [0; PAIRS],
        products: [0; PAIRS],
        nonzero_pairs: Vec::new(),
        nonzero_floats: Vec::new(),
    };
}

/// Computes an `i16` for each index.
fn i16s(value: impl FnMut(usize) -> i16) -> I16Array {
    std::array::from_fn(value)
}

impl Operands {
    /// Returns random operands, of which many are the minimum, the maximum or zero.
    fn random(random: &mut Random) -> Self {
        let mut word = || match random.below(5) {
            0 => [0, 1, -1, i16::MIN, i16::MAX][random.below(5)],
            1 => 0,
            _ => random.below(1 << 16) as u16 as i16,
        };
        let (a, b) = (i16s(|_| word()), i16s(|_| word()));
        let bytes = i16s(|_| word()).map(|word| word as i8);
        let mut number = || i32::from(word()) << 16 | i32::from(word()) & 0xffff;
        let numbers = std::array::from_fn(|_| std::array::from_fn(|_| number()));
        let mut float = || match number().rem_euclid(6) {
            0 => [f32::NAN, -0.0, f32::MIN_POSITIVE / 4.0, f32::INFINITY, -1.0, 0.0]
                [number().rem_euclid(6) as usize],
            1 | 2 => 0.0,
            _ => number() as f32,
        };
        let floats = std::array::from_fn(|_| float());
        Self { a, b, bytes, numbers, floats, shift: number().rem_euclid(20) as u32 }
    }

    /// Returns the results by definition.
    fn defined(&self) -> Results {
        let Self { a, b, bytes, numbers: [low, high], floats, shift } = self;
        let product = |i: usize| i32::from(a[i]) * i32::from(b[i]);
        let narrow =
            |number: i32| (number >> shift).clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        let indices = |wanted: &dyn Fn(usize) -> bool| {
            (0..PAIRS).filter(|&index| wanted(index)).map(|index| index as u16).collect()
        };
        Results {
            added: i16s(|i| a[i].wrapping_add(b[i])),
            subtracted: i16s(|i| a[i].wrapping_sub(b[i])),
            multiplied: i16s(|i| a[i].wrapping_mul(b[i])),
            positive: i16s(|i| a[i].saturating_add(b[i]).max(0)),
            widened: i16s(|i| i16::from(bytes[i])),
            splat: i16s(|i| a[i % 2]),
            narrow: i16s(|i| narrow(if i < PAIRS { low[i] } else { high[i - PAIRS] })),
            numbers: std::array::from_fn(|i| low[i].wrapping_add(high[i])),
            products: std::array::from_fn(|i| {
                low[i].wrapping_add(product(2 * i)).wrapping_add(product(2 * i + 1))
            }),
            nonzero_pairs: indices(&|i| a[2 * i] != 0 || a[2 * i + 1] != 0),
            nonzero_floats: indices(&|i| floats[i] != 0.0),
        }
    }
}

impl Task for &Operands {
    type Output = Results;

    #[inline(always)]
    fn run<K: Kernel>(self) -> Results {
        let Operands { a, b, bytes, numbers: [low, high], floats, shift } = self;
        let mut results = Results::NONE;
        let mut first = 0;
        while first < COUNT {
            // SAFETY: `Instructions::run` has checked that the processor has the instructions.
            // Arrays are whole vectors of any kernel, and `indices` has room for all of one.
            unsafe {
                let (x, y) =
                    (K::load_i16s(a.as_ptr().add(first)), K::load_i16s(b.as_ptr().add(first)));
                K::store_i16s(results.added.as_mut_ptr().add(first), K::add_i16s(x, y));
                K::store_i16s(results.subtracted.as_mut_ptr().add(first), K::sub_i16s(x, y));
                K::store_i16s(results.multiplied.as_mut_ptr().add(first), K::mul_i16s(x, y));
                K::store_i16s(results.positive.as_mut_ptr().add(first), K::add_relu(x, y));
                K::store_i16s(
                    results.widened.as_mut_ptr().add(first),
                    K::widen_i8s(bytes.as_ptr().add(first)),
                );
                K::store_i16s(results.splat.as_mut_ptr().add(first), K::splat_pair(a.as_ptr()));
                let pair = first / 2;
                let load = |from: &[i32; PAIRS]| from.as_ptr().add(pair).cast::<i16>();
                let (p, q) = (K::load_i16s(load(low)), K::load_i16s(load(high)));
                let to = results.numbers.as_mut_ptr().add(pair);
                K::store_i16s(to.cast(), K::add_i32s(p, q));
                let to = results.products.as_mut_ptr().add(pair);
                K::store_i16s(to.cast(), K::multiply_add_pairs(p, x, y));
                let mut indices = [0; 2 * PAIRS];
                let count =
                    K::write_set_bits(K::nonzero_pairs(x), pair as u32, indices.as_mut_ptr());
                results.nonzero_pairs.extend(&indices[..count]);
                let mask = K::nonzero(K::load(floats.as_ptr().add(pair)));
                let count = K::write_set_bits(mask, pair as u32, indices.as_mut_ptr());
                results.nonzero_floats.extend(&indices[..count]);
            }
            first += K::I16_LANES;
        }
        // Two vectors of `i32`s make one vector of `i16`s.
        let all: [[i32; PAIRS]; 2] = [*low, *high];
        let all = all.as_flattened();
        let mut first = 0;
        while first < COUNT {
            // SAFETY: as above; there are as many `i32`s as `i16`s.
            unsafe {
                let from: *const i16 = all.as_ptr().add(first).cast();
                let (low, high) = (K::load_i16s(from), K::load_i16s(from.add(K::I16_LANES)));
                K::store_i16s(results.narrow.as_mut_ptr().add(first), K::narrow(low, high, *shift));
            }
            first += K::I16_LANES;
        }
        results
    }
}

#[test]
fn every_kernel_does_what_the_definition_says() {
    let mut random = Random::new(39);
    for _ in 0..2000 {
        let operands = Operands::random(&mut random);
        let want = operands.defined();
        for instructions in Instructions::available() {
            assert_eq!(instructions.run(&operands), want, "{instructions:?}");
        }
    }
}
