//! Names of games and of their variants: `plakoto:mother=off,draw=1`.

use super::{
    AceyDeucey, Chase, ClosedQuarter, Doubles, Dutch, Early, Entry, Fevga, Form, GulBara, Gyulbar,
    Head, HitAndRun, HitBan, LongNardi, Matador, Mother, OldEnglish, Plakoto, Portes, Row, RowAt,
    Runner, Russian, Tabula, game::Game,
};
use crate::{
    codes,
    message::{Code, Message, Value},
    named::listed,
    quoted::quoted,
};
use std::{fmt, str::FromStr};

/// Separates the name of a game from its options.
const AGREED_MARK: char = ':';

/// A rule option of a game: its key, and the names of its values. The usual form of a game
/// [has](Game::agreed) a value for each option too.
pub struct Agreement {
    /// Key of the option.
    pub key: &'static str,
    /// Names of the values.
    pub values: &'static [&'static str],
}

/// Implements `Agreed` for rule books. Each option has a key, a field of the rule book, and values
/// with their names.
macro_rules! agreements {
    ($($Rules:ident { $($key:literal: $field:ident = $values:expr;)+ })+) => {
        $(
            impl Agreed for $Rules {
                const ALL: &'static [Agreement] =
                    &[$(Agreement { key: $key, values: &list_names(&$values) }),+];

                fn get(&self, key: &str) -> Option<&'static str> {
                    match key {
                        $($key => $values
                            .into_iter()
                            .find(|(_, value)| *value == self.$field)
                            .map(|(name, _)| name),)+
                        _ => None,
                    }
                }

                fn set(&mut self, key: &str, name: &str) -> bool {
                    match key {
                        $($key => match $values.into_iter().find(|(other, _)| *other == name) {
                            Some((_, value)) => self.$field = value,
                            None => return false,
                        },)+
                        _ => return false,
                    }
                    true
                }
            }
        )+
    };
}

