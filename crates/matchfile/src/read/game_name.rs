//! Names of games in files.

use sheshbesh_movegen::Game;

/// Parses the name of a game in any spelling. The name of hypergammon may be followed by its number
/// of checkers.
///
/// # Errors
/// Returns the name if it is unknown.
pub(super) fn parse_game(name: &str) -> Result<Game, String> {
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    if let Ok(game) = name.to_lowercase().parse() {
        return Ok(game);
    }
    match letters(name).as_str() {
        "" | "standard" | "normal" => Ok(Game::Backgammon),
        "hypergammon3" | "hyper" => Ok(Game::Hypergammon),
        "nack" => Ok(Game::Nackgammon),
        spelling => Game::ALL
            .into_iter()
            .find(|game| letters(game.name()) == spelling)
            .ok_or_else(|| name.to_owned()),
    }
}

#[test]
fn games_are_told_by_any_spelling() {
    assert_eq!(parse_game("NackGammon"), Ok(Game::Nackgammon));
    assert_eq!(parse_game("HyperGammon (3)"), Ok(Game::Hypergammon));
    assert_eq!(parse_game("HyperGammon (2)"), Err("HyperGammon (2)".to_owned()));
    assert_eq!(parse_game("Tawla"), Err("Tawla".to_owned()));
    assert_eq!(parse_game("Long Nardi"), Ok(Game::LONG_NARDI));
    let otherwise = "long-nardi:head=never";
    assert_eq!(parse_game(otherwise).map(|game| game.to_string()), Ok(otherwise.to_owned()));
}
