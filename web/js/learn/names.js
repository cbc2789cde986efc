// Names in different spellings, compared like `player~` in the filter language.

const JOINING = /[-‐‑–—_]/g;
const APOSTROPHES = /['’‘ʼ`´]/g;
/** @type {Record<string, string>} */
const LETTERS = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i' };

/**
 * Returns text in lowercase letters, without accents, apostrophes or hyphens. Any other punctuation
 * becomes a space.
 * @param {string} text
 */
export const folded = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(APOSTROPHES, '')
    .replace(JOINING, '')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœþøłđðı]/g, (letter) => LETTERS[letter])
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Replaces `ae`, `oe` and `ue` with the first of their letters. @param {string} text */
const collapsed = (text) => text.replace(/([aou])e/g, '$1');

/** @param {string} text */
const wordsOf = (text) => folded(text.replace(JOINING, ' ')).split(' ').filter(Boolean);

/**
 * Returns `true` if each word of a pattern occurs in a name.
 * @param {string} pattern
 * @param {string} name
 */
export function isNamed(pattern, name) {
  const words = wordsOf(pattern);
  if (words.length === 0) return false;
  const text = folded(name);
  const short = collapsed(text);
  if (words.every((word) => text.includes(word) || short.includes(collapsed(word)))) return true;
  return collapsed(words.join('')) === collapsed(text.replaceAll(' ', ''));
}

/**
 * Returns the learner's side in a game: 1 for White, 2 for Black, 0 for none.
 * @param {string[]} names
 * @param {{white: string, black: string}} game
 */
export function sideIn(names, { white, black }) {
  for (const name of names) {
    if (isNamed(name, white)) return 1;
    if (isNamed(name, black)) return 2;
  }
  return 0;
}

/**
 * Returns the most common player names in games.
 * @param {{white: string, black: string}[]} games
 * @param {number} most
 */
export function commonestNames(games, most) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { white, black } of games) {
    for (const name of new Set([white, black])) if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([name]) => name);
}

/**
 * Returns the names in a text that the learner has written. They are separated by semicolons, since
 * the names in PGN files contain commas.
 * @param {string} text
 */
export const namesIn = (text) =>
  text
    .split(/[;\n]/)
    .map((name) => name.trim())
    .filter(Boolean);

/** Returns names as a text from which `namesIn` returns them. @param {string[]} names */
export const namesText = (names) => names.join('; ');
