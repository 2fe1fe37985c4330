//! Draws the board as SVG, with plays as arrows.

mod arrows;
mod geometry;
mod theme;
mod writing;

use crate::{board::Names, markup::escaped};
use arrows::Look;
use geometry::{Geometry, NUMBERS, POINT, RADIUS, STACK, STRIP, WORDS};
use sheshbesh_movegen::{
    BAR, BySide, Cube, Dice, OFF, POINTS, Phase, Position, Side, Situation, Stakes,
};
use theme::Palette;
pub use theme::{Theme, UnknownTheme};
use writing::{Svg, number};

/// Plays shown as arrows, given as positions after the play from the opponent's view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Arrows {
    /// Play made: solid arrows.
    pub played: Option<Position>,
    /// Best play: dashed arrows.
    pub best: Option<Position>,
}

/// Draws a situation as a self-contained `<svg>` element. The player on roll sits at the bottom,
/// has the light checkers and numbers the points. The picture is about 600 units wide and scales
/// with the page. A style sheet can colour its shapes by class (`felt`, `frame`, `point odd`,
/// `own`, `other`, `ink`, `played`, `best`).
///
/// Arrows are drawn for the roll to be played, given by [`Phase::Rolled`].
///
/// ```
/// use sheshbesh_analysis::board::Names;
/// use sheshbesh_movegen::{Game, Phase, Situation, notation};
/// use sheshbesh_analysis::svg_board::{Arrows, draw};
/// let (game, dice) = (Game::Backgammon, "31".parse()?);
/// let table = Situation { phase: Phase::Rolled(dice), ..Situation::new(game.start(), game) };
/// let best = Some(notation::parse(game, &game.start(), dice, "8/5 6/5")?);
/// let svg = draw(&table, Names::ROLES, &Arrows { best, ..Arrows::default() });
/// assert!(svg.starts_with("<svg ") && svg.contains("on roll: 167 pips"));
/// assert_eq!(svg.matches("class=\"best head\"").count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw(table: &Situation, names: Names<'_>, arrows: &Arrows) -> String {
    draw_styled(table, names, arrows, Style::default())
}

/// Labels for players without names; the picture adds which of them is on roll.
pub const PLAYERS: Names<'static> = Names { own: "player", other: "opponent" };

/// Theme and orientation of a board picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Colours.
    pub theme: Theme,
    /// True to mirror the board: the player on roll bears off to the left.
    pub mirrored: bool,
}

/// Draws a situation as [`draw`] does, in a style.
pub fn draw_styled(table: &Situation, names: Names<'_>, arrows: &Arrows, style: Style) -> String {
    let view = table.game.view_from(table.position.own());
    let geometry = Geometry::new(table.game, view, style.mirrored);
    let is_exchanged = table.position.turn_state().white == Some(Side::Opponent);
    let mut svg = Svg { text: String::new(), palette: style.theme.palette(), is_exchanged };
    let [own, other] = names.with_colours(&table.position);
    let names = Names { own: &own, other: &other };
    let [width, height] = [geometry.width(), geometry.height()].map(number);
    // Without the state of a turn, all bits beside the checkers are pins.
    let bare = Situation { position: table.position.without_turn_state(), ..*table };
    let title = describe(&bare, names);
    svg.add(&format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {width} {height}" role="img" aria-label="{0}" font-family="system-ui, sans-serif"><title>{0}</title>"#,
        escaped(&title),
    ));
    if let Some(ground) = svg.palette.ground {
        let centre = (geometry.width() / 2.0, geometry.height() / 2.0);
        svg.rectangle(centre, (geometry.width(), geometry.height()), "ground", ground, 0.0);
    }
    ground(&mut svg, geometry, &bare);
    for side in Side::BOTH {
        checkers(&mut svg, geometry, &bare.position, side);
        words(&mut svg, geometry, &bare, side, names);
    }
    if table.game.has_cube() {
        cube(&mut svg, geometry, table);
    }
    if let Phase::Rolled(roll) = table.phase {
        dice(&mut svg, geometry, roll);
        for (result, look) in [(arrows.best, Look::Best), (arrows.played, Look::Played)] {
            if let Some(result) = result {
                arrows::draw(&mut svg, geometry, table, (roll, &result), look);
            }
        }
    }
    svg.text.push_str("</svg>");
    svg.text
}

