// The annotation glyphs.

/** The six move glyphs and the position glyphs, by NAG. */
export const GLYPHS = Object.freeze({
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
  7: '□',
  10: '=',
  13: '∞',
  14: '+=',
  15: '=+',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
  22: '⊙',
  36: '↑',
  40: '→',
  44: '=∞',
  132: '⇆',
  146: 'N',
});

/** Returns the glyphs of NAGs as text. @param {number[]} nags */
export const glyphText = (nags) => nags.map((nag) => GLYPHS[/** @type {1} */ (nag)] ?? ` $${nag}`).join('');

/** Returns the CSS class of a move with a mark. @param {string} mark */
export const markClass = (mark) =>
  ({ '??': 'blunder', '?': 'mistake', '?!': 'inaccuracy', '!': 'good', '!!': 'good' })[mark] ?? '';
