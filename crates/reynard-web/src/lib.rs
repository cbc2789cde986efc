#![doc = include_str!("../README.md")]
//!
//! # Overview
//!
//! * [`PageFile::all`] returns the files of the page, which are built in if the `page` feature is
//!   enabled. [`write_files`] writes them to a folder for a static file host, and [`single_file`]
//!   combines them into one HTML file.
#![cfg_attr(
    feature = "serve",
    doc = "* [`Server`] serves them, with the engine, tables and databases of this machine, under [`ServerSettings`]."
)]
#![forbid(unsafe_code)]

#[cfg(feature = "page")]
mod packed;
mod page_file;
#[cfg(feature = "serve")]
mod serve;
mod single_file;

pub use page_file::{PageFile, write_files};
#[cfg(feature = "serve")]
pub use serve::{
    EngineProgram, InvalidEngineProgram, Limits, NotebookPart, NotebookStore, NotebookTexts,
    RemoteAnswer, RemoteDatabase, RemoteQuestion, ServeError, ServedNotebook, ServedRemote, Server,
    ServerSettings,
};
pub use single_file::{EmbeddedNetwork, SingleFileError, single_file};
