//! Training in games that differ from backgammon in their start position.

use sheshbesh_movegen::Game;
use sheshbesh_training::{Counters, CurvePoint, DeviceName, Ended, Folder, Observer, Recipe, Run};
use std::sync::atomic::AtomicBool;

const RECIPE: &str = r#"
name = "start"
about = "A few seconds of another game."
game = "GAME"

[contact]
inputs = "structural1"
hidden = [16]
activation = "relu"
output = "softmax"

[race]
inputs = "race1"
hidden = [8]
activation = "relu"
output = "softmax"

[measure]
opponent = "random"
games = 400
final_games = 1000

[[stages]]
name = "td"
games = 1500
batch_games = 25
measure_every = 100000
targets = { lambda-return = { lambda = 0.7 } }
minibatch = 64
optimiser = "adam"
learning_rate = 3e-3
final_learning_rate = 3e-4
"#;

struct Silent;

impl Observer for Silent {
    fn played(&mut self, _: &str, _: u64) {}
    fn learned(&mut self, _: &str, _: &Counters, _: u64) {}
    fn measured(&mut self, _: &CurvePoint, _: &str) {}
}

fn recipe_text(game: &str) -> String {
    RECIPE.replace("GAME", game)
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn other_starts_are_learned_in_their_own_game() {
    let folder = tempfile::tempdir().unwrap();
    // Minimum points per game against random play. An untrained network wins about none.
    for (game, least) in
        [(Game::Nackgammon, 2.0), (Game::LongGammon, 2.0), (Game::Hypergammon, 1.0)]
    {
        let recipe = Recipe::parse(&recipe_text(game.name())).unwrap();
        assert_eq!(recipe.game, game);
        assert_eq!(Recipe::parse(&recipe.to_text()), Ok(recipe.clone()));
        let folder = Folder::new(folder.path().join(game.name()));
        let mut run = Run::begin(recipe, 1, folder, &DeviceName::Cpu.open()).unwrap();
        let ended = run.train(&AtomicBool::new(false), &mut Silent).unwrap();
        assert_eq!(ended, Ended::Finished);
        let points = run.curve().last().expect("a last measurement").points;
        println!("{game}: {points:+.3}");
        assert!(points > least, "{game}: {points}");
    }
}

#[test]
fn a_recipe_names_a_game_that_can_be_learned() {
    let wrong = |text: &str| Recipe::parse(text).unwrap_err().to_string();
    assert!(wrong(&recipe_text("chess")).contains("long-gammon"));
    assert!(wrong(&recipe_text("fevga")).contains("structural1 does not support fevga"));
    let back_games = recipe_text("hypergammon") + "exploration = { back_games = 0.1 }\n";
    assert!(wrong(&back_games).contains("15 checkers"));
    let endings = |game: &str| {
        let recipe = Recipe::shipped("quick", game.parse().unwrap()).unwrap();
        recipe.to_text().replace("endings = 0.0", "endings = 0.1")
    };
    assert!(Recipe::parse(&endings("misere")).is_ok());
    assert!(wrong(&endings("fevga")).contains("endings are not supported in fevga"));
    let unnamed = Recipe::parse(&RECIPE.replace("game = \"GAME\"\n", "")).unwrap();
    assert_eq!(unnamed.game, Game::Backgammon);
    assert!(!unnamed.to_text().contains("game ="));
}
