//! Tests over real connections: many clients, slow clients, and clients that disconnect.

mod common;

use serde_json::{Value, json};
use sheshbesh_server::{Options, Server};
use std::{
    io::ErrorKind,
    net::SocketAddr,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::oneshot,
    task::JoinHandle,
};

const START: &str = "4HPwATDgc/ABMA";

/// A server that listens until it is told to stop.
struct Listening {
    address: SocketAddr,
    end: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

async fn listening(options: Options) -> Listening {
    let server = Server::new(sheshbesh_weights::shipped(), options).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (end, ended) = oneshot::channel();
    let served = tokio::spawn(async move {
        server.serve(listener, async { drop(ended.await) }).await;
    });
    Listening { address, end, served }
}

fn text(method: &str, path: &str, body: &str) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    )
}

/// Sends bytes and returns the status and body of the response.
async fn sent(address: SocketAddr, bytes: &[u8]) -> (u16, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // The server may answer and close before it has read a body that is too large.
    let closed = [ErrorKind::BrokenPipe, ErrorKind::ConnectionReset];
    if let Err(error) = stream.write_all(bytes).await {
        assert!(closed.contains(&error.kind()), "{error}");
    }
    answered(&mut stream).await
}

async fn answered(stream: &mut TcpStream) -> (u16, String) {
    let mut answer = Vec::new();
    if let Err(error) = stream.read_to_end(&mut answer).await {
        assert!(error.kind() == ErrorKind::ConnectionReset && !answer.is_empty(), "{error}");
    }
    let answer = String::from_utf8(answer).unwrap();
    let answer = answer.trim_start_matches("HTTP/1.1 100 Continue\r\n\r\n");
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((answer, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    (status, body.to_owned())
}

fn best(ply: u32) -> String {
    let body = json!({"position": START, "dice": "31", "ply": ply}).to_string();
    text("POST", "/api/v1/best", &body)
}

/// The longest request for a single position, which takes seconds.
fn endless() -> String {
    let query = json!({"position": START, "dice": "11", "ply": 4, "filter": "none"}).to_string();
    text("POST", "/api/v1/best", &query)
}

/// Posts a match file whose response is about thirty times as large, without reading it.
async fn converts(address: SocketAddr, file: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST /api/v1/convert?name=a.mat&to=json HTTP/1.1\r\nhost: localhost\r\n\
         content-type: application/octet-stream\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        file.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    // A server that has refused the request may have closed the connection.
    let _ = stream.write_all(file.as_bytes()).await;
    stream
}

/// A match file of `lines` lines, each with a roll and no play.
fn make_file(lines: usize) -> String {
    let head = " 3 point match\n\n Game 1\n A : 0   B : 0\n";
    format!("{head}{}", "1)31: 32:\n".repeat(lines))
}

fn options(threads: usize, waiting: usize) -> Options {
    Options { threads, waiting, ..Options::default() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_clients_at_once_all_get_the_same_answer() {
    let server = listening(options(2, 256)).await;
    let (_, alone) = sent(server.address, best(2).as_bytes()).await;
    let clients: Vec<_> = (0..64)
        .map(|_| {
            let address = server.address;
            tokio::spawn(async move {
                let mut answers = Vec::new();
                for _ in 0..4 {
                    answers.push(sent(address, best(2).as_bytes()).await);
                }
                answers
            })
        })
        .collect();
    for client in clients {
        for (status, body) in client.await.unwrap() {
            assert_eq!((status, &body), (200, &alone));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_queue_is_told_and_a_client_that_goes_makes_room() {
    let server = listening(options(1, 0)).await;
    // With one thread two requests can run at once; a third is refused.
    let (mut busy, mut refused) = (Vec::new(), None);
    for _ in 0..100 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(endless().as_bytes()).await.unwrap();
        busy.push(stream);
        tokio::time::sleep(Duration::from_millis(20)).await;
        let (status, body) = sent(server.address, best(1).as_bytes()).await;
        if status == 503 {
            refused = Some(body);
            break;
        }
    }
    let refused: Value = serde_json::from_str(&refused.expect("both are being answered")).unwrap();
    assert_eq!(refused["error"], "too many requests are waiting: try again in a second");
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(best(1).as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.contains("retry-after: 1\r\n"), "{answer}");
    // The searches stop when their clients disconnect, long before they would finish.
    drop(busy);
    let began = Instant::now();
    loop {
        let (status, _) = sent(server.address, best(1).as_bytes()).await;
        if status == 200 {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "nobody stopped");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn searches_keep_no_table_waiting() {
    let server = listening(options(1, 8)).await;
    // More searches than run at once.
    let mut searches = Vec::new();
    for _ in 0..4 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(endless().as_bytes()).await.unwrap();
        searches.push(stream);
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    let mut question = TcpStream::connect(server.address).await.unwrap();
    question.write_all(best(1).as_bytes()).await.unwrap();
    let plays = json!({"position": START, "dice": "31"}).to_string();
    let plays = text("POST", "/api/v1/plays", &plays);
    let soon = Duration::from_secs(20);
    let answer = tokio::time::timeout(soon, sent(server.address, plays.as_bytes())).await;
    assert_eq!(answer.expect("searches would take minutes").0, 200);
    // A request to the engine waits.
    let waiting = tokio::time::timeout(Duration::from_millis(200), answered(&mut question)).await;
    assert!(waiting.is_err(), "{waiting:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bytes_that_trickle_are_waited_for_and_keep_nobody_waiting() {
    let server = listening(options(1, 4)).await;
    let address = server.address;
    let slow = tokio::spawn(async move {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let _ = stream.set_nodelay(true);
        for byte in best(1).bytes() {
            stream.write_all(&[byte]).await.unwrap();
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        answered(&mut stream).await
    });
    // Clients that send part of a request and then nothing take no place in the queue.
    let mut silent = Vec::new();
    for place in 0..40 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = best(1);
        stream.write_all(&request.as_bytes()[..place * request.len() / 40]).await.unwrap();
        silent.push(stream);
    }
    let (status, quick) = sent(address, best(1).as_bytes()).await;
    assert_eq!(status, 200);
    assert_eq!(slow.await.unwrap(), (200, quick));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_request_is_refused_and_the_server_goes_on() {
    let server = listening(options(1, 4)).await;
    let cut = text("POST", "/api/v1/best", "{\"position\": \"4HP");
    let cut_off = cut.replace("content-length: 16", "content-length: 160");
    let large = text("POST", "/api/v1/best", &" ".repeat(2 << 20));
    let deep = text("POST", "/api/v1/best", &"[".repeat(100_000));
    let nested = format!("{{\"position\": {}", "{\"a\":".repeat(50_000));
    let form = best(1).replace("application/json", "application/x-www-form-urlencoded");
    for (request, status) in [
        (cut, 400),
        (large, 413),
        (deep, 400),
        (text("POST", "/api/v1/best", &nested), 422),
        (form, 415),
        (text("POST", "/api/v1/best", ""), 400),
        (text("POST", "/api/v1/best", "\u{0}\u{1}"), 400),
        (text("GET", "/api/v1/best", ""), 405),
        (text("POST", "/api/v1/worst", "{}"), 405),
        ("nonsense\r\n\r\n".to_owned(), 400),
    ] {
        let (got, body) = sent(server.address, request.as_bytes()).await;
        let start: String = request.chars().take(200).collect();
        assert_eq!(got, status, "{start} {body}");
        if !body.is_empty() {
            let body: Value = serde_json::from_str(&body).unwrap();
            assert!(body["error"].is_string() && !body["error"].as_str().unwrap().contains('\n'));
        }
    }
    // A client that disconnects in the middle of the body.
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(cut_off.as_bytes()).await.unwrap();
    drop(stream);
    assert_eq!(sent(server.address, best(1).as_bytes()).await.0, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_end_is_soon_whatever_runs() {
    let server = listening(options(1, 4)).await;
    let long = json!({"position": START, "games": 100_000, "ply": 3}).to_string();
    let (status, job) =
        sent(server.address, text("POST", "/api/v1/jobs/rollout", &long).as_bytes()).await;
    assert_eq!(status, 202);
    let id = serde_json::from_str::<Value>(&job).unwrap()["id"].as_str().unwrap().to_owned();
    let events = text("GET", &format!("/api/v1/jobs/{id}/events"), "");
    let address = server.address;
    let watching = tokio::spawn(async move { sent(address, events.as_bytes()).await });
    let mut idle = TcpStream::connect(address).await.unwrap();
    let mut asking = TcpStream::connect(address).await.unwrap();
    asking.write_all(endless().as_bytes()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let began = Instant::now();
    server.end.send(()).unwrap();
    let (_, stream) = watching.await.unwrap();
    assert!(stream.contains("event: cancelled"), "{stream}");
    server.served.await.unwrap();
    assert!(began.elapsed() < Duration::from_secs(15));
    let mut rest = Vec::new();
    let _ = idle.read_to_end(&mut rest).await;
    assert!(rest.is_empty());
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_that_nobody_reads_stay_within_the_memory_budget() {
    let server = listening(Options { memory: 32 << 20, ..options(2, 256) }).await;
    let file = make_file(40_000);
    // More than the system buffers for a client that does not read.
    let unread = converts(server.address, &file).await;
    unread.peek(&mut [0]).await.unwrap();
    let mut beyond = 0;
    let began = Instant::now();
    while beyond < 2 {
        let (status, body) = answered(&mut converts(server.address, &file).await).await;
        if status == 503 {
            assert!(
                body.contains("the memory for requests and responses, 32 MB, is in use"),
                "{body}"
            );
            beyond += 1;
        } else {
            assert_eq!(status, 200, "{body}");
        }
        assert!(began.elapsed() < Duration::from_secs(60), "nothing is refused");
    }
    // Meanwhile, short requests succeed.
    assert_eq!(sent(server.address, best(1).as_bytes()).await.0, 200);
    // A client that reads gets the whole response, which frees the memory.
    let (status, body) = answered(&mut { unread }).await;
    assert_eq!(status, 200);
    let read: Value = serde_json::from_str(&body).unwrap();
    assert!(read["text"].as_str().unwrap().len() > 5 << 20);
    let (status, again) = answered(&mut converts(server.address, &file).await).await;
    assert_eq!((status, again.len()), (200, body.len()));
    // Memory is also freed if clients disconnect without reading.
    for _ in 0..3 {
        drop(converts(server.address, &file).await);
    }
    let began = Instant::now();
    while answered(&mut converts(server.address, &file).await).await.0 != 200 {
        assert!(began.elapsed() < Duration::from_secs(60), "nothing is given back");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_of_a_batch_wait_for_their_turn_and_none_is_refused() {
    // Room for all bodies and responses, and for the work on a few files.
    let server = listening(Options { memory: 64 << 20, ..options(2, 256) }).await;
    let file: std::sync::Arc<str> = make_file(4000).into();
    let clients: Vec<_> = (0..40)
        .map(|_| {
            let (address, file) = (server.address, std::sync::Arc::clone(&file));
            tokio::spawn(async move { answered(&mut converts(address, &file).await).await.0 })
        })
        .collect();
    for client in clients {
        assert_eq!(client.await.unwrap(), 200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_body_that_does_not_fit_is_refused_once_it_has_come() {
    let server = listening(Options { memory: 100_000, ..options(1, 4) }).await;
    for size in [200_000, 3 << 20] {
        let (status, body) = answered(&mut converts(server.address, &"x".repeat(size)).await).await;
        assert_eq!(status, 503, "{body}");
        assert!(body.contains("more memory than the 100000 bytes"), "{body}");
    }
    // JSON is counted by its estimated parsed size.
    let large = best(1).replace("{\"", &format!("{{{}\"", " ".repeat(9000)));
    let large = text("POST", "/api/v1/best", large.split("\r\n\r\n").nth(1).unwrap());
    assert_eq!(sent(server.address, large.as_bytes()).await.0, 503);
    assert_eq!(sent(server.address, best(1).as_bytes()).await.0, 200);
    // Nothing is kept of refused requests.
    let small = answered(&mut converts(server.address, &make_file(50)).await).await;
    assert_eq!(small.0, 200, "{}", small.1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_has_said_everything_gets_its_answer() {
    let server = listening(options(1, 8)).await;
    let half_closed = async |request: String| {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        stream.shutdown().await.unwrap();
        stream
    };
    let (status, quick) = answered(&mut half_closed(best(1)).await).await;
    assert_eq!(status, 200);
    let page = text("GET", "/", "").replace("HTTP/1.1", "HTTP/1.0");
    assert_eq!(answered(&mut half_closed(page).await).await.0, 200);
    // A client that has to wait gets its response, too, after any number of `100 Continue`.
    let mut busy = Vec::new();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(endless().as_bytes()).await.unwrap();
        busy.push(stream);
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    let mut waits = half_closed(best(1)).await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    drop(busy);
    let mut answer = String::new();
    waits.read_to_string(&mut answer).await.unwrap();
    let last = answer.trim_start_matches("HTTP/1.1 100 Continue\r\n\r\n");
    assert!(answer.len() > last.len() && last.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert_eq!(last.split_once("\r\n\r\n").unwrap().1, quick);
    // Half a request is rejected.
    let cut = best(1);
    let (status, _) = answered(&mut half_closed(cut[..cut.len() - 10].to_owned()).await).await;
    assert_eq!(status, 400);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_in_a_row_are_answered_as_fast_as_the_client_reads() {
    const REQUESTS: usize = 1000;
    // Room for only a few of the responses of 30 kB.
    let server = listening(Options { memory: 1 << 20, ..options(1, 4) }).await;
    let (mut reads, mut writes) = TcpStream::connect(server.address).await.unwrap().into_split();
    let asking = tokio::spawn(async move {
        let request = "GET /api/v1/games HTTP/1.1\r\nhost: localhost\r\n\r\n";
        for _ in 0..REQUESTS - 1 {
            writes.write_all(request.as_bytes()).await.unwrap();
        }
        writes.write_all(text("GET", "/api/v1/games", "").as_bytes()).await.unwrap();
        writes
    });
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut answers = Vec::new();
    reads.read_to_end(&mut answers).await.unwrap();
    let answers = String::from_utf8(answers).unwrap();
    assert_eq!(answers.matches("HTTP/1.1 200 OK").count(), REQUESTS);
    drop(asking.await.unwrap());
}

/// Resident memory of this process in kilobytes.
#[cfg(target_os = "linux")]
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// Takes a minute. Set `MALLOC_MMAP_THRESHOLD_=1048576` for the same allocator setting as `shesh
/// serve`.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes a minute, and much memory where it fails"]
async fn clients_that_post_four_megabytes_and_do_not_read_stay_within_the_budget() {
    let server = listening(options(2, 256)).await;
    // The first search allocates tables that stay.
    assert_eq!(sent(server.address, best(2).as_bytes()).await.0, 200);
    let before = resident();
    let file: std::sync::Arc<str> = make_file(400_000).into();
    let clients: Vec<_> = (0..512)
        .map(|_| {
            let (address, file) = (server.address, std::sync::Arc::clone(&file));
            tokio::spawn(async move { converts(address, &file).await })
        })
        .collect();
    let mut most = 0;
    for _ in 0..240 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        most = most.max(resident() - before);
    }
    eprintln!("{} MB", most >> 10);
    drop(clients);
    assert!(most >> 10 < 640, "{} MB", most >> 10);
}
