// The choice of a promotion piece.

import { pieceSvg } from './board-draw.js';

const PROMOTIONS = ['q', 'r', 'b', 'n'];

/**
 * Creates the elements of the dialog: a veil over the board, and the pieces.
 * @param {{
 *   moves: import('./board.js').LegalMove[], at: [number, number], isWhite: boolean,
 *   words: Record<string, string>, cancel: () => void, choose: (uci: string) => void, }} choice `at`
 * is the column and the row on the screen
 * @returns {HTMLElement[]}
 */
export function promotionDialog({ moves, at: [column, row], isWhite, words, cancel, choose }) {
  const veil = document.createElement('div');
  veil.className = 'veil';
  veil.addEventListener('pointerdown', (event) => {
    event.stopPropagation();
    cancel();
  });
  const dialog = document.createElement('div');
  dialog.className = row > 3 ? 'promotion up' : 'promotion';
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-modal', 'true');
  dialog.setAttribute('aria-label', words.promotion);
  dialog.style.left = `${column * 12.5}%`;
  dialog.style[row > 3 ? 'bottom' : 'top'] = '0';
  for (const kind of PROMOTIONS) {
    const mv = moves.find((own) => own.promotion === kind);
    if (!mv) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.promotion = kind;
    button.setAttribute('aria-label', words[kind]);
    button.append(pieceSvg(isWhite ? kind.toUpperCase() : kind));
    button.addEventListener('click', () => choose(mv.uci));
    dialog.append(button);
  }
  dialog.addEventListener('pointerdown', (event) => event.stopPropagation());
  dialog.addEventListener('keydown', (event) => onKey(event, dialog, cancel));
  return [veil, dialog];
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} dialog
 * @param {() => void} cancel
 */
function onKey(event, dialog, cancel) {
  event.stopPropagation();
  const buttons = /** @type {HTMLButtonElement[]} */ ([...dialog.children]);
  const root = /** @type {ShadowRoot} */ (dialog.getRootNode());
  const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (root.activeElement));
  const turn = dialog.classList.contains('up') ? -1 : 1;
  const by = { ArrowDown: turn, ArrowUp: -turn, ArrowRight: 1, ArrowLeft: -1, Tab: event.shiftKey ? -1 : 1 }[event.key];
  if (by) {
    event.preventDefault();
    buttons[(at + by + buttons.length) % buttons.length].focus();
  } else if (event.key === 'Escape') cancel();
  else buttons.find((button) => button.dataset.promotion === event.key.toLowerCase())?.click();
}
