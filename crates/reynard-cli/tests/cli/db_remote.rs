//! Databases of other machines: `reynard serve --db` answers, `reynard db` asks.

#[cfg(not(feature = "fetch"))]
#[test]
fn a_build_without_connections_says_how_to_get_one_with() {
    use crate::run::reynard;

    for args in [
        &["db", "explore", "http://localhost:8765/?token=secret"][..],
        &["db", "games", "https://localhost/games.rdb"],
        &["db", "search", "http://localhost", "--material", "KRvK"],
    ] {
        let run = reynard(args);
        assert_eq!((run.code, &*run.stdout), (2, ""), "{run:?}");
        assert!(run.stderr.contains("--features fetch"), "{run:?}");
        assert!(!run.stderr.contains("secret"), "{run:?}");
    }
}

#[test]
fn commands_that_read_files_say_so() {
    use crate::run::reynard;

    for args in [
        &["db", "info", "http://localhost:1/a.rdb?token=secret"][..],
        &["db", "export", "http://localhost:1/"],
        &["db", "delete", "http://localhost:1/", "1"],
        &["db", "player", "http://localhost:1/", "tal"],
    ] {
        let run = reynard(args);
        assert_eq!((run.code, &*run.stdout), (2, ""), "{run:?}");
        assert!(run.stderr.contains("`db explore`, `db games` and `db search`"), "{run:?}");
        assert!(!run.stderr.contains("secret"), "{run:?}");
    }
    for address in ["htp://localhost:1/?token=secret", "localhost:1/?token=secret"] {
        for command in ["games", "explore", "search", "info"] {
            let run = reynard(&["db", command, address, "--json"]);
            assert!(run.stderr.contains("is written http://localhost:1/"), "{run:?}");
            assert!(run.code == 2 && !run.stderr.contains("secret"), "{run:?}");
        }
    }
    let joined = reynard(&["db", "games", "http://localhost:1/", "http://localhost:2/a.rdb"]);
    assert!(joined.code == 2 && joined.stderr.contains("answers alone"), "{joined:?}");
    let user = reynard(&["db", "games", "http://me:secret@localhost:1/"]);
    assert!(user.code == 2 && user.stderr.contains("has no user"), "{user:?}");
    assert!(!user.stderr.contains("secret"), "{user:?}");
}

#[cfg(feature = "fetch")]
mod with_connections {
    use reynard_testkit::{ReplyEnd, ScriptedServer, ServerReply};

    use crate::run::{Run, command, reynard, start};

    const JSON: &str = "application/json";

    fn about(interface: &str, names: &[&str]) -> String {
        let bases: Vec<String> =
            names.iter().map(|name| format!("{{\"name\":\"{name}\",\"games\":1}}")).collect();
        format!(
            "{{\"name\":\"reynard\",\"version\":\"9.9.9\"{interface},\"databases\":[{}]}}",
            bases.join(",")
        )
    }

    const KNOWN: &str = ",\"interface\":1";

    /// Asks a server that says something at first. Returns the run.
    fn asked(reply: ServerReply) -> Run {
        let server = ScriptedServer::start(move |_| reply.clone());
        reynard(&["db", "games", &server.url()])
    }

