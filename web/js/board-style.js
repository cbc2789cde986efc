// The style of `<reynard-board>`. Colors can be set from outside with custom properties.

export const BOARD_STYLE = `
:host {
  --light: var(--board-light, #f0dbbb);
  --dark: var(--board-dark, #b68862);
  --mark: var(--board-mark, #d8c020);
  --focus: var(--board-focus, #1a5fd0);
  --ahead: var(--board-ahead, #4a6fb5);
  display: block;
  position: relative;
  aspect-ratio: 1;
  inline-size: 100%;
  direction: ltr;
  user-select: none;
  -webkit-user-select: none;
  -webkit-touch-callout: none;
  border-radius: 6px;
}
.grid, .pieces, .overlay { position: absolute; inset: 0; }
.grid { display: grid; grid-template: repeat(8, 12.5%) / repeat(8, 12.5%); border-radius: 6px; overflow: hidden; }
.row { display: contents; }
.square {
  all: unset;
  position: relative;
  box-sizing: border-box;
  background: var(--light);
  color: var(--dark);
  cursor: inherit;
  -webkit-tap-highlight-color: transparent;
}
.square.dark { background: var(--dark); color: var(--light); }
.square.last { background: color-mix(in srgb, var(--mark) 55%, var(--light)); }
.square.dark.last { background: color-mix(in srgb, var(--mark) 55%, var(--dark)); }
.square.selected { background: color-mix(in srgb, #3f8f4f 60%, var(--light)); }
.square.dark.selected { background: color-mix(in srgb, #3f8f4f 60%, var(--dark)); }
.square.premove { background: color-mix(in srgb, var(--ahead) 62%, var(--light)); }
.square.dark.premove { background: color-mix(in srgb, var(--ahead) 62%, var(--dark)); }
.square.check { background-image: radial-gradient(circle, #e01010 0%, #e01010b0 30%, transparent 72%); }
.square.target::after, .square.capture::after { content: ''; position: absolute; border-radius: 50%; }
.square.target::after { inset: 36%; background: #1f4a2a; opacity: .42; }
.square.capture::after { inset: 4%; border: .35rem solid #1f4a2a; opacity: .42; }
.square.over { box-shadow: inset 0 0 0 4px #ffffffb0; }
.square:focus-visible { outline: 3px solid var(--focus); outline-offset: -3px; z-index: 1; }
.square:focus-visible { box-shadow: inset 0 0 0 5px #fff; }
.labels { position: absolute; inset: 0; pointer-events: none; }
.label { position: absolute; font: 600 clamp(8px, 2.1cqi, 15px)/1 system-ui, sans-serif; color: var(--dark); }
.label.on-dark { color: var(--light); }
.label.rank { top: calc(var(--at) * 12.5% + .6%); left: .7%; }
.label.file { bottom: .6%; left: calc(var(--at) * 12.5% + 12.5% - .8%); translate: -100% 0; }
:host { container-type: inline-size; }
:host([coordinates=none]) .labels { display: none; }
.pieces { pointer-events: none; }
.piece {
  position: absolute;
  inset-block-start: 0;
  left: 0;
  inline-size: 12.5%;
  block-size: 12.5%;
  will-change: transform;
  transition: transform .16s ease-out, opacity .16s;
}
.piece.still, .instant .piece { transition: none; }
.piece.dragged { z-index: 3; transition: none; scale: 1.12; filter: drop-shadow(0 6px 5px #0006); }
.piece.gone { opacity: 0; }
.overlay { pointer-events: none; inline-size: 100%; block-size: 100%; }
.promotion {
  position: absolute;
  z-index: 4;
  inline-size: 12.5%;
  display: flex;
  flex-direction: column;
  background: #fffdf8;
  border-radius: 6px;
  box-shadow: 0 6px 24px #0008;
  overflow: hidden;
}
.promotion.up { flex-direction: column-reverse; }
.promotion button { all: unset; aspect-ratio: 1; box-sizing: border-box; cursor: pointer; }
.promotion button:hover, .promotion button:focus-visible { background: #f2cf9a; }
.promotion button:focus-visible { outline: 3px solid var(--focus); outline-offset: -3px; }
.veil { position: absolute; inset: 0; z-index: 3; background: #0005; border-radius: 6px; }
:host([mode=play]) .square.movable, :host([mode=edit]) .square { cursor: grab; }
/* A finger drags pieces, and scrolls the page if it starts anywhere else. */
.square { touch-action: pan-y pinch-zoom; }
.square.movable, :host([drawing]) .square { touch-action: none; }
.dragging, .dragging .square { cursor: grabbing !important; touch-action: none; }
@media (prefers-reduced-motion: reduce) { .piece { transition: none; } }
@media print {
  .square { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .square.last, .square.selected, .square.check { background: var(--light); }
  .square.dark.last, .square.dark.selected, .square.dark.check { background: var(--dark); }
}
@media (forced-colors: active) {
  .square { forced-color-adjust: none; }
  .square:focus-visible { outline: 4px solid Highlight; }
  .square.last { box-shadow: inset 0 0 0 3px #000; }
  .square.selected { box-shadow: inset 0 0 0 5px #000; }
}
`;
