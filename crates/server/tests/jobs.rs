//! Jobs: results, progress and cancellation.

mod common;

use axum::{Router, body::Body};
use common::{Reply, ask, build_request, get, post, shared_server};
use serde_json::{Value, json};
use sheshbesh_analysis::match_analysis::{Choice, Document, MatchAnalyzer, Preset};
use sheshbesh_evaluator::{FilterName, Settings};
use sheshbesh_matchfile::{Options, WriteFormat, read, write};
use std::time::Duration;

const MATCH: &str = " 3 point match\n\n Game 1\n Ada : 0              Ben : 0\n  1) 31: 24/20          64: 24/14\n  2) 65: 24/13          22: 13/11(2) 6/4(2)\n  3)  Doubles => 2       Drops\n      Wins 1 point\n";

async fn analyze(server: &Router, query: &str, file: impl Into<Body>) -> Reply {
    let request = build_request("POST", &format!("/api/v1/jobs/analyze?{query}"));
    let request = request.header("content-type", "application/octet-stream");
    ask(server, request.body(file.into()).unwrap()).await
}

async fn delete(server: &Router, path: &str) -> Reply {
    ask(server, build_request("DELETE", path).body(Body::empty()).unwrap()).await
}

fn location_of(posted: &Reply) -> String {
    let job = posted.json(202);
    let location = posted.headers["location"].to_str().unwrap().to_owned();
    assert_eq!(location, format!("/api/v1/jobs/{}", job["id"].as_str().unwrap()));
    location
}

