//! A client that says exactly what a test wants, which no library does.

pub(crate) mod running;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The longest wait for an answer.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(120);

/// An answer; its status is 0 if the connection was closed without one.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> String {
        let line = self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(": ")?;
            found.eq_ignore_ascii_case(name).then(|| value.to_owned())
        });
        line.unwrap_or_default()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

#[derive(Debug)]
pub(crate) struct Client(TcpStream);

impl Client {
    pub(crate) fn connect(port: u16) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
        stream.set_write_timeout(Some(TIMEOUT)).expect("a timeout");
        Self(stream)
    }

    /// Writes; the server may have closed the connection before the end.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let _ = self.0.write_all(bytes);
    }

    /// Reads until the connection is closed.
    pub(crate) fn reply(&mut self) -> Reply {
        let mut bytes = Vec::new();
        // A reset is an end, too; what came before it counts.
        let _ = self.0.read_to_end(&mut bytes);
        parse(&bytes)
    }
}

fn parse(bytes: &[u8]) -> Reply {
    let end =
        bytes.windows(4).position(|window| window == b"\r\n\r\n").map_or(bytes.len(), |at| at + 4);
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Reply { status, head, body: bytes[end..].to_vec() }
}

/// Sends a head, to which the end is added, and a body.
pub(crate) fn request(port: u16, head: &str, body: &[u8]) -> Reply {
    let mut client = Client::connect(port);
    client.write(format!("{head}Connection: close\r\n\r\n").as_bytes());
    client.write(body);
    client.reply()
}

pub(crate) fn get(port: u16, path: &str) -> Reply {
    request(port, &format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"), b"")
}

pub(crate) fn post(port: u16, path: &str, body: &str) -> Reply {
    let length = body.len();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\nContent-Length: {length}\r\n"
    );
    request(port, &head, body.as_bytes())
}

/// A WebSocket (RFC 6455) that answers no pings.
#[derive(Debug)]
pub(crate) struct Socket {
    client: Client,
    received: Vec<u8>,
    lines: Vec<String>,
    is_closed: bool,
}

impl Socket {
    /// Opens a socket as a page at `origin`, or returns the status of the refusal.
    pub(crate) fn open(port: u16, host: &str, origin: &str) -> Result<Self, u16> {
        Self::open_at(port, "/api/engine", host, origin)
    }

    /// Opens a socket at a path.
    pub(crate) fn open_at(port: u16, path: &str, host: &str, origin: &str) -> Result<Self, u16> {
        let mut client = Client::connect(port);
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        client.write(head.as_bytes());
        let mut bytes = Vec::new();
        let mut byte = [0];
        while !bytes.ends_with(b"\r\n\r\n") && client.0.read(&mut byte).is_ok_and(|read| read == 1)
        {
            bytes.push(byte[0]);
        }
        match parse(&bytes).status {
            101 => Ok(Self { client, received: Vec::new(), lines: Vec::new(), is_closed: false }),
            status => Err(status),
        }
    }

    pub(crate) fn try_local(port: u16) -> Result<Self, u16> {
        Self::open(port, &format!("127.0.0.1:{port}"), &format!("http://127.0.0.1:{port}"))
    }

    pub(crate) fn local(port: u16) -> Self {
        Self::try_local(port).expect("a socket")
    }

    /// Sends a message of text, masked with zeros.
    pub(crate) fn send(&mut self, text: &str) {
        let length = text.len();
        let mut frame = vec![0x81];
        match u16::try_from(length) {
            Ok(short) if short < 126 => frame.push(0x80 | u8::try_from(short).expect("below 126")),
            Ok(short) => {
                frame.push(0x80 | 0x7e);
                frame.extend(short.to_be_bytes());
            }
            Err(_) => {
                frame.push(0x80 | 0x7f);
                frame.extend((length as u64).to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        frame.extend(text.as_bytes());
        self.client.write(&frame);
    }

    /// Returns the lines up to the first one with a start.
    pub(crate) fn until(&mut self, start: &str) -> Vec<String> {
        let begin = Instant::now();
        loop {
            if let Some(at) = self.lines.iter().position(|line| line.starts_with(start)) {
                return self.lines.drain(..=at).collect();
            }
            assert!(
                !self.is_closed && begin.elapsed() < TIMEOUT,
                "no `{start}` in {:?}",
                self.lines
            );
            self.read();
        }
    }

    /// Returns `true` if the server closes the socket in time.
    pub(crate) fn until_closed(&mut self, time: Duration) -> bool {
        let begin = Instant::now();
        while !self.is_closed && begin.elapsed() < time {
            self.read();
        }
        self.is_closed
    }

    fn read(&mut self) {
        let mut bytes = [0; 4096];
        match self.client.0.read(&mut bytes) {
            Ok(read) if read > 0 => self.received.extend(&bytes[..read]),
            _ => self.is_closed = true,
        }
        while let Some((opcode, payload, length)) = frame(&self.received) {
            match opcode {
                1 => self
                    .lines
                    .extend(String::from_utf8(payload).expect("text").lines().map(str::to_owned)),
                8 => self.is_closed = true,
                _ => {}
            }
            self.received.drain(..length);
        }
    }
}

/// Returns the first frame: its kind, its payload, and its length.
fn frame(bytes: &[u8]) -> Option<(u8, Vec<u8>, usize)> {
    let (&first, &second) = (bytes.first()?, bytes.get(1)?);
    let (start, length) = match second {
        126 => (4, usize::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?))),
        127 => (10, usize::try_from(u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?)).ok()?),
        short => (2, usize::from(short)),
    };
    let payload = bytes.get(start..start + length)?.to_vec();
    Some((first & 15, payload, start + length))
}
