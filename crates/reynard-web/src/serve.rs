//! The server.

mod api;
mod app;
mod data;
mod engine;
mod error;
mod guard;
mod headers;
mod http;
mod limits;
mod server;
mod socket;
mod table_answer;
mod uci_filter;

pub use error::ServeError;
pub use limits::Limits;
pub use server::{Server, ServerSettings};
