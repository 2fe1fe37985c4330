//! Options that several commands share.

use crate::failure::Failure;
use clap::Args;
use sheshbesh_evaluator::Network;
use sheshbesh_movegen::{Situation, Variant};
use std::{borrow::Cow, path::PathBuf};

/// Which network judges.
#[derive(Args)]
pub struct Weights {
    /// Weights file of the network; the one that comes with the program by default
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
}

impl Weights {
    pub fn network(&self) -> Result<Cow<'static, Network>, Failure> {
        match &self.weights {
            None => Ok(Cow::Borrowed(Network::shipped())),
            Some(path) => Network::read(path).map(Cow::Owned).map_err(Failure::bad_input),
        }
    }

    /// What the network is called in results.
    pub fn name(&self) -> String {
        self.weights.as_ref().map_or("shesh".to_owned(), |path| path.display().to_string())
    }
}

/// How far to look.
#[derive(Args)]
pub struct Ply {
    /// Plies to look ahead: 1 is the network alone, 2 adds all replies, and so on
    /// (GNU Backgammon counts one less)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4))]
    pub ply: u32,
}

/// Which game is played.
#[derive(Args)]
pub struct Game {
    /// The game: backgammon, nackgammon, long-gammon or hypergammon
    #[arg(long, value_name = "NAME", default_value_t)]
    pub variant: Variant,
}

impl Game {
    /// Reads a position in any notation.
    pub fn read(&self, position: &str) -> Result<Situation, Failure> {
        Situation::parse(position, self.variant).map_err(Failure::bad_input)
    }
}
