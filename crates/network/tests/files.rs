//! Weights files: whole or refused.

use proptest::prelude::*;
use sheshbesh_movegen::Game;
use sheshbesh_network::{
    ClassSet, Network, WEIGHTS,
    file::{
        Damage, FileError, HEADER_LENGTH, Kind, file_fingerprint, fingerprint, write_atomically,
        write_own,
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

/// The system's allocator, which remembers the largest request.
struct Watched;

static LARGEST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is left to the system's allocator.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LARGEST.fetch_max(layout.size(), Ordering::Relaxed);
        // SAFETY: as it was asked.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as it was asked.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Watched = Watched;

/// One of the networks in the repository.
fn read(name: &str) -> Network {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights");
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

/// Format 3 named neither the game nor patterns nor buckets; there was one of each.
#[test]
fn files_of_the_format_before_are_read_and_written_in_this_one() {
    let networks = ["small.weights", "full.weights"].map(|name| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights");
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

/// What gives weights their meaning is named in their file, and an unknown name is refused.
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
    // First there is nothing where the links lead, then a file.
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
    // More than a pipe holds at once.
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
    let kind = Kind { name: "some", magic: *b"SHESHXXX", version: 7 };
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
    // The header claims 2 GB, or all that there can be.
    for claimed in [1 << 31, u64::MAX] {
        let mut bytes = WEIGHTS.frame(&[0; 62_000]);
        bytes[12..20].copy_from_slice(&claimed.to_le_bytes());
        let expected = claimed.saturating_add(HEADER_LENGTH as u64);
        let found = bytes.len() as u64;
        assert_eq!(refused(&bytes), Damage::Length { kind: "weights", expected, found });
    }
    // The payload claims a layer, experts, classes or a string of as many elements as it can write.
    let whole = shipped().to_bytes();
    let payload = &whole[HEADER_LENGTH..];
    for place in (0..400).filter(|&place| payload[place] < 251) {
        for claimed in [1u64 << 20, 1 << 28, 500_000_000, 1 << 40, u64::MAX] {
            let mut bytes = payload[..place].to_vec();
            bytes.push(253);
            bytes.extend(claimed.to_le_bytes());
            bytes.extend(&payload[place + 1..60_000]);
            // Whatever else is wrong, as for a number that is not a length: it is refused.
            assert!(matches!(refused(&WEIGHTS.frame(&bytes)), Damage::Content { .. }));
        }
    }
    // Other tests hold whole networks meanwhile; a file of 60 kB gets a megabyte.
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
    assert!(error.contains("should have"), "{error}");
    sent.join().unwrap();
    let mut claims = WEIGHTS.frame(&[0; 1 << 20]);
    claims[12..20].copy_from_slice(&(1u64 << 40).to_le_bytes());
    let sent = send(claims);
    let error = Network::read(&pipe).unwrap_err().to_string();
    assert!(error.contains("claims 1099511627776 bytes"), "{error}");
    sent.join().unwrap();
    let error = Network::read(Path::new("/dev/zero")).unwrap_err().to_string();
    assert!(error.ends_with("this is no weights file"), "{error}");
}

#[cfg(unix)]
#[test]
fn own_files_are_regular_ones() {
    let kind = Kind { name: "some", magic: *b"SHESHXXX", version: 7 };
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let not_regular = |error: FileError| {
        assert!(error.to_string().ends_with("it is not a regular file"), "{error}");
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
    assert_eq!(Kind::payload_of(&kind.read_exact(&path, 1).unwrap()), [1]);
    for length in [0, 2] {
        let error = kind.read_exact(&path, length).unwrap_err();
        assert!(matches!(error, FileError::Damaged { .. }), "{error}");
    }
    assert_eq!(file_fingerprint(&path).unwrap(), fingerprint(&fs::read(&path).unwrap()));
}
