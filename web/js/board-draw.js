// Drawings on the board: pieces, arrows and circles, as SVG.

import { PIECES } from './pieces.js';
import { place } from './geometry.js';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * The colors of arrows and circles, keyed by their letters in `[%cal]` and `[%csl]`. `E` is the
 * color of engine moves.
 */
export const BRUSHES = Object.freeze({ G: '#15781b', R: '#a52119', B: '#1f5fb8', Y: '#c98a00', E: '#15617f' });

/**
 * @typedef {{color: keyof typeof BRUSHES, from: number, to: number, width?: number}} Shape from
 * equals to for a circle
 */

/**
 * Creates an SVG element.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @returns {SVGElement}
 */
export function svg(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/**
 * @type {Record<string, string> | null} the letters that represent the pieces; `null` to draw the
 * pieces
 */
let letters = null;

/**
 * Sets the letters that represent the pieces, by piece type. With `null`, pieces are shown as
 * drawings.
 * @param {Record<string, string> | null} chosen
 */
export const setPieceLetters = (chosen) => {
  letters = chosen;
};

/** @param {string} piece */
function letterSvg(piece) {
  const isWhite = piece === piece.toUpperCase();
  const drawing = svg('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true', focusable: 'false' });
  const text = svg('text', {
    x: 50,
    y: 74,
    'text-anchor': 'middle',
    'font-family': 'system-ui, sans-serif',
    'font-size': 66,
    'font-weight': 700,
    fill: isWhite ? '#1e1b18' : '#ffffff',
  });
  text.textContent = letters?.[piece.toLowerCase()] ?? piece.toUpperCase();
  drawing.append(
    svg('circle', {
      cx: 50,
      cy: 50,
      r: 42,
      fill: isWhite ? '#fffdf8' : '#3c3835',
      stroke: '#1e1b18',
      'stroke-width': 3,
    }),
    text,
  );
  return drawing;
}

/**
 * Returns the drawing of a piece, given its FEN letter.
 * @param {string} letter
 */
export function pieceSvg(letter) {
  if (letters) return letterSvg(letter);
  const isWhite = letter === letter.toUpperCase();
  const { body, lines } = PIECES[letter.toLowerCase()];
  const [fill, line] = isWhite ? ['#ffffff', '#1e1b18'] : ['#3c3835', '#ece8e2'];
  const drawing = svg('svg', {
    viewBox: '0 0 100 100',
    fill,
    stroke: '#1e1b18',
    'stroke-width': 3.2,
    'stroke-linejoin': 'round',
    'stroke-linecap': 'round',
    'aria-hidden': 'true',
    focusable: 'false',
  });
  drawing.append(svg('path', { d: body }), svg('path', { d: lines, fill: 'none', stroke: line, 'stroke-width': 2.6 }));
  return drawing;
}

/**
 * Draws arrows and circles into an SVG element with an 800×800 view box.
 * @param {SVGElement} overlay
 * @param {Shape[]} shapes
 * @param {import('./geometry.js').Side} side
 */
export function drawShapes(overlay, shapes, side) {
  overlay.replaceChildren(...shapes.map((shape) => drawShape(shape, side)));
}

/**
 * @param {Shape} shape
 * @param {import('./geometry.js').Side} side
 */
function drawShape({ color, from, to, width = 1 }, side) {
  const center = (/** @type {number} */ square) => place(square, side).map((n) => n * 100 + 50);
  const [x, y] = center(from);
  const fill = BRUSHES[color] ?? BRUSHES.G;
  if (from === to) {
    return svg('circle', {
      cx: x,
      cy: y,
      r: 45,
      fill: 'none',
      stroke: fill,
      'stroke-width': 7,
      'stroke-opacity': 0.85,
    });
  }
  const [toX, toY] = center(to);
  const length = Math.hypot(toX - x, toY - y);
  const angle = (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
  const half = 8 * width;
  const head = 24 * width;
  // The head ends before the middle of the square, where a piece may stand.
  const tip = length - 18;
  const neck = tip - 36 * width;
  return svg('path', {
    fill,
    'fill-opacity': color === 'E' ? 0.85 : 0.8,
    transform: `translate(${x} ${y}) rotate(${angle})`,
    ...(color === 'E' ? { stroke: '#ffffff', 'stroke-opacity': 0.75, 'stroke-width': 3 } : {}),
    d: `M30 ${-half}H${neck}V${-head}L${tip} 0 ${neck} ${head}V${half}H30z`,
  });
}

/**
 * Returns the color that the user has chosen or, without one, the color selected by the modifier
 * keys.
 * @param {PointerEvent} event
 * @param {string} brush the chosen color; empty to use the modifier keys
 * @returns {keyof typeof BRUSHES}
 */
export function brushOf(event, brush) {
  if (brush) return /** @type {'G'} */ (brush);
  if (event.shiftKey && event.altKey) return 'Y';
  return event.shiftKey || event.ctrlKey ? 'R' : event.altKey ? 'B' : 'G';
}

/**
 * Adds a shape, or removes it if it already exists.
 * @param {Shape[]} shapes
 * @param {Shape} shape
 */
export function toggleShape(shapes, shape) {
  const isSame = (/** @type {Shape} */ other) => other.from === shape.from && other.to === shape.to;
  const others = shapes.filter((other) => !isSame(other));
  return shapes.find(isSame)?.color === shape.color ? others : [...others, shape];
}
