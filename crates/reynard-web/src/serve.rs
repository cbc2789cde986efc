//! The server.

mod api;
mod data;
mod engine;
mod guard;
mod headers;
mod http;
mod server;
mod socket;
mod table_answer;
mod uci_filter;

pub use server::{Limits, ServeError, Server, ServerSettings};
