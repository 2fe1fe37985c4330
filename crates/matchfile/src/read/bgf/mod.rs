//! Reads `.bgf`, the files of BGBlitz: a line of JSON that states the compression, followed by a
//! document in JSON or in SMILE, the binary form of JSON.

mod value;

use super::error::FormatError;
use crate::{
    annotation::{Annotation, Candidate, Chances, CubeAnnotation, PlayAnnotation},
    builder::{BuiltMatches, ParsedAction, RecordBuilder},
    model::{Date, How, PlayerInfo},
    play_text::{PlayOutcome, PlayText},
    warning::{Problem, excerpt},
};
use flate2::read::GzDecoder;
use sheshbesh_movegen::{BAR, BySeat, Cube, Decision, Dice, Game, Phase, Plays, Seat};
use std::{borrow::Cow, io::Read};
use value::Value;

/// Maximum length of the first line in bytes.
const LONGEST_HEADER: usize = 512;
const GZIP: &[u8] = &[0x1f, 0x8b];
/// Maximum compression ratio. No real file exceeds it; without limits, a small file could fill the
/// memory.
const MOST_INFLATED: u64 = 32;
/// Every file may expand to this many bytes, whatever its ratio.
const LEAST_LIMIT: u64 = 1 << 16;
/// No file may expand to more bytes. A long match with all its analysis takes a quarter of this.
const LARGEST_LIMIT: u64 = 1 << 23;

/// Value in place of the second die that marks an action without a roll; the first die is then the
/// code of the action.
const NO_DICE: i64 = 7;

/// True if the bytes begin like a `.bgf` file.
pub(crate) fn is_bgf(bytes: &[u8]) -> bool {
    let Some((header, _)) = split_header(bytes) else { return false };
    let header: String = header.chars().filter(|c| !c.is_whitespace()).collect();
    header.starts_with('{')
        && ["\"format\":\"BGF\"", "\"encoding\":\"smile\""].iter().any(|key| header.contains(key))
}

fn split_header(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().take(LONGEST_HEADER).position(|&byte| byte == b'\n')?;
    Some((std::str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 1..]))
}

/// Reads a match.
///
/// # Errors
/// Fails if the file cannot be unpacked, or if its game is not backgammon.
pub(crate) fn read(bytes: &[u8]) -> Result<BuiltMatches, FormatError> {
    let packed = split_header(bytes).map(|(_, packed)| packed);
    let packed = packed.ok_or_else(|| FormatError::Damaged("only one line".to_owned()))?;
    let unpacked = unpack(packed).map_err(FormatError::Damaged)?;
    let document = Value::parse(&unpacked).map_err(FormatError::Damaged)?;
    let mut reader = Reader { builder: RecordBuilder::new(Game::Backgammon) };
    reader.read_match(&document);
    let games = document.list("games");
    for game in games {
        // Other games have other mode numbers or other starting positions.
        let mode = game.integer("gameMode").unwrap_or(0);
        if mode != 0 || !begins_at_start(game) {
            return Err(FormatError::Game(format!("game mode {mode}")));
        }
    }
    for (index, game) in games.iter().enumerate() {
        let after = games.get(index + 1).map_or_else(
            || read_score(&document, "finalGreen", "finalRed"),
            |next| read_score(next, "scoreGreen", "scoreRed"),
        );
        reader.read_game(game, after);
    }
    Ok(reader.builder.finish())
}

fn unpack(packed: &[u8]) -> Result<Cow<'_, [u8]>, String> {
    if !packed.starts_with(GZIP) {
        return Ok(Cow::Borrowed(packed));
    }
    let length = u64::try_from(packed.len()).unwrap_or(u64::MAX);
    let limit = length.saturating_mul(MOST_INFLATED).clamp(LEAST_LIMIT, LARGEST_LIMIT);
    let mut unpacked = Vec::new();
    let read = GzDecoder::new(packed).take(limit).read_to_end(&mut unpacked);
    read.map_err(|error| error.to_string())?;
    Ok(Cow::Owned(unpacked))
}

/// Maps a player number to a seat. Green is the first player, on the left, and has a negative
/// number.
fn to_seat(player: i64) -> Seat {
    if player < 0 { Seat::Top } else { Seat::Bottom }
}

