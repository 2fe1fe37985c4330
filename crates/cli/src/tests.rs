use super::{Cli, build_command_line};
use clap::{CommandFactory, Parser};
use sheshbesh_movegen::{Game, Situation};

#[test]
fn the_command_line_is_consistent() {
    build_command_line().debug_assert();
}

#[test]
fn every_command_has_examples() {
    for mut command in Cli::command().get_subcommands().cloned() {
        let help = command.render_long_help().to_string();
        let (_, examples) = help.split_once("\nExamples:\n").expect("a heading for examples");
        let examples = examples.lines().take_while(|line| line.starts_with("  "));
        let count = examples.filter(|line| line.contains("shesh ")).count();
        assert!(count >= 3, "{} has {count} examples", command.get_name());
    }
}

/// Longer lines would be wrapped inside a sentence.
#[test]
fn text_below_the_options_fits_on_80_columns() {
    fn check(command: &clap::Command) {
        let below = [command.get_after_help(), command.get_after_long_help()];
        for text in below.into_iter().flatten().map(ToString::to_string) {
            let long = text.lines().find(|line| line.chars().count() > 80);
            assert_eq!(long, None, "{}", command.get_name());
        }
        command.get_subcommands().for_each(check);
    }
    check(&Cli::command());
}

/// Splits a shell command into words; text after two spaces is its description.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (number, piece) in line.trim().split('"').enumerate() {
        if number % 2 == 1 {
            words.push(piece.to_owned());
            continue;
        }
        let (command, about) = piece.split_once("  ").unwrap_or((piece, ""));
        words.extend(command.split_whitespace().map(str::to_owned));
        if !about.is_empty() {
            break;
        }
    }
    words
}

/// Returns true if a word is an ID: an XGID, or 14 characters that are not all lower case.
fn is_id(word: &str) -> bool {
    let id = word.split_once('@').map_or(word, |(_, id)| id);
    let position = id.split(':').next().unwrap_or_default();
    let of_base64 = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/');
    id.starts_with("XGID=")
        || position.len() == 14
            && position.chars().all(of_base64)
            && !position.chars().all(|c| c.is_ascii_lowercase())
}

#[test]
fn every_example_is_understood() {
    let commands = Cli::command();
    let mut helps = vec![commands.clone().render_long_help().to_string()];
    for mut command in commands.get_subcommands().cloned() {
        helps.push(command.render_long_help().to_string());
        helps.extend(
            command.get_subcommands_mut().map(|command| command.render_long_help().to_string()),
        );
    }
    let (mut examples, mut ids) = (0, 0);
    for help in &helps {
        // clap wraps the text above to the width of the terminal.
        let (_, below) = help.split_once("\nExamples:\n").unwrap_or_default();
        assert!(below.lines().all(|line| line.chars().count() <= 80), "{help}");
    }
    for line in helps.iter().flat_map(|help| help.lines()) {
        if line.starts_with("  shesh ") {
            let parsed = Cli::try_parse_from(words(line));
            assert!(parsed.is_ok(), "{line}: {}", parsed.err().unwrap());
            examples += 1;
        }
        let game = line
            .split_once("--game ")
            .map_or("backgammon", |(_, rest)| rest.split_whitespace().next().unwrap_or_default());
        let words = line.split(|c: char| c.is_whitespace() || "'\"\\".contains(c));
        for id in words.filter(|word| is_id(word)) {
            let game: Game = game.parse().unwrap_or_else(|e| panic!("{line}: {e}"));
            let read = Situation::parse(id, game);
            assert!(read.is_ok(), "{line}: {}", read.unwrap_err());
            ids += 1;
        }
    }
    assert!(examples >= 50 && ids >= 25, "{examples} examples, {ids} IDs");
}
