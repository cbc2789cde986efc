//! Times light queries to a server that is under the load of heavy queries: `server-latency PORT
//! SECONDS CLIENTS`.
//!
//! The server is `reynard serve --db FILE` on this machine. Each client sends game queries without
//! a pause. The game queries search for patterns, positions or maneuvers, or list the games in a
//! different order. The light query is an explorer query, for three positions in turn, sent some
//! thirty times per second. The program prints the numbers of heavy and light queries, and the
//! median, the 99th percentile and the maximum of the light queries' times in milliseconds.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "the result")]

use std::error::Error;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const LIGHT: [&str; 3] = [
    r#"{"fen":"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"}"#,
    r#"{"fen":"rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6"}"#,
    r#"{"fen":"r1bq1rk1/2p1bppp/p1n2n2/1p1pp3/4P3/1BP2N2/PP1P1PPP/RNBQR1K1 w - - 0 9"}"#,
];

const HEAVY: [&str; 6] = [
    r#"{"filter":"at(piece=Nd5 piece=bf6)","limit":5}"#,
    r#"{"filter":"","order":"event","limit":5}"#,
    r#"{"filter":"position='*/*/*/3n*/3N*/*/*/*'","limit":5}"#,
    r#"{"filter":"elo>=2000","order":"date","limit":5}"#,
    r#"{"filter":"maneuver=Nb1-d2-f1-g3","limit":5}"#,
    r#"{"filter":"","order":"white","limit":5}"#,
];

/// Time between two light queries.
const PAUSE: Duration = Duration::from_millis(30);

fn main() -> Result<(), Box<dyn Error>> {
    let usage = "server-latency PORT SECONDS CLIENTS";
    let mut arguments = std::env::args().skip(1);
    let port: u16 = arguments.next().ok_or(usage)?.parse()?;
    let seconds: f64 = arguments.next().ok_or(usage)?.parse()?;
    let clients: usize = arguments.next().ok_or(usage)?.parse()?;
    let (is_over, answered) = (AtomicBool::new(false), AtomicU32::new(0));
    let times = thread::scope(|scope| {
        for client in 0..clients {
            let (is_over, answered) = (&is_over, &answered);
            scope.spawn(move || {
                for question in HEAVY.iter().cycle().skip(client) {
                    if is_over.load(Ordering::Relaxed) {
                        return;
                    }
                    match ask(port, "games", question) {
                        Ok(200) => _ = answered.fetch_add(1, Ordering::Relaxed),
                        // The server asks to wait.
                        _ => thread::sleep(PAUSE),
                    }
                }
            });
        }
        let times = light_times(port, Duration::from_secs_f64(seconds));
        is_over.store(true, Ordering::Relaxed);
        times
    });
    let mut times = times?;
    times.sort_unstable();
    let at = |share: usize| {
        let time = times.get(times.len().saturating_sub(1) * share / 100).copied();
        time.unwrap_or_default().as_secs_f64() * 1e3
    };
    println!(
        "{clients} clients: {} light, {} heavy; median {:.1} ms, 99 % {:.1} ms, maximum {:.1} ms",
        times.len(),
        answered.into_inner(),
        at(50),
        at(99),
        at(100)
    );
    Ok(())
}

/// Sends light queries for the given time, and returns how long each took.
fn light_times(port: u16, span: Duration) -> io::Result<Vec<Duration>> {
    let (begin, mut times) = (Instant::now(), Vec::new());
    for question in LIGHT.iter().cycle() {
        if begin.elapsed() >= span {
            break;
        }
        let asked = Instant::now();
        let status = ask(port, "explore", question)?;
        if status != 200 {
            return Err(io::Error::other(format!("the server answers {status}")));
        }
        times.push(asked.elapsed());
        thread::sleep(PAUSE);
    }
    Ok(times)
}

/// Sends a query, reads the answer, and returns its status.
fn ask(port: u16, path: &str, question: &str) -> io::Result<u16> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    write!(
        stream,
        "POST /api/{path} HTTP/1.1\r\nHost: localhost:{port}\r\nReynard-Client: 1\r\n\
         Connection: close\r\nContent-Length: {}\r\n\r\n{question}",
        question.len()
    )?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let status = answer.get(9..12).and_then(|digits| std::str::from_utf8(digits).ok());
    status.and_then(|digits| digits.parse().ok()).ok_or_else(|| io::Error::other("no status"))
}
