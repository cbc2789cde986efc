//! The server.

mod addresses;
mod answer;
mod api;
mod app;
mod data;
mod engine;
mod error;
mod guard;
mod headers;
mod http;
mod limits;
mod notebook;
mod process;
mod program;
mod question;
mod question_rate;
mod recent_answers;
mod remote_database;
mod served_file;
mod server;
mod socket;
mod uci_filter;

pub use error::ServeError;
pub use limits::Limits;
pub use notebook::{NotebookPart, NotebookStore, NotebookTexts, ServedNotebook};
pub use program::{EngineProgram, InvalidEngineProgram};
pub use remote_database::{RemoteAnswer, RemoteDatabase, RemoteQuestion, ServedRemote};
pub use server::{Server, ServerSettings};
