//! Options of a chouette, and its players.

use super::session::{ChouetteSession, Seating};
use crate::{
    args::{RulesArgs, Search, Weights},
    error::CliError,
    terminal::one_line,
};
use clap::Args;
use sheshbesh_arena::{CubePolicy, NetworkPlayer};
use sheshbesh_evaluator::EvaluationLevel;
use sheshbesh_movegen::{
    Chouette, ChouetteRules, Consulting, CubeRules, Game, HouseRules, Session, Situation,
    TableRules, random::game_rng,
};

/// Options of a chouette.
#[derive(Args)]
pub struct ChouetteOptions {
    /// Play a chouette of 3 to 10 players: their names, separated by commas, the box first and
    /// the captain second; NAME=N is the engine at N plies, other names are people here
    #[arg(
        long,
        value_name = "NAMES",
        conflicts_with_all = ["frame", "length", "position", "dice", "save", "tutor", "skill"]
    )]
    chouette: Option<String>,
    /// Advice to the captain of a chouette: always, or after-cube (once a cube has been turned)
    #[arg(long, value_name = "RULE", requires = "chouette")]
    consulting: Option<Consulting>,
    /// Let the box of a chouette offer cubes that were passed to a member who alone has taken
    #[arg(long, requires = "chouette")]
    extras: bool,
    /// Raise the stake of a chouette by 1, then by 2, by 3 and so on, instead of doubling it; a
    /// pass loses 1 (among people: the engine cannot evaluate it)
    // `session` checks for a chouette: clap ignores `requires` if --chouette conflicts with a given
    // option.
    #[arg(long, requires = "cube", conflicts_with_all = ["length", "beavers", "automatic_doubles"])]
    arithmetic_raises: bool,
    /// Number of games of a chouette [default: until you quit; 1 if nobody is a person]
    #[arg(long, value_name = "N", requires = "chouette", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
}

/// A player as given on the command line.
#[derive(Debug, PartialEq)]
struct NamedPlayer {
    name: String,
    /// Level of an engine; `None` for a person.
    level: Option<EvaluationLevel>,
}

/// Longest name, in characters.
const LONGEST_NAME: usize = 30;

/// Parses names separated by commas.
fn parse_players(text: &str) -> Result<Vec<NamedPlayer>, String> {
    let mut players: Vec<NamedPlayer> = Vec::new();
    for part in text.split(',') {
        let (name, level) = match part.split_once('=') {
            Some((name, level)) => {
                let parsed = level.trim().parse::<EvaluationLevel>();
                (name, Some(parsed.map_err(|problem| problem.to_string())?))
            }
            None => (part, None),
        };
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        if name.is_empty() {
            return Err("a player of the chouette has no name".to_owned());
        }
        let shown = one_line(&name);
        if shown != name || name.chars().count() > LONGEST_NAME {
            return Err(format!("{shown} is no name: use at most {LONGEST_NAME} characters"));
        }
        let is_same = |player: &NamedPlayer| player.name.to_lowercase() == name.to_lowercase();
        if players.iter().any(is_same) {
            return Err(format!("two players of the chouette are called {name}"));
        }
        players.push(NamedPlayer { name, level });
    }
    Ok(players)
}

impl ChouetteOptions {
    /// Returns the chouette to play, if one is asked for.
    ///
    /// # Errors
    /// Also fails for arithmetic raises in games with an engine, which cannot evaluate them.
    pub(in super::super) fn session(
        &self,
        rules: &RulesArgs,
        search: &Search,
        weights: &Weights,
        hints: EvaluationLevel,
        seed: u64,
    ) -> Result<Option<ChouetteSession>, CliError> {
        let players = self.chouette.as_deref().map(parse_players).transpose();
        let players = players.map_err(CliError::BadInput)?;
        let is_engine = |player: &NamedPlayer| player.level.is_some();
        let has_engine = players.as_ref().is_none_or(|players| players.iter().any(is_engine));
        if self.arithmetic_raises && has_engine {
            let message = "the engine cannot evaluate arithmetic raises of the stake: \
                           leave out --arithmetic-raises";
            return Err(CliError::BadInput(message.to_owned()));
        }
        let Some(players) = players else { return Ok(None) };
        let game = rules.frame()?.game(0);
        let chouette = ChouetteRules {
            table: self.table_rules(rules, game)?,
            consulting: self.consulting.unwrap_or_default(),
            extras: self.extras,
        };
        let chouette = Chouette::new(game, chouette, players.len()).map_err(CliError::bad_input)?;
        let evaluator = weights.networks_of(&[game])?.evaluator(search.settings());
        let evaluator = evaluator.for_game(game).map_err(CliError::bad_input)?;
        let engine = |level| NetworkPlayer::new(evaluator.clone(), level, CubePolicy::Model).into();
        let has_people = players.iter().any(|player| player.level.is_none());
        let seating = Seating {
            engines: players.iter().map(|player| player.level.map(&engine)).collect(),
            names: players.into_iter().map(|player| player.name).collect(),
            adviser: engine(hints),
        };
        let games = self.games.or((!has_people).then_some(1));
        Ok(Some(ChouetteSession::new(chouette, seating, game_rng(seed, 0), games)))
    }

    /// Rules between the box and each member of the team: money games, with a cube if the game has
    /// one.
    fn table_rules(&self, rules: &RulesArgs, game: Game) -> Result<TableRules, CliError> {
        // Refuses options of the cube in games without one.
        rules.rules()?;
        let usual = CubeRules {
            session: Session::Money { jacoby: false, beavers: false, automatic_doubles: 0 },
            largest_cube: Situation::USUAL_LARGEST_CUBE,
        };
        let stated = rules.cube.rules()?;
        let cube = if game.has_cube() { stated.unwrap_or(usual) } else { CubeRules::NO_CUBE };
        let arithmetic_raises = self.arithmetic_raises;
        let table = TableRules {
            cube,
            house_rules: HouseRules { arithmetic_raises, ..rules.house_rules() },
        };
        table.checked().map_err(CliError::bad_input)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_and_engines_are_told_by_their_names() {
        let level = |text: &str| text.parse::<EvaluationLevel>().ok();
        let players = parse_players("Ann, Bob  Lee ,Cleo=2,dan = rollout1").unwrap();
        let expected = [("Ann", None), ("Bob Lee", None), ("Cleo", level("2"))];
        let expected = expected.into_iter().chain([("dan", level("rollout1"))]);
        for (player, (name, level)) in players.iter().zip(expected) {
            assert_eq!((player.name.as_str(), player.level), (name, level));
        }
        assert_eq!(players.len(), 4);
        for (wrong, problem) in [
            ("Ann,,Bob", "has no name"),
            ("Ann,Bob,ann", "two players of the chouette are called ann"),
            ("Ann,Bob,Cleo=9", "9"),
            ("Ann,Bob,C\u{7}leo", "is no name"),
        ] {
            let refusal = parse_players(wrong).unwrap_err();
            assert!(refusal.contains(problem), "{wrong}: {refusal}");
        }
    }
}
