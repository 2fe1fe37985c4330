//! One-page summary of a match: both players, their biggest mistakes, and the games.

use super::{
    blocks::{Block, Item, TextTable, shortened},
    numbers::{or_dash, percent, rate, signed_percent, stakes},
    positions,
};
use sheshbesh_analysis::{
    match_analysis::{
        AnalyzedGame, AnalyzedMatch, Choice, DecisionKind, Document, Identity, Mistake,
        Resignation, Statistics, Sum, code, mistakes,
    },
    numbers::signed,
};
use sheshbesh_movegen::Game;

/// Maximum length of a player's name, in characters.
const NAME: usize = 24;

/// Builds the summary of a match.
pub(super) fn of_match(analyzed: &AnalyzedMatch, choice: &Choice) -> Vec<Block> {
    let names = names_of(analyzed);
    let mut blocks =
        vec![Block::Heading(1, heading(analyzed, &names)), Block::Text(about(analyzed))];
    blocks.extend(analyzed.warnings.iter().map(|warning| {
        let warning = shortened(warning, 400);
        Block::Text(format!("Warning: {warning}."))
    }));
    blocks.extend(analyzed.notes.iter().map(|note| Block::Text(format!("Note: {note}."))));
    for (game, number) in analyzed.games.iter().zip(1..) {
        if let Some(stopped) = &game.stopped {
            blocks.push(Block::Text(format!("Game {number} is judged no further: {stopped}.")));
        }
    }
    if analyzed.are_positions() {
        blocks.extend(positions::list(analyzed));
        return blocks;
    }
    blocks.push(Block::TextTable(both(analyzed, &names)));
    blocks.extend(cube_errors(analyzed, &names).map(Block::TextTable));
    if analyzed.identity.games > 0 {
        blocks.push(Block::Heading(2, "Result = luck − errors + residual".to_owned()));
        blocks.push(Block::Text(identity_words(
            &analyzed.identity,
            &names[0],
            analyzed.length > 0,
        )));
    }
    blocks.extend(biggest(analyzed, &names, choice));
    blocks.extend(resignations(analyzed, &names));
    if analyzed.games.len() > 1 {
        blocks.push(Block::Heading(2, "Games".to_owned()));
        blocks.push(Block::TextTable(games(analyzed)));
    }
    blocks
}

/// States the engine and the settings of the analysis. Positions without plays have no luck or errors.
pub(super) fn describe_settings(document: &Document, is_played: bool) -> Block {
    let engine = &document.engine;
    let [low, high] = engine.ply;
    let deeper = if high > low {
        format!("{low}-ply, {high}-ply for close decisions and errors")
    } else {
        format!("{low}-ply")
    };
    let rollouts = match engine.preset.rollout() {
        Some(level) => format!(", {level} of errors"),
        None => String::new(),
    };
    let tables = if engine.bearoff_tables { "" } else { " No bearoff tables." };
    let as_xg = match engine.counted_as {
        Some(_) => " PR with eXtreme Gammon's special factors.",
        None => "",
    };
    let (mut luck, mut errors) = (String::new(), String::new());
    if is_played {
        let thresholds = &engine.thresholds;
        luck = format!("; luck at {}-ply", engine.luck_ply);
        errors = format!(
            " Errors lose {:.3} or more, blunders {:.3}.",
            thresholds.error, thresholds.blunder
        );
    }
    let id = &engine.id;
    Block::Text(format!(
        "Analysed by {} {}, network {} ({}), preset {}: {deeper}{rollouts}{luck}. Match equities: \
         {}.{tables}{as_xg}{errors}",
        id.name,
        id.version,
        id.weights.as_deref().unwrap_or("-"),
        id.weights_crc32.as_deref().unwrap_or("-"),
        engine.preset,
        engine.tables_of(&document.matches),
    ))
}

