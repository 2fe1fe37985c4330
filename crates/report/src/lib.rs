#![doc = include_str!("../README.md")]

#[cfg(feature = "anki")]
pub mod anki;
pub mod pages;
pub mod text;
