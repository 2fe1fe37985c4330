//! Totals of each player over many matches.

use super::{
    counting::xg_factor,
    document::{AnalysisSettings, AnalyzedGame, AnalyzedMatch, Document, FORMAT, PlayerTotals},
    levels::is_rated,
    people::People,
    stats_accumulator::StatsAccumulator,
};
use sheshbesh_movegen::Game;

impl Document {
    /// Combines analyzed matches with the totals of their players.
    pub fn new(engine: AnalysisSettings, matches: Vec<AnalyzedMatch>) -> Self {
        let players = careers(&engine, &matches);
        let people = People::for_preset(engine.preset)
            .filter(|_| matches.iter().all(AnalyzedMatch::is_rated));
        Self { format: FORMAT.to_owned(), engine, matches, players, people }
    }
}

impl AnalysisSettings {
    /// Names of all match equity tables that evaluated the scores of matches.
    pub fn tables_of(&self, matches: &[AnalyzedMatch]) -> String {
        let mut names: Vec<&str> = Vec::new();
        for analyzed in matches {
            let names_of_match: &[String] = match &analyzed.match_equity_tables[..] {
                [] => std::slice::from_ref(&self.match_equity_table),
                stated => stated,
            };
            for name in names_of_match {
                if !names.contains(&name.as_str()) {
                    names.push(name);
                }
            }
        }
        names.join("; ")
    }
}

impl AnalyzedMatch {
    /// True if level names and human match rates apply to the match.
    pub fn is_rated(&self) -> bool {
        self.frame.is_none() && self.game.parse().is_ok_and(is_rated)
    }

    /// True if the file has positions that nobody has played, instead of a match: their decisions
    /// have answers, but no ratings and no result.
    pub fn are_positions(&self) -> bool {
        let is_open = |game: &AnalyzedGame| {
            game.winner.is_none()
                && game.resignations.is_empty()
                && game.decisions.iter().all(|decision| decision.played.is_empty())
        };
        self.games.iter().any(|game| !game.decisions.is_empty()) && self.games.iter().all(is_open)
    }
}

/// Totals of each player over all matches, by name, in order of first appearance. Players of positions
/// have decided nothing.
fn careers(engine: &AnalysisSettings, matches: &[AnalyzedMatch]) -> Vec<PlayerTotals> {
    let mut found: Vec<(String, usize, Vec<StatsAccumulator>, bool)> = Vec::new();
    for analyzed in matches.iter().filter(|analyzed| !analyzed.are_positions()) {
        let factor = match engine.counted_as {
            Some(_) => xg_factor(analyzed.length, analyzed.game == Game::Nackgammon.name()),
            None => 1.0,
        };
        for (player, seat) in analyzed.players.iter().zip(1..) {
            let tallies = analyzed.games.iter().map(|game| {
                StatsAccumulator::new(seat, &game.decisions, &engine.thresholds, factor)
            });
            match found.iter_mut().find(|(name, ..)| *name == player.name) {
                Some((_, matches, games, rated)) => {
                    *matches += 1;
                    games.extend(tallies);
                    *rated &= analyzed.is_rated();
                }
                None => {
                    found.push((player.name.clone(), 1, tallies.collect(), analyzed.is_rated()))
                }
            }
        }
    }
    let career = |(name, matches, games, rated): (String, usize, Vec<StatsAccumulator>, bool)| {
        let statistics = StatsAccumulator::combine(&games).with_levels_if(rated);
        PlayerTotals { name, matches, games: games.len(), statistics }
    };
    found.into_iter().map(career).collect()
}
