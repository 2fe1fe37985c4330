//! `set`: the position, the table and settings.

use super::{
    error::{CommandError, unknown},
    keyword::find,
    options::Plies,
    session::Session,
    value::{first, number, parse_match_length, second, switch},
};
use sheshbesh_evaluator::cube::MatchEquityTable;
use sheshbesh_movegen::{
    BAR, BySeat, Cube, Game, OFF, Phase, Position, Seat, Situation, Stakes,
    notation::parse_position_id,
};
use std::path::Path;

/// Settings with an effect.
const SETTINGS: &[&str] = &[
    "analysis",
    "beavers",
    "board",
    "crawford",
    "cube",
    "dice",
    "evaluation",
    "export",
    "gnubgid",
    "jacoby",
    "matchequitytable",
    "matchid",
    "matchlength",
    "met",
    "output",
    "player",
    "postcrawford",
    "rollout",
    "score",
    "turn",
    "variation",
    "xgid",
];

/// Settings of dialogs, windows and sound, which have no effect here.
const IGNORED: &[&str] = &[
    "annotation",
    "appearance",
    "automatic",
    "autosave",
    "browser",
    "cache",
    "calibration",
    "cheat",
    "clockwise",
    "confirm",
    "debug",
    "defaultnames",
    "delay",
    "display",
    "fullscreen",
    "geometry",
    "gotofirstgame",
    "gui",
    "invert",
    "lang",
    "message",
    "panels",
    "priority",
    "prompt",
    "ratingoffset",
    "record",
    "rng",
    "seed",
    "sound",
    "styledgamelist",
    "threads",
    "toolbar",
    "tutor",
    "warning",
];

/// Number of fields of a simple board: both bars and 24 points.
const SIMPLE: usize = 26;

impl Session {
    /// Answers `set`.
    pub(super) fn set(&mut self, words: &[String]) -> Result<String, CommandError> {
        let (setting, rest) = words.split_first().ok_or(CommandError::Missing("a setting"))?;
        let Some(name) = find(setting, SETTINGS) else {
            find(setting, IGNORED).ok_or_else(|| unknown("setting", setting))?;
            return Ok(String::new());
        };
        match name {
            "analysis" => {
                let plies = &mut self.options.analysis;
                set_plies(plies, rest).map(|said| label("Analysis", said))
            }
            "evaluation" => {
                if let [first, value, ..] = rest
                    && find(first, &["cubeful"]).is_some()
                {
                    self.options.cubeful = switch(value)?;
                    return Ok(String::new());
                }
                let plies = &mut self.options.evaluation;
                set_plies(plies, rest).map(|said| label("`hint' and `evaluate'", said))
            }
            "board" => self.set_board(rest),
            "gnubgid" | "xgid" | "matchid" => self.set_id(name, rest),
            "dice" => self.set_dice(rest),
            "turn" => self.set_turn(rest),
            "cube" => self.set_cube(rest),
            "score" => self.set_score(rest),
            "crawford" | "postcrawford" => {
                let is_on = switch(first(rest, "on or off")?)? == (name == "crawford");
                let mut table = self.table()?;
                let Stakes::Match { length, .. } = table.stakes else {
                    return Err(CommandError::Other("the Crawford rule is for matches".to_owned()));
                };
                if is_on && !table.is_one_away() {
                    let message = "nobody needs just one point: there is no Crawford game";
                    return Err(CommandError::Other(message.to_owned()));
                }
                table.stakes = Stakes::Match { length, crawford: is_on };
                Ok(self.set_table(table))
            }
            "jacoby" => {
                let jacoby = switch(first(rest, "on or off")?)?;
                self.options.jacoby = jacoby;
                self.change_money(|_, beavers| (jacoby, beavers));
                Ok(String::new())
            }
            "beavers" => {
                let text = first(rest, "a number of beavers")?;
                let beavers = number(text, "number of beavers", 99)? > 0;
                self.options.beavers = Some(beavers);
                self.change_money(|jacoby, _| (jacoby, beavers));
                Ok(String::new())
            }
            "matchlength" => {
                self.options.match_length = parse_match_length(first(rest, "a match length")?)?;
                Ok(String::new())
            }
            "matchequitytable" | "met" => {
                let path = Path::new(first(rest, "a file")?);
                let read = MatchEquityTable::read(path).map_err(CommandError::other)?;
                self.options.equities = read.into();
                Ok(String::new())
            }
            "output" => self.set_output(rest),
            "export" => self.set_export(rest),
            "player" => self.set_player(rest),
            "rollout" => self.set_rollout(rest),
            _ => self.set_variation(rest),
        }
    }

