//! Attacks on the server, each of which must fail, and the answers that the page gets.

mod client;
#[cfg(unix)]
mod engines;
mod programs;

use std::time::{Duration, Instant};

use client::running::{Running, impatient, local};
use client::{Client, Socket, TIMEOUT, post, request};
use reynard::{Outcome, Position};
use reynard_db::{Budget, Database, DatabaseOptions};
use reynard_web::{Limits, Server, ServerSettings};
use serde_json::Value;

#[test]
fn the_page_comes_from_memory_with_the_headers_that_guard_it() {
    let server = Running::local();
    let page = server.get("/");
    assert_eq!((page.status, page.text()), (200, "<!doctype html>the page".to_owned()));
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert!(
        page.header("content-security-policy").contains("script-src 'self' 'wasm-unsafe-eval'")
    );
    assert!(!page.header("content-security-policy").contains("unsafe-inline"));
    assert!(page.header("server").starts_with("reynard/"));
    assert_eq!(page.header("cross-origin-opener-policy"), "same-origin");
    assert_eq!(page.header("cross-origin-embedder-policy"), "require-corp");
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    let wasm = server.get("/wasm/reynard_bg.wasm");
    assert_eq!((wasm.status, wasm.header("content-type")), (200, "application/wasm".to_owned()));
    let head = format!(
        "GET /js/board.js HTTP/1.1\r\nHost: localhost:{}\r\nIf-None-Match: {}\r\n",
        server.port,
        server.get("/js/board.js").header("etag")
    );
    assert_eq!(request(server.port, &head, b"").status, 304);
}

#[test]
fn paths_lead_to_no_other_file() {
    let server = Running::local();
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/wasm/../index.html",
        "//etc/passwd",
        "/etc/passwd",
        "/js/board.js/",
        "/js",
        "/index.html%00.js",
        "/..\\Cargo.toml",
        "/./index.html",
        "/INDEX.HTML",
        "/wasm/reynard.d.ts",
        "/api/../index.html",
        "/src/lib.rs",
        "/api/game/../../etc/passwd",
        "/api/nothing",
    ] {
        let reply = server.get(path);
        assert!(matches!(reply.status, 400 | 404), "{path}: {} {}", reply.status, reply.text());
        assert!(!reply.text().contains("the page"), "{path}");
    }
}

#[test]
fn a_rebound_name_gets_nothing() {
    let server = Running::local();
    for path in ["/", "/js/board.js", "/api/about", "/api/game/1"] {
        for host in
            ["evil.example", &format!("evil.example:{}", server.port), "localhost:1", "[::1"]
        {
            let reply =
                request(server.port, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n"), b"");
            assert!(matches!(reply.status, 400 | 421), "{path} {host}: {}", reply.status);
            assert!(!reply.text().contains("the page") && !reply.text().contains("version"));
        }
    }
    let rebound = format!("evil.example:{}", server.port);
    assert_eq!(Socket::open(server.port, &rebound, &format!("http://{rebound}")).unwrap_err(), 421);
    assert_eq!(request(server.port, "GET / HTTP/1.0\r\n", b"").status, 421);
}

#[test]
fn other_pages_neither_ask_nor_drive_an_engine() {
    let server = Running::local();
    let host = format!("127.0.0.1:{}", server.port);
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://localhost:1", ""] {
        assert_eq!(Socket::open(server.port, &host, origin).unwrap_err(), 403, "{origin}");
        let head = format!(
            "POST /api/explore HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nContent-Length: 2\r\n"
        );
        assert_eq!(request(server.port, &head, b"{}").status, 403, "{origin}");
    }
    let bare = format!("POST /api/explore HTTP/1.1\r\nHost: {host}\r\nContent-Length: 2\r\n");
    assert_eq!(request(server.port, &bare, b"{}").status, 403);
    let cross =
        format!("GET /api/about HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Site: cross-site\r\n");
    assert_eq!(request(server.port, &cross, b"").status, 403);
    assert!(Socket::open(server.port, &host, &format!("http://{host}")).is_ok());
}