    #[test]
    fn a_server_that_is_none_is_reported_with_the_reason() {
        let ok = |text: &str| ServerReply::ok(JSON, text);
        let status = |status: &str, text: &str| ServerReply::with_status(status, JSON, text);
        let page = ServerReply::ok("text/html", "<!doctype html>hello");
        let redirect = "HTTP/1.1 301 Moved\r\nLocation: https://chess.example/?token=secret\r\n\
                        Content-Length: 0\r\nConnection: close\r\n\r\n";
        let silent = ServerReply { bytes: Vec::new(), end: ReplyEnd::Close };
        for (reply, reason) in [
            (page, "no server of Reynard answers"),
            (ok("{\"name\":\"fox\"}"), "no server of Reynard answers"),
            (status("404 Not Found", "nothing"), "no server of Reynard answers there (HTTP 404)"),
            (ok(&about("", &["a.rdb"])), "a newer version is needed there"),
            (ok(&about(",\"interface\":2", &["a.rdb"])), "a newer version is needed here"),
            (ok(&about(KNOWN, &[])), "the server has no database"),
            (
                ok(&about(KNOWN, &["a b.rdb", "c.rdb"])),
                "which database? There are a b.rdb, c.rdb: as in http",
            ),
            (status("401 Unauthorized", "{\"error\":\"x\"}"), "REYNARD_TOKEN"),
            (status("408 Timeout", "{\"error\":\"x\"}"), "more --question-time"),
            (status("421 Misdirected", "{\"error\":\"x\"}"), "has another name"),
            (status("500 Error", "{\"error\":\"a block is damaged\"}"), "a block is damaged"),
            (ServerReply::raw(redirect), "redirects to https://chess.example/: give that address"),
            (silent, "http://127.0.0.1:"),
            (ok(&about(KNOWN, &["a.rdb"])).cut(5), "the answer was cut"),
            (status("429 Too Many", "{\"error\":\"x\"}"), "asks to wait"),
        ] {
            let run = asked(reply);
            assert_eq!((run.code, &*run.stdout), (2, ""), "{reason}: {run:?}");
            assert!(run.stderr.contains(reason), "{reason}: {run:?}");
            assert!(run.stderr.lines().count() <= 3, "{run:?}");
        }
        let none = reynard(&["db", "games", "http://127.0.0.1:1/"]);
        assert!(
            none.code == 2 && none.stderr.contains("is `reynard serve --db` running"),
            "{none:?}"
        );
    }

    #[test]
    fn a_server_that_is_busy_is_asked_again() {
        use std::sync::atomic::{AtomicU32, Ordering};

        let count = AtomicU32::new(0);
        let server = ScriptedServer::start(move |_| match count.fetch_add(1, Ordering::SeqCst) {
            0 | 2 => ServerReply::raw(
                "HTTP/1.1 429 Too Many\r\nRetry-After: 0\r\nContent-Length: 0\r\n\
                 Connection: close\r\n\r\n",
            ),
            1 => ServerReply::ok(JSON, &about(KNOWN, &["a.rdb"])),
            _ => ServerReply::ok(JSON, "{\"total\":0,\"games\":[]}"),
        });
        let run = reynard(&["db", "games", &server.url()]);
        assert_eq!(run.code, 1, "{run:?}");
        assert!(
            run.stderr.contains("asks to wait") && run.stderr.contains("no game is left"),
            "{run:?}"
        );
    }

    #[test]
    fn a_token_goes_to_the_server_alone_and_is_not_printed() {
        let server = ScriptedServer::start(|_| {
            ServerReply::with_status("401 Unauthorized", JSON, "{\"error\":\"x\"}")
        });
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("token");
        std::fs::write(&file, "from-file\n").expect("a file");
        let file = file.to_str().expect("a plain path");
        let url = server.url();
        let in_address = format!("{url}/?token=in-address");
        for (args, variable) in [
            (&["db", "explore", &in_address, "--token-file", file][..], "in-variable"),
            (&["db", "explore", &url, "--token-file", file], "in-variable"),
            (&["db", "explore", &url], "in-variable"),
        ] {
            let mut command = command();
            command.env("REYNARD_TOKEN", variable);
            let output = start(command, args).wait_with_output().expect("it ends");
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(text.contains("the token is not accepted"), "{text}");
            assert!(!text.contains("in-address") && !text.contains("from-file"), "{text}");
            assert!(!text.contains("in-variable"), "{text}");
        }
        let heads = server.requests();
        for (head, token) in heads.iter().zip(["in-address", "from-file", "in-variable"]) {
            assert!(head.to_ascii_lowercase().contains(&format!("bearer {token}")), "{head}");
            assert!(head.starts_with("GET /api/about HTTP"), "{head}");
        }
        assert_eq!(heads.len(), 3);
        // To the network in clear text, it does not go at all.
        let plain = reynard(&["db", "games", "http://192.0.2.1/?token=secret"]);
        assert!(plain.code == 2 && plain.stderr.contains("use HTTPS"), "{plain:?}");
        assert!(!plain.stderr.contains("secret"), "{plain:?}");
    }
}

