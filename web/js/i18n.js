// The page's text: one JSON file per language.

import { fetchFile } from './files.js';

export const LANGUAGES = Object.freeze({ en: 'English', de: 'Deutsch' });

/** @type {Record<string, string>} */
let words = {};
let language = 'en';

/**
 * Loads a language. Missing strings are shown in English.
 * @param {string} chosen
 */
export async function loadLanguage(chosen) {
  language = Object.hasOwn(LANGUAGES, chosen) ? chosen : 'en';
  const read = async (/** @type {string} */ name) => (await fetchFile(`lang/${name}.json`)).json();
  const [english, own] = await Promise.all([read('en'), language === 'en' ? {} : read(language)]);
  words = { ...english, ...own };
  document.documentElement.lang = language;
}

export const currentLanguage = () => language;

/**
 * Returns a string in the page's language, with each `{name}` replaced by its value.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  // The singular of a string has `.one` appended to its key.
  const text = values.count === 1 ? (words[`${key}.one`] ?? words[key]) : words[key];
  return (text ?? key).replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name] ?? `{${name}}`;
    return typeof value === 'number' ? formatNumber(value) : value;
  });
}

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** @param {number} value @param {Intl.NumberFormatOptions} [options] */
export function formatNumber(value, options) {
  const key = language + (options ? JSON.stringify(options) : '');
  const format = formats.get(key) ?? new Intl.NumberFormat(language, options);
  formats.set(key, format);
  return format.format(value);
}

/**
 * Returns a time as text: the time of day if it is today, otherwise the date.
 * @param {number} time
 */
export function formatTime(time) {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(language, isToday ? { timeStyle: 'short' } : { dateStyle: 'medium' }).format(time);
}

/** Returns a large number in short form: `1.2M`. @param {number} value */
export const formatCount = (value) => formatNumber(value, { notation: 'compact', maximumFractionDigits: 1 });

/** Returns a move with the piece letters of the language, as one types it. @param {string} san */
export const typedSan = (san) => san.replace(/[KQRBN]/g, (letter) => t(`letter.${letter.toLowerCase()}`));

/**
 * Returns a move in words for screen readers: "knight takes f3, check".
 * @param {string} san
 */
export function sayMove(san) {
  if (san === '--') return t('say.pass');
  const end = san.endsWith('#') ? t('say.mate') : san.endsWith('+') ? t('say.check') : '';
  const bare = san.replace(/[+#]$/, '');
  if (bare === 'O-O') return t('say.castleShort') + end;
  if (bare === 'O-O-O') return t('say.castleLong') + end;
  const [move, promotion] = bare.split('=');
  const target = move.slice(-2);
  const isPiece = /[KQRBN]/.test(move[0]);
  const piece = t(`piece.${isPiece ? move[0].toLowerCase() : 'p'}`);
  const from = move.slice(isPiece ? 1 : 0, -2).replace('x', '');
  const text = t(move.includes('x') ? 'say.takes' : 'say.moves', { piece: from ? `${piece} ${from}` : piece, target });
  return text + (promotion ? t('say.promotes', { piece: t(`piece.${promotion.toLowerCase()}`) }) : '') + end;
}
