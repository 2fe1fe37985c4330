//! Positions as people paste them: one position in every notation, labelled, quoted, encoded, in
//! links and in longer texts.

mod common;

use common::random_position;
use proptest::prelude::*;
use sheshbesh_movegen::{
    BySide, Cube, Game, InvalidId, Phase, Seat, Side, Situation, Stakes, notation,
};

const XGID: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10";
const START: &str = "4HPwATDgc/ABMA";
const FIBS: &str = "board:You:Ben:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:\
                    1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0";

fn read(text: &str) -> Result<Situation, InvalidId> {
    Situation::parse(text, Game::Backgammon)
}

fn message(text: &str) -> String {
    match read(text) {
        Ok(situation) => panic!("{text:?} was read as {}", situation.xgid()),
        Err(error) => error.to_string(),
    }
}

/// The situation of `XGID`, without the largest cube, which other notations lack.
fn opening_31() -> Situation {
    let situation = Situation::from_xgid(XGID, Game::Backgammon).unwrap();
    assert_eq!(situation.largest_cube, Situation::USUAL_LARGEST_CUBE);
    situation
}

#[test]
fn an_xgid_is_found_wherever_it_stands() {
    let bare = &XGID[5..];
    let encoded = XGID.replace('=', "%3D").replace(':', "%3A");
    let typographic = XGID.replace('-', "\u{2013}");
    let minus = XGID.replace('-', "\u{2212}");
    // A word processor turns two hyphens into one dash.
    let long = XGID.replace("--", "\u{2014}");
    let long_en = XGID.replace("--", "\u{2013}");
    for text in [
        XGID.to_owned(),
        bare.to_owned(),
        encoded.clone(),
        typographic,
        minus,
        long,
        long_en,
        format!("xgid = {bare}"),
        format!("XGID: {bare}"),
        format!("XGID\u{a0}=\u{a0}{bare}"),
        format!("  \"{XGID}\" "),
        format!("`{XGID}`"),
        format!("<{XGID}>"),
        format!("“{XGID}”."),
        format!("\u{feff}{XGID}\r\n"),
        format!(
            "{XGID}\n\nX:Player 1   O:Player 2\nScore is X:0 O:0 5 pt.(s) match.\nX to play 31\n"
        ),
        format!("What would you play here?\n{XGID}\nI like 8/5 6/5."),
        format!("What would you play here? {bare} I like 8/5 6/5."),
        format!("https://example.org/board?{encoded}&size=3"),
        format!("https://example.org/board?position={XGID}#top"),
        format!("https://example.org/#/analyse?id={encoded}"),
        format!("https://example.org/{bare}"),
        format!("[Position]({XGID})"),
        format!("backgammon@{XGID}"),
        format!("({XGID}), and again {XGID}"),
        XGID.replace('=', "%253D").replace(':', "%253A"),
        XGID.replace(":31:", ":\n31:"),
        format!("Wrapped: {} and more", XGID.replace(":31:", ": 31:")),
    ] {
        assert_eq!(read(&text), Ok(opening_31()), "{text}");
    }
}

#[test]
fn a_gnu_id_is_found_wherever_it_stands() {
    let gnu = opening_31().gnu_id();
    let (position, around) = gnu.split_once(':').unwrap();
    for text in [
        gnu.clone(),
        format!("{position} {around}"),
        format!("{position}\t{around}"),
        format!("{position}\n{around}"),
        format!("GNUID={gnu}"),
        format!("gnubgid {gnu}"),
        format!("GNUID={position} {around}"),
        format!("GNU ID: {gnu}"),
        format!("Position ID: {position} Match ID: {around}"),
        format!("Position ID: {position}\n                 Match ID   : {around}\n"),
        format!(
            " GNU Backgammon  Positions-ID: {position}\n                 Match-ID    : {around}"
        ),
        format!(" GNU Backgammon  ID позиции: {position}\n   ID матча: {around}"),
        format!("https://example.org/?gnuid={}", gnu.replace(':', "%3A").replace('/', "%2F")),
        format!("https://example.org/{gnu}"),
        format!("https://example.org/p/{gnu}/2"),
        format!("<{gnu}>"),
        format!("The position is {position}, match {around}."),
    ] {
        assert_eq!(read(&text).map(|read| read.gnu_id()), Ok(gnu.clone()), "{text}");
    }
    for text in [START.to_owned(), format!("Position ID: {START}"), format!("see {START}.")] {
        let position = Game::Backgammon.start();
        assert_eq!(read(&text), Ok(Situation::new(position, Game::Backgammon)), "{text}");
    }
    let fevga = format!("a game of fevga@{} now", Game::FEVGA.start().gnu_id());
    assert_eq!(read(&fevga), Ok(Situation::new(Game::FEVGA.start(), Game::FEVGA)));
}

