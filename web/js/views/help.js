// Dialogs: keys and about, settings.

import { h, iconButton } from '../dom.js';
import { version } from '../rules.js';
import { LANGUAGES, formatNumber, t } from '../i18n.js';
import { keepSetting, setting } from '../settings.js';

const KEYS = [
  ['j / k / ← / →', 'help.steps'],
  ['g / G', 'help.ends'],
  ['f', 'help.flip'],
  ['a', 'help.engine'],
  ['e', 'help.say'],
  ['m', 'help.type'],
  ['b', 'help.board'],
  ['↑ ↓ ← →', 'help.squares'],
  ['Enter', 'help.take'],
  ['Esc', 'help.release'],
  ['Ctrl+Z', 'help.undo'],
  ['Ctrl+Shift+Z', 'help.redo'],
  ['n / N', 'help.mistakes'],
  ['p', 'help.play'],
  ['x', 'help.delete'],
  ['?', 'help.help'],
];

/** Returns a function that opens the help dialog. */
export const helpDialog = () => opener(makeHelp);

function makeHelp() {
  const rows = KEYS.map(([key, text]) =>
    h(
      'tr',
      {},
      h(
        'th',
        { scope: 'row' },
        ...key.split(' ').map((part) => (/^[/,]$/.test(part) ? ` ${part} ` : h('kbd', { text: part }))),
      ),
      h('td', { text: t(text) }),
    ),
  );
  const dialog = h(
    'dialog',
    { class: 'dialog', 'aria-labelledby': 'help-title' },
    h(
      'div',
      { class: 'dialog-head' },
      h('h2', { id: 'help-title', text: t('help.title') }),
      iconButton('close', t('close'), () => dialog.close()),
    ),
    h('table', { class: 'keys' }, ...rows),
    h('p', { class: 'hint', text: t('help.draw') }),
    h('p', { class: 'hint', text: t('help.about', { version: version() }) }),
  );
  return dialog;
}

/**
 * Returns a function that opens a dialog. The dialog is created when it is first opened, so that
 * the page starts faster.
 * @param {() => HTMLDialogElement} make
 */
function opener(make) {
  /** @type {HTMLDialogElement | null} */
  let made = null;
  return () => {
    const dialog = made ?? make();
    if (!made) {
      dialog.addEventListener('click', (event) => {
        if (event.target === dialog) dialog.close();
      });
      document.body.append(dialog);
    }
    made = dialog;
    if (!dialog.open) dialog.showModal();
  };
}

/** @typedef {keyof import('../settings.js').Settings} SettingName */

/**
 * The multiple-choice settings. Each value is paired with the key of its text.
 * @type {[SettingName, [string, string][]][]}
 */
const CHOICES = [
  [
    'theme',
    [
      ['auto', 'auto'],
      ['light', 'light'],
      ['dark', 'dark'],
    ],
  ],
  [
    'notation',
    [
      ['figurine', 'figurine'],
      ['letters', 'letters'],
    ],
  ],
  [
    'pieces',
    [
      ['drawn', 'drawn'],
      ['letters', 'letters'],
    ],
  ],
  [
    'board',
    [
      ['wood', 'wood'],
      ['green', 'green'],
      ['gray', 'gray'],
    ],
  ],
  [
    'size',
    [
      ['auto', 'sizeAuto'],
      ['medium', 'sizeMedium'],
      ['small', 'sizeSmall'],
    ],
  ],
  [
    'coordinates',
    [
      ['on', 'on'],
      ['none', 'off'],
    ],
  ],
  [
    'sounds',
    [
      ['off', 'off'],
      ['on', 'on'],
    ],
  ],
];

/**
 * Returns a function that opens the settings dialog. `changed` is called with the name of each
 * setting that the user changes.
 * @param {(name: SettingName) => void} changed
 * @param {string} language the language of the page
 */
export function settingsDialog(changed, language) {
  const open = opener(() => makeSettings(changed));
  return () => {
    open();
    // The buttons of the page and other pages change settings, too.
    for (const select of document.querySelectorAll('#settings select')) {
      const name = /** @type {SettingName} */ (select.id.replace('setting-', ''));
      /** @type {HTMLSelectElement} */ (select).value = String(name === 'language' ? language : setting(name));
    }
  };
}

/** @param {(name: SettingName) => void} changed */
function makeSettings(changed) {
  /**
   * @param {SettingName} name
   * @param {[string | number, string][]} choices
   */
  const row = (name, choices) => {
    const keep = () => {
      keepSetting(name, select.value);
      changed(name);
    };
    const options = choices.map(([value, text]) => h('option', { value, text }));
    const select = h('select', { id: `setting-${name}`, onchange: keep }, ...options);
    return h('label', { class: 'setting', for: select.id }, h('span', { text: t(`setting.${name}`) }), select);
  };
  const most = Math.min(8, navigator.hardwareConcurrency || 2);
  const threads = /** @type {[number, string][]} */ (Array.from({ length: most }, (_, i) => [i + 1, String(i + 1)]));
  const sizes = /** @type {[number, string][]} */ ([16, 32, 64, 128].map((size) => [size, `${size} MiB`]));
  const nodes = /** @type {[number, string][]} */ (
    [20_000, 60_000, 200_000, 600_000].map((count) => [count, formatNumber(count)])
  );
  const close = iconButton('close', t('close'), () => dialog.close());
  const dialog = h(
    'dialog',
    { id: 'settings', class: 'dialog', 'aria-labelledby': 'settings-title' },
    h('div', { class: 'dialog-head' }, h('h2', { id: 'settings-title', text: t('settings') }), close),
    row('language', Object.entries(LANGUAGES)),
    ...CHOICES.map(([name, choices]) =>
      row(
        name,
        choices.map(([value, text]) => [value, t(`setting.${text}`)]),
      ),
    ),
    row('threads', [[0, t('setting.all')], ...threads]),
    row('hash', sizes),
    row('passNodes', nodes),
  );
  return dialog;
}
