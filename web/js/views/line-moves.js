// The moves of a line as buttons.

import { h, showSan } from '../dom.js';
import { isWhiteToMove, moveNumber } from '../tree.js';

/**
 * Draws the moves of a line as buttons with their numbers. Buttons that exist stay, because one of
 * them may have the focus.
 * @param {Element} element
 * @param {string} fen
 * @param {import('../rules.js').LineMove[]} moves
 * @param {(button: HTMLButtonElement, index: number) => void} dress sets what a button does
 */
export function drawLineMoves(element, fen, moves, dress) {
  for (const number of element.querySelectorAll('.number')) number.remove();
  const buttons = [...element.querySelectorAll('button')];
  let before = fen;
  moves.forEach((mv, i) => {
    const isWhite = isWhiteToMove(before);
    const button = buttons[i] ?? element.appendChild(h('button', { type: 'button', class: 'line-move' }));
    if (isWhite || i === 0)
      button.before(h('span', { class: 'number', text: `${moveNumber(before)}${isWhite ? '.' : '…'}` }));
    button.replaceChildren(showSan(mv.san));
    dress(button, i);
    before = mv.fen;
  });
  const rest = buttons.slice(moves.length);
  const isLost = rest.some((own) => own === document.activeElement);
  for (const own of rest) own.remove();
  if (isLost) buttons[moves.length - 1]?.focus({ preventScroll: true });
}
