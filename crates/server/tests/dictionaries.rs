//! Language files of the page. Each language has all keys, with the same placeholders and all
//! plural forms. Every key that the modules use exists, and every existing key is used.

use serde_json::{Map, Value};
use sheshbesh_movegen::{FirstPlayer, Game, Opening, Scoring};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// Languages with their plural categories, as named by `Intl.PluralRules`.
const LANGUAGES: [(&str, &[&str]); 5] = [
    ("en", &["one", "other"]),
    ("ru", &["few", "many", "one", "other"]),
    ("hy", &["one", "other"]),
    ("el", &["one", "other"]),
    ("tr", &["one", "other"]),
];

/// Names of the command line that are only spellings or short forms of a name on the page.
const SHORT_NAMES: [&str; 11] = [
    "bg",
    "standard",
    "hyper",
    "the-snake",
    "takhte",
    "english",
    "irish-game",
    "long-nardy",
    "single-nard",
    "acey-deucy",
    "acey",
];

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("web")
}

fn words(language: &str) -> Map<String, Value> {
    let text = fs::read_to_string(page().join(format!("lang/{language}.json"))).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{language}: {error}"))
}

/// Texts of a key by plural form; a single text has the form "".
fn forms(value: &Value) -> BTreeMap<String, String> {
    let text = |value: &Value| value.as_str().expect("a text, or one for each form").to_owned();
    match value {
        Value::Object(forms) => {
            forms.iter().map(|(form, value)| (form.clone(), text(value))).collect()
        }
        _ => BTreeMap::from([(String::new(), text(value))]),
    }
}

/// Placeholder names in braces.
fn names(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name)).collect()
}

#[test]
fn each_language_has_all_words_and_no_others() {
    let keys = |language| -> BTreeSet<String> { words(language).keys().cloned().collect() };
    for (language, _) in LANGUAGES {
        let (english, theirs) = (keys("en"), keys(language));
        let lacking: Vec<_> = english.difference(&theirs).collect();
        let foreign: Vec<_> = theirs.difference(&english).collect();
        assert!(lacking.is_empty() && foreign.is_empty(), "{language}: {lacking:?}, {foreign:?}");
    }
}

#[test]
fn each_language_fills_in_the_same_and_has_all_forms_of_numbers() {
    let english = words("en");
    for (language, plurals) in LANGUAGES {
        for (key, value) in words(language) {
            let Some(original) = english.get(&key) else { continue };
            let expected: BTreeSet<String> = forms(original)
                .values()
                .flat_map(|text| names(text).into_iter().map(str::to_owned).collect::<Vec<_>>())
                .collect();
            let found = forms(&value);
            assert_eq!(value.is_object(), original.is_object(), "{language}: {key}");
            if value.is_object() {
                let given: Vec<_> = found.keys().map(String::as_str).collect();
                assert_eq!(given, plurals, "{language}: {key}");
            }
            for (form, text) in found {
                let given: BTreeSet<String> = names(&text).into_iter().map(str::to_owned).collect();
                // The singular form may omit the number.
                let fits = given == expected || (form == "one" && given.is_subset(&expected));
                assert!(fits, "{language}: {key} {form}: {given:?}, not {expected:?}");
                let is_empty = original.as_str().is_some_and(str::is_empty);
                assert_eq!(text.trim().is_empty(), is_empty, "{language}: {key} {form}");
            }
        }
    }
}

/// Literal keys in the modules, such as `t('app.close')`, and prefixes that are completed at run
/// time, such as `analyse.column.`.
fn list_keys() -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut whole, mut begun) = (BTreeSet::new(), BTreeSet::new());
    let starts: BTreeSet<String> =
        words("en").keys().map(|key| key.split('.').next().unwrap().to_owned()).collect();
    let mut folders = vec![page()];
    let mut paths = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { paths.push(path) }
        }
    }
    for path in paths {
        if !path.extension().is_some_and(|ending| ending == "js" || ending == "html") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for piece in text.split(['\'', '`', '"']) {
            let (key, rest) = match piece.find("${") {
                Some(end) => (&piece[..end], true),
                None => (piece, false),
            };
            let is_key = key.contains('.')
                && key.split('.').next().is_some_and(|start| starts.contains(start))
                && key.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
                && ![".js", ".css"].iter().any(|ending| key.ends_with(ending));
            if is_key {
                if rest || key.ends_with('.') {
                    begun.insert(key.to_owned())
                } else {
                    whole.insert(key.to_owned())
                };
            }
        }
    }
    (whole, begun)
}

#[test]
fn every_game_has_a_name_in_english() {
    let english = words("en");
    for game in Game::ALL {
        assert_eq!(english[&format!("game.{}", game.name())], game.title());
    }
}

/// A name in lower case, without blanks, hyphens and accents.
fn fold(name: &str) -> String {
    let plain = |letter| match letter {
        'è' => 'e',
        'ð' => 'd',
        'ά' => 'α',
        'ί' => 'ι',
        'ό' => 'ο',
        'ύ' => 'υ',
        'ώ' => 'ω',
        _ => letter,
    };
    name.to_lowercase().chars().filter(|letter| !" -\u{307}".contains(*letter)).map(plain).collect()
}

