// A list of games, and a game in it.

import { h } from '../dom.js';

/** Returns a result in typographic form. @param {string} result */
export const resultText = (result) => result.replaceAll('1/2', '½').replace('-', '–');

/**
 * Creates the element for a list of games. The Tab key stops at one row, and the arrow keys move on.
 * @param {string} label
 */
export function gameRows(label) {
  const rows = h('div', { class: 'game-rows', role: 'listbox', 'aria-label': label });
  rows.addEventListener('keydown', moveFocus);
  rows.addEventListener('focusin', ({ target }) => stopAt(rows, /** @type {Element} */ (target)));
  // Rows come and go: without a row to stop at, it is the open game, or the first.
  new MutationObserver(() => {
    if (!rows.querySelector(STOP)) stopAt(rows, rows.querySelector('[aria-selected=true]') ?? rows.querySelector(ROW));
  }).observe(rows, { childList: true });
  return rows;
}

const ROW = '.game-row';
const STOP = `${ROW}[tabindex="0"]`;

/** Makes a row the only one at which the Tab key stops. @param {Element} rows @param {Element | null} row */
function stopAt(rows, row) {
  for (const old of rows.querySelectorAll(STOP)) old.setAttribute('tabindex', '-1');
  row?.closest(ROW)?.setAttribute('tabindex', '0');
}

/** Moves the focus to the next row or the one before. @param {KeyboardEvent} event */
function moveFocus(event) {
  const by = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key];
  const target = by && document.activeElement?.[/** @type {'nextElementSibling'} */ (by)];
  if (!(target instanceof HTMLElement)) return;
  event.preventDefault();
  event.stopPropagation();
  target.focus();
}

/**
 * @param {{number: string, players: [string, string | number | null][], result: string, more:
 * (string | null)[], isOpen: boolean, index?: number, open: () => void}} game `more` holds facts
 * that may be unknown; a date has question marks for unknown parts; `index` is the place in the list
 */
export function gameRow({ number, players, result, more, isOpen, index = -1, open }) {
  // A chapter of a study has no players, but its name follows the name of the study.
  const isChapter = players.every(([name]) => !name || name === '?') && Boolean(more[0]);
  const titles = isChapter ? [[(more[0] ?? '').split(': ').slice(1).join(': ') || more[0], null]] : players;
  const facts = more.map((fact) => (fact ?? '').replace(/^[?.]+$/, '').replace(/(\.\?\?)+$/, '')).filter(Boolean);
  return h(
    'button',
    {
      type: 'button',
      class: 'game-row',
      role: 'option',
      tabindex: -1,
      'aria-selected': String(isOpen),
      'data-index': index,
      onclick: open,
    },
    h('span', { class: 'game-number', text: number }),
    h(
      'span',
      { class: 'game-players' },
      ...titles.map(([name, elo]) =>
        h(
          'span',
          { class: 'player-name' },
          String(name).replace(/^\?$/, '') || '?',
          elo ? h('small', { text: ` ${elo}` }) : null,
        ),
      ),
    ),
    h('span', { class: 'game-result', text: resultText(result) }),
    h('span', { class: 'game-more', text: facts.join(' · ') }),
  );
}
