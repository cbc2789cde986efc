// `notebook.toml`: the settings of a notebook, as read and written by `reynard learn`.

/**
 * @typedef {{me: string[], nodes: number, newCardsADay: number, retention: number, rolloverHour:
 *   number}} NotebookSettings
 */

/** @type {Readonly<NotebookSettings>} */
export const USUAL = Object.freeze({ me: [], nodes: 20_000, newCardsADay: 10, retention: 0.9, rolloverHour: 4 });

/** A list in TOML. Brackets in its strings and comments do not end it. */
const LIST = /\[(?:[^\]"'#]|"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*'|#[^\r\n]*)*\]/;
/** A string or another value in TOML, up to the end of the line or a comment. */
const SCALAR = /"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*'|[^#\r\n]*?(?=[ \t]*(?:#|$))/;

/**
 * Returns the keys and values in TOML text. Only the subset of TOML that the settings need is
 * supported: strings, numbers, and lists of them.
 * @param {string} text
 * @returns {Map<string, unknown>}
 */
function readToml(text) {
  const values = new Map();
  // A list may span several lines.
  const joined = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map(withoutComment)
    .join('\n')
    .replace(new RegExp(LIST, 'g'), (list) => list.replaceAll('\n', ' '));
  for (const line of joined.split('\n')) {
    const [, key, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (key === undefined) continue;
    try {
      // Literal strings have no escapes, and numbers may have underscores, but other strings stay as
      // they are; a list may end with a comma.
      const json = value
        .replace(/"(?:[^"\\]|\\.)*"|'([^']*)'|(?<=\d)_(?=\d)/g, (part, literal) =>
          part === '_' ? '' : literal === undefined ? part : JSON.stringify(literal),
        )
        .replace(/,\s*\]$/, ']');
      values.set(key, JSON.parse(json));
    } catch {
      values.set(key, null);
    }
  }
  return values;
}

/** @param {string} line */
function withoutComment(line) {
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const letter = line[i];
    if (quote === '"' && letter === '\\') i++;
    else if (quote) {
      if (letter === quote) quote = '';
    } else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '#') return line.slice(0, i);
  }
  return line;
}

/**
 * Parses the settings. A missing or invalid setting has its default value.
 * @param {string} text
 * @returns {NotebookSettings}
 */
export function readSettings(text) {
  const values = readToml(text);
  const number = (
    /** @type {string} */ key,
    /** @type {number} */ usual,
    /** @type {number} */ least,
    /** @type {number} */ most,
  ) => {
    const value = values.get(key);
    return typeof value === 'number' && value >= least && value <= most ? value : usual;
  };
  const me = values.get('me');
  return {
    me: Array.isArray(me) ? me.filter((name) => typeof name === 'string' && name.trim()) : [],
    nodes: number('nodes', USUAL.nodes, 1, 1e9),
    newCardsADay: number('new-cards-a-day', USUAL.newCardsADay, 0, 1e6),
    retention: number('retention', USUAL.retention, 0.7, 0.97),
    rolloverHour: number('rollover-hour', USUAL.rolloverHour, 0, 23),
  };
}

/** Returns the text of a new settings file. @param {string[]} me */
export const newSettings = (me) => `# Notebook of \`reynard learn\`.

# Own names, as games have them. Words of a name are enough, as for \`player~\`.
me = ${JSON.stringify(me)}

# Engine for games without evaluations: Reynard itself unless one is named.
# engine = "stockfish"
# Nodes for each position.
nodes = ${USUAL.nodes}

# Cards that were never asked, at most, a day.
new-cards-a-day = ${USUAL.newCardsADay}
# Share of due cards that are to be known, from 0.7 to 0.97.
retention = ${USUAL.retention}
# Hour at which a new day begins.
rollover-hour = ${USUAL.rolloverHour}
# Difference of the local time from UTC, if the system does not say it.
# utc-offset = "+01:00"
# Language of the piece letters in answers.
# letters = "de"
`;

/**
 * Returns the text of the settings file with one value changed. The rest of the file stays the
 * same.
 * @param {string} text
 * @param {string} key
 * @param {number | string[]} value
 */
export function withSetting(text, key, value) {
  const line = `${key} = ${JSON.stringify(value)}`;
  const own = new RegExp(`^[ \\t]*${key}[ \\t]*=[ \\t]*(?:${LIST.source}|${SCALAR.source})`, 'm');
  return own.test(text) ? text.replace(own, () => line) : `${text.replace(/\n?$/, '\n')}${line}\n`;
}
