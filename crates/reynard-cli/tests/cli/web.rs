//! `reynard serve` and `reynard web`, with and without the page in the build.

#[cfg(not(feature = "web"))]
#[test]
fn a_build_without_the_page_says_how_to_get_it() {
    use crate::run::reynard_in;

    let folder = tempfile::tempdir().expect("a folder");
    for args in [&["serve"][..], &["web", "export", "page.html"], &["web", "files", "page"]] {
        let run = reynard_in(folder.path(), args);
        assert_eq!((run.code, &*run.stdout), (2, ""), "{run:?}");
        assert!(run.stderr.contains("--features web"), "{run:?}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

#[cfg(feature = "web")]
mod with_page {
    use std::fs;
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpStream;
    use std::time::{Duration, Instant};

    use crate::run::{TIMEOUT, command, reynard_in, start};

    #[test]
    fn the_page_is_written_as_files_and_as_one_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = reynard_in(folder.path(), &["web", "files", "page"]);
        assert_eq!(files.code, 0, "{files:?}");
        let page = folder.path().join("page");
        assert!(fs::read(page.join("wasm/reynard_bg.wasm")).expect("a file").starts_with(b"\0asm"));
        let described = fs::read_to_string(page.join("build.json")).expect("a file");
        let described: serde_json::Value = serde_json::from_str(&described).expect("JSON");
        for name in described["files"].as_array().expect("names") {
            assert!(page.join(name.as_str().expect("a name")).is_file(), "{name}");
        }
        let sizes = ["page.html", "network.html"].map(|name| {
            let args = [
                &["web", "export", name][..],
                if name == "page.html" { &[] } else { &["--network"] },
            ]
            .concat();
            let run = reynard_in(folder.path(), &args);
            assert_eq!(run.code, 0, "{run:?}");
            let html = fs::read_to_string(folder.path().join(name)).expect("a file");
            for link in ["src=\"./", "href=\"./"] {
                assert!(!html.contains(link), "{name} has {link}");
            }
            html.len()
        });
        assert!(sizes[1] > sizes[0] + 400_000, "{sizes:?}");
    }

    #[test]
    fn the_page_is_served_until_ctrl_c() {
        let mut child = start(command(), &["serve", "--listen", "127.0.0.1:0"]);
        let mut url = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        output.read_line(&mut url).expect("a line");
        let host = url
            .trim()
            .strip_prefix("http://")
            .and_then(|rest| rest.strip_suffix('/'))
            .expect("an address");
        let mut stream = TcpStream::connect(host).expect("a connection");
        write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
            .expect("a request");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("a reply");
        assert!(reply.starts_with("HTTP/1.1 200") && reply.contains("<!doctype html>"), "{reply}");
        #[cfg(unix)]
        {
            crate::run::send(rustix::process::Signal::INT, &child);
            assert!(child.wait().expect("it ends").success());
        }
        #[cfg(not(unix))]
        child.kill().expect("it ends");
    }

    /// Sends a request, and returns the answer without its head, with its status.
    fn ask(host: &str, request: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(host).expect("a connection");
        let length = body.len();
        write!(
            stream,
            "{request} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .expect("a request");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("a reply");
        let (head, body) = reply.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|text| text.parse().ok()).expect("a status");
        (status, body.to_owned())
    }

    #[test]
    fn a_notebook_is_read_by_the_page_and_only_added_to() {
        let folder = tempfile::tempdir().expect("a folder");
        let run = |args: &[&str]| {
            let run = reynard_in(folder.path(), args);
            assert_eq!(run.code, 0, "{run:?}");
            run
        };
        run(&["learn", "start", "nb", "--me", "me"]);
        let file = |name: &str| folder.path().join("nb").join(name);
        fs::create_dir_all(file("repertoire")).expect("a folder");
        fs::write(file("repertoire/open-white.pgn"), "1. e4 *\n").expect("a file");
        let mut command = command();
        command.current_dir(folder.path());
        let mut child = start(command, &["serve", "--listen", "127.0.0.1:0", "--notebook", "nb"]);
        let mut url = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        output.read_line(&mut url).expect("a line");
        let host = url.trim().trim_start_matches("http://").trim_end_matches('/');
        assert!(ask(host, "GET /api/about", "").1.contains("\"notebook\":true"));
        let texts = ask(host, "GET /api/notebook", "").1;
        assert!(texts.contains("me = [") && texts.contains("repertoire/open-white.pgn"), "{texts}");
        let add = |part: &str, text: &str| {
            let body = serde_json::json!({ "part": part, "text": text }).to_string();
            ask(host, "POST /api/notebook/add", &body)
        };
        let line = "{\"time\":1,\"offset\":0,\"run\":\"a\",\"count\":1,\
                    \"card\":\"463b96181691fc9c\",\"event\":\"suspend\"}";
        let game = "[White \"me\"]\n\n1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Ke2 $4 {[%eval -2.5]} \
                    (2. Nf3) *";
        // A line that was cut before: no other is lost by it.
        fs::write(file("reviews.jsonl"), "{\"time\":").expect("a file");
        assert_eq!(add("reviews", line).0, 200);
        assert_eq!(add("games", game).0, 200);
        for (part, text) in [
            ("reviews", "hello"),
            ("reviews", ""),
            ("games", "hello"),
            ("games", "1. e4 e5"),
            ("games", "*"),
            ("other", line),
            ("../x", line),
        ] {
            assert_eq!(add(part, text).0, 400, "{part}: {text}");
        }
        let reviews = fs::read_to_string(file("reviews.jsonl")).expect("the journal");
        assert_eq!(reviews, format!("{{\"time\":\n{line}\n"));
        assert!(ask(host, "GET /api/notebook/reviews", "").1.contains("463b96181691fc9c"));
        child.kill().expect("it ends");
        child.wait().expect("it ends");
        let status = run(&["learn", "status", "--notebook", "nb", "--json"]).object();
        assert_eq!((&status["games"], &status["cards"]), (&1.into(), &2.into()));
        let refused = reynard_in(folder.path(), &["serve", "--notebook", "."]);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.stderr.contains("is not a notebook"), "{refused:?}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn open_hands_the_address_to_the_browser() {
        use crate::run::script;

        let folder = tempfile::tempdir().expect("a folder");
        let opened = folder.path().join("opened");
        let text = format!("echo \"$1\" >'{}'\n", opened.display());
        script(folder.path(), "xdg-open", &text);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(folder.path().to_owned()).chain(std::env::split_paths(&path));
        let mut program = command();
        program.env("PATH", std::env::join_paths(folders).expect("a path"));
        let mut child = start(program, &["serve", "--open", "--listen", "127.0.0.1:0"]);
        let mut url = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        output.read_line(&mut url).expect("a line");
        let begin = Instant::now();
        while fs::read_to_string(&opened).unwrap_or_default() != url {
            assert!(begin.elapsed() < TIMEOUT, "no browser is opened at {url}");
            std::thread::sleep(Duration::from_millis(20));
        }
        child.kill().expect("it ends");
        child.wait().expect("it ends");
    }

    #[test]
    fn engines_that_cannot_be_started_are_named() {
        let folder = tempfile::tempdir().expect("a folder");
        for (engine, reason) in [
            ("no-such-engine-anywhere -x", "no-such-engine-anywhere: "),
            ("'open quote", "--engine"),
        ] {
            let run = reynard_in(folder.path(), &["serve", "--engine", engine]);
            assert_eq!((run.code, &*run.stdout), (2, ""), "{run:?}");
            assert!(run.stderr.contains(reason), "{run:?}");
        }
    }
}
