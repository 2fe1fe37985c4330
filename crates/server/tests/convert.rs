//! Match file conversion.

mod common;

use axum::body::Body;
use common::{Reply, ask, build_request, shared_server};
use sheshbesh_matchfile::{
    GameRecord, How, Match, Options, Outcome, WriteFormat, describe_export_loss, read, write,
};
use sheshbesh_movegen::Seat;

const MATCH: &str = " 3 point match\n\n Game 1\n Ada : 0              Ben : 0\n  1) 31: 24/20          64: 24/14\n  2) 65: 24/13          22: 13/11(2) 6/4(2)\n  3)  Doubles => 2       Drops\n      Wins 1 point\n";

async fn convert(query: &str, kind: &str, file: impl Into<Body>) -> Reply {
    let request = build_request("POST", &format!("/api/v1/convert?{query}"));
    ask(&shared_server(), request.header("content-type", kind).body(file.into()).unwrap()).await
}

const BYTES: &str = "application/octet-stream";

#[tokio::test]
async fn a_file_is_written_as_the_command_writes_it() {
    let reading = read(MATCH.as_bytes(), &Options::default()).unwrap();
    for format in WriteFormat::ALL {
        let query = format!("name=ada.mat&to={}", format.name());
        let converted = convert(&query, BYTES, MATCH).await.json(200);
        let text = write(&reading.record, format);
        assert_eq!(converted["text"], text);
        let odd = reading.warnings.iter().map(ToString::to_string);
        let notes: Vec<String> =
            odd.chain(describe_export_loss(&reading.record, format, &text)).collect();
        assert_eq!(converted["notes"], serde_json::json!(notes));
        // The output can be read back as the same match.
        let query = format!("name=ada.{}&to=json", format.name());
        let again = convert(&query, BYTES, text).await.json(200);
        let again = read(again["text"].as_str().unwrap().as_bytes(), &Options::default()).unwrap();
        let same = |record| write(record, WriteFormat::Mat);
        assert_eq!(same(&again.record), same(&reading.record), "{format}");
    }
}

#[tokio::test]
async fn what_a_format_has_no_place_for_is_said() {
    let result = Outcome { winner: Some(Seat::Top), points: 5, how: How::OutOfTime };
    let game = GameRecord { result: Some(result), ..GameRecord::default() };
    let record = Match { length: 5, games: vec![game], ..Match::default() };
    let text = write(&record, WriteFormat::Json);
    let lossless = convert("name=ada.json&to=json", BYTES, text.clone()).await.json(200);
    assert_eq!(lossless["notes"], serde_json::json!([]));
    let converted = convert("name=ada.json&to=sgf", BYTES, text).await.json(200);
    assert_eq!(converted["notes"], serde_json::json!(["sgf cannot store the result of 1 game"]));
}

#[tokio::test]
async fn what_would_be_read_as_other_games_is_refused() {
    let frame = Some(sheshbesh_movegen::GameSeries::TAVLI);
    let result = Some(Outcome { winner: Some(Seat::Top), points: 1, how: How::OutOfTime });
    let begun = GameRecord { result, ..GameRecord::default() };
    let first = GameRecord { exchanged: true, ..begun.clone() };
    let snake =
        Match { game: sheshbesh_movegen::Game::Snake, games: vec![first], ..Match::default() };
    for record in [Match { length: 3, frame, games: vec![begun], ..Match::default() }, snake] {
        let text = write(&record, WriteFormat::Json);
        for to in ["mat", "sgf"] {
            let query = format!("name=ada.json&to={to}");
            let message = convert(&query, BYTES, text.clone()).await.error(422);
            assert!(message.starts_with("ada.json: ") && message.ends_with("as json"), "{message}");
        }
        convert("name=ada.json&to=json", BYTES, text).await.json(200);
    }
}

#[tokio::test]
async fn a_file_may_come_with_parameters_of_its_type() {
    let answer = convert("name=a.mat&to=sgf", "Application/Octet-Stream; charset=binary", MATCH);
    answer.await.json(200);
    let answer = convert("name=a.mat&to=sgf", "application/octet-streams", MATCH);
    answer.await.error(415);
}

