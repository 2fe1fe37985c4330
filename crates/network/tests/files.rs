//! Tests of weights files: valid files are read, all others are rejected.

use proptest::prelude::*;
use sheshbesh_movegen::Game;
use sheshbesh_network::{
    ClassSet, Companion, ENSEMBLE_WEIGHTS, InvalidEnsemble, Network, WEIGHTS,
    file::{
        Damage, FileError, FileKind, HEADER_LENGTH, file_fingerprint, fingerprint,
        write_atomically, write_own,
    },
    inputs::{BucketSet, PatternSet},
};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    fs,
    path::Path,
    sync::{
        LazyLock,
        atomic::{AtomicUsize, Ordering},
    },
};

/// The system allocator, which records the largest request.
struct Watched;

static LARGEST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all calls are forwarded to the system allocator.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LARGEST.fetch_max(layout.size(), Ordering::Relaxed);
        // SAFETY: guaranteed by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: guaranteed by the caller.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Watched = Watched;

/// Reads one of the networks in the repository.
fn read(name: &str) -> Network {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon");
    Network::read(&Path::new(folder).join(name)).unwrap()
}

fn shipped() -> &'static Network {
    static NETWORK: LazyLock<Network> = LazyLock::new(|| read("shipped.weights"));
    &NETWORK
}

#[test]
fn the_shipped_network_is_whole_and_says_where_it_comes_from() {
    let network = shipped();
    assert_eq!(Network::from_bytes(&network.to_bytes()).as_ref(), Ok(network));
    let provenance = &network.provenance;
    assert!(!provenance.recipe.is_empty() && provenance.games > 0 && provenance.samples > 0);
}

/// Format 3 did not name the game, the patterns or the buckets, since there was only one of each.
#[test]
fn files_of_the_format_before_are_read_and_written_in_this_one() {
    let networks = ["small.weights", "full.weights"].map(|name| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon");
        assert_eq!(fs::read(Path::new(folder).join(name)).unwrap()[8], 3);
        read(name)
    });
    for network in &networks {
        assert_eq!(network.game(), Game::Backgammon);
        let classes: Vec<ClassSet> = network.experts().iter().map(|e| e.classes).collect();
        assert_eq!(classes, [ClassSet::CONTACT, ClassSet::RACE]);
        let new = network.to_bytes();
        assert_eq!(new[8], 4);
        assert_eq!(Network::from_bytes(&new).as_ref(), Ok(network));
    }
    let contact = |network: &Network| network.experts()[0].net.shape().clone();
    let [small, full] = networks.each_ref().map(contact);
    assert_eq!((small.patterns, small.buckets), (None, BucketSet::Single));
    assert_eq!(full.patterns, Some((PatternSet::Windows4, 256)));
    assert_eq!(full.buckets, BucketSet::GamePlan16);
}

/// Returns an ensemble of the shipped network, the full one and the small one.
fn make_ensemble() -> Network {
    let others = [("full.weights", 2.0), ("small.weights", 1.0)];
    let others = others.map(|(name, weight)| (read(name), weight));
    Network::ensemble([(shipped().clone(), 5.0)].into_iter().chain(others).collect()).unwrap()
}

#[test]
fn an_ensemble_is_read_as_it_was_written() {
    let ensemble = make_ensemble();
    assert_eq!(ensemble.members(), 3);
    assert_eq!(ensemble.weight(), 0.625);
    let weights: Vec<f32> = ensemble.companions().iter().map(Companion::weight).collect();
    assert_eq!(weights, [0.25, 0.125]);
    let bytes = ensemble.to_bytes();
    assert_eq!(bytes[8], 5);
    let again = Network::from_bytes(&bytes).unwrap();
    assert_eq!(again, ensemble);
    assert_eq!(again.to_bytes(), bytes);
    // Each member's origin is kept.
    assert_eq!(again.provenance, shipped().provenance);
    assert_eq!(again.companions()[0].provenance(), &read("full.weights").provenance);
    assert_eq!(again.pruner(), shipped().pruner());
    let parameters = ["full.weights", "small.weights"].map(|name| {
        let network = read(name);
        network.parameters() - network.pruner().map_or(0, |net| net.shape().parameters())
    });
    assert_eq!(again.parameters(), shipped().parameters() + parameters.iter().sum::<usize>());
    assert_ne!(again.checksum(), shipped().checksum());
    // Sixteen weights without an exact sum.
    let members = (1..=16).map(|n| (read("small.weights"), n as f32 / 7.0)).collect();
    let sixteen = Network::ensemble(members).unwrap();
    assert_eq!(Network::from_bytes(&sixteen.to_bytes()).as_ref(), Ok(&sixteen));
    let parts = sixteen.companions().iter().map(|c| f64::from(c.weight()));
    assert!((f64::from(sixteen.weight()) + parts.sum::<f64>() - 1.0).abs() < 1e-6);
    // An ensemble of one member is the network itself, in its usual format.
    let one = Network::ensemble(vec![(shipped().clone(), 0.3)]).unwrap();
    assert_eq!(one.to_bytes(), shipped().to_bytes());
}

