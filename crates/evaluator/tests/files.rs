//! Weights files: whole or refused.

use proptest::prelude::*;
use sheshbesh_evaluator::{
    Network, Outcomes,
    cube::{Efficiency, Ladder, MatchEquityTable},
    file::{Damage, FileError, HEADER_LENGTH, Kind},
    inputs::{BucketSet, PatternSet},
    network::ClassSet,
};
use sheshbesh_movegen::{BySide, Class, Cube, Game, Situation, Stakes};
use std::fs;

#[test]
fn the_shipped_network_is_whole_and_says_where_it_comes_from() {
    let network = Network::shipped();
    assert_eq!(Network::from_bytes(&network.to_bytes()).as_ref(), Ok(network));
    let provenance = &network.provenance;
    assert!(!provenance.recipe.is_empty() && provenance.games > 0 && provenance.samples > 0);
}

/// Format 3 named neither the game nor patterns nor buckets; there was one of each.
#[test]
fn files_of_the_format_before_are_read_and_written_in_this_one() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/small.weights");
    let old = fs::read(path).unwrap();
    assert_eq!(old[8], 3);
    for network in [&Network::from_bytes(&old).unwrap(), Network::shipped()] {
        assert_eq!(network.game(), Game::Backgammon);
        let classes: Vec<ClassSet> = network.experts().iter().map(|e| e.classes).collect();
        assert_eq!(classes, [ClassSet::CONTACT, ClassSet::RACE]);
        let new = network.to_bytes();
        assert_eq!(new[8], 4);
        assert_eq!(Network::from_bytes(&new).as_ref(), Ok(network));
    }
    let contact = |network: &Network| network.experts()[0].net.shape().clone();
    let small = contact(&Network::from_bytes(&old).unwrap());
    assert_eq!((small.patterns, small.buckets), (None, BucketSet::Single));
    let shipped = contact(Network::shipped());
    assert_eq!(shipped.patterns, Some((PatternSet::Windows4, 256)));
    assert_eq!(shipped.buckets, BucketSet::GamePlan16);
}

/// What gives weights their meaning is named in their file, and an unknown name is refused.
#[test]
fn a_network_of_encodings_that_are_not_known_is_refused_by_their_names() {
    let bytes = Network::shipped().to_bytes();
    for name in ["backgammon", "contact", "structural2", "windows-4", "game-plan-16"] {
        let place = bytes.windows(name.len()).position(|w| w == name.as_bytes()).unwrap();
        let mut other = bytes[HEADER_LENGTH..].to_vec();
        other[place - HEADER_LENGTH] = b'x';
        let kind = Kind { name: "weights", magic: *b"SHESHNET", version: 4 };
        let error = Network::from_bytes(&kind.frame(&other)).unwrap_err();
        assert!(matches!(error, Damage::Content { .. }), "{error}");
        assert!(error.to_string().contains(&format!("x{}", &name[1..])), "{error}");
    }
}

#[test]
fn damage_of_every_kind_is_named() {
    let bytes = Network::shipped().to_bytes();
    let damage = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err();
    assert!(matches!(damage(b""), Damage::OtherKind("weights")));
    assert!(matches!(damage(b"position_id,win"), Damage::OtherKind("weights")));
    assert!(matches!(damage(&bytes[..100]), Damage::Length { .. }));
    assert!(matches!(damage(&[&bytes[..], b"x"].concat()), Damage::Length { .. }));
    let mut changed = bytes.clone();
    changed[8] = 99;
    assert!(matches!(damage(&changed), Damage::Version { found: 99, .. }));
    let mut changed = bytes.clone();
    *changed.last_mut().unwrap() ^= 1;
    assert!(matches!(damage(&changed), Damage::Checksum("weights")));
}

#[test]
fn files_are_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.weights");
    let network = Network::shipped();
    network.write(&path).unwrap();
    assert_eq!(&Network::read(&path).unwrap(), network);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
    let missing = folder.path().join("no/such/folder/some.weights");
    let error = network.write(&missing).unwrap_err();
    assert!(matches!(error, FileError::Io { action: "write", .. }), "{error}");
    assert!(error.to_string().contains("no/such/folder"), "{error}");
    assert!(Network::read(&missing).is_err());
}

