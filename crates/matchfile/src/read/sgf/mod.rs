//! Reads `.sgf`, GNU Backgammon's game trees: one tree for each game of a match.
//!
//! The root states the stakes. Each node of the main line holds one action: a roll with its play, a
//! cube action, or a setup. Variations are left out.

mod analysis;
mod encoding;
mod tree;

use crate::{
    builder::{BuiltMatches, ParsedAction, RecordBuilder},
    model::{Date, How},
    play_text::PlayText,
    read::{game_name, heading::Heading},
    warning::{Problem, excerpt},
};
use analysis::AnnotatedAction;
pub(crate) use encoding::split_by_encoding;
use sheshbesh_movegen::{
    BAR, BySeat, Cube, Decision, Dice, Game, OFF, POINTS, Position, Seat, Win,
};
use tree::{Node, Property, Trees};

/// True if a text is a backgammon tree, by its root.
pub(crate) fn is_sgf(text: &str) -> bool {
    let start = text.trim_start();
    if !start.starts_with('(') {
        return false;
    }
    let mut trees = Trees::new(start);
    let root = trees.next_tree().then(|| trees.next_node()).flatten();
    root.is_some_and(|(_, root)| root.text("GM").is_some_and(|game| game.trim() == "6"))
}

/// Reads the matches of a file; each tree is a game.
///
/// # Errors
/// Fails if the file names an unknown game.
pub(crate) fn read(text: &str, game: Game) -> Result<BuiltMatches, String> {
    let mut builder = RecordBuilder::new(game);
    let mut last: Option<Heading> = None;
    let mut trees = Trees::new(text);
    while trees.next_tree() {
        let Some((line, root)) = trees.next_node() else { continue };
        if root.text("GM").is_some_and(|game| game.trim() != "6") {
            return Err(format!("SGF game {}", excerpt(root.text("GM").unwrap_or_default())));
        }
        let next = read_heading(&root);
        let continues = last.as_ref().is_some_and(|last| next.continues(last));
        if last.is_some() && !continues {
            builder.next_match(game);
        }
        read_root(&mut builder, line, &root, !continues)?;
        last = Some(next);
        read_node(&mut builder, line, &root);
        while let Some((line, node)) = trees.next_node() {
            read_node(&mut builder, line, &node);
        }
        read_result(&mut builder, line, &root);
        builder.end_game();
    }
    Ok(builder.finish())
}

/// Maps a colour to a seat. GNU Backgammon's first player is White and sits at the top.
fn parse_seat(colour: &str) -> Option<Seat> {
    match colour.trim() {
        "W" | "w" | "White" | "white" => Some(Seat::Top),
        "B" | "b" | "Black" | "black" => Some(Seat::Bottom),
        _ => None,
    }
}

/// A number in the property `MI`.
fn read_info(root: &Node<'_>, key: &str) -> Option<u16> {
    root.values("MI").find_map(|value| {
        let (name, value) = value.split_once(':')?;
        name.trim().eq_ignore_ascii_case(key).then(|| value.trim().parse().ok())?
    })
}

/// Warns about invalid numbers in the property `MI` of a root, such as a length or a score.
fn check_numbers(builder: &mut RecordBuilder, line: u32, root: &Node<'_>) {
    for value in root.values("MI") {
        let Some((key, number)) = value.split_once(':') else { continue };
        let is_known = ["length", "game", "ws", "bs"]
            .iter()
            .any(|known| key.trim().eq_ignore_ascii_case(known));
        if is_known && number.trim().parse::<u16>().is_err() {
            builder.warn(line, Problem::NotUnderstood(excerpt(value)));
        }
    }
}

/// The exponent of a node's cube value. Warns about an invalid value.
fn read_cube(builder: &mut RecordBuilder, line: u32, node: &Node<'_>) -> Option<u8> {
    let value = node.text("CV")?.trim();
    let cube = value.parse().ok().and_then(|value| Cube::of_value(value, None));
    if cube.is_none() {
        builder.warn(line, Problem::NotUnderstood(excerpt(&format!("CV[{value}]"))));
    }
    cube.map(Cube::exponent)
}

