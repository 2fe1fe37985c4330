//! The records of an `.xg` file are unpacked before they are read: these are packed here.
#![no_main]

use flate2::{Compression, write::ZlibEncoder};
use libfuzzer_sys::fuzz_target;
use sheshbesh_record::{Options, read};
use std::io::Write;

/// Bytes of a record; a mutation of a whole one is worth little, so that only its ends differ.
const LENGTH: usize = 2560;
/// A record's first bytes hold most of what it says.
const MOST: usize = 192;

fuzz_target!(|bytes: &[u8]| {
    let mut file = b"RGMH\0\0\0\0\x18\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0".to_vec();
    file.truncate(24);
    let mut packed = ZlibEncoder::new(file, Compression::none());
    for chunk in bytes.chunks(MOST) {
        let mut record = [0; LENGTH];
        record[8..][..chunk.len()].copy_from_slice(chunk);
        // Plays say behind their candidates that they were made.
        record[2308] = 1;
        packed.write_all(&record).expect("into memory");
    }
    let file = packed.finish().expect("into memory");
    if let Ok(reading) = read(&file, &Options::default()) {
        for game in &reading.record.games {
            assert!(game.replay(&reading.record).into_iter().flatten().all(|moment| moment.is_ok()));
        }
    }
});