#[test]
fn ogids_are_what_their_xgids_are() {
    for (ogid, xgid) in [
        ("11jjjjjhhhccccc:ooddddd88866666:N0N:31:B:R:0:0:5:1", XGID),
        // Without dice, White is to start, whatever player is named.
        (
            "11ccccchhhjjjjj:66666888dddddoo:N0N::W:IW:0:0:1:0",
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:1:10",
        ),
        (
            "11ccccchhhjjjjj:66666888dddddoo:N0N",
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
        ),
        // White has reached the position, so Black rolls; White has a checker on the bar.
        (
            "03cccchhhhjjjjj:16666888dddddoo:N0N:33:W:R:0:1:3:3",
            "XGID=-b----E-D---eD---c-d--A-aA:0:0:-1:33:0:1:0:3:10",
        ),
        // A pending double names the player who doubled.
        (
            "cccccgghhhjjjjj:112233666777dll:N0O::B:D:0:0:3:11",
            "XGID=----b-E-CB--aE----cc--bbb-:0:0:-1:D:0:0:0:3:10",
        ),
        // An owned cube, the Crawford game, and checkers borne off in either form.
        (
            "kkllmmqqqqqqqqq:112233:W2N:65:B:R:6:3:7C:42",
            "XGID=---BBB----------------bbb-:2:1:1:65:6:3:1:7:10",
        ),
    ] {
        let expected = Situation::from_xgid(xgid, Game::Backgammon).unwrap();
        let link = format!("https://example.org/?ogid={}", ogid.replace(':', "%3A"));
        let labelled = format!("OGID={ogid}");
        let in_text = format!("here: {ogid} what now?");
        for text in [ogid, &labelled, &link, &in_text] {
            assert_eq!(read(text), Ok(expected), "{text}");
        }
    }
    let owned = read("kkllmmqqqqqqqqq:112233:W2N:65:B:R:6:3:7C:42").unwrap();
    assert_eq!(owned.cube, Cube::new(2, Some(Side::OnRoll)).unwrap());
    assert_eq!(owned.stakes, Stakes::Match { length: 7, crawford: true });
    assert_eq!(owned.score, BySide { on_roll: 6, opponent: 3 });
    assert_eq!((owned.position.own().on(5), owned.position.own().on(0)), (2, 9));
    // A dead cube is not turned again.
    let dead = read("11ccccchhhjjjjj:66666888dddddoo:D1N:31:B:R:0:0:0").unwrap();
    assert_eq!((dead.cube, dead.largest_cube), (Cube::new(1, None).unwrap(), 1));
    let doubled = read("cccccgghhhjjjjj:112233666777dll:N0O::B:D:0:0:3:11").unwrap();
    assert_eq!((doubled.phase, doubled.seat), (Phase::Doubled, Seat::Top));
}