/// The heading of the game in a tree.
fn read_heading(root: &Node<'_>) -> Heading {
    let name = |property| root.text(property).unwrap_or_default().trim().to_owned();
    let points = |key| read_info(root, key).unwrap_or(0);
    Heading {
        names: BySeat { top: name("PW"), bottom: name("PB") },
        length: points("length"),
        number: read_info(root, "game").map(u32::from),
        score: BySeat { top: points("ws"), bottom: points("bs") },
    }
}

fn read_root(
    builder: &mut RecordBuilder,
    line: u32,
    root: &Node<'_>,
    is_first: bool,
) -> Result<(), String> {
    let value = |name| {
        let text = root.text(name).unwrap_or_default();
        (!text.trim().is_empty()).then(|| text.trim().to_owned())
    };
    let rules = root.text("RU").unwrap_or_default();
    let has = |rule: &str| rules.split(':').any(|stated| stated.trim().eq_ignore_ascii_case(rule));
    if is_first {
        let record = &mut builder.record;
        record.length = read_info(root, "length").unwrap_or(0);
        for (colour, name, rating) in [(Seat::Top, "PW", "WR"), (Seat::Bottom, "PB", "BR")] {
            record.players[colour].name = value(name).unwrap_or_default();
            record.players[colour].rating = value(rating);
        }
        let about = &mut record.about;
        about.date = value("DT").and_then(|date| Date::parse(&date));
        about.event = value("EV");
        about.round = value("RO");
        about.site = value("PC");
        about.annotator = value("AN");
        about.transcriber = value("US");
        about.comment = value("GC");
        about.id = value("GN");
        record.rules.crawford = record.length == 0 || has("Crawford");
        record.rules.jacoby = (record.length == 0).then(|| has("Jacoby"));
        record.rules.beavers =
            if has("Beavers") { Some(true) } else { has("NoBeavers").then_some(false) };
        record.rules.largest_cube = has("NoCube").then_some(0);
        let known = ["crawford", "crawfordgame", "jacoby", "beavers", "nobeavers", "nocube", ""];
        let mut game: Option<String> = None;
        for rule in rules.split(':').map(|rule| rule.trim().to_ascii_lowercase()) {
            if let Some(limit) = rule.strip_prefix("cubelimit") {
                let limit = limit.parse().ok().and_then(|limit| Cube::of_value(limit, None));
                record.rules.largest_cube = limit.map(Cube::exponent);
            } else if let Some(game) = game.as_mut().filter(|_| rule.contains('=')) {
                // Options of a game follow its name and a colon.
                game.push(':');
                game.push_str(&rule);
            } else if !known.contains(&rule.as_str()) {
                game = Some(rule);
            }
        }
        if let Some(game) = game {
            record.game = game_name::parse_game(&game)?;
        }
    }
    let score = BySeat {
        top: read_info(root, "ws").unwrap_or(0),
        bottom: read_info(root, "bs").unwrap_or(0),
    };
    // Only the mark counts: a game without it is not guessed to be the Crawford game.
    let crawford = builder.record.is_one_away(score) && has("CrawfordGame");
    builder.begin(line, score, Some(crawford));
    check_numbers(builder, line, root);
    if let Some(exponent) = read_cube(builder, line, root).filter(|&exponent| exponent > 0) {
        builder.enter(line, Seat::Top, ParsedAction::SetCube { exponent, owner: None });
    }
    Ok(())
}

