// A game in a list of games.

import { h } from '../dom.js';

/** Returns a result in typographic form. @param {string} result */
export const resultText = (result) => result.replaceAll('1/2', '½').replace('-', '–');

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