#[test]
fn ensembles_in_ensembles_are_taken_apart() {
    let outer = vec![(read("full.weights"), 1.0), (make_ensemble(), 3.0)];
    let flat = Network::ensemble(outer).unwrap();
    let weights: Vec<f32> = flat.companions().iter().map(Companion::weight).collect();
    assert_eq!(flat.weight(), 0.25);
    assert_eq!(weights, [0.75 * 0.625, 0.75 * 0.25, 0.75 * 0.125]);
    assert_eq!(flat.companions()[0].experts(), shipped().experts());
    assert_eq!(flat.pruner(), read("full.weights").pruner());
}

#[test]
fn what_makes_no_ensemble_is_refused() {
    let small = read("small.weights");
    let of = |weights: &[f32]| {
        Network::ensemble(weights.iter().map(|&weight| (small.clone(), weight)).collect())
    };
    assert_eq!(of(&[]), Err(InvalidEnsemble::Members { found: 0 }));
    assert_eq!(of(&[1.0; 17]), Err(InvalidEnsemble::Members { found: 17 }));
    assert!(of(&[1.0; 16]).is_ok());
    for weight in [0.0, -0.0, -1.0, f32::INFINITY, f32::NAN] {
        let error = of(&[1.0, weight]).unwrap_err();
        assert!(matches!(error, InvalidEnsemble::Weight { member: 2, .. }), "{error}");
        assert!(of(&[weight]).is_err());
    }
    // The weight becomes 0 when divided by the sum.
    assert!(matches!(of(&[1e-40, 1e30]), Err(InvalidEnsemble::Weight { member: 1, .. })));
    assert!(of(&[f32::MAX; 16]).is_ok());
    let other = small.clone().for_game(Game::Nackgammon).unwrap();
    let error = Network::ensemble(vec![(small.clone(), 1.0), (other, 1.0)]).unwrap_err();
    assert!(matches!(error, InvalidEnsemble::Games { .. }), "{error}");
}

/// Tests damaged files of ensembles, and undamaged files that do not describe one.
#[test]
fn files_of_ensembles_are_whole_or_refused() {
    let small = read("small.weights");
    let two = Network::ensemble(vec![(small.clone(), 0.75), (small.clone(), 0.25)]).unwrap();
    let bytes = two.to_bytes();
    let damage = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err();
    assert!(matches!(damage(&bytes[..bytes.len() - 1]), Damage::Length { .. }));
    let mut changed = bytes.clone();
    *changed.last_mut().unwrap() ^= 1;
    assert!(matches!(damage(&changed), Damage::Checksum("weights")));
    let mut changed = bytes.clone();
    changed[8] = 6;
    assert!(matches!(damage(&changed), Damage::Version { found: 6, expected: 5, .. }));
    // The payload starts with the length and the letters of the game's name, the number of members,
    // and the first member's weight.
    let payload = &bytes[HEADER_LENGTH..];
    let count = 1 + "backgammon".len();
    assert_eq!((payload[count], &payload[count + 1..count + 5]), (2, &0.75f32.to_le_bytes()[..]));
    for weight in [0.0, -1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut other = payload.to_vec();
        other[count + 1..count + 5].copy_from_slice(&weight.to_le_bytes());
        let error = damage(&ENSEMBLE_WEIGHTS.frame(&other)).to_string();
        assert!(error.contains("weights must be positive"), "{error}");
    }
    let mut other = payload.to_vec();
    other[count + 1..count + 5].copy_from_slice(&0.25f32.to_le_bytes());
    let halves = Network::from_bytes(&ENSEMBLE_WEIGHTS.frame(&other)).unwrap();
    assert_eq!(halves.weight(), 0.5, "weights of a file are divided by their sum");
    for members in [0, 1, 3, 17, 250] {
        let mut other = payload.to_vec();
        other[count] = members;
        let error = damage(&ENSEMBLE_WEIGHTS.frame(&other));
        assert!(matches!(error, Damage::Content { .. }), "{members}: {error}");
    }
    // More members than allowed, and none, each of them valid.
    let member = &payload[count + 1..payload.len() - pruner_bytes(&small)];
    let member = &member[..member.len() / 2];
    let file = |members: usize| {
        let mut payload = payload[..count].to_vec();
        payload.push(members as u8);
        payload.extend(member.repeat(members));
        payload.push(0);
        Network::from_bytes(&ENSEMBLE_WEIGHTS.frame(&payload))
    };
    assert_eq!(file(16).unwrap().members(), 16);
    assert_eq!(file(1).unwrap().experts(), small.experts());
    for members in [0, 17] {
        let error = file(members).unwrap_err().to_string();
        assert!(error.contains(&format!("1 to 16 members, not {members}")), "{error}");
    }
}

