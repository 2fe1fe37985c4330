//! What was decided at first, and what was played in the end.

use crate::judged::{Decision, Statistics, Tally, Thresholds};

/// Decisions of one who plays with a tutor, game by game.
#[derive(Clone, Debug)]
pub struct Attempts {
    seat: u8,
    thresholds: Thresholds,
    /// The last one is still going on.
    games: Vec<Game>,
}

#[derive(Clone, Debug, Default)]
struct Game {
    first: Vec<Decision>,
    played: Vec<Decision>,
    helped: usize,
    taken_back: usize,
}

/// What decisions add up to, by what was tried first and by what was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// In how many games.
    pub games: usize,
    /// By the first attempts.
    pub first: Statistics,
    /// By what was played.
    pub played: Statistics,
    /// Before so many first attempts a hint was asked for.
    pub helped: usize,
    /// So many first attempts were taken back for something else.
    pub taken_back: usize,
    thresholds: Thresholds,
}

impl Attempts {
    /// Of a player, 1 or 2; what an error and a blunder lose is said by the thresholds.
    pub fn new(seat: u8, thresholds: Thresholds) -> Self {
        Self { seat, thresholds, games: vec![Game::default()] }
    }

    /// What loses how much.
    pub fn thresholds(&self) -> &Thresholds {
        &self.thresholds
    }

    /// Counts a decision that is final. `helped` says that there was a hint before the first attempt.
    pub fn take(&mut self, first: Decision, played: Decision, helped: bool) {
        let game = self.games.last_mut().expect("there is a game always");
        game.helped += usize::from(helped);
        game.taken_back += usize::from(first.played != played.played);
        game.first.push(first);
        game.played.push(played);
    }

    /// Begins another game, unless nothing has been decided in this one.
    pub fn next_game(&mut self) {
        if self.games.last().is_some_and(|game| !game.played.is_empty()) {
            self.games.push(Game::default());
        }
    }

    /// Of the game that is going on, where anything has been decided in it.
    pub fn this_game(&self) -> Option<Summary> {
        let (last, _) = self.games.split_last()?;
        (!last.played.is_empty()).then(|| self.of(std::slice::from_ref(last)))
    }

    /// Of all games.
    pub fn all(&self) -> Summary {
        self.of(&self.games)
    }

    fn of(&self, games: &[Game]) -> Summary {
        let statistics = |decisions: fn(&Game) -> &[Decision]| {
            let tallies: Vec<Tally> = games
                .iter()
                .map(|game| Tally::new(self.seat, decisions(game), &self.thresholds, 1.0))
                .collect();
            Tally::statistics(&tallies)
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
    /// As a table of less than 80 columns.
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
            ("  by plays + cube", &|of| match has_cube {
                true => format!("{} + {}", loss(of.play_error), loss(of.cube_error)),
                false => String::new(),
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