    /// Changes the rules of a money game.
    fn change_money(&mut self, change: impl Fn(bool, bool) -> (bool, bool)) {
        if let Ok(table) = self.table()
            && let Stakes::Money { jacoby, beavers } = table.stakes
        {
            let (jacoby, beavers) = change(jacoby, beavers);
            self.set_table(Situation { stakes: Stakes::Money { jacoby, beavers }, ..table });
        }
    }

    /// The table, or a money game if there is none.
    fn table_or_new(&self) -> Situation {
        self.table().unwrap_or_else(|_| {
            let game = self.options.game;
            let stakes = Stakes::Money { jacoby: self.options.jacoby, beavers: false };
            Situation { stakes, ..Situation::new(game.start(), game) }
        })
    }

    fn set_id(&mut self, kind: &'static str, words: &[String]) -> Result<String, CommandError> {
        let text = words.join(" ");
        let game = self.options.game;
        let position = self.table_or_new().position;
        let table = match kind {
            _ if text.is_empty() => return Err(CommandError::Missing("an ID")),
            "matchid" => Situation::from_gnu_id(&position.gnu_id(), &text, game),
            "gnubgid" if !text.contains([':', ' ']) => return self.set_board(words),
            _ => Situation::parse(&text, game),
        };
        self.file = None;
        Ok(self.set_table(table.map_err(CommandError::other)?))
    }

    fn set_board(&mut self, words: &[String]) -> Result<String, CommandError> {
        let text = first(words, "a position")?;
        let table = self.table_or_new();
        let position = if find(text, &["simple"]).is_some() {
            read_simple(self.options.game, &words[1..])?
        } else {
            parse_position_id(text, self.options.game).map_err(CommandError::other)?.1
        };
        self.file = None;
        Ok(self.set_table(Situation { position, ..table }))
    }

    fn set_dice(&mut self, words: &[String]) -> Result<String, CommandError> {
        let table = self.table()?;
        let text = words.concat();
        let dice = table.game.parse_roll(text.trim_matches('=')).map_err(CommandError::other)?;
        Ok(self.set_table(Situation { phase: Phase::Rolled(dice), ..table }))
    }

    fn set_turn(&mut self, words: &[String]) -> Result<String, CommandError> {
        let table = self.table()?;
        let seat = self.seat(first(words, "a player")?)?;
        let table = if table.seat == seat {
            Situation { phase: Phase::BeforeRoll, ..table }
        } else {
            table.handed_over(table.position.swapped())
        };
        Ok(self.set_table(table))
    }

    fn set_cube(&mut self, words: &[String]) -> Result<String, CommandError> {
        let table = self.table()?;
        let what = first(words, "value, owner or centre")?;
        let name = find(what, &["value", "owner", "centre", "center", "use"]);
        let (value, owner) = (table.cube.value(), table.cube.owner());
        let (value, owner) = match name.ok_or_else(|| unknown("property of the cube", what))? {
            "value" => (number(second(words, "a value")?, "cube", u32::MAX.into())? as u32, owner),
            "owner" => {
                let text = second(words, "an owner")?;
                let owner = match find(text, &["centre", "center", "both"]) {
                    Some(_) => None,
                    None => Some(table.seat.side_at(self.seat(text)?)),
                };
                (value, owner)
            }
            "use" => {
                let largest_cube = if switch(second(words, "on or off")?)? {
                    Situation::USUAL_LARGEST_CUBE
                } else {
                    0
                };
                return Ok(self.set_table(Situation { largest_cube, ..table }));
            }
            _ => (value, None),
        };
        let cube = Cube::of_value(value, owner).ok_or_else(|| CommandError::Invalid {
            what: "cube",
            text: value.to_string(),
            expected: "give a power of two, up to 32768",
        })?;
        Ok(self.set_table(Situation { cube, ..table }))
    }

