//! Writes our own JSON.

use crate::{
    annotation::{self, Chances, CubeVerdict},
    document::{
        About, Candidate, Document, Entry, FORMAT, Game, Outcome, PlayVerdict, Player, Rules,
        VERSION, Verdict, WINS,
    },
    model::{Event, GameRecord, How, Match},
    replay::ReplayStep,
};
use serde::{Serialize, Serializer};
use sheshbesh_movegen::{BySeat, Cube, Dice, Seat, Situation, Win, notation};

/// Formats a match as JSON, with a final newline.
pub(crate) fn write(record: &Match) -> String {
    let text = serde_json::to_string_pretty(&document(record));
    text.expect("a match can be written as JSON") + "\n"
}

/// Player number; 1 is the player at the top, on the left in other formats.
fn number(seat: Seat) -> u8 {
    match seat {
        Seat::Top => 1,
        Seat::Bottom => 2,
    }
}

fn both<T>(pair: BySeat<T>) -> [T; 2] {
    [pair.top, pair.bottom]
}

/// Serializes the games of a match one at a time.
struct Games<'a>(&'a Match);

impl Serialize for Games<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(record) = self;
        serializer.collect_seq(record.games.iter().map(|played| game(record, played)))
    }
}

/// Serializes the entries of a game one at a time, up to the first impossible one.
struct Entries<'a>(&'a Match, &'a GameRecord);

impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(record, game) = self;
        let moments = game.replay(record).into_iter().flatten().filter_map(Result::ok);
        serializer.collect_seq(moments.map(|moment| entry(&moment)))
    }
}

fn document(record: &Match) -> Document<Games<'_>> {
    let about = record.about.clone();
    let players = BySeat { bottom: &record.players.bottom, top: &record.players.top };
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
            scoring: record.customs.scoring.map(|scoring| scoring.to_string()),
            opening: record.customs.opening.map(|opening| opening.to_string()),
            starter: record.customs.starter.map(|starter| starter.to_string()),
            last_roll: record.customs.last_roll,
            turn_limit: record.customs.turn_limit,
        },
        players: both(players)
            .map(|player| Player { name: player.name.clone(), rating: player.rating.clone() }),
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

fn game<'a>(record: &'a Match, game: &'a GameRecord) -> Game<Entries<'a>> {
    Game {
        score: both(game.score),
        crawford: game.crawford,
        game: game.game.map(|game| game.to_string()),
        exchanged: game.exchanged,
        comment: game.comment.clone(),
        entries: Entries(record, game),
        result: game.result.map(|result| Outcome {
            winner: result.winner.map(number),
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
                How::Played(win) | How::Resigned(win) => Some(win_name(win)),
                _ => None,
            },
        }),
    }
}

fn win_name(win: Win) -> String {
    let name = WINS.iter().find(|(_, other)| *other == win).map_or("", |(name, _)| name);
    name.to_owned()
}

fn entry(moment: &ReplayStep<'_>) -> Entry {
    let ReplayStep { table, entry: from, .. } = moment;
    let mut entry =
        Entry { player: number(from.seat), comment: from.comment.clone(), ..Entry::default() };
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
            entry.win = Some(win_name(*win));
            "resign"
        }
        Event::Refuse => "refuse",
        Event::SetBoard(position) => {
            entry.position = Some(position.gnu_id());
            "set board"
        }
        Event::SetCube { exponent, owner } => {
            entry.cube = Cube::new(*exponent, None).map(Cube::value);
            entry.owner = owner.map(number);
            "set cube"
        }
    }
    .into();
    entry.illegal = moment.is_illegal && !matches!(from.event, Event::IllegalPlay { .. });
    entry.roll = dice.map(|dice| dice.to_string());
    entry.verdict = from.verdict.as_ref().map(|verdict| {
        Box::new(Verdict {
            cube: verdict.cube.as_ref().map(cube_verdict),
            play: verdict.play.as_ref().map(|play| play_verdict(table, dice, play)),
            luck: verdict.luck.map(significant),
        })
    });
    entry
}

/// Rounds a number to ten significant digits. No program evaluates more precisely, and every JSON
/// reader gets the same number from ten digits.
fn significant(number: f64) -> f64 {
    format!("{number:.9e}").parse().unwrap_or(number)
}

fn chances(chances: Chances) -> Chances {
    Chances {
        win: significant(chances.win),
        win_gammon: significant(chances.win_gammon),
        win_backgammon: significant(chances.win_backgammon),
        lose_gammon: significant(chances.lose_gammon),
        lose_backgammon: significant(chances.lose_backgammon),
    }
}

fn cube_verdict(verdict: &CubeVerdict) -> CubeVerdict {
    CubeVerdict {
        no_double: significant(verdict.no_double),
        take: significant(verdict.take),
        pass: verdict.pass.map(significant),
        mwc: verdict.mwc,
        chances: verdict.chances.map(chances),
        error: verdict.error.map(significant),
        level: verdict.level.clone(),
    }
}

fn play_verdict(
    table: &Situation,
    dice: Option<Dice>,
    verdict: &annotation::PlayVerdict,
) -> PlayVerdict {
    let results: Vec<_> = verdict.candidates.iter().map(|candidate| candidate.result).collect();
    let plays = match dice {
        Some(dice) => notation::write_all(table.game, &table.position, dice, &results),
        None => vec![None; results.len()],
    };
    let candidates = verdict.candidates.iter().zip(plays);
    PlayVerdict {
        candidates: candidates
            .map(|(candidate, play)| Candidate {
                play,
                position: candidate.result.gnu_id(),
                equity: significant(candidate.equity),
                chances: candidate.chances.map(chances),
                level: candidate.level.clone(),
            })
            .collect(),
        error: verdict.error.map(significant),
    }
}
