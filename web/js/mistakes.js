// The main-line moves that an engine pass has marked.

import { announce } from './dom.js';
import { goTo, store } from './chess-state.js';
import { isWhiteToMove } from './tree.js';
import { t } from './i18n.js';

/**
 * Returns the marked moves, in the order of the game.
 * @param {{side?: 'white' | 'black', mark?: string}} [which]
 */
export function markedMoves({ side, mark } = {}) {
  const {
    tree,
    pass: { points },
  } = store.get();
  return tree.mainLine().filter(({ id, parent }) => {
    const own = points.get(id)?.mark;
    const mover = isWhiteToMove(tree.node(parent ?? 0).fen) ? 'white' : 'black';
    return Boolean(own) && (mark === undefined || own === mark) && (side === undefined || mover === side);
  });
}

/**
 * Goes to the next or the previous marked move. At either end of the game, continues at the other
 * end.
 * @param {1 | -1} by
 * @param {Parameters<typeof markedMoves>[0]} [which]
 */
export function goToMistake(by, which) {
  const { tree, node } = store.get();
  const marked = markedMoves(which);
  if (marked.length === 0) {
    announce(t('mistake.none'));
    return;
  }
  const plies = marked.map(({ id }) => tree.path(id).length);
  const at = tree.path(node).length;
  const found = by > 0 ? plies.findIndex((ply) => ply > at) : plies.findLastIndex((ply) => ply < at);
  goTo(marked[found >= 0 ? found : by > 0 ? 0 : marked.length - 1].id);
}
