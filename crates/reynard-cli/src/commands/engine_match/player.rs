//! An engine as it is typed: `PROGRAM[,KEY=VALUE]..`.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, bail};
use reynard_arena::{EngineProtocol, EngineSpec, MatchLimits, MatchPlayer};

/// A description of an engine that has not been looked at yet.
#[derive(Clone, Debug)]
pub(crate) struct PlayerText(String);

impl FromStr for PlayerText {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl PlayerText {
    /// As it was typed.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

/// The players that are meant, each with a name of its own.
pub(super) fn players(texts: &[PlayerText], each: &str) -> anyhow::Result<Vec<MatchPlayer>> {
    let mut players: Vec<MatchPlayer> = Vec::new();
    for text in texts {
        let mut player = player(&text.0, each).with_context(|| format!("engine `{}`", text.0))?;
        let name = player.engine.name();
        let same = players.iter().filter(|other| other.engine.name() == name).count();
        if same > 0 {
            player.engine.name = Some(format!("{name} ({})", same + 1));
        }
        players.push(player);
    }
    Ok(players)
}

/// One player.
pub(crate) fn player(text: &str, each: &str) -> anyhow::Result<MatchPlayer> {
    let (program, settings) = text.split_once(',').unwrap_or((text, ""));
    let mut player =
        MatchPlayer { engine: EngineSpec::new(program), limits: MatchLimits::default() };
    if program == "self" {
        player.engine.command = std::env::current_exe().context("cannot find this program")?;
        player.engine.name = Some("reynard".to_owned());
    }
    let own = settings_of(settings)?;
    // A limit of its own takes the place of all limits of others.
    let limited = own.iter().any(|(key, _)| is_limit(key));
    for (key, value) in settings_of(each)? {
        if !(limited && is_limit(key)) {
            set(&mut player, key, value)?;
        }
    }
    for (key, value) in own {
        set(&mut player, key, value)?;
    }
    if player.limits.is_unlimited() {
        bail!(
            "nothing limits its thinking: give it tc, movetime, nodes or depth, as in \
             `{program},nodes=1000`"
        );
    }
    if player.engine.protocol == EngineProtocol::Xboard && player.limits.nodes.is_some() {
        bail!("the protocol of xboard has no limit of nodes: give it tc, movetime or depth");
    }
    Ok(player)
}

fn settings_of(text: &str) -> anyhow::Result<Vec<(&str, &str)>> {
    let settings = text.split(',').filter(|setting| !setting.is_empty());
    settings
        .map(|setting| {
            setting.split_once('=').with_context(|| format!("`{setting}` is not KEY=VALUE"))
        })
        .collect()
}

fn is_limit(key: &str) -> bool {
    matches!(key, "tc" | "movetime" | "nodes" | "depth")
}

fn set(player: &mut MatchPlayer, key: &str, value: &str) -> anyhow::Result<()> {
    let (engine, limits) = (&mut player.engine, &mut player.limits);
    let number = || format!("{key}: `{value}` is not a number");
    match key {
        "name" => engine.name = Some(value.to_owned()),
        "arg" => engine.arguments.push(value.to_owned()),
        "proto" => {
            engine.protocol = match value {
                "uci" => EngineProtocol::Uci,
                "xboard" => EngineProtocol::Xboard,
                _ => bail!("proto: `{value}` is neither uci nor xboard"),
            }
        }
        "dir" => engine.directory = Some(PathBuf::from(value)),
        "tc" => limits.clock = Some(value.parse().with_context(|| format!("tc: `{value}`"))?),
        "movetime" => limits.movetime = Some(value.parse().with_context(number)?),
        "nodes" => limits.nodes = Some(value.parse().with_context(number)?),
        "depth" => limits.depth = Some(value.parse().with_context(number)?),
        _ => match key.strip_prefix("option.") {
            Some(name) => {
                engine.options.insert(name.to_owned(), value.to_owned());
            }
            None => bail!(
                "there is no setting `{key}`: it is one of name, proto, tc, movetime, nodes, depth, \
                 arg, dir, option.NAME"
            ),
        },
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_of_its_own_come_first() {
        let player =
            player("sf,nodes=60,option.Hash=8", "tc=5+0.05,option.Hash=16,option.Threads=1")
                .unwrap();
        assert_eq!(player.limits, MatchLimits { nodes: Some(60), ..MatchLimits::default() });
        assert_eq!(player.engine.options["Hash"], "8");
        assert_eq!(player.engine.options["Threads"], "1");
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (text, part) in [
            ("sf", "nothing limits its thinking"),
            ("sf,fast", "`fast` is not KEY=VALUE"),
            ("sf,nodes=many", "nodes: `many` is not a number"),
            ("sf,tc=x", "tc: `x`"),
            ("sf,knots=1", "there is no setting `knots`"),
            ("old,proto=winboard,tc=1", "`winboard` is neither uci nor xboard"),
            ("old,proto=xboard,nodes=1", "no limit of nodes"),
        ] {
            let error = player(text, "").unwrap_err();
            assert!(format!("{error:#}").contains(part), "{text}: {error:#}");
        }
    }

    #[test]
    fn names_are_made_different() {
        let texts = ["a,nodes=1", "a,nodes=2"].map(|text| text.parse().unwrap());
        let players = players(&texts, "").unwrap();
        assert_eq!(players[1].engine.name(), "a (2)");
    }
}