/// The names of an option's values.
const fn list_names<T, const COUNT: usize>(
    values: &[(&'static str, T); COUNT],
) -> [&'static str; COUNT] {
    let mut names = [""; COUNT];
    let mut index = 0;
    while index < COUNT {
        names[index] = values[index].0;
        index += 1;
    }
    names
}

/// Rules of the head in games with parallel movement.
const HEADS: [(&str, Head); 6] = [
    ("usual", Head::Usual),
    ("any-double", Head::AnyDouble),
    ("fours-and-sixes", Head::FoursAndSixes),
    ("when-blocked", Head::WhenBlocked),
    ("never", Head::Never),
    ("free", Head::Free),
];

/// Rules of rows of six points.
const ROWS: [(&str, Row); 4] = [
    ("ahead", Row::Ahead),
    ("home", Row::Home),
    ("forbidden", Row::Forbidden),
    ("allowed", Row::Allowed),
];

/// A rule book with options.
trait Agreed {
    const ALL: &'static [Agreement];
    /// The name of an option's value; `None` for an unknown key.
    fn get(&self, key: &str) -> Option<&'static str>;
    /// Sets an option. Returns false for an unknown key or value.
    fn set(&mut self, key: &str, name: &str) -> bool;
}

agreements! {
    Portes {
        "hit-and-run": hit_and_run = [
            ("allowed", HitAndRun::Allowed),
            ("not-at-home", HitAndRun::NotAtHome),
            ("strict", HitAndRun::Strict),
            ("nowhere", HitAndRun::Nowhere),
        ];
        "numbers": one_is_enough = [("most", false), ("one", true)];
        "lower-points": bears_off_lower = [("when-none-behind", false), ("always", true)];
    }
    OldEnglish {
        "waste": may_waste = [("forbidden", false), ("allowed", true)];
    }
    Early {
        "three": three_for_none_home = [("double-and-outside", false), ("none-home", true)];
    }
    AceyDeucey {
        "form": form = [
            ("usual", Form::Usual),
            ("american", Form::American),
            ("european", Form::European),
            ("race", Form::Race),
        ];
    }
    Russian {
        "entry": entry = [("two", Entry::Two), ("all", Entry::All), ("free", Entry::Free)];
        "complement": complement_after_entry = [("always", false), ("after-entry", true)];
    }
    Tabula {
        "hit": hit_to_reserve = [("enters-first", false), ("reserve", true)];
        "second-half": second_half_free = [("after-entry", false), ("free", true)];
        "bear-off": bear_off_free = [("all-home", false), ("free", true)];
    }
    Matador {
        "gives": always_gives = [("both-played", false), ("always", true)];
    }
    Chase {
        "own": own_blocks = [("goes-on", false), ("blocks", true)];
        "last": any_roll_to_corner = [("counting", false), ("any-roll", true)];
        "start": starts_apart = [("adjacent", false), ("apart", true)];
    }
    Dutch {
        "hit-ban": hit_ban =
            [("ever", HitBan::Ever), ("now", HitBan::Now), ("off", HitBan::Off)];
    }
    Plakoto {
        "mother": mother = [
            ("usual", Mother::Usual), ("immediate", Mother::Immediate), ("off", Mother::Off),
        ];
        "draw": draw = [("0", 0), ("1", 1)];
        "bear-while-pinned": bear_while_pinned = [("no", false), ("yes", true)];
    }
    Fevga {
        "closed-quarter": closed_quarter = [
            ("own", ClosedQuarter::Own),
            ("opponents", ClosedQuarter::Opponents),
            ("none", ClosedQuarter::None),
        ];
        "runner": runner = [("past-start", Runner::PastStart), ("home", Runner::Home)];
    }
    GulBara {
        "chain-from": chain_from = [("4", 4), ("3", 3), ("1", 1)];
        "rest": rest_to_opponent = [("opponent", true), ("lost", false)];
    }
    Gyulbar {
        "doubles": doubles = [
            ("roll-again", Doubles::RollAgain),
            ("run-on", Doubles::RunOn),
            ("run-on-twice", Doubles::RunOnTwice),
        ];
        "head": head = HEADS;
        "row": row = ROWS;
    }
    LongNardi {
        "head": head = HEADS;
        "row": row = ROWS;
        "row-at": row_at = [("each-step", RowAt::EachStep), ("end-of-turn", RowAt::EndOfTurn)];
    }
}

/// Evaluates an expression with the rule book of a game that has options, or else `$other`.
macro_rules! with_agreed {
    ($game:expr, $rules:ident => $body:expr, $other:expr) => {
        match $game {
            Game::Portes($rules) | Game::Tavla($rules) => $body,
            Game::OldEnglish($rules) => $body,
            Game::Early($rules) => $body,
            Game::Plakoto($rules) | Game::Tapa($rules) => $body,
            Game::AceyDeucey($rules) => $body,
            Game::Russian($rules) => $body,
            Game::Tabula($rules) => $body,
            Game::Matador($rules) => $body,
            Game::Chase($rules) | Game::Icelandic($rules) => $body,
            Game::Dutch($rules) => $body,
            Game::Fevga($rules) | Game::Jacquet($rules) => $body,
            Game::LongNardi($rules) | Game::Nard($rules) => $body,
            Game::GulBara($rules) => $body,
            Game::Gyulbar($rules) | Game::CrazyGyulbar($rules) => $body,
            Game::Backgammon
            | Game::Nackgammon
            | Game::LongGammon
            | Game::Hypergammon
            | Game::Snake
            | Game::Misere
            | Game::Irish
            | Game::American => $other,
        }
    };
}

const fn all_of<R: Agreed>(_: &R) -> &'static [Agreement] {
    R::ALL
}

impl Game {
    /// The options of the game.
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// let keys: Vec<&str> = Game::LONG_NARDI.agreements().iter().map(|one| one.key).collect();
    /// assert_eq!(keys, ["head", "row", "row-at"]);
    /// ```
    pub const fn agreements(&self) -> &'static [Agreement] {
        with_agreed!(self, rules => all_of(rules), &[])
    }

    /// The name of an option's value; `None` if the game has no such option.
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// assert_eq!(Game::PORTES.agreed("hit-and-run"), Some("allowed"));
    /// assert_eq!(Game::TAVLA.agreed("hit-and-run"), Some("not-at-home"));
    /// assert_eq!(Game::TAVLA.agreed("head"), None);
    /// ```
    pub fn agreed(&self, key: &str) -> Option<&'static str> {
        with_agreed!(self, rules => rules.get(key), None)
    }

    /// Combines the options of both: an option with its usual value in one game takes its value
    /// from the other. Returns `None` if the games differ, or if they set an option to two unusual
    /// values.
    ///
    /// ```
    /// use sheshbesh_movegen::{Game, UnknownGame};
    /// let (off, drawn): (Game, Game) = ("plakoto:mother=off".parse()?, "plakoto:draw=1".parse()?);
    /// assert_eq!(off.together(Game::PLAKOTO), Some(off));
    /// assert_eq!(off.together(drawn), Some("plakoto:mother=off,draw=1".parse()?));
    /// assert_eq!(off.together("plakoto:mother=immediate".parse()?), None);
    /// assert_eq!(off.together(Game::TAPA), None);
    /// # Ok::<(), UnknownGame>(())
    /// ```
    pub fn together(mut self, other: Self) -> Option<Self> {
        let usual = self.usual();
        if other.usual() != usual {
            return None;
        }
        for &Agreement { key, .. } in other.agreements() {
            let (here, there) = (self.agreed(key), other.agreed(key)?);
            if here == Some(there) || usual.agreed(key) == Some(there) {
                continue;
            }
            if here != usual.agreed(key) {
                return None;
            }
            self.agree(key, there);
        }
        Some(self)
    }

    /// The game with a name, or with one of its other names.
    fn named(name: &str) -> Option<Self> {
        // Compare letters and digits only, so that `Long Nardi` and `long_nardi` are the same name.
        let plain = |name: &str| -> String {
            let lower = name.chars().flat_map(char::to_lowercase);
            lower.filter(|letter| letter.is_alphanumeric()).map(without_accent).collect()
        };
        if let Some(game) = Self::ALL.into_iter().find(|game| game.name() == name) {
            return Some(game);
        }
        let wanted = plain(name);
        let is_named = |game: &Self| game.all_names().any(|name| plain(name) == wanted);
        Self::ALL.into_iter().find(is_named)
    }

    /// The name, the other names and the translated ones.
    fn all_names(self) -> impl Iterator<Item = &'static str> {
        let others = self.other_names().iter().chain(self.translated_names());
        std::iter::once(self.name()).chain(others.copied())
    }

    /// Sets an option. Returns false for an unknown key or value.
    fn agree(&mut self, key: &str, value: &str) -> bool {
        with_agreed!(self, rules => rules.set(key, value), false)
    }
}

