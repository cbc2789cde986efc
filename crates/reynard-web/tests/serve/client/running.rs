//! A server with files that are known to the tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use reynard_web::{Limits, PageFile, Server, ServerSettings};
use serde_json::Value;

use super::{Reply, get, post};

const FILES: [PageFile; 5] = [
    PageFile::new("index.html", b"<!doctype html>the page"),
    PageFile::new("js/board.js", b"export {};"),
    PageFile::new("page.css", &[b' '; 4096]),
    PageFile::new("wasm/reynard.d.ts", b"types"),
    PageFile::new("wasm/reynard_bg.wasm", b"\0asm"),
];

/// A server that ends with the test.
pub(crate) struct Running {
    pub(crate) port: u16,
    pub(crate) url: String,
    stop: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Running {
    pub(crate) fn start(settings: ServerSettings) -> Self {
        let server =
            Server::bind(ServerSettings { files: FILES.to_vec(), ..settings }).expect("it listens");
        let (port, url) = (server.address().port(), server.url());
        let stop = Arc::new(AtomicBool::new(false));
        let inside = Arc::clone(&stop);
        let thread =
            std::thread::spawn(move || server.run(|| inside.load(Relaxed)).expect("it serves"));
        Self { port, url, stop, thread: Some(thread) }
    }

    pub(crate) fn local() -> Self {
        Self::start(local())
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        get(self.port, path)
    }

    pub(crate) fn json(&self, path: &str, body: &str) -> Value {
        let reply = post(self.port, path, body);
        assert_eq!(reply.status, 200, "{body}: {}", reply.text());
        serde_json::from_slice(&reply.body).expect("JSON")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking());
        }
    }
}

pub(crate) fn local() -> ServerSettings {
    ServerSettings { listen: ([127, 0, 0, 1], 0).into(), ..ServerSettings::default() }
}

pub(crate) fn impatient() -> ServerSettings {
    let time = Duration::from_millis(300);
    let limits = Limits {
        head: time,
        request: time,
        silence: time,
        connection: 2 * time,
        ..Limits::default()
    };
    ServerSettings { limits, ..local() }
}
