//! Participants in a tournament.

use std::fmt;
use std::num::{IntErrorKind, NonZeroU32, NonZeroU64, ParseIntError};
use std::path::PathBuf;
use std::str::FromStr;

use reynard_base::printable;
use reynard_host::{EngineProtocol, EngineSpec};
use reynard_host::{MatchLimits, ParseTimeControlError, TimeControl};

/// A participant in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchPlayer {
    /// The engine.
    pub engine: EngineSpec,
    /// The engine's limits.
    pub limits: MatchLimits,
}

impl MatchPlayer {
    /// Parses `PROGRAM[,KEY=VALUE]..`. `defaults` provides settings for missing keys; a limit in
    /// the text replaces all default limits. A program or value in double quotes may contain
    /// commas; a doubled quote within it represents a single quote.
    ///
    /// Keys are `name`, `proto` (`uci` or `xboard`), `tc`, `movetime` (milliseconds), `nodes`,
    /// `depth`, `arg` (may be repeated), `dir` and `option.NAME`.
    ///
    /// # Errors
    ///
    /// [`ParsePlayerError`] if a setting is unknown or has an invalid value, or if there is no
    /// limit.
    ///
    /// ```
    /// use reynard_arena::MatchPlayer;
    ///
    /// let player = MatchPlayer::parse("stockfish,nodes=100", "tc=5+0.05,option.Hash=16")?;
    /// assert_eq!((player.limits.nodes, player.limits.clock), (Some(100), None));
    /// assert_eq!(&player.engine.options["Hash"], "16");
    ///
    /// let player =
    ///     MatchPlayer::parse(r#"lc0,nodes=1,option.Backend Options="gpu=0,max=64""#, "")?;
    /// assert_eq!(&player.engine.options["Backend Options"], "gpu=0,max=64");
    /// # Ok::<(), reynard_arena::ParsePlayerError>(())
    /// ```
    pub fn parse(text: &str, defaults: &str) -> Result<Self, ParsePlayerError> {
        let (program, settings) = PlayerSettings::parse(text)?;
        let player =
            Self { engine: EngineSpec::new(program.clone()), limits: MatchLimits::default() };
        player.with_settings(&settings, defaults)?.limited(&program)
    }

    /// Applies settings to a player in the same way as [`MatchPlayer::parse`]. If neither the
    /// player nor the settings have a value for a key, the default applies. Arguments are added to
    /// those of the player. A player without a limit is not an error.
    ///
    /// # Errors
    ///
    /// Same as for [`MatchPlayer::parse`].
    pub fn with_settings(
        self,
        settings: &PlayerSettings,
        defaults: &str,
    ) -> Result<Self, ParsePlayerError> {
        let Self { engine, limits } = self;
        let mut player = Self { engine, limits: MatchLimits::default() };
        let has_limit = settings.0.iter().any(|(key, _)| is_limit(key));
        let base = if has_limit { MatchLimits::default() } else { limits };
        let given = player.engine.clone();
        // Arguments replace those of the defaults, like all other settings. Those of the player stay:
        // without its script an interpreter would not be the engine.
        let replaces_arguments = settings.get("arg").is_some() && given.arguments.is_empty();
        for (key, value) in PlayerSettings::of_list(defaults)?.0 {
            if !(is_limit(&key) && (has_limit || !base.is_unlimited())) {
                player.set(&key, &value)?;
            }
        }
        // Settings of the engine win over the defaults.
        player.engine = merged(given, player.engine);
        if !base.is_unlimited() {
            player.limits = base;
        }
        if replaces_arguments {
            player.engine.arguments.clear();
        }
        for (key, value) in &settings.0 {
            player.set(key, value)?;
        }
        Ok(player)
    }

    /// Returns the player if it has a limit, and its protocol supports the limit.
    ///
    /// # Errors
    ///
    /// [`ParsePlayerError::NoLimit`] with `program` if no limit is set, or
    /// [`ParsePlayerError::XboardNodes`] if a node limit is set for the xboard protocol.
    pub fn limited(self, program: &str) -> Result<Self, ParsePlayerError> {
        let player = self;
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

/// Parses a limit, which must not be 0.
fn limit<T: FromStr<Err = ParseIntError>>(key: &str, value: &str) -> Result<T, ParsePlayerError> {
    value.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::Zero => ParsePlayerError::Zero { key: key.to_owned() },
        _ => ParsePlayerError::Number { key: key.to_owned(), value: value.to_owned() },
    })
}

