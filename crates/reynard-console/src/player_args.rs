//! Engines on the command line: `PROGRAM[,KEY=VALUE]..`, or `FILE.toml[,KEY=VALUE]..` for the
//! engines defined in a file.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use reynard_arena::{Ladder, MatchPlayer, PlayerSettings};
use reynard_host::{EngineSpec, MatchLimits, find_program};

/// Parses the players of a match, and adds numbers to the names of players with the same name.
pub fn players(texts: &[String], each: &str) -> anyhow::Result<Vec<MatchPlayer>> {
    let mut players: Vec<MatchPlayer> = Vec::new();
    for text in texts {
        for mut player in typed(text, each)? {
            player = player.limited(text).with_context(|| quoted(text))?;
            let name = player.engine.name();
            let same = players.iter().filter(|other| other.engine.name() == name).count();
            if same > 0 {
                player.engine.name = Some(format!("{name} ({})", same + 1));
            }
            players.push(player);
        }
    }
    Ok(players)
}

/// Parses a player. `self` stands for the engine of this version: see [`own_engine`].
pub fn player(text: &str, each: &str) -> anyhow::Result<MatchPlayer> {
    one(text, each)?.limited(text).with_context(|| quoted(text))
}

/// Returns the path of `reynard`: this program or, for `reynard-lab`, the program in the same
/// folder.
///
/// # Errors
///
/// Returns an error if the system does not report the path of this program, or if the folder does
/// not contain `reynard`.
pub fn own_engine() -> anyhow::Result<PathBuf> {
    let this = std::env::current_exe().context("cannot find this program")?;
    if this.file_stem() != Some(OsStr::new("reynard-lab")) {
        return Ok(this);
    }
    let engine = this.with_file_name(format!("reynard{}", std::env::consts::EXE_SUFFIX));
    if !engine.is_file() {
        bail!("`self` is the engine `reynard`, and there is no {}", engine.display());
    }
    Ok(engine)
}

/// Parses an engine whose limits are set by other options. `self` stands for this program. Limits
/// in a file of engines apply only to matches, not here.
pub fn engine(text: &str) -> anyhow::Result<EngineSpec> {
    let (_, settings) = PlayerSettings::parse(text).with_context(|| quoted(text))?;
    if ["tc", "movetime", "nodes", "depth"].iter().any(|limit| settings.get(limit).is_some()) {
        bail!("engine `{text}`: tc, movetime, nodes and depth are settings of a match");
    }
    Ok(one(text, "")?.engine)
}

fn quoted(text: &str) -> String {
    format!("engine `{}`", text.escape_debug())
}

/// Parses a single engine.
fn one(text: &str, each: &str) -> anyhow::Result<MatchPlayer> {
    let mut players = typed(text, each)?;
    match (players.pop(), players.len()) {
        (Some(player), 0) => Ok(player),
        (last, more) => {
            let names = players.iter().chain(&last).map(|player| player.engine.name());
            let names: Vec<String> = names.collect();
            let file = text.escape_debug();
            bail!(
                "{file} has {} engines, choose one by `{file},name=..`: {}",
                more + 1,
                names.join(", ")
            )
        }
    }
}

/// Parses an engine, or all engines in a file. The engines need not have limits.
fn typed(text: &str, each: &str) -> anyhow::Result<Vec<MatchPlayer>> {
    let (program, settings) = PlayerSettings::parse(text).with_context(|| quoted(text))?;
    let is_file =
        Path::new(&program).extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"));
    let mut players = if is_file {
        of_file(Path::new(&program), &settings)?
    } else {
        vec![MatchPlayer { engine: EngineSpec::new(program), limits: MatchLimits::default() }]
    };
    // For a file, the name has already selected the engine.
    let settings = if is_file { settings.without("name") } else { settings };
    for player in &mut players {
        let set = player.clone().with_settings(&settings, each);
        *player = set.with_context(|| quoted(text))?;
        find(&mut player.engine)?;
    }
    Ok(players)
}

/// Reads all engines in a file, or only the one named in the settings.
fn of_file(path: &Path, settings: &PlayerSettings) -> anyhow::Result<Vec<MatchPlayer>> {
    let name = || path.display().to_string();
    let text = fs::read_to_string(path).with_context(name)?;
    let mut rungs = Ladder::from_toml(&text).with_context(name)?.rungs;
    if let Some(chosen) = settings.get("name") {
        let names: Vec<String> = rungs.iter().map(|rung| rung.name.clone()).collect();
        rungs.retain(|rung| rung.name == chosen);
        if rungs.is_empty() {
            bail!("{} has no engine `{}`, but {}", name(), chosen.escape_debug(), names.join(", "));
        }
    }
    Ok(rungs.iter().map(|rung| rung.player(MatchLimits::default())).collect())
}

/// Locates the program of an engine: this program, or one in the `PATH`.
fn find(engine: &mut EngineSpec) -> anyhow::Result<()> {
    if engine.command.as_os_str() == "self" {
        engine.command = own_engine()?;
        engine.name.get_or_insert_with(|| "reynard".to_owned());
        return Ok(());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let command = &mut engine.command;
    // A path is left unchanged, because the engine may be started in its own folder.
    if command.components().count() == 1 {
        *command = find_program(command, &path).with_context(|| {
            let name = command.display().to_string();
            format!("{}: no such program in PATH or /usr/games", name.escape_debug())
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_are_numbered() {
        let texts = ["self,name=a,nodes=1", "self,name=a,nodes=2"].map(str::to_owned);
        let players = players(&texts, "").unwrap();
        assert_eq!(players[1].engine.name(), "a (2)");
    }

    #[test]
    fn engines_of_a_file_have_its_settings_and_those_of_the_command_line() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("engines.toml");
        let text = "[[rung]]\nname = 'fast'\ncommand = 'self'\nnodes = 5\n\
            options = { Threads = '2', Hash = '8' }\n\
            [[engine]]\n";
        assert!(Ladder::from_toml(text).is_err(), "one name of the tables");
        let text = "[[engine]]\nname = 'fast'\ncommand = 'self'\nnodes = 5\n\
            options = { Threads = '2', Hash = '8' }\n\
            [[engine]]\nname = 'deep'\ncommand = 'self'\n";
        fs::write(&path, text).expect("a writable folder");
        let file = path.display().to_string();
        let all =
            players(std::slice::from_ref(&file), "depth=3,option.Hash=4,option.MultiPV=1").unwrap();
        let limits: Vec<_> = all.iter().map(|it| (it.limits.nodes, it.limits.depth)).collect();
        assert_eq!(limits, [(Some(5), None), (None, Some(3))]);
        assert_eq!(&all[0].engine.options["Hash"], "8");
        assert_eq!(&all[1].engine.options["Hash"], "4");
        let chosen = player(&format!("{file},name=fast,depth=9,option.Hash=1"), "").unwrap();
        assert_eq!((chosen.limits.nodes, chosen.limits.depth), (None, Some(9)));
        let options: Vec<(&str, &str)> = chosen.engine.options.iter().collect();
        assert_eq!(options, [("Threads", "2"), ("Hash", "1")]);
        assert!(engine(&file).unwrap_err().to_string().contains("choose one by"));
        assert_eq!(engine(&format!("{file},name=deep")).unwrap().name(), "deep");
        assert!(
            engine(&format!("{file},name=slow")).unwrap_err().to_string().contains("fast, deep")
        );
    }
}