/// The letter that is typed for a small letter where the keyboard lacks its accent, or at the end
/// of a Greek word.
const fn without_accent(letter: char) -> char {
    match letter {
        'è' => 'e',
        'ð' => 'd',
        'ç' => 'c',
        'ı' => 'i',
        'ü' => 'u',
        'ά' => 'α',
        'έ' => 'ε',
        'ή' => 'η',
        'ί' => 'ι',
        'ό' => 'ο',
        'ύ' => 'υ',
        'ώ' => 'ω',
        'ς' => 'σ',
        'ё' => 'е',
        'й' => 'и',
        _ => letter,
    }
}

impl fmt::Display for Game {
    /// The name, followed by the options that differ from the usual form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_game(f, *self, &[])
    }
}

/// Writes the name, followed by the options that differ from the usual form or that are stated.
fn write_game(f: &mut fmt::Formatter<'_>, game: Game, stated: &[String]) -> fmt::Result {
    f.write_str(game.name())?;
    let usual = game.usual();
    let mut mark = AGREED_MARK;
    for Agreement { key, .. } in game.agreements() {
        let agreed = game.agreed(key);
        if agreed != usual.agreed(key) || stated.iter().any(|stated| stated == key) {
            write!(f, "{mark}{key}={}", agreed.unwrap_or_default())?;
            mark = ',';
        }
    }
    Ok(())
}

/// A game as a text states it. Unlike a [`Game`], it also has the options that the text states with
/// their usual values.
///
/// ```
/// use sheshbesh_movegen::{Game, StatedGame, UnknownGame};
/// let stated: StatedGame = "plakoto:mother=usual".parse()?;
/// assert_eq!((stated.game(), stated.to_string()), (Game::PLAKOTO, "plakoto:mother=usual".into()));
/// assert!(stated.allows("plakoto:draw=1".parse()?));
/// assert!(!stated.allows("plakoto:mother=off".parse()?));
/// # Ok::<(), UnknownGame>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedGame {
    game: Game,
    /// Keys of the stated options.
    keys: Vec<String>,
}

impl StatedGame {
    /// The game.
    pub const fn game(&self) -> Game {
        self.game
    }

    /// True if a game is the same one and has all the stated options. It may have other options
    /// too.
    pub fn allows(&self, game: Game) -> bool {
        game.together(self.game) == Some(game)
            && self.keys.iter().all(|key| game.agreed(key) == self.game.agreed(key))
    }

    /// Another form of the game that states the same options, so that texts of both show where they
    /// differ; a form of another game states none.
    ///
    /// ```
    /// use sheshbesh_movegen::{Game, StatedGame};
    /// let stated: StatedGame = "fevga:runner=home".parse()?;
    /// assert_eq!(stated.stating_alike(Game::FEVGA).to_string(), "fevga:runner=past-start");
    /// # Ok::<(), sheshbesh_movegen::UnknownGame>(())
    /// ```
    #[must_use]
    pub fn stating_alike(&self, game: Game) -> Self {
        let keys = if game.name() == self.game.name() { self.keys.clone() } else { Vec::new() };
        Self { game, keys }
    }

