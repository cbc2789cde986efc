//! Engines as they are typed: `PROGRAM[,KEY=VALUE]..`.

use std::ffi::OsStr;
use std::path::PathBuf;

use anyhow::{Context, bail};
use reynard_arena::MatchPlayer;
use reynard_host::{EngineSpec, find_program};

/// Parses the players of a match, and numbers equal names.
pub fn players(texts: &[String], each: &str) -> anyhow::Result<Vec<MatchPlayer>> {
    let mut players: Vec<MatchPlayer> = Vec::new();
    for text in texts {
        let mut player = player(text, each)?;
        let name = player.engine.name();
        let same = players.iter().filter(|other| other.engine.name() == name).count();
        if same > 0 {
            player.engine.name = Some(format!("{name} ({})", same + 1));
        }
        players.push(player);
    }
    Ok(players)
}

/// Parses a player; `self` is the engine of this version: see [`own_engine`].
pub fn player(text: &str, each: &str) -> anyhow::Result<MatchPlayer> {
    let mut player = MatchPlayer::parse(text, each)
        .with_context(|| format!("engine `{}`", text.escape_debug()))?;
    if player.engine.command.as_os_str() == "self" {
        player.engine.command = own_engine()?;
        player.engine.name.get_or_insert_with(|| "reynard".to_owned());
        return Ok(player);
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let command = &mut player.engine.command;
    // A path is left as it is: the engine may be started in a folder of its own.
    if command.components().count() == 1 {
        *command = find_program(command, &path).with_context(|| {
            let name = command.display().to_string();
            format!("{}: no such program in PATH or /usr/games", name.escape_debug())
        })?;
    }
    Ok(player)
}

/// Returns the path of `reynard`: this program, or the one in the folder of `reynard-lab`.
///
/// # Errors
///
/// The system does not give the path of this program, or there is no `reynard` in the folder.
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

/// Parses an engine whose limits are set by other options; `self` is this program.
pub fn engine(text: &str) -> anyhow::Result<EngineSpec> {
    const NO_LIMIT: &str = "depth=1";
    let player = player(text, NO_LIMIT)?;
    if player.limits != MatchPlayer::parse("self", NO_LIMIT)?.limits {
        bail!("engine `{text}`: tc, movetime, nodes and depth are settings of a match");
    }
    Ok(player.engine)
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
}
