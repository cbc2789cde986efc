// The move times below the graph: White's bars point upward, Black's downward.

import { svg } from '../board-draw.js';
import { isWhiteToMove } from '../tree.js';

/** @typedef {import('../tree.js').TreeNode} TreeNode */

/**
 * Returns `true` if the time of any move of a line is known.
 * @param {TreeNode[]} line
 */
export const hasTimes = (line) => line.filter(({ spent }) => spent !== undefined).length > 1;

/**
 * Draws the time of each move in a line as a bar. The height of a bar is proportional to the square
 * root of the time, so short times stay visible next to a long one.
 * @param {SVGElement} drawing
 * @param {TreeNode[]} line
 * @param {{width: number, height: number, node: number}} look
 */
export function drawTimes(drawing, line, { width, height, node }) {
  const longest = Math.max(1, ...line.map(({ spent = 0 }) => spent));
  const step = width / Math.max(1, line.length - 1);
  const middle = height / 2;
  const bars = line.flatMap((own, i) => {
    if (own.spent === undefined) return [];
    const length = Math.max(1, Math.sqrt(own.spent / longest) * (middle - 1));
    // In the position after the move, the other side is to move.
    const isWhite = !isWhiteToMove(own.fen);
    const name = `time-bar ${isWhite ? 'w' : 'b'}${own.id === node ? ' now' : ''}`;
    return [
      svg('rect', {
        x: Math.max(0, (i - 0.4) * step),
        y: isWhite ? middle - length : middle,
        width: step * 0.8,
        height: length,
        class: name,
      }),
    ];
  });
  drawing.replaceChildren(svg('path', { d: `M0 ${middle}H${width}`, class: 'graph-middle' }), ...bars);
}
