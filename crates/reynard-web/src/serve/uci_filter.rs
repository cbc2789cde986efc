//! The UCI commands that the page may send. None of them takes a file name or runs forever.

use reynard_uci::{Command, Extension, Message, same_name};

/// The limits on what a page may request from an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EngineLimits {
    pub(super) threads: usize,
    /// Size of the transposition table in MiB.
    pub(super) hash: usize,
}

/// The engine that receives a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reader {
    /// Reynard's own engine, which parses lines in the same way as this filter.
    Own,
    /// Another program, which may parse lines differently. It receives only lines that the filter
    /// has understood, in the form in which the filter rewrites them.
    Program,
}

/// The result of the filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Filtered {
    /// The line may pass. Holds the line to send to the engine.
    Passed(String),
    /// The line is refused. Holds the reason, which is sent to the page.
    Refused(String),
    /// The socket must be closed.
    Ended,
}

/// The options that do not take file names and need no limits.
const OPTIONS: [&str; 18] = [
    "UCI_AnalyseMode",
    "UCI_Chess960",
    "UCI_Elo",
    "UCI_EngineAbout",
    "UCI_LimitStrength",
    "UCI_Opponent",
    "UCI_ShowWDL",
    "Clear Hash",
    "Ponder",
    "Move Overhead",
    "Contempt",
    "nodestime",
    "Evaluation",
    "Search",
    "SyzygyProbeDepth",
    "Syzygy50MoveRule",
    "SyzygyProbeLimit",
    "OwnBook",
];

/// Maximum number of lines (`MultiPV`).
const MOST_LINES: usize = 10;

/// Checks a line from the page.
pub(super) fn filter(line: &str, limits: EngineLimits, reader: Reader) -> Filtered {
    let refused = |reason: &str| Filtered::Refused(format!("info string error {reason}"));
    if reader == Reader::Program
        && line.contains(|letter: char| letter.is_control() && letter != '\t')
    {
        return refused("control characters in a command");
    }
    let command = match (Command::parse(line), reader) {
        (Ok(read), _) => read.value,
        // The engine reports errors.
        (Err(_), Reader::Own) => return Filtered::Passed(line.to_owned()),
        (Err(error), Reader::Program) => return refused(&error.to_string()),
    };
    let passed = || match reader {
        Reader::Own => Filtered::Passed(line.to_owned()),
        Reader::Program => Filtered::Passed(command.to_string()),
    };
    match &command {
        Command::Quit => Filtered::Ended,
        Command::SetOption { name, value } => {
            match set_option(name, value.as_deref(), limits, reader) {
                Ok(()) => passed(),
                Err(reason) => refused(&reason),
            }
        }
        Command::Go(go) if go.perft.is_some() => refused("perft is not available here"),
        Command::Extension(Extension::Bench { .. }) => refused("bench is not available here"),
        Command::Extension(_) | Command::Register(_) if reader == Reader::Program => {
            refused("the command is not available here")
        }
        _ => passed(),
    }
}

fn set_option(
    name: &str,
    value: Option<&str>,
    limits: EngineLimits,
    reader: Reader,
) -> Result<(), String> {
    let most = |limit: usize| {
        let Some(value) = value.map(str::trim) else { return Ok(()) };
        let fits = match (value.parse::<i64>(), reader) {
            (Ok(number), Reader::Own) => {
                usize::try_from(number).map_or(number < 0, |number| number <= limit)
            }
            // A value that is not a number is left to the engine, which refuses it.
            (Err(_), Reader::Own) => true,
            // Programs read a number differently: some take the digits at its beginning, some a
            // fraction, some wrap around.
            (_, Reader::Program) => {
                value.bytes().all(|byte| byte.is_ascii_digit())
                    && value.parse::<usize>().is_ok_and(|number| number <= limit)
            }
        };
        if fits { Ok(()) } else { Err(format!("{name}: at most {limit} here")) }
    };
    if same_name(name, "Threads") {
        most(limits.threads)
    } else if same_name(name, "Hash") {
        most(limits.hash)
    } else if same_name(name, "MultiPV") {
        most(MOST_LINES)
    } else if OPTIONS.iter().any(|option| same_name(option, name)) {
        Ok(())
    } else {
        Err(format!("the option {name} cannot be set here"))
    }
}