    /// [Combines](Game::together) the options of both. Returns the stated game alone if they
    /// contradict each other.
    pub(crate) fn with(&self, other: Game) -> Game {
        let both = self.game.together(other);
        both.filter(|&both| self.allows(both)).unwrap_or(self.game)
    }
}

impl fmt::Display for StatedGame {
    /// The name, followed by the options that differ from the usual form or that are stated.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_game(f, self.game, &self.keys)
    }
}

impl FromStr for StatedGame {
    type Err = UnknownGame;

    /// Parses a name and options, as for a [`Game`].
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, agreed) = match text.split_once(AGREED_MARK) {
            Some((name, agreed)) => (name, Some(agreed)),
            None => (text, None),
        };
        let name = name.trim();
        let mut game = Game::named(name).ok_or_else(|| UnknownGame::Name(name.to_owned()))?;
        let mut keys: Vec<String> = Vec::new();
        for part in agreed.into_iter().flat_map(|agreed| agreed.split(',')) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let [key, value] = [key, value].map(|word| word.trim().to_lowercase());
            let name = game.name().to_owned();
            if keys.contains(&key) {
                return Err(UnknownGame::Twice { game: name, key });
            }
            if !game.agree(&key, &value) {
                return Err(UnknownGame::Agreement { game: name, part: part.to_owned() });
            }
            keys.push(key);
        }
        Ok(Self { game, keys })
    }
}

impl FromStr for Game {
    type Err = UnknownGame;

    /// Parses a name, and options that differ from the usual form: `key=value` pairs after a colon,
    /// separated by commas. Case does not matter; neither do blanks, hyphens and underscores in the
    /// name. The games' [other names](Game::other_names) and their names in the languages of the page
    /// are accepted too, with or without accents.
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// assert_eq!("long-nardi".parse(), Ok(Game::LONG_NARDI));
    /// let otherwise: Game = "long-nardi:head=never,row-at=end-of-turn".parse()?;
    /// assert_eq!(otherwise.usual(), Game::LONG_NARDI);
    /// assert_eq!(otherwise.to_string(), "long-nardi:head=never,row-at=end-of-turn");
    /// assert_eq!("tapa:draw=1".parse(), Ok(Game::TAPA));
    /// assert_eq!("Long Nardi".parse(), Ok(Game::LONG_NARDI));
    /// assert_eq!("πλακωτό".parse(), Ok(Game::PLAKOTO));
    /// # Ok::<(), sheshbesh_movegen::UnknownGame>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(|stated: StatedGame| stated.game)
    }
}

/// Code of the name of a game; its value `name` is the text that [`Game`] parses.
pub const GAME_CODE: Code = Code { name: "game", values: &["name"] };

impl From<&Game> for Value {
    fn from(game: &Game) -> Self {
        Message::new(GAME_CODE.name, [("name", game.to_string().into())]).into()
    }
}

impl From<Game> for Value {
    fn from(game: Game) -> Self {
        (&game).into()
    }
}

impl From<&StatedGame> for Value {
    fn from(stated: &StatedGame) -> Self {
        Message::new(GAME_CODE.name, [("name", stated.to_string().into())]).into()
    }
}

/// Error for an unknown game name or option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownGame {
    /// No game has this name.
    #[error("unknown game {text}: games are {names}", text = quoted(.0), names = listed(&Game::ALL.map(Game::name)))]
    Name(String),
    /// The game has no such option or value.
    #[error("invalid option {text} for {game}: options are {known}", text = quoted(.part), known = describe_options(game))]
    Agreement {
        /// Name of the game.
        game: String,
        /// The unknown option, as written.
        part: String,
    },
    /// An option is set twice.
    #[error("option {key} of {game} is set twice")]
    Twice {
        /// Name of the game.
        game: String,
        /// Key of the option.
        key: String,
    },
}

codes! {
    UnknownGame {
        Self::Name(text) => "unknown.game" { text, known = Game::ALL.map(Game::name) },
        Self::Agreement { game, part } if list_options(game).is_empty() => "unknown.no-options" {
            game, part,
        },
        Self::Agreement { game, part } => "unknown.option" { game, part, known = list_options(game) },
        Self::Twice { game, key } => "unknown.option-twice" { game, key },
    }
}

/// Options of a game with their values, for an error message.
fn list_options(game: &str) -> Vec<String> {
    let all = game.parse().map_or(&[][..], |game: Game| game.agreements());
    all.iter().map(|one| format!("{}={}", one.key, one.values.join("|"))).collect()
}

