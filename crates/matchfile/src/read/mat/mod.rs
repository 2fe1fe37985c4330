//! Reads `.mat`, the text format of Jellyfish, which most programs and sites can write.
//!
//! A line states the match length. Each game has its number, a line with both players, and numbered
//! rows with a cell for each player. Every program chooses its own columns, so cells are recognized
//! by their first words. The column and the turn decide the player of a lone cell.

mod cells;
mod header;
mod parts;

use crate::{
    builder::{BuiltMatches, ParsedAction, RecordBuilder},
    number::find_number,
    play_text::PlayText,
    text::Line,
    warning::{Problem, excerpt},
};
use cells::{Cell, CellKind};
use header::Tag;
use sheshbesh_movegen::{BySeat, Decision, Dice, Game, InvalidId, Position, Seat, Situation};

/// Options for reading `.mat` files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatOptions {
    /// The game, if the file does not name one.
    pub(crate) game: Game,
    /// Reads a money session, whatever length the file states.
    pub(crate) money: bool,
}

/// A lone cell that begins before this column, counted from 0, belongs to the left player.
const RIGHT_COLUMN: usize = 20;

/// True if a text has a line with the match length, or a game number followed by a row.
pub(super) fn is_mat(lines: &[Line<'_>]) -> bool {
    let mut games = false;
    lines.iter().any(|(_, line)| {
        games |= header::parse_game_number(line).is_some();
        header::parse_length(line).is_some() || games && cells::has_rows(line)
    })
}

/// Games that other programs write without naming them.
const OFTEN_UNNAMED: [Game; 5] =
    [Game::Backgammon, Game::Nackgammon, Game::LongGammon, Game::Hypergammon, Game::FEVGA];

/// Reads matches.
///
/// # Errors
/// Fails if a match names an unknown game.
pub(super) fn read(lines: &[Line<'_>], options: MatOptions) -> Result<BuiltMatches, String> {
    let parts = parts::split_matches(lines);
    let found: Result<Vec<BuiltMatches>, String> = parts
        .iter()
        .map(|part| read_part(&lines[part.lines.clone()], part.length, options))
        .collect();
    Ok(found?.into_iter().flatten().collect())
}

/// Reads the lines of a match. If the match does not name its game, and has problems as the default
/// game, tries the other games.
fn read_part(
    lines: &[Line<'_>],
    length: Option<u16>,
    options: MatOptions,
) -> Result<BuiltMatches, String> {
    let Some((builder, named)) = read_as(lines, length, options, usize::MAX)? else {
        return Ok(BuiltMatches::default());
    };
    if named || builder.troubles == 0 {
        return Ok(builder.finish());
    }
    // Attempts with other games stop at their first problem. Long matches take much memory, so only
    // one reading is kept at a time.
    drop(builder);
    for game in OFTEN_UNNAMED.into_iter().filter(|game| *game != options.game) {
        if let Some((mut other, _)) = read_as(lines, length, MatOptions { game, ..options }, 0)? {
            other.warn(0, Problem::OtherGame(game));
            return Ok(other.finish());
        }
    }
    let again = read_as(lines, length, options, usize::MAX)?;
    Ok(again.map(|(builder, _)| builder.finish()).unwrap_or_default())
}

/// Reads a match of the given game, unless it names another one. Returns true with the match if it
/// names its game. Returns `None` after more than `most_troubles` problems.
fn read_as(
    lines: &[Line<'_>],
    length: Option<u16>,
    options: MatOptions,
    most_troubles: usize,
) -> Result<Option<(RecordBuilder, bool)>, String> {
    let mut reader = Reader {
        builder: RecordBuilder::new(options.game),
        money: options.money,
        named: false,
        players_follow: false,
        setting: None,
        dice: None,
        is_galaxy: false,
    };
    if let Some(length) = length.filter(|_| !options.money) {
        reader.builder.record.length = length;
    }
    for &(number, line) in lines {
        reader.read_line(number, line)?;
        if reader.builder.troubles > most_troubles {
            return Ok(None);
        }
    }
    reader.builder.end_game();
    if reader.builder.troubles > most_troubles {
        return Ok(None);
    }
    let length = reader.builder.record.length;
    let is_single = reader.builder.record.games.len() == 1;
    if reader.is_galaxy && is_single && matches!(length, 8 | 16) {
        reader.builder.warn(0, Problem::MayBeMoney(length));
    }
    Ok(Some((reader.builder, reader.named)))
}

struct Reader {
    builder: RecordBuilder,
    money: bool,
    /// True if the file names its game.
    named: bool,
    /// True if the next line names the players.
    players_follow: bool,
    /// Board to set up, as the bottom player sees it, with the exponent and the owner of the cube.
    setting: Option<(Position, u8, Option<Seat>)>,
    /// Dice to set up with the board.
    dice: Option<Dice>,
    /// True if the file is from a site that writes money games as matches.
    is_galaxy: bool,
}

impl Reader {
    fn read_line(&mut self, number: u32, line: &str) -> Result<(), String> {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            return Ok(());
        }
        if let Some(comment) = trimmed.strip_prefix([';', '#']) {
            return self.read_comment(number, comment.trim());
        }
        if self.players_follow {
            self.players_follow = false;
            if self.seat_players(number, trimmed) {
                return Ok(());
            }
        }
        if header::parse_game_number(trimmed).is_some() {
            self.builder.end_game();
            self.players_follow = true;
            return Ok(());
        }
        if let Some(length) = header::parse_length(trimmed) {
            // Some files repeat the length before each game.
            if !self.builder.is_playing() && self.builder.record.games.is_empty() {
                if length.is_err() {
                    self.builder.warn(number, Problem::BadNumber(excerpt(trimmed)));
                }
                self.builder.record.length = if self.money { 0 } else { length.unwrap_or(0) };
            }
            return Ok(());
        }
        let mut rows = cells::split_rows(line, self.builder.game_played().dice()).peekable();
        if rows.peek().is_some() {
            for (start, cells) in rows {
                self.read_row(number, start, &cells);
            }
            return Ok(());
        }
        match &cells::split_cells(line, self.builder.game_played().dice())[..] {
            [Cell { kind: CellKind::Unknown, .. }] => {
                self.builder.warn(number, Problem::NotUnderstood(excerpt(trimmed)));
            }
            cells => self.read_row(number, 0, cells),
        }
        Ok(())
    }

    fn read_comment(&mut self, number: u32, text: &str) -> Result<(), String> {
        if let Some(board) = text.strip_prefix("Set Pos=") {
            self.set_board(number, board);
            return Ok(());
        }
        if let Some(dice) = text.strip_prefix("Set Dice=") {
            self.dice = dice.trim().parse().ok();
            if self.dice.is_none() {
                self.builder.warn(number, Problem::NotUnderstood(excerpt(text)));
            }
            return Ok(());
        }
        match header::parse_tag(text) {
            Some((key, value)) if !self.builder.is_playing() => {
                if self.read_tag(&key, value)? {
                    self.builder.warn(number, Problem::NotUnderstood(excerpt(text)));
                }
                Ok(())
            }
            _ => {
                self.builder.add_comment(text);
                Ok(())
            }
        }
    }

    /// Reads a tag; returns true if its value is invalid.
    fn read_tag(&mut self, key: &str, value: &str) -> Result<bool, String> {
        let record = &mut self.builder.record;
        match header::read_tag(record, key, value)? {
            Tag::Bad => return Ok(true),
            Tag::Site => self.is_galaxy |= value.to_ascii_lowercase().contains("galaxy"),
            Tag::Game(game) => {
                record.game = game;
                self.named = true;
            }
            Tag::Other => {}
        }
        Ok(false)
    }

    /// Reads a board in eXtreme Gammon's notation: the board of an XGID, and the number of times
    /// the cube was turned, with a sign for its owner. The next player to act is on roll.
    fn set_board(&mut self, number: u32, text: &str) {
        let (board, cube) = text.split_once('/').unwrap_or((text, "0"));
        let id = format!("{}:0:0:1:00:0:0:0:0:10", board.trim());
        let table = Situation::from_xgid(&id, self.builder.record.game);
        let owner = match cube.trim().chars().next() {
            Some('-') => Some(Seat::Top),
            Some('+') => Some(Seat::Bottom),
            // The cube stays centered after automatic doubles before the first roll.
            Some('1'..='9') if self.is_untouched(&table) => None,
            Some('0') | None => None,
            _ => Some(Seat::Bottom),
        };
        let turned = find_number(cube.trim().trim_start_matches(['-', '+']));
        let exponent = turned.ok().flatten().and_then(|turned| u8::try_from(turned).ok());
        match (table, exponent) {
            (Ok(table), Some(exponent)) => self.setting = Some((table.position, exponent, owner)),
            _ => self.builder.warn(number, Problem::NotUnderstood(excerpt(text))),
        }
    }

    /// True if a game is about to begin and the board to set up is its starting position.
    fn is_untouched(&self, set: &Result<Situation, InvalidId>) -> bool {
        let stands = self.builder.table().map(|table| table.position);
        self.builder.to_decide() == Some(Decision::Opening)
            && set.as_ref().is_ok_and(|set| stands == Some(set.position))
    }

    /// Sets up the given board and dice before a player's first cell.
    fn enter_setting(&mut self, number: u32, seat: Seat) {
        self.enter_board(number, seat);
        if let Some(dice) = self.dice.take() {
            self.builder.enter(number, seat, ParsedAction::SetDice(dice));
        }
    }

    fn enter_board(&mut self, number: u32, seat: Seat) {
        let Some((position, exponent, owner)) = self.setting.take() else { return };
        let position = if seat == Seat::Bottom { position } else { position.swapped() };
        let before = self.builder.board_of(seat);
        // The cube is centered before the first roll. Dice that are set up with a starting position
        // are not the lot, so they need a board.
        let is_opening = self.builder.to_decide() == Some(Decision::Opening);
        if before != Some(position) || is_opening && (owner.is_some() || self.dice.is_some()) {
            self.builder.enter(number, seat, ParsedAction::SetBoard(position));
        }
        let stands = self.builder.table().map(|table| {
            (table.cube.exponent(), table.cube.owner().map(|side| table.seat.of(side)))
        });
        if stands.is_some_and(|stands| stands != (exponent, owner)) {
            self.builder.enter(number, seat, ParsedAction::SetCube { exponent, owner });
        }
    }

    /// Reads the line with both players and their scores. If it is another line, returns false, and
    /// the game begins at 0-0 without names.
    fn seat_players(&mut self, number: u32, line: &str) -> bool {
        let Some(seated) = header::parse_players(line) else {
            self.builder.begin(number, BySeat::default(), None);
            return false;
        };
        if seated.iter().any(|(_, points)| points.is_err()) {
            self.builder.warn(number, Problem::BadNumber(excerpt(line)));
        }
        let [top, bottom] = seated.map(|(name, points)| (name, points.unwrap_or(0)));
        let players = &mut self.builder.record.players;
        let is_first = self.builder.record.games.is_empty();
        // Players may exchange columns between games; the record keeps the columns of the first
        // game.
        let swapped = !is_first && players.top.name == bottom.0 && players.bottom.name == top.0;
        let (top, bottom) = if swapped { (bottom, top) } else { (top, bottom) };
        if is_first {
            header::name_players(players, top.0, bottom.0);
        }
        let score = BySeat { bottom: bottom.1, top: top.1 };
        self.builder.begin(number, score, None);
        true
    }

    /// Reads the cells of a row that begins at a given column.
    fn read_row(&mut self, number: u32, start: usize, cells: &[Cell<'_>]) {
        if !self.builder.is_playing() {
            return;
        }
        let (unknown, cells): (Vec<_>, Vec<_>) =
            cells.iter().partition(|cell| cell.kind == CellKind::Unknown);
        for cell in unknown {
            self.builder.warn(number, Problem::NotUnderstood(excerpt(cell.text)));
        }
        for (index, cell) in cells.iter().enumerate() {
            let seat = match (cells.len(), index) {
                (1, _) if cell.column >= start + RIGHT_COLUMN => Seat::Bottom,
                (1, _) | (_, 0) => Seat::Top,
                _ => Seat::Bottom,
            };
            match cell.kind {
                CellKind::Wins | CellKind::Loses | CellKind::Ended(_) => {
                    self.read_result(number, seat, cell)
                }
                _ => self.read_cell(number, seat, cells.len() == 1, cell),
            }
        }
    }

    /// Reads a cell with an action.
    fn read_cell(&mut self, number: u32, seat: Seat, is_alone: bool, cell: &Cell<'_>) {
        self.enter_setting(number, seat);
        let seat = match self.builder.turn() {
            // Files may leave out the take of a beaver, and that a roll was not played.
            Some(turn) if turn != seat && is_alone && self.decides_now(&cell.kind) => {
                self.builder.warn(number, Problem::OtherSide);
                turn
            }
            _ => seat,
        };
        let action = match &cell.kind {
            CellKind::Roll(dice, text) => {
                let text = text.trim();
                let lower = text.to_ascii_lowercase();
                if text.is_empty() || text.bytes().all(|byte| byte == b'?') {
                    ParsedAction::Roll(*dice)
                } else if lower.starts_with("cannot move") || lower == "pass" {
                    ParsedAction::Dance(*dice)
                } else if lower.starts_with("illegal play") {
                    match self.parse_snowie_board(text) {
                        Some(result) => ParsedAction::PlayTo(*dice, result, Vec::new()),
                        None => ParsedAction::Dance(*dice),
                    }
                } else {
                    match PlayText::parse(text) {
                        Some(written) => ParsedAction::Play(*dice, written, text.to_owned()),
                        None => {
                            let problem = Problem::NotUnderstood(excerpt(text));
                            self.builder.warn(number, problem);
                            ParsedAction::Roll(*dice)
                        }
                    }
                }
            }
            CellKind::Doubles => {
                let value = self.find_number(number, cell.text);
                match self.builder.to_decide() {
                    // Some programs write beavers and raccoons as doubles.
                    Some(Decision::Double { .. }) => ParsedAction::Beaver,
                    Some(Decision::Beaver { .. }) => ParsedAction::Raccoon,
                    _ => ParsedAction::Double(value),
                }
            }
            CellKind::Takes => ParsedAction::Take,
            CellKind::Drops => ParsedAction::Pass,
            CellKind::Beavers => ParsedAction::Beaver,
            CellKind::Raccoons => ParsedAction::Raccoon,
            CellKind::Wins | CellKind::Loses | CellKind::Ended(_) | CellKind::Unknown => return,
        };
        self.builder.enter(number, seat, action);
    }

    /// True if a file cannot leave out the next decision. It can leave out a take before the roll
    /// of the player who doubled.
    fn decides_now(&self, kind: &CellKind<'_>) -> bool {
        match self.builder.to_decide() {
            Some(Decision::Roll { .. }) => true,
            Some(Decision::Double { .. }) => !matches!(kind, CellKind::Roll(..)),
            _ => false,
        }
    }

    /// The resulting board of a play that Snowie marks as illegal, as the opponent sees it.
    fn parse_snowie_board(&self, text: &str) -> Option<Position> {
        let fields = text.split_once('(')?.1.trim_end().trim_end_matches(')');
        let table = self.builder.table()?;
        let after = super::snowie::parse_position(fields, self.builder.record.game)?;
        // The fields show the board as the player on roll there sees it.
        Some(if after.seat == table.seat { after.position.swapped() } else { after.position })
    }

    /// The number in a cell. Warns if it is invalid.
    fn find_number(&mut self, line: u32, text: &str) -> Option<u32> {
        find_number(text).unwrap_or_else(|_| {
            self.builder.warn(line, Problem::BadNumber(excerpt(text)));
            None
        })
    }

    fn read_result(&mut self, number: u32, seat: Seat, cell: &Cell<'_>) {
        let points = self.find_number(number, cell.text);
        match cell.kind {
            // The winner's cell is more reliable. A loser's cell may stand on its own line, in any
            // column.
            CellKind::Loses => self.builder.note_expected_end(!seat, points, None),
            CellKind::Ended(how) => self.builder.note_expected_end(!seat, points, how),
            _ => self.builder.enter_result(number, Some(seat), points, None),
        }
    }
}