#[cfg(all(feature = "fetch", feature = "web"))]
mod with_server {
    use std::fs;
    use std::io::{BufRead, BufReader};
    use std::path::Path;
    use std::process::Child;

    use crate::run::{command, reynard_in, start};

    /// A server that ends with the test.
    struct Server {
        child: Child,
        url: String,
    }

    impl Server {
        fn start(folder: &Path, args: &[&str]) -> Self {
            let mut command = command();
            command.current_dir(folder);
            let mut child = start(command, &[&["serve"], args].concat());
            let mut url = String::new();
            let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
            output.read_line(&mut url).expect("a line");
            Self { child, url: url.trim().to_owned() }
        }
    }

    impl Drop for Server {
        fn drop(&mut self) {
            // It may have ended.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    const LOCAL: [&str; 2] = ["--listen", "127.0.0.1:0"];

    /// Makes a base of 1,200 games, more than an answer has, with a mark and a saved search.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        let game = |number: u32| {
            let (year, elo) = (1950 + number % 70, 2000 + number * 7 % 800);
            let moves = ["1. e4 e5 2. Nf3 Nc6", "1. d4 d5 2. c4", "1. e4 c5"][number as usize % 3];
            format!(
                "[Event \"Open {number}\"]\n[White \"Player {}\"]\n[Black \"K\u{f6}nig\"]\n\
                 [Date \"{year}.??.??\"]\n[WhiteElo \"{elo}\"]\n[BlackElo \"2400\"]\n\
                 [Result \"1-0\"]\n\n{moves} 1-0\n\n",
                number % 90
            )
        };
        let games: String = (0..1200).map(game).collect();
        fs::write(folder.path().join("games.pgn"), games).expect("a file");
        for args in [
            &["db", "create", "games.rdb", "games.pgn"][..],
            &["db", "mark", "games.rdb", "good", "3", "4", "700"],
            &["db", "save", "games.rdb", "strong", "elo>=2350"],
        ] {
            assert_eq!(reynard_in(folder.path(), args).code, 0, "{args:?}");
        }
        folder
    }

    /// The questions, with `BASE` for the database.
    const QUESTIONS: [&[&str]; 24] = [
        &["explore", "BASE"],
        &["explore", "BASE", "--json"],
        &["explore", "BASE", "--moves", "e4 e5", "--board", "--games", "2", "--limit", "1"],
        &["explore", "BASE", "--moves", "e4", "--each", "--no-transpositions", "year>=1990"],
        &["explore", "BASE", "--each", "--json", "@strong"],
        &["explore", "BASE", "--by", "decade"],
        &["explore", "BASE", "--by", "year", "--board"],
        &["explore", "BASE", "--by", "rating", "--csv", "year>=1990"],
        &["explore", "BASE", "--by", "tc", "--json"],
        &["explore", "BASE", "--moves", "a4 a5"],
        &["games", "BASE"],
        &["games", "BASE", "--json", "--order", "white", "--reverse", "--limit", "1100"],
        &["games", "BASE", "--order", "elo", "--offset", "1150"],
        &["games", "BASE", "--offset", "1300"],
        &["games", "BASE", "--pgn", "--limit", "150", "@strong"],
        &["games", "BASE", "--mark", "good"],
        &["games", "BASE", "--mark", "good", "white=Nobody"],
        &["games", "BASE", "white~\"player 7\"", "--moves", "d4", "--order", "plies"],
        &["games", "BASE", "white~nobody"],
        &["games", "BASE", "--limit", "0"],
        &["search", "BASE", "--position", "*/*/*/*/4P3/*/*/* b", "--limit", "3"],
        &["search", "BASE", "--material", "KRvKR"],
        &["search", "BASE", "--position", "*/*/*/*/4P3/*/*/* b", "year<1960", "or", "year>2010"],
        &["games", "BASE", "whit~nobody"],
    ];

