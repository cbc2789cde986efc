//! The `feature` commands sent by an engine.

use std::time::Duration;

/// Features of an engine, with the protocol's defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "the protocol has them so")]
pub(super) struct Features {
    pub(super) name: String,
    pub(super) ping: bool,
    pub(super) setboard: bool,
    pub(super) usermove: bool,
    pub(super) time: bool,
    /// `true` if the process can play more than one game.
    pub(super) reuse: bool,
    pub(super) memory: bool,
    pub(super) smp: bool,
    /// Names of the engine's own options.
    pub(super) options: Vec<String>,
    pub(super) done: Done,
}

/// State of the feature list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Done {
    /// The engine has not sent `done`, so it may not support features.
    Unknown,
    /// `done=0`: more features follow.
    NotYet,
    /// `done=1`: the list is complete.
    Yes,
}

impl Done {
    /// Returns the timeout for the next line.
    pub(super) fn timeout(self, start: Duration) -> Duration {
        /// The protocol's timeout for engines that do not send features.
        const SILENT: Duration = Duration::from_secs(2);
        match self {
            Self::Unknown => start.min(SILENT),
            Self::NotYet | Self::Yes => start,
        }
    }
}

impl Default for Features {
    fn default() -> Self {
        Self {
            name: String::new(),
            ping: false,
            setboard: false,
            usermove: false,
            time: true,
            reuse: true,
            memory: false,
            smp: false,
            options: Vec::new(),
            done: Done::Unknown,
        }
    }
}

/// Maximum number of options stored.
const MAX_OPTIONS: usize = 1000;

impl Features {
    /// Parses the text after `feature`. Returns the name of each feature, with `true` if it is to
    /// be accepted and `false` if it is to be rejected.
    pub(super) fn read(&mut self, text: &str) -> Vec<(String, bool)> {
        pairs(text).map(|(name, value)| (name.to_owned(), self.set(name, value))).collect()
    }

    fn set(&mut self, name: &str, value: &str) -> bool {
        let yes = value != "0";
        match name {
            "myname" => value.clone_into(&mut self.name),
            "ping" => self.ping = yes,
            "setboard" => self.setboard = yes,
            "usermove" => self.usermove = yes,
            "time" => self.time = yes,
            "reuse" => self.reuse = yes,
            "memory" => self.memory = yes,
            "smp" => self.smp = yes,
            "done" => self.done = if yes { Done::Yes } else { Done::NotYet },
            // `NAME -kind ..`, the name perhaps with blanks.
            "option" if self.options.len() < MAX_OPTIONS => {
                let name = value.split(" -").next().unwrap_or(value);
                self.options.push(name.trim().to_owned());
            }
            // Moves in SAN are read, but not sent.
            "san" | "analyze" | "exclude" | "setscore" | "nps" | "playother" => return !yes,
            _ => {}
        }
        true
    }
}

/// Splits text into `NAME=VALUE` and `NAME="VALUE"` pairs, which are separated by spaces.
fn pairs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (name, value) = rest.trim_start().split_once('=')?;
        let end = match value.strip_prefix('"') {
            Some(quoted) => {
                let (value, after) = quoted.split_once('"').unwrap_or((quoted, ""));
                rest = after;
                return Some((name, value));
            }
            None => value.find(char::is_whitespace).unwrap_or(value.len()),
        };
        rest = &value[end..];
        Some((name, &value[..end]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_of_real_engines() {
        let mut features = Features::default();
        let answers = features.read(
            "myname=\"Some Engine 1.0\" setboard=1 sigint=0 san=1 option=\"Verbose Mode -check 0\" done=0",
        );
        assert_eq!(features.name, "Some Engine 1.0");
        assert_eq!(features.options, ["Verbose Mode"]);
        assert!(features.setboard && !features.ping && features.time && features.reuse);
        assert_eq!(features.done, Done::NotYet);
        let rejected: Vec<_> = answers.iter().filter(|(_, accepted)| !accepted).collect();
        assert_eq!(rejected, [&("san".to_owned(), false)]);
        features.read("ping=1 usermove=1 reuse=0 done=1");
        assert!(features.ping && features.usermove && !features.reuse);
        assert_eq!(features.done, Done::Yes);
    }

    #[test]
    fn nonsense_is_skipped() {
        let mut features = Features::default();
        for text in ["", "=", "x", "a=\"b", "  =\"\"=\"", "ping", "\u{e4}=\u{f6} \u{fc}"] {
            features.read(text);
        }
        assert_eq!(features, Features::default());
    }
}
