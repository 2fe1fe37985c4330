//! Reads GNU Backgammon's text export: each decision with its board, its IDs and the action.
//! Exports have a file for each game.
//!
//! The text may be in any language that keeps "GNU" in the program's name and "ID" in the labels of
//! IDs, as all translations do. A decision is read from the play in its line, or else from the
//! tables before and after it.

mod blocks;

use super::situation;
use crate::{
    builder::{BuiltMatches, ParsedAction, RecordBuilder},
    model::Event,
    play_text::PlayText,
    text::Line,
    warning::{Problem, excerpt},
};
use blocks::Block;
use sheshbesh_movegen::{Dice, Game, Phase, Plays, Position, Situation};

/// True if a text contains GNU Backgammon IDs.
pub(super) fn is_gnu_text(lines: &[Line<'_>]) -> bool {
    blocks::has_ids(lines)
}

/// Reads the games of a text. A position without a decision becomes a game that is set up.
pub(super) fn read(lines: &[Line<'_>], game: Game) -> BuiltMatches {
    let (blocks, problems) = blocks::split_blocks(lines, game);
    let mut reader = Reader { builder: RecordBuilder::new(game), began: None, has_acted: false };
    for (index, block) in blocks.iter().enumerate() {
        reader.read_block(block, blocks.get(index + 1));
    }
    for (line, problem) in problems {
        reader.builder.warn(line, problem);
    }
    reader.builder.finish()
}

struct Reader {
    builder: RecordBuilder,
    /// First table of the game.
    began: Option<Situation>,
    /// True if a decision was made at the previous table.
    has_acted: bool,
}

/// True if two tables may belong to one game, by their stakes and scores.
fn is_same_game(a: &Situation, b: &Situation) -> bool {
    let score = |table: &Situation| table.score.seated(table.seat);
    a.stakes == b.stakes && score(a) == score(b)
}

/// The answer to a double.
enum Answer {
    Take,
    Pass,
}

impl Reader {
    fn read_block(&mut self, block: &Block, next: Option<&Block>) {
        for (line, problem) in &block.problems {
            self.builder.warn(*line, problem.clone());
        }
        let next = next.filter(|next| !next.is_first).map(|next| &next.table);
        let next = next.filter(|next| is_same_game(&block.table, next));
        let played = match block.table.phase {
            Phase::Rolled(_) => find_result(&block.table, next),
            _ => None,
        };
        self.check_table(block, block.decision.is_some() || played.is_some());
        self.has_acted = match (block.table.phase, &block.decision) {
            (Phase::Rolled(dice), Some((line, text))) => {
                self.enter_play(*line, &block.table, dice, text, played);
                true
            }
            (Phase::Rolled(dice), None) => match played {
                Some(result) if list_legal_plays(&block.table, dice).contains(&result) => {
                    let action = ParsedAction::PlayTo(dice, result, Vec::new());
                    self.builder.enter(block.line, block.table.seat, action);
                    true
                }
                _ => false,
            },
            (Phase::BeforeRoll, Some((line, text))) => {
                let is_doubled = next.is_some_and(|next| {
                    next.phase == Phase::Doubled && next.position == block.table.position
                });
                if is_doubled || text.contains(" doubles") {
                    self.builder.enter(*line, block.table.seat, ParsedAction::Double(None));
                } else {
                    self.builder.warn(*line, Problem::NotUnderstood(excerpt(text)));
                }
                true
            }
            (_, Some((line, text))) => {
                match find_answer(block, text, next) {
                    Some(Answer::Take) => self.enter_answer(*line, ParsedAction::Take),
                    Some(Answer::Pass) => self.enter_answer(*line, ParsedAction::Pass),
                    None => self.builder.warn(*line, Problem::NotUnderstood(excerpt(text))),
                }
                true
            }
            (_, None) => false,
        };
        if let Some((line, winner, points)) = block.result {
            if let (Phase::Rolled(dice), false) = (block.table.phase, self.has_acted) {
                self.builder.enter(block.line, block.table.seat, ParsedAction::Roll(dice));
            }
            self.builder.enter_result(line, Some(winner), Some(points), None);
            self.builder.end_game();
        }
    }

    /// Begins a game with its first table. Sets up the board if a table does not follow from the
    /// decision before it.
    fn check_table(&mut self, block: &Block, is_decided: bool) {
        let Block { line, table, .. } = block;
        let stands = self.builder.board_of(table.seat);
        let began = self.began.filter(|_| self.builder.is_playing() && !block.is_first);
        let continues = began.is_some_and(|began| is_same_game(&began, table));
        if continues && (self.has_acted || stands == Some(table.position)) {
            if stands.is_some_and(|stands| stands != table.position) {
                self.builder.enter(*line, table.seat, ParsedAction::SetBoard(table.position));
                if let Phase::Rolled(dice) = table.phase {
                    self.builder.enter(*line, table.seat, ParsedAction::SetDice(dice));
                }
            }
            return;
        }
        self.builder.end_game();
        let is_start = table.position == table.game.start()
            && table.cube.exponent() == 0
            && matches!(table.phase, Phase::Rolled(_));
        if is_start && is_decided {
            situation::begin_at_start(&mut self.builder, *line, table);
        } else {
            situation::begin(&mut self.builder, *line, table);
        }
        if block.names.iter().any(|name| !name.is_empty()) {
            situation::name_players(&mut self.builder, block.names.clone());
        }
        let about = &mut self.builder.record.about;
        about.date = block.date.or(about.date);
        about.site = block.site.clone().or(about.site.take());
        self.began = Some(*table);
    }

    /// Enters a play, read from the text of its decision or from the next table.
    fn enter_play(
        &mut self,
        line: u32,
        table: &Situation,
        dice: Dice,
        text: &str,
        played: Option<Position>,
    ) {
        let legal = list_legal_plays(table, dice);
        let action = match (parse_play(text), played) {
            (Some((written, text)), _) => ParsedAction::Play(dice, written, text),
            (None, _) if legal == [table.game.passed(&table.position, dice)] => {
                ParsedAction::Dance(dice)
            }
            (None, Some(result)) => ParsedAction::PlayTo(dice, result, Vec::new()),
            // GNU Backgammon writes this for a position without a play.
            (None, None) if self.is_position() && text.ends_with("cannot move") => return,
            (None, None) => {
                let problem = Problem::NotUnderstood(excerpt(text));
                return self.builder.warn(line, problem);
            }
        };
        self.builder.enter(line, table.seat, action);
    }

    /// True if the board and the dice are set up, and no action has followed.
    fn is_position(&self) -> bool {
        self.builder.last_event().is_some_and(|event| matches!(event, Event::SetDice(_)))
    }

    fn enter_answer(&mut self, line: u32, action: ParsedAction) {
        if let Some(seat) = self.builder.turn() {
            self.builder.enter(line, seat, action);
        }
    }
}

/// Legal results of a roll at a table.
fn list_legal_plays(table: &Situation, dice: Dice) -> Vec<Position> {
    Plays::new(table.game).generate_or_pass(&table.position, dice).to_vec()
}

/// The result of a play, if the next table follows directly.
fn find_result(table: &Situation, next: Option<&Situation>) -> Option<Position> {
    let cube = |table: &Situation| {
        (table.cube.exponent(), table.cube.owner().map(|owner| table.seat.of(owner)))
    };
    let next = next.filter(|next| next.seat != table.seat && cube(next) == cube(table))?;
    Some(next.position)
}

/// The play in the text of a decision, parsed and as written: the last words with a slash between
/// points.
fn parse_play(text: &str) -> Option<(PlayText, String)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_move = |word: &&str| word.contains('/') && PlayText::parse(word).is_some();
    let end = words.iter().rposition(is_move)? + 1;
    let count = words[..end].iter().rev().take_while(|word| is_move(word)).count();
    let text = words[end - count..end].join(" ");
    Some((PlayText::parse(&text)?, text))
}

/// The answer to a double. It comes from English words, from the next table of the game, or from
/// the result below. After a take, the next table has a higher cube.
fn find_answer(block: &Block, text: &str, next: Option<&Situation>) -> Option<Answer> {
    let table = &block.table;
    if text.contains(" accepts") {
        return Some(Answer::Take);
    }
    if text.contains(" rejects") || text.contains(" drops") {
        return Some(Answer::Pass);
    }
    if let Some(next) = next {
        return (next.cube.exponent() > table.cube.exponent()).then_some(Answer::Take);
    }
    let (_, winner, points) = block.result?;
    // Some programs give only the points needed to win the match.
    let needed = table.away().map(|away| u32::from(away.seated(table.seat)[winner]));
    let cube = table.cube.value();
    let is_single = points == cube || points < cube && needed == Some(points);
    let is_passed = winner == table.seat && is_single;
    Some(if is_passed { Answer::Pass } else { Answer::Take })
}
