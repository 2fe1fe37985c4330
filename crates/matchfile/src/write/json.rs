//! Writes our own JSON.

use crate::{
    annotation::{self, Chances, CubeAnnotation},
    document::{
        About, Annotation, Candidate, Document, Entry, FORMAT, Game, Outcome, PlayAnnotation,
        Rules, VERSION, WINS,
    },
    model::{Event, GameRecord, How, Match},
    replay::ReplayStep,
};
use serde::{Serialize, Serializer};
use sheshbesh_movegen::{BySeat, Cube, Dice, Seat, Situation, Win, notation};

/// Formats a match as JSON, with a final newline.
pub(crate) fn write(record: &Match) -> String {
    let text = serde_json::to_string_pretty(&make_document(record));
    text.expect("a match can be written as JSON") + "\n"
}

/// Player number; 1 is the player at the top, on the left in other formats.
fn number_player(seat: Seat) -> u8 {
    match seat {
        Seat::Top => 1,
        Seat::Bottom => 2,
    }
}

fn list_both<T>(pair: BySeat<T>) -> [T; 2] {
    [pair.top, pair.bottom]
}

/// Serializes the games of a match one at a time.
struct Games<'a>(&'a Match);

impl Serialize for Games<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(record) = self;
        serializer.collect_seq(record.games.iter().map(|played| make_game(record, played)))
    }
}

/// Serializes the entries of a game one at a time, up to the first impossible one.
struct Entries<'a>(&'a Match, &'a GameRecord);

impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(record, game) = self;
        let steps = game.replay(record).into_iter().flatten().filter_map(Result::ok);
        serializer.collect_seq(steps.map(|step| make_entry(&step)))
    }
}

fn make_document(record: &Match) -> Document<Games<'_>> {
    let about = record.about.clone();
    let value = |exponent| Cube::new(exponent, None).map(Cube::value);
    Document {
        format: FORMAT.to_owned(),
        version: VERSION,
        game: record.game.to_string(),
        frame: record.frame.map(|frame| frame.to_string()),
        length: record.length,
        rules: Rules {
            crawford: Some(record.rules.crawford),
            jacoby: record.rules.jacoby,
            beavers: record.rules.beavers,
            largest_cube: record.rules.largest_cube.and_then(value),
            ..Rules::default()
        }
        .with_house_rules(&record.customs),
        players: list_both(record.players.clone()),
        about: About {
            event: about.event,
            site: about.site,
            round: about.round,
            date: about.date.map(|date| date.separated('-')),
            time: about.time,
            transcriber: about.transcriber,
            annotator: about.annotator,
            id: about.id,
            comment: about.comment,
        },
        games: Games(record),
    }
}

fn make_game<'a>(record: &'a Match, game: &'a GameRecord) -> Game<Entries<'a>> {
    Game {
        score: list_both(game.score),
        crawford: game.crawford,
        game: game.game.map(|game| game.to_string()),
        exchanged: game.exchanged,
        comment: game.comment.clone(),
        entries: Entries(record, game),
        result: game.result.map(|result| Outcome {
            winner: result.winner.map(number_player),
            points: result.points,
            how: match result.how {
                How::Played(_) => "played",
                How::Passed => "passed",
                How::Resigned(_) => "resigned",
                How::Forfeited => "forfeited",
                How::OutOfTime => "out of time",
                How::TurnLimit => "turn limit",
                How::Settled => "settled",
                How::Unrecorded => "unrecorded",
            }
            .to_owned(),
            win: match result.how {
                How::Played(win) | How::Resigned(win) => Some(name_win(win)),
                _ => None,
            },
        }),
    }
}

fn name_win(win: Win) -> String {
    let name = WINS.iter().find(|(_, other)| *other == win).map_or("", |(name, _)| name);
    name.to_owned()
}

