//! Tests frames of several games, with the tutor in each game.

use crate::{
    harness::{Page, Screen, browse},
    play::{is_said, list_choices, ranked, sit_down, type_play},
};
use serde_json::{Value, json};

/// Plays for both sides until the player at the bottom has a choice in game `number`, or, if
/// `over`, until that game ends; the page then continues from there.
fn play_to(page: &Page, number: u32, over: bool) {
    let script = format!(
        "(async () => {{\
         const kept = JSON.parse(localStorage.getItem('shesh.game'));\
         const {{transport}} = await import(new URL('common/transport.js', document.baseURI));\
         const post = async (name, body) => (await transport.send(name, {{method: 'POST',\
             headers: {{'content-type': 'application/json'}}, body: JSON.stringify(body)}})).json();\
         const isThere = ({{frame, decide, plays}}) => frame.number >= {number} && ({over}\
             ? decide.what === 'next_game' : decide.what === 'play' && decide.seat === 'bottom'\
             && plays.nodes.filter(({{play}}) => play).length > 5);\
         while (!isThere(kept.turn)) {{\
             const {{state, decide: {{what}}}} = kept.turn;\
             if (what === 'match_over' || kept.turn.frame.number > {number}) return kept.turn.decide;\
             const type = what === 'roll' ? 'roll' : what;\
             const turn = ['opening', 'next_game'].includes(what)\
                 ? await post('act', {{state, action: {{type}}}})\
                 : await post('play', {{state, level: 'pipcount'}});\
             if (turn.error) return turn;\
             kept.turn = turn;\
             if (turn.did) kept.done.push(turn.did);\
         }}\
         localStorage.setItem('shesh.game', JSON.stringify(kept));\
         return 'there'; }})()"
    );
    assert_eq!(page.eval(&script), "there", "game {number}");
    page.reload();
    list_choices(page);
}

/// Checks the tutor: a warning for the worst play, hints in steps, and none for the best play.
fn is_taught(page: &Page, game: &str) {
    let plays = ranked(page);
    let (best, worst) = (plays[0].as_str(), plays[plays.len() - 1].as_str());
    type_play(page, worst);
    page.press("#do-confirm");
    page.says(".tutor", &format!("{worst} loses"));
    page.wait(".arrow.best");
    // The explanation uses the rules of this game.
    page.wait(".tutor .explanation");
    assert_eq!(page.count(".tutor .trouble"), 0, "{game}");
    page.is_accessible(&format!("a warning in {game}"));
    page.press("#do-back");
    for step in 1..=3 {
        page.press("#do-hint");
        page.says(".tutor", &format!("Hint {step} of 3"));
    }
    let best_now = page.text(".tutor tbody tr:first-child th");
    type_play(page, &best_now);
    page.press("#do-confirm");
    is_said(page, &format!("You play {best_now}."));
    assert!(plays.contains(&best_now), "{best_now}, where {best} is best");
}

/// Plays through a frame, and checks the game of each table.
fn is_taught_in_all(page: &Page, start: &Value, games: &[(&str, &str)]) {
    let settings = json!({ "tutor": true, "lessons": false, "speed": "off", "level": "pipcount", "language": "en",
        "threshold": 0.005, "reveals": true });
    page.eval("localStorage.removeItem('shesh.game')");
    sit_down(page, start, &settings);
    list_choices(page);
    let turn = "JSON.parse(localStorage.getItem('shesh.game')).turn";
    for (number, (game, named)) in (1..).zip(games) {
        play_to(page, number, false);
        assert_eq!(page.eval(&format!("{turn}.game")), *game);
        page.says(".seat.bottom", &format!("{named}, game {number}"));
        is_taught(page, game);
        list_choices(page);
        if usize::try_from(number).unwrap() == games.len() {
            break;
        }
        // The button starts the next game, with another board.
        play_to(page, number, true);
        // The figures of the game, which arrive late, move the button.
        page.wait(".result .ratings");
        page.press("#do-next");
        page.until(&format!("{turn}.frame.number === {}", number + 1));
        list_choices(page);
        let (_, next) = games[number as usize];
        is_said(page, &format!("{next}, game {}", number + 1));
        page.says(".seat.bottom", next);
        assert_eq!(page.count(".tutor:not([hidden])"), 0);
    }
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn the_tutor_knows_every_game_of_tavli() {
    browse("frames-tavli", 41, Screen::DESKTOP, |page| {
        let start = json!({ "game": "tavli", "length": "11" });
        let games = [("portes", "Portes"), ("plakoto", "Plakoto"), ("fevga", "Fevga")];
        is_taught_in_all(page, &start, &games);
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn the_tutor_knows_every_game_of_a_mixed_match() {
    browse("frames-mixed", 42, Screen::DESKTOP, |page| {
        let start = json!({ "game": "mixed", "length": "0", "scoring": "oyn-mars", "jacoby": false,
            "games": ["backgammon", "plakoto", "long-nardi"],
            "agreed": { "plakoto": { "mother": "off" }, "long-nardi": { "head": "free" } } });
        let games = [
            ("backgammon", "Backgammon"),
            ("plakoto:mother=off", "Plakoto"),
            ("long-nardi:head=free", "Long nardi"),
        ];
        is_taught_in_all(page, &start, &games);
    });
}
