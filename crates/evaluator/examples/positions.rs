//! Prints IDs of positions before the roll, from games that the shipped network plays against
//! itself: `cargo run --release -p sheshbesh-evaluator --example positions -- 300`.
//!
//! Arguments: number of positions (300), seed of the games (1), and `contact` for positions with
//! contact only. The scripts that compare the engine with others start from its output.

mod games;

use games::visit;
use rand::RngExt;
use sheshbesh_evaluator::{Evaluator, Settings};
use sheshbesh_movegen::Hitting;

/// Approximate share of a game's positions that is printed.
const SHARE: f64 = 0.1;
/// Plies until a game has left its opening.
const OPENING: u32 = 4;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, default: u64| {
        arguments.get(place).map_or(default, |text| text.parse().expect("a number"))
    };
    let (count, seed) = (number(0, 300), number(1, 1));
    let contact_only = arguments.iter().any(|word| word == "contact");
    let mut printed = 0;
    visit(&Evaluator::new(sheshbesh_weights::shipped(), Settings::default()), seed, |turn, rng| {
        let fits = turn.ply >= OPENING && (!contact_only || Hitting::has_contact(&turn.position));
        if fits && rng.random_bool(SHARE) {
            println!("{}", turn.position.gnu_id());
            printed += 1;
        }
        printed == count
    });
}
