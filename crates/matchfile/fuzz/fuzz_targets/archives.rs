//! Fuzzes the records and the comments of `.xg` files. Both are compressed in a file, so the target
//! compresses its input.
#![no_main]

use flate2::{Compression, write::ZlibEncoder};
use libfuzzer_sys::fuzz_target;
use sheshbesh_matchfile::{Options, read};
use std::io::Write;

/// Size of a record in bytes. Mutations of a whole record find little, so the input fills only a
/// part of it.
const LENGTH: usize = 2560;
/// Number of bytes filled at the start of a record; they hold most of its fields.
const MOST: usize = 192;

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::none());
    packer.write_all(bytes).expect("into memory");
    packer.finish().expect("into memory")
}

/// An entry in the archive's list of files.
fn listed(name: &[u8], start: usize, length: usize) -> [u8; 532] {
    let mut listed = [0; 532];
    listed[0] = name.len() as u8;
    listed[1..=name.len()].copy_from_slice(name);
    listed[516..520].copy_from_slice(&(length as u32).to_le_bytes());
    listed[520..524].copy_from_slice(&(start as u32).to_le_bytes());
    listed
}

fuzz_target!(|input: (&[u8], Vec<u8>)| {
    let (bytes, comments) = input;
    let mut records = Vec::new();
    for chunk in bytes.chunks(MOST) {
        let mut record = [0; LENGTH];
        record[8..][..chunk.len()].copy_from_slice(chunk);
        // Plays are marked as made after their candidates.
        record[2308] = 1;
        records.extend(record);
    }
    let (records, comments) = (packed(&records), packed(&comments));
    let list =
        [listed(b"temp.xg", 0, records.len()), listed(b"temp.xgc", records.len(), comments.len())];
    let mut end = [0; 36];
    end[4] = 2;
    end[12..16].copy_from_slice(&(532u32 * 2).to_le_bytes());
    let header = *b"RGMH\0\0\0\0\x18\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
    let file = [&header[..], &records, &comments, list.as_flattened(), &end].concat();
    if let Ok(reading) = read(&file, &Options::default()) {
        for game in &reading.record.games {
            assert!(
                game.replay(&reading.record).into_iter().flatten().all(|step| step.is_ok())
            );
        }
    }
});
