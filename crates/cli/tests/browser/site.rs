//! Tests what only the static site does: use without a connection, analysis by several workers, and
//! errors of missing files. They are skipped unless `SHESH_SITE` names the site's folder.

use crate::{
    harness::{Page, Screen, Server, site, visit},
    play::{brisk, list_choices, sit_down},
};
use serde_json::{Value, json};
use std::process::Command;

/// Runs a test on the site.
fn on_site(name: &str, screen: Screen, test: impl FnOnce(&Page, &mut Server)) {
    if site().is_none() {
        eprintln!("{name} is skipped: SHESH_SITE names no site");
        return;
    }
    visit(name, 3, screen, test);
}

#[test]
#[ignore = "opens a browser: ci/site"]
fn site_plays_and_analyses_without_a_connection() {
    on_site("site-offline", Screen::PHONE, |page, server| {
        page.until("navigator.serviceWorker.controller");
        // The page was opened again after the first visit, so all files are stored.
        page.until("caches.keys().then((names) => names.length === 1)");
        page.reload();
        server.stop();
        page.reload();
        sit_down(page, &json!({ "length": "3", "game": "backgammon" }), &brisk());
        list_choices(page);
        page.go("#analyse");
        page.press("#analyse .examples [data-example=opening]");
        page.says("#analyse .headline", "8/5 6/5");
        page.press("#open-settings");
        page.says("#site-offline", "works without a connection");
        page.says("#site-network", "full network");
    });
}

/// A match of 7 points between two players of the program, as a file.
fn make_match() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut duel = Command::new(env!("CARGO_BIN_EXE_shesh"));
    duel.args(["duel", "shesh", "berliner", "--match", "7", "--games", "2", "--seed", "5"]);
    duel.args(["--save", "made-up.mat"]).current_dir(folder.path());
    let output = duel.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let file = folder.path().join("match.mat");
    std::fs::rename(folder.path().join("made-up-1.mat"), &file).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    (folder, text)
}

#[test]
#[ignore = "opens a browser: ci/site"]
fn site_analyses_a_match_as_the_program_does() {
    on_site("site-analysis", Screen::DESKTOP, |page, _| {
        let (folder, text) = make_match();
        let mut analyze = Command::new(env!("CARGO_BIN_EXE_shesh"));
        analyze.args(["analyze", "match.mat", "--json"]).current_dir(folder.path());
        let expected: Value = serde_json::from_slice(&analyze.output().unwrap().stdout).unwrap();
        let answer = page.eval(&format!(
            "(async () => {{\
             const [{{transport}}, {{analyze}}] = await Promise.all(['common/transport.js', 'site/site-transport.js']\
                 .map((path) => import(new URL(path, document.baseURI))));\
             const engine = await transport.start();\
             const body = new TextEncoder().encode({});\
             const path = 'jobs/analyze?name=match.mat&mistakes=10';\
             const began = performance.now();\
             const answer = await analyze(engine, {{method: 'POST', path, body}},\
                 new AbortController().signal, () => {{}});\
             return {{answer, seconds: (performance.now() - began) / 1000, workers: engine.pool.size}}; }})()",
            json!(text)
        ));
        let (head, body) = answer["answer"].as_str().unwrap().split_once('\n').unwrap();
        assert_eq!(head, "200 application/json");
        let job: Value = serde_json::from_str(body).unwrap();
        assert_eq!(job["result"]["matches"][0]["length"], 7);
        // As texts, which tells 1 from 1.0.
        let pretty = |value: &Value| serde_json::to_string_pretty(value).unwrap();
        assert!(pretty(&job["result"]) == pretty(&expected), "the analyses differ");
        eprintln!(
            "a match of {} games was analysed in {:.1} s by {} workers",
            expected["matches"][0]["games"].as_array().unwrap().len(),
            answer["seconds"].as_f64().unwrap(),
            answer["workers"]
        );
    });
}

#[test]
#[ignore = "opens a browser: ci/site"]
fn site_loads_networks_of_other_games_when_they_are_chosen() {
    on_site("site-plakoto", Screen::DESKTOP, |page, _| {
        let loaded = "performance.getEntriesByType('resource').filter(({name}) => name.endsWith('.weights'))\
                      .map(({name}) => name.split('/').pop())";
        let before = page.eval(loaded);
        assert!(!before.as_array().unwrap().contains(&json!("plakoto.weights")), "{before}");
        // Every game is evaluated as by the program, whose networks are all built in.
        let evaluated = page.eval(
            "(async () => {\
             const {transport} = await import(new URL('common/transport.js', document.baseURI));\
             const ask = async (path, body) => (await transport.send(path, body ? {method: 'POST',\
                 body: JSON.stringify(body)} : {})).text();\
             const {games} = JSON.parse(await ask('games'));\
             const each = [];\
             for (const {name, start} of games) {\
                 const position = `${name}@${start.position_id.split('@').pop()}`;\
                 each.push([position, await ask('evaluate', {position, ply: 1})]);\
             }\
             return each; })()",
        );
        let evaluated: Vec<(String, String)> = serde_json::from_value(evaluated).unwrap();
        assert!(evaluated.len() > 15);
        for (position, answer) in evaluated {
            let answer: Value = serde_json::from_str(&answer).unwrap();
            let mut evaluate = Command::new(env!("CARGO_BIN_EXE_shesh"));
            let output =
                evaluate.args(["evaluate", &position, "--ply", "1", "--json"]).output().unwrap();
            let expected: Value = serde_json::from_slice(&output.stdout).unwrap();
            for field in ["engine", "probabilities", "game"] {
                assert_eq!(answer[field], expected[field], "{position} {field}");
            }
        }
        let after = page.eval(loaded);
        assert!(after.as_array().unwrap().contains(&json!("plakoto.weights")), "{after}");
    });
}
