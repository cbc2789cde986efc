// `<reynard-board>`: a board of 8 x 8 buttons with Reynard's pieces, for the mouse, for touch, for
// the keyboard and for screen readers. It does not implement the rules: the page provides the legal
// moves.
//
// Attributes: `fen`, `orientation` (white, black), `mode` (view, play, edit), `coordinates` (none),
//   `label`.
// Properties: `moves`, `lastMove`, `check`, `shapes`, `hints`, `brush`, `words`, `instant`,
//   `premover` (the side that may premove), `premove` (the squares of a premove).
// Events: `board-move` {uci, isDrop}, `board-premove` {squares}, `board-shapes` {shapes, shape},
//   `board-edit` {square, from, piece}.

import { brushOf, drawShapes, toggleShape } from './board-draw.js';
import { BoardFrame } from './board-frame.js';
import { STEPS, WORDS, buildSquares, isWhite, labelSquares, squareLabel } from './board-parts.js';
import { PieceLayer } from './board-pieces.js';
import { promotionDialog } from './board-promotion.js';
import { movesTo, piecesOf, place, squareName, squareOf, squareUnder, step } from './geometry.js';

/**
 * @typedef {{uci: string, san: string, from: string, to: string, rook: string | null, promotion:
 * string | null, capture: boolean}} LegalMove
 */

/** Number of pixels that the pointer must move to start a drag. */
const DRAG_START = 5;

/** Maximum time between a pointer event and its click, in milliseconds. */
const CLICK_DELAY = 1500;

/** The board as an 8×8 box. */
const BOX = { left: 0, top: 0, width: 8, height: 8 };

export class ReynardBoard extends BoardFrame {
  static observedAttributes = ['fen', 'orientation', 'mode', 'label'];

  #layer;
  /** @type {HTMLButtonElement[]} buttons by their position on the screen */
  #buttons = [];
  /** @type {LegalMove[]} */
  #moves = [];
  /** @type {number[]} */
  #lastMove = [];
  #check = -1;
  #selected = -1;
  #focused = 12;
  /** @type {import('./board-draw.js').Shape[]} */
  #shapes = [];
  /** @type {import('./board-draw.js').Shape[]} */
  #hints = [];
  /**
   * @type {{square: number, x: number, y: number, moved: boolean, wasSelected: boolean, over:
   * number} | null}
   */
  #drag = null;
  /**
   * @type {{square: number, color: keyof typeof import('./board-draw.js').BRUSHES, to: number} |
   * null}
   */
  #drawing = null;
  /** Time of the last pointer event. Its click event follows, much later on a slow phone. */
  #lastPointer = -Infinity;
  #words = WORDS;
  /** @type {'white' | 'black' | null} */
  #premover = null;
  /** @type {number[]} */
  #premove = [];
  /** @type {{label: string, look: string}[]} the buttons as they are drawn, by square */
  #drawn = [];
  /** The ID of the pointer that is down, until its action ends. @type {number | null} */
  #pointer = null;
  /** Set while several properties are being changed, after which the board is drawn only once. */
  #isChanging = false;

