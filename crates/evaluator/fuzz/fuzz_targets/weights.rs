//! Any bytes that parse as a network are written and read back as the same network, which evaluates
//! positions.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sheshbesh_evaluator::{Depth, Evaluator, Settings};
use sheshbesh_movegen::Game;
use sheshbesh_network::{Network, file::FileKind};
use std::sync::LazyLock;

/// Payloads of valid files in the current formats, of a network and of an ensemble, with the file
/// kinds that frame them. Edited payloads get the right checksum, so that the fuzzer reaches the
/// code behind the header.
static WHOLE: LazyLock<[(Vec<u8>, FileKind); 2]> = LazyLock::new(|| {
    let small = include_bytes!("../../../../weights/backgammon/small.weights");
    let small = Network::from_bytes(small).expect("a shipped file");
    let two = vec![(small.clone(), 0.75), (small.clone(), 0.25)];
    let ensemble = Network::ensemble(two).expect("two members");
    [small, ensemble].map(|network| {
        let bytes = network.to_bytes();
        let magic = bytes[..8].try_into().expect("eight bytes");
        let version = u32::from_le_bytes(bytes[8..12].try_into().expect("four bytes"));
        let kind = FileKind { name: "weights", magic, version };
        let payload = kind.check(&bytes).expect("it is whole").to_vec();
        assert!(Network::from_bytes(&kind.frame(&payload)).is_ok(), "the header is not understood");
        (payload, kind)
    })
});

/// Edits a valid payload: of each four bytes, three select the place and one is the new value. Half
/// of the places are near the front, which holds names and lengths.
fn edited(payload: &[u8], edits: &[u8]) -> Vec<u8> {
    let mut payload = payload.to_vec();
    for edit in edits.chunks_exact(4) {
        let place = u32::from_le_bytes([edit[0], edit[1], edit[2], 0]) as usize;
        let range = if place % 2 == 0 { 256 } else { payload.len() };
        payload[place / 2 % range] = edit[3];
    }
    payload
}

fuzz_target!(|bytes: &[u8]| {
    let framed = WHOLE
        .iter()
        .flat_map(|(payload, kind)| [kind.frame(bytes), kind.frame(&edited(payload, bytes))]);
    for bytes in framed.chain([bytes.to_vec()]) {
        if let Ok(network) = Network::from_bytes(&bytes) {
            assert_eq!(Network::from_bytes(&network.to_bytes()).as_ref(), Ok(&network));
            let outcomes = Evaluator::new(&network, Settings::default())
                .evaluate(&Game::Backgammon.start(), Depth::ONE)
                .outcomes;
            assert!(outcomes.0.iter().all(|outcome| !outcome.is_nan()));
        }
    }
});
