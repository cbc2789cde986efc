//! Participants of a tournament.

use std::fmt;
use std::num::{IntErrorKind, NonZeroU32, NonZeroU64, ParseIntError};
use std::path::PathBuf;
use std::str::FromStr;

use reynard_base::printable;
use reynard_host::{EngineProtocol, EngineSpec};
use reynard_host::{MatchLimits, ParseTimeControlError, TimeControl};

/// A participant of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchPlayer {
    /// The engine.
    pub engine: EngineSpec,
    /// Its limits.
    pub limits: MatchLimits,
}

impl MatchPlayer {
    /// Parses `PROGRAM[,KEY=VALUE]..`. `defaults` has settings for keys that are missing; a limit in the text
    /// replaces all limits of the defaults.
    ///
    /// Keys are `name`, `proto` (`uci` or `xboard`), `tc`, `movetime` (milliseconds), `nodes`, `depth`,
    /// `arg`, `dir` and `option.NAME`.
    ///
    /// # Errors
    ///
    /// [`ParsePlayerError`] for a setting that is unknown or has an invalid value, or without a limit.
    ///
    /// ```
    /// use reynard_arena::MatchPlayer;
    ///
    /// let player = MatchPlayer::parse("stockfish,nodes=100", "tc=5+0.05,option.Hash=16")?;
    /// assert_eq!((player.limits.nodes, player.limits.clock), (Some(100), None));
    /// assert_eq!(&player.engine.options["Hash"], "16");
    /// # Ok::<(), reynard_arena::ParsePlayerError>(())
    /// ```
    pub fn parse(text: &str, defaults: &str) -> Result<Self, ParsePlayerError> {
        let (program, settings) = text.split_once(',').unwrap_or((text, ""));
        let mut player = Self { engine: EngineSpec::new(program), limits: MatchLimits::default() };
        let own = settings_of(settings)?;
        let has_limit = own.iter().any(|(key, _)| is_limit(key));
        for (key, value) in settings_of(defaults)? {
            if !(has_limit && is_limit(key)) {
                player.set(key, value)?;
            }
        }
        for (key, value) in own {
            player.set(key, value)?;
        }
        if player.limits.is_unlimited() {
            return Err(ParsePlayerError::NoLimit { program: program.to_owned() });
        }
        if player.engine.protocol == EngineProtocol::Xboard && player.limits.nodes.is_some() {
            return Err(ParsePlayerError::XboardNodes);
        }
        Ok(player)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParsePlayerError> {
        let (engine, limits) = (&mut self.engine, &mut self.limits);
        match key {
            "name" | "dir" if value.trim().is_empty() => {
                return Err(ParsePlayerError::Empty { key: key.to_owned() });
            }
            "name" => engine.name = Some(value.to_owned()),
            "arg" => engine.arguments.push(value.to_owned()),
            "proto" => {
                engine.protocol = match value {
                    "uci" => EngineProtocol::Uci,
                    "xboard" => EngineProtocol::Xboard,
                    _ => return Err(ParsePlayerError::Protocol { value: value.to_owned() }),
                }
            }
            "dir" => engine.directory = Some(PathBuf::from(value)),
            "tc" => {
                let error = |error| ParsePlayerError::Clock { value: value.to_owned(), error };
                let clock: TimeControl = value.parse().map_err(error)?;
                // An increment comes after a move: there would be no time for the first one.
                if clock.base.is_zero() {
                    return Err(ParsePlayerError::Zero { key: key.to_owned() });
                }
                limits.clock = Some(clock);
            }
            "movetime" => limits.movetime = Some(limit::<NonZeroU32>(key, value)?.get()),
            "nodes" => limits.nodes = Some(limit::<NonZeroU64>(key, value)?.get()),
            "depth" => limits.depth = Some(limit::<NonZeroU32>(key, value)?.get()),
            _ => match key.strip_prefix("option.") {
                Some(name) => {
                    engine.options.set(name, value);
                }
                None => return Err(ParsePlayerError::Unknown { key: key.to_owned() }),
            },
        }
        Ok(())
    }
}

/// Parses a limit, a number that is not 0.
fn limit<T: FromStr<Err = ParseIntError>>(key: &str, value: &str) -> Result<T, ParsePlayerError> {
    value.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::Zero => ParsePlayerError::Zero { key: key.to_owned() },
        _ => ParsePlayerError::Number { key: key.to_owned(), value: value.to_owned() },
    })
}

