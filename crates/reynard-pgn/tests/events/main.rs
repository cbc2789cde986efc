//! What a reader tells of a file, whatever the file looks like.

mod boundaries;
mod chunks;
mod corpus;
mod diagnostics;
mod dialects;
mod hostile;
mod inputs;
mod plies;
mod positions;
mod recorder;
mod story;
mod threads;
mod world;