/// Reads a node, except for the properties that occur only in roots.
fn read_node(builder: &mut RecordBuilder, line: u32, node: &Node<'_>) {
    let is_root = node.text("GM").is_some();
    set_up(builder, line, node, is_root);
    let mut has_acted = false;
    for Property { name, values } in &node.properties {
        let (Some(seat), Some(value)) =
            (parse_seat(name).filter(|_| name.len() == 1), values.first())
        else {
            continue;
        };
        if has_acted {
            builder.warn(line, Problem::NotUnderstood(excerpt(&format!("{name}[{value}]"))));
            continue;
        }
        has_acted = true;
        if read_resignation(builder, line, seat, value) {
            continue;
        }
        match parse_action(builder, seat, value) {
            Some(action) => {
                let annotation = builder.board_of(seat).and_then(|position| {
                    let (game, money) = (builder.record.game, builder.record.length == 0);
                    let position = &position;
                    analysis::read_annotation(
                        node,
                        &AnnotatedAction { game, position, seat, action: &action, money },
                    )
                });
                let before = builder.count_entries();
                builder.enter(line, seat, action);
                if builder.count_entries() > before
                    && let Some(annotation) = annotation
                    && let Some(to) = builder.annotation_mut()
                {
                    *to = annotation;
                }
            }
            None => {
                builder.warn(line, Problem::NotUnderstood(excerpt(&format!("{name}[{value}]"))));
            }
        }
    }
    for comment in node.values("C") {
        builder.add_comment(comment);
    }
}

/// Reads an offer to resign, `resign:2`, or an answer to it, `accept` or `reject`, as Gibbon writes
/// them. Returns false for any other action.
fn read_resignation(builder: &mut RecordBuilder, line: u32, seat: Seat, value: &str) -> bool {
    let value = value.trim().to_ascii_lowercase();
    let (word, kind) = value.split_once(':').unwrap_or((&value, "1"));
    let win = kind
        .trim()
        .parse()
        .ok()
        .and_then(|points: u8| Win::ALL.into_iter().find(|win| win.points() == points));
    match (word.trim(), win) {
        ("resign", Some(win)) => builder.offer(line, seat, win),
        ("accept", _) if builder.is_offered() => builder.accept(line),
        ("reject", _) if builder.is_offered() => builder.refuse(line),
        _ => return false,
    }
    true
}

/// True if a turn of the cube is to be answered, or if the next decision is unknown.
fn is_doubled(builder: &RecordBuilder) -> bool {
    matches!(
        builder.to_decide(),
        None | Some(Decision::Double { .. } | Decision::Beaver { .. } | Decision::Raccoon { .. })
    )
}

fn parse_action(builder: &RecordBuilder, seat: Seat, value: &str) -> Option<ParsedAction> {
    let value = value.trim();
    match value.to_ascii_lowercase().as_str() {
        "double" => {
            return Some(match builder.to_decide() {
                Some(Decision::Double { .. }) => ParsedAction::Beaver,
                Some(Decision::Beaver { .. }) => ParsedAction::Raccoon,
                _ => ParsedAction::Double(None),
            });
        }
        // An answer to an offer that is not in the file.
        "accept" | "reject" if !is_doubled(builder) => return None,
        "take" | "accept" => return Some(ParsedAction::Take),
        "drop" | "pass" | "reject" => return Some(ParsedAction::Pass),
        _ => {}
    }
    let (numbers, hops) = value.split_at_checked(builder.game_played().dice())?;
    let dice: Dice = numbers.parse().ok()?;
    if hops.is_empty() {
        return Some(ParsedAction::Roll(dice));
    }
    let hops = read_hops(seat, hops)?;
    Some(ParsedAction::Play(dice, PlayText::of_hops(hops), value[numbers.len()..].to_owned()))
}

/// Parses pairs of letters, the start and the end of each checker move.
fn read_hops(seat: Seat, letters: &str) -> Option<Vec<(u8, u8)>> {
    let points: Option<Vec<u8>> = letters.bytes().map(|letter| read_point(seat, letter)).collect();
    let points = points?;
    if points.len() > 8 || points.len() % 2 == 1 {
        return None;
    }
    Some(points.chunks(2).map(|pair| (pair[0], pair[1])).collect())
}

/// Parses a point in the view of its player: `a` is White's ace point, and `x` is Black's.
fn read_point(seat: Seat, letter: u8) -> Option<u8> {
    match (letter, seat) {
        (b'y', _) => Some(BAR),
        (b'z', _) => Some(OFF),
        (b'a'..=b'x', Seat::Top) => Some(letter - b'a' + 1),
        (b'a'..=b'x', Seat::Bottom) => Some(POINTS - (letter - b'a')),
        _ => None,
    }
}