/// Returns `false` if a line from the engine declares an option that the page cannot set.
pub(super) fn is_shown(answer: &str) -> bool {
    match Message::parse(answer).map(|read| read.value) {
        Ok(Message::Option(option)) => {
            set_option(&option.name, None, EngineLimits { threads: 1, hash: 1 }, Reader::Program)
                .is_ok()
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::{EngineLimits, Filtered, Reader, filter, is_shown};

    const LIMITS: EngineLimits = EngineLimits { threads: 2, hash: 64 };

    fn is_refused(line: &str) -> bool {
        matches!(filter(line, LIMITS, Reader::Own), Filtered::Refused(_))
    }

    fn passed(line: &str, reader: Reader) -> Option<String> {
        match filter(line, LIMITS, reader) {
            Filtered::Passed(line) => Some(line),
            _ => None,
        }
    }

    #[test]
    fn options_that_name_files_are_refused() {
        for line in [
            "setoption name SyzygyPath value /etc",
            "setoption name syzygypath value /etc",
            "setoption   name  EvalFile   value /etc/passwd",
            "setoption name Debug Log File value /tmp/x",
            "setoption name debug  log\tfile value /tmp/x",
            "setoption name BookFile value /etc/passwd",
            "garbage setoption name EvalFile value x",
            "setoption name  value x",
            "go perft 9",
            "bench 30",
        ] {
            // A line that is not understood here is not understood by the engine either: it has the
            // same parser.
            assert!(is_refused(line) || reynard_uci::Command::parse(line).is_err(), "{line}");
            assert_eq!(passed(line, Reader::Program), None, "{line}");
        }
    }

    #[test]
    fn limits_hold() {
        for line in [
            "setoption name Threads value 3",
            "setoption name hash value 65",
            "setoption name MultiPV value 11",
            "setoption name Hash value 99999999999999999999",
        ] {
            // A number that does not fit is refused by the engine.
            assert!(is_refused(line) || line.len() > 40, "{line}");
        }
        for line in [
            "setoption name Threads value 2",
            "setoption name Hash value 64",
            "setoption name UCI_Elo value 1500",
            "setoption name uci_limitstrength value true",
            "go infinite",
            "position startpos moves e2e4",
            "uci",
            "stop",
            "d",
        ] {
            assert_eq!(passed(line, Reader::Own).as_deref(), Some(line));
            assert!(
                line == "d" || passed(line, Reader::Program).as_deref() == Some(line),
                "{line}"
            );
        }
        assert_eq!(filter("quit", LIMITS, Reader::Own), Filtered::Ended);
    }

    #[test]
    fn a_program_gets_only_lines_that_are_understood_as_they_are_written_here() {
        for line in [
            "isready\rsetoption name EvalFile value /etc/passwd",
            "setoption name UCI_Opponent value x\rsetoption name EvalFile value y",
            "setoption name UCI_Opponent value x\u{85}setoption name EvalFile value y",
            "setoption name UCI_Weights value /etc/passwd",
            "SetOption name EvalFile value x",
            "eval /etc/passwd",
            "export_net /etc/x",
            "load x",
            "d",
            "register name x code y",
            "",
            "position fen 8/8 moves e2e4",
        ] {
            assert_eq!(passed(line, Reader::Program), None, "{line:?}");
        }
        assert_eq!(passed("  go   depth  3 ", Reader::Program).as_deref(), Some("go depth 3"));
        assert_eq!(passed("noise isready", Reader::Program).as_deref(), Some("isready"));
    }

    #[test]
    fn a_program_gets_only_plain_numbers_within_the_limits() {
        for name in ["Hash", "Threads", "MultiPV", "hash", "multipv"] {
            for value in [
                "900000.0",
                "128 x",
                "99999999999999999999",
                "18446744073709551617",
                "-1",
                "+1",
                "0x1",
                "1e9",
                "65",
                "x",
            ] {
                let line = format!("setoption name {name} value {value}");
                assert_eq!(passed(&line, Reader::Program), None, "{line}");
            }
            let line = format!("setoption name {name} value 2");
            assert_eq!(passed(&line, Reader::Program).as_deref(), Some(line.as_str()));
        }
        assert_eq!(
            passed("setoption name Hash value  64 ", Reader::Program).as_deref(),
            Some("setoption name Hash value 64")
        );
    }

    #[test]
    fn only_options_that_can_be_set_are_announced() {
        assert!(is_shown("option name Hash type spin default 16 min 1 max 33554432"));
        assert!(is_shown("bestmove e2e4") && is_shown("option name UCI_Elo type spin"));
        assert!(!is_shown("option name SyzygyPath type string default <empty>"));
        assert!(!is_shown("option name Debug Log File type string default <empty>"));
    }
}
