//! `shesh benchmark`: results of a network against the bots, as a table.

use super::duel;
use crate::{
    args::{GameOption, Ply, Weights},
    error::CliError,
    mpi::executor,
    terminal::{one_line, print, print_json},
};
use clap::Args;
use serde::Serialize;
use sheshbesh_analysis::{
    EngineId,
    numbers::{interval, thousands},
};
use sheshbesh_arena::{Bot, Duel, DuelResult, Gnubg, PlayerSpec, Wins};
use sheshbesh_evaluator::RolloutLevel;
use sheshbesh_movegen::{Family, HouseRules};

/// Measure a network against the bots
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh benchmark                           built-in network, 10,000 games each
  shesh benchmark --weights runs/quick-1/network.weights
  shesh benchmark --ply 2 --games 1000
  shesh benchmark --json

GNU Backgammon, if installed, is one of the opponents, at its 0-ply.")]
pub struct Benchmark {
    /// Number of games against each bot; an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=Duel::MOST_GAMES))]
    games: u64,
    /// Seed of the dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the table as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    ply: Ply,
    #[command(flatten)]
    weights: Weights,
    #[command(flatten)]
    game: GameOption,
}

#[derive(Serialize)]
struct JsonBenchmark {
    engine: EngineId,
    game: &'static str,
    ply: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    rollout: Option<&'static str>,
    seed: u64,
    opponents: Vec<JsonRow>,
}

#[derive(Serialize)]
struct JsonRow {
    opponent: String,
    games: u64,
    points_per_game: f64,
    interval_95: f64,
    wins: Wins,
    losses: Wins,
    drawn: u64,
}

impl Benchmark {
    pub fn run(&self) -> Result<(), CliError> {
        let level = self.ply.level;
        let name = self.weights.name();
        let network = self.weights.network(self.game.game())?;
        let player = PlayerSpec::network(&network, &name, level);
        let bots = Bot::ALL.into_iter().filter(|bot| bot.plays(self.game.game()));
        let mut opponents: Vec<PlayerSpec> = bots.map(PlayerSpec::Bot).collect();
        let gnubg = PlayerSpec::Gnubg { plies: 0 };
        let gnubg_plays = Gnubg::is_installed() && gnubg.check(self.game.game()).is_ok();
        // Rank 0 decides for all ranks.
        let gnubg_plays = executor().broadcast(gnubg_plays);
        if gnubg_plays {
            opponents.push(gnubg);
        }
        let frame = self.game.game().into();
        let duel = Duel { games: self.games, seed: self.seed, frame, rules: None, start: None };
        let game = self.game.game();
        let has_draws =
            game.family() == Family::Pinning || HouseRules::USUAL.turn_limit(game).is_some();
        let at = match level.rollout() {
            None => format!("{level}-ply"),
            Some(rollout) => rollout.to_string(),
        };
        if !self.json {
            print(&format!(
                "{} at {at}, {} games of {game} against each bot,\n\
                 the same dice from both seats.\n\n\
                 opponent   points per game (95 %)     won  gammons    lost  gammons{}\n",
                one_line(&name),
                thousands(self.games.next_multiple_of(2)),
                if has_draws { "   drawn" } else { "" },
            ))?;
        }
        let mut rows = Vec::new();
        for opponent in &opponents {
            let result = duel::play(&duel, &player, opponent)?;
            let drawn = result.drawn();
            let DuelResult { played: games, result: points, first, second } = result;
            if !self.json {
                let percent = |count: u64| 100.0 * count as f64 / games as f64;
                let gammons = |wins: &Wins| percent(wins.gammons + wins.backgammons);
                print(&format!(
                    "{:10}     {:+.4} ± {:6}     {:5.1} %  {:5.1} %  {:5.1} %  {:5.1} %{}\n",
                    opponent.to_string(),
                    points.value,
                    interval(points.interval_95, 4),
                    percent(first.wins),
                    gammons(&first),
                    percent(second.wins),
                    gammons(&second),
                    if has_draws { format!(" {:5.1} %", percent(drawn)) } else { String::new() },
                ))?;
            }
            rows.push(JsonRow {
                opponent: opponent.to_string(),
                games,
                points_per_game: points.value,
                interval_95: points.interval_95,
                wins: first,
                losses: second,
                drawn,
            });
        }
        if self.json {
            return print_json(&JsonBenchmark {
                engine: self.weights.id(&network),
                game: self.game.game().name(),
                ply: level.depth().plies(),
                rollout: level.rollout().map(RolloutLevel::name),
                seed: self.seed,
                opponents: rows,
            });
        }
        if !gnubg_plays {
            print("\nNo games against GNU Backgammon: not installed, or game not supported.\n")?;
        }
        Ok(())
    }
}
