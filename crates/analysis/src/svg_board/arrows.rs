//! Arrows for plays, one for each moving checker.

use super::{
    geometry::{Geometry, Spot},
    theme::Palette,
    writing::{Svg, number},
};
use sheshbesh_movegen::{
    BAR, CheckerMove, Dice, Family, OFF, POINTS, Position, Side, Situation, notation,
};

/// Distance of an arrow from the straight line between its points, to separate different plays.
const ASIDE: f64 = 6.0;
/// Length of an arrow's head.
const HEAD: f64 = 13.0;

/// Style of a play's arrows. The styles differ in more than colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Solid line with a filled head.
    Played,
    /// Dashed line with an open head.
    Best,
}

impl Look {
    const fn class(self) -> &'static str {
        match self {
            Self::Played => "played",
            Self::Best => "best",
        }
    }

    const fn colour(self, palette: &Palette) -> &'static str {
        match self {
            Self::Played => palette.played,
            Self::Best => palette.best,
        }
    }

    const fn aside(self) -> f64 {
        match self {
            Self::Played => ASIDE,
            Self::Best => -ASIDE,
        }
    }
}

/// Combines checker moves made with `dice` into one path per checker: its start, the stops that the
/// notation writes, and its end.
fn ways(mut moves: Vec<CheckerMove>, dice: Dice) -> Vec<Vec<u8>> {
    // Of checkers that make the same move, the one that hits is the last to move on.
    moves.sort_by_key(|step| (std::cmp::Reverse((step.from, step.to)), step.hits));
    let mut ways = Vec::new();
    while !moves.is_empty() {
        let first = moves.remove(0);
        let (mut way, mut last) = (vec![first.from], first);
        while let Some(next) = moves.iter().position(|step| step.from == last.to) {
            let next = moves.remove(next);
            // Without the stop, the notation would read as bearing off from the start with the
            // larger number.
            let reads_as_one_number = next.to == OFF && way[0] <= dice.high();
            if last.hits || reads_as_one_number {
                way.push(last.to);
            }
            last = next;
        }
        way.push(last.to);
        ways.push(way);
    }
    ways
}

/// Draws the arrows of a play. A play that is not legal for the roll has no arrows.
pub(super) fn draw(
    svg: &mut Svg,
    geometry: Geometry,
    table: &Situation,
    (dice, result): (Dice, &Position),
    look: Look,
) {
    let moves = notation::checker_moves(table.game, &table.position, dice, result);
    let position = &table.position;
    // A checker that lands on a single opposing checker, pinned or not, is drawn above it.
    let on_others = |index: u8| {
        let pins = table.game.family() == Family::Pinning && (1..=POINTS).contains(&index);
        let is_own_under = position.own().pinned() >> index & 1 == 1;
        let against = if pins { position.opponent().on(geometry.other(index)) } else { 0 };
        u8::from(against == 1 && !is_own_under)
    };
    let mut standing: Vec<u8> =
        (OFF..=BAR).map(|index| position.own().on(index) + on_others(index)).collect();
    for way in ways(moves.unwrap_or_default(), dice) {
        let (start, end) = (way[0], way[way.len() - 1]);
        standing[usize::from(start)] = standing[usize::from(start)].saturating_sub(1);
        let spot = |index: u8| geometry.spot(Side::OnRoll, index, standing[usize::from(index)]);
        let spots: Vec<Spot> = way.iter().map(|&index| spot(index)).collect();
        standing[usize::from(end)] += 1;
        arrow(svg, &spots, look);
    }
}

/// Draws an arrow along several spots, shifted to one side.
fn arrow(svg: &mut Svg, spots: &[Spot], look: Look) {
    let (first, last) = (spots[0], spots[spots.len() - 1]);
    let (dx, dy) = direction(first, last);
    // Shift relative to the direction of the arrow.
    let (ax, ay) = (-dy * look.aside(), dx * look.aside());
    let mut line: Vec<Spot> = spots.iter().map(|&(x, y)| (x + ax, y + ay)).collect();
    let tip = line.pop().unwrap_or(first);
    let before = line.last().copied().unwrap_or(first);
    let (dx, dy) = direction(before, tip);
    let back =
        |along: f64, aside: f64| (tip.0 - dx * along - dy * aside, tip.1 - dy * along + dx * aside);
    line.push(back(HEAD * 0.8, 0.0));
    let points = |spots: &[Spot]| -> String {
        let spots: Vec<String> =
            spots.iter().map(|&(x, y)| format!("{},{}", number(x), number(y))).collect();
        spots.join(" ")
    };
    let (line, colour, class) = (points(&line), look.colour(svg.palette), look.class());
    let head = points(&[tip, back(HEAD, HEAD / 2.0), back(HEAD, -HEAD / 2.0)]);
    let (dashes, inside) = match look {
        Look::Played => ("", colour),
        Look::Best => (r#" stroke-dasharray="9 6""#, "#ffffff"),
    };
    // A light edge keeps the arrow visible on checkers of both sides.
    svg.add(&format!(
        r##"<polyline class="edge" points="{line}" fill="none" stroke="#ffffff" stroke-width="8" stroke-linecap="round"/>"##,
    ));
    svg.add(&format!(
        r#"<polyline class="{class}" points="{line}" fill="none" stroke="{colour}" stroke-width="4.5"{dashes}/>"#,
    ));
    svg.add(&format!(
        r#"<polygon class="{class} head" points="{head}" fill="{inside}" stroke="{colour}" stroke-width="2.5" stroke-linejoin="round"/>"#,
    ));
}

/// Unit vector between two spots; points to the right if they are equal.
fn direction((x, y): Spot, (to_x, to_y): Spot) -> Spot {
    let (dx, dy) = (to_x - x, to_y - y);
    let length = (dx * dx + dy * dy).sqrt();
    if length > 0.0 { (dx / length, dy / length) } else { (1.0, 0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::{
        Game, Plays,
        testing::{Random, random_game},
    };

    #[test]
    fn ways_are_what_the_notation_says() {
        let mut random = Random::new(7);
        let mut seen = 0;
        for game in [Game::Backgammon, Game::Hypergammon, Game::PLAKOTO, Game::FEVGA] {
            let mut plays = Plays::new(game);
            for position in random_game(game, &mut random) {
                let dice = random.dice();
                for &result in plays.generate(&position, dice).iter().take(20) {
                    let moves = notation::checker_moves(game, &position, dice, &result).unwrap();
                    let mut drawn = ways(moves, dice);
                    drawn.sort();
                    let text = notation::write(game, &position, dice, &result).unwrap();
                    assert_eq!(drawn, written(&text), "{position} {dice} {text}");
                    seen += 1;
                }
            }
        }
        assert!(seen > 1000, "{seen}");
    }

    /// Parses the paths from a text in canonical notation.
    fn written(text: &str) -> Vec<Vec<u8>> {
        let mut ways = Vec::new();
        for word in text.split(' ').filter(|word| *word != notation::PASS) {
            let (way, times) = match word.split_once('(') {
                Some((way, times)) => (way, times.trim_end_matches(')').parse().unwrap()),
                None => (word, 1),
            };
            let points = way.split('/').map(|point| point.trim_end_matches('*'));
            let way: Vec<u8> = points.map(|point| notation::read_point(point).unwrap()).collect();
            ways.extend(std::iter::repeat_n(way, times));
        }
        ways.sort();
        ways
    }
}
