#![doc = include_str!("../README.md")]

mod markup;
pub mod pages;
pub mod svg_board;
pub mod text;

pub use markup::may_stand;
