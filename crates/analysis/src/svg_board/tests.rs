use super::{Arrows, Style, Theme, draw, draw_styled};
use crate::board::Names;
use sheshbesh_movegen::{
    Cube, Dice, Game, Phase, Plays, Position, Side, Situation, Stakes, notation,
    testing::{Random, random_game},
};

fn rolled(game: Game, position: Position, dice: Dice) -> Situation {
    Situation { phase: Phase::Rolled(dice), ..Situation::new(position, game) }
}

/// Counts the shapes with a class.
fn count(svg: &str, tag: &str, class: &str) -> usize {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("{e}: {svg}"));
    let is = |node: &roxmltree::Node<'_, '_>| {
        node.has_tag_name(("http://www.w3.org/2000/svg", tag))
            && node.attribute("class") == Some(class)
    };
    document.descendants().filter(is).count()
}

/// Every checker is drawn or counted by a number, and every arrow is inside the picture.
#[test]
fn whatever_is_played_is_drawn_whole() {
    let mut random = Random::new(3);
    for game in Game::ALL {
        let mut plays = Plays::new(game);
        for position in random_game(game, &mut random) {
            let dice = random.roll(game);
            let results = plays.generate_or_pass(&position, dice);
            let arrows = Arrows { played: results.first().copied(), best: results.last().copied() };
            let svg = draw(&rolled(game, position, dice), Names::ROLES, &arrows);
            let bare = position.without_turn_state();
            let (own, opponent) = (bare.own(), bare.opponent());
            for (side, other, class) in [(own, opponent, "own"), (opponent, own, "other")] {
                let drawn = count(&svg, "circle", class);
                // One more circle stands beside the name.
                let mut want = 1;
                for (index, count) in side.iter().filter(|&(index, _)| index != 0) {
                    let lies_on_another = (1..25).contains(&index)
                        && other.pinned() >> game.view().other(index) & 1 == 1;
                    want += count.min(5 - u8::from(lies_on_another));
                }
                assert_eq!(drawn, usize::from(want), "{position}");
                let dots = count(&svg, "circle", &format!("on-{class} pinned"));
                assert_eq!(dots as u32, side.pinned().count_ones(), "{position}");
                assert_eq!(count(&svg, "rect", class), usize::from(side.on(0)), "{position}");
            }
            on_the_picture(&svg);
        }
    }
}

/// Checks that no coordinate is outside the view box.
fn on_the_picture(svg: &str) {
    let document = roxmltree::Document::parse(svg).unwrap();
    let numbers = |text: &str| -> Vec<f64> {
        text.split([' ', ',']).map(|number| number.parse().unwrap()).collect()
    };
    let size = numbers(document.root_element().attribute("viewBox").unwrap());
    for node in document.descendants() {
        let corners = match node.tag_name().name() {
            "circle" | "text" => ["cx", "cy", "x", "y"].map(|name| node.attribute(name)).to_vec(),
            _ => vec![node.attribute("points")],
        };
        let values: Vec<f64> = corners.into_iter().flatten().flat_map(numbers).collect();
        for pair in values.chunks(2) {
            let inside = (0.0..=size[2]).contains(&pair[0]) && (0.0..=size[3]).contains(&pair[1]);
            assert!(inside, "{pair:?} of {size:?}: {node:?}");
        }
    }
}

/// A pinned checker and the checkers above it do not overlap, nor do arrows to their point.
#[test]
fn who_is_pinned_lies_beneath() {
    let mut counts = [[0; 26]; 2];
    // The opponent's blot on their 19 is pinned under two checkers on the player's 6; their blot on
    // 20 is on the player's 5.
    (counts[0][6], counts[0][8], counts[0][9]) = (2, 12, 1);
    (counts[1][19], counts[1][20], counts[1][13]) = (1, 1, 13);
    let position = Game::PLAKOTO.position_with_pins(&counts[0], &counts[1], 0).unwrap();
    let dice = Dice::new(4, 3).unwrap();
    let best = notation::parse(Game::PLAKOTO, &position, dice, "9/5* 8/5").unwrap();
    let arrows = Arrows { best: Some(best), ..Arrows::default() };
    let svg = draw(&rolled(Game::PLAKOTO, position, dice), Names::ROLES, &arrows);
    assert!(svg.contains("19: 1 pinned"), "{svg}");
    let document = roxmltree::Document::parse(&svg).unwrap();
    let mut seen = std::collections::BTreeSet::new();
    for node in document.descendants() {
        if matches!(node.attribute("class"), Some("own" | "other")) && node.has_tag_name("circle") {
            let place = ["cx", "cy"].map(|name| node.attribute(name).unwrap().to_owned());
            assert!(seen.insert(place.clone()), "two in one place: {place:?}");
        }
    }
    // One arrow ends above the blot, the other above that.
    let heads: Vec<&str> = document
        .descendants()
        .filter(|node| node.attribute("class") == Some("best head"))
        .map(|node| node.attribute("points").unwrap())
        .collect();
    assert_eq!(heads.len(), 2);
    assert_ne!(heads[0], heads[1]);
}

#[test]
fn games_without_a_bar_and_a_cube_have_none() {
    let dice = Dice::new(6, 5).unwrap();
    let svg =
        |game: Game| draw(&rolled(game, game.start(), dice), Names::ROLES, &Arrows::default());
    assert!(svg(Game::Backgammon).contains(">64</text>"));
    assert!(!svg(Game::FEVGA).contains(">64</text>"));
    let wide = |svg: &str| svg.split("viewBox=\"0 0 ").nth(1).unwrap()[..3].parse::<u32>().unwrap();
    assert!(wide(&svg(Game::FEVGA)) + 20 < wide(&svg(Game::Backgammon)));
}

