// The button that starts and stops saving the game as an animated GIF.

import { h, iconButton, toast } from '../dom.js';
import { saveGif } from '../gif.js';
import { sentence } from '../sentence.js';
import { t } from '../i18n.js';

export function gifButton() {
  let isRunning = false;
  const label = h('span', { text: 'GIF' });
  const button = iconButton('image', t('gif.save'), press, { class: 'button', 'aria-label': null });
  button.append(label);
  /** @param {number} done @param {number} all */
  const goOn = (done, all) => {
    label.textContent = t('gif.progress', { percent: Math.floor((100 * done) / all) });
    return isRunning;
  };
  async function press() {
    isRunning = !isRunning;
    if (!isRunning) return;
    button.title = t('gif.stop');
    try {
      await saveGif(goOn);
    } catch (error) {
      toast(sentence(error), { isError: true });
    } finally {
      isRunning = false;
      button.title = t('gif.save');
      label.textContent = 'GIF';
    }
  }
  return button;
}
