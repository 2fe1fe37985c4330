//! Chouettes: people at one terminal and engines, one of them against all others.

mod narration;
mod options;
mod people;
mod session;

pub(super) use options::ChouetteOptions;