/// Text alternative for screen readers.
fn describe(table: &Situation, names: Names<'_>) -> String {
    let side = |side, name| {
        let side = side_of(&table.position, side);
        let places = side.iter().map(|(index, count)| match index {
            BAR => format!("bar {count}"),
            OFF => format!("off {count}"),
            point if side.pinned() >> point & 1 == 1 => format!("{point}: {count} pinned"),
            point => format!("{point}: {count}"),
        });
        let places: Vec<String> = places.collect();
        format!("{name}: {} pips, {}", side.pips(), places.join(", "))
    };
    let phase = match table.phase {
        Phase::BeforeRoll => "to roll".to_owned(),
        Phase::Rolled(dice) => format!("to play {dice}"),
        Phase::Doubled => "has doubled".to_owned(),
        Phase::Beavered => "has been beavered".to_owned(),
        Phase::Raccooned => "has raccooned".to_owned(),
    };
    let own = side(Side::OnRoll, names.own);
    format!("{own}; {phase}. {}.", side(Side::Opponent, names.other))
}

fn side_of(position: &Position, side: Side) -> sheshbesh_movegen::Checkers {
    match side {
        Side::OnRoll => position.own(),
        Side::Opponent => position.opponent(),
    }
}

/// Draws the board, the points and their numbers.
fn ground(svg: &mut Svg, geometry: Geometry, table: &Situation) {
    let Palette { felt, frame, points, .. } = *svg.palette;
    let (top, bottom) = (geometry.top(), geometry.bottom());
    let size = (geometry.width(), bottom - top + 8.0);
    let centre = (geometry.width() / 2.0, geometry.middle());
    svg.rectangle(centre, size, "frame", frame, 6.0);
    let half = (6.0 * POINT, bottom - top);
    for right in [false, true] {
        let x = geometry.half(right) + half.0 / 2.0;
        svg.rectangle((x, geometry.middle()), half, "felt", felt, 0.0);
    }
    for point in 1..=POINTS {
        let x = geometry.column(point);
        let above = Geometry::is_above(point);
        let high = f64::from(STACK) * POINT - 8.0;
        let (base, tip) = if above { (top, top + high) } else { (bottom, bottom - high) };
        let odd = point % 2 == 1;
        let class = if odd { "point odd" } else { "point" };
        let [left, right, x_tip, base, tip] =
            [x - POINT / 2.0 + 1.0, x + POINT / 2.0 - 1.0, x, base, tip].map(number);
        svg.add(&format!(
            r#"<polygon class="{class}" points="{left},{base} {right},{base} {x_tip},{tip}" fill="{}"/>"#,
            points[usize::from(odd)],
        ));
        let y = if above { top - 8.0 } else { bottom + NUMBERS };
        svg.words((x, y), 16, "middle", ("ink", svg.palette.ink), &point.to_string());
    }
    // Trays for borne-off checkers.
    for side in Side::BOTH {
        let size = (STRIP - 10.0, f64::from(STACK) * POINT - 8.0);
        svg.rectangle(geometry.tray(side), size, "felt tray", felt, 3.0);
        let off = side_of(&table.position, side).on(OFF);
        borne_off(svg, geometry, side, off);
    }
}

/// Class of a side's checkers, and their colours.
const fn colours(svg: &Svg, side: Side) -> (&'static str, [&'static str; 2]) {
    let Palette { own, other, .. } = *svg.palette;
    let (own, other) = if svg.is_exchanged { (other, own) } else { (own, other) };
    match side {
        Side::OnRoll => ("own", own),
        Side::Opponent => ("other", other),
    }
}

