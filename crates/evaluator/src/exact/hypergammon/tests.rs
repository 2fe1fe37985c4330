//! Tests of the solved game against the reference implementation and against another program.

use super::{
    HypergammonTable, Solver,
    reference_solver::{Passing, ReferenceSolver, ReferenceValue},
    values::Value,
};
use crate::cube::DoublingEquities;
use sheshbesh_movegen::{BAR, Checkers, OFF, Position};
use sheshbesh_network::file::FileError;
use std::{fs, path::Path, process::Command};

fn solved(checkers: u8) -> HypergammonTable {
    let mut solver = Solver::new(checkers);
    while !solver.is_solved() {
        solver.step();
    }
    solver.table()
}

/// A side with one checker.
fn lone(place: u8) -> Checkers {
    Checkers::from_points(&[(place, 1)])
}

/// Numbers of the table, in the same order as [`reference_values`]: cubeless, centred, centred under the
/// Jacoby rule, owned, the opponent's.
fn equities(table: &HypergammonTable, position: &Position) -> [f64; 5] {
    let exact = table.get(position).unwrap();
    let e = exact.equities;
    [e.cubeless, e.centred, exact.centred_jacoby, e.owned, e.opponents].map(f64::from)
}

fn reference_values(value: &ReferenceValue) -> [f64; 5] {
    [value.cubeless, value.centred, value.jacoby, value.owned, value.opponents]
}

