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