/// White has the light checkers at the bottom and at the top.
#[test]
fn white_is_light_where_sides_have_colours() {
    let start = Game::American.start();
    for (position, white, name) in
        [(start, "own", "on roll (White)"), (start.swapped(), "other", "opponent (White)")]
    {
        let table = Situation::new(position, Game::American);
        let svg = draw(&table, Names::ROLES, &Arrows::default());
        let document = roxmltree::Document::parse(&svg).unwrap();
        let light: Vec<&str> = document
            .descendants()
            .filter(|node| node.has_tag_name("circle") && node.attribute("fill") == Some("#ffffff"))
            .filter_map(|node| node.attribute("class"))
            .collect();
        assert!(!light.is_empty() && light.iter().all(|class| *class == white), "{light:?}");
        assert!(svg.contains(name), "{svg}");
    }
}

#[test]
fn the_cube_lies_with_its_owner() {
    let position = Game::Backgammon.start();
    let at = |cube: Cube, phase: Phase| -> (f64, f64) {
        let table = Situation { cube, phase, ..Situation::new(position, Game::Backgammon) };
        let svg = draw(&table, Names::ROLES, &Arrows::default());
        let document = roxmltree::Document::parse(&svg).unwrap();
        let die = document.descendants().find(|node| node.attribute("class") == Some("die"));
        let number = |name: &str| die.unwrap().attribute(name).unwrap().parse().unwrap();
        (number("x"), number("y"))
    };
    let turned = |owner| Cube::new(1, Some(owner)).unwrap();
    let own = at(turned(Side::OnRoll), Phase::BeforeRoll);
    let other = at(turned(Side::Opponent), Phase::BeforeRoll);
    let centred = at(Cube::default(), Phase::BeforeRoll);
    let offered = at(Cube::default(), Phase::Doubled);
    assert!(other.1 < centred.1 && centred.1 < own.1);
    assert!(offered.0 > centred.0 + 50.0 && offered.1 == centred.1);
    let crawford = Stakes::Match { length: 5, crawford: true };
    let table = Situation { stakes: crawford, ..Situation::new(position, Game::Backgammon) };
    let svg = draw(&table, Names::ROLES, &Arrows::default());
    assert!(count(&svg, "rect", "die") == 0 && svg.contains("Crawford game"));
}

#[test]
fn names_are_no_markup() {
    let names = Names { own: "<script>alert(1)</script>", other: "\"&'" };
    let table = Situation::new(Game::Backgammon.start(), Game::Backgammon);
    let svg = draw(&table, names, &Arrows::default());
    assert!(!svg.contains("<script"));
    let document = roxmltree::Document::parse(&svg).unwrap();
    let words: Vec<&str> = document.descendants().filter_map(|node| node.text()).collect();
    assert!(words.contains(&"<script>alert(1)</script>, on roll") && words.contains(&"\"&'"));
}

/// Themes change colours only, and a mirrored board exchanges left and right.
#[test]
fn styles_show_the_same_board() {
    let dice = Dice::new(3, 1).unwrap();
    let game = Game::Backgammon;
    let best = notation::parse(game, &game.start(), dice, "8/5 6/5").unwrap();
    let table = Situation {
        cube: Cube::new(1, Some(Side::OnRoll)).unwrap(),
        ..rolled(game, game.start(), dice)
    };
    let arrows = Arrows { best: Some(best), ..Arrows::default() };
    let styled = |theme: Theme, mirrored: bool| {
        draw_styled(&table, Names::ROLES, &arrows, Style { theme, mirrored })
    };
    let plain = styled(Theme::Light, false);
    assert_eq!(plain, draw(&table, Names::ROLES, &arrows));
    let without_colours = |svg: &str| {
        let lines = svg.lines().filter(|line| !line.contains("class=\"ground\""));
        let parts = lines.map(|line| {
            let mut text = String::new();
            for (place, part) in line.split('#').enumerate() {
                // A colour has six digits.
                text.push_str(if place == 0 { part } else { &part[6..] });
            }
            text
        });
        parts.collect::<Vec<_>>()
    };
    for theme in Theme::ALL {
        let svg = styled(theme, false);
        assert_eq!(without_colours(&svg), without_colours(&plain), "{theme}");
        assert_eq!(svg == plain, theme == Theme::Light);
        assert_eq!(theme.name().parse(), Ok(theme));
        on_the_picture(&styled(theme, true));
    }
    assert!("sepia".parse::<Theme>().is_err());
    let places = |svg: &str, mirror: bool| {
        let document = roxmltree::Document::parse(svg).unwrap();
        let size = document.root_element().attribute("viewBox").unwrap().split(' ').nth(2).unwrap();
        let width: f64 = size.parse().unwrap();
        let checkers = document.descendants().filter(|node| {
            let is_checker = matches!(node.attribute("class"), Some("own" | "other"));
            is_checker && node.attribute("r") == Some("18.5")
        });
        let mut found: Vec<[String; 3]> = checkers
            .map(|node| {
                let x: f64 = node.attribute("cx").unwrap().parse().unwrap();
                let x = if mirror { width - x } else { x };
                let text = |name: &str| node.attribute(name).unwrap().to_owned();
                [format!("{x:.1}"), text("cy"), text("class")]
            })
            .collect();
        found.sort();
        found
    };
    assert_eq!(places(&plain, false).len(), 30);
    assert_eq!(places(&plain, false), places(&styled(Theme::Light, true), true));
}
