//! A local HTTP server whose answers are scripted by a test.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// A server that answers one request per connection.
#[derive(Debug)]
pub struct ScriptedServer {
    address: SocketAddr,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    requests: Mutex<Vec<String>>,
    is_stopped: AtomicBool,
    open: AtomicUsize,
    most_open: AtomicUsize,
}

/// An answer given as bytes, which may be faulty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerReply {
    /// Bytes to send first.
    pub bytes: Vec<u8>,
    /// Behavior after these bytes have been sent.
    pub end: ReplyEnd,
}

/// Behavior of the server after it has sent the bytes of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplyEnd {
    /// The connection is closed.
    Close,
    /// Nothing more is sent, and the connection stays open.
    Silence,
    /// The given bytes are sent repeatedly as long as the client reads.
    Repeat(Vec<u8>),
}

impl ServerReply {
    /// Creates a valid answer with status 200 and its content length.
    pub fn ok(media_type: &str, body: &str) -> Self {
        Self::with_status("200 OK", media_type, body)
    }

    /// Creates a valid answer with the given status.
    pub fn with_status(status: &str, media_type: &str, body: &str) -> Self {
        let length = body.len();
        Self::raw(format!(
            "HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\nContent-Length: {length}\r\n\
             Connection: close\r\n\r\n{body}"
        ))
    }

    /// Creates a chunked answer, as sent by servers that do not know the length in advance.
    pub fn chunked(media_type: &str, parts: &[&str]) -> Self {
        let mut text = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\nTransfer-Encoding: chunked\r\n\
             Connection: close\r\n\r\n"
        );
        let chunks = parts.iter().map(|part| format!("{:x}\r\n{part}\r\n", part.len()));
        text.extend(chunks);
        Self::raw(text + "0\r\n\r\n")
    }

    /// Creates an answer from raw bytes, after which the connection is closed.
    pub fn raw(bytes: impl Into<Vec<u8>>) -> Self {
        Self { bytes: bytes.into(), end: ReplyEnd::Close }
    }

    /// Removes the given number of bytes from the end of the answer.
    #[must_use]
    pub fn cut(mut self, bytes: usize) -> Self {
        self.bytes.truncate(self.bytes.len().saturating_sub(bytes));
        self
    }
}

impl ScriptedServer {
    /// Starts a server. `answer` is called with the head of each request, and returns the reply.
    ///
    /// # Panics
    ///
    /// Panics if the machine has no local port available.
    pub fn start(answer: impl Fn(&str) -> ServerReply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a local port");
        let address = listener.local_addr().expect("an address");
        let shared = Arc::new(Shared::default());
        let (answer, state) = (Arc::new(answer), Arc::clone(&shared));
        thread::spawn(move || {
            for stream in listener.incoming() {
                if state.is_stopped.load(Ordering::SeqCst) {
                    break;
                }
                let Ok(stream) = stream else { continue };
                let (state, answer) = (Arc::clone(&state), Arc::clone(&answer));
                thread::spawn(move || {
                    let open = state.open.fetch_add(1, Ordering::SeqCst) + 1;
                    state.most_open.fetch_max(open, Ordering::SeqCst);
                    // A client may go away at any time.
                    let _ = state.serve(stream, &*answer);
                    state.open.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        Self { address, shared }
    }

    /// Returns the server's address, without a trailing slash.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the heads of all requests received so far.
    pub fn requests(&self) -> Vec<String> {
        self.shared.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the maximum number of connections that have been open simultaneously.
    pub fn most_open(&self) -> usize {
        self.shared.most_open.load(Ordering::SeqCst)
    }
}

impl Drop for ScriptedServer {
    fn drop(&mut self) {
        self.shared.is_stopped.store(true, Ordering::SeqCst);
        // It waits for a connection.
        let _ = TcpStream::connect(self.address);
    }
}

impl Shared {
    fn serve(&self, stream: TcpStream, answer: &dyn Fn(&str) -> ServerReply) -> io::Result<()> {
        let mut stream = stream;
        let head = read_head(&mut stream)?;
        if head.is_empty() {
            return Ok(());
        }
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).push(head.clone());
        let ServerReply { bytes, end } = answer(&head);
        stream.write_all(&bytes)?;
        match end {
            ReplyEnd::Close => {}
            ReplyEnd::Silence => {
                while !self.is_stopped.load(Ordering::SeqCst) {
                    thread::sleep(Duration::from_millis(20));
                }
            }
            ReplyEnd::Repeat(bytes) => {
                while !self.is_stopped.load(Ordering::SeqCst) {
                    stream.write_all(&bytes)?;
                }
            }
        }
        Ok(())
    }
}

/// Reads the head of a request, up to the empty line.
///
/// # Errors
///
/// Returns an error if the client disconnects.
pub fn read_head(stream: &mut impl Read) -> io::Result<String> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte)? == 1 {
        head.push(byte[0]);
    }
    Ok(String::from_utf8_lossy(&head).into_owned())
}