    fn check(folder: &Path, address: &str, options: &[&str]) {
        // Messages name the database, but never the token.
        let name = address.split('?').next().unwrap_or_default();
        for question in QUESTIONS {
            let ask = |base: &str, options: &[&str]| {
                let words = question.iter().map(|&word| if word == "BASE" { base } else { word });
                let args: Vec<&str> =
                    ["db"].into_iter().chain(words).chain(options.iter().copied()).collect();
                reynard_in(folder, &args)
            };
            let (file, remote) = (ask("games.rdb", &[]), ask(address, options));
            assert_eq!(remote.code, file.code, "{question:?}: {remote:?}");
            assert_eq!(remote.stdout, file.stdout, "{question:?}: {}", remote.stderr);
            assert_eq!(remote.stderr.replace(name, "games.rdb"), file.stderr, "{question:?}");
        }
    }

    #[test]
    fn answers_are_those_of_the_file() {
        let folder = folder();
        let path = folder.path();
        let server = Server::start(path, &[&LOCAL[..], &["--db", "games.rdb"]].concat());
        check(path, &server.url, &[]);
        let named = format!("{}games.rdb", server.url);
        let wrong = format!("{}gmes.rdb", server.url);
        let games = |base: &str, rest: &[&str]| {
            reynard_in(path, &[&["db", "games", base, "--limit", "1"][..], rest].concat())
        };
        assert_eq!(games(&named, &[]).code, 0);
        let near = games(&wrong, &[]);
        assert!(near.code == 2 && near.stderr.contains("did you mean games.rdb?"), "{near:?}");
        let secure = games(&named.replace("http:", "https:"), &[]);
        assert!(secure.code == 2 && secure.stderr.contains("no HTTPS of its own"), "{secure:?}");
        let mark = games(&named, &["--mark", "god"]);
        assert!(mark.code == 2 && mark.stderr.contains("did you mean good?"), "{mark:?}");
        let search = games(&named, &["@stron"]);
        assert!(search.code == 2 && search.stderr.contains("did you mean @strong?"), "{search:?}");
    }

    #[test]
    fn a_server_for_others_asks_for_its_token() {
        let folder = folder();
        let path = folder.path();
        let args = ["--listen", "0.0.0.0:0", "--db", "games.rdb"];
        let server = Server::start(path, &args);
        let (plain, token) = server.url.split_once("?token=").expect("a token");
        let none = reynard_in(path, &["db", "games", plain]);
        assert!(none.code == 2 && none.stderr.contains("asks for its token"), "{none:?}");
        let wrong = reynard_in(path, &["db", "games", &format!("{plain}?token=00")]);
        assert!(wrong.code == 2 && wrong.stderr.contains("not accepted"), "{wrong:?}");
        fs::write(path.join("token"), token).expect("a file");
        check(path, &server.url, &[]);
        let file = ["db", "games", plain, "--limit", "1", "--token-file", "token"];
        assert_eq!(reynard_in(path, &file).code, 0);
    }

    #[test]
    fn a_server_passes_questions_on_to_another_one() {
        let folder = folder();
        let path = folder.path();
        fs::write(path.join("other.pgn"), "1. a3 *\n").expect("a file");
        let behind = Server::start(
            path,
            &["--listen", "0.0.0.0:0", "--pgn", "other.pgn", "--db", "games.rdb"],
        );
        let url = behind.url.clone();
        let (root, token) = url.split_once("?token=").expect("a token");
        let address = format!("{root}games.rdb?token={token}");
        let several = reynard_in(path, &["db", "games", &behind.url]);
        assert!(several.code == 2 && several.stderr.contains("which database?"), "{several:?}");
        let server =
            Server::start(path, &[&LOCAL[..], &["--pgn", "other.pgn", "--db", &address]].concat());
        check(path, &format!("{}games.rdb", server.url), &[]);
        drop(behind);
        let gone = reynard_in(path, &["db", "games", &format!("{}games.rdb", server.url)]);
        assert!(gone.code == 2 && gone.stderr.contains("no connection"), "{gone:?}");
        assert!(!gone.stderr.contains(token), "{gone:?}");
        let none = reynard_in(path, &["serve", "--db", &address]);
        assert!(
            none.code == 2 && none.stderr.contains("is `reynard serve --db` running"),
            "{none:?}"
        );
        assert!(!none.stderr.contains(token), "{none:?}");
    }
}
