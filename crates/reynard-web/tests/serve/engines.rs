//! Engines of other makers behind the server: what they get to read, and how they end.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::client::running::{Running, impatient, local};
use crate::client::{Socket, TIMEOUT};
use reynard_web::{EngineProgram, Server, ServerSettings};
use serde_json::Value;
use tempfile::TempDir;

/// An engine that keeps what it reads in the file `read`, and its process number in `pid`.
const ENGINE: &str = r#"
here=$(dirname "$0")
echo $$ >"$here/pid"
while read -r line; do
    printf '%s\n' "$line" >>"$here/read"
    case $line in
        uci)
            echo 'id name Fake 1.5'
            echo 'option name Hash type spin default 16 min 1 max 1024'
            echo 'option name SyzygyPath type string default <empty>'
            echo 'option name Debug Log File type string default <empty>'
            echo 'option name Skill Level type spin default 20 min 0 max 20'
            echo uciok ;;
        isready) echo readyok ;;
        'go depth'*) echo 'info depth 1 score cp 20 nodes 1 pv e2e4'; echo 'bestmove e2e4' ;;
        stop) echo 'bestmove d2d4' ;;
        quit) exit ;;
    esac
done
"#;

/// Writes a program of the shell, by a shell: a file that this process had open for writing could
/// still be open in the child of another test, between its start and its program.
fn script(folder: &TempDir, text: &str) -> EngineProgram {
    let path = folder.path().join("engine");
    let write = "printf '#!/bin/sh\\n%s' \"$1\" >\"$2\" && chmod 755 \"$2\"";
    let status = Command::new("/bin/sh").args(["-c", write, "sh", text]).arg(&path).status();
    assert!(status.expect("a shell").success());
    EngineProgram { program: path, arguments: Vec::new() }
}

fn with_engine(engine: EngineProgram) -> ServerSettings {
    ServerSettings { engines: vec![engine], ..local() }
}