pub(crate) fn played_for(analyzed: &AnalyzedMatch) -> String {
    let game = analyzed.frame.as_deref().unwrap_or(&analyzed.game);
    let game = if game == "backgammon" { "" } else { game };
    let what = match analyzed.length {
        0 if analyzed.frame.is_some() => "each once".to_owned(),
        0 => {
            let on = |rule: Option<bool>| rule == Some(true) && any_game_has_cube(analyzed);
            let jacoby = if on(analyzed.rules.jacoby) { ", Jacoby" } else { "" };
            let beavers = if on(analyzed.rules.beavers) { ", beavers" } else { "" };
            format!("money{jacoby}{beavers}")
        }
        length => format!("match to {length}"),
    };
    if game.is_empty() { what } else { format!("{game}, {what}") }
}

/// Names of both players, shortened for a report.
pub(crate) fn names_of(analyzed: &AnalyzedMatch) -> [String; 2] {
    analyzed.players.each_ref().map(|player| shortened(&player.name, NAME))
}

/// The players, or the number of positions if they have no names, and the stakes.
pub(crate) fn heading(analyzed: &AnalyzedMatch, names: &[String; 2]) -> String {
    let stakes = played_for(analyzed);
    if analyzed.are_positions() && names.iter().all(String::is_empty) {
        return format!("{}, {stakes}", count_games(analyzed));
    }
    format!("{} – {}, {stakes}", names[0], names[1])
}

/// Number of games or positions in words.
pub(crate) fn count_games(analyzed: &AnalyzedMatch) -> String {
    let what = if analyzed.are_positions() { "position" } else { "game" };
    match analyzed.games.len() {
        1 => format!("1 {what}"),
        games => format!("{games} {what}s"),
    }
}

fn about(analyzed: &AnalyzedMatch) -> String {
    let games = count_games(analyzed);
    let more = [&analyzed.event, &analyzed.site, &analyzed.date].into_iter().flatten();
    let more: String = more.map(|about| format!(", {}", shortened(about, 60))).collect();
    format!("{} ({}): {games}{more}.", shortened(&analyzed.file, 200), analyzed.format)
}

/// Table row with one value for each player.
fn row(name: &str, analyzed: &AnalyzedMatch, of: impl Fn(&Statistics) -> String) -> Vec<String> {
    let [first, second] = analyzed.players.each_ref().map(|player| of(&player.statistics));
    vec![name.to_owned(), first, second]
}

pub(crate) fn both(analyzed: &AnalyzedMatch, names: &[String; 2]) -> TextTable {
    let has_cube = any_game_has_cube(analyzed);
    let rated = analyzed.is_rated();
    let mut rows = vec![row("PR", analyzed, |all| {
        let interval = all.pr_interval.map(|[low, high]| format!(" ({low:.1}–{high:.1})"));
        format!("{}{}", or_dash(all.pr, 2), interval.unwrap_or_default())
    })];
    let level = row("  level", analyzed, |all| all.level.clone().unwrap_or_else(|| "-".to_owned()));
    rows.extend(rated.then_some(level));
    rows.extend([
        row("  decisions", analyzed, |all| {
            if has_cube {
                format!("{} + {} cube", all.plays, all.cube_decisions)
            } else {
                all.plays.to_string()
            }
        }),
        row("Error rate, GNU", analyzed, |all| or_dash(all.gnubg_error_rate, 1)),
        row(if rated { "  level, decisions" } else { "  decisions" }, analyzed, |all| {
            let level = all.gnubg_level.as_deref().unwrap_or("-");
            let level = if rated { format!("{level}, ") } else { String::new() };
            format!("{level}{}", all.gnubg_decisions)
        }),
        row("Error rate, Snowie", analyzed, |all| {
            format!("{} of {}", or_dash(all.snowie_error_rate, 1), all.snowie_plays)
        }),
        row("Lost, EMG", analyzed, |all| format!("{:.3}", all.error)),
    ]);
    let unit = if analyzed.length > 0 { "MWC" } else { "points" };
    rows.push(row(&format!("  {unit}"), analyzed, |all| match (all.error_mwc, all.error_points) {
        (Some(mwc), _) => percent(mwc),
        (None, Some(points)) => format!("{points:.3}"),
        (None, None) => "-".to_owned(),
    }));
    let parts = row("  by plays + cube", analyzed, |all| {
        format!("{:.3} + {:.3}", all.play_error, all.cube_error)
    });
    rows.extend(has_cube.then_some(parts));
    rows.extend([
        row("Errors (blunders)", analyzed, |all| format!("{} ({})", all.errors, all.blunders)),
        row("Best play found", analyzed, |all| rate(&all.match_rate.all)),
        row("  when close", analyzed, |all| rate(&all.match_rate.close)),
        row("  in the middle", analyzed, |all| rate(&all.match_rate.middle)),
        row("  when wide", analyzed, |all| rate(&all.match_rate.wide)),
        row("Luck, EMG", analyzed, |all| format!("{} in {} rolls", signed(all.luck), all.rolls)),
        row(&format!("  {unit}"), analyzed, |all| {
            stakes(all.luck_mwc, all.luck_points).unwrap_or_else(|| "-".to_owned())
        }),
        row("Luck-adjusted result", analyzed, |all| match all.luck_adjusted_result {
            Some(chance) if analyzed.length > 0 => percent(chance),
            Some(points) => signed(points),
            None => "-".to_owned(),
        }),
    ]);
    TextTable { head: vec![String::new(), names[0].clone(), names[1].clone()], rows }
}