/// Waits until a job is over.
async fn over(server: &Router, location: &str) -> Value {
    loop {
        let job = get(server, location).await.json(200);
        if !["waiting", "running"].contains(&job["state"].as_str().unwrap()) {
            return job;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Names and data of server-sent events.
fn parse_events(text: &str) -> Vec<(String, Value)> {
    let field = |event: &str, name: &str| -> String {
        event.lines().filter_map(|line| line.strip_prefix(name)).collect()
    };
    text.split("\n\n")
        .filter(|event| event.contains("event: "))
        .map(|event| {
            (field(event, "event: "), serde_json::from_str(&field(event, "data: ")).unwrap())
        })
        .collect()
}

#[tokio::test]
async fn a_job_whose_name_is_no_text_is_none() {
    let answer = get(&shared_server(), "/api/v1/jobs/%ff").await;
    assert_eq!(answer.json(404)["error"], "there is no such job, or its result has expired");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_analysis_is_what_the_command_prints_with_the_match_that_was_read() {
    let server = shared_server();
    let posted = analyze(&server, "name=ada.mat&preset=quick", MATCH).await;
    let job = over(&server, &location_of(&posted)).await;
    assert_eq!((&job["state"], &job["kind"]), (&json!("done"), &json!("analyze")), "{job}");
    assert_eq!(job["progress"], json!({"done": 1000, "of": 1000}));

    let reading = read(MATCH.as_bytes(), &Options::default()).unwrap();
    let settings = Settings { filter: FilterName::Wide.filter(), ..Settings::default() };
    let network = sheshbesh_weights::shipped();
    let judge = MatchAnalyzer::new(network, "shesh", settings, Preset::Quick, false);
    let mut judged = judge.analyze("ada.mat", MATCH.as_bytes(), &reading, &|_| ()).unwrap();
    judge.explain(&mut judged, &Choice { errors: 0.02, most: 10 }).unwrap();
    let document = Document::new(judge.settings().clone(), vec![judged]);
    let expected = serde_json::to_string(&document).unwrap();
    assert_eq!(job["result"], serde_json::from_str::<Value>(&expected).unwrap());
    let annotated = document.matches[0].annotate(&reading.record);
    let record: Value = serde_json::from_str(&write(&annotated, WriteFormat::Json)).unwrap();
    assert_eq!(job["record"], record);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_of_one_file_are_judged_apart() {
    let server = shared_server();
    let text = format!("{MATCH}\n{}", MATCH.replace("Ada", "Cem").replace("3 point", "5 point"));
    let job =
        over(&server, &location_of(&analyze(&server, "name=two.mat&preset=quick", text).await))
            .await;
    assert_eq!(job["progress"], json!({"done": 1000, "of": 1000}));
    let matches = job["result"]["matches"].as_array().unwrap();
    let heads: Vec<Value> = matches
        .iter()
        .map(|one| json!([one["file"], one["players"][0]["name"], one["length"]]))
        .collect();
    assert_eq!(
        heads,
        [json!(["two.mat, match 1", "Ada", 3]), json!(["two.mat, match 2", "Cem", 5])]
    );
    let records = job["record"].as_array().unwrap();
    assert_eq!((records.len(), &records[1]["length"]), (2, &json!(5)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rollout_tells_how_far_it_is_and_what_it_has_found() {
    let server = shared_server();
    let query = json!({"position": "4HPwATDgc/ABMA", "dice": "31", "plays": 2, "games": 72,
        "truncate": 3});
    let posted = post(&server, "/api/v1/jobs/rollout", query.clone()).await;
    let location = location_of(&posted);
    let stream = get(&server, &format!("{location}/events")).await;
    assert_eq!(stream.headers["content-type"], "text/event-stream");
    let events = parse_events(stream.text());
    let (last, before) = events.split_last().unwrap();
    assert!(before.iter().all(|(name, _)| name == "progress"), "{events:?}");
    assert_eq!(last.0, "done");
    let done: Vec<u64> =
        events.iter().map(|(_, job)| job["progress"]["done"].as_u64().unwrap()).collect();
    assert!(done.is_sorted() && done.last() == Some(&72), "{done:?}");
    let result = &over(&server, &location).await["result"];
    assert_eq!(&last.1["result"], result);
    assert_eq!(result["results"].as_array().unwrap().len(), 2);
    assert_eq!(result["results"][0]["play"], "8/5 6/5");
    assert_eq!(result["results"][0]["games"], 72);
    // The same seed gives the same result.
    let again = post(&server, "/api/v1/jobs/rollout", query).await;
    assert_eq!(&over(&server, again.headers["location"].to_str().unwrap()).await["result"], result);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jobs_wait_for_each_other_are_cancelled_and_are_not_too_many() {
    let server = common::fresh(1);
    let long = json!({"position": "4HPwATDgc/ABMA", "games": 100_000, "ply": 3});
    let first = location_of(&post(&server, "/api/v1/jobs/rollout", long.clone()).await);
    while get(&server, &first).await.json(200)["state"] == "waiting" {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let mut others = Vec::new();
    for _ in 0..8 {
        others.push(location_of(&post(&server, "/api/v1/jobs/rollout", long.clone()).await));
    }
    let refused = post(&server, "/api/v1/jobs/rollout", long.clone()).await;
    assert!(refused.error(503).contains("too many jobs are waiting"));
    assert_eq!(refused.headers["retry-after"], "30");
    for location in &others {
        assert_eq!(get(&server, location).await.json(200)["state"], "waiting");
        assert_eq!(delete(&server, location).await.json(200)["state"], "cancelled");
    }
    assert_eq!(delete(&server, &first).await.json(200)["state"], "cancelled");
    let stream = get(&server, &format!("{first}/events")).await;
    assert_eq!(parse_events(stream.text()).len(), 1, "{}", stream.text());
    assert!(stream.text().contains("event: cancelled"));
    // The next job starts as soon as the cancelled search stops.
    let short = json!({"position": "4HPwATDgc/ABMA", "games": 36, "truncate": 1});
    let next = location_of(&post(&server, "/api/v1/jobs/rollout", short).await);
    let next = tokio::time::timeout(Duration::from_secs(20), over(&server, &next)).await;
    assert_eq!(next.expect("it has its turn soon")["state"], "done");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rollout_whose_time_is_up_gives_what_it_has_and_says_so() {
    let longest_job = Duration::from_secs(2);
    let options = sheshbesh_server::Options { threads: 1, longest_job, ..Default::default() };
    let server = sheshbesh_server::Server::new(sheshbesh_weights::shipped(), options).unwrap();
    let server = server.router();
    let long = json!({"position": "4HPwATDgc/ABMA", "games": 100_000, "truncate": 3});
    let job = over(&server, &location_of(&post(&server, "/api/v1/jobs/rollout", long).await)).await;
    assert_eq!(job["state"], "done", "{job}");
    let note = "the rollout stopped after 2 seconds, before all games were played";
    assert_eq!(job["note"], note);
    let games = job["result"]["results"][0]["games"].as_u64().unwrap();
    assert!((1..100_000).contains(&games), "{games}");
    let short = json!({"position": "4HPwATDgc/ABMA", "games": 36, "truncate": 1});
    let job =
        over(&server, &location_of(&post(&server, "/api/v1/jobs/rollout", short).await)).await;
    assert!(job.get("note").is_none(), "{job}");
    let file = analyze(&server, "name=ada.mat&preset=rollout", MATCH).await;
    let job = over(&server, &location_of(&file)).await;
    assert_eq!(job["error"], "ada.mat: the analysis took longer than 2 seconds");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_over_is_kept_in_bounded_number() {
    let server = common::fresh(2);
    let short = json!({"position": "4HPwATDgc/ABMA", "games": 1, "truncate": 1});
    let mut locations = Vec::new();
    for _ in 0..20 {
        let location = location_of(&post(&server, "/api/v1/jobs/rollout", short.clone()).await);
        assert_eq!(over(&server, &location).await["state"], "done");
        locations.push(location);
    }
    assert!(get(&server, &locations[0]).await.error(404).contains("has expired"));
    assert_eq!(get(&server, &locations[19]).await.status, 200);
}

#[tokio::test]
async fn what_makes_no_job_is_refused_at_once() {
    let server = shared_server();
    let start = json!({"position": "4HPwATDgc/ABMA"});
    for (field, value, sentence) in [
        ("games", json!(0), "games must be 1 to 100000"),
        ("games", json!(100_001), "games must be 1 to 100000"),
        ("plays", json!(51), "plays must be 1 to 50"),
        ("ply", json!(4), "ply must be 1 to 3 for a rollout"),
        ("truncate", json!(0), "truncate must be 1 to 1000 plies"),
        ("confidence", json!(1.0), "at least 0.5 and below 1"),
        ("time", json!(0), "above 0 seconds"),
        ("standard_error", json!(-1), "above 0"),
        ("position", json!("fevga@AACA/z8AAID/Pw"), "cannot evaluate fevga"),
        ("seeds", json!(1), "unknown field `seeds`"),
    ] {
        let mut query = start.clone();
        query[field] = value;
        let error = post(&server, "/api/v1/jobs/rollout", query).await.error(422);
        assert!(error.contains(sentence), "{error}");
    }
    for (query, file, sentence) in [
        ("name=a.mat", "no match", "a.mat: unknown match file format"),
        ("name=a.mat", "", "a.mat: the file is empty"),
        ("name=a.mat&preset=slow", MATCH, "unknown preset"),
        ("name=a.mat&game=chess", MATCH, "unknown game"),
        ("name=", MATCH, "the file name must be one line"),
        ("preset=quick", MATCH, "invalid query: missing field `name`"),
        ("name=a.mat&mistakes=-1", MATCH, "invalid query: mistakes: invalid digit"),
        ("name=a.mat&depth=3", MATCH, "unknown field `depth`"),
    ] {
        let error = analyze(&server, query, file).await.error(422);
        assert!(error.contains(sentence), "{error}");
    }
    let large = analyze(&server, "name=a.mat", vec![b' '; (4 << 20) + 1]).await;
    assert_eq!(large.error(413), "the body is too large");
    let request = build_request("POST", "/api/v1/jobs/analyze?name=a.mat")
        .header("content-type", "text/plain");
    let error = ask(&server, request.body(Body::from(MATCH)).unwrap()).await.error(415);
    assert!(error.contains("application/octet-stream"), "{error}");
    for path in ["/api/v1/jobs/1", "/api/v1/jobs/1/events"] {
        get(&server, path).await.error(404);
    }
    delete(&server, "/api/v1/jobs/1").await.error(404);
}
