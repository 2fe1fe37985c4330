//! Tests of each operation of every kernel against its definition, number by number.

use super::{Instructions, Kernel, Task};
use sheshbesh_movegen::testing::Random;

/// Number of words; whole vectors of any kernel.
const WORDS: usize = 64;
const PAIRS: usize = WORDS / 2;

type Words = [i16; WORDS];

/// Operands of the operations.
struct Operands {
    a: Words,
    b: Words,
    bytes: [i8; WORDS],
    /// Numbers of 32 bits, one for each pair.
    numbers: [[i32; PAIRS]; 2],
    floats: [f32; PAIRS],
    shift: u32,
}

/// Results of the operations.
#[derive(Debug, PartialEq)]
struct Results {
    added: Words,
    subtracted: Words,
    multiplied: Words,
    positive: Words,
    widened: Words,
    splat: Words,
    narrow: Words,
    numbers: [i32; PAIRS],
    products: [i32; PAIRS],
    nonzero_pairs: Vec<u16>,
    nonzero_floats: Vec<u16>,
}

impl Results {
    const NONE: Self = Self {
        added: [0; WORDS],
        subtracted: [0; WORDS],
        multiplied: [0; WORDS],
        positive: [0; WORDS],
        widened: [0; WORDS],
        splat: [0; WORDS],
        narrow: [0; WORDS],
        numbers: [0; PAIRS],
        products: [0; PAIRS],
        nonzero_pairs: Vec::new(),
        nonzero_floats: Vec::new(),
    };
}

/// Computes a word for each index.
fn words(word: impl FnMut(usize) -> i16) -> Words {
    std::array::from_fn(word)
}

impl Operands {
    /// Returns random operands, of which many are the minimum, the maximum or zero.
    fn random(random: &mut Random) -> Self {
        let mut word = || match random.below(5) {
            0 => [0, 1, -1, i16::MIN, i16::MAX][random.below(5)],
            1 => 0,
            _ => random.below(1 << 16) as u16 as i16,
        };
        let (a, b) = (words(|_| word()), words(|_| word()));
        let bytes = words(|_| word()).map(|word| word as i8);
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
        let places = |wanted: &dyn Fn(usize) -> bool| {
            (0..PAIRS).filter(|&place| wanted(place)).map(|place| place as u16).collect()
        };
        Results {
            added: words(|i| a[i].wrapping_add(b[i])),
            subtracted: words(|i| a[i].wrapping_sub(b[i])),
            multiplied: words(|i| a[i].wrapping_mul(b[i])),
            positive: words(|i| a[i].saturating_add(b[i]).max(0)),
            widened: words(|i| i16::from(bytes[i])),
            splat: words(|i| a[i % 2]),
            narrow: words(|i| narrow(if i < PAIRS { low[i] } else { high[i - PAIRS] })),
            numbers: std::array::from_fn(|i| low[i].wrapping_add(high[i])),
            products: std::array::from_fn(|i| {
                low[i].wrapping_add(product(2 * i)).wrapping_add(product(2 * i + 1))
            }),
            nonzero_pairs: places(&|i| a[2 * i] != 0 || a[2 * i + 1] != 0),
            nonzero_floats: places(&|i| floats[i] != 0.0),
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
        while first < WORDS {
            // SAFETY: `Instructions::run` has checked that the processor has the instructions.
            // Arrays are whole vectors of any kernel, and `places` has room for all indices of one.
            unsafe {
                let (x, y) =
                    (K::load_words(a.as_ptr().add(first)), K::load_words(b.as_ptr().add(first)));
                K::store_words(results.added.as_mut_ptr().add(first), K::add_words(x, y));
                K::store_words(results.subtracted.as_mut_ptr().add(first), K::sub_words(x, y));
                K::store_words(results.multiplied.as_mut_ptr().add(first), K::mul_words(x, y));
                K::store_words(results.positive.as_mut_ptr().add(first), K::add_positive(x, y));
                K::store_words(
                    results.widened.as_mut_ptr().add(first),
                    K::widen_bytes(bytes.as_ptr().add(first)),
                );
                K::store_words(results.splat.as_mut_ptr().add(first), K::splat_pair(a.as_ptr()));
                let pair = first / 2;
                let load = |from: &[i32; PAIRS]| from.as_ptr().add(pair).cast::<i16>();
                let (p, q) = (K::load_words(load(low)), K::load_words(load(high)));
                let to = results.numbers.as_mut_ptr().add(pair);
                K::store_words(to.cast(), K::add_numbers(p, q));
                let to = results.products.as_mut_ptr().add(pair);
                K::store_words(to.cast(), K::multiply_add_pairs(p, x, y));
                let mut places = [0; 2 * PAIRS];
                let count = K::write_places(K::nonzero_pairs(x), pair as u32, places.as_mut_ptr());
                results.nonzero_pairs.extend(&places[..count]);
                let mask = K::nonzero(K::load(floats.as_ptr().add(pair)));
                let count = K::write_places(mask, pair as u32, places.as_mut_ptr());
                results.nonzero_floats.extend(&places[..count]);
            }
            first += K::WORDS;
        }
        // Two vectors of numbers make one vector of words.
        let all: [[i32; PAIRS]; 2] = [*low, *high];
        let all = all.as_flattened();
        let mut first = 0;
        while first < WORDS {
            // SAFETY: as above; there are as many numbers as words.
            unsafe {
                let from: *const i16 = all.as_ptr().add(first).cast();
                let (low, high) = (K::load_words(from), K::load_words(from.add(K::WORDS)));
                K::store_words(
                    results.narrow.as_mut_ptr().add(first),
                    K::narrow(low, high, *shift),
                );
            }
            first += K::WORDS;
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
