// Dialogs: keys and about, settings.

import { h, iconButton } from '../dom.js';
import { version } from '../rules.js';
import { LANGUAGES, formatNumber, t } from '../i18n.js';
import { keepSetting, setting } from '../settings.js';

const KEYS = [
  ['j / k / ← / →', 'help.steps'], ['g / G', 'help.ends'], ['f', 'help.flip'], ['a', 'help.engine'], ['e', 'help.say'], ['m', 'help.type'],
  ['b', 'help.board'], ['↑ ↓ ← →', 'help.squares'], ['Enter', 'help.take'], ['Esc', 'help.release'], ['Ctrl+Z', 'help.undo'],
  ['Ctrl+Shift+Z', 'help.redo'], ['n / N', 'help.mistakes'], ['p', 'help.play'], ['x', 'help.delete'],
  ['?', 'help.help'],
];

export function helpDialog() {
  const rows = KEYS.map(([key, text]) => h('tr', {}, h('th', { scope: 'row' }, ...key.split(' ').map((part) => (/^[/,]$/.test(part) ? ` ${part} ` : h('kbd', { text: part })))), h('td', { text: t(text) })));
  const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': 'help-title' },
    h('div', { class: 'dialog-head' }, h('h2', { id: 'help-title', text: t('help.title') }), iconButton('close', t('close'), () => dialog.close())),
    h('table', { class: 'keys' }, ...rows),
    h('p', { class: 'hint', text: t('help.draw') }), h('p', { class: 'hint', text: t('help.about', { version: version() }) }));
  return opener(dialog);
}

/** @param {any} dialog */
function opener(dialog) {
  dialog.addEventListener('click', (/** @type {MouseEvent} */ event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  return () => { if (!dialog.open) dialog.showModal(); };
}

/**
 * The settings; `changed` is called with the name of each that changes.
 * @param {(name: keyof import('../settings.js').Settings) => void} changed
 * @param {string} language the language of the page
 */
export function settingsDialog(changed, language) {
  /**
   * @param {keyof import('../settings.js').Settings} name
   * @param {[string | number, string][]} choices
   */
  const row = (name, choices) => {
    const select = h('select', { id: `setting-${name}`, onchange: () => { keepSetting(name, select.value); changed(name); } },
      ...choices.map(([value, text]) => h('option', { value, text })));
    select.value = String(name === 'language' ? language : setting(name));
    return h('label', { class: 'setting', for: select.id }, h('span', { text: t(`setting.${name}`) }), select);
  };
  const most = Math.min(8, navigator.hardwareConcurrency || 2);
  const threads = /** @type {[number, string][]} */ (Array.from({ length: most }, (_, i) => [i + 1, String(i + 1)]));
  const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': 'settings-title' },
    h('div', { class: 'dialog-head' }, h('h2', { id: 'settings-title', text: t('settings') }), iconButton('close', t('close'), () => dialog.close())),
    row('language', Object.entries(LANGUAGES)),
    row('theme', [['auto', t('setting.auto')], ['light', t('setting.light')], ['dark', t('setting.dark')]]),
    row('notation', [['figurine', t('setting.figurine')], ['letters', t('setting.letters')]]),
    row('pieces', [['drawn', t('setting.drawn')], ['letters', t('setting.letters')]]),
    row('board', [['wood', t('setting.wood')], ['green', t('setting.green')], ['gray', t('setting.gray')]]),
    row('size', [['auto', t('setting.sizeAuto')], ['medium', t('setting.sizeMedium')], ['small', t('setting.sizeSmall')]]),
    row('coordinates', [['on', t('setting.on')], ['none', t('setting.off')]]),
    row('sounds', [['off', t('setting.off')], ['on', t('setting.on')]]),
    row('threads', [[0, t('setting.all')], ...threads]),
    row('hash', [16, 32, 64, 128].map((size) => [size, `${size} MiB`])),
    row('passNodes', [20_000, 60_000, 200_000, 600_000].map((nodes) => [nodes, formatNumber(nodes)])));
  return opener(dialog);
}