/// True if any game of the match has a cube; unknown games are assumed to have one.
fn any_game_has_cube(analyzed: &AnalyzedMatch) -> bool {
    let known = |game: &str| game.parse().map_or(true, |game: Game| game.has_cube());
    known(&analyzed.game) || analyzed.games.iter().any(|game| known(game.game(analyzed)))
}

/// Table of cube errors; `None` for games without a cube.
pub(crate) fn cube_errors(analyzed: &AnalyzedMatch, names: &[String; 2]) -> Option<TextTable> {
    if !any_game_has_cube(analyzed) {
        return None;
    }
    let sum = |sum: Sum| match sum.count {
        0 => "-".to_owned(),
        count => format!("{count}, {:.3}", sum.loss),
    };
    let mut rows = vec![
        row("missed doubles", analyzed, |all| sum(all.cube_errors.missed_double)),
        row("missed cashes", analyzed, |all| sum(all.cube_errors.missed_cash)),
        row("wrong doubles", analyzed, |all| sum(all.cube_errors.wrong_double)),
        row("too good, doubled", analyzed, |all| sum(all.cube_errors.wrong_cash)),
        row("wrong takes", analyzed, |all| sum(all.cube_errors.wrong_take)),
        row("wrong passes", analyzed, |all| sum(all.cube_errors.wrong_pass)),
    ];
    if analyzed.rules.beavers == Some(true) {
        rows.push(row("beavers", analyzed, |all| sum(all.cube_errors.beaver)));
    }
    let head = vec!["Cube errors".to_owned(), names[0].clone(), names[1].clone()];
    Some(TextTable { head, rows })
}

/// States the breakdown of a result into luck and errors.
pub(crate) fn identity_words(identity: &Identity, name: &str, is_match: bool) -> String {
    let of = |number: f64| if is_match { signed_percent(number) } else { signed(number) };
    format!(
        "{name}: result {} = luck {} − errors {} + residual {}{}.",
        of(identity.result),
        of(identity.luck),
        of(identity.errors),
        of(identity.residual),
        if is_match { " (MWC)" } else { " (points)" },
    )
}

/// Lists the biggest mistakes, worst first.
fn biggest(analyzed: &AnalyzedMatch, names: &[String; 2], choice: &Choice) -> Vec<Block> {
    let all = mistakes(analyzed, choice.errors);
    if all.is_empty() {
        return Vec::new();
    }
    let item = |of: &Mistake<'_>| Item {
        text: mistake(of, names),
        code: Some(of.decision.code(analyzed.games[of.game - 1].game(analyzed))),
        more: of.decision.explanation.as_ref().map_or(Vec::new(), |of| of.sentences().to_vec()),
    };
    let mut blocks = vec![
        Block::Heading(2, "Biggest mistakes".to_owned()),
        Block::List(all.iter().take(choice.most).map(item).collect()),
    ];
    if all.len() > choice.most {
        let more = all.len() - choice.most;
        blocks
            .push(Block::Text(format!("And {more} more that lose {:.3} or more.", choice.errors)));
    }
    blocks
}

