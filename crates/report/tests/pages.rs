//! Tests the pages of random matches. Their analysis is stored in a file, so the pages do not
//! change with the network.

use expect_test::expect_file;
use roxmltree::{Node, ParsingOptions};
use sheshbesh_analysis::{
    explain::RollSplit,
    match_analysis::{Choice, DecisionKind, Document, Explained, FileVerdict},
};
use sheshbesh_report::pages::{GENERATOR, render_index, render_match};
use std::collections::HashSet;

const ALL: Choice = Choice { errors: 0.02, most: usize::MAX };

fn made_up() -> Document {
    serde_json::from_str(include_str!("pages/made-up.json")).unwrap()
}

fn page_of(document: &Document, choice: &Choice) -> String {
    render_match(&document.matches[0], &document.engine, choice)
}

/// Parses a page as XML, which is stricter than HTML, and checks that it is self-contained.
fn checked(page: &str) -> roxmltree::Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let read = roxmltree::Document::parse_with_options(page, options).unwrap_or_else(|error| {
        panic!("{error}: {page}");
    });
    let mut ids = HashSet::new();
    for node in read.descendants().filter(Node::is_element) {
        let tag = node.tag_name().name();
        assert!(!["script", "link", "img", "iframe", "object", "form", "base"].contains(&tag));
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            assert!(!name.starts_with("on") && name != "src" && name != "style", "{node:?}");
            if name == "id" {
                assert!(ids.insert(value.to_owned()), "{value} stands twice");
            }
        }
        if tag == "th" {
            assert!(matches!(node.attribute("scope"), Some("col" | "row")), "{node:?}");
        }
        if tag == "svg" {
            assert_eq!(node.attribute("role"), Some("img"));
            let title = node.children().find(|child| child.has_tag_name((SVG, "title"))).unwrap();
            assert_eq!(title.text(), node.attribute("aria-label"));
        }
        if tag == "table" {
            assert!(node.children().any(|child| child.tag_name().name() == "caption"));
            let cells = |row: Node<'_, '_>| row.children().filter(Node::is_element).count();
            let rows = node.descendants().filter(|node| node.tag_name().name() == "tr");
            let widths: HashSet<usize> = rows.map(cells).collect();
            assert_eq!(widths.len(), 1, "rows of a table are equally long");
        }
    }
    for link in read.descendants().filter_map(|node| node.attribute("href")) {
        let inside = link.strip_prefix('#').is_some_and(|id| ids.contains(id));
        assert!(inside || !link.contains([':', '/', '#']), "{link} leads nowhere");
    }
    assert!(!page.contains("url(") && !page.contains("@import"));
    read
}

const SVG: &str = "http://www.w3.org/2000/svg";

