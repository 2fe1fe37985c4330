//! Reads our own JSON.

use crate::{
    annotation,
    builder::{BuiltMatches, ParsedAction, RecordBuilder},
    document::{Annotation, Candidate, Document, Entry, FORMAT, Game, Outcome, VERSION, WINS},
    model::{self, Date, GameRecord, How, Rules},
    play_text::{CheckerPath, PlayText},
    warning::{Problem, excerpt},
};
use sheshbesh_movegen::{BySeat, CheckerMove, Cube, Dice, Position, Seat, Win};
use std::borrow::Cow;

/// Maximum number of checker moves in an illegal play.
const MOST_MOVES: usize = 16;
/// Maximum number of candidate plays kept for a roll.
const MOST_CANDIDATES: usize = 64;

/// True if a text is a JSON object of our format, or a list that begins with one.
pub(crate) fn is_json(text: &str) -> bool {
    let start = text.trim_start();
    let start = start.strip_prefix('[').unwrap_or(start).trim_start();
    start.starts_with('{')
        && start.split_once("\"format\"").is_some_and(|(_, rest)| {
            let value = rest.trim_start().strip_prefix(':').unwrap_or_default().trim_start();
            value.strip_prefix('"').is_some_and(|value| value.starts_with(FORMAT))
        })
}

type MatchDocument = Document<Vec<Game<Vec<Entry>>>>;

/// Reads matches: a list of documents, or one or more documents in sequence.
///
/// # Errors
/// Fails if the text is not valid JSON or not in our format.
pub(crate) fn read(text: &str) -> Result<BuiltMatches, String> {
    // Joined files have byte order marks in between.
    let text = &*if text.contains('\u{feff}') {
        Cow::Owned(text.replace("\u{feff}{", "{").replace("\u{feff}[", "["))
    } else {
        Cow::Borrowed(text)
    };
    let documents: Result<Vec<MatchDocument>, serde_json::Error> =
        if text.trim_start().starts_with('[') {
            serde_json::from_str(text)
        } else {
            serde_json::Deserializer::from_str(text).into_iter().collect()
        };
    let documents = documents.map_err(|error| error.to_string())?;
    let found: Result<Vec<BuiltMatches>, String> = documents.into_iter().map(read_match).collect();
    Ok(found?.into_iter().flatten().collect())
}

fn read_match(document: MatchDocument) -> Result<BuiltMatches, String> {
    if document.version > VERSION {
        return Err(format!(
            "unsupported version {}: the latest known is {VERSION}",
            document.version
        ));
    }
    let game = document.game.parse().map_err(|error| format!("{error}"))?;
    let mut builder = RecordBuilder::new(game);
    let record = &mut builder.record;
    record.length = document.length;
    record.rules = Rules {
        crawford: document.rules.crawford.unwrap_or(true),
        jacoby: document.rules.jacoby,
        beavers: document.rules.beavers,
        largest_cube: document
            .rules
            .largest_cube
            .and_then(|value| Cube::of_value(value, None))
            .map(Cube::exponent),
    };
    record.frame = document
        .frame
        .map(|frame| frame.parse().map_err(|error| format!("{error}")))
        .transpose()?;
    record.customs = document.rules.house_rules().map_err(|error| error.to_string())?;
    let [top, bottom] = document.players;
    record.players = BySeat { bottom, top };
    let about = document.about;
    record.about = model::About {
        event: about.event,
        site: about.site,
        round: about.round,
        date: about.date.as_deref().and_then(Date::parse),
        time: about.time,
        transcriber: about.transcriber,
        annotator: about.annotator,
        id: about.id,
        comment: about.comment,
    };
    for game in document.games {
        read_game(&mut builder, game);
    }
    Ok(builder.finish())
}

fn parse_seat(number: u8) -> Option<Seat> {
    match number {
        1 => Some(Seat::Top),
        2 => Some(Seat::Bottom),
        _ => None,
    }
}

fn parse_win(name: Option<&str>) -> Option<Win> {
    WINS.iter().find(|(other, _)| Some(*other) == name).map(|(_, win)| *win)
}

