//! Programs that ask for a database, as `reynard db` does, and databases of other servers.

use std::io;
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

use reynard_db::{Budget, Database, DatabaseOptions};
use reynard_web::{
    Limits, RemoteAnswer, RemoteDatabase, RemoteQuestion, ServedRemote, ServerSettings,
};
use serde_json::{Value, json};

use crate::client::running::{Running, local};
use crate::client::{Client, Reply, get, post, request};
use crate::long_games;

const PGN: &[u8] = b"[White \"Tal\"]\n[Black \"Kan\"]\n[Date \"1960\"]\n[WhiteElo \"2600\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n\
    [White \"K\xf6nig\"]\n[Black \"Bird\"]\n[Date \"1999\"]\n[Result \"0-1\"]\n\n1. f4 e5 0-1\n\n\
    [White \"Anand\"]\n[Black \"Tal\"]\n[Date \"1991\"]\n[Result \"*\"]\n\n1. e4 c5 *\n\n";

/// Serves a base with a mark and a saved search.
fn settings(folder: &tempfile::TempDir) -> ServerSettings {
    let path = folder.path().join("games.rdb");
    let mut base = Database::create(&path, DatabaseOptions::default()).expect("room");
    base.add_pgn(PGN, &Budget::default()).expect("room");
    base.mark("good", &[0, 2]).expect("room");
    base.save_search("won", "result=1-0").expect("room");
    ServerSettings { databases: vec![path], ..local() }
}

/// Sends a question as a program does.
fn ask(port: u16, path: &str, question: &Value) -> Reply {
    let body = question.to_string();
    let head = format!(
        "POST /api/{path} HTTP/1.1\r\nHost: localhost:{port}\r\nReynard-Client: 1\r\n\
         Content-Length: {}\r\n",
        body.len()
    );
    request(port, &head, body.as_bytes())
}

fn answer(port: u16, path: &str, question: &Value) -> Value {
    let reply = ask(port, path, question);
    assert_eq!(reply.status, 200, "{question}: {}", reply.text());
    serde_json::from_slice(&reply.body).expect("JSON")
}

fn ids(games: &Value) -> Vec<u64> {
    let games = games["games"].as_array().expect("a list");
    games.iter().map(|game| game["id"].as_u64().expect("a number")).collect()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Checks the answers to all questions about the base of [`settings`].
fn check_answers(port: u16) {
    let explored =
        answer(port, "explore", &json!({ "fen": START, "top": 1, "transpositions": false }));
    assert_eq!((&explored["games"], &explored["moves"][0]["to"]), (&json!(3), &Value::Null));
    assert_eq!(explored["top"].as_array().map(Vec::len), Some(1));
    let each = answer(port, "explore", &json!({ "fen": START, "each": true }));
    assert_eq!(each["moves"][0]["best"]["white"], "Tal");
    let trend = answer(port, "trend", &json!({ "fen": START, "by": "decade" }));
    assert_eq!(trend["groups"][1]["name"], "1990s");
    assert_eq!(
        trend["groups"][1]["moves"],
        json!([{ "san": "e4", "games": 1 }, { "san": "f4", "games": 1 }])
    );
    let list = |more: Value| {
        let mut question = json!({ "filter": "" });
        for (name, value) in more.as_object().expect("fields") {
            question[name] = value.clone();
        }
        ids(&answer(port, "games", &question))
    };
    assert_eq!(list(json!({ "order": "white" })), [2, 1, 0]);
    assert_eq!(list(json!({ "order": "white", "reverse": true, "limit": 2 })), [0, 1]);
    assert_eq!(list(json!({ "order": "white", "offset": 2 })), [0]);
    assert_eq!(list(json!({ "mark": "good" })), [0, 2]);
    assert_eq!(list(json!({ "filter": "player~tal year>=1980" })), [2]);
    let none = ask(port, "games", &json!({ "mark": "god" }));
    assert_eq!(none.status, 404);
    assert!(none.text().contains("did you mean good?"), "{}", none.text());
    assert_eq!(answer(port, "searches", &json!({}))["searches"], json!({ "won": "result=1-0" }));
    let pgn = ask(port, "pgn", &json!({ "games": [2, 1] }));
    assert_eq!(pgn.status, 200, "{}", pgn.text());
    let games: Vec<&[u8]> = pgn.body.split_inclusive(|&byte| byte == b'\n').collect();
    assert_eq!(games[0], b"[White \"Anand\"]\n");
    assert!(games.contains(&&b"[White \"K\xf6nig\"]\n"[..]), "{}", pgn.text());
    assert_eq!(pgn.header("content-type"), "application/x-chess-pgn");
    assert_eq!(ask(port, "pgn", &json!({ "games": [7] })).status, 404);
    assert_eq!(ask(port, "pgn", &json!({ "games": vec![0; 1001] })).status, 413);
    assert_eq!(ask(port, "trend", &json!({ "fen": START, "by": "colour" })).status, 400);
}

#[test]
fn programs_ask_what_the_command_line_asks() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(settings(&folder));
    check_answers(server.port);
    let about: Value = serde_json::from_slice(&server.get("/api/about").body).expect("JSON");
    assert_eq!((&about["name"], &about["interface"]), (&json!("reynard"), &json!(1)));
}

