//! Groups of players with comparable results.

use std::collections::HashMap;

use super::pairs::Pairs;

/// Returns each player's group, or `None` for a player who is not in a group. Groups are numbered
/// by size, the largest first.
///
/// Within a group, each player has scored points against every other, directly or through other
/// players: the group is strongly connected. Only then does the likelihood have a maximum. Anchored
/// players count as one player, because the differences between their ratings are known.
pub(super) fn groups(
    count: usize,
    pairs: &Pairs,
    anchors: &HashMap<usize, f64>,
) -> Vec<Option<usize>> {
    let first_anchor = anchors.keys().copied().min();
    let node = |player: usize| match first_anchor {
        Some(first) if anchors.contains_key(&player) => first,
        _ => player,
    };
    let (mut wins, mut losses) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for (&(white, black), games) in &pairs.by_pair {
        let (white, black) = (node(white), node(black));
        if games.half_points > 0 {
            wins[white].push(black);
            losses[black].push(white);
        }
        if games.half_points < 2 * games.games {
            wins[black].push(white);
            losses[white].push(black);
        }
    }
    // Kosaraju: in the reverse order of their ends, what is reached backwards is a component.
    let mut order = Vec::with_capacity(count);
    let mut seen = vec![false; count];
    for start in 0..count {
        walk(start, &wins, &mut seen, &mut order);
    }
    let mut component = vec![usize::MAX; count];
    let mut sizes: Vec<usize> = Vec::new();
    let mut seen = vec![false; count];
    for &start in order.iter().rev() {
        let mut members = Vec::new();
        walk(start, &losses, &mut seen, &mut members);
        for &member in &members {
            component[member] = sizes.len();
        }
        if !members.is_empty() {
            sizes.push(members.len());
        }
    }
    let anchored = anchors.len().saturating_sub(1);
    if let Some(first) = first_anchor {
        sizes[component[first]] += anchored;
    }
    let mut by_size: Vec<usize> = (0..sizes.len()).filter(|&it| sizes[it] > 1).collect();
    by_size.sort_by_key(|&it| (std::cmp::Reverse(sizes[it]), it));
    let rank: HashMap<usize, usize> =
        by_size.into_iter().enumerate().map(|(rank, component)| (component, rank)).collect();
    let has_games = |player: usize| pairs.total(player).0 > 0;
    let group = |player| rank.get(&component[node(player)]).copied().filter(|_| has_games(player));
    (0..count).map(group).collect()
}

/// Follows edges depth-first from `start`, and appends the newly reached players to `ended`, each
/// after its successors.
fn walk(start: usize, edges: &[Vec<usize>], seen: &mut [bool], ended: &mut Vec<usize>) {
    if seen[start] {
        return;
    }
    seen[start] = true;
    let mut path = vec![(start, 0)];
    while let Some((node, next)) = path.last_mut() {
        if let Some(&to) = edges[*node].get(*next) {
            *next += 1;
            if !seen[to] {
                seen[to] = true;
                path.push((to, 0));
            }
        } else {
            ended.push(*node);
            path.pop();
        }
    }
}