fn name_of(seat: u8, names: &[String; 2]) -> &str {
    let index = usize::from(seat.saturating_sub(1));
    names.get(index).map_or("", String::as_str)
}

fn mistake(of: &Mistake<'_>, names: &[String; 2]) -> String {
    let &Mistake { game, decision, loss, .. } = of;
    let stakes = match (decision.loss_mwc, decision.loss_points) {
        (Some(mwc), _) => format!(" ({} MWC)", percent(mwc)),
        (None, Some(points)) if points != loss => format!(" ({points:.3} points)"),
        _ => String::new(),
    };
    let line = decision.line.map(|line| format!(", line {line}")).unwrap_or_default();
    let name = name_of(decision.seat, names);
    let what = match decision.kind {
        DecisionKind::Play => {
            let dice = decision.dice.as_deref().unwrap_or_default();
            format!("{dice}: {}", decision.played)
        }
        _ => decision.played.clone(),
    };
    let best = decision.best.as_deref().unwrap_or("-");
    format!("{loss:.3}{stakes} {name}, game {game}{line}: {what}; best: {best}")
}

fn resignations(analyzed: &AnalyzedMatch, names: &[String; 2]) -> Vec<Block> {
    let mut items = Vec::new();
    for (game, number) in analyzed.games.iter().zip(1..) {
        let wrong = |offer: &&Resignation| offer.loss.max(offer.answer_loss) >= 0.02;
        for offer in game.resignations.iter().filter(wrong) {
            let name = name_of(offer.seat, names);
            let done = if offer.accepted { "accepted" } else { "refused" };
            let text = if offer.answer_loss >= 0.02 {
                let other = name_of(3 - offer.seat.clamp(1, 2), names);
                format!(
                    "{:.3} {other}, game {number}: {done} {} that was resigned",
                    offer.answer_loss,
                    offer.words()
                )
            } else {
                format!("{:.3} {name}, game {number}: resigned {}", offer.loss, offer.words())
            };
            let id = code(offer.xgid.as_deref(), &offer.position_id, game.game(analyzed));
            items.push(Item { text, code: Some(id), more: Vec::new() });
        }
    }
    if items.is_empty() {
        return Vec::new();
    }
    vec![Block::Heading(2, "Games given up".to_owned()), Block::List(items)]
}

pub(crate) fn games(analyzed: &AnalyzedMatch) -> TextTable {
    let head = ["game", "score", "won by", "points", "PR 1", "PR 2", "lost 1", "lost 2"];
    let head = [&head[..], &["luck 1", "luck 2"]].concat();
    let cells = |(game, number): (&AnalyzedGame, usize)| {
        let [one, two] = &game.players;
        let luck = |all: &Statistics| {
            stakes(all.luck_mwc, all.luck_points).unwrap_or_else(|| "-".to_owned())
        };
        let crawford = if game.crawford { " C" } else { "" };
        vec![
            number.to_string(),
            format!("{}-{}{crawford}", game.score[0], game.score[1]),
            game.winner.map_or_else(|| "-".to_owned(), |winner| winner.to_string()),
            game.points.map_or_else(|| "-".to_owned(), |points| points.to_string()),
            or_dash(one.pr, 2),
            or_dash(two.pr, 2),
            format!("{:.3}", one.error),
            format!("{:.3}", two.error),
            luck(one),
            luck(two),
        ]
    };
    TextTable {
        head: head.into_iter().map(str::to_owned).collect(),
        rows: analyzed.games.iter().zip(1..).map(cells).collect(),
    }
}