/// The name of a game on the page and its other names, in this order.
fn names_of(dictionary: &Map<String, Value>, game: Game) -> Vec<String> {
    let name = game.name();
    let text = |key: String| {
        let found = dictionary.get(&key).and_then(Value::as_str);
        found.unwrap_or_else(|| panic!("no {key}")).to_owned()
    };
    let also = text(format!("game.{name}.also"));
    let mut names = vec![text(format!("game.{name}"))];
    names.extend(also.split(", ").map(str::to_owned));
    names
}

#[test]
fn each_language_shows_other_names_of_games() {
    for (language, _) in LANGUAGES {
        let dictionary = words(language);
        for game in Game::ALL {
            let names = names_of(&dictionary, game);
            let distinct: BTreeSet<String> = names.iter().map(|name| fold(name)).collect();
            assert_eq!(distinct.len(), names.len(), "{language}: {names:?}");
            // A command-line spelling would begin with a small letter.
            let is_title = |name: &String| name.chars().next().is_some_and(char::is_uppercase);
            assert!(names.iter().all(is_title), "{language}: {names:?}");
            let is_english_known = names.iter().any(|name| name.starts_with(game.title()));
            assert!(is_english_known, "{language}: {names:?} lack {}", game.title());
        }
    }
}

#[test]
fn the_command_line_reads_all_names_that_the_page_shows() {
    for (language, _) in LANGUAGES {
        let dictionary = words(language);
        for game in Game::ALL {
            for name in names_of(&dictionary, game) {
                assert_eq!(name.parse(), Ok(game), "{language}: {name}");
            }
        }
    }
}

#[test]
fn the_page_shows_all_names_that_the_command_line_reads() {
    let dictionaries = LANGUAGES.map(|(language, _)| words(language));
    for game in Game::ALL {
        let shown: BTreeSet<String> = dictionaries
            .iter()
            .flat_map(|dictionary| names_of(dictionary, game))
            .map(|name| fold(&name))
            .collect();
        let hidden: Vec<_> = game
            .other_names()
            .iter()
            .chain(game.translated_names())
            .filter(|name| !SHORT_NAMES.contains(name) && !shown.contains(&fold(name)))
            .collect();
        assert!(hidden.is_empty(), "{}: {hidden:?} are not among {shown:?}", game.name());
    }
}

#[test]
fn all_that_may_be_agreed_has_words_in_english() {
    let english = words("en");
    let named = |key: String| assert!(english.contains_key(&key), "{key}");
    for agreement in Game::ALL.iter().flat_map(Game::agreements) {
        named(format!("agreed.{}", agreement.key));
        for value in agreement.values {
            named(format!("agreed.{}.{value}", agreement.key));
        }
    }
    Scoring::ALL.into_iter().for_each(|scoring| named(format!("play.start.scoring.{scoring}")));
    Opening::ALL.into_iter().for_each(|opening| named(format!("play.start.opening.{opening}")));
    FirstPlayer::ALL.into_iter().for_each(|starter| named(format!("play.start.starter.{starter}")));
}

#[test]
fn what_modules_say_is_in_the_dictionary_and_nothing_else_is() {
    let english = words("en");
    let (whole, begun) = list_keys();
    // The site answers some requests itself, with messages of the server.
    let messages = words("server.ru");
    let missing: Vec<_> = whole
        .iter()
        .filter(|key| !english.contains_key(*key) && !messages.contains_key(*key))
        // Prefixes may also occur alone.
        .filter(|key| !english.keys().any(|known| known.starts_with(&format!("{key}."))))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    let idle: Vec<_> = english
        .keys()
        .filter(|key| {
            !whole.contains(*key) && !begun.iter().any(|start| key.starts_with(start.as_str()))
        })
        .collect();
    assert!(idle.is_empty(), "nothing says {idle:?}");
}

#[test]
fn rules_are_the_same_in_each_language() {
    let english = words("rules.en");
    for (language, _) in LANGUAGES {
        let theirs = words(&format!("rules.{language}"));
        let keys =
            |words: &Map<String, Value>| -> BTreeSet<String> { words.keys().cloned().collect() };
        assert_eq!(keys(&theirs), keys(&english), "{language}");
        for (key, value) in &theirs {
            let text = value.as_str().expect("a text");
            let original = english[key].as_str().expect("a text");
            assert!(!text.trim().is_empty(), "{language}: {key}");
            assert_eq!(names(text), names(original), "{language}: {key}");
        }
    }
}

#[test]
fn every_game_has_rules_and_there_are_no_others() {
    let english = words("rules.en");
    let games = Game::ALL.map(Game::name);
    for game in games {
        assert!(english.contains_key(&format!("lead.{game}")), "{game}");
    }
    let groups = ["hitting", "pinning", "parallel", "capturing", "cube", "all", "tavli"];
    for key in english.keys() {
        let (topic, of) = key.split_once('.').expect("a topic and a game");
        let is_known = topic == "head" || games.contains(&of) || groups.contains(&of);
        assert!(is_known, "{key} is of no game");
    }
}