#[test]
fn large_bodies_and_lines_are_refused() {
    let server = Running::local();
    let body = "x".repeat((1 << 20) + 1);
    assert_eq!(post(server.port, "/api/explore", &body).status, 413);
    let mut head = format!(
        "POST /api/tb HTTP/1.1\r\nHost: localhost:{0}\r\nOrigin: http://localhost:{0}\r\n",
        server.port
    );
    head.push_str("Transfer-Encoding: chunked\r\n");
    let chunked =
        [format!("{:x}\r\n", body.len()).as_bytes(), body.as_bytes(), b"\r\n0\r\n\r\n"].concat();
    assert_eq!(request(server.port, &head, &chunked).status, 413);
    let long =
        format!("GET /{} HTTP/1.1\r\nHost: localhost:{}\r\n", "x".repeat(1 << 20), server.port);
    assert!(matches!(request(server.port, &long, b"").status, 0 | 414 | 431));
    let mut socket = Socket::local(server.port);
    socket.send(&format!("position startpos moves {}", "e2e4 ".repeat(20_000)));
    assert!(socket.until_closed(TIMEOUT), "the socket stays open");
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn slow_clients_are_let_go_and_nobody_waits_for_them() {
    let server = Running::start(impatient());
    let start = Instant::now();
    let host = format!("Host: localhost:{0}\r\nOrigin: http://localhost:{0}\r\n", server.port);
    let mut heads: Vec<Client> = (0..20).map(|_| Client::connect(server.port)).collect();
    for client in &mut heads {
        client.write(b"GET / HTTP/1.1\r\nHo");
    }
    let mut body = Client::connect(server.port);
    body.write(
        format!("POST /api/explore HTTP/1.1\r\n{host}Content-Length: 100\r\n\r\n{{").as_bytes(),
    );
    // A machine that is busy for too long is a slow client, too.
    assert!((0..20).any(|_| server.get("/").status == 200));
    assert!(matches!(body.reply().status, 0 | 408 | 413));
    for client in &mut heads {
        assert!(matches!(client.reply().status, 0 | 408), "a slow head is answered");
    }
    assert!(start.elapsed() < TIMEOUT, "{:?}", start.elapsed());
}

#[test]
fn one_address_does_not_take_all_places() {
    let limits = Limits {
        connections: 8,
        connections_per_address: 4,
        head: TIMEOUT,
        connection: TIMEOUT,
        ..Limits::default()
    };
    let server = Running::start(ServerSettings { limits, ..local() });
    let mut heads: Vec<Client> = (0..6).map(|_| Client::connect(server.port)).collect();
    for client in &mut heads {
        client.write(b"GET / HTTP/1.1\r\nHost: 127.0");
    }
    // Four places stay for other addresses, and these two were closed at once.
    for client in &mut heads[4..] {
        assert_eq!(client.reply().status, 0);
    }
    drop(heads);
    let start = Instant::now();
    while server.get("/").status != 200 {
        assert!(start.elapsed() < TIMEOUT, "connections that have ended keep their places");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn files_are_packed_for_clients_that_unpack_them() {
    let server = Running::local();
    let ask = |accepted: &str| {
        let head = format!(
            "GET /page.css HTTP/1.1\r\nHost: localhost:{}\r\nAccept-Encoding: {accepted}\r\n",
            server.port
        );
        request(server.port, &head, b"")
    };
    for accepted in ["gzip", "br, gzip;q=0.5", "GZIP"] {
        let packed = ask(accepted);
        assert_eq!(packed.header("content-encoding"), "gzip", "{accepted}");
        assert!(packed.body.starts_with(&[0x1F, 0x8B]) && packed.body.len() < 1000);
    }
    for accepted in ["br", "gzip;q=0", "identity", ""] {
        let plain = ask(accepted);
        assert_eq!(plain.header("content-encoding"), "", "{accepted}");
        assert_eq!(plain.body.len(), 4096, "{accepted}");
    }
}

#[test]
fn errors_are_json_whoever_finds_them() {
    let server = Running::local();
    let host = format!("Host: localhost:{0}\r\nOrigin: http://localhost:{0}\r\n", server.port);
    for (line, status) in [
        ("GET /api/game/none", 400),
        ("GET /api/game/-1", 400),
        ("GET /api/engine", 400),
        ("POST /api/about", 405),
        ("GET /api/tb", 405),
        ("GET /nothing", 404),
    ] {
        let head = format!("{line} HTTP/1.1\r\n{host}");
        let reply = request(server.port, &head, b"");
        assert_eq!(reply.header("content-type"), "application/json", "{line}: {}", reply.text());
        let body: Value = serde_json::from_slice(&reply.body).expect("JSON");
        assert!(body["error"].is_string(), "{line}");
        assert!(reply.status == status || reply.status == 426, "{line}: {}", reply.status);
    }
}

#[test]
fn a_connection_does_not_last() {
    let server = Running::start(impatient());
    let mut idle = Client::connect(server.port);
    assert_eq!(idle.reply().status, 0);
}

#[test]
fn of_a_hundred_sockets_four_get_an_engine() {
    let server = Running::local();
    let opened: Vec<_> = (0..100).map(|_| Socket::try_local(server.port)).collect();
    assert_eq!(opened.iter().filter(|socket| socket.is_ok()).count(), 4);
    assert!(opened.iter().all(|socket| matches!(socket, Ok(_) | Err(503))));
    assert_eq!(server.get("/").status, 200);
    drop(opened);
    let start = Instant::now();
    while Socket::try_local(server.port).is_err() {
        assert!(start.elapsed() < TIMEOUT, "no engine has ended");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_engine_plays_and_takes_no_file_name() {
    let server = Running::local();
    let mut socket = Socket::local(server.port);
    socket.send("uci");
    let options = socket.until("uciok");
    assert!(options.iter().any(|line| line.starts_with("option name MultiPV")), "{options:?}");
    for hidden in ["SyzygyPath", "EvalFile", "Debug Log File", "BookFile"] {
        assert!(!options.iter().any(|line| line.contains(hidden)), "{hidden}");
        socket.send(&format!("setoption name {hidden} value /etc/passwd"));
        let refused = socket.until("info string error");
        assert!(
            refused.last().is_some_and(|line| line.contains("cannot be set here")),
            "{refused:?}"
        );
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("log");
    socket.send(&format!(
        "debug on\nsetoption name Debug Log File value {}\nisready",
        path.display()
    ));
    socket.until("readyok");
    assert!(!path.exists());
    socket.send("setoption name Hash value 65");
    assert!(socket.until("info string error").last().unwrap().ends_with("Hash: at most 64 here"));
    socket.send("position startpos moves f2f3 e7e5 g2g4\ngo depth 3");
    assert_eq!(socket.until("bestmove").last().unwrap(), "bestmove d8h4");
    socket.send("position startpos\ngo infinite");
    socket.until("info depth 3");
    socket.send("stop");
    socket.until("bestmove");
    socket.send("quit");
    assert!(socket.until_closed(TIMEOUT));
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn an_engine_ends_when_the_page_is_silent() {
    let server = Running::start(impatient());
    let mut socket = Socket::local(server.port);
    socket.send("go infinite");
    // This client answers no ping.
    assert!(socket.until_closed(TIMEOUT));
}

#[test]
fn an_address_in_use_is_reported_with_the_mend() {
    let server = Running::local();
    let settings = ServerSettings { listen: ([127, 0, 0, 1], server.port).into(), ..local() };
    let error = Server::bind(settings).expect_err("it is in use").to_string();
    assert!(error.contains("is in use: choose another port"), "{error}");
}

#[test]
fn beyond_this_machine_a_token_is_needed() {
    let listen = "0.0.0.0:0".parse().unwrap();
    let server = Running::start(ServerSettings { listen, ..ServerSettings::default() });
    let (_, token) = server.url.split_once("/?token=").expect("a token");
    assert_eq!(token.len(), 32);
    let get = |path: &str, cookie: &str| {
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nCookie: {cookie}\r\n",
            server.port
        );
        request(server.port, &head, b"")
    };
    for path in
        ["/", "/js/board.js", "/api/about", "/?token=", "/?token=0", &format!("/?token={token}0")]
    {
        assert_eq!(get(path, "a=b").status, 401, "{path}");
        assert_eq!(get(path, &format!("reynard-{}=0", server.port)).status, 401, "{path}");
    }
    assert_eq!(Socket::try_local(server.port).unwrap_err(), 401);
    let welcome = get(&format!("/?token={token}"), "a=b");
    assert_eq!((welcome.status, welcome.header("location")), (303, "/".to_owned()));
    let cookie = welcome.header("set-cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let pair = cookie.split(';').next().unwrap();
    assert!(pair.starts_with(&format!("reynard-{}=", server.port)), "{pair}");
    assert_eq!(get("/", pair).status, 200);
    assert_eq!(get("/api/about", pair).status, 200);
}

const PGN: &str = "[White \"Tal\"]\n[Black \"Kan\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White \"Bird\"]\n[Result \"0-1\"]\n\n1. f4 e5 0-1\n";

#[test]
fn databases_and_tables_answer() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("my games.pgn");
    std::fs::write(&pgn, PGN).unwrap();
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../reynard-syzygy/tests/tables").into();
    let server =
        Running::start(ServerSettings { games: vec![pgn], tables: vec![tables], ..local() });
    let about: Value = serde_json::from_slice(&server.get("/api/about").body).unwrap();
    assert_eq!(about["databases"][0]["name"], "my games.pgn");
    assert!(about["tables"].as_u64() >= Some(3), "{about}");
    assert!(!about.to_string().contains(&*folder.path().to_string_lossy()), "{about}");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let explored = server.json("/api/explore", &format!("{{\"fen\":\"{start}\"}}"));
    assert_eq!(
        (explored["games"].as_u64(), explored["moves"].as_array().unwrap().len()),
        (Some(2), 2)
    );
    let filtered =
        server.json("/api/explore", &format!("{{\"fen\":\"{start}\",\"filter\":\"white~tal\"}}"));
    assert_eq!(filtered["moves"][0]["san"], "e4");
    let games = server.json("/api/games", "{\"limit\":1}");
    assert_eq!((games["total"].as_u64(), games["games"].as_array().unwrap().len()), (Some(2), 1));
    let id = games["games"][0]["id"].as_u64().unwrap();
    let game: Value = serde_json::from_slice(&server.get(&format!("/api/game/{id}")).body).unwrap();
    assert!(game["pgn"].as_str().unwrap().contains("2. Nf3 1-0"), "{game}");
    let probed = server.json("/api/tb", "{\"fen\":\"8/8/8/8/8/3k4/8/K6R w - - 0 1\"}");
    assert_eq!((probed["wdl"].as_i64(), probed["missing"].as_str()), (Some(2), None), "{probed}");
    // The line of the tables ends with mate.
    let mut pos: Position = "8/8/8/8/8/3k4/8/K6R w - - 0 1".parse().unwrap();
    for mv in probed["line"].as_array().unwrap() {
        let mv = pos.parse_uci(mv.as_str().unwrap()).unwrap();
        pos.play(mv).unwrap();
    }
    assert!(matches!(pos.outcome(), Some(Outcome::Checkmate { .. })), "{probed}");
    for (path, body, status) in [
        ("/api/explore", "{\"fen\":\"x\"}", 400),
        ("/api/explore", "{", 400),
        ("/api/explore", "{\"fen\":\"8/8/8/8/8/3k4/8/K6R w - - 0 1\",\"db\":7}", 404),
        ("/api/games", "{\"path\":\"/etc/passwd\"}", 400),
    ] {
        let reply = post(server.port, path, body);
        assert_eq!(reply.status, status, "{body}: {}", reply.text());
    }
    let reply = post(server.port, "/api/games", "{\"filter\":\"whiet=tal\"}");
    let wrong: Value = serde_json::from_slice(&reply.body).unwrap();
    assert_eq!(
        (reply.status, &wrong["field"], &wrong["column"]),
        (400, &"filter".into(), &1.into())
    );
    assert!(wrong["error"].as_str().unwrap().ends_with("did you mean white?"), "{wrong}");
    assert_eq!(server.get("/api/game/99").status, 404);
    assert_eq!(server.get("/api/game/1?db=x").status, 400);
}

#[test]
fn each_of_several_databases_can_be_asked() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = ["first.rdb", "second.rdb"].map(|name| folder.path().join(name));
    for (path, pgn) in
        [(&first, PGN), (&second, "[White \"Réti\"]\n[Result \"1-0\"]\n\n1. Nf3 1-0\n")]
    {
        let mut made = Database::create(path, DatabaseOptions::default()).unwrap();
        made.add_pgn(pgn.as_bytes(), &Budget::default()).unwrap();
    }
    let server = Running::start(ServerSettings { databases: vec![first, second], ..local() });
    let about: Value = serde_json::from_slice(&server.get("/api/about").body).unwrap();
    let names = about["databases"].as_array().unwrap().iter().map(|base| base["name"].as_str());
    assert_eq!(names.collect::<Vec<_>>(), [Some("first.rdb"), Some("second.rdb")]);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (db, san) in [(0, "e4"), (1, "Nf3")] {
        let explored = server.json("/api/explore", &format!("{{\"fen\":\"{start}\",\"db\":{db}}}"));
        assert!(
            explored["moves"].as_array().unwrap().iter().any(|mv| mv["san"] == san),
            "{explored}"
        );
    }
    let games = server.json("/api/games", "{\"db\":1,\"filter\":\"white~reti\"}");
    assert_eq!(games["total"].as_u64(), Some(1));
    let id = games["games"][0]["id"].as_u64().unwrap();
    assert!(server.get(&format!("/api/game/{id}?db=1")).text().contains("1. Nf3 1-0"));
}

/// Games whose moves take a while to play.
fn long_games(count: usize) -> String {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(60);
    format!("{shuffle}*\n\n").repeat(count)
}

#[test]
fn a_light_question_does_not_wait_for_heavy_ones_and_a_client_that_goes_ends_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.rdb");
    let mut base = Database::create(&path, DatabaseOptions::default()).unwrap();
    base.add_pgn(long_games(600).as_bytes(), &Budget::default()).unwrap();
    drop(base);
    let limits = Limits { request: TIMEOUT, heavy_per_address: 32, ..Limits::default() };
    let server = Running::start(ServerSettings { databases: vec![path], limits, ..local() });
    let head = |body: &str| {
        format!(
            "POST /api/games HTTP/1.1\r\nHost: localhost:{0}\r\nOrigin: http://localhost:{0}\r\n\
             Content-Length: {1}\r\n\r\n{body}",
            server.port,
            body.len()
        )
    };
    // The answer to the last question is kept.
    let heavy = |number| format!("{{\"filter\":\"at(piece=Pe4)/{}\"}}", number + 2);
    // Some clients ask and go; their questions are not answered to the end.
    for number in 0..8 {
        Client::connect(server.port).write(head(&heavy(number)).as_bytes());
    }
    let mut waiting: Vec<Client> = (0..16).map(|_| Client::connect(server.port)).collect();
    for (client, number) in waiting.iter_mut().zip(8..) {
        client.write(head(&heavy(number)).as_bytes());
    }
    let light = server.json("/api/games", "{\"limit\":1}");
    assert_eq!(light["total"].as_u64(), Some(600));
    let answered = Instant::now();
    for client in &mut waiting {
        assert!(client.reply().text().contains("\"total\":0"));
    }
    // Of sixteen questions that are answered one after the other, most come after the light one.
    assert!(answered.elapsed() > Duration::from_millis(20), "{:?}", answered.elapsed());
}