fn read_score(from: &Value<'_>, green: &str, red: &str) -> BySeat<u16> {
    let points = |key| u16::try_from(from.integer(key).unwrap_or(0)).unwrap_or(0);
    BySeat { bottom: points(red), top: points(green) }
}

/// True if a game begins with the starting position of backgammon. Counts begin with the first
/// player's ace point; the counts of one player are negative.
fn begins_at_start(game: &Value<'_>) -> bool {
    let Some(initial) = game.get("initial") else { return true };
    let points: Vec<i64> = initial.list("points").iter().filter_map(Value::as_integer).collect();
    let start = [2, 0, 0, 0, 0, -5, 0, -3, 0, 0, 0, 5, -5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2];
    points.get(..start.len()) == Some(&start)
}

struct Reader {
    builder: RecordBuilder,
}

impl Reader {
    fn read_match(&mut self, from: &Value<'_>) {
        let record = &mut self.builder.record;
        record.length = u16::try_from(from.integer("matchlen").unwrap_or(0)).unwrap_or(0);
        let is_match = record.length > 0;
        record.rules.crawford = !is_match || from.flag("useCrawford").unwrap_or(true);
        if !is_match {
            record.rules.jacoby = from.flag("useJacoby");
            record.rules.beavers = from.flag("useBeaver");
        }
        let limit = from.integer("cubeLimit").and_then(|limit| u32::try_from(limit).ok());
        record.rules.largest_cube = match from.flag("useCube") {
            Some(false) => Some(0),
            _ => limit.and_then(|limit| Cube::of_value(limit, None)).map(Cube::exponent),
        };
        let player = |name, rating| PlayerInfo {
            name: from.text(name).unwrap_or_default(),
            rating: from.integer(rating).filter(|&rating| rating > 0).map(|r| r.to_string()),
        };
        record.players.top = player("nameGreen", "ratingGreen");
        record.players.bottom = player("nameRed", "ratingRed");
        let text = |key| from.text(key).filter(|text| !text.is_empty());
        let about = &mut record.about;
        about.event = text("event");
        about.round = text("round");
        about.site = text("site").or(text("location"));
        about.id = text("extMatchID");
        about.comment = text("comment");
        about.transcriber = text("transcriber");
        about.date = text("date").and_then(|date| Date::parse(&date));
    }

    fn read_game(&mut self, game: &Value<'_>, after: BySeat<u16>) {
        let before = read_score(game, "scoreGreen", "scoreRed");
        self.builder.begin(0, before, game.flag("isCrawford"));
        for comment in game.list("comment").iter().filter_map(Value::as_text) {
            self.builder.add_comment(&comment);
        }
        let mut winner = None;
        let mut resigned = false;
        for step in game.list("moves") {
            let Some(player) = step.integer("player") else { continue };
            let seat = to_seat(player);
            match (step.integer("red"), step.integer("green")) {
                (Some(1), Some(NO_DICE)) => {
                    self.read_cube_action(step, seat, self.read_turned_cube(seat))
                }
                (Some(2), Some(NO_DICE)) => self.read_cube_action(step, seat, ParsedAction::Take),
                (Some(3), Some(NO_DICE)) => self.read_cube_action(step, seat, ParsedAction::Pass),
                (Some(4), Some(NO_DICE)) => winner = Some(seat),
                (Some(5), Some(NO_DICE)) => self.read_dance(step, seat),
                (Some(9), Some(NO_DICE)) => resigned = true,
                (Some(red), Some(green)) => self.read_play(step, seat, red, green),
                _ => {}
            }
        }
        let Some(winner) = winner else { return };
        let won = after[winner].checked_sub(before[winner]).filter(|&points| points > 0);
        let stated = game.integer("wonPoints").and_then(|points| u32::try_from(points).ok());
        let points = stated.filter(|&points| points > 0).or(won.map(u32::from));
        let how = if resigned || game.flag("wasResignation") == Some(true) {
            None
        } else if game.flag("lostOnTime") == Some(true) {
            Some(How::OutOfTime)
        } else if game.flag("wasForfeit") == Some(true) {
            Some(How::Forfeited)
        } else {
            None
        };
        self.builder.enter_result(0, Some(winner), points, how);
    }

