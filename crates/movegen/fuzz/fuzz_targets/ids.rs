//! Whatever is read as an ID is written as one that is read as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sheshbesh_movegen::{Position, Situation, Variant};

fuzz_target!(|text: &str| {
    for variant in Variant::ALL {
        if let Ok(position) = Position::from_gnu_id(text, variant) {
            assert_eq!(position.gnu_id(), text);
        }
        if let Ok(situation) = Situation::parse(text, variant) {
            assert_eq!(Situation::parse(&situation.xgid(), variant).as_ref(), Ok(&situation));
            let id = situation.gnu_id();
            let again = Situation::parse(&id, variant).expect("a written ID is read");
            assert_eq!(again.gnu_id(), id);
        }
    }
});
