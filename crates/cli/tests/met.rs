//! Tests `shesh met`: tables on the terminal, in files and in evaluations.

mod common;

use common::{json, refused, stdout};

#[test]
fn tables_follow_the_game() {
    let kazaross = stdout(&["met", "--length", "5"]);
    assert!(kazaross.starts_with("Kazaross XG2 25 point MET"), "{kazaross}");
    assert!(kazaross.contains("   1 50.0 67.7 75.1 81.4 84.2"), "{kazaross}");
    assert!(kazaross.contains("post 50.0 48.8 32.3"), "{kazaross}");
    // Two points away against one, Hypergammon's trailer needs a gammon, or two games.
    let hypergammon = stdout(&["met", "--game", "hypergammon", "--length", "7"]);
    assert!(hypergammon.starts_with("Hypergammon, exact\n"), "{hypergammon}");
    assert!(hypergammon.contains("   1 50.0 60.4 74.2 77.3 80.2 83.8 88.0"), "{hypergammon}");
    assert!(hypergammon.contains("   7 12.0 18.5 26.5 31.3 38.7 44.2 50.0"), "{hypergammon}");
    assert!(hypergammon.contains("post 50.0 49.4 39.6 38.4 23.8 22.9 16.8"), "{hypergammon}");
    assert!(!hypergammon.contains("Extrapolated"));
    let longer = stdout(&["met", "--game", "hypergammon"]);
    assert!(longer.contains("\nExtrapolated beyond 7 points\n"), "{longer}");
    let irish = stdout(&["met", "--game", "irish", "--length", "3"]);
    assert!(irish.contains("irish, without a cube") && irish.contains("100.00 % single games"));
    assert!(irish.contains("   2 25.0 50.0 68.8") && !irish.contains("post"), "{irish}");
    let american = stdout(&["met", "--game", "american", "--length", "3"]);
    assert!(american.contains("97.10 % wins of 1 point, 2.90 % wins of 3 points"), "{american}");
    let single = stdout(&["met", "--game", "american", "--length", "3", "--scoring", "single"]);
    assert!(single.contains("from 100.00 % wins of 1 point\n"), "{single}");
    // Without a cube a leader keeps more of a lead.
    let table = json(&["met", "--game", "backgammon", "--no-cube", "--length", "9"]);
    let chance = |own: usize, other: usize| table["chances"][own - 1][other - 1].as_f64().unwrap();
    assert_eq!(chance(1, 1), 0.5);
    for own in 1..=9 {
        assert_eq!(chance(own, own), 0.5);
        for other in 1..=9 {
            assert!((chance(own, other) + chance(other, own) - 1.0).abs() < 1e-6);
        }
    }
    // The trailer wins the game, and the next one unless the first was a gammon.
    let gammons = 1.0 - table["results"]["single"].as_f64().unwrap();
    assert!((0.2..0.32).contains(&gammons), "{gammons}");
    assert!((chance(2, 1) - (0.25 + 0.25 * gammons)).abs() < 1e-6);
    assert_eq!(table["after_crawford"][1], table["chances"][1][0]);
}

#[test]
fn a_file_is_read_back_by_met() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.xml");
    let file = path.to_str().unwrap();
    let rates = ["met", "--rates", "60,40", "--output", file, "--length", "7"];
    assert!(stdout(&rates).contains("table.xml"));
    assert!(refused(&rates).contains("--force"));
    stdout(&[&rates[..], &["--force"]].concat());
    let asked = ["evaluate", "portes@4HPwATDgc/ABMA", "--match", "3", "--score", "0-1"];
    let usual = json(&asked)["mwc"].as_f64();
    let stated = json(&[&asked[..], &["--met", file]].concat())["mwc"].as_f64();
    assert!(usual.is_some() && stated.is_some() && usual != stated, "{usual:?} {stated:?}");
}

#[test]
fn results_come_from_games_played_now() {
    let asked = ["met", "--game", "nard", "--games", "10", "--seed", "3"];
    let table = json(&asked);
    assert_eq!(
        (&table["results"]["games"], &table["results"]["single"]),
        (&10.into(), &1.0.into())
    );
    assert_eq!(table, json(&asked));
}

#[test]
fn what_makes_no_table_is_refused() {
    for (rates, why) in [
        ("60,30", "add up"),
        ("60", "two to four numbers"),
        ("a,b", "expected numbers"),
        ("150,-50", "from 0"),
        ("0,0,0,100", "drawn"),
    ] {
        let said = refused(&["met", "--rates", rates]);
        assert!(said.contains(why), "{rates}: {said}");
    }
    assert!(refused(&["met", "--weights", "a.weights"]).contains("--games"));
    assert!(refused(&["met", "--rates", "60,40", "--games", "10"]).contains("cannot be used"));
    assert!(refused(&["met", "--length", "1"]).contains("2..=64"));
    // The tables of games with a cube are fixed.
    for game in ["backgammon", "hypergammon"] {
        let scored = ["met", "--game", game, "--scoring", "single"];
        assert!(refused(&scored).contains("--scoring needs a game without a cube, or --no-cube"));
    }
    let single = stdout(&["met", "--no-cube", "--scoring", "single", "--length", "2"]);
    assert!(single.contains("   2 25.0 50.0"), "{single}");
    // Results of a game with a cube that nobody has measured.
    let said = refused(&["met", "--game", "snake", "--no-cube"]);
    assert!(said.contains("results of snake are not known"), "{said}");
}
