//! Pseudo-terminals, and what comes to their screens.

use std::fs::File;
use std::io::Read;
use std::num::NonZero;
use std::process::Child;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::run::TIMEOUT;

/// Our end of a terminal, and the end of the program.
pub(crate) fn terminal() -> (File, File) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
    grantpt(&ours).expect("it is ours");
    unlockpt(&ours).expect("it is ours");
    let name = ptsname(&ours, Vec::new()).expect("a name");
    let name = name.to_str().expect("a plain name").to_owned();
    let theirs = File::options().read(true).write(true).open(name).expect("the other end");
    (File::from(ours), theirs)
}

/// Output of a program on a pseudo-terminal. A thread reads it, so that the program never blocks.
pub(crate) struct Screen {
    pieces: Receiver<Vec<u8>>,
    pub(crate) seen: Vec<u8>,
}

impl Screen {
    pub(crate) fn of(terminal: &File) -> Self {
        let (sender, pieces) = mpsc::channel();
        let mut screen = terminal.try_clone().expect("a copy");
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                let _ = sender.send(bytes[..count].to_vec());
            }
        });
        Self { pieces, seen: Vec::new() }
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.seen).into_owned()
    }

    /// Waits until a text is on the screen.
    pub(crate) fn wait_for(&mut self, text: &str) {
        while !self.text().contains(text) {
            let piece = self.pieces.recv_timeout(TIMEOUT);
            self.seen.extend(piece.unwrap_or_else(|_| panic!("{text}: {}", self.text())));
        }
    }

    /// Waits until nothing has come for a second.
    pub(crate) fn wait_until_still(&mut self) {
        while let Ok(piece) = self.pieces.recv_timeout(Duration::from_secs(1)) {
            self.seen.extend(piece);
        }
    }

    /// Returns all that comes until every program has left the terminal.
    pub(crate) fn rest(mut self) -> String {
        self.seen.extend(self.pieces.iter().flatten());
        self.text()
    }
}

/// Waits for the end of a program, and kills it if that does not come.
pub(crate) fn has_ended(child: &mut Child) -> bool {
    let start = Instant::now();
    while start.elapsed() < TIMEOUT {
        if child.try_wait().expect("a process").is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it runs");
    child.wait().expect("it has ended");
    false
}

/// Creates a terminal emulator with a screen of this size.
pub(crate) fn emulator(rows: u16, columns: u16) -> vt100::Parser {
    let size = |count| NonZero::new(count).expect("a screen has a size");
    vt100::Parser::new(size(rows), size(columns), 1000)
}