/// Returns the settings of an engine, with missing ones taken from the defaults.
fn merged(given: EngineSpec, mut defaults: EngineSpec) -> EngineSpec {
    for (name, value) in given.options.iter() {
        defaults.options.set(name, value);
    }
    let arguments = if given.arguments.is_empty() { defaults.arguments } else { given.arguments };
    let is_uci = given.protocol == EngineProtocol::Uci;
    EngineSpec {
        name: given.name.or(defaults.name),
        command: given.command,
        protocol: if is_uci { defaults.protocol } else { given.protocol },
        arguments,
        directory: given.directory.or(defaults.directory),
        options: defaults.options,
    }
}

/// A player's settings, each in the form `KEY=VALUE`.
///
/// ```
/// use reynard_arena::PlayerSettings;
///
/// let (program, settings) =
///     PlayerSettings::parse(r#""a program, with a comma",arg="x,y""#)?;
/// assert_eq!(program, "a program, with a comma");
/// assert_eq!(settings.get("arg"), Some("x,y"));
/// # Ok::<(), reynard_arena::ParsePlayerError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerSettings(Vec<(String, String)>);

impl PlayerSettings {
    /// Parses `PROGRAM[,KEY=VALUE]..` into the program and its settings.
    ///
    /// # Errors
    ///
    /// [`ParsePlayerError::Setting`] or [`ParsePlayerError::Quote`] if the text is malformed.
    pub fn parse(text: &str) -> Result<(String, Self), ParsePlayerError> {
        let (program, rest) = take_value(text)?;
        Ok((program, Self::of_list(rest)?))
    }

    /// Returns the value of a key. If the key occurs more than once, the last value is returned.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().rev().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// Returns the settings without those that have the given key.
    #[must_use]
    pub fn without(mut self, key: &str) -> Self {
        self.0.retain(|(known, _)| known != key);
        self
    }

    /// Parses `[KEY=VALUE]..`.
    fn of_list(mut rest: &str) -> Result<Self, ParsePlayerError> {
        let mut settings = Vec::new();
        while !rest.is_empty() {
            if rest.starts_with(',') {
                rest = &rest[1..];
                continue;
            }
            let (setting, value, more) = if rest.starts_with('"') {
                // The whole setting is quoted.
                let (setting, more) = take_value(rest)?;
                let value =
                    setting.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()));
                (setting, value, more)
            } else {
                let end = rest.find(['=', ',']).unwrap_or(rest.len());
                let (key, value) = rest.split_at(end);
                match value.strip_prefix('=') {
                    Some(value) => {
                        let (value, more) = take_value(value)?;
                        (String::new(), Some((key.to_owned(), value)), more)
                    }
                    None => (key.to_owned(), None, value),
                }
            };
            settings.push(value.ok_or(ParsePlayerError::Setting { text: setting })?);
            rest = more;
        }
        Ok(Self(settings))
    }
}

/// Takes a value up to the next comma, or up to the closing quote. Also returns the text after the
/// comma.
fn take_value(text: &str) -> Result<(String, &str), ParsePlayerError> {
    let Some(quoted) = text.strip_prefix('"') else {
        let (value, rest) = text.split_once(',').unwrap_or((text, ""));
        return Ok((value.to_owned(), rest));
    };
    let error = || ParsePlayerError::Quote { text: text.to_owned() };
    let mut value = String::new();
    let mut rest = quoted;
    loop {
        let (part, more) = rest.split_once('"').ok_or_else(error)?;
        value.push_str(part);
        match more.strip_prefix('"') {
            Some(more) => {
                value.push('"');
                rest = more;
            }
            None if more.is_empty() => return Ok((value, more)),
            None => return Ok((value, more.strip_prefix(',').ok_or_else(error)?)),
        }
    }
}

fn is_limit(key: &str) -> bool {
    matches!(key, "tc" | "movetime" | "nodes" | "depth")
}

/// The error returned by [`MatchPlayer::parse`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParsePlayerError {
    /// A setting is not `KEY=VALUE`.
    Setting {
        /// The setting.
        text: String,
    },
    /// A quote is not closed, or is followed by something other than a comma.
    Quote {
        /// The text from the quote onward.
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
        /// The parse error.
        error: ParseTimeControlError,
    },
    /// Unknown protocol.
    Protocol {
        /// The value.
        value: String,
    },
    /// No limit is set, so the engine would never move.
    NoLimit {
        /// The program.
        program: String,
    },
    /// A node limit was set for the xboard protocol, which does not support one.
    XboardNodes,
}

