//! Runs the program, from the command to the exit code.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use reynard_base::{printable, without_error_numbers};

#[cfg(unix)]
use crate::interrupt;
use crate::interrupt::{INTERRUPTED, Interrupted};
use crate::output::{ColorMode, Output, Status};

/// Runs a command, writes the remaining output and any error, and returns the exit code: 0 on
/// success, 1 if there were diagnostics, 2 if the command could not be carried out, 130 after
/// Ctrl-C.
pub fn finish(
    color: ColorMode,
    command: impl FnOnce(&mut Output) -> anyhow::Result<Status>,
) -> ExitCode {
    #[cfg(unix)]
    interrupt::report_file_size_limit();
    let mut out = Output::stdout(color);
    let result = command(&mut out).and_then(|status| {
        out.flush()?;
        Ok(status)
    });
    // `head` ends a command, but does not change its status.
    let result = match result {
        Err(error) if is_closed_pipe(&error) => Ok(out.status()),
        result => result,
    };
    match result {
        Ok(Status::Fine) => ExitCode::SUCCESS,
        Ok(Status::Diagnostics) => ExitCode::from(1),
        Err(error) => {
            let _ = out.flush();
            let text = explanation(&error);
            if !text.is_empty() {
                let text = printable(&text);
                let _ = writeln!(io::stderr(), "{}: {text}", out.paint_error("error"));
            }
            ExitCode::from(if error.is::<Interrupted>() { INTERRUPTED } else { 2 })
        }
    }
}

/// Prints help to standard output and returns exit code 0, or prints a usage error to standard
/// error and returns exit code 2.
pub fn report(error: &clap::Error) -> ExitCode {
    let is_harmless = |arg: OsString| !arg.to_string_lossy().contains(char::is_control);
    let printed = if std::env::args_os().all(is_harmless) {
        error.print()
    } else {
        // Rendered without colors, so any control characters come from the arguments.
        write!(io::stderr(), "{}", printable(&error.render().to_string()))
    };
    match printed.and_then(|()| io::stdout().flush()) {
        Err(failure) if !error.use_stderr() && failure.kind() != io::ErrorKind::BrokenPipe => {
            let reason = without_error_numbers(&failure.to_string());
            let _ = writeln!(io::stderr(), "error: cannot write to standard output: {reason}");
            ExitCode::from(2)
        }
        // Standard error is closed, so the message cannot be printed.
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
    }
}

/// Returns the message of an error, followed by its causes. A cause that the message already
/// contains is omitted.
fn explanation(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.ends_with(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    let near = near_file(error);
    without_error_numbers(&text) + &near
}

/// Explains a missing file: a link with its target, else, as a question, a similarly named file in
/// the same folder.
fn near_file(error: &anyhow::Error) -> String {
    let is_missing = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::NotFound);
    let path = std::path::PathBuf::from(error.to_string());
    let (Some(name), true) = (path.file_name(), is_missing && !path.exists()) else {
        return String::new();
    };
    if let Ok(target) = std::fs::read_link(&path) {
        return format!("; it is a link to {}, which is missing", target.display());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Ok(entries) = std::fs::read_dir(folder.unwrap_or(std::path::Path::new("."))) else {
        return String::new();
    };
    let names = entries.take(10_000).filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let near = reynard::suggest::closest(&name.to_string_lossy(), names);
    match near.first() {
        Some(near) => {
            let near = folder.map_or_else(|| near.into(), |folder| folder.join(near));
            format!("; did you mean {}?", near.display())
        }
        None => String::new(),
    }
}

/// Returns `true` if the reader has closed standard output, as `head` does after its last line.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
