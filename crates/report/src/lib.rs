#![doc = include_str!("../README.md")]

pub mod pages;
pub mod text;