fn read_game(builder: &mut RecordBuilder, game: Game<Vec<Entry>>) {
    let [top, bottom] = game.score;
    let played = match game.game.as_deref().map(str::parse).transpose() {
        Ok(played) => played,
        Err(error) => {
            let problem = Problem::NotUnderstood(excerpt(&format!("{error}")));
            builder.warn(0, problem);
            None
        }
    };
    let of = GameRecord {
        game: played.filter(|&played| played != builder.record.game),
        exchanged: game.exchanged,
        comment: game.comment,
        ..GameRecord::default()
    };
    builder.begin_as(0, BySeat { bottom, top }, Some(game.crawford), of);
    for entry in game.entries {
        let before = builder.count_entries();
        let Some((seat, action)) = parse_seat(entry.player).zip(parse_action(builder, &entry))
        else {
            let text = format!("{} {}", entry.player, entry.action);
            builder.warn(0, Problem::NotUnderstood(excerpt(&text)));
            continue;
        };
        builder.enter(0, seat, action);
        if builder.count_entries() > before {
            if let Some(comment) = entry.comment {
                builder.add_comment(&comment);
            }
            if let Some(annotation) = entry.annotation {
                read_annotation(builder, *annotation);
            }
        }
    }
    if let Some(outcome) = game.result.as_ref().and_then(read_outcome) {
        builder.set_result(outcome);
    }
    builder.end_game();
}

fn read_outcome(outcome: &Outcome) -> Option<model::Outcome> {
    let win = parse_win(outcome.win.as_deref());
    let how = match outcome.how.as_str() {
        "played" => How::Played(win?),
        "passed" => How::Passed,
        "resigned" => How::Resigned(win?),
        "forfeited" => How::Forfeited,
        "out of time" => How::OutOfTime,
        "turn limit" => How::TurnLimit,
        "settled" => How::Settled,
        _ => How::Unrecorded,
    };
    let winner = match outcome.winner {
        Some(winner) => Some(parse_seat(winner)?),
        None => None,
    };
    Some(model::Outcome { winner, points: outcome.points, how })
}

/// Converts an entry to an action; `None` if a field is missing or invalid.
fn parse_action(builder: &RecordBuilder, entry: &Entry) -> Option<ParsedAction> {
    let dice = || entry.roll.as_ref()?.parse::<Dice>().ok();
    let position = || Position::from_gnu_id(entry.position.as_ref()?, builder.game_played()).ok();
    Some(match &*entry.action {
        "roll" => ParsedAction::Unplayed(dice()?),
        "set dice" => ParsedAction::SetDice(dice()?),
        "play" | "illegal play" => {
            let moves: Option<Vec<CheckerMove>> =
                entry.moves.iter().map(|text| parse_checker_move(text)).collect();
            ParsedAction::PlayTo(
                dice()?,
                position()?,
                moves.filter(|moves| moves.len() <= MOST_MOVES)?,
            )
        }
        "double" => ParsedAction::Double(None),
        "take" => ParsedAction::Take,
        "pass" => ParsedAction::Pass,
        "beaver" => ParsedAction::Beaver,
        "raccoon" => ParsedAction::Raccoon,
        "resign" => ParsedAction::Resign(parse_win(entry.win.as_deref())?),
        "refuse" => ParsedAction::Refuse,
        "set board" => ParsedAction::SetBoard(position()?),
        "set cube" => ParsedAction::SetCube {
            exponent: Cube::of_value(entry.cube?, None)?.exponent(),
            owner: match entry.owner {
                Some(owner) => Some(parse_seat(owner)?),
                None => None,
            },
        },
        _ => return None,
    })
}

/// Parses a single checker move, such as `13/7*`.
fn parse_checker_move(text: &str) -> Option<CheckerMove> {
    let written = PlayText::parse(text)?;
    let [CheckerPath { from, stops }] = &written.0[..] else { return None };
    let [(to, hits)] = stops[..] else { return None };
    Some(CheckerMove { from: *from, to, hits })
}

fn read_annotation(builder: &mut RecordBuilder, annotation: Annotation) {
    let game = builder.game_played();
    let candidate = |candidate: Candidate| {
        Some(annotation::Candidate {
            result: Position::from_gnu_id(&candidate.position, game).ok()?,
            equity: candidate.equity,
            match_chance: candidate.match_chance,
            chances: candidate.chances,
            level: candidate.level,
        })
    };
    let play = annotation.play.map(|play| annotation::PlayAnnotation {
        candidates: play
            .candidates
            .into_iter()
            .take(MOST_CANDIDATES)
            .filter_map(candidate)
            .collect(),
        error: play.error,
        mwc: play.mwc,
    });
    if let Some(to) = builder.annotation_mut() {
        *to = annotation::Annotation {
            cube: annotation.cube,
            play,
            luck: annotation.luck,
            luck_match_chance: annotation.luck_match_chance,
        };
    }
}