/// Returns the number of bytes of a network's pruner at the end of its file, including the mark for
/// its presence.
fn pruner_bytes(network: &Network) -> usize {
    let experts = network.experts().to_vec();
    let mut bare = Network::new(network.game(), experts, None).unwrap();
    bare.provenance = network.provenance.clone();
    1 + network.to_bytes().len() - bare.to_bytes().len()
}

/// Files name everything that gives weights their meaning, and unknown names are rejected.
#[test]
fn a_network_of_encodings_that_are_not_known_is_refused_by_their_names() {
    let bytes = shipped().to_bytes();
    for name in ["backgammon", "contact", "structural2", "windows-4", "game-plan-16"] {
        let place = bytes.windows(name.len()).position(|w| w == name.as_bytes()).unwrap();
        let mut other = bytes[HEADER_LENGTH..].to_vec();
        other[place - HEADER_LENGTH] = b'x';
        let error = Network::from_bytes(&WEIGHTS.frame(&other)).unwrap_err();
        assert!(matches!(error, Damage::Content { .. }), "{error}");
        assert!(error.to_string().contains(&format!("x{}", &name[1..])), "{error}");
    }
}

#[test]
fn damage_of_every_kind_is_named() {
    let bytes = shipped().to_bytes();
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
    let network = shipped();
    network.write(&path).unwrap();
    assert_eq!(&Network::read(&path).unwrap(), network);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
    let missing = folder.path().join("no/such/folder/some.weights");
    let error = network.write(&missing).unwrap_err();
    assert!(matches!(error, FileError::Io { action: "write", .. }), "{error}");
    assert!(error.to_string().contains("no/such/folder"), "{error}");
    assert!(Network::read(&missing).is_err());
}

#[cfg(unix)]
#[test]
fn a_link_stays_and_what_it_leads_to_is_written() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("kept")).unwrap();
    symlink("kept/file", path("link")).unwrap();
    symlink("link", path("link of a link")).unwrap();
    symlink("loop", path("loop")).unwrap();
    // At first the target of the links is missing, then it is a file.
    for (link, bytes) in [("link of a link", b"one"), ("link of a link", b"two"), ("link", b"six")]
    {
        write_atomically(&path(link), bytes).unwrap();
        assert_eq!(fs::read_link(path("link")).unwrap(), Path::new("kept/file"));
        assert_eq!(fs::read_link(path("link of a link")).unwrap(), Path::new("link"));
        assert_eq!(fs::read(path("kept/file")).unwrap(), bytes);
    }
    assert_eq!(fs::read_dir(path("kept")).unwrap().count(), 1, "no temporary file is left");
    assert!(write_atomically(&path("loop"), b"nowhere").is_err());
    assert!(fs::read_link(path("loop")).is_ok());
}

#[cfg(unix)]
#[test]
fn a_pipe_is_written_into_and_a_folder_is_refused() {
    use std::os::unix::fs::FileTypeExt;
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe).unwrap()
    });
    // More bytes than a pipe holds at once.
    let bytes = vec![7; 1 << 20];
    write_atomically(&pipe, &bytes).unwrap();
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    assert_eq!(reader.join().unwrap(), bytes);
    assert!(write_atomically(folder.path(), b"a file").is_err());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Network::from_bytes(&bytes).is_err());
    }

    #[test]
    fn every_changed_byte_is_noticed(place: prop::sample::Index, change in 1..=255u8) {
        let mut bytes = shipped().to_bytes();
        let place = place.index(bytes.len());
        bytes[place] ^= change;
        prop_assert!(Network::from_bytes(&bytes).is_err());
    }
}

