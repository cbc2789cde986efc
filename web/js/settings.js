// The user's settings, stored if the browser allows it.

/**
 * @typedef {{
 *   language: string, theme: string, notation: 'figurine' | 'letters', pieces: 'drawn' | 'letters',
 *   board: 'wood' | 'green' | 'gray', size: 'auto' | 'medium' | 'small', coordinates: 'on' | 'none',
 *   sounds: 'on' | 'off', threads: number,
 *   hash: number, passNodes: number, }} Settings
 */

/** @type {Settings} */
const USUAL = Object.freeze({
  language: '',
  theme: 'auto',
  notation: 'figurine',
  pieces: 'drawn',
  board: 'wood',
  size: 'auto',
  coordinates: 'on',
  sounds: 'off',
  threads: 0,
  hash: 32,
  passNodes: 60_000,
});

/**
 * Returns the stored value of a setting, or its default.
 * @template {keyof Settings} K
 * @param {K} name
 * @returns {Settings[K]}
 */
export function setting(name) {
  try {
    const kept = localStorage.getItem(`reynard.${name}`);
    if (kept === null) return USUAL[name];
    const value = typeof USUAL[name] === 'number' ? Number(kept) : kept;
    return Number.isNaN(value) ? USUAL[name] : /** @type {Settings[K]} */ (value);
  } catch {
    return USUAL[name];
  }
}

/**
 * Stores a setting.
 * @param {keyof Settings} name
 * @param {string | number} value
 */
export function keepSetting(name, value) {
  try {
    localStorage.setItem(`reynard.${name}`, String(value));
  } catch {
    // In that case, the setting is just not stored.
  }
}