/// Rows of a table: up to four square ones that may be a table, or any.
fn shape() -> impl Strategy<Value = Vec<Vec<f32>>> {
    let chance =
        || prop_oneof![4 => 0.0..=1.0f32, 1 => Just(0.0f32), 1 => Just(1.0f32), 1 => Just(0.5f32)];
    let any = prop::collection::vec(prop::collection::vec(chance(), 0..4), 0..4);
    let square = (2..=4usize).prop_flat_map(move |length| {
        prop::collection::vec(prop::collection::vec(chance(), length), length)
    });
    // Chances that rise along a row, as those of a real table do, and fall down a column.
    let falling = square.clone().prop_map(|mut rows| {
        let length = rows.len();
        for own in 0..length {
            for opponent in 0..length {
                let middle = 0.5 + 0.1 * (opponent as f32 - own as f32);
                rows[own][opponent] = middle + 0.05 * (rows[own][opponent] - 0.5);
            }
        }
        rows
    });
    prop_oneof![1 => any, 1 => square, 4 => falling]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_text_makes_the_reader_of_match_equity_tables_panic(
        text in ".{0,200}",
        place: prop::sample::Index,
        other in any::<char>(),
    ) {
        prop_assert!(MatchEquityTable::parse(&text, "a.xml").is_err());
        // A table with one character changed is read or refused.
        let mut table: Vec<char> = include_str!("../data/Kazaross-XG2.xml").chars().collect();
        let place = place.index(table.len());
        table[place] = other;
        let text: String = table.into_iter().collect();
        if let Ok(table) = MatchEquityTable::parse(&text, "a.xml") {
            prop_assert!((0.0..=1.0).contains(&table.chance(30, 40, false)));
        }
    }

    #[test]
    fn a_match_equity_table_of_any_shape_is_refused_or_gives_probabilities(
        before in shape(),
        after in shape(),
        length in 1..=64u16,
        score: [prop::sample::Index; 2],
        exponent in 0..=10u8,
    ) {
        let rows = |rows: &[Vec<f32>]| -> String {
            let row = |row: &Vec<f32>| -> String {
                row.iter().map(|chance| format!("<me>{chance}</me>")).collect()
            };
            rows.iter().map(|entries| format!("<row>{}</row>", row(entries))).collect()
        };
        let text = format!(
            "<met><pre-crawford-table>{}</pre-crawford-table>\
             <post-crawford-table>{}</post-crawford-table></met>",
            rows(&before),
            rows(&after),
        );
        let Ok(table) = MatchEquityTable::parse(&text, "a.xml") else { return Ok(()) };
        for own in -2..=12 {
            for opponent in -2..=12 {
                for crawford_over in [false, true] {
                    let chance = table.chance(own, opponent, crawford_over);
                    prop_assert!((0.0..=1.0).contains(&chance), "{own} {opponent} {chance}");
                }
            }
        }
        let start = Game::Backgammon.start();
        let mut situation = Situation::new(start, Game::Backgammon);
        situation.stakes = Stakes::Match { length, crawford: false };
        let [on_roll, opponent] = score.map(|points| points.index(length.into()) as u16);
        situation.score = BySide { on_roll, opponent };
        situation.cube = Cube::new(exponent, None).unwrap();
        let ladder = Ladder::new(&situation, &table, Efficiency::default(), true).unwrap();
        for outcomes in [[0.3, 0.2, 0.1, 0.3, 0.05, 0.05], [0.0, 0.0, 0.0, 1.0, 0.0, 0.0]] {
            let values = ladder.leaf(&Outcomes(outcomes), Class::Contact);
            let chance = ladder.present(&values);
            prop_assert!((0.0..=1.0001).contains(&chance), "{situation:?} {chance}");
            prop_assert!(ladder.points(chance).is_finite());
        }
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Network::from_bytes(&bytes).is_err());
    }

    #[test]
    fn every_changed_byte_is_noticed(place: prop::sample::Index, change in 1..=255u8) {
        let mut bytes = Network::shipped().to_bytes();
        let place = place.index(bytes.len());
        bytes[place] ^= change;
        prop_assert!(Network::from_bytes(&bytes).is_err());
    }
}