/// Returns the text of a file as soon as it has one.
fn read(folder: &TempDir, name: &str) -> String {
    let start = Instant::now();
    loop {
        match fs::read_to_string(folder.path().join(name)) {
            Ok(text) if text.ends_with('\n') => return text,
            _ => assert!(start.elapsed() < TIMEOUT, "no file {name}"),
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Opens the socket of an engine by its number.
fn open(server: &Running, query: &str) -> Result<Socket, u16> {
    let host = format!("127.0.0.1:{}", server.port);
    Socket::open_at(server.port, &format!("/api/engine{query}"), &host, &format!("http://{host}"))
}

fn assert_ended(pid: &str) {
    let process = PathBuf::from("/proc").join(pid.trim());
    let start = Instant::now();
    while Path::new("/proc/self").exists() && process.exists() {
        assert!(start.elapsed() < TIMEOUT, "the engine runs on");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_engine_of_another_maker_plays_under_its_own_name() {
    let folder = tempfile::tempdir().unwrap();
    let tables = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../reynard-syzygy/tests/tables");
    let settings = with_engine(script(&folder, ENGINE));
    let server = Running::start(ServerSettings { tables: vec![tables.clone()], ..settings });
    let about: Value = serde_json::from_slice(&server.get("/api/about").body).unwrap();
    assert_eq!(about["engines"], serde_json::json!(["Reynard", "Fake 1.5"]));
    assert!(!about.to_string().contains(&*folder.path().to_string_lossy()), "{about}");
    let mut socket = open(&server, "?engine=1").unwrap();
    socket.send("uci");
    let options = socket.until("uciok");
    assert!(options.contains(&"id name Fake 1.5".to_owned()), "{options:?}");
    for hidden in ["SyzygyPath", "Debug Log File", "Skill Level"] {
        assert!(!options.iter().any(|line| line.contains(hidden)), "{hidden}");
    }
    socket.send("position startpos moves e2e4 e7e5\ngo depth 1");
    assert_eq!(socket.until("bestmove").last().unwrap(), "bestmove e2e4");
    let given = format!("setoption name SyzygyPath value {}", tables.display());
    assert!(read(&folder, "read").contains(&given));
    let mut own = open(&server, "").unwrap();
    own.send("uci");
    assert!(own.until("uciok").iter().any(|line| line.starts_with("id name Reynard")));
}

#[test]
fn an_engine_of_another_maker_reads_only_what_the_filter_has_written() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(with_engine(script(&folder, ENGINE)));
    let mut socket = open(&server, "?engine=1").unwrap();
    for line in [
        "setoption name SyzygyPath value /etc",
        "setoption name Debug Log File value /tmp/written",
        "  noise   setoption   name  debug  log   file value /tmp/written",
        "isready\rsetoption name EvalFile value /etc/passwd",
        "setoption name UCI_Opponent value x\rsetoption name EvalFile value /etc/passwd",
        "setoption name Threads value 99",
        "setoption name Hash value 4096",
        "setoption name Skill Level value 3",
        "export_net /tmp/written",
        "eval",
        "bench 1000",
        "go perft 9",
        "register later",
        "position fen nonsense",
    ] {
        socket.send(line);
        let answer = socket.until("info string error");
        assert_eq!(answer.len(), 1, "{line:?}: {answer:?}");
    }
    socket.send("  isready  now ");
    socket.until("readyok");
    let lines = read(&folder, "read");
    // The first line is of the server's own question for the name, which ends with `stop` and
    // `quit`.
    let lines: Vec<&str> =
        lines.lines().filter(|line| !["uci", "stop", "quit"].contains(line)).collect();
    assert_eq!(lines, ["isready"]);
}

#[test]
fn numbers_of_engines_lead_to_no_other_program() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(with_engine(script(&folder, ENGINE)));
    for (query, status) in [
        ("?engine=2", 404),
        ("?engine=18446744073709551616", 400),
        ("?engine=-1", 400),
        ("?engine=/bin/sh", 400),
        ("?engine=1%00", 400),
        ("?engine=1&engine=0", 400),
        ("?program=/bin/sh", 400),
    ] {
        assert_eq!(open(&server, query).err(), Some(status), "{query}");
    }
    let host = format!("127.0.0.1:{}", server.port);
    let foreign =
        Socket::open_at(server.port, "/api/engine?engine=1", &host, "http://evil.example");
    assert_eq!(foreign.unwrap_err(), 403);
}

#[test]
fn an_engine_ends_with_its_socket_even_if_it_does_not_listen() {
    for text in [
        ENGINE,
        "echo $$ >\"$(dirname \"$0\")/pid\"\ntrap '' TERM INT HUP\necho uciok\nwhile :; do sleep 0.1; done\n",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let server = Running::start(with_engine(script(&folder, text)));
        assert_ended(&read(&folder, "pid"));
        fs::remove_file(folder.path().join("pid")).unwrap();
        let socket = open(&server, "?engine=1").unwrap();
        let pid = read(&folder, "pid");
        drop(socket);
        assert_ended(&pid);
    }
}

#[test]
fn an_engine_that_floods_or_ends_takes_nothing_with_it() {
    let introduction = "read line; echo uciok; read line\n";
    for flood in [
        "exec tr '\\0' x </dev/zero\n",
        "exit 3\n",
        "while :; do echo info depth 1 pv e2e4; done\n",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let server =
            Running::start(with_engine(script(&folder, &format!("{introduction}{flood}"))));
        let mut socket = open(&server, "?engine=1").unwrap();
        socket.send("uci\nisready");
        if flood.starts_with("while") {
            socket.until("info depth 1");
        } else {
            assert!(socket.until_closed(TIMEOUT), "{flood}");
        }
        drop(socket);
        assert_eq!(server.get("/").status, 200);
    }
}

#[test]
fn programs_that_are_no_engines_are_refused_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let silent = script(&folder, "while read -r line; do :; done\n");
    let ends = EngineProgram { program: "true".into(), arguments: Vec::new() };
    let missing = EngineProgram { program: folder.path().join("none"), arguments: Vec::new() };
    for (program, reason) in [
        (silent, "does not answer `uci` within"),
        (ends, "is it a UCI engine?"),
        (missing, "none: "),
    ] {
        let settings = ServerSettings { engines: vec![program], ..impatient() };
        let error = Server::bind(settings).expect_err("it is refused").to_string();
        assert!(error.contains(reason), "{error}");
    }
}
