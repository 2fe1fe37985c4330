//! Reading and writing of position IDs, match IDs and XGIDs.

mod common;

use common::random_position;
use proptest::prelude::*;
use sheshbesh_movegen::{
    BySide, Cube, Dice, Game, InvalidId, InvalidPosition, Phase, Position, Seat, Side, Situation,
    Stakes,
    notation::{self, IdKind},
    testing::{Random, random_game},
};

const START: &str = "4HPwATDgc/ABMA";

#[test]
fn positions_of_games_survive_their_ids_to_the_end() {
    let mut random = Random::new(45);
    for game in Game::ALL {
        // The loser of one in seven games of Dutch backgammon was home and ends without being there.
        for _ in 0..if game == Game::DUTCH { 100 } else { 10 } {
            for position in random_game(game, &mut random) {
                assert_eq!(game.check(&position), Ok(()), "{game} {position:?}");
                let id = notation::position_id(game, &position);
                let read = notation::parse_position_id(&id, game);
                assert_eq!(read, Ok((game, position)), "{game} {id}");
            }
        }
    }
}

#[test]
fn ids_that_gnu_backgammon_gives() {
    let id = |text| Situation::parse(text, Game::Backgammon).unwrap();
    // Set up in GNU Backgammon 1.07 with `set xgid`, which printed these IDs.
    for (xgid, gnu) in [
        ("XGID=-b----E-C---eE---c-e----B-:1:1:1:31:2:3:0:7:10", "4HPwATDgc/ABMA:UYnlADAAEAAE"),
        ("XGID=-b----E-C---eE---c-e----B-:1:1:-1:31:2:3:0:7:10", "4HPwATDgc/ABMA:EYHlADAAEAAE"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10", "4HPwATDgc/ABMA:cAkAAAAAAAAA"),
    ] {
        assert_eq!(id(xgid).gnu_id(), gnu);
        assert_eq!(id(gnu).xgid(), xgid);
        assert_eq!(id(&xgid[5..]), id(xgid));
    }
    // The player on roll has two checkers on the ace point and three on the 6 point; the opponent
    // has one on the bar and two on the 11 point. From GNU Backgammon's `positionid`.
    let mut counts = [[0u8; 26]; 2];
    (counts[0][1], counts[0][6], counts[0][0]) = (2, 3, 10);
    (counts[1][25], counts[1][11], counts[1][0]) = (1, 2, 12);
    let position = Game::Backgammon.position(&counts[0], &counts[1]).unwrap();
    assert_eq!(position.gnu_id(), "AAwANDgAAAAAAA");
}

#[test]
fn what_an_xgid_says() {
    let text = "XGID=-a-B--E-BBB-dC---d-e-----A:2:-1:-1:64:3:5:1:9:8";
    // Both sides have 15 checkers, and the bottom player has one of them on the bar.
    let text = text.replace("BBB-dC---d-e-----A", "BBB-dA---e-e-----A");
    let situation = Situation::parse(&text, Game::Backgammon);
    let Ok(s) = situation else { panic!("{situation:?}") };
    assert_eq!(s.seat, Seat::Top);
    assert_eq!(Some(s.cube), Cube::new(2, Some(Side::OnRoll)));
    assert_eq!(s.cube.value(), 4);
    assert_eq!(s.phase, Phase::Rolled("64".parse::<Dice>().unwrap()));
    assert_eq!(s.score, BySide { on_roll: 5, opponent: 3 });
    assert_eq!(s.stakes, Stakes::Match { length: 9, crawford: true });
    assert_eq!(s.largest_cube, 8);
    assert_eq!(s.position.opponent().on(25), 1);
    assert_eq!(s.xgid(), text);
}

#[test]
fn what_is_wrong_with_an_id_is_said() {
    let wrong = |text: &str| Situation::parse(text, Game::Backgammon).unwrap_err();
    assert!(matches!(wrong("4HPwATDgc/ABM"), InvalidId::Length { found: 13, expected: 14, .. }));
    assert!(matches!(wrong(""), InvalidId::Length { found: 0, .. }));
    assert!(matches!(wrong("4HPwATDgc/ABM!"), InvalidId::Letters { .. }));
    assert!(matches!(wrong("4HPwATDgc/ABMé"), InvalidId::Letters { .. }));
    assert!(matches!(wrong("//////////////"), InvalidId::Letters { .. } | InvalidId::Bits { .. }));
    assert!(matches!(wrong("4HPwATDgc/ABMA:cAkAAAAAAAA"), InvalidId::Length { found: 11, .. }));
    let xgid = |text: &str| wrong(&format!("XGID={text}"));
    assert_eq!(xgid("-b----E"), InvalidId::Parts { kind: IdKind::Xgid, found: 1, expected: "10" });
    let part = |error| match error {
        InvalidId::Part { part, .. } => part,
        other => panic!("{other:?}"),
    };
    let board = "-b----E-C---eE---c-e----B-";
    assert_eq!(part(xgid("-b----E-C---eE---c-e----B:0:0:1:31:0:0:0:0:10")), "board");
    assert_eq!(part(xgid("Ab----D-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10")), "board");
    assert_eq!(part(xgid(&format!("{board}:x:0:1:31:0:0:0:0:10"))), "cube");
    assert_eq!(part(xgid(&format!("{board}:+1:0:1:31:0:0:0:0:10"))), "cube");
    assert_eq!(part(xgid(&format!("{board}:0:2:1:31:0:0:0:0:10"))), "cube owner");
    assert_eq!(part(xgid(&format!("{board}:0:0:0:31:0:0:0:0:10"))), "turn");
    assert_eq!(part(xgid(&format!("{board}:0:0:1:37:0:0:0:0:10"))), "dice");
    assert_eq!(part(xgid(&format!("{board}:0:0:1:31:-1:0:0:0:10"))), "score");
    assert_eq!(part(xgid(&format!("{board}:0:0:1:31:0:0:4:0:10"))), "rules");
    assert_eq!(part(xgid(&format!("{board}:0:0:1:31:0:0:2:7:10"))), "rules");
    assert_eq!(part(xgid(&format!("{board}:0:0:1:31:0:0:0:99999:10"))), "match length");
    assert_eq!(
        xgid(&format!("{board}:0:0:1:31:7:0:0:7:10")),
        InvalidId::Score { score: 7, length: 7 }
    );
    // Sixteen checkers, and then both sides on one point.
    let sixteen = xgid("-b----E-C---eE---c-e----C-:0:0:1:31:0:0:0:0:10");
    assert!(
        matches!(sixteen, InvalidId::Position(InvalidPosition::Checkers { found: 16, .. })),
        "{sixteen:?}"
    );
    let mut own = [0; 26];
    (own[3], own[4]) = (14, 1);
    let mut opponent = [0; 26];
    (opponent[22], opponent[1]) = (1, 14);
    let shared = Game::Backgammon.position(&own, &opponent);
    assert_eq!(shared, Err(InvalidPosition::SharedPoint(3)));
    // Three checkers a side are valid in hypergammon only.
    let hyper = Game::Hypergammon.start().gnu_id();
    let few = Position::from_gnu_id(&hyper, Game::Backgammon).unwrap();
    assert_eq!(few.own().on(0), 12);
    assert!(Position::from_gnu_id(START, Game::Hypergammon).is_err());
}

fn situations() -> impl Strategy<Value = Situation> {
    let side = prop_oneof![Just(None), Just(Some(Side::OnRoll)), Just(Some(Side::Opponent))];
    let phase = (0..25usize).prop_map(|n| match n {
        0..21 => Phase::Rolled(Dice::ALL[n]),
        21 => Phase::BeforeRoll,
        22 => Phase::Doubled,
        23 => Phase::Beavered,
        _ => Phase::Raccooned,
    });
    let stakes = prop_oneof![
        (any::<bool>(), any::<bool>())
            .prop_map(|(jacoby, beavers)| (Stakes::Money { jacoby, beavers }, BySide::default())),
        (1..100u16, any::<bool>(), any::<(u16, u16)>()).prop_map(|(length, crawford, (a, b))| {
            let score = BySide { on_roll: a % length, opponent: b % length };
            (Stakes::Match { length, crawford }, score)
        }),
    ];
    let bottom = any::<bool>();
    (any::<u64>(), 0..4usize, side, phase, stakes, bottom, 0..11u8).prop_map(
        |(seed, game, owner, phase, (stakes, score), bottom, exponent)| {
            let game = Game::ALL[game];
            Situation {
                seat: if bottom { Seat::Bottom } else { Seat::Top },
                phase,
                cube: Cube::new(exponent, owner).unwrap(),
                stakes,
                score,
                largest_cube: exponent.max(3),
                ..Situation::new(random_position(game, seed), game)
            }
        },
    )
}

/// The situation with a cube and stakes that are possible in its phase.
fn with_a_cube_for_its_phase(situation: Situation) -> Situation {
    let Situation { cube, stakes, .. } = situation;
    let beavered = |turns: u8| {
        let jacoby = matches!(stakes, Stakes::Money { jacoby: true, .. });
        Situation {
            cube: Cube::new(cube.exponent().max(turns), Some(Side::Opponent)).unwrap(),
            stakes: Stakes::Money { jacoby, beavers: true },
            score: BySide::default(),
            ..situation
        }
    };
    match situation.phase {
        Phase::Doubled if cube.owner() == Some(Side::Opponent) => {
            Situation { cube: cube.swapped(), ..situation }
        }
        Phase::Beavered => beavered(2),
        Phase::Raccooned => beavered(3),
        _ => situation,
    }
}

/// Match IDs that GNU Backgammon 1.07 shows after `double` and after each `redouble` of a money
/// session with beavers, at the starting position.
#[test]
fn match_ids_of_doubles_beavers_and_raccoons() {
    let money = |jacoby, beavers| Stakes::Money { jacoby, beavers };
    let theirs = |value| Cube::of_value(value, Some(Side::Opponent)).unwrap();
    let own = Cube::of_value(2, Some(Side::OnRoll)).unwrap();
    let (on_roll, opponent) = (Side::OnRoll, Side::Opponent);
    for (around, phase, cube, stakes, seat, decides) in [
        // The bottom player doubles a centred cube, with the Jacoby rule.
        ("cBEAAAAAAAAA", Phase::Doubled, Cube::default(), (true, false), Seat::Bottom, opponent),
        ("QRkAAAAAAAAA", Phase::Beavered, theirs(4), (true, true), Seat::Bottom, on_roll),
        ("QhEAAAAAAAAA", Phase::Raccooned, theirs(8), (true, true), Seat::Bottom, opponent),
        // The top player redoubles from 2, without the rule; the raccoon is beavered once more.
        ("ARkAAAAAAAAE", Phase::Doubled, own, (false, false), Seat::Top, opponent),
        ("EhEAAAAAAAAE", Phase::Beavered, theirs(8), (false, true), Seat::Top, on_roll),
        ("ExkAAAAAAAAE", Phase::Raccooned, theirs(16), (false, true), Seat::Top, opponent),
        ("FBEAAAAAAAAE", Phase::Beavered, theirs(32), (false, true), Seat::Top, on_roll),
    ] {
        let text = format!("{START}:{around}");
        let read = Situation::parse(&text, Game::Backgammon).unwrap();
        let stakes = money(stakes.0, stakes.1);
        assert_eq!((read.phase, read.cube, read.stakes, read.seat), (phase, cube, stakes, seat));
        assert_eq!(read.to_decide(), decides, "{around}");
        assert_eq!(read.gnu_id(), text);
        // The XGID of the same table gives the same match ID.
        assert_eq!(Situation::parse(&read.xgid(), read.game).unwrap().gnu_id(), text);
    }
}

#[test]
fn beavers_that_cannot_be_are_refused() {
    let refused = |table: Situation| {
        Situation::parse(&table.gnu_id(), Game::Backgammon).unwrap_err().to_string()
    };
    let cube = Cube::of_value(4, Some(Side::Opponent)).unwrap();
    let money = Situation { cube, ..Situation::new(Game::Backgammon.start(), Game::Backgammon) };
    let stakes = Stakes::Match { length: 5, crawford: false };
    for phase in [Phase::Beavered, Phase::Raccooned] {
        let error = refused(Situation { phase, stakes, ..money });
        assert!(error.ends_with("a beaver in a match"), "{error}");
        let cube = Cube::of_value(1, Some(Side::Opponent)).unwrap();
        let error = refused(Situation { phase, cube, ..money });
        assert!(error.ends_with("the cube is too low for a beaver"), "{error}");
    }
    // A beaver can reach the maximum of a cube, which cannot be turned once more.
    let last = Cube::new(Cube::LARGEST_EXPONENT, Some(Side::Opponent)).unwrap();
    let beavered = Situation { phase: Phase::Beavered, cube: last, ..money };
    assert_eq!(Situation::parse(&beavered.gnu_id(), Game::Backgammon).unwrap().cube, last);
    let text = format!("{START}:TxkAAAAAAAAA");
    let error = Situation::parse(&text, Game::Backgammon).unwrap_err().to_string();
    assert!(error.ends_with("the cube is too high"), "{error}");
}

#[test]
fn a_match_that_a_draw_has_tied_at_its_length_goes_on() {
    let at = |game: Game, length, own, opponent| Situation {
        stakes: Stakes::Match { length, crawford: false },
        score: BySide { on_roll: own, opponent },
        ..Situation::new(game.start(), game)
    };
    for (length, points) in [(1, 1), (1, 2), (3, 3), (3, 7)] {
        let tied = at(Game::TAPA, length, points, points);
        assert_eq!(tied.away(), Some(BySide { on_roll: 1, opponent: 1 }));
        let id = tied.gnu_id();
        assert_eq!(Situation::parse(&id, tied.game), Ok(tied), "{id}");
        // Draws give no points in backgammon.
        let tied = at(Game::Backgammon, length, points, points);
        for id in [tied.gnu_id(), tied.xgid()] {
            let error = Situation::parse(&id, tied.game);
            assert!(matches!(error, Err(InvalidId::Tie(_))), "{error:?}");
        }
        // One more point for either side wins the match.
        for game in [Game::TAPA, Game::Backgammon] {
            let ahead = [(points + 1, points), (points, points + 1)];
            for (own, opponent) in ahead {
                let won = at(game, length, own, opponent);
                let ids = match game {
                    Game::Backgammon => vec![won.gnu_id(), won.xgid()],
                    _ => vec![won.gnu_id()],
                };
                for id in ids {
                    let error = Situation::parse(&id, game);
                    assert!(matches!(error, Err(InvalidId::Score { .. })), "{error:?}");
                }
            }
        }
    }
    assert!(Situation::parse(&at(Game::Backgammon, 5, 6, 4).xgid(), Game::Backgammon).is_err());
}

proptest! {
    #[test]
    fn every_situation_survives_its_xgid(situation in situations()) {
        let text = situation.xgid();
        prop_assert_eq!(Situation::parse(&text, situation.game), Ok(situation), "{}", text);
    }

    #[test]
    fn every_situation_survives_its_gnu_id_as_far_as_it_stands_in_it(situation in situations()) {
        let situation = with_a_cube_for_its_phase(situation);
        let text = situation.gnu_id();
        let read = Situation::parse(&text, situation.game).unwrap();
        prop_assert_eq!(read.gnu_id(), text);
        let mut expected = situation;
        expected.largest_cube = Situation::USUAL_LARGEST_CUBE;
        if let Stakes::Money { beavers, .. } = &mut expected.stakes {
            *beavers = matches!(expected.phase, Phase::Beavered | Phase::Raccooned);
        }
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn position_ids_are_one_to_one(text in "[A-Za-z0-9+/]{14}") {
        if let Ok(position) = Position::from_gnu_id(&text, Game::Backgammon) {
            prop_assert_eq!(position.gnu_id(), text);
        }
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in any::<String>(), seed: u64, roll in 0..21usize) {
        let game = Game::Backgammon;
        let _ = Situation::parse(&text, game);
        let _ = Situation::from_xgid(&text, game);
        let _ = Situation::from_gnu_id(START, &text, game);
        let _ = text.parse::<Dice>();
        let _ = text.parse::<Game>();
        let _ = notation::parse(game, &random_position(game, seed), Dice::ALL[roll], &text);
    }

    #[test]
    fn no_text_that_looks_right_makes_a_parser_panic(
        xgid in "XGID=[-a-pA-P]{26}:[0-9]{1,2}:-?[01]:-?1:[0-7DBR]{1,2}:[0-9]{1,5}:[0-9]{1,5}:[0-4]:[0-9]{1,5}:[0-9]{1,2}",
        around in "[A-Za-z0-9+/]{12}",
        play in "([0-9]{1,2}|bar|off)(/([0-9]{1,2}|bar|off)\\*?){1,3}(\\([0-9]\\))?( [0-9]{1,2}/[0-9]{1,2}){0,3}",
        seed: u64,
        roll in 0..21usize,
    ) {
        let game = Game::Backgammon;
        if let Ok(situation) = Situation::parse(&xgid, game) {
            prop_assert_eq!(Situation::parse(&situation.xgid(), game), Ok(situation));
        }
        if let Ok(situation) = Situation::from_gnu_id(START, &around, game) {
            prop_assert_eq!(Situation::parse(&situation.gnu_id(), game), Ok(situation));
        }
        let _ = notation::parse(game, &random_position(game, seed), Dice::ALL[roll], &play);
    }
}

#[test]
fn an_id_that_leaves_open_what_is_agreed_takes_it_from_the_given_game() {
    let game = |name: &str| name.parse::<Game>().unwrap();
    let read = |named: &str, given: &str| {
        let id = format!("{named}@AACA/z8AAID/Pw");
        let (found, _) = notation::parse_position_id(&id, game(given)).unwrap();
        assert_eq!(Situation::parse(&id, game(given)).unwrap().game, found);
        found.to_string()
    };
    assert_eq!(read("plakoto", "plakoto:mother=off"), "plakoto:mother=off");
    assert_eq!(read("plakoto:mother=off", "plakoto"), "plakoto:mother=off");
    assert_eq!(read("plakoto:draw=1", "plakoto:mother=off"), "plakoto:mother=off,draw=1");
    // If the options contradict each other, and in other games, those of the ID are used.
    assert_eq!(read("plakoto:mother=immediate", "plakoto:mother=off"), "plakoto:mother=immediate");
    assert_eq!(read("tapa", "plakoto:mother=off"), "tapa");
    // Positions are checked by the options: here, one side holds all six points of its start
    // quarter.
    let held = "fevga@EAAA/z8wALBtOw";
    assert!(notation::parse_position_id(held, Game::FEVGA).is_err());
    assert!(notation::parse_position_id(held, game("fevga:closed-quarter=opponents")).is_ok());
}

#[test]
fn an_id_may_name_its_game() {
    let parse = |text: &str| Situation::parse(text, Game::Backgammon);
    for game in Game::ALL {
        let id = notation::position_id(game, &game.start());
        assert_eq!(parse(&id), Ok(Situation::new(game.start(), game)), "{id}");
        // The name in the ID is used, not the game given otherwise.
        let bare = game.start().gnu_id();
        assert_eq!(Situation::parse(&format!("{game}@{bare}"), Game::Hypergammon), parse(&id));
        assert_eq!(Situation::parse(&bare, game).map(|situation| situation.game), Ok(game));
    }
    let hyper = Situation::new(Game::Hypergammon.start(), Game::Hypergammon);
    assert_eq!(parse(&format!("hypergammon@{}", hyper.xgid())), Ok(hyper));
    assert_eq!(parse(&format!("hypergammon@{}", hyper.gnu_id())), Ok(hyper));
    let message = |text: &str| parse(text).unwrap_err().to_string();
    assert!(message("chess@4HPwATDgc/ABMA").contains("\"chess\""));
    let xgid = Situation::new(Game::Backgammon.start(), Game::Backgammon).xgid();
    assert!(message(&format!("fevga@{xgid}")).contains("no XGIDs for fevga"));
    // A cube on 2; then a centred cube on 1, with a double to answer.
    let cubeless = Situation::new(Game::FEVGA.start(), Game::FEVGA);
    let doubled = Situation { phase: Phase::Doubled, ..cubeless };
    let around = doubled.gnu_id();
    for around in ["UYnlADAAEAAE", around.split_once(':').unwrap().1] {
        let refusal =
            InvalidId::NoCube { game: Game::FEVGA, kind: IdKind::Match, text: around.to_owned() };
        assert_eq!(parse(&format!("fevga@AACA/z8AAID/Pw:{around}")), Err(refusal));
    }
    assert_eq!(parse(&format!("fevga@{}", cubeless.gnu_id())), Ok(cubeless));
    // In Fevga, the other side's 24 point is the player's 12 point. Backgammon's starting position
    // is valid there; a checker of each side on one point is not.
    assert!(parse("fevga@4HPwATDgc/ABMA").is_ok());
    assert!(parse("fevga@AAAA/z8AAIDfPw").is_err());
}