/// The options as a phrase.
fn describe_options(game: &str) -> String {
    let options = list_options(game);
    if options.is_empty() { "none".to_owned() } else { listed(&options) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::every_form;

    #[test]
    fn every_form_of_every_game_is_written_and_read() {
        for game in every_form() {
            let text = game.to_string();
            assert_eq!(text.parse(), Ok(game), "{text}");
            assert_eq!(game == game.usual(), text == game.name());
        }
        assert!(every_form().count() > Game::ALL.len() + 20);
    }

    #[test]
    fn what_is_agreed_in_either_of_two_is_agreed_together() {
        for game in every_form() {
            assert_eq!(game.together(game), Some(game));
            assert_eq!(game.together(game.usual()), Some(game), "{game}");
            assert_eq!(game.usual().together(game), Some(game), "{game}");
            for other in every_form() {
                let together = game.together(other);
                assert_eq!(other.together(game), together, "{game}, {other}");
                if let Some(both) = together {
                    assert_eq!((both.together(game), both.together(other)), (together, together));
                }
            }
        }
    }

    #[test]
    fn a_text_states_options_with_their_usual_values() {
        let parse = |text: &str| text.parse::<Game>().unwrap();
        let stated: StatedGame = "Fevga: Runner = past-start".parse().unwrap();
        assert_eq!(stated.game(), Game::FEVGA);
        assert_eq!(stated.to_string(), "fevga:runner=past-start");
        let home = parse("fevga:runner=home");
        assert!(stated.allows(Game::FEVGA) && !stated.allows(home) && !stated.allows(Game::NARD));
        assert_eq!(stated.with(home), Game::FEVGA);
        let open = parse("fevga:closed-quarter=none");
        assert!(stated.allows(open));
        assert_eq!(stated.with(open), open);
        for game in every_form() {
            let stated: StatedGame = game.to_string().parse().unwrap();
            assert_eq!((stated.game(), stated.to_string()), (game, game.to_string()));
            for other in every_form() {
                assert_eq!(stated.allows(other), other.together(game) == Some(other), "{other}");
                assert_eq!(stated.with(other), game.together(other).unwrap_or(game), "{other}");
            }
        }
    }

    #[test]
    fn games_have_other_names_in_any_case() {
        let names: Vec<(Game, &str)> = Game::ALL
            .into_iter()
            .flat_map(|game| game.all_names().map(move |name| (game, name)))
            .collect();
        assert!(names.len() > 5 * Game::ALL.len(), "{}", names.len());
        for (game, name) in names {
            for text in [
                name.to_owned(),
                name.to_uppercase(),
                name.replace('-', " "),
                name.replace('-', "_"),
                name.replace('-', ""),
                format!(" {name} "),
            ] {
                assert_eq!(text.parse(), Ok(game), "{text}");
            }
        }
        let off: Game = "plakoto:mother=off".parse().unwrap();
        assert_eq!("Plakoto:Mother=OFF".parse(), Ok(off));
        assert_eq!("πλακωτό:mother=off".parse(), Ok(off));
        for game in Game::ALL {
            for name in game.all_names() {
                let bare: String = name.chars().map(without_accent).collect();
                assert_eq!(bare.parse(), Ok(game), "{bare}");
            }
        }
        // Letters and their accents may be separate characters.
        assert_eq!("φι\u{301}δι".parse(), Ok(Game::Snake));
        assert_eq!("бешеныи\u{306} гюльбар".parse(), Ok(Game::CRAZY_GYULBAR));
        assert_eq!("moultezim".parse(), Ok(Game::FEVGA));
        for wrong in ["", "-", " ", "chess", "long", "nardi!x", "backgammon2"] {
            assert!(wrong.parse::<Game>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_unknown_is_named() {
        let error = |text: &str| text.parse::<Game>().unwrap_err().to_string();
        assert!(error("chess").starts_with("unknown game \"chess\": games are backgammon"));
        assert_eq!(
            error("tapa:draw=2"),
            "invalid option \"draw=2\" for tapa: options are mother=usual|immediate|off, draw=0|1 and \
             bear-while-pinned=no|yes"
        );
        assert_eq!(error("snake:x"), "invalid option \"x\" for snake: options are none");
        for empty in ["plakoto:", "plakoto:draw=1,", "plakoto:,draw=1"] {
            assert!(error(empty).starts_with("invalid option \"\" for plakoto"), "{empty}");
        }
        let twice = "option draw of plakoto is set twice";
        assert_eq!(error("plakoto:draw=1,draw=0"), twice);
        assert_eq!(error("plakoto:draw=1, draw = 1"), twice);
    }
}