fn text_of(read: &roxmltree::Document<'_>) -> String {
    read.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

/// Counts the elements with a class.
fn count(read: &roxmltree::Document<'_>, class: &str) -> usize {
    read.descendants().filter(|node| node.attribute("class") == Some(class)).count()
}

/// The first play of each game, as positions that nobody has played.
fn positions() -> Document {
    let mut document = made_up();
    document.matches.truncate(1);
    let analyzed = &mut document.matches[0];
    for player in &mut analyzed.players {
        player.name.clear();
    }
    for game in &mut analyzed.games {
        game.winner = None;
        game.resignations.clear();
        let first = game.decisions.iter().position(|decision| decision.candidates.len() > 1);
        game.decisions = vec![game.decisions.swap_remove(first.unwrap())];
        game.decisions[0].played.clear();
        game.decisions[0].explanation = None;
    }
    document
}

#[test]
fn positions_have_answers_instead_of_ratings() {
    let mut document = positions();
    assert!(document.matches[0].are_positions());
    let games = document.matches[0].games.len();
    let best = document.matches[0].games[0].decisions[0].best.clone().unwrap();
    document.matches[0].games[0].decisions[0].file_verdict =
        Some(FileVerdict { best: best.clone(), equity: Some(0.25), level: "3-ply".to_owned() });
    let page = page_of(&document, &ALL);
    let read = checked(&page);
    let title = read.descendants().find(|node| node.tag_name().name() == "h1").unwrap();
    assert!(title.text().unwrap().starts_with(&format!("{games} positions")), "{title:?}");
    let answers = read.descendants().filter(|node| node.tag_name().name() == "article");
    assert_eq!(answers.count(), games);
    let boards = read.descendants().filter(|node| node.has_tag_name((SVG, "svg")));
    assert_eq!(boards.count(), games);
    assert!(page.contains(&format!("The file has the same: {best} +0.250 (3-ply).")));
    for word in ["PR", "Biggest mistakes", "Luck", "Player 1", "Player 2"] {
        assert!(!page.contains(word), "{word}");
    }

    let links = vec!["positions.html".to_owned()];
    let document = Document::new(document.engine, document.matches);
    assert!(document.players.is_empty());
    let index = render_index(&document, &links, 0);
    checked(&index);
    assert!(index.contains(&format!("{games} positions</a>")), "{index}");
}

#[test]
fn the_page_of_a_match() {
    let document = made_up();
    let page = page_of(&document, &ALL);
    let read = checked(&page);
    expect_file!["pages/made-up.html"].assert_eq(&page);
    let analyzed = &document.matches[0];
    let decisions = analyzed.games.iter().flat_map(|game| &game.decisions);
    let errors = decisions.filter(|decision| decision.loss >= Some(0.02)).count();
    assert!(errors > 3);
    assert_eq!((count(&read, "mistake"), count(&read, "board")), (errors, errors));
    let text = text_of(&read);
    assert!(text.contains("Ada <the first> – Ben & \"Co\", match to 3"));
    assert!(text.contains(&analyzed.warnings[0]) && text.contains("?? 0.080"));
    for decision in analyzed.games.iter().flat_map(|game| &game.decisions) {
        if decision.loss >= Some(0.02) {
            assert!(text.contains(decision.xgid.as_ref().unwrap()), "{decision:?}");
            assert!(text.contains(&decision.position_id), "{decision:?}");
        }
    }
    let marked = count(&read, "first") + count(&read, "second");
    let decisions = analyzed.games.iter().flat_map(|game| &game.decisions);
    let blunders = decisions.filter(|decision| decision.loss >= Some(0.08)).count();
    assert!(marked == blunders && blunders > 2, "{marked} on the curve of {blunders}");
    let explained = analyzed.games.iter().flat_map(|game| &game.decisions);
    let explained: Vec<&Explained> =
        explained.filter_map(|decision| decision.explanation.as_ref()).collect();
    let said: usize = explained.iter().map(|of| of.sentences().len()).sum();
    assert!(said > 5 && count(&read, "said") == said);
    squares(&read, &explained);
    // The biggest mistake comes first.
    let losses: Vec<&str> = text.split("\nLoses ").skip(1).map(|rest| &rest[..5]).collect();
    assert!(losses.len() == errors && losses.is_sorted_by(|a, b| a >= b), "{losses:?}");
}

/// Each explained play has a symmetric table of rolls, in which the colours match the numbers.
fn squares(read: &roxmltree::Document<'_>, explained: &[&Explained]) {
    let splits = explained.iter().filter_map(|of| match of {
        Explained::Play(of) => of.rolls.as_ref(),
        Explained::Cube(_) => None,
    });
    let splits: Vec<&RollSplit> = splits.collect();
    let tables = read.descendants().filter(|node| node.attribute("class") == Some("rolls"));
    let tables: Vec<Node<'_, '_>> = tables.collect();
    assert!(tables.len() == splits.len() && tables.len() > 1);
    for table in tables {
        let cells = table.descendants().filter(|node| node.tag_name().name() == "td");
        let cells: Vec<(i32, &str)> = cells
            .map(|cell| (cell.text().unwrap().parse().unwrap(), cell.attribute("class").unwrap()))
            .collect();
        assert_eq!(cells.len(), 36);
        for (place, (number, class)) in cells.iter().enumerate() {
            assert_eq!(cells[place % 6 * 6 + place / 6], (*number, *class));
            assert_eq!(class.starts_with("more"), *number > 0, "{number} {class}");
            assert_eq!(class.starts_with("less"), *number < 0, "{number} {class}");
        }
        let sum: i32 = cells.iter().map(|(number, _)| number).sum();
        let near = |split: &&RollSplit| (1000.0 * split.sum - sum as f32 / 36.0).abs() < 1.0;
        assert!(splits.iter().any(near), "{sum}");
    }
}

#[test]
fn comments_stand_as_text_where_they_belong() {
    let mut document = made_up();
    let analyzed = &mut document.matches[0];
    let nasty = |of: &str| Some(format!("</td><script>{of}</script>\n\"&\u{1b}[31m\u{202e}"));
    analyzed.comment = nasty("match");
    analyzed.games[0].comment = nasty("game");
    analyzed.games[0].decisions[0].comment = nasty("play");
    let page = page_of(&document, &ALL);
    let read = checked(&page);
    assert_eq!(count(&read, "comment"), 2);
    let text = text_of(&read);
    for of in ["match", "game", "play"] {
        assert!(text.contains(&format!("</td><script>{of}</script> \"&[31m")), "{text}");
    }
}

/// Points of the graph, as winning chances.
fn curve(read: &roxmltree::Document<'_>) -> Vec<f64> {
    let lines = read.descendants().filter(|node| node.attribute("class") == Some("chance"));
    let spots = lines.flat_map(|line| line.attribute("points").unwrap().split(' '));
    spots
        .map(|spot| {
            let (_, y) = spot.split_once(',').unwrap();
            1.0 - (y.parse::<f64>().unwrap() - 24.0) / 202.0
        })
        .collect()
}

/// The graph shows the first player's chances to win the match, or to win the game in a money
/// session.
#[test]
fn the_curve_is_the_first_players() {
    let mut document = made_up();
    let near = |drawn: &[f64], wanted: &[f64]| {
        assert_eq!(drawn.len(), wanted.len());
        for (drawn, wanted) in drawn.iter().zip(wanted) {
            assert!((drawn - wanted).abs() < 0.001, "{drawn} {wanted}");
        }
        assert!(wanted.len() > 8);
    };
    let of_first = |seat: u8, chance: f64| if seat == 1 { chance } else { 1.0 - chance };
    let decisions = document.matches[0].games.iter().flat_map(|game| &game.decisions);
    let analyzed = decisions.filter_map(|decision| Some(of_first(decision.seat, decision.mwc?)));
    let wanted: Vec<f64> = analyzed.collect();
    near(&curve(&checked(&page_of(&document, &ALL))), &wanted);

    let analyzed = &mut document.matches[0];
    analyzed.length = 0;
    let mut wanted = Vec::new();
    for decision in analyzed.games.iter_mut().flat_map(|game| &mut game.decisions) {
        decision.mwc = None;
        (decision.loss_points, decision.loss_mwc) = (decision.loss, None);
        (decision.luck_points, decision.luck_mwc) = (decision.luck, None);
        let doubler =
            if decision.kind == DecisionKind::Answer { 3 - decision.seat } else { decision.seat };
        if let Some(cube) = &decision.cube {
            wanted.push(of_first(doubler, cube.probabilities.win));
        } else if let Some(best) = decision.candidates.first() {
            wanted.push(of_first(decision.seat, best.probabilities.win));
        }
    }
    let page = page_of(&document, &ALL);
    near(&curve(&checked(&page)), &wanted);
    assert!(page.contains("to win the game") && page.contains(", money"));
}

#[test]
fn a_roll_that_cannot_be_played_is_no_pass() {
    let mut document = made_up();
    let decision = &mut document.matches[0].games[0].decisions[0];
    decision.played = "pass".to_owned();
    decision.best = Some("pass".to_owned());
    let page = page_of(&document, &ALL);
    assert!(page.contains(">no play") && !page.contains(">pass<"), "{page}");
}

#[test]
fn a_game_without_a_cube_has_no_errors_of_it() {
    let mut document = made_up();
    let with = page_of(&document, &ALL);
    assert!(with.contains("missed doubles") && with.contains(" cube</td>"));
    document.matches[0].game = "fevga".to_owned();
    for decision in document.matches[0].games.iter_mut().flat_map(|game| &mut game.decisions) {
        decision.xgid = None;
    }
    let page = page_of(&document, &ALL);
    let text = text_of(&checked(&page));
    assert!(text.contains("fevga, match to 3"));
    assert!(!text.contains("missed doubles") && !page.contains(" cube</td>"), "{text}");
}

#[test]
fn as_many_mistakes_as_were_asked_for() {
    let document = made_up();
    let few = page_of(&document, &Choice { errors: 0.02, most: 2 });
    let read = checked(&few);
    assert_eq!(count(&read, "mistake"), 2);
    assert!(text_of(&read).contains("more that lose 0.020 or more"));
    let none = page_of(&document, &Choice { errors: 10.0, most: 2 });
    let read = checked(&none);
    assert_eq!(count(&read, "mistake"), 0);
    assert!(text_of(&read).contains("Nothing loses 10.000 or more."));
}

#[test]
fn whatever_a_file_says_is_text() {
    let nasty = "</td><script>alert(1)</script>&\"'\u{0}\u{1b}[31m\u{202e}{{ x }}";
    let mut document = made_up();
    let analyzed = &mut document.matches[0];
    analyzed.file = nasty.to_owned();
    analyzed.event = Some(nasty.to_owned());
    analyzed.site = Some(nasty.to_owned());
    analyzed.date = Some(nasty.to_owned());
    analyzed.warnings = vec![nasty.to_owned()];
    for player in &mut analyzed.players {
        player.name = nasty.to_owned();
        player.rating = Some(nasty.to_owned());
    }
    for game in &mut analyzed.games {
        game.stopped = Some(nasty.to_owned());
        for decision in &mut game.decisions {
            decision.played = nasty.to_owned();
            decision.best = Some(nasty.to_owned());
            decision.position_id = nasty.to_owned();
            decision.xgid = Some(nasty.to_owned());
            decision.dice = Some(nasty.to_owned());
            match &mut decision.explanation {
                Some(Explained::Play(of)) => {
                    of.better.play = nasty.to_owned();
                    of.sentences.push(nasty.to_owned());
                    // Too few rolls for the table.
                    of.rolls.as_mut().unwrap().rolls.truncate(20);
                }
                Some(Explained::Cube(of)) => of.sentences = vec![nasty.to_owned()],
                None => {}
            }
            for candidate in &mut decision.candidates {
                candidate.play = nasty.to_owned();
                candidate.position_id = nasty.to_owned();
            }
        }
    }
    for player in &mut document.players {
        player.name = nasty.to_owned();
    }
    let links = vec!["javascript:alert(1)//\"><script>.html".to_owned()];
    for page in [page_of(&document, &ALL), render_index(&document, &links, 0)] {
        let read = checked(&page);
        assert!(text_of(&read).contains("<script>alert(1)</script>&\"'[31m{{ x }}"));
        assert!(!page.contains("<script") && !page.contains(['\u{0}', '\u{1b}', '\u{202e}']));
    }
}

#[test]
fn seats_and_scores_that_cannot_be_are_no_reason_to_fail() {
    let mut document = made_up();
    let analyzed = &mut document.matches[0];
    analyzed.game = "chess".to_owned();
    for (game, seat) in analyzed.games.iter_mut().zip([0, 9]) {
        game.winner = Some(seat);
        for decision in &mut game.decisions {
            decision.seat = seat;
            decision.loss = Some(f64::INFINITY);
            decision.mwc = Some(f64::NAN);
        }
    }
    let page = page_of(&document, &ALL);
    let read = checked(&page);
    // Without a known game there is no board to draw.
    assert!(count(&read, "mistake") > 3 && count(&read, "board") == 0);
    strip_games(&mut document);
    checked(&page_of(&document, &ALL));
}

fn strip_games(document: &mut Document) {
    document.matches[0].games.clear();
}

#[test]
fn the_index_leads_to_every_page() {
    let mut document = made_up();
    document.matches.push(document.matches[0].clone());
    let links = ["a b.html", "c-2.html"].map(str::to_owned);
    let page = render_index(&document, &links, 0);
    let read = checked(&page);
    expect_file!["pages/index.html"].assert_eq(&page);
    let found: Vec<&str> = read.descendants().filter_map(|node| node.attribute("href")).collect();
    assert_eq!(found, ["a%20b.html", "c-2.html"]);
    let generator = read.descendants().find(|node| node.attribute("name") == Some("generator"));
    assert_eq!(generator.unwrap().attribute("content"), Some(GENERATOR));
}