#[test]
fn a_payload_in_pieces_is_the_same_file() {
    let kind = FileKind { name: "some", magic: *b"SHESHXXX", version: 7 };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pieces");
    let payload: Vec<u8> = (0..1000).map(|n| (n * 7 % 251) as u8).collect();
    for length in [1, 64, 999, 2000] {
        kind.write_pieces(&path, || payload.chunks(length).map(<[u8]>::to_vec)).unwrap();
        assert_eq!(fs::read(&path).unwrap(), kind.frame(&payload));
    }
    kind.write_pieces(&path, std::iter::empty).unwrap();
    assert_eq!(fs::read(&path).unwrap(), kind.frame(&[]));
}

#[test]
fn memory_is_taken_for_what_a_file_has_and_not_for_what_it_claims() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.weights");
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let FileError::Damaged { problem, .. } = Network::read(&path).unwrap_err() else {
            panic!("it can be read")
        };
        problem
    };
    // The header claims 2 GB, or the maximum.
    for claimed in [1 << 31, u64::MAX] {
        let mut bytes = WEIGHTS.frame(&[0; 62_000]);
        bytes[12..20].copy_from_slice(&claimed.to_le_bytes());
        let expected = claimed.saturating_add(HEADER_LENGTH as u64);
        let found = bytes.len() as u64;
        assert_eq!(refused(&bytes), Damage::Length { kind: "weights", expected, found });
    }
    // The payload claims a layer, experts, classes or a string with as many elements as can be
    // encoded.
    let whole = shipped().to_bytes();
    let payload = &whole[HEADER_LENGTH..];
    for place in (0..400).filter(|&place| payload[place] < 251) {
        for claimed in [1u64 << 20, 1 << 28, 500_000_000, 1 << 40, u64::MAX] {
            let mut bytes = payload[..place].to_vec();
            bytes.push(253);
            bytes.extend(claimed.to_le_bytes());
            bytes.extend(&payload[place + 1..60_000]);
            // Other errors are possible, for example if the number is not a length: the file is
            // rejected.
            assert!(matches!(refused(&WEIGHTS.frame(&bytes)), Damage::Content { .. }));
        }
    }
    // Other tests hold whole networks at the same time; a file of 60 kB may take a megabyte.
    let largest = LARGEST.load(Ordering::Relaxed);
    assert!(largest < 1 << 26, "{largest}");
}

#[cfg(unix)]
#[test]
fn weights_come_from_pipes_and_endless_devices_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let send = |bytes: Vec<u8>| {
        let pipe = pipe.clone();
        // A reader that has seen enough closes the pipe.
        std::thread::spawn(move || fs::write(pipe, bytes).is_ok())
    };
    let sent = send(shipped().to_bytes());
    assert_eq!(&Network::read(&pipe).unwrap(), shipped());
    assert!(sent.join().unwrap());
    let sent = send([shipped().to_bytes(), vec![0; 1 << 20]].concat());
    let error = Network::read(&pipe).unwrap_err().to_string();
    assert!(error.contains("bytes, found"), "{error}");
    sent.join().unwrap();
    let mut claims = WEIGHTS.frame(&[0; 1 << 20]);
    claims[12..20].copy_from_slice(&(1u64 << 40).to_le_bytes());
    let sent = send(claims);
    let error = Network::read(&pipe).unwrap_err().to_string();
    assert!(error.contains("gives 1099511627776 bytes"), "{error}");
    sent.join().unwrap();
    let error = Network::read(Path::new("/dev/zero")).unwrap_err().to_string();
    assert!(error.ends_with("not a valid weights file"), "{error}");
}

#[cfg(unix)]
#[test]
fn own_files_are_regular_ones() {
    let kind = FileKind { name: "some", magic: *b"SHESHXXX", version: 7 };
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let not_regular = |error: FileError| {
        assert!(error.to_string().ends_with("not a regular file"), "{error}");
    };
    not_regular(kind.read::<u8>(&pipe).unwrap_err());
    not_regular(kind.read_exact(&pipe, 1).unwrap_err());
    not_regular(kind.write(&pipe, &1u8).unwrap_err());
    not_regular(kind.write_pieces(&pipe, std::iter::empty).unwrap_err());
    not_regular(write_own(folder.path(), b"x").unwrap_err());
    assert!(file_fingerprint(&pipe).is_err());
    let path = folder.path().join("own");
    kind.write(&path, &1u8).unwrap();
    assert_eq!(kind.read::<u8>(&path).unwrap(), 1);
    assert_eq!(FileKind::payload_of(&kind.read_exact(&path, 1).unwrap()), [1]);
    for length in [0, 2] {
        let error = kind.read_exact(&path, length).unwrap_err();
        assert!(matches!(error, FileError::Damaged { .. }), "{error}");
    }
    assert_eq!(file_fingerprint(&path).unwrap(), fingerprint(&fs::read(&path).unwrap()));
}
