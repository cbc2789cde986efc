//! The client against servers with faults.

mod faults;
mod plan;
mod tls;
