// Pictures of the board.

import { current, store } from './chess-state.js';
import { PIECES } from './pieces.js';
import { pieceSvg, drawShapes, svg } from './board-draw.js';
import { piecesOf, place, squareOf } from './geometry.js';
import { shownBoard } from './shown.js';
import { download, fileName } from './saving.js';
import { toast } from './dom.js';
import { t } from './i18n.js';

/** Size of a picture of the board in pixels. */
const SIZE = 1000;

/**
 * The parts of a displayed board that are drawn in a picture.
 * @typedef {Pick<import('./shown.js').ShownBoard, 'fen' | 'lastMove' | 'check' | 'shapes'>}
 * PicturedBoard
 */

/**
 * Returns a board as an SVG element that does not depend on the page.
 * @param {PicturedBoard} board
 * @param {import('./geometry.js').Side} side the side at the bottom
 * @returns {SVGElement}
 */
export function boardSvg({ fen, lastMove, check, shapes }, side) {
  const style = getComputedStyle(document.documentElement);
  const color = (/** @type {string} */ name, /** @type {string} */ usual) =>
    resolved(style.getPropertyValue(name)) || usual;
  const [light, dark] = [color('--board-light', '#f0dbbb'), color('--board-dark', '#b68862')];
  const drawing = svg('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 800 800', width: 800, height: 800 });
  const marked = lastMove.map(squareOf);
  const pieces = piecesOf(fen);
  for (let square = 0; square < 64; square++) {
    const [column, row] = place(square, side);
    const at = { x: column * 100, y: row * 100, width: 100, height: 100 };
    drawing.append(svg('rect', { ...at, fill: (column + row) % 2 ? dark : light }));
    if (marked.includes(square)) drawing.append(svg('rect', { ...at, fill: '#d8c020', 'fill-opacity': 0.5 }));
    if (check && squareOf(check) === square)
      drawing.append(svg('rect', { ...at, fill: '#e01010', 'fill-opacity': 0.6 }));
  }
  for (const [square, letter] of pieces.entries()) {
    if (!letter || !PIECES[letter.toLowerCase()]) continue;
    const [column, row] = place(square, side);
    const piece = pieceSvg(letter);
    for (const [name, value] of Object.entries({ x: column * 100, y: row * 100, width: 100, height: 100 }))
      piece.setAttribute(name, String(value));
    drawing.append(piece);
  }
  const overlay = svg('g', {});
  drawShapes(overlay, shapes, side);
  drawing.append(overlay);
  return drawing;
}

/**
 * Returns a color of the page for use in pictures, with `light-dark()` resolved to its current
 * value.
 * @param {string} value
 */
function resolved(value) {
  const probe = document.createElement('span');
  probe.style.color = value;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Saves a picture of the board as SVG and as PNG. */
export async function saveImage() {
  const state = store.get();
  const drawing = boardSvg(shownBoard(state), state.orientation);
  const text = new XMLSerializer().serializeToString(drawing);
  const name = `${fileName()}-${current().fen.split(' ')[5] ?? ''}`.replace(/-$/, '');
  try {
    download(await asPng(drawing), `${name}.png`, 'image/png');
    download(text, `${name}.svg`, 'image/svg+xml');
  } catch {
    download(text, `${name}.svg`, 'image/svg+xml');
    toast(t('image.onlySvg'));
  }
}

/**
 * Returns a canvas for drawing boards.
 * @param {number} size
 * @returns {CanvasRenderingContext2D}
 */
export function boardCanvas(size) {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error(t('image.noCanvas'));
  return context;
}

/**
 * Draws an SVG so that it fills a canvas.
 * @param {CanvasRenderingContext2D} context
 * @param {SVGElement} drawing
 */
export async function paint(context, drawing) {
  const { width, height } = context.canvas;
  const image = new Image(width, height);
  const bytes = new TextEncoder().encode(new XMLSerializer().serializeToString(drawing));
  image.src = `data:image/svg+xml;base64,${btoa(String.fromCodePoint(...bytes))}`;
  await image.decode();
  context.drawImage(image, 0, 0, width, height);
}

/** @param {SVGElement} drawing @returns {Promise<Blob>} */
async function asPng(drawing) {
  const context = boardCanvas(SIZE);
  await paint(context, drawing);
  return new Promise((resolve, reject) => {
    context.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no PNG'))), 'image/png');
  });
}
