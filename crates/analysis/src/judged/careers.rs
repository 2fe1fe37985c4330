//! Totals of each player over many matches.

use super::{
    counting::xg_factor,
    document::{Career, Document, FORMAT, JudgedMatch, Judges},
    levels::is_rated,
    people::People,
    tally::Tally,
};
use sheshbesh_movegen::Game;

impl Document {
    /// Combines analyzed matches with the totals of their players.
    pub fn new(engine: Judges, matches: Vec<JudgedMatch>) -> Self {
        let players = careers(&engine, &matches);
        let people =
            People::judged_by(engine.preset).filter(|_| matches.iter().all(JudgedMatch::is_rated));
        Self { format: FORMAT.to_owned(), engine, matches, players, people }
    }
}

impl JudgedMatch {
    /// True if level names and human match rates apply to the match.
    pub(crate) fn is_rated(&self) -> bool {
        self.frame.is_none() && self.game.parse().is_ok_and(is_rated)
    }
}

/// Totals of each player over all matches, by name, in order of first appearance.
fn careers(engine: &Judges, matches: &[JudgedMatch]) -> Vec<Career> {
    let mut found: Vec<(String, usize, Vec<Tally>, bool)> = Vec::new();
    for judged in matches {
        let factor = match engine.counted_as {
            Some(_) => xg_factor(judged.length, judged.game == Game::Nackgammon.name()),
            None => 1.0,
        };
        for (player, seat) in judged.players.iter().zip(1..) {
            let tallies = judged
                .games
                .iter()
                .map(|game| Tally::new(seat, &game.decisions, &engine.thresholds, factor));
            match found.iter_mut().find(|(name, ..)| *name == player.name) {
                Some((_, matches, games, rated)) => {
                    *matches += 1;
                    games.extend(tallies);
                    *rated &= judged.is_rated();
                }
                None => found.push((player.name.clone(), 1, tallies.collect(), judged.is_rated())),
            }
        }
    }
    let career = |(name, matches, games, rated): (String, usize, Vec<Tally>, bool)| {
        let statistics = Tally::statistics(&games).with_levels_if(rated);
        Career { name, matches, games: games.len(), statistics }
    };
    found.into_iter().map(career).collect()
}
