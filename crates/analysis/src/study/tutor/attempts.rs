//! Statistics of first attempts and of the actions played.

use crate::match_analysis::{Decision, Statistics, StatsAccumulator, Thresholds};

/// Decisions of a player who uses the tutor, game by game.
#[derive(Clone, Debug)]
pub struct Attempts {
    seat: u8,
    thresholds: Thresholds,
    /// The last game is in progress.
    games: Vec<Game>,
}

#[derive(Clone, Debug, Default)]
struct Game {
    first: Vec<Decision>,
    played: Vec<Decision>,
    helped: usize,
    taken_back: usize,
}

/// Statistics of the first attempts and of the actions played.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Number of games.
    pub games: usize,
    /// Statistics of the first attempts.
    pub first: Statistics,
    /// Statistics of the actions played.
    pub played: Statistics,
    /// Number of first attempts made after a hint.
    pub helped: usize,
    /// Number of first attempts taken back for another action.
    pub taken_back: usize,
    thresholds: Thresholds,
}

impl Attempts {
    /// Creates an empty record for a player, 1 or 2; the thresholds define errors and blunders.
    pub fn new(seat: u8, thresholds: Thresholds) -> Self {
        Self { seat, thresholds, games: vec![Game::default()] }
    }

    /// Thresholds of errors and blunders.
    pub fn thresholds(&self) -> &Thresholds {
        &self.thresholds
    }

    /// Adds a final decision. `helped` is true if a hint came before the first attempt.
    pub fn take(&mut self, first: Decision, played: Decision, helped: bool) {
        let game = self.games.last_mut().expect("the list of games is never empty");
        game.helped += usize::from(helped);
        game.taken_back += usize::from(first.played != played.played);
        game.first.push(first);
        game.played.push(played);
    }

    /// Starts the next game, unless the current one has no decisions.
    pub fn next_game(&mut self) {
        if self.games.last().is_some_and(|game| !game.played.is_empty()) {
            self.games.push(Game::default());
        }
    }

    /// Summary of the current game, if it has any decisions.
    pub fn this_game(&self) -> Option<Summary> {
        let (last, _) = self.games.split_last()?;
        (!last.played.is_empty()).then(|| self.of(std::slice::from_ref(last)))
    }

    /// Summary of all games.
    pub fn all(&self) -> Summary {
        self.of(&self.games)
    }

    fn of(&self, games: &[Game]) -> Summary {
        let statistics = |decisions: fn(&Game) -> &[Decision]| {
            let tallies: Vec<StatsAccumulator> = games
                .iter()
                .map(|game| {
                    StatsAccumulator::new(self.seat, decisions(game), &self.thresholds, 1.0)
                })
                .collect();
            StatsAccumulator::combine(&tallies)
        };
        Summary {
            games: games.iter().filter(|game| !game.played.is_empty()).count(),
            first: statistics(|game| &game.first),
            played: statistics(|game| &game.played),
            helped: games.iter().map(|game| game.helped).sum(),
            taken_back: games.iter().map(|game| game.taken_back).sum(),
            thresholds: self.thresholds,
        }
    }
}

impl Summary {
    /// Formats the summary as a table of fewer than 80 columns.
    pub fn words(&self) -> String {
        let rate = |number: Option<f64>| number.map_or("-".to_owned(), |rate| format!("{rate:.2}"));
        let loss = |number: f64| format!("{number:.3}");
        let has_cube = self.first.cube_decisions + self.played.cube_decisions > 0;
        type Cell<'a> = (&'a str, &'a dyn Fn(&Statistics) -> String);
        let rows: [Cell<'_>; 6] = [
            ("PR", &|of| rate(of.pr)),
            ("decisions", &|of| match of.cube_decisions {
                0 => of.plays.to_string(),
                cube => format!("{} + {cube} cube", of.plays),
            }),
            ("errors (blunders)", &|of| format!("{} ({})", of.errors, of.blunders)),
            ("lost, EMG", &|of| loss(of.error)),
            ("  by plays + cube", &|of| {
                if has_cube {
                    format!("{} + {}", loss(of.play_error), loss(of.cube_error))
                } else {
                    String::new()
                }
            }),
            ("  MWC", &|of| {
                of.error_mwc.map_or_else(String::new, |mwc| format!("{:.1} %", 100.0 * mwc))
            }),
        ];
        let mut text = format!("  {:20}{:>18}{:>18}\n", "", "first attempts", "as played");
        for (name, cell) in rows {
            let (first, played) = (cell(&self.first), cell(&self.played));
            if !played.is_empty() {
                text.push_str(&format!("  {name:20}{first:>18}{played:>18}\n"));
            }
        }
        let Thresholds { error, blunder, .. } = self.thresholds;
        text.push_str(&format!(
            "  Errors lose {error:.3} or more, blunders {blunder:.3}. First attempts taken back: \
             {}.\n  First attempts after a hint: {}.\n",
            self.taken_back, self.helped
        ));
        text
    }
}
