#![doc = include_str!("../README.md")]

mod match_report;
mod schema;
mod server;
mod tool;

pub use server::{ServeError, Server};
