//! Any text that parses as a match equity table gives probabilities, at every score and beyond the
//! table.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sheshbesh_evaluator::cube::MatchEquityTable;

fuzz_target!(|text: &str| {
    if let Ok(table) = MatchEquityTable::parse(text, "a.xml") {
        let most = i32::from(table.length()) + 3;
        for own in -1..=most {
            for opponent in -1..=most {
                for crawford_over in [false, true] {
                    let chance = table.chance(own, opponent, crawford_over);
                    assert!((0.0..=1.0).contains(&chance), "{own} {opponent}: {chance}");
                }
            }
        }
    }
});