impl fmt::Display for ParsePlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setting { text } => write!(
                f,
                "`{}` is not KEY=VALUE; a value with a comma is put in double quotes: KEY=\"a,b\"",
                printable(text)
            ),
            Self::Quote { text } => {
                write!(f, "`{}`: the quote has no end, or no comma behind its end", printable(text))
            }
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

impl std::error::Error for ParsePlayerError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Clock { error, .. } => error.source(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use reynard_host::EngineError;

    use super::*;
    use crate::spsa::{InvalidSpsaParameter, SpsaError, SpsaJournalError};
    use crate::{Ladder, TournamentError};

    #[test]
    fn own_settings_override_the_defaults() {
        let defaults = "tc=5+0.05,option.Hash=16,option.Threads=1";
        let player = MatchPlayer::parse("sf,nodes=60,option.Hash=8", defaults).unwrap();
        assert_eq!(player.limits, MatchLimits { nodes: Some(60), ..MatchLimits::default() });
        assert_eq!(&player.engine.options["Hash"], "8");
        assert_eq!(&player.engine.options["Threads"], "1");
    }

    #[test]
    fn arguments_replace_the_defaults() {
        let arguments =
            |text, defaults| MatchPlayer::parse(text, defaults).expect("a player").engine.arguments;
        assert_eq!(arguments("sf,nodes=1,arg=-a,arg=-b", "arg=-c"), ["-a", "-b"]);
        assert_eq!(arguments("sf,nodes=1", "arg=-c,arg=-d"), ["-c", "-d"]);
        // An engine of a file keeps its own.
        let player = MatchPlayer::parse("python3,nodes=1,arg=engine.py", "").expect("a player");
        let (_, settings) = PlayerSettings::parse("file.toml,arg=--debug").expect("settings");
        let player = player.with_settings(&settings, "arg=-c").expect("a player");
        assert_eq!(player.engine.arguments, ["engine.py", "--debug"]);
    }

    #[test]
    fn commas_are_written_in_quotes() {
        let text = r#""dir with, blank/eng.py",nodes=10,option.X="a,b",name="x ""y"", z",arg="--a=1,2",dir="p,q""#;
        let player = MatchPlayer::parse(text, r#"option.Y="c,d",option.X=e"#).unwrap();
        let engine = player.engine;
        assert_eq!(engine.command, PathBuf::from("dir with, blank/eng.py"));
        let options: Vec<(&str, &str)> = engine.options.iter().collect();
        assert_eq!(options, [("Y", "c,d"), ("X", "a,b")]);
        assert_eq!(engine.name.as_deref(), Some("x \"y\", z"));
        assert_eq!(engine.arguments, ["--a=1,2"]);
        assert_eq!(engine.directory, Some(PathBuf::from("p,q")));
        let whole = MatchPlayer::parse(r#"sf,"option.X=a,b",depth=1,"#, "").unwrap();
        assert_eq!(&whole.engine.options["X"], "a,b");
        // A quote within a value is a letter.
        let inner = MatchPlayer::parse(r#"sf,depth=1,arg=a"b"c"#, "").unwrap();
        assert_eq!(inner.engine.arguments, ["a\"b\"c"]);
        for text in [r#"sf,depth=1,name="a"#, r#"sf,depth=1,name="a"b"#, r#""sf"#] {
            let error = MatchPlayer::parse(text, "").unwrap_err();
            assert!(matches!(error, ParsePlayerError::Quote { .. }), "{text}: {error}");
        }
    }

    #[test]
    fn options_keep_the_order_of_the_command_line() {
        let player = MatchPlayer::parse("sf,option.Threads=2,option.Hash=8,depth=1", "").unwrap();
        let names: Vec<&str> = player.engine.options.names().collect();
        assert_eq!(names, ["Threads", "Hash"]);
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

    #[test]
    fn messages_do_not_repeat_those_of_their_sources() {
        let player = MatchPlayer::parse("sf,tc=x", "").unwrap_err();
        let ladder = Ladder::from_toml("[").unwrap_err();
        let parameter = SpsaJournalError::Parameter(3, InvalidSpsaParameter::Form);
        let spsa = SpsaError::Engine(EngineError::Deaf);
        let (name, error) = ("a".to_owned(), EngineError::Deaf);
        let tournament = TournamentError { player: 0, name, error };
        let errors: [&dyn std::error::Error; 5] =
            [&player, &ladder, &parameter, &spsa, &tournament];
        for error in errors {
            let source = error.source().map(ToString::to_string);
            let is_repeated = |source: &String| error.to_string().contains(source);
            assert!(!source.as_ref().is_some_and(is_repeated), "{error}");
        }
    }
}
