// Dialogs: keys, and about.

import { h, iconButton } from '../dom.js';
import { version } from '../rules.js';
import { t } from '../i18n.js';

const KEYS = [
  ['j / k, ← / →', 'help.steps'], ['g / G', 'help.ends'], ['f', 'help.flip'], ['a', 'help.engine'], ['e', 'help.say'], ['m', 'help.type'],
  ['b', 'help.board'], ['↑ ↓ ← →', 'help.squares'], ['Enter', 'help.take'], ['Esc', 'help.release'], ['u', 'help.undo'], ['x', 'help.delete'],
  ['?', 'help.help'],
];

export function helpDialog() {
  const rows = KEYS.map(([key, text]) => h('tr', {}, h('th', { scope: 'row' }, ...key.split(' ').map((part) => (/^[/,]$/.test(part) ? ` ${part} ` : h('kbd', { text: part })))), h('td', { text: t(text) })));
  const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': 'help-title' },
    h('div', { class: 'dialog-head' }, h('h2', { id: 'help-title', text: t('help.title') }), iconButton('close', t('close'), () => dialog.close())),
    h('table', { class: 'keys' }, ...rows),
    h('p', { class: 'hint', text: t('help.draw') }), h('p', { class: 'hint', text: t('help.about', { version: version() }) }));
  dialog.addEventListener('click', (/** @type {MouseEvent} */ event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  return () => { if (!dialog.open) dialog.showModal(); };
}