#[test]
fn a_board_line_of_fibs_is_a_position() {
    assert_eq!(read(FIBS), Ok(opening_31()));
    assert_eq!(read(&format!("{FIBS}\n")), Ok(opening_31()));
    assert_eq!(read(&format!("> rawboard\n{FIBS}\n> ")), Ok(opening_31()));
    // The same position, as seen by a player who is X and moves from 1 to 24.
    let mirrored = "board:You:Ben:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:\
                    -1:3:1:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0";
    assert_eq!(read(mirrored), Ok(opening_31()));
    // An unlimited match, before the roll, with a cube of 2 that the opponent owns and a checker of
    // each side on the bar.
    let line = "board:You:Ben:9999:3:1:-1:-1:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:1:1:\
                1:0:0:0:0:2:0:1:0:1:-1:0:25:0:0:1:1:0:0:0:0";
    let situation = read(line).unwrap();
    assert_eq!(situation.stakes, Stakes::Money { jacoby: false, beavers: false });
    assert_eq!(situation.cube, Cube::new(1, Some(Side::Opponent)).unwrap());
    assert_eq!(situation.phase, Phase::BeforeRoll);
    assert_eq!((situation.position.own().on(25), situation.position.opponent().on(25)), (1, 1));
    // The opponent has doubled: the opponent is on roll.
    let doubled = FIBS.replace(":1:3:1:0:0:1:1:1:0:1:-1:", ":-1:0:0:0:0:1:1:1:1:1:-1:");
    let situation = read(&doubled).unwrap();
    assert_eq!((situation.phase, situation.seat), (Phase::Doubled, Seat::Top));
    // Neither player may double at 4-0 in a match to 5: the Crawford game.
    let crawford = FIBS.replace("Ben:5:0:", "Ben:5:4:").replace(":1:1:1:0:1:-1:", ":1:0:0:0:1:-1:");
    assert_eq!(read(&crawford).unwrap().stakes, Stakes::Match { length: 5, crawford: true });
}

#[test]
fn errors_name_the_format_that_was_recognised() {
    let bare = &XGID[5..];
    assert!(message("XGID=garbage").contains("invalid XGID: expected 10 parts"));
    assert!(
        message(&format!("see XGID={}", bare.replace(":31:", ":37:")))
            .contains("invalid dice \"37\" in the XGID")
    );
    assert!(message("OGID=11jjjjj:ooddddd").contains("invalid OGID: expected 3 to 11 parts"));
    let ogid = "11jjjjjhhhccccc:ooddddd88866666:N0N:71:B:R:0:0:5:1";
    assert!(message(ogid).contains("invalid dice \"71\" in the OGID"), "{}", message(ogid));
    assert!(
        message(&format!("{FIBS}\n").replace(":1:3:1:", ":0:3:1:")).contains("FIBS board line")
    );
    assert!(message("board:You:Ben:5").contains("FIBS board line"));
    assert!(message("4HPwATDgc/ABMA cAkAAAAAAAA").contains("expected 12 letters"));
    assert!(message("4HPwATDgc/ABMA:cAkAAAAAAAA").contains("expected 12 letters"));
    let text = "Position ID: 4HPwATDgc/ABMA Match ID: cAkAAAAAAAA";
    assert!(message(text).contains("expected 12 letters"), "{}", message(text));
    assert!(message("GNUID=4HPwATDgc/ABM").contains("expected 14 letters"));
    assert!(message("4HPwATDgc/ABM").contains("expected 14 letters"));
    assert!(message("https://example.org/").contains("no position in"));
    assert!(message("Hello there, which play is best?").contains("no position in"));
    let two = format!("{XGID} or {START} or sGfwATDgc/ABMA");
    assert!(message(&format!("{START} or sGfwATDgc/ABMA")).contains("2 different positions"));
    // A labelled ID takes precedence over IDs without a label.
    assert_eq!(read(&two), Ok(opening_31()));
    let endless = "XGID=".repeat(100_000);
    assert!(message(&endless).len() < 1000);
    assert!(read(&"/".repeat(60_000)).is_err());
    let fevga = Situation::parse(ogid, Game::FEVGA).unwrap_err().to_string();
    assert!(fevga.contains("no OGIDs for fevga"), "{fevga}");
}

