//! Weights files: whole or refused.

use proptest::prelude::*;
use sheshbesh_evaluator::{
    Network,
    cube::MatchEquityTable,
    file::{Damage, FileError},
};
use std::fs;

#[test]
fn the_shipped_network_is_whole_and_says_where_it_comes_from() {
    let network = Network::shipped();
    assert_eq!(Network::from_bytes(&network.to_bytes()).as_ref(), Ok(network));
    let provenance = &network.provenance;
    assert!(!provenance.recipe.is_empty() && provenance.games > 0 && provenance.samples > 0);
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
