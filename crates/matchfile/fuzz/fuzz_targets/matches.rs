//! Fuzzes all readers and writers. Every record that is read can be replayed, and its JSON is read
//! back equal. It can also be written in the other formats, and `find_export_losses` can compare it with them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sheshbesh_matchfile::{ExportFormat, ExportLoss, ExportLosses, Match, Options, WriteFormat, find_export_losses, read, read_all, write, write_all};

fuzz_target!(|bytes: &[u8]| {
    let Ok(readings) = read_all(bytes, &Options::default()) else { return };
    let records: Vec<&Match> = readings.iter().map(|reading| &reading.record).collect();
    let all = read_all(write_all(&records, WriteFormat::Json).as_bytes(), &Options::default());
    assert_eq!(all.expect("JSON that was written is read").len(), records.len());
    records.into_iter().for_each(check);
});

fn check(record: &Match) {
    for game in &record.games {
        // A game that cannot begin at its score has no entries.
        let Ok(replay) = game.replay(record) else {
            assert!(game.entries.is_empty());
            continue;
        };
        assert!(replay.into_iter().all(|step| step.is_ok()));
    }
    for format in WriteFormat::ALL {
        let text = write(record, format);
        let losses = find_export_losses(record, &text);
        if format == WriteFormat::Json {
            let again = read(text.as_bytes(), &Options::default());
            let again = again.expect("JSON that was written is read").record.without_lines();
            assert_eq!(write(&again, format), text);
            assert!(!losses.iter().any(|loss| matches!(loss, ExportLoss::Annotations(_) | ExportLoss::Actions(_))));
        }
    }
    for format in [ExportFormat::Ogxm, ExportFormat::XgText] {
        if let Ok(bytes) = format.export(&[record]) {
            // Files without a game are not read back.
            let _ = read_all(&bytes, &Options::default());
            ExportLosses::find_in(record, format, &bytes);
        }
    }
}
