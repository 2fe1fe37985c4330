//! Our own JSON.

use crate::{
    document::{
        About, Candidate, Document, Entry, FORMAT, Game, Outcome, PlayVerdict, Player, Rules,
        VERSION, Verdict, WINS,
    },
    model::{Event, GameRecord, How, Match},
    replay::Moment,
    verdict,
};
use sheshbesh_movegen::{BySeat, Cube, Dice, Seat, Situation, Win, notation};

/// A match as JSON, with a line's end behind it.
pub(crate) fn write(record: &Match) -> String {
    let text = serde_json::to_string_pretty(&document(record));
    text.expect("numbers, texts and lists are JSON") + "\n"
}

/// 1 for the player at the top, who stands on the left of other files.
fn number(seat: Seat) -> u8 {
    match seat {
        Seat::Top => 1,
        Seat::Bottom => 2,
    }
}

fn both<T>(pair: BySeat<T>) -> [T; 2] {
    [pair.top, pair.bottom]
}

fn document(record: &Match) -> Document {
    let about = record.about.clone();
    let players = BySeat { bottom: &record.players.bottom, top: &record.players.top };
    let value = |exponent| Cube::new(exponent, None).map(Cube::value);
    Document {
        format: FORMAT.to_owned(),
        version: VERSION,
        game: record.game.name().to_owned(),
        length: record.length,
        rules: Rules {
            crawford: Some(record.rules.crawford),
            jacoby: record.rules.jacoby,
            beavers: record.rules.beavers,
            largest_cube: record.rules.largest_cube.and_then(value),
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
        games: record.games.iter().map(|played| game(record, played)).collect(),
    }
}

fn game(record: &Match, game: &GameRecord) -> Game {
    let moments = game.replay(record).into_iter().flatten().filter_map(Result::ok);
    Game {
        score: both(game.score),
        crawford: game.crawford,
        comment: game.comment.clone(),
        entries: moments.map(|moment| entry(&moment)).collect(),
        result: game.result.map(|result| Outcome {
            winner: result.winner.map(number),
            points: result.points,
            how: match result.how {
                How::Played(_) => "played",
                How::Passed => "passed",
                How::Resigned(_) => "resigned",
                How::Forfeited => "forfeited",
                How::OutOfTime => "out of time",
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

fn entry(moment: &Moment<'_>) -> Entry {
    let Moment { table, entry: from, .. } = moment;
    let mut entry =
        Entry { player: number(from.seat), comment: from.comment.clone(), ..Entry::default() };
    let mut dice = None;
    entry.action = match &from.event {
        Event::Roll(rolled) => {
            dice = Some(*rolled);
            "roll"
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
    .to_owned();
    entry.roll = dice.map(|dice| dice.to_string());
    entry.verdict = from.verdict.as_ref().map(|verdict| Verdict {
        cube: verdict.cube.clone(),
        play: verdict.play.as_ref().map(|play| play_verdict(table, dice, play)),
        luck: verdict.luck,
    });
    entry
}

fn play_verdict(
    table: &Situation,
    dice: Option<Dice>,
    verdict: &verdict::PlayVerdict,
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
                equity: candidate.equity,
                chances: candidate.chances,
                level: candidate.level.clone(),
            })
            .collect(),
        error: verdict.error,
    }
}