/// Draws borne-off checkers on their edges in a tray, with their count.
fn borne_off(svg: &mut Svg, geometry: Geometry, side: Side, off: u8) {
    if off == 0 {
        return;
    }
    let (x, y) = geometry.tray(side);
    let (class, [fill, _]) = colours(svg, side);
    let step = 11.0;
    let edge = f64::from(STACK) * POINT / 2.0 - 12.0;
    // Stacked inwards from the edge of the board, with the count at the end.
    let inwards = if y < geometry.middle() { 1.0 } else { -1.0 };
    let start = y - inwards * edge;
    for below in 0..off {
        let spot = (x, start + inwards * f64::from(below) * step);
        svg.rectangle(spot, (STRIP - 15.0, step - 1.0), "rim", svg.palette.rim, 2.0);
        svg.rectangle(spot, (STRIP - 17.0, step - 3.0), class, fill, 1.5);
    }
    let end = start + inwards * (f64::from(off) * step + 6.0) + 5.0;
    svg.words((x, end), 15, "middle", ("ink", svg.palette.ink_on_felt), &off.to_string());
}

/// Number of opposing checkers pinned under a side's checkers at an index.
fn count_beneath(geometry: Geometry, position: &Position, side: Side, index: u8) -> u8 {
    if !(1..=POINTS).contains(&index) {
        return 0;
    }
    let other = match side {
        Side::OnRoll => position.opponent(),
        Side::Opponent => position.own(),
    };
    u8::from(other.pinned() >> geometry.other(index) & 1 == 1)
}

/// Draws a side's checkers. Checkers above a pinned one stand one higher, and a pinned checker has
/// a dot.
fn checkers(svg: &mut Svg, geometry: Geometry, position: &Position, side: Side) {
    let (class, [fill, ink]) = colours(svg, side);
    let rim = svg.palette.rim;
    let checkers = side_of(position, side);
    for (index, count) in checkers.iter().filter(|&(index, _)| index != OFF) {
        let beneath = count_beneath(geometry, position, side, index);
        let is_pinned = index != BAR && checkers.pinned() >> index & 1 == 1;
        let drawn = count.min(STACK - beneath);
        for number_on in 0..drawn {
            let (x, y) = geometry.spot(side, index, beneath + number_on);
            let [cx, cy, radius] = [x, y, RADIUS].map(number);
            svg.add(&format!(
                r#"<circle class="{class}" cx="{cx}" cy="{cy}" r="{radius}" fill="{fill}" stroke="{rim}" stroke-width="1.5"/>"#
            ));
            let on = if side == Side::OnRoll { "on-own" } else { "on-other" };
            if is_pinned {
                svg.add(&format!(
                    r#"<circle class="{on} pinned" cx="{cx}" cy="{cy}" r="6" fill="{ink}"/>"#
                ));
            }
            if count > drawn && number_on + 1 == drawn {
                svg.words((x, y + 6.5), 18, "middle", (on, ink), &count.to_string());
            }
        }
    }
}