    fn set_score(&mut self, words: &[String]) -> Result<String, CommandError> {
        let table = self.table()?;
        let joined = words.join(" ");
        let scores: Vec<&str> =
            joined.split([' ', '-', ':']).filter(|word| !word.is_empty()).collect();
        let &[top, bottom] = &scores[..] else {
            return Err(CommandError::Missing("the scores of players 0 and 1"));
        };
        let read =
            |text| number(text, "score", i64::from(i16::MAX) as u64).map(|score| score as u16);
        let score = BySeat { bottom: read(bottom)?, top: read(top)? }.seen_from(table.seat);
        let mut table = Situation { score, ..table };
        if let Stakes::Match { length, crawford } = table.stakes {
            if score.on_roll.max(score.opponent) >= length {
                let message = format!("the match to {length} is over at this score");
                return Err(CommandError::Other(message));
            }
            table.stakes = Stakes::Match { length, crawford: crawford && table.is_one_away() };
        }
        Ok(self.set_table(table))
    }

    fn set_output(&mut self, words: &[String]) -> Result<String, CommandError> {
        let what = first(words, "a kind of output")?;
        match find(what, &["digits", "mwc"]) {
            Some("digits") => {
                let text = second(words, "a number of digits")?;
                self.options.digits = number(text, "number of digits", 6)? as usize;
            }
            Some(_) => self.options.mwc = switch(second(words, "on or off")?)?,
            None if find(what, &["rawboard"]).is_some() && switch(second(words, "on or off")?)? => {
                return Err(CommandError::Other("raw boards are not supported".to_owned()));
            }
            None => {
                let known = ["errorratefactor", "matchpc", "rawboard", "winpc"];
                find(what, &known).ok_or_else(|| unknown("kind of output", what))?;
            }
        }
        Ok(String::new())
    }

    fn set_export(&mut self, words: &[String]) -> Result<String, CommandError> {
        if let [what, name, value] = words
            && find(what, &["moves"]).is_some()
            && find(name, &["number"]).is_some()
        {
            self.options.exported_plays = number(value, "number of plays", 1000)? as usize;
        }
        Ok(String::new())
    }

    fn set_player(&mut self, words: &[String]) -> Result<String, CommandError> {
        let seat = self.seat(first(words, "a player")?)?;
        if let [_, what, name @ ..] = words
            && find(what, &["name"]).is_some()
        {
            if name.is_empty() {
                return Err(CommandError::Missing("a name"));
            }
            self.options.names[seat] = name.join(" ");
        }
        Ok(String::new())
    }

    fn set_rollout(&mut self, words: &[String]) -> Result<String, CommandError> {
        let choice = &mut self.options.rollout;
        let what = first(words, "a setting of rollouts")?;
        let names = [
            "trials",
            "seed",
            "truncation",
            "varredn",
            "quasirandom",
            "chequerplay",
            "cubedecision",
            "player",
            "cubeful",
            "bearofftruncation",
            "initial",
            "jsd",
            "limit",
            "log",
            "movefilter",
            "rng",
            "rotate",
            "later",
        ];
        match find(what, &names).ok_or_else(|| unknown("setting of rollouts", what))? {
            "trials" => {
                choice.games =
                    number(second(words, "a number")?, "number of games", 10_000_000)?.max(1)
            }
            "seed" => choice.seed = number(second(words, "a seed")?, "seed", u64::MAX)?,
            "varredn" => choice.variance_reduction = switch(second(words, "on or off")?)?,
            "quasirandom" => choice.stratified = switch(second(words, "on or off")?)?,
            "cubeful" => self.options.cubeful = switch(second(words, "on or off")?)?,
            "truncation" => {
                let how = second(words, "enable or plies")?;
                let value = words.get(2).ok_or(CommandError::Missing("a value"))?;
                match find(how, &["enable", "plies"]).ok_or_else(|| unknown("truncation", how))? {
                    "enable" => choice.truncate.1 = switch(value)?,
                    _ => choice.truncate.0 = number(value, "number of plies", 1000)?.max(1) as u32,
                }
            }
            "chequerplay" => {
                let mut plies = Plies::default();
                set_plies(&mut plies, words)?;
                choice.plies = plies.play.unwrap_or(choice.plies);
            }
            _ => {}
        }
        Ok(String::new())
    }

