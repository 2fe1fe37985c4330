//! Players over many matches.

use super::{
    counting::xg_factor,
    document::{Career, Document, FORMAT, JudgedMatch, Judges},
    people::People,
    tally::Tally,
};
use sheshbesh_movegen::Game;

impl Document {
    /// Judged matches together, and their players.
    pub fn new(engine: Judges, matches: Vec<JudgedMatch>) -> Self {
        let players = careers(&engine, &matches);
        let people = People::judged_by(engine.preset);
        Self { format: FORMAT.to_owned(), engine, matches, players, people }
    }
}

/// Each player over all matches, by name, in the order in which they come.
fn careers(engine: &Judges, matches: &[JudgedMatch]) -> Vec<Career> {
    let mut found: Vec<(String, usize, Vec<Tally>)> = Vec::new();
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
                Some((_, matches, games)) => {
                    *matches += 1;
                    games.extend(tallies);
                }
                None => found.push((player.name.clone(), 1, tallies.collect())),
            }
        }
    }
    let career = |(name, matches, games): (String, usize, Vec<Tally>)| Career {
        name,
        matches,
        games: games.len(),
        statistics: Tally::statistics(&games),
    };
    found.into_iter().map(career).collect()
}
