// The displayed board as a function of the state, so that a preview cannot outlive its cause.

import { positionInfo } from './rules.js';
import { modeOf } from './mode.js';
import { squareOf } from './geometry.js';
import { isWhiteToMove } from './tree.js';
import { drillBoard } from './learn/drill-board.js';

/**
 * A preview of a position: after some moves of an engine line, or after a move in the explorer. It
 * is valid for one position of one version of the game.
 * @typedef {{source: 'engine' | 'explorer', node: number, version: number, moves: string[],
 *   fen: string}} Preview
 * @typedef {import('./board-draw.js').Shape} Shape
 * @typedef {{fen: string, mode: 'play' | 'view' | 'edit', moves: import('./board.js').LegalMove[],
 *   lastMove: string[], check: string | null, shapes: Shape[], hints: Shape[],
 *   premover: 'white' | 'black' | null, premove: string[], orientation: 'white' | 'black'}}
 * ShownBoard
 * @typedef {import('./chess-state.js').PageState} PageState
 */

/**
 * Returns the preview of a state, or `null` if it is no longer valid: the position from which it
 * began and its line must still be displayed.
 * @param {PageState} state
 * @returns {Preview | null}
 */
export function validPreview(state) {
  const { preview, node, version, engine, evaluation, tab } = state;
  if (!preview || modeOf(state) !== 'study' || preview.node !== node || preview.version !== version) return null;
  if (preview.source === 'explorer') return tab === 'analyze' ? preview : null;
  const isInLine =
    engine.isOn &&
    tab === 'analyze' &&
    evaluation?.lines.some(({ pv }) => preview.moves.every((mv, i) => pv[i] === mv));
  return isInLine ? preview : null;
}

/**
 * @param {PageState} state
 * @returns {ShownBoard}
 */
export function shownBoard(state) {
  const { tree, node, setup, play, sketch } = state;
  const nothing = {
    moves: [],
    lastMove: [],
    check: null,
    shapes: [],
    hints: [],
    premover: null,
    premove: [],
    orientation: state.orientation,
  };
  if (setup) return { ...nothing, fen: placementFen(setup.pieces), mode: 'edit' };
  if (modeOf(state) === 'drill' && state.drill) return { ...nothing, ...shownCard(state.drill) };
  const preview = validPreview(state);
  if (preview) {
    const uci = preview.moves[preview.moves.length - 1];
    return {
      ...nothing,
      fen: preview.fen,
      mode: 'view',
      lastMove: [uci.slice(0, 2), uci.slice(2, 4)],
      check: positionInfo(preview.fen).check,
    };
  }
  const own = tree.node(node);
  const info = positionInfo(own.fen);
  const isPlaying = modeOf(state) === 'play' && play !== null;
  const isLast = tree.children(node).length === 0;
  const isHumanTurn = isPlaying && isLast && (isWhiteToMove(own.fen) ? 'white' : 'black') === play.human;
  const mayPremove = isPlaying && isLast && !isHumanTurn && !play.failure;
  return {
    ...nothing,
    fen: own.fen,
    mode: 'play',
    moves: isPlaying && !isHumanTurn ? [] : info.moves,
    check: info.check,
    lastMove: own.from && own.to ? [own.from, own.to] : [],
    shapes: [...shapesOf(own), ...(sketch?.node === node ? sketch.shapes : [])],
    hints: isPlaying ? [] : engineHints(state),
    premover: mayPremove ? play.human : null,
    premove: mayPremove ? (play.premove ?? []) : [],
  };
}

/**
 * Returns the board for a question in a session. Once the question is answered, the best move is
 * shown as an arrow.
 * @param {import('./learn/drill.js').Drill} drill
 */
function shownCard(drill) {
  const { fen, lastMove } = drillBoard(drill);
  const info = positionInfo(fen);
  const isAsked = drill.phase === 'asked' && !drill.isStoring && drill.at === 0;
  const { arrow } = drill;
  /** @type {Shape[]} */
  const hints =
    arrow && drill.at === 0
      ? [{ color: 'E', from: squareOf(arrow.slice(0, 2)), to: squareOf(arrow.slice(2, 4)), width: 1 }]
      : [];
  const { side } = drill.question;
  const other = side === 'white' ? 'black' : 'white';
  return {
    fen,
    lastMove,
    hints,
    mode: /** @type {'play' | 'view'} */ (isAsked ? 'play' : 'view'),
    moves: isAsked ? info.moves : [],
    check: info.check,
    orientation: /** @type {'white' | 'black'} */ (drill.isFlipped ? other : side),
  };
}

/**
 * Returns arrows for the first moves of the engine lines.
 * @param {PageState} state
 * @returns {Shape[]}
 */
function engineHints({ engine, evaluation, pass, tree, node }) {
  if (!engine.isOn && !pass.running) return betterHint(tree.children(node)[0], pass.points.get(node), pass.points);
  if (!evaluation) return [];
  return evaluation.lines
    .map(({ pv }, i) => ({
      color: /** @type {const} */ ('E'),
      from: squareOf(pv[0].slice(0, 2)),
      to: squareOf(pv[0].slice(2, 4)),
      width: i === 0 ? 1 : 0.55,
    }))
    .reverse();
}

/**
 * Returns an arrow for the better move if the game continues with a bad one.
 * @param {import('./tree.js').TreeNode | undefined} next
 * @param {import('./chess-state.js').GraphPoint | undefined} point
 * @param {Map<number, import('./chess-state.js').GraphPoint>} points
 * @returns {Shape[]}
 */
function betterHint(next, point, points) {
  if (!next || !point?.best || !points.get(next.id)?.mark) return [];
  return [{ color: 'E', from: squareOf(point.best.slice(0, 2)), to: squareOf(point.best.slice(2, 4)), width: 1 }];
}

/** @param {string[]} pieces */
function placementFen(pieces) {
  const ranks = [];
  for (let rank = 7; rank >= 0; rank--)
    ranks.push(
      pieces
        .slice(rank * 8, rank * 8 + 8)
        .map((piece) => piece || '1')
        .join(''),
    );
  return ranks.join('/');
}

/**
 * Returns the arrows and circles of a node.
 * @param {import('./tree.js').TreeNode} node
 * @returns {Shape[]}
 */
export function shapesOf(node) {
  const color = (/** @type {string} */ text) => /** @type {'G'} */ (text[0]);
  return [
    ...(node.squares ?? []).map((text) => ({
      color: color(text),
      from: squareOf(text.slice(1)),
      to: squareOf(text.slice(1)),
    })),
    ...(node.arrows ?? []).map((text) => ({
      color: color(text),
      from: squareOf(text.slice(1, 3)),
      to: squareOf(text.slice(3, 5)),
    })),
  ];
}
