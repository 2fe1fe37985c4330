//! Games that a request is about, for transports that load networks when they are needed.

use crate::{
    routes::{Parameters, Request, find, games_of_file},
    service::Service,
};
use serde_json::Value;
use sheshbesh_movegen::{Game, Situation};

impl Service {
    /// Lists the games of a request, each once. `path` is as in [`answer`](Self::answer). A request
    /// that is invalid, or names no game, is about the usual game.
    pub fn games_of(method: &str, path: &str, body: Vec<u8>) -> Vec<Game> {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let parameters = find(method, path).map(|route| route.parameters);
        let mut games = match parameters {
            Some(Parameters::File) => games_of_file(&Request { query, body: Box::new(body) }),
            Some(Parameters::Json) => {
                serde_json::from_slice(&body).map(|body| vec![game_of(&body)]).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        if games.is_empty() {
            games.push(Game::default());
        }
        let mut distinct = Vec::new();
        for game in games {
            if !distinct.contains(&game) {
                distinct.push(game);
            }
        }
        distinct
    }
}

/// Game of the fields of a request.
fn game_of(body: &Value) -> Game {
    let state = &body["state"];
    // The state of a chouette has the game in its beginning.
    let beginning = &state["beginning"];
    let fields = [beginning, state].into_iter().find(|fields| fields.is_object()).unwrap_or(body);
    let stated = fields["game"].as_str().and_then(|name| name.parse().ok()).unwrap_or_default();
    let situation = fields["position"].as_str().map(|id| Situation::parse(id, stated));
    situation.and_then(Result::ok).map_or(stated, |situation| situation.game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_in_fields_states_and_files() {
        let of = |path: &str, body: &str| Service::games_of("POST", path, body.into());
        assert_eq!(of("best", r#"{"position": "fevga@4HPwATDgc/ABMA"}"#), [Game::FEVGA]);
        assert_eq!(of("evaluate", r#"{"game": "plakoto:mother=off"}"#)[0].name(), "plakoto");
        assert_eq!(of("play", r#"{"state": {"game": "nackgammon"}}"#), [Game::Nackgammon]);
        let chouette = r#"{"state": {"beginning": {"game": "nackgammon"}}}"#;
        assert_eq!(of("chouette/play", chouette), [Game::Nackgammon]);
        assert_eq!(of("best", "{"), [Game::Backgammon]);
        let file = " 3 point match\n\n Game 1\n Ada : 0              Ben : 0\n  1) 31: 8/5 6/5\n";
        assert_eq!(of("jobs/analyze?name=ada.mat&game=nackgammon", file), [Game::Nackgammon]);
        assert_eq!(of("jobs/analyze?name=ada.mat", "nothing"), [Game::Backgammon]);
    }
}
