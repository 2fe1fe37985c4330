//! Whatever is read as a network is written as one that is read as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sheshbesh_evaluator::{Network, file::Kind};

/// A header with the right checksum, so that the fuzzer reaches what is behind it.
const WEIGHTS: Kind = Kind { name: "weights", magic: *b"SHESHNET", version: 1 };

fuzz_target!(|bytes: &[u8]| {
    for bytes in [bytes.to_vec(), WEIGHTS.frame(bytes)] {
        if let Ok(network) = Network::from_bytes(&bytes) {
            assert_eq!(Network::from_bytes(&network.to_bytes()), Ok(network));
        }
    }
});