fn settings_of(text: &str) -> Result<Vec<(&str, &str)>, ParsePlayerError> {
    let settings = text.split(',').filter(|setting| !setting.is_empty());
    settings
        .map(|setting| {
            let error = || ParsePlayerError::Setting { text: setting.to_owned() };
            setting.split_once('=').ok_or_else(error)
        })
        .collect()
}

fn is_limit(key: &str) -> bool {
    matches!(key, "tc" | "movetime" | "nodes" | "depth")
}

/// Error of [`MatchPlayer::parse`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParsePlayerError {
    /// A setting is not `KEY=VALUE`.
    Setting {
        /// The setting.
        text: String,
    },
    /// Unknown key.
    Unknown {
        /// The key.
        key: String,
    },
    /// The value of a key is empty.
    Empty {
        /// The key.
        key: String,
    },
    /// A limit, or the base time of a time control, is 0.
    Zero {
        /// The key.
        key: String,
    },
    /// The value of a key is not a number.
    Number {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// Invalid time control.
    Clock {
        /// The value.
        value: String,
        /// Its error.
        error: ParseTimeControlError,
    },
    /// Unknown protocol.
    Protocol {
        /// The value.
        value: String,
    },
    /// No limit is set, so that no move would ever come.
    NoLimit {
        /// The program.
        program: String,
    },
    /// A node limit for the protocol of xboard, which has none.
    XboardNodes,
}

impl fmt::Display for ParsePlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setting { text } => write!(f, "`{}` is not KEY=VALUE", printable(text)),
            Self::Unknown { key } => write!(
                f,
                "unknown setting `{}`, not one of name, proto, tc, movetime, nodes, depth, arg, dir, option.NAME",
                printable(key)
            ),
            Self::Empty { key } => write!(f, "{key}: the value is empty"),
            Self::Zero { key } => write!(f, "{key}: the limit has to be above 0"),
            Self::Number { key, value } => {
                write!(f, "{key}: `{}` is not a number", printable(value))
            }
            Self::Clock { value, error } => write!(f, "tc: `{}`: {error}", printable(value)),
            Self::Protocol { value } => {
                write!(f, "proto: `{}` is neither uci nor xboard", printable(value))
            }
            Self::NoLimit { program } => write!(
                f,
                "no limit is set: add tc, movetime, nodes or depth, as in `{},nodes=1000`",
                printable(program)
            ),
            Self::XboardNodes => f.write_str(
                "the protocol of xboard has no limit of nodes: add tc, movetime or depth instead",
            ),
        }
    }
}

impl std::error::Error for ParsePlayerError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_settings_override_the_defaults() {
        let defaults = "tc=5+0.05,option.Hash=16,option.Threads=1";
        let player = MatchPlayer::parse("sf,nodes=60,option.Hash=8", defaults).unwrap();
        assert_eq!(player.limits, MatchLimits { nodes: Some(60), ..MatchLimits::default() });
        assert_eq!(&player.engine.options["Hash"], "8");
        assert_eq!(&player.engine.options["Threads"], "1");
    }

    #[test]
    fn errors_name_the_setting() {
        for (text, part) in [
            ("sf", "no limit is set"),
            ("sf,fast", "`fast` is not KEY=VALUE"),
            ("sf,nodes=many", "nodes: `many` is not a number"),
            ("sf,nodes=0", "nodes: the limit has to be above 0"),
            ("sf,movetime=0", "movetime: the limit has to be above 0"),
            ("sf,depth=0", "depth: the limit has to be above 0"),
            ("sf,tc=0", "tc: the limit has to be above 0"),
            ("sf,tc=40/0:00+1", "tc: the limit has to be above 0"),
            ("sf,nodes=1,name=", "name: the value is empty"),
            ("sf,nodes=1,dir=", "dir: the value is empty"),
            ("sf,tc=x", "tc: `x`"),
            ("sf,knots=1", "unknown setting `knots`"),
            ("old,proto=winboard,tc=1", "`winboard` is neither uci nor xboard"),
            ("old,proto=xboard,nodes=1", "no limit of nodes"),
        ] {
            let error = MatchPlayer::parse(text, "").unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