#[test]
fn a_question_that_is_not_answered_soon_is_begun_again() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { light_time: Duration::ZERO, ..Limits::default() };
    let server = Running::start(ServerSettings { limits, ..settings(&folder) });
    check_answers(server.port);
}

#[test]
fn an_address_that_asks_too_often_has_to_wait() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { questions_per_second: 1, question_burst: 3, ..Limits::default() };
    let server = Running::start(ServerSettings { limits, ..settings(&folder) });
    let question = json!({ "limit": 1 });
    let replies: Vec<Reply> = (0..6).map(|_| ask(server.port, "games", &question)).collect();
    let statuses: Vec<u16> = replies.iter().map(|reply| reply.status).collect();
    assert_eq!(statuses[..3], [200; 3]);
    let refused = replies.iter().find(|reply| reply.status == 429).expect("one is refused");
    assert_eq!(refused.header("retry-after"), "1");
    assert_eq!(server.get("/").status, 200, "files of the page are no questions");
    std::thread::sleep(Duration::from_millis(1100));
    assert_eq!(ask(server.port, "games", &question).status, 200);
}

/// Asks for the number of games until it is the expected one.
fn wait_for_games(port: u16, expected: usize) {
    let begin = Instant::now();
    loop {
        let list = answer(port, "games", &json!({ "limit": 1 }));
        if list["total"] == expected {
            return;
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "{expected} expected: {list}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_database_that_changes_behind_the_server_is_read_anew() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(&folder);
    let path = settings.databases[0].clone();
    let server = Running::start(settings);
    wait_for_games(server.port, 3);
    let mut base = Database::open_writable(&path).expect("beside readers");
    base.add_pgn(b"1. c4 *\n", &Budget::default()).expect("room");
    wait_for_games(server.port, 4);
    let explored = answer(server.port, "explore", &json!({ "fen": START }));
    assert_eq!(explored["games"], 4);
    drop(base);
    let other = folder.path().join("other.rdb");
    let mut base = Database::create(&other, DatabaseOptions::default()).expect("room");
    base.add_pgn(b"1. d4 d5 *\n", &Budget::default()).expect("room");
    drop(base);
    std::fs::rename(&other, &path).expect("the same folder");
    wait_for_games(server.port, 1);
    // What is no database leaves the one before.
    std::fs::write(&other, b"no database").expect("room");
    std::fs::rename(&other, &path).expect("the same folder");
    std::thread::sleep(Duration::from_millis(1100));
    wait_for_games(server.port, 1);
}

/// Serves games that take a while to play.
fn long_base(folder: &tempfile::TempDir, games: usize) -> ServerSettings {
    let path = folder.path().join(format!("{games}.rdb"));
    if path.exists() {
        return ServerSettings { databases: vec![path], ..local() };
    }
    let mut base = Database::create(&path, DatabaseOptions::default()).expect("room");
    base.add_pgn(long_games(games).as_bytes(), &Budget::default()).expect("room");
    ServerSettings { databases: vec![path], ..local() }
}

/// Asks a question for which all games are played. Each has another number, as the answer to the
/// last one is kept.
fn ask_heavy(port: u16, number: usize) -> Client {
    let mut client = Client::connect(port);
    let body = format!("{{\"filter\":\"at(piece=Pe4)/{}\"}}", number + 2);
    let length = body.len();
    client.write(
        format!(
            "POST /api/games HTTP/1.1\r\nHost: localhost:{port}\r\nReynard-Client: 1\r\n\
             Connection: close\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .as_bytes(),
    );
    client
}

#[test]
fn of_the_heavy_questions_of_an_address_few_wait() {
    let folder = tempfile::tempdir().unwrap();
    let limits =
        Limits { heavy_per_address: 2, request: Duration::from_secs(60), ..Limits::default() };
    let server = Running::start(ServerSettings { limits, ..long_base(&folder, 3000) });
    let mut clients: Vec<Client> = (0..12).map(|number| ask_heavy(server.port, number)).collect();
    let statuses: Vec<u16> = clients.iter_mut().map(|client| client.reply().status).collect();
    let count = |status: u16| statuses.iter().filter(|&&it| it == status).count();
    assert!(count(200) >= 2 && count(429) >= 1 && count(200) + count(429) == 12, "{statuses:?}");
}

#[test]
fn light_questions_are_answered_beside_heavy_ones() {
    let folder = tempfile::tempdir().unwrap();
    for light_time in [Limits::default().light_time, Duration::ZERO] {
        check_light_questions(&folder, light_time);
    }
}

/// Checks that questions do not wait for heavy ones, where those that take longer than a time are
/// begun again.
fn check_light_questions(folder: &tempfile::TempDir, light_time: Duration) {
    let limits = Limits {
        request: Duration::from_secs(60),
        question_burst: 10_000,
        light_time,
        ..Limits::default()
    };
    let server = Running::start(ServerSettings { limits, ..long_base(folder, 2000) });
    let start = Instant::now();
    assert_eq!(ask_heavy(server.port, 0).reply().status, 200);
    let heavy_time = start.elapsed();
    let heavy: Vec<Client> = (1..5).map(|number| ask_heavy(server.port, number)).collect();
    let mut times: Vec<Duration> = (0..50)
        .map(|number| {
            let start = Instant::now();
            let question = format!("{{\"limit\":1,\"filter\":\"plies>{number}\"}}");
            let reply = post(server.port, "/api/games", &question);
            assert_eq!(reply.status, 200);
            start.elapsed()
        })
        .collect();
    drop(heavy);
    times.sort_unstable();
    assert!(times[25] < heavy_time, "{heavy_time:?}: {times:?}");
}

#[test]
fn a_question_ends_at_its_limit() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { request: Duration::from_millis(10), ..Limits::default() };
    let server = Running::start(ServerSettings { limits, ..long_base(&folder, 6000) });
    let start = Instant::now();
    let reply = ask_heavy(server.port, 0).reply();
    assert_eq!(reply.status, 408, "{}", reply.text());
    assert!(reply.text().contains("takes too long"), "{}", reply.text());
    // The work has ended with it: the place is free again.
    assert_eq!(ask_heavy(server.port, 0).reply().status, 408);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

/// The second database of a server on this machine.
struct Behind(u16);

impl RemoteDatabase for Behind {
    fn name(&self) -> String {
        "games.rdb at work".to_owned()
    }

    fn games(&self) -> u64 {
        3
    }

    fn ask(&self, question: &RemoteQuestion<'_>) -> io::Result<RemoteAnswer> {
        let reply = if let Some(fields) = question.fields {
            let mut fields: Value = serde_json::from_str(fields).map_err(io::Error::other)?;
            assert_eq!(fields.get("db"), None);
            fields["db"] = 1.into();
            ask(self.0, question.path, &fields)
        } else {
            let host = format!("Host: localhost:{}\r\n", self.0);
            let head = format!("GET /api/{}?db=1 HTTP/1.1\r\n{host}", question.path);
            request(self.0, &head, b"")
        };
        if reply.status == 0 {
            return Err(io::Error::other("the other server has gone"));
        }
        Ok(RemoteAnswer { status: reply.status, body: reply.body })
    }
}

/// A server that was started again, with another token.
struct Restarted;

impl RemoteDatabase for Restarted {
    fn name(&self) -> String {
        "games.rdb".to_owned()
    }

    fn games(&self) -> u64 {
        3
    }

    fn ask(&self, _: &RemoteQuestion<'_>) -> io::Result<RemoteAnswer> {
        Ok(RemoteAnswer { status: 401, body: b"{}".to_vec() })
    }
}

#[test]
fn the_token_of_another_server_is_not_that_of_the_client() {
    let remotes = vec![ServedRemote::new(Restarted)];
    let server = Running::start(ServerSettings { remotes, ..local() });
    let refused = ask(server.port, "games", &json!({}));
    assert_eq!(refused.status, 502);
    let reason = "the server of games.rdb does not accept the token any more";
    assert!(refused.text().contains(reason), "{}", refused.text());
}

#[test]
fn a_database_of_another_server_answers_as_its_own() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut inner = long_base(&other, 1);
    inner.databases.extend(settings(&folder).databases);
    let behind = Running::start(inner);
    let remotes = vec![ServedRemote::new(Behind(behind.port))];
    let server = Running::start(ServerSettings { remotes, ..local() });
    check_answers(server.port);
    let about = server.get("/api/about").text();
    assert!(about.contains("\"games.rdb at work\",\"games\":3"), "{about}");
    let game = server.get("/api/game/0?db=0").text();
    assert!(game.contains("\"white\":\"Tal\"") && game.contains("1. e4 e5 1-0"), "{game}");
    drop(behind);
    let gone = std::panic::catch_unwind(|| ask(server.port, "games", &json!({})));
    assert_eq!(
        gone.expect("an answer").status,
        500,
        "a program that fails is not the server's end"
    );
}

/// A database that counts its games when the test lets it.
struct Counting {
    begun: mpsc::SyncSender<()>,
    release: Mutex<mpsc::Receiver<()>>,
}

impl RemoteDatabase for Counting {
    fn name(&self) -> String {
        "games.rdb".to_owned()
    }

    fn games(&self) -> u64 {
        self.begun.send(()).expect("a test");
        self.release.lock().expect("no panic").recv().map_or(0, |()| 3)
    }

    fn ask(&self, _: &RemoteQuestion<'_>) -> io::Result<RemoteAnswer> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[test]
fn a_database_that_is_opened_holds_up_no_other_request() {
    let ((begun, begins), (release, released)) = (mpsc::sync_channel(1), mpsc::channel());
    let remotes = vec![ServedRemote::new(Counting { begun, release: Mutex::new(released) })];
    let server = Running::start(ServerSettings { remotes, ..local() });
    let port = server.port;
    let about = std::thread::spawn(move || get(port, "/api/about").text());
    begins.recv().expect("a question");
    let page = std::thread::spawn(move || get(port, "/").status);
    let end = Instant::now() + Duration::from_secs(10);
    while !page.is_finished() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    let is_answered = page.is_finished();
    release.send(()).expect("a server");
    assert!(is_answered, "the server waits for a database");
    assert_eq!(page.join().expect("an answer"), 200);
    assert!(about.join().expect("an answer").contains("\"games\":3"));
}