    /// The action of turning the cube: a beaver or a raccoon in answer to a double or a beaver, and
    /// otherwise a double. No file with a beaver was available; GNU Backgammon's trees store
    /// beavers in this way.
    fn read_turned_cube(&self, seat: Seat) -> ParsedAction {
        match self.builder.to_decide() {
            Some(Decision::Double { seat: next, .. }) if next == seat => ParsedAction::Beaver,
            Some(Decision::Beaver { seat: next, .. }) if next == seat => ParsedAction::Raccoon,
            _ => ParsedAction::Double(None),
        }
    }

    /// Reads an action with the cube.
    fn read_cube_action(&mut self, step: &Value<'_>, seat: Seat, action: ParsedAction) {
        let annotation = match action {
            ParsedAction::Double(_) => read_cube_annotation(step, false),
            ParsedAction::Take | ParsedAction::Pass => read_cube_annotation(step, true),
            _ => None,
        };
        let before = self.builder.count_entries();
        self.builder.enter(0, seat, action);
        self.annotate(step, before, annotation, None);
    }

    /// Adds the annotation and the comment of a step to the last entry, if the step made one.
    fn annotate(
        &mut self,
        step: &Value<'_>,
        before: usize,
        cube: Option<CubeAnnotation>,
        play: Option<PlayAnnotation>,
    ) {
        if self.builder.count_entries() == before {
            return;
        }
        let luck = step.get("luck").and_then(|luck| luck.float("luckWeighted"));
        if (cube.is_some() || play.is_some() || luck.is_some())
            && let Some(annotation) = self.builder.annotation_mut()
        {
            *annotation = Annotation { cube, play, luck, ..Annotation::default() };
        }
        if let Some(comment) = step.text("comment") {
            self.builder.add_comment(&comment);
        }
    }

    /// The annotation of the cube before a roll, if the player could have doubled.
    fn read_annotation_before_roll(&self, step: &Value<'_>) -> Option<CubeAnnotation> {
        match self.builder.to_decide() {
            Some(Decision::Roll { may_double: true, .. }) => read_cube_annotation(step, false),
            _ => None,
        }
    }

    /// Reads a roll without a legal play. The first move's `from` and `to` hold its dice.
    fn read_dance(&mut self, step: &Value<'_>, seat: Seat) {
        let first = |key| step.list(key).first().and_then(Value::as_integer);
        let dice = first("from").zip(first("to")).and_then(|(a, b)| parse_dice(a, b));
        let Some(dice) = dice else {
            return self.builder.warn(0, Problem::NotUnderstood("dice".to_owned()));
        };
        let cube = self.read_annotation_before_roll(step);
        let before = self.builder.count_entries();
        self.builder.enter(0, seat, ParsedAction::Roll(dice));
        self.annotate(step, before, cube, None);
    }

    fn read_play(&mut self, step: &Value<'_>, seat: Seat, red: i64, green: i64) {
        let Some(dice) = parse_dice(red, green) else {
            let problem = Problem::NotUnderstood(excerpt(&format!("{red} {green}")));
            return self.builder.warn(0, problem);
        };
        let Some(written) = read_hops(step) else {
            let problem = Problem::NotUnderstood("from, to".to_owned());
            return self.builder.warn(0, problem);
        };
        let before = self.builder.count_entries();
        let cube = self.read_annotation_before_roll(step);
        let mut play = None;
        if written.0.is_empty() {
            self.builder.enter(0, seat, ParsedAction::Roll(dice));
        } else {
            play = self.read_play_annotation(step, seat, dice);
            self.builder.enter(0, seat, ParsedAction::Play(dice, written, format_play(step)));
        }
        self.annotate(step, before, cube, play);
    }

