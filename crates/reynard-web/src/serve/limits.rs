//! Limits of the connections.

use std::time::Duration;

/// Limits of the connections and questions of a [`Server`](crate::Server).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Number of engines that run at once, each for a WebSocket.
    pub sockets: usize,
    /// Number of connections at once; more wait.
    pub connections: usize,
    /// Number of connections from one address at once; more are closed.
    pub connections_per_address: usize,
    /// Length of a message of a WebSocket in bytes.
    pub line: usize,
    /// Length of the body of a request in bytes.
    pub body: usize,
    /// Questions of one address in a second, over a longer time.
    pub questions_per_second: u32,
    /// Questions of one address at once, after a pause.
    pub question_burst: u32,
    /// Questions of one address at once for which games are played; more are refused.
    pub heavy_per_address: usize,
    /// Time after which a question counts as one that takes long.
    pub light_time: Duration,
    /// Time for the head of a request.
    pub head: Duration,
    /// Time for the answer to a request, and for sending a message.
    pub request: Duration,
    /// Time without a word from the page after which its engine ends.
    pub silence: Duration,
    /// Time after which a connection takes no other request.
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
