//! The rules of the games: one trait, and one type for each rule book.
//!
//! [`Rules::step`] defines a game: it moves one checker by one number, or returns the obstacle.
//! Everything else follows from it in the same way for all games: the sequences of a turn, its
//! distinct results, the notation of plays, and the reason why a play is illegal. A game that needs
//! speed has its own [`Rules::generate`], which is tested against the results of the steps.

mod acey_deucey;
mod american;
mod chase;
mod dutch;
mod early;
mod entry;
mod fevga;
mod game;
mod game_spec;
mod gul_bara;
mod gyulbar;
mod hitting;
mod irish;
mod long_nardi;
mod matador;
mod misere;
mod names;
mod old_english;
mod parallel;
mod plakoto;
mod portes;
mod results;
mod rolls;
mod rules;
mod russian;
mod stages;
mod tabula;

pub use acey_deucey::{AceyDeucey, Form};
pub use american::American;
pub use chase::Chase;
pub use dutch::{Dutch, HitBan};
pub use early::Early;
pub use entry::Entry;
pub use fevga::{ClosedQuarter, Fevga, Runner};
pub use game::Game;
pub use game_spec::{Agreement, GAME_CODE, StatedGame, UnknownGame};
pub use gul_bara::GulBara;
pub use gyulbar::{Doubles, Gyulbar};
pub use hitting::Hitting;
pub use irish::Irish;
pub use long_nardi::{Head, LongNardi, Row, RowAt};
pub use matador::Matador;
pub use misere::Misere;
pub use old_english::OldEnglish;
pub use plakoto::{Mother, Plakoto};
pub use portes::{HitAndRun, Portes};
#[cfg(test)]
pub(crate) use results::distinct_results;
pub(crate) use results::{orders, prefer};
pub use rolls::{OtherDice, RollError};
pub(crate) use rules::MOST_MOVES;
pub use rules::{
    CheckerMove, Family, GameEnd, Numbers, OUTCOMES, Obligation, Obstacle, Opening, PlaySoFar,
    Rules, usual_step,
};
pub use russian::Russian;
pub use tabula::Tabula;

/// Evaluates an expression with `$rules` bound to the rule book of a [`Game`](crate::Game), whose
/// type differs from game to game.
macro_rules! with_rules {
    ($game:expr, $rules:ident => $body:expr) => {
        match $game {
            $crate::Game::Backgammon
            | $crate::Game::Nackgammon
            | $crate::Game::LongGammon
            | $crate::Game::Hypergammon
            | $crate::Game::Snake => {
                let $rules = $crate::games::Hitting;
                $body
            }
            $crate::Game::Portes($rules) | $crate::Game::Tavla($rules) => $body,
            $crate::Game::OldEnglish($rules) => $body,
            $crate::Game::Misere => {
                let $rules = $crate::games::Misere;
                $body
            }
            $crate::Game::Irish => {
                let $rules = $crate::games::Irish;
                $body
            }
            $crate::Game::Early($rules) => $body,
            $crate::Game::Plakoto($rules) | $crate::Game::Tapa($rules) => $body,
            $crate::Game::AceyDeucey($rules) => $body,
            $crate::Game::Russian($rules) => $body,
            $crate::Game::Tabula($rules) => $body,
            $crate::Game::Matador($rules) => $body,
            $crate::Game::American => {
                let $rules = $crate::games::American;
                $body
            }
            $crate::Game::Chase($rules) | $crate::Game::Icelandic($rules) => $body,
            $crate::Game::Dutch($rules) => $body,
            $crate::Game::Fevga($rules) | $crate::Game::Jacquet($rules) => $body,
            $crate::Game::LongNardi($rules) | $crate::Game::Nard($rules) => $body,
            $crate::Game::GulBara($rules) => $body,
            $crate::Game::Gyulbar($rules) | $crate::Game::CrazyGyulbar($rules) => $body,
        }
    };
}

pub(crate) use with_rules;
