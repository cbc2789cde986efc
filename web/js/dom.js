// Helpers for DOM elements.

import { PIECES } from './pieces.js';
import { svg } from './board-draw.js';
import { t } from './i18n.js';

/**
 * Creates an element. Properties that begin with `on` are listeners. `class`, `text` and names with
 * a dash are set in the usual way; `null` and `false` omit an attribute.
 * @template {keyof HTMLElementTagNameMap} N
 * @param {N} name
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[N]}
 */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'text') element.textContent = value;
    else if (key === 'class') element.className = value;
    else if (key in element && !key.includes('-') && key !== 'list') Object.assign(element, { [key]: value });
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  element.append(
    ...children
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map((child) => /** @type {Node | string} */ (child)),
  );
  return element;
}

/** Paths of the icons drawn for this page, in a 24×24 square. */
const ICONS = {
  first: 'M6 5v14M18 5l-9 7 9 7z',
  prev: 'M15 5l-8 7 8 7',
  next: 'M9 5l8 7-8 7',
  last: 'M18 5v14M6 5l9 7-9 7z',
  flip: 'M7 20V5M3.5 8.5L7 5l3.5 3.5M17 4v15M13.5 15.5L17 19l3.5-3.5',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z',
  trash: 'M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5',
  up: 'M12 19V6M6 11l6-6 6 6',
  undo: 'M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11H9',
  redo: 'M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h5',
  star: 'M12 4l2.5 5.200 5.700.7-4.200 3.900 1.100 5.700-5.100-2.800-5.100 2.800L8 13.800 3.800 9.900l5.700-.7z',
  open: 'M4 19V6h5l2 2.5h9V19z',
  save: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.700-5.700l-1.5 1.5M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.700 5.700l1.5-1.5',
  plus: 'M12 5v14M5 12h14',
  pen: 'M5 19l1-4L16.5 4.5l3 3L9 18zM14.5 6.5l3 3',
  play: 'M8 5l11 7-11 7z',
  stop: 'M7 7h10v10H7z',
  warning: 'M12 4l9 16H3zM12 10v5M12 17.5v.5',
  flag: 'M6 21V4h11l-2.5 4L17 12H6',
  draw: 'M5 9h14M5 15h14',
  threat: 'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10M12 3v4M12 17v4M3 12h4M17 12h4',
  graph: 'M4 19V5M4 19h16M7 15l4-5 3 3 5-7',
  gear: 'M4 7h8M18 7h2M15 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M4 17h2M12 17h8M9 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  folder: 'M4 19V6h5l2 2.5h9V19z',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 8.500v.1',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5L21 21',
  close: 'M6 6l12 12M18 6L6 18',
  dice: 'M5 5h14v14H5zM9 9v.1M15 9v.1M12 12v.1M9 15v.1M15 15v.1',
};

/** @param {keyof typeof ICONS} name */
export function icon(name) {
  const drawing = svg('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true', focusable: 'false' });
  drawing.append(svg('path', { d: ICONS[name] }));
  return drawing;
}

/**
 * Creates a button with an icon, an accessible name, and optional text.
 * @param {keyof typeof ICONS} name
 * @param {string} label
 * @param {(event: MouseEvent) => void} action
 * @param {Record<string, any>} [properties]
 */
export function iconButton(name, label, action, properties = {}) {
  const { text, ...rest } = properties;
  return h(
    'button',
    { type: 'button', class: 'icon-button', title: label, 'aria-label': text ? null : label, onclick: action, ...rest },
    icon(name),
    text ? h('span', { text }) : null,
  );
}

/**
 * Changes the text of a button that has an icon.
 * @param {HTMLElement} button
 * @param {string} text
 */
export function setButtonText(button, text) {
  if (button.lastElementChild) button.lastElementChild.textContent = text;
}

/**
 * The filled queen figurine, in a 100×100 square, with a base and five points topped by balls. At
 * text size, the board's queen would look like a rook.
 */
const QUEEN =
  'M13 35l17 25 2-33 13 29 5-35 5 35 13-29 2 33 17-25-12 44H25zM22 84h56v8H22z' +
  [
    [13, 31],
    [32, 22],
    [50, 15],
    [68, 22],
    [87, 31],
  ]
    .map(([x, y]) => `M${x - 6} ${y}a6 6 0 1 0 12 0a6 6 0 1 0-12 0z`)
    .join('');

/** @type {'figurine' | 'letters'} */
let notation = 'figurine';
/** @param {'figurine' | 'letters'} chosen */
export const setNotation = (chosen) => {
  notation = chosen;
};

/**
 * Returns a move as shown on the page: with Reynard's figurines, or with the piece letters of the
 * language. Screen readers and copied text get letters instead of figurines.
 * @param {string} san
 * @returns {DocumentFragment}
 */
export function showSan(san) {
  const fragment = document.createDocumentFragment();
  for (const part of san.split(/([KQRBN])/)) {
    if (!/^[KQRBN]$/.test(part)) fragment.append(part);
    else if (notation === 'letters') fragment.append(t(`letter.${part.toLowerCase()}`));
    else {
      const figure = svg('svg', { viewBox: '5 2 90 92', class: 'figurine', 'aria-hidden': 'true' });
      figure.append(svg('path', { d: part === 'Q' ? QUEEN : PIECES[part.toLowerCase()].body }));
      fragment.append(h('span', { class: 'hidden-text', text: part }), figure);
    }
  }
  return fragment;
}

/** @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.max(0, seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest =
    whole < 10
      ? (Math.floor(whole * 10) / 10).toFixed(1).padStart(4, '0')
      : String(Math.floor(whole) % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** Announces text to screen readers. @param {string} text */
export function announce(text) {
  const region = document.getElementById('live');
  if (!region) return;
  region.textContent = '';
  // Screen readers announce only changes to the text, so it is cleared first.
  requestAnimationFrame(() => {
    region.textContent = text;
  });
}

/**
 * Shows a message at the bottom of the page for some seconds. A message that is already visible is
 * not shown twice.
 * @param {string} text
 * @param {{isError?: boolean, action?: {label: string, run: () => void}}} [options]
 */
export function toast(text, { isError = false, action } = {}) {
  const box = document.getElementById('toasts');
  for (const old of box?.children ?? []) if (old.firstElementChild?.textContent === text) old.remove();
  const element = h(
    'div',
    { class: isError ? 'toast error' : 'toast', role: isError ? 'alert' : 'status' },
    h('span', { text }),
  );
  if (action)
    element.append(
      h('button', {
        type: 'button',
        text: action.label,
        onclick: () => {
          element.remove();
          action.run();
        },
      }),
    );
  element.append(iconButton('close', t('close'), () => element.remove()));
  box?.append(element);
  setTimeout(() => element.remove(), isError || action ? 12_000 : 5_000);
}

/** Shows the reason why an action is not performed. @param {string} text */
export const note = (text) => toast(text);
