// The game as an animated GIF, created by the encoder in the WASM file, which `reynard show` also
// uses.

import { store } from './chess-state.js';
import { boardCanvas, boardSvg, paint } from './image.js';
import { download, fileName } from './saving.js';
import { newGif, positionInfo } from './rules.js';
import { shapesOf } from './shown.js';

/** Width and height of a frame in pixels. */
const SIZE = 480;
/** Duration of each frame, and of the last one, in hundredths of a second, as in `reynard show`. */
const [DELAY, LAST_DELAY] = [100, 500];

/**
 * Returns the nodes of the line that contains the current move, from the first position to the last
 * move.
 * @returns {import('./tree.js').TreeNode[]}
 */
function shownLine() {
  const { tree, node } = store.get();
  return [tree.root, ...tree.path(node), ...tree.lineFrom(node)];
}

/**
 * Saves the current line as an animated GIF. Returns `false` if saving was stopped.
 * @param {(done: number, all: number) => boolean} goOn receives the progress; returns `false` to
 * stop
 */
export async function saveGif(goOn) {
  const bytes = await gifOf(shownLine(), store.get().orientation, goOn);
  if (bytes) download(bytes, `${fileName()}.gif`, 'image/gif');
  return bytes !== null;
}

/**
 * Returns the bytes of an animated GIF, or `null` if the work was stopped. Each frame is drawn
 * twice, the first time only to collect the colors of all frames, because the frames of a long game
 * do not fit into memory.
 * @param {import('./tree.js').TreeNode[]} line
 * @param {import('./geometry.js').Side} side
 * @param {(done: number, all: number) => boolean} goOn
 * @returns {Promise<Uint8Array<ArrayBuffer> | null>}
 */
async function gifOf(line, side, goOn) {
  const context = boardCanvas(SIZE);
  const gif = newGif(SIZE);
  const draw = async (/** @type {import('./tree.js').TreeNode} */ node) => {
    const { fen, from, to } = node;
    const board = {
      fen,
      lastMove: from && to ? [from, to] : [],
      check: positionInfo(fen).check,
      shapes: shapesOf(node),
    };
    await paint(context, boardSvg(board, side));
    return new Uint8Array(context.getImageData(0, 0, SIZE, SIZE).data.buffer);
  };
  try {
    for (const [index, node] of line.entries()) {
      if (!goOn(index, 2 * line.length)) return null;
      gif.count(await draw(node));
    }
    for (const [index, node] of line.entries()) {
      if (!goOn(line.length + index, 2 * line.length)) return null;
      gif.add(await draw(node), index === line.length - 1 ? LAST_DELAY : DELAY);
    }
    return /** @type {Uint8Array<ArrayBuffer>} */ (gif.finish());
  } finally {
    gif.free();
  }
}
