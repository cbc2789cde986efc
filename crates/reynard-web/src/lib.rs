#![doc = include_str!("../README.md")]
//!
//! # Overview
//!
//! * [`PageFile::all`] are the files of the page, built in with the feature `page`; [`write_files`]
//!   writes them into a folder for a host of static files, [`single_file`] makes one HTML file of
//!   them.
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
