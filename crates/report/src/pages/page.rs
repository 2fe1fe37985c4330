//! Page of a match.

use super::{
    game::Game,
    graph::Graph,
    mistake::Mistake,
    named::{COMMENT, NAME, Named, shorten_names},
};
use crate::text::{
    blocks::shortened,
    summary::{both, count_games, cube_errors, games, identity_words, played_for},
};
use askama::Template;
use sheshbesh_analysis::match_analysis::{
    AnalysisSettings, AnalyzedMatch, Choice, Marks, People, mistakes,
};

/// Contents of the page.
#[derive(Debug, Template)]
#[template(path = "match.html")]
pub(super) struct Page {
    title: String,
    facts: Vec<(&'static str, String)>,
    /// Irregularities of the file.
    odd: Vec<String>,
    both: Named,
    cube_errors: Option<Named>,
    identity: Option<String>,
    /// Human match rates.
    people: Option<String>,
    mistakes: Vec<Mistake>,
    /// Number of further mistakes above the threshold that are not shown.
    more: usize,
    /// Minimum loss of a listed mistake.
    threshold: String,
    graph: Graph,
    overview: Named,
    /// Legend of the marks.
    marks: String,
    games: Vec<Game>,
}

impl Page {
    pub(super) fn of(analyzed: &AnalyzedMatch, engine: &AnalysisSettings, choice: &Choice) -> Self {
        let players = analyzed.players.each_ref().map(|player| player.name.as_str());
        let names = shorten_names(players, NAME);
        let marks = Marks::of(&engine.thresholds);
        let found = mistakes(analyzed, choice.errors);
        let more = found.len().saturating_sub(choice.most);
        let mistakes: Vec<Mistake> = found
            .iter()
            .take(choice.most)
            .zip(1..)
            .map(|(found, number)| Mistake::of(analyzed, &marks, number, found))
            .collect();
        let numbered = analyzed.games.iter().zip(1..);
        let all_games = numbered
            .map(|(game, number)| Game::of(analyzed, game, number, &marks, &mistakes))
            .collect();
        let identity = (analyzed.identity.games > 0)
            .then(|| identity_words(&analyzed.identity, &names[0], analyzed.length > 0));
        let mut facts = about(analyzed, &names);
        facts.extend(list_settings(engine, std::slice::from_ref(analyzed)));
        let all = format!("All games: 1 is {}, 2 is {}", names[0], names[1]);
        Self {
            title: format!("{} – {}, {}", names[0], names[1], played_for(analyzed)),
            facts,
            odd: analyzed.warnings.iter().map(|odd| format!("{}.", shortened(odd, 400))).collect(),
            both: Named::new("Both players", both(analyzed, &names)),
            cube_errors: cube_errors(analyzed, &names)
                .map(|table| Named::new("Cube: how many errors, what they lose", table)),
            identity,
            people: People::for_preset(engine.preset)
                .filter(|_| analyzed.is_rated())
                .map(|people| people.words()),
            graph: Graph::of(analyzed, &marks, &mistakes),
            mistakes,
            more,
            threshold: format!("{:.3}", choice.errors),
            overview: Named::new(&all, games(analyzed)),
            marks: marks.explained(),
            games: all_games,
        }
    }
}

/// Facts about the match.
pub(super) fn about(analyzed: &AnalyzedMatch, names: &[String; 2]) -> Vec<(&'static str, String)> {
    let with_rating = |index: usize| match &analyzed.players[index].rating {
        Some(rating) => format!("{} ({})", names[index], shortened(rating, NAME)),
        None => names[index].clone(),
    };
    let stakes = format!("{}, {}", played_for(analyzed), count_games(analyzed));
    let mut facts = if analyzed.are_positions() {
        vec![("Positions", stakes)]
    } else {
        vec![("Players", format!("{}, {}", with_rating(0), with_rating(1))), ("Played", stakes)]
    };
    let more = [("Date", &analyzed.date), ("Event", &analyzed.event), ("Site", &analyzed.site)];
    let known = more.into_iter().filter_map(|(name, fact)| Some((name, fact.as_ref()?)));
    facts.extend(known.map(|(name, fact)| (name, shortened(fact, 100))));
    facts.extend(analyzed.notes.iter().map(|note| ("Note", format!("{note}."))));
    if let Some(comment) = &analyzed.comment {
        facts.push(("Comment", shortened(&comment.replace('\n', " "), COMMENT)));
    }
    facts.push(("File", format!("{} ({})", shortened(&analyzed.file, 200), analyzed.format)));
    facts
}

/// Engine and settings of the analysis of matches.
pub(super) fn list_settings(
    engine: &AnalysisSettings,
    matches: &[AnalyzedMatch],
) -> Vec<(&'static str, String)> {
    let id = &engine.id;
    let [low, high] = engine.ply;
    let deeper = if high > low {
        format!(", {high}-ply for close decisions and errors")
    } else {
        String::new()
    };
    let rollouts = match engine.preset.rollout() {
        Some(level) => format!(", then {level} of errors"),
        None => String::new(),
    };
    let tables = if engine.bearoff_tables { "" } else { "; no bearoff tables" };
    let as_xg = match &engine.counted_as {
        Some(_) => "; PR with eXtreme Gammon's special factors",
        None => "",
    };
    vec![
        ("Analysed by", format!("{} {}", id.name, id.version)),
        (
            "Network",
            format!(
                "{} (CRC-32 {})",
                id.weights.as_deref().unwrap_or("-"),
                id.weights_crc32.as_deref().unwrap_or("-")
            ),
        ),
        (
            "Preset",
            format!(
                "{}: {low}-ply{deeper}{rollouts}; luck at {}-ply{tables}{as_xg}",
                engine.preset, engine.luck_ply
            ),
        ),
        ("Match equities", engine.tables_of(matches)),
        (
            "Thresholds",
            format!(
                "errors lose {:.3} EMG or more, blunders {:.3}",
                engine.thresholds.error, engine.thresholds.blunder
            ),
        ),
    ]
}