#[tokio::test]
async fn an_encoding_may_be_named() {
    // The names Мария and Пётр, in KOI8-R.
    let mut file =
        b" 3 point match\n\n Game 1\n \xed\xc1\xd2\xc9\xd1 : 0      \xf0\xa3\xd4\xd2 : 0\n"
            .to_vec();
    file.extend(b"  1) 31: 8/5 6/5\n");
    let named = convert("name=a.mat&to=json&encoding=koi8-r", BYTES, file.clone()).await.json(200);
    assert!(named["text"].as_str().unwrap().contains("Мария"), "{named}");
    assert_eq!(named["notes"].as_array().unwrap().len(), 0, "{named}");
    let guessed = convert("name=a.mat&to=json", BYTES, file).await.json(200);
    assert!(guessed["notes"][0].as_str().unwrap().contains("guessed the encoding"), "{guessed}");
}

#[tokio::test]
async fn what_cannot_be_written_is_one_sentence() {
    for (query, file, sentence) in [
        (
            "name=a.mat&to=xg",
            MATCH,
            "unknown format \"xg\": available are mat, sgf, json and xg-text",
        ),
        ("name=a.mat", MATCH, "invalid query: missing field `to`"),
        ("name=a.mat&to=mat&game=chess", MATCH, "unknown game"),
        ("name=a.mat&to=mat", "no match", "a.mat: unknown match file format"),
        ("name=a.mat&to=mat", "", "a.mat: the file is empty"),
        ("name=&to=mat", MATCH, "the file name must be one line"),
        ("name=a.mat&to=mat&ply=2", MATCH, "unknown field `ply`"),
        ("name=a.mat&to=mat&encoding=klingon", MATCH, "\"klingon\" is not a known text encoding"),
    ] {
        let message = convert(query, BYTES, file).await.error(422);
        assert!(message.contains(sentence), "{message}");
    }
    let large = convert("name=a.mat&to=mat", BYTES, vec![b' '; (4 << 20) + 1]).await;
    assert_eq!(large.error(413), "the body is too large");
}

#[tokio::test]
async fn each_match_of_several_is_a_file() {
    let text = format!("{MATCH}\n{}", MATCH.replace("Ada", "Cem").replace("3 point", "5 point"));
    let converted = convert("name=two.mat&to=json", BYTES, text).await.json(200);
    let matches = converted["matches"].as_array().unwrap();
    let names: Vec<serde_json::Value> = matches
        .iter()
        .map(|one| {
            let one: serde_json::Value = serde_json::from_str(one.as_str().unwrap()).unwrap();
            serde_json::json!([one["players"][0]["name"], one["length"]])
        })
        .collect();
    assert_eq!(names, [serde_json::json!(["Ada", 3]), serde_json::json!(["Cem", 5])]);
    let both: serde_json::Value =
        serde_json::from_str(converted["text"].as_str().unwrap()).unwrap();
    assert_eq!(both.as_array().map(Vec::len), Some(2));
    let alone = convert("name=ada.mat&to=json", BYTES, MATCH).await.json(200);
    assert!(alone.get("matches").is_none());
}

#[tokio::test]
async fn nothing_is_made_of_what_is_not_understood() {
    let fault = convert("name=a.txt&to=mat", BYTES, "XGID=garbage\n").await.json(422);
    let error = fault["error"].as_str().unwrap();
    assert!(error.starts_with("a.txt: no game found"), "{error}");
    let number = MATCH.replace("24/20", "24/20(18446744073709551615)");
    let converted = convert("name=a.mat&to=mat", BYTES, number).await.json(200);
    assert!(converted["notes"][0].as_str().unwrap().contains("cannot parse"));
}

#[tokio::test]
async fn a_file_of_too_many_games_is_refused() {
    let game = " Game 1\n A : 0   B : 0\n  1) 31: 8/5 6/5\n";
    for (file, name) in [(game.repeat(20_001), "many.mat"), ("(;GM[6])".repeat(20_001), "many.sgf")]
    {
        let query = format!("name={name}&to=json");
        let refused = convert(&query, BYTES, format!(" 1 point match\n{file}")).await.json(422);
        assert_eq!(refused["error"], "the file has more than 20000 games: split it");
    }
}
