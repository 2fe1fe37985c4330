//! Fuzzes the round trip of IDs: a written ID is read as the same position or situation.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sheshbesh_movegen::{Family, Game, Position, Situation};

fuzz_target!(|text: &str| {
    if let Ok(situation) = Situation::from_gnubg_board(text, true) {
        let again = Situation::parse(&situation.xgid(), Game::Backgammon);
        assert_eq!(again.as_ref(), Ok(&situation));
    }
    for game in Game::ALL {
        if let Ok(position) = Position::from_gnu_id(text, game) {
            assert_eq!(position.gnu_id(), text);
        }
        if let Ok(situation) = Situation::parse(text, game) {
            let game = situation.game;
            if game.family() == Family::Hitting {
                // The XGID of a game without a cube has 1 as its largest cube.
                let largest_cube = if game.has_cube() { situation.largest_cube } else { 0 };
                let same = Situation { largest_cube, ..situation };
                assert_eq!(Situation::parse(&situation.xgid(), game).as_ref(), Ok(&same));
            }
            let id = situation.gnu_id();
            let again = Situation::parse(&id, game).expect("a written ID is read");
            assert_eq!(again.gnu_id(), id);
        }
    }
});
