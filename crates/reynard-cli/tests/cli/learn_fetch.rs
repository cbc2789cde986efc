//! `reynard learn fetch`, against a server that speaks as lichess and chess.com do, with faults.

#[cfg(not(feature = "fetch"))]
#[test]
fn a_build_without_connections_says_how_to_get_one_with() {
    use crate::run::reynard;

    let run = reynard(&["learn", "fetch", "lichess:rider85"]);
    assert_eq!((run.code, &*run.stdout), (2, ""), "{run:?}");
    assert!(run.stderr.contains("--features fetch"), "{run:?}");
}

#[cfg(feature = "fetch")]
mod with_connections {
    use std::fs;
    use std::path::Path;

    use reynard_testkit::{ReplyEnd, ScriptedServer, ServerReply};

    use crate::folder::Folder;
    use crate::run::{Run, command, reynard, start};

    const PGN: &str = "application/x-chess-pgn";

    /// Returns a game of `Me` as lichess writes it; `day` is the day of January 2026 on which it
    /// began.
    fn game(day: u32) -> String {
        format!(
            "[Event \"rated blitz game\"]\n[Site \"https://lichess.org/game{day:04}\"]\n\
             [White \"Me\"]\n[Black \"other\"]\n[Result \"1-0\"]\n[UTCDate \"2026.01.{day:02}\"]\n\
             [UTCTime \"12:00:00\"]\n[Variant \"Standard\"]\n\n1. e4 {{ [%eval 0.3] [%clk 0:03:00] }} \
             1... e5 {{ [%eval 0.2] }} 2. Nf3 {{ [%eval 0.2] }} 1-0\n\n\n"
        )
    }

    /// Returns a game of `Me` as chess.com writes it.
    fn live_game(number: u32) -> String {
        format!(
            "[Event \"Live Chess\"]\n[Site \"Chess.com\"]\n[White \"other\"]\n[Black \"me\"]\n\
             [Result \"1-0\"]\n[UTCDate \"2026.01.02\"]\n[UTCTime \"12:00:00\"]\n\
             [Link \"https://www.chess.com/game/live/{number}\"]\n\n1. d4 {{[%clk 0:02:59.9]}} \
             1... d5 {{[%clk 0:02:58]}} 1-0\n\n"
        )
    }

    fn games(days: impl IntoIterator<Item = u32>) -> String {
        days.into_iter().map(game).collect()
    }

    struct Notebook(Folder);

    impl Notebook {
        fn new() -> Self {
            let folder = Folder::new();
            let path = folder.path("nb");
            let run = reynard(&["learn", "start", &path, "--me", "Me", "--nodes", "300"]);
            assert_eq!(run.code, 0, "{run:?}");
            Self(folder)
        }

        fn read(&self, name: &str) -> String {
            fs::read_to_string(self.0.path(&format!("nb/{name}"))).unwrap_or_default()
        }

        fn command(&self, server: &ScriptedServer) -> (std::process::Command, Vec<String>) {
            let mut command = command();
            command.env("LICHESS_TOKEN", "");
            let args = ["learn", "fetch", "--notebook", &self.0.path("nb"), "--no-engine"];
            let mut args: Vec<String> = args.map(str::to_owned).to_vec();
            for option in ["--lichess-url", "--chesscom-url"] {
                args.extend([option.to_owned(), server.url()]);
            }
            (command, args)
        }

        fn fetch(&self, server: &ScriptedServer, args: &[&str]) -> Run {
            let (command, mut all) = self.command(server);
            all.extend(args.iter().map(|&arg| arg.to_owned()));
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            let output = start(command, &all).wait_with_output().expect("it ends");
            Run {
                code: output.status.code().unwrap_or(-1),
                stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
                stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            }
        }

        /// Checks the beginning of a line of `learn status` about an account.
        fn check_status(&self, account: &str) {
            let run = reynard(&["learn", "status", "--notebook", &self.0.path("nb")]);
            assert!(
                run.code == 0 && run.stdout.contains(&format!("Account      {account}")),
                "{run:?}"
            );
        }

        /// Returns the addresses of the games, in the order of the file.
        fn links(&self) -> Vec<String> {
            let text = self.read("games.pgn");
            let lines = text.lines().filter_map(|line| {
                let value = line.strip_prefix("[Site \"https://lichess.org/");
                value.or_else(|| line.strip_prefix("[Link \"https://www.chess.com/game/live/"))
            });
            lines.map(|value| value.trim_end_matches("\"]").to_owned()).collect()
        }
    }