fn furthest(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn with_one_checker_it_agrees_with_the_reference() {
    let reference = ReferenceSolver::solve(1, Passing::AfterRules, 1e-9);
    let table = solved(1);
    assert_eq!(reference.known.len(), 25 * 25 - 24);
    for (position, known) in &reference.known {
        let (found, want) = (equities(&table, position), reference_values(&known.doubling));
        assert!(furthest(&found, &want) < 3e-6, "{position:?}: {found:?}, not {want:?}");
        let outcomes = table.get(position).unwrap().outcomes.0.map(f64::from);
        let want = known.doubling.outcomes;
        assert!(furthest(&outcomes, &want) < 1e-5, "{position:?}: {outcomes:?}, not {want:?}");
    }
}

#[test]
fn what_is_found_does_not_depend_on_where_one_starts() {
    let table = solved(1);
    for points in [-3.0, 3.0] {
        let start = Value { outcomes: [0.0; 5], cube: [points; 4], cubeless: points };
        let mut solver = Solver::from(1, start);
        while !solver.is_solved() {
            solver.step();
        }
        let other = solver.table();
        for own in 1..=BAR {
            for opponent in (1..=BAR).filter(|opponent| own == BAR || own + opponent != BAR) {
                let position = Position::from_sides_unchecked(lone(own), lone(opponent));
                let [one, other] = [&table, &other].map(|table| equities(table, &position));
                assert!(furthest(&one, &other) < 5e-6, "{position:?}: {one:?}, {other:?}");
            }
        }
    }
}

#[test]
fn a_cube_is_worth_something_to_its_owner() {
    let table = solved(1);
    for own in 1..=BAR {
        for opponent in (1..=BAR).filter(|opponent| own == BAR || own + opponent != BAR) {
            let position = Position::from_sides_unchecked(lone(own), lone(opponent));
            let exact = table.get(&position).unwrap();
            let e = exact.equities;
            const ROUNDING: f32 = 3e-6;
            assert!(e.owned >= e.cubeless - ROUNDING && e.opponents <= e.cubeless + ROUNDING);
            assert!(e.owned >= e.centred - ROUNDING && e.centred >= e.opponents - ROUNDING);
            assert!(exact.centred_jacoby <= 1.0 + ROUNDING, "gammons do not count");
            let p = exact.probabilities();
            assert!(p.win >= p.win_gammon && p.win_gammon >= p.win_backgammon);
            assert!((p.equity() - e.cubeless).abs() < ROUNDING);
            for jacoby in [false, true] {
                let [centred, owned] = table.decisions(&position, jacoby).unwrap();
                let equities = exact.equities_by(jacoby);
                for (decision, equity) in [(centred, equities.centred), (owned, equities.owned)] {
                    let double = decision.double_take.min(DoublingEquities::DOUBLE_PASS);
                    assert!((decision.no_double.max(double) - equity).abs() < ROUNDING);
                }
            }
        }
    }
}

#[test]
fn textbook_positions_are_exact() {
    let table = solved(1);
    // 27 rolls of 36 bear off a checker from the 6 point, and there is no second try. Neither side
    // has a checker off, so a gammon is won or lost.
    let exact = table.get(&Position::from_sides_unchecked(lone(6), lone(1))).unwrap();
    assert_eq!(exact.outcomes.0, [0.0, 0.75, 0.0, 0.0, 0.25, 0.0]);
    assert_eq!((exact.equities.cubeless, exact.equities.opponents), (1.0, 1.0));
    let position = Position::from_sides_unchecked(lone(6), lone(1));
    let [plain, _] = table.decisions(&position, false).unwrap();
    assert_eq!((plain.no_double, plain.double_take), (1.0, 2.0));
    let [jacoby, _] = table.decisions(&position, true).unwrap();
    assert_eq!((jacoby.no_double, jacoby.doubles(), jacoby.takes()), (0.5, true, false));
    // The opponent's checker on the bar has not left the winner's home board, and the win is
    // certain.
    let exact = table.get(&Position::from_sides_unchecked(lone(3), lone(BAR))).unwrap();
    assert_eq!(exact.outcomes.0, [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    assert_eq!((exact.equities.centred, exact.centred_jacoby), (3.0, 1.0));
    // The table has no finished games, and no positions with more checkers.
    assert_eq!(table.get(&Position::from_sides_unchecked(lone(OFF), lone(1))), None);
    assert_eq!(table.get(&Position::from_sides_unchecked(lone(1), lone(OFF))), None);
    let two = Checkers::from_points(&[(1, 2)]);
    assert_eq!(table.get(&Position::from_sides_unchecked(two, two)), None);
}

/// Bytes of a solver's table and of its checkpoint.
fn bytes(folder: &Path, solver: &Solver) -> [Vec<u8>; 2] {
    let [table, unfinished] = ["table", "unfinished"].map(|name| folder.join(name));
    solver.table().write(&table).unwrap();
    solver.write(&unfinished).unwrap();
    [table, unfinished].map(|path| fs::read(path).unwrap())
}

#[test]
fn one_that_was_stopped_goes_on_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stopped");
    let (mut straight, mut stopped) = (Solver::new(2), Solver::new(2));
    while straight.sweeps() < 6 {
        straight.step();
        stopped.step();
        if stopped.steps_done() == 0 {
            stopped.write(&path).unwrap();
            stopped = Solver::read(2, &path).unwrap();
        }
    }
    assert!(bytes(folder.path(), &straight) == bytes(folder.path(), &stopped));
}

#[cfg(feature = "parallel")]
#[test]
fn threads_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let after_some_steps = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut solver = Solver::new(2);
            (0..4 * solver.steps()).for_each(|_| solver.step());
            bytes(folder.path(), &solver)
        })
    };
    assert!(after_some_steps(1) == after_some_steps(3));
}

#[test]
fn damage_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let solver = Solver::new(1);
    let [table, unfinished] = bytes(folder.path(), &solver);
    let read: [fn(&Path) -> Option<FileError>; 2] =
        [|path| HypergammonTable::read(1, path).err(), |path| Solver::read(1, path).err()];
    for (whole, read) in [table, unfinished].into_iter().zip(read) {
        fs::write(&path, &whole).unwrap();
        assert!(read(&path).is_none());
        for index in [0, 8, 12, 20, 24, whole.len() - 1] {
            let mut damaged = whole.clone();
            damaged[index] ^= 4;
            fs::write(&path, damaged).unwrap();
            let said = read(&path).expect("it is damaged").to_string();
            assert!(said.contains("hypergammon table"), "{said}");
        }
        fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        assert!(read(&path).is_some());
        fs::remove_file(&path).unwrap();
        assert!(read(&path).unwrap().to_string().contains("cannot read"));
    }
    // A table of another number of checkers is another file.
    solved(1).write(&path).unwrap();
    assert!(HypergammonTable::read(2, &path).is_err());
}