    /// BGBlitz's annotation of the plays of a roll.
    fn read_play_annotation(
        &self,
        step: &Value<'_>,
        seat: Seat,
        dice: Dice,
    ) -> Option<PlayAnnotation> {
        let analysis = step.list("moveAnalysis");
        let table = self.builder.table().filter(|table| {
            table.seat == seat
                || self.builder.count_entries() == 0 && table.phase == Phase::BeforeRoll
        })?;
        if analysis.is_empty() {
            return None;
        }
        let position = if table.seat == seat { table.position } else { table.position.swapped() };
        let mut plays = Plays::new(table.game);
        let legal = plays.generate_or_pass(&position, dice);
        let mut played = None;
        let mut candidates = Vec::new();
        for analysed in analysis.iter().take(MOST_CANDIDATES) {
            let candidate =
                read_hops(analysed.get("move")?).zip(analysed.get("eq")).and_then(|(hops, eq)| {
                    let PlayOutcome::Legal(result) =
                        hops.apply_to(table.game, &position, dice, legal)
                    else {
                        return None;
                    };
                    let key = if eq.flag("hasEMG") == Some(true) { "emg" } else { "equity" };
                    Some(Candidate {
                        result,
                        equity: eq.float(key)?,
                        match_chance: None,
                        chances: read_chances(eq),
                        level: format!("{}-ply", analysed.integer("ply").unwrap_or(0)),
                    })
                });
            let Some(candidate) = candidate else { continue };
            if analysed.flag("played") == Some(true) {
                played = Some(candidate.equity);
            }
            candidates.push(candidate);
        }
        candidates.sort_by(|a: &Candidate, b| b.equity.total_cmp(&a.equity));
        let best = candidates.first()?.equity;
        let error = played.map(|played| best - played);
        Some(PlayAnnotation { candidates, error, mwc: false })
    }
}

/// Value of an error if the decision is right or if there was none.
const NO_ERROR: f64 = -99.0;

/// BGBlitz's annotation of the cube. An answer is stored in the view of the answering player. In a
/// match, the values are match winning chances.
fn read_cube_annotation(step: &Value<'_>, is_answer: bool) -> Option<CubeAnnotation> {
    let eq = step.get("equity")?;
    let mwc = eq.flag("useMatchEquity") == Some(true);
    let turned = |value: f64| match (is_answer, mwc) {
        (false, _) => value,
        (true, false) => -value,
        (true, true) => 1.0 - value,
    };
    let cube = eq.get("cubeDecision")?;
    let value = |key| cube.float(key).map(turned);
    let chances = read_chances(eq)?;
    let lost = step.get("pr").and_then(|pr| pr.float("cubeError"))?;
    Some(CubeAnnotation {
        no_double: value("eqNoDouble")?,
        take: value("eqDoubleTake")?,
        pass: Some(value("eqDoublePass")?),
        mwc,
        match_chances: None,
        chances: Some(if is_answer { chances.turned() } else { chances }),
        error: Some(if lost <= NO_ERROR { 0.0 } else { (-lost).max(0.0) }),
        level: format!("{}-ply", step.integer("ply").unwrap_or(0)),
    })
}

/// Maximum number of candidate plays kept for a roll.
const MOST_CANDIDATES: usize = 32;

fn parse_dice(a: i64, b: i64) -> Option<Dice> {
    Dice::new(u8::try_from(a).ok()?, u8::try_from(b).ok()?)
}

fn read_chances(eq: &Value<'_>) -> Option<Chances> {
    Some(Chances {
        win: eq.float("myWins")?,
        win_gammon: eq.float("myGammon")?,
        win_backgammon: eq.float("myBackGammon")?,
        lose_gammon: eq.float("oppGammon")?,
        lose_backgammon: eq.float("oppBackGammon")?,
    })
}

/// Reads the checker moves of a play; two lists hold their starts and ends.
fn read_hops(step: &Value<'_>) -> Option<PlayText> {
    let pairs = step.list("from").iter().zip(step.list("to")).take(4);
    let mut hops = Vec::new();
    for (from, to) in pairs {
        let (from, to) = (from.as_integer()?, to.as_integer()?);
        if from < 0 {
            break;
        }
        let point = |index: i64| u8::try_from(index.max(0)).ok().filter(|&index| index <= BAR);
        hops.push((point(from)?, point(to)?));
    }
    Some(PlayText::of_hops(hops))
}

/// Formats a play for messages.
fn format_play(step: &Value<'_>) -> String {
    let pairs = step.list("from").iter().zip(step.list("to")).take(4);
    let words = pairs.filter_map(|(from, to)| {
        let (from, to) = (from.as_integer()?, to.as_integer()?);
        (from >= 0).then(|| format!("{from}/{to}"))
    });
    words.collect::<Vec<_>>().join(" ")
}
