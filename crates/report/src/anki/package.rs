//! The ZIP archive of an Anki package.

use super::DeckError;
use flate2::{Compression, write::DeflateEncoder};
use rawzip::{CompressionMethod, ZipArchiveWriter, time::UtcDateTime};
use std::io::Write;

/// Writes the archive of a collection without media.
pub(super) fn write(collection: &[u8]) -> Result<Vec<u8>, DeckError> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    // The same deck is the same file, so it has no date of its own.
    let oldest = UtcDateTime::from_components(1980, 1, 1, 0, 0, 0, 0).expect("a valid date");
    // The second file lists media by number.
    for (name, contents) in [("collection.anki2", collection), ("media", b"{}")] {
        let file = archive
            .new_file(name)
            .last_modified(oldest)
            .compression_method(CompressionMethod::DEFLATE);
        let (mut entry, config) = file.start()?;
        let encoder = DeflateEncoder::new(&mut entry, Compression::default());
        let mut writer = config.wrap(encoder);
        writer.write_all(contents)?;
        let (encoder, descriptor) = writer.finish()?;
        encoder.finish()?;
        entry.finish(descriptor)?;
    }
    Ok(archive.finish()?)
}