proptest! {
    #[test]
    fn any_position_is_found_in_every_notation(seed: u64, length in 0..30u16, dice in 0..21usize) {
        let game = Game::Backgammon;
        let situation = Situation {
            phase: Phase::Rolled(sheshbesh_movegen::Dice::ALL[dice]),
            stakes: match length {
                0 => Stakes::default(),
                _ => Stakes::Match { length, crawford: false },
            },
            ..Situation::new(random_position(game, seed), game)
        };
        for id in [situation.xgid(), situation.gnu_id(), ogid(&situation)] {
            for text in [id.clone(), format!("\"{id}\""), format!("a text: {id}\nand more")] {
                prop_assert_eq!(read(&text), Ok(situation), "{}", text);
            }
        }
    }

    #[test]
    fn no_text_makes_the_search_panic(
        text in "(XGID|OGID|GNUID|board|Position ID|Match ID|[-=:/ %\u{2013}@?&]|[0-9a-qA-P]{1,15}|4HPwATDgc/ABMA|N0N){0,40}",
        game in 0..Game::ALL.len(),
    ) {
        if let Ok(situation) = Situation::parse(&text, Game::ALL[game]) {
            let id = notation::position_id(situation.game, &situation.position);
            prop_assert_eq!(Situation::parse(&id, situation.game).unwrap().position, situation.position);
        }
    }
}

/// Writes an OGID, with the bottom player as White.
fn ogid(situation: &Situation) -> String {
    assert_eq!(situation.seat, Seat::Bottom);
    let list = |number_of: &dyn Fn(u8) -> u8, side: sheshbesh_movegen::Checkers| -> String {
        let numbers = (1..=25)
            .flat_map(|point| std::iter::repeat_n(number_of(point), usize::from(side.on(point))));
        numbers.map(|number| char::from_digit(number.into(), 36).unwrap()).collect()
    };
    let white = list(&|point| 25 - point, situation.position.own());
    let black = list(&|point| point, situation.position.opponent());
    let Phase::Rolled(dice) = situation.phase else { panic!("dice are rolled") };
    let length = match situation.stakes {
        Stakes::Money { .. } => 0,
        Stakes::Match { length, .. } => length,
    };
    format!("{white}:{black}:N0N:{dice}:B:R:0:0:{length}:0")
}

#[test]
fn both_ids_are_found_behind_labels_of_any_language() {
    let expected = read("4HPwATDgc/ABMA:cIjuAAAAAAAE").unwrap();
    for (position, around) in [
        ("Position ID: ", "Match ID   : "),
        ("ID pozice: ", "ID zápasu   : "),
        ("Positions ID: : ", "MatchID   : "),
        ("ID de posición: ", "ID de partida   : "),
        ("Peliaseman ID: ", "Ottelun ID   : "),
        ("ID de position\u{a0}: ", "ID de match\u{a0}  : "),
        ("ID Posizione: ", "ID Match   : "),
        ("Position-ID: ", "Match-ID: "),
        ("ポジション ID: ", "マッチ ID: "),
    ] {
        for between in [" ", "\n                 ", "\r\n"] {
            let with = |id: &str| format!("{position}{START}{between}{around}{id}");
            assert_eq!(read(&with("cIjuAAAAAAAE")), Ok(expected), "{around}");
            assert_eq!(
                read(&format!(" GNU  {}\n", with("cIjuAAAAAAAE"))),
                Ok(expected),
                "{around}"
            );
            // A labelled match ID that cannot be read is an error, not a bare position.
            for id in ["cIjuAAAA", "garbage", "????"] {
                assert!(read(&with(id)).is_err(), "{}", with(id));
            }
        }
    }
    // These texts have no label of a match ID.
    let alone = read(START).unwrap();
    for text in [format!("{START} Player ID: 12345"), format!("ID pozice: {START}\nBen: 3")] {
        assert_eq!(read(&text), Ok(alone), "{text}");
    }
}