    fn set_variation(&mut self, words: &[String]) -> Result<String, CommandError> {
        let text = first(words, "a variation")?;
        let names = ["standard", "nackgammon", "3-chequer-hypergammon"];
        self.options.game = match find(text, &names).ok_or_else(|| unknown("variation", text))? {
            "standard" => Game::Backgammon,
            "nackgammon" => Game::Nackgammon,
            _ => Game::Hypergammon,
        };
        Ok(String::new())
    }

    /// The player that a word names: a number or a name.
    fn seat(&self, text: &str) -> Result<Seat, CommandError> {
        match text {
            "0" => return Ok(Seat::Top),
            "1" => return Ok(Seat::Bottom),
            _ => {}
        }
        let is_named = |seat: &Seat| self.options.names[*seat].eq_ignore_ascii_case(text);
        Seat::BOTH.into_iter().find(is_named).ok_or_else(|| unknown("player", text))
    }
}

/// Depths that a command changed, in GNU Backgammon's plies.
fn label(of: &str, said: Option<u32>) -> String {
    said.map_or(String::new(), |plies| format!("{of}: {plies} ply.\n"))
}

/// Sets the depths that the words name, such as `chequerplay evaluation plies 2`. Other settings
/// of evaluations have no effect. Returns the depth, at most our deepest.
fn set_plies(plies: &mut Plies, words: &[String]) -> Result<Option<u32>, CommandError> {
    let position = words.iter().position(|word| find(word, &["plies"]).is_some());
    let Some(index) = position else { return Ok(None) };
    let text = words.get(index + 1).ok_or(CommandError::Missing("a number of plies"))?;
    let most = 7;
    let value = number(text, "number of plies", most)? as u32;
    let is = |name| {
        words[..index]
            .iter()
            .any(|word| find(word, &["chequerplay", "checkerplay", "cubedecision"]) == Some(name))
    };
    let (play, cube) = (is("chequerplay") || is("checkerplay"), is("cubedecision"));
    if play || !cube {
        plies.play = Some(value);
    }
    if cube || !play {
        plies.cube = Some(value);
    }
    Ok(Some(super::options::gnubg_plies(super::options::depth(value).plies())))
}

/// Parses a simple board: the bar of the player on roll, the points 1 to 24 with their checkers as
/// positive numbers and the opponent's as negative ones, and the opponent's bar.
fn read_simple(game: Game, words: &[String]) -> Result<Position, CommandError> {
    let numbers: Option<Vec<i8>> = words.iter().map(|word| word.parse().ok()).collect();
    let invalid = || CommandError::Invalid {
        what: "simple board",
        text: words.join(" "),
        expected: "give 26 numbers from -15 to 15: your bar, the points 1 to 24, the other bar",
    };
    let numbers = numbers.filter(|numbers| numbers.len() == SIMPLE).ok_or_else(invalid)?;
    let bar = usize::from(BAR);
    let (mut own, mut other) = ([0u8; SIMPLE], [0u8; SIMPLE]);
    for (index, &count) in numbers.iter().enumerate() {
        let checkers = count.unsigned_abs();
        match (index, count.signum()) {
            (_, 0) => {}
            (0, _) => own[bar] = checkers,
            (index, _) if index == bar => other[bar] = checkers,
            (index, 1) => own[index] = checkers,
            (index, _) => other[bar - index] = checkers,
        }
    }
    for side in [&mut own, &mut other] {
        let on_board: u32 = side.iter().map(|&count| u32::from(count)).sum();
        side[usize::from(OFF)] = u32::from(game.checkers()).saturating_sub(on_board) as u8;
    }
    game.position(&own, &other).map_err(CommandError::other)
}