/// Writes a side's name, pip count and score above or below the board.
fn words(svg: &mut Svg, geometry: Geometry, table: &Situation, side: Side, names: Names<'_>) {
    let below = side == Side::OnRoll;
    let y = if below { geometry.height() - 6.0 } else { WORDS - 9.0 };
    let (class, [fill, _]) = colours(svg, side);
    let Palette { ink, rim, .. } = *svg.palette;
    let [cx, cy] = [12.0, y - 7.0].map(number);
    svg.add(&format!(
        r#"<circle class="{class}" cx="{cx}" cy="{cy}" r="8" fill="{fill}" stroke="{rim}" stroke-width="1.5"/>"#
    ));
    let name = if below { names.own } else { names.other };
    let pips = side_of(&table.position, side).pips();
    let doing = match table.phase {
        _ if !below => "",
        Phase::BeforeRoll | Phase::Rolled(_) => ", on roll",
        Phase::Doubled => ", has doubled",
        Phase::Beavered => ", has been beavered",
        Phase::Raccooned => ", has raccooned",
    };
    svg.words((26.0, y), 20, "start", ("ink", ink), &format!("{name}{doing}"));
    let BySide { on_roll, opponent } = table.score;
    let score = if below { on_roll } else { opponent };
    let score = match table.stakes {
        Stakes::Match { length, crawford } => {
            let crawford = if crawford && below { ", Crawford game" } else { "" };
            format!("{score} of {length}{crawford} · ")
        }
        Stakes::Money { .. } => String::new(),
    };
    let end = (geometry.width() - 4.0, y);
    svg.words(end, 20, "end", ("ink", ink), &format!("{score}{pips} pips"));
}

/// Draws the cube: in the left strip, centred or near its owner, or on the board if offered.
fn cube(svg: &mut Svg, geometry: Geometry, table: &Situation) {
    let crawford = matches!(table.stakes, Stakes::Match { crawford: true, .. });
    if crawford || table.largest_cube == 0 {
        return;
    }
    let edge = POINT - 4.0;
    let offered = match table.phase {
        Phase::Doubled => table.cube.turned_to(None).map(Cube::value),
        _ => None,
    };
    let spot = match (offered, table.cube.owner()) {
        (Some(_), _) => (geometry.half(false) + 3.0 * POINT, geometry.middle()),
        (None, None) => (geometry.cube_strip(), geometry.middle()),
        (None, Some(Side::OnRoll)) => (geometry.cube_strip(), geometry.bottom() - edge / 2.0 - 4.0),
        (None, Some(Side::Opponent)) => (geometry.cube_strip(), geometry.top() + edge / 2.0 + 4.0),
    };
    die(svg, spot, edge);
    let value = match (offered, table.cube.value()) {
        (Some(value), _) => value,
        // An unturned cube shows 64, as on a real board.
        (None, 1) => 64,
        (None, value) => value,
    };
    let size = if value < 100 { 21 } else { 14 };
    let words = (spot.0, spot.1 + f64::from(size) * 0.36);
    svg.words(words, size, "middle", ("pip", svg.palette.die[1]), &value.to_string());
}

/// Draws the face of a die or the cube.
fn die(svg: &mut Svg, centre: (f64, f64), edge: f64) {
    svg.rectangle(centre, (edge, edge), "rim", svg.palette.rim, 6.0);
    svg.rectangle(centre, (edge - 2.0, edge - 2.0), "die", svg.palette.die[0], 5.0);
}

/// Draws the dice to the right of the player on roll.
fn dice(svg: &mut Svg, geometry: Geometry, dice: Dice) {
    let edge = POINT - 4.0;
    let fill = svg.palette.die[1];
    let first = 1.0 - dice.count() as f64;
    for (which, number_on) in dice.numbers().enumerate() {
        let place = first + 2.0 * which as f64;
        let centre = (geometry.half(true) + 3.0 * POINT + place * 25.0, geometry.middle());
        die(svg, centre, edge);
        for &(across, down) in pips(number_on) {
            let [x, y] = [(centre.0, across), (centre.1, down)]
                .map(|(centre, away)| number(centre + f64::from(away) * edge * 0.27));
            svg.add(&format!(r#"<circle class="pip" cx="{x}" cy="{y}" r="3.4" fill="{fill}"/>"#));
        }
    }
}

/// Positions of the pips on a face, relative to the centre.
const fn pips(number: u8) -> &'static [(i8, i8)] {
    match number {
        1 => &[(0, 0)],
        2 => &[(-1, -1), (1, 1)],
        3 => &[(-1, -1), (0, 0), (1, 1)],
        4 => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5 => &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        _ => &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
    }
}

#[cfg(test)]
mod tests;