/// Sets up the board, the cube, the dice or the turn of a node. A turn alone is
/// entered only if the other player is known to be on roll; else the next action shows it.
fn set_up(builder: &mut RecordBuilder, line: u32, node: &Node<'_>, is_root: bool) {
    let turn = node.text("PL").and_then(parse_seat);
    let on_roll = turn.or_else(|| builder.turn()).unwrap_or(Seat::Bottom);
    if ["AE", "AW", "AB"].iter().any(|name| node.text(name).is_some()) {
        match read_board(builder.record.game, node, on_roll) {
            Some(position) => builder.enter(line, on_roll, ParsedAction::SetBoard(position)),
            None => builder.warn(line, Problem::NotUnderstood("AE AW AB".to_owned())),
        }
    } else if let Some(turn) = turn
        && builder.turn().is_some_and(|now| now != turn)
        && let Some(table) = builder.table()
    {
        let position = table.position.swapped();
        builder.enter(line, turn, ParsedAction::SetBoard(position));
    }
    let turned = if is_root { None } else { read_cube(builder, line, node) };
    let owner = node.text("CP").map(|owner| match owner.trim() {
        "w" | "W" => Some(Seat::Top),
        "b" | "B" => Some(Seat::Bottom),
        _ => None,
    });
    if turned.is_some() || owner.is_some() {
        let stands = builder.table().map(|table| {
            (table.cube.exponent(), table.cube.owner().map(|side| table.seat.of(side)))
        });
        let (exponent, stands_with) = stands.unwrap_or_default();
        let exponent = turned.unwrap_or(exponent);
        let owner = owner.unwrap_or(stands_with);
        builder.enter(line, on_roll, ParsedAction::SetCube { exponent, owner });
    }
    if let Some(dice) = node.text("DI") {
        match dice.trim().parse() {
            Ok(dice) => builder.enter(line, on_roll, ParsedAction::Given(dice)),
            Err(_) if dice.trim() == "00" => {}
            Err(_) => builder.warn(line, Problem::NotUnderstood(excerpt(dice))),
        }
    }
}

/// The checkers that a node puts on the board, as the player on roll sees them. The node first
/// empties points; GNU Backgammon always empties all of them.
fn read_board(game: Game, node: &Node<'_>, on_roll: Seat) -> Option<Position> {
    let mut sides = BySeat { bottom: [0u8; 26], top: [0u8; 26] };
    for (seat, name) in [(Seat::Top, "AW"), (Seat::Bottom, "AB")] {
        let side = &mut sides[seat];
        for value in node.values(name).take(64) {
            let point = read_point(seat, *value.trim().as_bytes().first()?)?;
            side[usize::from(point)] += 1;
        }
        let here: u8 = side[1..].iter().sum();
        side[usize::from(OFF)] = game.checkers().checked_sub(here)?;
    }
    let (own, opponent) = (sides[on_roll], sides[!on_roll]);
    game.position(&own, &opponent).ok()
}

/// Parses `W+2` or `B+1R`: the winner, the points, and R for a resignation.
fn read_result(builder: &mut RecordBuilder, line: u32, root: &Node<'_>) {
    let Some(text) = root.text("RE").map(str::trim) else { return };
    if text.is_empty() || matches!(text, "?" | "Void" | "0") {
        return;
    }
    let parts = text.split_once('+').and_then(|(winner, points)| {
        let digits = points.trim_end_matches(|c: char| !c.is_ascii_digit());
        Some((parse_seat(winner)?, digits.parse::<u32>().ok()?, digits.len() < points.len()))
    });
    let Some((winner, points, is_resigned)) = parts else {
        builder.warn(line, Problem::NotUnderstood(excerpt(text)));
        return;
    };
    let cube = builder.table().map_or(1, |table| table.cube.value());
    let win = match points / cube {
        1 => Win::Single,
        2 => Win::Gammon,
        _ => Win::Backgammon,
    };
    let is_win = points.is_multiple_of(cube) && (1..=3).contains(&(points / cube));
    let how = (is_resigned && is_win && !builder.is_over()).then_some(How::Resigned(win));
    builder.enter_result(line, Some(winner), Some(points), how);
}