fn make_entry(step: &ReplayStep<'_>) -> Entry {
    let ReplayStep { table, entry: from, .. } = step;
    let mut entry = Entry {
        player: number_player(from.seat),
        comment: from.comment.clone(),
        ..Entry::default()
    };
    let mut dice = None;
    entry.action = match &from.event {
        Event::Roll(rolled) => {
            dice = Some(*rolled);
            "roll"
        }
        Event::SetDice(set) => {
            dice = Some(*set);
            "set dice"
        }
        Event::Play { dice: rolled, result } => {
            dice = Some(*rolled);
            entry.play = notation::write(table.game, &table.position, *rolled, result);
            entry.position = Some(result.gnu_id());
            "play"
        }
        Event::IllegalPlay { dice: rolled, moves, result } => {
            dice = Some(*rolled);
            entry.moves = moves.iter().map(ToString::to_string).collect();
            entry.position = Some(result.gnu_id());
            "illegal play"
        }
        Event::Double => "double",
        Event::Take => "take",
        Event::Pass => "pass",
        Event::Beaver => "beaver",
        Event::Raccoon => "raccoon",
        Event::Resign(win) => {
            entry.win = Some(name_win(*win));
            "resign"
        }
        Event::Refuse => "refuse",
        Event::SetBoard(position) => {
            entry.position = Some(position.gnu_id());
            "set board"
        }
        Event::SetCube { exponent, owner } => {
            entry.cube = Cube::new(*exponent, None).map(Cube::value);
            entry.owner = owner.map(number_player);
            "set cube"
        }
    }
    .into();
    entry.illegal = step.is_illegal && !matches!(from.event, Event::IllegalPlay { .. });
    entry.roll = dice.map(|dice| dice.to_string());
    entry.annotation = from.annotation.as_ref().map(|annotation| {
        Box::new(Annotation {
            cube: annotation.cube.as_ref().map(round_cube_annotation),
            play: annotation.play.as_ref().map(|play| make_play_annotation(table, dice, play)),
            luck: annotation.luck.map(round),
            luck_match_chance: annotation.luck_match_chance.map(round),
        })
    });
    entry
}

/// Rounds a number to ten significant digits. No program evaluates more precisely, and every JSON
/// reader gets the same number from ten digits.
fn round(number: f64) -> f64 {
    format!("{number:.9e}").parse().unwrap_or(number)
}

fn round_chances(chances: Chances) -> Chances {
    Chances {
        win: round(chances.win),
        win_gammon: round(chances.win_gammon),
        win_backgammon: round(chances.win_backgammon),
        lose_gammon: round(chances.lose_gammon),
        lose_backgammon: round(chances.lose_backgammon),
    }
}

fn round_cube_annotation(annotation: &CubeAnnotation) -> CubeAnnotation {
    CubeAnnotation {
        no_double: round(annotation.no_double),
        take: round(annotation.take),
        pass: annotation.pass.map(round),
        mwc: annotation.mwc,
        match_chances: annotation.match_chances.map(|chances| chances.map(round)),
        chances: annotation.chances.map(round_chances),
        error: annotation.error.map(round),
        level: annotation.level.clone(),
    }
}

fn make_play_annotation(
    table: &Situation,
    dice: Option<Dice>,
    annotation: &annotation::PlayAnnotation,
) -> PlayAnnotation {
    let results: Vec<_> = annotation.candidates.iter().map(|candidate| candidate.result).collect();
    let plays = match dice {
        Some(dice) => notation::write_all(table.game, &table.position, dice, &results),
        None => vec![None; results.len()],
    };
    let candidates = annotation.candidates.iter().zip(plays);
    PlayAnnotation {
        candidates: candidates
            .map(|(candidate, play)| Candidate {
                play,
                position: candidate.result.gnu_id(),
                equity: round(candidate.equity),
                match_chance: candidate.match_chance.map(round),
                chances: candidate.chances.map(round_chances),
                level: candidate.level.clone(),
            })
            .collect(),
        error: annotation.error.map(round),
        mwc: annotation.mwc,
    }
}
