//! Names of skill levels in other programs.

use sheshbesh_movegen::Game;

/// True if level names and human match rates apply to a game: backgammon, and Nackgammon, which
/// eXtreme Gammon rates as well.
pub(crate) const fn is_rated(game: Game) -> bool {
    matches!(game, Game::Backgammon | Game::Nackgammon)
}

/// eXtreme Gammon's level names for its performance rating, each with an exclusive upper bound.
const XG: [(f64, &str); 9] = [
    (0.0, "Wow!"),
    (2.5, "World Champ."),
    (5.0, "World Class"),
    (7.5, "Expert"),
    (12.5, "Advanced"),
    (17.5, "Intermediate"),
    (22.5, "Casual"),
    (30.0, "Beginner"),
    (f64::INFINITY, "Distracted"),
];

/// GNU Backgammon's level names for its error rate, each with an exclusive upper bound in
/// thousandths.
const GNU: [(f64, &str); 8] = [
    (2.0, "Supernatural"),
    (5.0, "World class"),
    (8.0, "Expert"),
    (12.0, "Advanced"),
    (18.0, "Intermediate"),
    (26.0, "Casual"),
    (35.0, "Beginner"),
    (f64::INFINITY, "Awful!"),
];

fn name(levels: &[(f64, &'static str)], value: f64) -> Option<&'static str> {
    levels.iter().find(|(end, _)| value < *end).map(|(_, name)| *name)
}

/// Returns eXtreme Gammon's level name for a performance rating.
///
/// ```
/// use sheshbesh_analysis::match_analysis::{gnubg_level, xg_level};
/// assert_eq!((xg_level(4.67), gnubg_level(4.67)), (Some("World Class"), Some("World class")));
/// assert_eq!((xg_level(5.0), gnubg_level(50.0)), (Some("Expert"), Some("Awful!")));
/// ```
pub fn xg_level(pr: f64) -> Option<&'static str> {
    name(&XG, pr)
}

/// Returns GNU Backgammon's level name for an error rate in thousandths.
pub fn gnubg_level(rate: f64) -> Option<&'static str> {
    name(&GNU, rate)
}