  constructor() {
    const layer = new PieceLayer();
    super(layer.element);
    this.#layer = layer;
    this.#buttons = buildSquares(this.grid, this.labels);
    this.grid.addEventListener('keydown', (event) => this.#keyDown(event));
    this.grid.addEventListener('click', (event) => this.#click(event));
    this.grid.addEventListener('focusin', (event) => this.#focusIn(event));
    this.addEventListener('pointerdown', (event) => this.#pointerDown(event));
    this.addEventListener('pointermove', (event) => this.#pointerMove(event));
    this.addEventListener('pointerup', (event) => this.#pointerUp(event));
    const lost = (/** @type {PointerEvent} */ { pointerId }) => pointerId === this.#pointer && this.#letGo();
    this.addEventListener('pointercancel', lost);
    this.addEventListener('lostpointercapture', lost);
    this.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  connectedCallback() {
    labelSquares(this.labels, this.orientation);
    this.#draw();
    addEventListener('keydown', this.#onEscape, true);
  }

  disconnectedCallback() {
    removeEventListener('keydown', this.#onEscape, true);
  }

  /**
   * Cancels dragging a piece, regardless of which element is focused.
   * @param {KeyboardEvent} event
   */
  #onEscape = (event) => {
    if (event.key !== 'Escape' || !(this.#drag?.moved || this.#drawing)) return;
    event.stopPropagation();
    this.#letGo();
  };

  /** Ends the action of the pointer that is down, so that releasing it has no effect. */
  #letGo() {
    this.#cancelPointer();
    this.#pointer = null;
  }

  /** Lets go of a piece that is dragged or selected. */
  letGo() {
    if (this.#drag) this.#letGo();
    else this.#select(-1);
    this.#closePromotion();
  }

  /** Puts a piece that was dropped back on its square if the position has not changed. */
  settle() {
    if (!this.#drag) this.#place(false);
  }

  /**
   * @param {string} name
   * @param {string | null} _old
   * @param {string | null} value
   */
  attributeChangedCallback(name, _old, value) {
    if (name === 'fen') {
      const pieces = piecesOf(value ?? '');
      // The piece that is held may be captured.
      if (this.#drag && pieces[this.#drag.square] !== this.#layer.pieces[this.#drag.square]) this.#letGo();
      this.#layer.set(pieces);
      this.#place(false);
      this.#draw();
    } else {
      if (name === 'orientation') {
        // Every square now has a different button.
        this.#drawn = [];
        labelSquares(this.labels, this.orientation);
        this.#place(true);
        this.#drawShapes();
      }
      this.#draw();
    }
  }

  get mode() {
    return this.getAttribute('mode') ?? 'view';
  }
  set mode(mode) {
    if (mode === this.mode) return;
    this.setAttribute('mode', mode);
    this.#select(-1);
  }

  get moves() {
    return this.#moves;
  }
  set moves(moves) {
    if (moves === this.#moves) return;
    this.#moves = moves;
    this.#closePromotion();
    // A piece that was picked up ahead of its turn stays picked up.
    if (!this.#drag && !(this.#selected >= 0 && this.#isMovable(this.#selected))) this.#selected = -1;
    this.#draw();
  }

  /** @param {'white' | 'black' | null} side */
  set premover(side) {
    if (side === this.#premover) return;
    this.#premover = side;
    this.#draw();
  }

  /** @param {string[]} squares */
  set premove(squares) {
    this.#premove = squares.map(squareOf);
    this.#draw();
  }

  /**
   * Sets several properties, and draws the board only once.
   * @param {Partial<ReynardBoard>} properties
   */
  change(properties) {
    this.#isChanging = true;
    Object.assign(this, properties);
    this.#isChanging = false;
    this.#draw();
  }

  /** @param {string[]} squares */
  set lastMove(squares) {
    this.#lastMove = squares.map(squareOf);
    this.#draw();
  }

  /** @param {string | null} square */
  set check(square) {
    this.#check = square ? squareOf(square) : -1;
    this.#draw();
  }

  get shapes() {
    return this.#shapes;
  }
  set shapes(shapes) {
    this.#shapes = shapes;
    this.#drawShapes();
  }

  /** @param {import('./board-draw.js').Shape[]} hints */
  set hints(hints) {
    this.#hints = hints;
    this.#drawShapes();
  }

  /** @param {Partial<typeof WORDS>} words */
  set words(words) {
    this.#words = { ...WORDS, ...words };
    this.#draw();
  }

  /** Redraws the pieces after their appearance has changed. */
  redraw() {
    this.#layer.redraw();
  }

  /** @param {boolean} instant pieces jump instead of sliding */
  set instant(instant) {
    this.#layer.element.classList.toggle('instant', instant);
  }

  /** Moves the focus to a square. @param {string} [square] */
  focusSquare(square) {
    if (square) this.#focused = squareOf(square);
    this.#draw();
    this.#button(this.#focused).focus();
  }

  /** @param {number} square */
  #button(square) {
    const [column, row] = place(square, this.orientation);
    return this.#buttons[row * 8 + column];
  }

  /** @param {EventTarget | null} target */
  #squareOfButton(target) {
    const index = this.#buttons.indexOf(/** @type {HTMLButtonElement} */ (target));
    return index < 0 ? -1 : squareUnder((index % 8) + 0.5, Math.floor(index / 8) + 0.5, BOX, this.orientation);
  }

  /** @param {boolean} isStill without animation */
  #place(isStill) {
    this.#layer.place(this.orientation, { isStill, dragged: this.#drag?.moved ? this.#drag.square : -1 });
  }

  #draw() {
    if (this.#isChanging) return;
    this.grid.setAttribute('aria-label', this.getAttribute('label') ?? this.#words.board);
    const targets = this.#selected < 0 ? [] : this.#movesFrom(this.#selected);
    for (let square = 0; square < 64; square++) this.#drawSquare(square, targets);
  }

  /**
   * @param {number} square
   * @param {LegalMove[]} targets moves of the selected piece
   */
  #drawSquare(square, targets) {
    const words = this.#words;
    const button = this.#button(square);
    const name = squareName(square);
    const piece = this.#layer.pieces[square];
    const target = targets.find((mv) => mv.to === name || mv.rook === name);
    const isSelected = square === this.#selected;
    const state = isSelected ? words.selected : target ? words.target : '';
    const label = [squareLabel(name, piece, words), state].filter(Boolean).join(', ');
    const isCapture = Boolean(target) && (Boolean(piece) || Boolean(target?.capture));
    const look = [
      'square',
      (square & 1) === ((square >> 3) & 1) ? 'dark' : '',
      this.#lastMove.includes(square) ? 'last' : '',
      square === this.#check ? 'check' : '',
      isSelected ? 'selected' : '',
      target && !isCapture ? 'target' : '',
      isCapture ? 'capture' : '',
      this.#premove.includes(square) ? 'premove' : '',
      this.#isMovable(square) ? 'movable' : '',
      this.#drag?.moved && this.#drag.over === square && target ? 'over' : '',
    ]
      .filter(Boolean)
      .join(' ');
    // Changing an attribute takes longer than all of this.
    const drawn = this.#drawn[square];
    if (drawn?.label !== label) {
      button.setAttribute('aria-label', label);
      button.setAttribute('aria-selected', String(isSelected));
      button.dataset.square = name;
    }
    if (drawn?.look !== look) button.className = look;
    const tabIndex = square === this.#focused ? 0 : -1;
    if (button.tabIndex !== tabIndex) button.tabIndex = tabIndex;
    this.#drawn[square] = { label, look };
  }

  #drawShapes() {
    const drawn = this.#drawing
      ? [{ color: this.#drawing.color, from: this.#drawing.square, to: this.#drawing.to }]
      : [];
    drawShapes(this.overlay, [...this.#hints, ...this.#shapes, ...drawn], this.orientation);
  }

  /** @param {number} square */
  #movesFrom(square) {
    const name = squareName(square);
    return this.mode === 'play' ? this.#moves.filter((mv) => mv.from === name) : [];
  }

  /** @param {number} square */
  #isMovable(square) {
    return this.mode === 'edit'
      ? this.#layer.pieces[square] !== ''
      : this.#movesFrom(square).length > 0 || this.#isPremovable(square);
  }

  /** @param {number} square */
  #isPremovable(square) {
    const piece = this.#layer.pieces[square];
    return this.mode === 'play' && piece !== '' && this.#premover === (isWhite(piece) ? 'white' : 'black');
  }

  /** @param {number} square */
  #select(square) {
    this.#selected = square;
    this.#draw();
  }

  /** @param {number} square the square that was clicked, or chosen by Enter */
  #choose(square) {
    if (this.mode === 'edit') {
      this.#emit('board-edit', { square: squareName(square), from: null });
    } else if (this.mode === 'play') {
      if (this.#selected >= 0 && this.#tryMove(this.#selected, square, false)) return;
      if (this.#premove.length > 0 && !this.#isMovable(square)) this.#emit('board-premove', { squares: null });
      this.#select(square !== this.#selected && this.#isMovable(square) ? square : -1);
    }
  }

  /**
   * @param {number} from
   * @param {number} to
   * @param {boolean} isDrop
   */
  #tryMove(from, to, isDrop) {
    const moves = movesTo(this.#movesFrom(from), squareName(to));
    if (moves.length === 0) return this.#tryPremove(from, to);
    if (moves.length > 1) this.#askPromotion(moves, to, isDrop);
    else this.#finish(moves[0].uci, isDrop);
    return true;
  }

  /** @param {number} from @param {number} to */
  #tryPremove(from, to) {
    if (from === to || !this.#isPremovable(from)) return false;
    this.#select(-1);
    this.#place(false);
    this.#emit('board-premove', { squares: [squareName(from), squareName(to)] });
    return true;
  }

  /**
   * @param {string} uci
   * @param {boolean} isDrop
   */
  #finish(uci, isDrop) {
    this.#closePromotion();
    this.#select(-1);
    if (isDrop) this.#layer.still();
    this.#emit('board-move', { uci, isDrop });
  }

  /**
   * @param {LegalMove[]} moves
   * @param {number} to
   * @param {boolean} isDrop
   */
  #askPromotion(moves, to, isDrop) {
    this.#closePromotion();
    this.shadowRoot?.append(
      ...promotionDialog({
        moves,
        at: place(to, this.orientation),
        isWhite: to >= 56,
        words: this.#words,
        cancel: () => this.#cancelPromotion(),
        choose: (uci) => {
          this.#finish(uci, isDrop);
          this.#focused = to;
          this.#draw();
          this.#button(to).focus({ preventScroll: true });
        },
      }),
    );
    /** @type {HTMLElement | null | undefined} */ (this.shadowRoot?.querySelector('.promotion button'))?.focus({
      preventScroll: true,
    });
  }

  #cancelPromotion() {
    this.#closePromotion();
    this.#select(-1);
    this.#place(false);
    this.#button(this.#focused).focus({ preventScroll: true });
  }

  #closePromotion() {
    for (const element of this.shadowRoot?.querySelectorAll('.promotion, .veil') ?? []) element.remove();
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = STEPS[/** @type {'End'} */ (event.key)];
    if (by) {
      this.#focused = step(this.#focused, by[0], by[1], this.orientation);
      this.#draw();
      this.#button(this.#focused).focus();
    } else if (event.key === 'Escape' && this.#selected >= 0) {
      this.#select(-1);
    } else if (this.mode === 'edit' && (/^[pnbrqk]$/i.test(event.key) || ['Delete', 'Backspace'].includes(event.key))) {
      const piece = event.key.length === 1 ? event.key : '';
      this.#emit('board-edit', { square: squareName(this.#focused), from: null, piece });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    // Keys cause clicks without a detail, and screen readers cause clicks without pointer events.
    if (event.detail > 0 && performance.now() - this.#lastPointer < CLICK_DELAY) return;
    const square = this.#squareOfButton(event.target);
    if (square >= 0) this.#choose(square);
  }

  /** @param {FocusEvent} event */
  #focusIn(event) {
    const square = this.#squareOfButton(event.target);
    if (square < 0 || square === this.#focused) return;
    this.#button(this.#focused).tabIndex = -1;
    this.#focused = square;
    this.#button(square).tabIndex = 0;
  }

  /** @param {PointerEvent} event */
  #squareOfPointer(event) {
    return squareUnder(event.clientX, event.clientY, this.grid.getBoundingClientRect(), this.orientation);
  }

  /** @param {PointerEvent} event */
  #pointerDown(event) {
    this.#lastPointer = performance.now();
    const square = this.#squareOfPointer(event);
    const isOther = (this.#drag || this.#drawing) && event.pointerId !== this.#pointer;
    if (square < 0 || !event.isPrimary || isOther) return undefined;
    this.#pointer = event.pointerId;
    if (event.button === 2 && this.#premove.length > 0) {
      this.#emit('board-premove', { squares: null });
      return undefined;
    }
    if (event.button === 2 || (event.button === 0 && this.brush)) {
      this.#drawing = { square, to: square, color: brushOf(event, this.brush) };
      this.setPointerCapture(event.pointerId);
      return this.#drawShapes();
    }
    if (event.button !== 0 || !this.#isMovable(square)) return undefined;
    const wasSelected = this.#selected === square;
    this.#drag = { square, x: event.clientX, y: event.clientY, moved: false, wasSelected, over: square };
    this.setPointerCapture(event.pointerId);
    const isTarget = this.#selected >= 0 && !wasSelected && this.#hasMove(this.#selected, square);
    if (this.mode === 'play' && !isTarget) this.#select(square);
    return undefined;
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  #hasMove(from, to) {
    return (
      movesTo(this.#movesFrom(from), squareName(to)).length > 0 ||
      (this.#isPremovable(from) && from !== to && !this.#isPremovable(to))
    );
  }

  /** @param {PointerEvent} event */
  #pointerMove(event) {
    if (event.pointerId !== this.#pointer) return;
    if (this.#drawing) {
      const to = this.#squareOfPointer(event);
      if (to >= 0 && to !== this.#drawing.to) {
        this.#drawing.to = to;
        this.#drawShapes();
      }
      return;
    }
    const drag = this.#drag;
    if (!drag) return;
    // The secondary mouse button cancels the drag.
    if (event.buttons & 2) return this.#letGo();
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_START) return;
    if (!drag.moved) {
      drag.moved = true;
      if (this.mode === 'play') this.#selected = drag.square;
      this.grid.classList.add('dragging');
      this.#layer.get(drag.square)?.classList.add('dragged');
      this.#draw();
    }
    const element = this.#layer.get(drag.square);
    const box = this.grid.getBoundingClientRect();
    const side = box.width / 8;
    if (element) {
      const [x, y] = [event.clientX - box.left - side / 2, event.clientY - box.top - side / 2];
      element.style.transform = `translate(${x}px, ${y}px)`;
    }
    const over = squareUnder(event.clientX, event.clientY, box, this.orientation);
    if (over === drag.over) return;
    const before = drag.over;
    drag.over = over;
    // Only the square below the piece has changed.
    const targets = this.#movesFrom(drag.square);
    for (const square of [before, over]) if (square >= 0) this.#drawSquare(square, targets);
  }

  /** @param {PointerEvent} event */
  #pointerUp(event) {
    const square = this.#squareOfPointer(event);
    this.#lastPointer = performance.now();
    if (event.pointerId !== this.#pointer) return undefined;
    this.#pointer = null;
    if (this.#drawing) return this.#finishDrawing();
    const drag = this.#drag;
    this.#endDrag();
    if (!drag) {
      if (square >= 0 && event.button === 0) this.#choose(square);
    } else if (!drag.moved) {
      if (this.mode === 'edit') this.#choose(square);
      else if (this.#selected >= 0 && this.#selected !== square && this.#tryMove(this.#selected, square, false)) return;
      else if (drag.wasSelected) this.#select(-1);
      else this.#select(square);
    } else if (this.mode === 'edit') {
      this.#emit('board-edit', { square: square < 0 ? null : squareName(square), from: squareName(drag.square) });
      this.#place(true);
    } else if (square < 0 || square === drag.square || !this.#tryMove(drag.square, square, true)) {
      this.#place(false);
      if (square !== drag.square) this.#select(-1);
    }
  }

  #finishDrawing() {
    const drawing = this.#drawing;
    this.#drawing = null;
    if (!drawing) return;
    const shape = { color: drawing.color, from: drawing.square, to: drawing.to };
    this.shapes = toggleShape(this.#shapes, shape);
    this.#emit('board-shapes', { shapes: this.#shapes, shape });
  }

  #endDrag() {
    if (this.#drag) this.#layer.get(this.#drag.square)?.classList.remove('dragged');
    this.#drag = null;
    this.grid.classList.remove('dragging');
  }

  #cancelPointer() {
    this.#endDrag();
    this.#drawing = null;
    this.#place(false);
    this.#select(-1);
    this.#drawShapes();
  }

  /**
   * @param {string} name
   * @param {object} detail
   */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

if (!customElements.get('reynard-board')) customElements.define('reynard-board', ReynardBoard);
