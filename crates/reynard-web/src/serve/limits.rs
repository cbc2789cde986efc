//! Limits on connections and queries.

use std::time::Duration;

/// Limits on the connections and queries of a [`Server`](crate::Server).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of engines that run at once, one per WebSocket.
    pub sockets: usize,
    /// Maximum number of simultaneous connections. Further connections must wait.
    pub connections: usize,
    /// Maximum number of simultaneous connections from one address. Further connections are closed.
    pub connections_per_address: usize,
    /// Maximum length of a WebSocket message in bytes.
    pub line: usize,
    /// Maximum length of a request body in bytes.
    pub body: usize,
    /// Maximum number of queries per second from one address, averaged over a long time.
    pub questions_per_second: u32,
    /// Maximum number of queries that one address may send at once after a pause.
    pub question_burst: u32,
    /// Maximum number of simultaneous queries from one address that replay games. Further queries
    /// are refused.
    pub heavy_per_address: usize,
    /// Time after which a query counts as slow.
    pub light_time: Duration,
    /// Time limit for receiving the head of a request.
    pub head: Duration,
    /// Time limit for answering a request, and for sending a message.
    pub request: Duration,
    /// Time after which the page's engine is stopped if the page sends no message.
    pub silence: Duration,
    /// Time after which a connection accepts no further requests.
    pub connection: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            sockets: 4,
            connections: 64,
            connections_per_address: 32,
            line: 64 << 10,
            body: 1 << 20,
            questions_per_second: 50,
            question_burst: 200,
            heavy_per_address: 8,
            light_time: Duration::from_millis(20),
            head: Duration::from_secs(3),
            request: Duration::from_secs(10),
            silence: Duration::from_secs(30),
            connection: Duration::from_secs(60),
        }
    }
}