    /// Serves one answer to lichess's request.
    fn lichess(reply: ServerReply) -> ScriptedServer {
        ScriptedServer::start(move |_| reply.clone())
    }

    /// Fetches games with a fault in the answer. Returns the notebook and the run.
    fn fetched(reply: ServerReply) -> (Notebook, Run) {
        let notebook = Notebook::new();
        let run = notebook.fetch(&lichess(reply), &["lichess:me"]);
        (notebook, run)
    }

    #[test]
    fn both_sites_give_their_games_once_and_the_next_fetch_goes_on() {
        let server = ScriptedServer::start(|head| {
            let list = "{\"archives\":[\"https://api.chess.com/pub/player/me/games/2025/12\",\
                        \"https://api.chess.com/pub/player/me/games/9999/01\"]}";
            let path = head.split(' ').nth(1).unwrap_or_default();
            match path {
                _ if path.starts_with("/api/games/user/Me?") => {
                    ServerReply::chunked(PGN, &[&game(1)[..100], &game(1)[100..], &game(2)])
                }
                "/pub/player/me/games/archives" => ServerReply::ok("application/json", list),
                "/pub/player/me/games/2025/12/pgn" => ServerReply::ok(PGN, &live_game(1)),
                _ if head.contains("if-none-match: \"v1\"") => {
                    ServerReply::raw("HTTP/1.1 304 Not Modified\r\n\r\n")
                }
                _ => {
                    let games = live_game(2) + &live_game(3);
                    let length = games.len();
                    ServerReply::raw(format!(
                        "HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: {length}\r\n\r\n{games}"
                    ))
                }
            }
        });
        let notebook = Notebook::new();
        let run = notebook.fetch(&server, &["lichess:Me", "chess.com:Me"]);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.stdout.starts_with("5 games added; the notebook has 5 games."), "{run:?}");
        assert_eq!(
            run.stderr,
            "lichess:Me: 2 games came\nchesscom:Me: 3 games came\n5 games new\n"
        );
        assert_eq!(notebook.links(), ["game0001", "game0002", "1", "2", "3"]);
        notebook.check_status("chesscom:me, 3 games, last fetched 20");
        notebook.check_status("lichess:me, 2 games, last fetched 20");
        let before = notebook.read("games.pgn");
        // The accounts need not be named again.
        let again = notebook.fetch(&server, &[]);
        assert_eq!((again.code, notebook.read("games.pgn")), (0, before), "{again:?}");
        let requests = server.requests();
        let paths: Vec<&str> =
            requests.iter().map(|head| head.split(' ').nth(1).unwrap_or_default()).collect();
        assert_eq!(paths.len(), 4 + 4, "{paths:?}");
        assert!(paths[0].contains("sort=dateAsc") && !paths[0].contains("since"), "{paths:?}");
        // The second of January 2026 at noon.
        let since = "&since=1767355200000";
        assert!(paths.iter().any(|path| path.ends_with(since)), "{paths:?}");
        let list = "/pub/player/me/games/archives";
        assert_eq!(paths.iter().filter(|path| **path == list).count(), 2);
        let month = "/pub/player/me/games/9999/01/pgn";
        assert_eq!(paths.iter().filter(|path| **path == month).count(), 2);
        assert_eq!(server.most_open(), 1, "one request at a time");
        assert!(requests.iter().all(|head| head.contains("user-agent: Reynard/")));
        // Progress that is lost or damaged costs time only.
        for text in ["", "{", "{\"accounts\": 7}"] {
            fs::write(notebook.0.path("nb/.fetch.json"), text).expect("a file");
            let run = notebook.fetch(&server, &["lichess:Me", "chess.com:Me"]);
            assert!(run.code == 0 && run.stderr.contains("5 games there already"), "{run:?}");
        }
    }

    #[test]
    fn a_cut_answer_keeps_what_came_whole_and_the_next_one_brings_the_rest() {
        let whole = games(1..=4);
        // In the middle of tags, of moves, of a result, and after a game.
        for kept in [
            2 * game(1).len() + 30,
            3 * game(1).len() - 30,
            3 * game(1).len() - 5,
            3 * game(1).len(),
        ] {
            let (text, full) = (whole[..kept].to_owned(), whole.clone());
            let server = ScriptedServer::start(move |head| {
                if head.contains("since=") {
                    ServerReply::chunked(PGN, &[&full])
                } else {
                    ServerReply::chunked(PGN, &[&text]).cut(5)
                }
            });
            let notebook = Notebook::new();
            let run = notebook.fetch(&server, &["lichess:me"]);
            assert_eq!(run.code, 2, "{run:?}");
            assert!(run.stderr.contains("the connection broke"), "{run:?}");
            let end = "error: not all games of lichess:me came; the same command goes on\n";
            assert!(run.stderr.ends_with(end), "{run:?}");
            let came = notebook.links().len();
            assert!(came == kept / game(1).len() || came == 3, "{kept}: {came}");
            assert!(run.stdout.contains(&format!("the notebook has {came} games")), "{run:?}");
            notebook.check_status(&format!("lichess:me, {came} games, never fetched to the end"));
            let run = notebook.fetch(&server, &["lichess:me"]);
            assert_eq!(run.code, 0, "{run:?}");
            assert_eq!(notebook.links(), ["game0001", "game0002", "game0003", "game0004"]);
        }
    }

    #[test]
    fn a_length_that_is_too_short_is_a_cut() {
        let text = games(1..=2);
        let length = text.len() - 20;
        let head =
            format!("HTTP/1.1 200 OK\r\nContent-Type: {PGN}\r\nContent-Length: {length}\r\n\r\n");
        let (notebook, run) = fetched(ServerReply::raw(head + &text));
        assert!(run.code == 2 && run.stderr.contains("the last game was cut"), "{run:?}");
        assert_eq!(notebook.links(), ["game0001"]);
    }

    #[test]
    fn a_game_without_a_result_at_its_end_is_cut_only_if_it_is_the_last() {
        let unmarked = game(2).replace(" 1-0\n\n\n", "\n\n\n");
        let (notebook, run) = fetched(ServerReply::ok(PGN, &(game(1) + &unmarked + &game(3))));
        assert_eq!(run.code, 0, "{run:?}");
        assert_eq!(notebook.links(), ["game0001", "game0002", "game0003"]);
    }

    #[test]
    fn a_server_that_asks_to_wait_gets_its_pause_and_one_that_asks_for_hours_does_not() {
        let first = std::sync::atomic::AtomicBool::new(true);
        let server = ScriptedServer::start(move |_| {
            if first.swap(false, std::sync::atomic::Ordering::SeqCst) {
                ServerReply::raw(
                    "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n",
                )
            } else {
                ServerReply::ok(PGN, &game(1))
            }
        });
        let notebook = Notebook::new();
        let run = notebook.fetch(&server, &["lichess:me"]);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(
            run.stderr.starts_with("lichess.org asks to wait: the fetch goes on in 1 s\n"),
            "{run:?}"
        );
        assert_eq!(notebook.links(), ["game0001"]);
        let hours =
            "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7200\r\nContent-Length: 0\r\n\r\n";
        let (_, run) = fetched(ServerReply::raw(hours));
        assert!(run.code == 2 && run.stderr.contains("asks to wait, now for 120 min"), "{run:?}");
    }

    #[test]
    fn an_error_of_the_server_is_tried_again_and_named_if_it_stays() {
        let count = std::sync::atomic::AtomicU32::new(0);
        let server = ScriptedServer::start(move |head| {
            let is_first = count.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0;
            if is_first || head.starts_with("GET /pub") {
                ServerReply::with_status("500 Internal Server Error", "text/html", "<html>")
            } else {
                ServerReply::ok(PGN, &game(1))
            }
        });
        let notebook = Notebook::new();
        let run = notebook.fetch(&server, &["chesscom:me", "lichess:me"]);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(
            run.stderr.contains("chesscom:me: chess.com has an error (HTTP 500), 4 times"),
            "{run:?}"
        );
        assert!(
            run.stderr.ends_with("not all games of chesscom:me came; the same command goes on\n")
        );
        // The other account is not affected.
        assert_eq!(notebook.links(), ["game0001"]);
        assert_eq!(server.requests().len(), 4 + 1);
    }

    #[test]
    fn answers_that_are_not_games_are_named_and_add_nothing() {
        let page = "<!doctype html><title>Log in to Hotel Wi-Fi</title>";
        for (reply, reason) in [
            (ServerReply::ok("text/html; charset=utf-8", page), "not games but text/html"),
            (ServerReply::ok(PGN, page), "the answer is not games"),
            (
                ServerReply::ok("application/json", "{\"error\":\"x\"}"),
                "not games but application/json",
            ),
            (ServerReply::with_status("404 Not Found", "text/html", page), "no such player"),
            (ServerReply::with_status("401 Unauthorized", PGN, ""), "the token is not accepted"),
            (
                ServerReply::with_status("403 Forbidden", "text/html", page),
                "refuses the request (HTTP 403)",
            ),
            (ServerReply::raw("garbage\r\n\r\n"), "not an answer of HTTP"),
        ] {
            let (notebook, run) = fetched(reply);
            assert_eq!((run.code, notebook.read("games.pgn").as_str()), (2, ""), "{run:?}");
            assert!(run.stderr.contains(reason), "{reason}: {run:?}");
        }
        let server = ScriptedServer::start(|_| ServerReply::ok("text/html", "<html>"));
        let run = Notebook::new().fetch(&server, &["chesscom:me"]);
        assert!(run.code == 2 && run.stderr.contains("not a list of months"), "{run:?}");
        // No game at all is not a fault.
        let (_, run) = fetched(ServerReply::ok(PGN, ""));
        assert!(run.code == 0 && run.stderr == "lichess:me: 0 games came\n", "{run:?}");
    }

    #[test]
    fn names_in_another_charset_are_read_and_utf_16_is_named() {
        let text = game(1).replace("other", "M\u{fc}ller");
        let latin: Vec<u8> = text.chars().map(|c| u8::try_from(c).expect("Latin-1")).collect();
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: application/x-chess-pgn; charset=iso-8859-1\r\n\r\n";
        let (notebook, run) = fetched(ServerReply::raw([head.as_bytes(), &latin].concat()));
        assert_eq!(run.code, 0, "{run:?}");
        let kept = fs::read(notebook.0.path("nb/games.pgn")).expect("the games");
        assert!(String::from_utf8_lossy(&kept).contains("[White \"Me\"]"));
        let export = reynard(&["pgn", "players", "M\u{fc}ller", &notebook.0.path("nb/games.pgn")]);
        assert_eq!(export.code, 0, "{export:?}");
        let wide: Vec<u8> = [0xfeff_u16]
            .into_iter()
            .chain(text.encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect();
        let (notebook, run) = fetched(ServerReply::raw([head.as_bytes(), &wide].concat()));
        assert!(run.code != 0 && notebook.links().is_empty(), "{run:?}");
        assert!(run.stderr.to_lowercase().contains("utf-16"), "{run:?}");
    }

    // lichess-org/lila#15899 and #11708: games that come several times, and without an empty line
    // between them.
    #[test]
    fn games_that_come_twice_or_run_together_are_kept_once_each() {
        let text = games([1, 1, 2, 1]).replace("1-0\n\n\n[", "1-0[") + &game(2);
        assert!(text.contains("1-0[Event"), "{text}");
        let (notebook, run) = fetched(ServerReply::ok(PGN, &text));
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.stderr.contains("3 games there already"), "{run:?}");
        assert_eq!(notebook.links(), ["game0001", "game0002"]);
    }

    // franciscoBSalgueiro/en-croissant#815: a game that was edited came a second time.
    #[test]
    fn a_game_that_the_learner_has_edited_does_not_come_again() {
        let server = lichess(ServerReply::ok(PGN, &games(1..=2)));
        let notebook = Notebook::new();
        assert_eq!(notebook.fetch(&server, &["lichess:me"]).code, 0);
        let edited = notebook.read("games.pgn").replacen("2. Nf3", "{ why? } 2. Nf3 $1 (2. d4)", 2);
        assert!(edited.contains("(2. d4)"), "{edited}");
        fs::write(notebook.0.path("nb/games.pgn"), &edited).expect("the games");
        fs::remove_file(notebook.0.path("nb/.fetch.json")).expect("the progress");
        assert_eq!(notebook.fetch(&server, &["lichess:me"]).code, 0);
        assert_eq!(notebook.read("games.pgn"), edited);
    }

    #[test]
    fn games_that_are_gone_since_the_last_fetch_are_named() {
        let server = ScriptedServer::start(|head| {
            let later = head.contains("since=");
            ServerReply::ok(PGN, &games(if later { 3..=3 } else { 1..=3 }))
        });
        let notebook = Notebook::new();
        assert_eq!(notebook.fetch(&server, &["lichess:me"]).code, 0);
        fs::write(notebook.0.path("nb/games.pgn"), games(3..=3)).expect("the games");
        let run = notebook.fetch(&server, &[]);
        let note = "games.pgn has 1 game, fewer than the 3 after the last fetch: once .fetch.json is \
                    deleted, all come again\n";
        assert!(run.code == 0 && run.stderr.starts_with(note), "{run:?}");
        assert_eq!(notebook.links(), ["game0003"], "deleted games do not come back by themselves");
        fs::remove_file(notebook.0.path("nb/.fetch.json")).expect("the progress");
        let run = notebook.fetch(&server, &["lichess:me"]);
        assert!(run.code == 0 && !run.stderr.contains("fewer"), "{run:?}");
        assert_eq!(notebook.links(), ["game0003", "game0001", "game0002"]);
    }

    // ChameleonRed/cw_download_chess_com_games, pull request 1: a month with bughouse ended it.
    #[test]
    fn games_of_variants_are_counted_and_cost_no_other() {
        let bughouse = live_game(7).replace("[White", "[Variant \"Bughouse\"]\n[White");
        let month = live_game(1) + &bughouse + &live_game(2);
        let server = ScriptedServer::start(move |head| {
            if head.contains("archives") {
                ServerReply::ok("application/json", "{\"archives\":[\"x/2025/12\"]}")
            } else {
                ServerReply::ok(PGN, &month)
            }
        });
        let notebook = Notebook::new();
        let run = notebook.fetch(&server, &["chesscom:me"]);
        assert_eq!(
            (run.code, notebook.links()),
            (0, vec!["1".to_owned(), "2".to_owned()]),
            "{run:?}"
        );
        assert!(run.stderr.contains("1 game of a chess variant left out"), "{run:?}");
    }

    #[test]
    fn an_endless_answer_is_left_and_costs_no_game() {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: {PGN}\r\n\r\n");
        let mut reply = ServerReply::raw(head + &game(1) + "[Event \"x\"]\n\n{ ");
        reply.end = ReplyEnd::Repeat(b"words and words and words ".repeat(1_000));
        let (notebook, run) = fetched(reply);
        assert!(run.code == 2 && run.stderr.contains("without the end of a game"), "{run:?}");
        assert_eq!(notebook.links(), ["game0001"]);
    }

    #[test]
    fn the_token_goes_to_lichess_only_and_is_kept_nowhere() {
        let server = ScriptedServer::start(|head| {
            if head.starts_with("GET /pub") {
                ServerReply::ok("application/json", "{\"archives\":[]}")
            } else {
                ServerReply::ok(PGN, &game(1))
            }
        });
        let notebook = Notebook::new();
        let (mut command, mut args) = notebook.command(&server);
        command.env("LICHESS_TOKEN", "lip_secret");
        args.extend(["lichess:me".to_owned(), "chesscom:me".to_owned()]);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let output = start(command, &args).wait_with_output().expect("it ends");
        assert!(output.status.success(), "{output:?}");
        let requests = server.requests();
        assert_eq!(requests.len(), 2);
        assert!(requests[0].contains("authorization: Bearer lip_secret"), "{requests:?}");
        assert!(!requests[1].contains("secret"), "{requests:?}");
        let mut texts = vec![output.stdout, output.stderr];
        for entry in fs::read_dir(notebook.0.path("nb")).expect("the notebook") {
            texts.extend(fs::read(entry.expect("an entry").path()));
        }
        for text in texts {
            assert!(!String::from_utf8_lossy(&text).contains("secret"));
        }
    }

    #[test]
    fn a_date_leaves_out_earlier_games_and_an_earlier_one_brings_them() {
        let notebook = Notebook::new();
        let server = lichess(ServerReply::ok(PGN, &game(3)));
        assert_eq!(notebook.fetch(&server, &["--since", "2026-01-03", "lichess:me"]).code, 0);
        assert_eq!(notebook.fetch(&server, &["--since", "2026", "lichess:me"]).code, 0);
        let requests = server.requests();
        assert!(requests[0].contains("&since=1767398400000 "), "{requests:?}");
        assert!(requests[1].contains("&since=1767225600000 "), "{requests:?}");
        let run = notebook.fetch(&server, &["--since", "yesterday", "lichess:me"]);
        assert!(run.code == 2 && run.stderr.contains("`yesterday` is not a date"), "{run:?}");
    }

    #[test]
    fn an_account_that_is_not_the_learners_is_refused_before_any_request() {
        let notebook = Notebook::new();
        let server = lichess(ServerReply::ok(PGN, &game(1)));
        for (args, reason) in [
            (&["lichess:stranger"][..], "`stranger` is not one of your names: add it to `me` in"),
            (&["fics:me"], "not an account like lichess:NAME or chesscom:NAME"),
            (&[], "no account: name one"),
        ] {
            let run = notebook.fetch(&server, args);
            assert!(run.code == 2 && run.stderr.contains(reason), "{reason}: {run:?}");
        }
        assert!(server.requests().is_empty(), "{:?}", server.requests());
    }

    #[test]
    fn fetched_games_are_analyzed_and_become_cards() {
        let blunder = "[Event \"x\"]\n[Site \"https://lichess.org/a\"]\n[White \"a\"]\n[Black \"Me\"]\n\n\
                       1. e4 e5 2. Nf3 Qg5 3. Nxg5 a6 4. d4 exd4 5. Qxd4 1-0\n\n";
        let server = lichess(ServerReply::ok(PGN, blunder));
        let notebook = Notebook::new();
        let folder = notebook.0.path("nb");
        let url = server.url();
        let args = [
            "learn",
            "fetch",
            "--notebook",
            &folder,
            "--nodes",
            "2000",
            "--lichess-url",
            &url,
            "lichess:me",
        ];
        let run = reynard(&args);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.stdout.starts_with("1 game added; the notebook has 1 game.\n"), "{run:?}");
        assert!(run.stdout.contains("new card"), "{run:?}");
        assert!(notebook.read("games.pgn").contains("%eval"));
        // A fetch without new games looks at those of one that was stopped before the engine.
        let bare = notebook.read("games.pgn").replace("%eval", "%x");
        fs::write(notebook.0.path("nb/games.pgn"), bare).expect("the games");
        let run = reynard(&args);
        assert!(run.code == 0 && notebook.read("games.pgn").contains("%eval"), "{run:?}");
    }

    /// Games of `many`, more than a reader takes at once.
    const MANY: u32 = 600;

    fn many(count: u32) -> String {
        let games = (1..=count).map(|number| {
            let day = 1 + (number - 1) / 30;
            game(day).replace(&format!("game{day:04}"), &format!("many{number}"))
        });
        games.collect()
    }

    /// Starts a fetch from a server that falls silent in the middle, and waits until there are
    /// games on the disk.
    #[cfg(unix)]
    fn silent(notebook: &Notebook) -> (ScriptedServer, std::process::Child) {
        let server = ScriptedServer::start(|head| {
            if head.contains("since=") {
                return ServerReply::ok(PGN, &many(MANY));
            }
            let head = format!("HTTP/1.1 200 OK\r\nContent-Type: {PGN}\r\n\r\n");
            let mut reply = ServerReply::raw(head + &many(MANY - 10) + "[Event \"x\"]\n");
            reply.end = ReplyEnd::Silence;
            reply
        });
        let (command, mut args) = notebook.command(&server);
        args.push("lichess:me".to_owned());
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let child = start(command, &args);
        let begin = std::time::Instant::now();
        while notebook.links().is_empty() {
            assert!(begin.elapsed() < crate::run::TIMEOUT, "no game comes");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        (server, child)
    }

    #[cfg(unix)]
    #[test]
    fn ctrl_c_keeps_what_came_and_the_same_command_goes_on() {
        use std::io::Read as _;

        use rustix::process::{Pid, Signal, kill_process};

        let notebook = Notebook::new();
        let (server, mut child) = silent(&notebook);
        kill_process(Pid::from_child(&child), Signal::INT).expect("a signal");
        let mut notes = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut notes).expect("text");
        let came = notebook.links().len();
        let expected =
            format!("interrupted: {came} new games came, and stay; the same command goes on\n");
        assert!(notes.ends_with(&expected), "{notes}");
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        let run = notebook.fetch(&server, &["lichess:me"]);
        assert_eq!((run.code, notebook.links().len()), (0, MANY as usize), "{run:?}");
        assert!(server.requests()[1].contains("since="), "it goes on");
    }

    #[cfg(unix)]
    #[test]
    fn a_killed_fetch_has_no_game_twice() {
        let notebook = Notebook::new();
        let (server, mut child) = silent(&notebook);
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        drop(server);
        let server = lichess(ServerReply::ok(PGN, &many(MANY)));
        let run = notebook.fetch(&server, &["lichess:me"]);
        assert_eq!(run.code, 0, "{run:?}");
        let mut links = notebook.links();
        links.sort();
        links.dedup();
        assert_eq!((links.len(), notebook.links().len()), (MANY as usize, MANY as usize));
        assert!(Path::new(&notebook.0.path("nb/.fetch.json")).is_file());
    }
}
