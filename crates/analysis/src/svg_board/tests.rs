use super::{Arrows, draw};
use crate::board::Names;
use sheshbesh_movegen::{
    Cube, Dice, Game, Phase, Plays, Position, Side, Situation, Stakes,
    testing::{Random, random_game},
};

fn rolled(game: Game, position: Position, dice: Dice) -> Situation {
    Situation { phase: Phase::Rolled(dice), ..Situation::new(position, game) }
}

/// How many shapes have a class.
fn count(svg: &str, tag: &str, class: &str) -> usize {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("{e}: {svg}"));
    let is = |node: &roxmltree::Node<'_, '_>| {
        node.has_tag_name(("http://www.w3.org/2000/svg", tag))
            && node.attribute("class") == Some(class)
    };
    document.descendants().filter(is).count()
}

/// Every checker is seen, or counted by the number on its column; every arrow lies on the picture.
#[test]
fn whatever_is_played_is_drawn_whole() {
    let mut random = Random::new(3);
    for game in Game::ALL {
        let mut plays = Plays::new(game);
        for position in random_game(game, &mut random) {
            let dice = random.dice();
            let results = plays.generate_or_pass(&position, dice);
            let arrows = Arrows { played: results.first().copied(), best: results.last().copied() };
            let svg = draw(&rolled(game, position, dice), Names::ROLES, &arrows);
            for (side, class) in [(position.own(), "own"), (position.opponent(), "other")] {
                let drawn = count(&svg, "circle", class);
                let columns = side.iter().filter(|&(index, _)| index != 0);
                // One more stands beside the name.
                let want = 1 + columns.map(|(_, count)| count.min(5)).sum::<u8>();
                assert_eq!(drawn, usize::from(want), "{position}");
                assert_eq!(count(&svg, "rect", class), usize::from(side.on(0)), "{position}");
            }
            on_the_picture(&svg);
        }
    }
}

/// No coordinate lies outside of the view box.
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
