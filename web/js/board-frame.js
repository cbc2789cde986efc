// The frame of `<reynard-board>`: its shadow tree and its attributes.

import { BOARD_STYLE } from './board-style.js';
import { svg } from './board-draw.js';

export class BoardFrame extends HTMLElement {
  /** @param {HTMLElement} pieces the layer with the pieces */
  constructor(pieces) {
    super();
    const root = this.attachShadow({ mode: 'open', delegatesFocus: false });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(BOARD_STYLE);
    root.adoptedStyleSheets = [sheet];
    this.grid = document.createElement('div');
    this.grid.className = 'grid';
    this.grid.setAttribute('role', 'grid');
    this.labels = document.createElement('div');
    this.labels.className = 'labels';
    this.labels.setAttribute('aria-hidden', 'true');
    this.overlay = svg('svg', { viewBox: '0 0 800 800', class: 'overlay', 'aria-hidden': 'true' });
    root.append(this.grid, this.labels, pieces, this.overlay);
  }

  get fen() {
    return this.getAttribute('fen') ?? '';
  }
  set fen(fen) {
    if (fen !== this.fen) this.setAttribute('fen', fen);
  }

  /** @returns {import('./geometry.js').Side} */
  get orientation() {
    return this.getAttribute('orientation') === 'black' ? 'black' : 'white';
  }
  set orientation(side) {
    if (side !== this.getAttribute('orientation')) this.setAttribute('orientation', side);
  }

  /**
   * Color of the shapes drawn with the primary button. If the color is empty, only the secondary
   * button draws.
   */
  get brush() {
    return this.getAttribute('drawing') ?? '';
  }
  set brush(color) {
    if (color) this.setAttribute('drawing', color);
    else this.removeAttribute('drawing');
  }
}