/// Compares all values with the databases that GNU Backgammon's `makehyper` makes for one and two
/// checkers, which takes minutes: `cargo test --release -p sheshbesh-evaluator makehyper --
/// --ignored --nocapture`.
///
/// `makehyper` treats rolls that cannot be played in its own way, see [`Passing::AsMakehyper`].
/// This needs a held point and therefore two checkers. With that treatment the numbers must agree;
/// for the treatment by the rules the differences are printed.
#[test]
#[ignore = "needs GNU Backgammon's makehyper, and minutes"]
fn makehyper_says_the_same() {
    const MAKEHYPER: &str = "/usr/games/makehyper";
    if !Path::new(MAKEHYPER).exists() {
        println!("{MAKEHYPER} is missing: nothing is compared");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for checkers in [1, 2] {
        let path = folder.path().join("theirs");
        let made = Command::new(MAKEHYPER)
            .args(["-n", "-c", &checkers.to_string(), "-f"])
            .arg(&path)
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", made.status);
        let theirs = Theirs { bytes: fs::read(&path).unwrap(), checkers };
        let (table, reference) =
            (solved(checkers), ReferenceSolver::solve(checkers, Passing::AsMakehyper, 1e-6));
        let (mut ours, mut by_reference, mut outcomes) = ([0.0f64; 5], [0.0f64; 5], 0);
        for (position, known) in &reference.known {
            let (probabilities, want) = theirs.get(position);
            let found = equities(&table, position);
            let as_theirs = reference_values(&known.doubling);
            for cube in 0..5 {
                ours[cube] = ours[cube].max((found[cube] - want[cube]).abs());
                by_reference[cube] = by_reference[cube].max((as_theirs[cube] - want[cube]).abs());
            }
            let p = table.get(position).unwrap().probabilities();
            let p = [p.win, p.win_gammon, p.win_backgammon, p.lose_gammon, p.lose_backgammon];
            outcomes += i32::from(furthest(&p.map(f64::from), &probabilities) > 1e-4);
        }
        println!("{checkers} a side, {} positions", reference.known.len());
        println!("largest differences: cubeless, centred, by Jacoby's rule, owned, opponent's");
        println!("  the table                    {}", row(&ours));
        println!("  rolls passed as theirs are   {}", row(&by_reference));
        println!("  other outcomes of equally good plays: {outcomes} positions");
        assert!(ours[0] < 1e-4 && by_reference.iter().all(|difference| *difference < 1e-4));
        assert!(checkers > 1 || ours.iter().all(|difference| *difference < 1e-4));
    }
}

fn row(differences: &[f64; 5]) -> String {
    differences.map(|difference| format!("{difference:.7}")).join("  ")
}

/// A `makehyper` file: 40 bytes, then 28 for each position in the order of ours: five probabilities
/// and four equities of three bytes each.
struct Theirs {
    bytes: Vec<u8>,
    checkers: u8,
}

impl Theirs {
    /// Returns probabilities, and equities before the cube action in the order of [`equities`].
    fn get(&self, position: &Position) -> ([f64; 5], [f64; 5]) {
        const STEPS: f64 = 16_777_215.0;
        let placements = super::placement::Placements::new(self.checkers);
        let [own, opponent] = [position.own(), position.opponent()].map(|s| placements.index(s));
        let at = 40 + 28 * (own * placements.count() + opponent);
        let number = |index: usize| {
            let bytes = &self.bytes[at + 3 * index..];
            f64::from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0])) / STEPS
        };
        let p: [f64; 5] = std::array::from_fn(number);
        let cubeless = 2.0 * p[0] - 1.0 + p[1] + p[2] - p[3] - p[4];
        let [owned, centred, jacoby, opponents] =
            std::array::from_fn(|cube| (number(5 + cube) - 0.5) * 6.0);
        let double = (2.0 * opponents).min(1.0);
        (p, [cubeless, centred.max(double), jacoby.max(double), owned.max(double), opponents])
    }
}
