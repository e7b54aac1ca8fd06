// What lies under the picture: the ivory block, the framed blank of 白, and the jade back.

import { BLUE, IVORY, IVORY_LIGHT, IVORY_SIDE, JADE, JADE_DARK, JADE_LIGHT, JADE_PALE } from './palette.mjs';
import { box, fill, moved, trace } from './shapes.mjs';

/** How much of the side shows under the top: a layer of ivory and a layer of jade. */
const [IVORY_LAYER, JADE_LAYER] = [11, 9];
const TOP = 400 - IVORY_LAYER - JADE_LAYER;

/** Draw the block face up, for every face to be painted on. */
export const ivory = () =>
  [
    fill(JADE, box(0, 0, 300, 400, 34)),
    fill(IVORY_SIDE, box(0, 0, 300, 400 - JADE_LAYER, 34)),
    fill(IVORY_LIGHT, box(2, 2, 296, TOP - 2, 32)),
    fill(IVORY, box(7, 9, 286, TOP - 14, 27)),
  ].join('');

/** Draw 白: a blue frame, notched at the corners, around nothing. */
export function white() {
  const frame = (m, notch) => {
    const [l, t, r, b] = [m, m + 4, 300 - m, 386 - m];
    return (
      `M${l + notch} ${t}H${r - notch}Q${r - notch} ${t + notch} ${r} ${t + notch}V${b - notch}` +
      `Q${r - notch} ${b - notch} ${r - notch} ${b}H${l + notch}Q${l + notch} ${b - notch} ${l} ${b - notch}` +
      `V${t + notch}Q${l + notch} ${t + notch} ${l + notch} ${t}z`
    );
  };
  return trace(BLUE, 15, frame(46, 34)) + trace(BLUE, 5, frame(70, 30));
}

/** Draw the back: a block face down, jade with a quiet lattice of coins, the petals where rings overlap. */
export function back() {
  const [step, columns, rows] = [36, 6, 8];
  const [left, top] = [150 - (step * columns) / 2, TOP / 2 + 2 - (step * rows) / 2];
  const petal = 'M0 0Q8.5 -18 0 -36Q-8.5 -18 0 0Z';
  const lattice = [];
  for (let row = 0; row <= rows; row += 1) {
    for (let column = 0; column <= columns; column += 1) {
      const at = { x: left + step * column, y: top + step * row };
      if (row > 0) lattice.push(moved(petal, at));
      if (column < columns) lattice.push(moved(petal, { ...at, turn: 90 }));
    }
  }
  return [
    fill(JADE_DARK, box(0, 0, 300, 400, 34)),
    fill(IVORY_SIDE, box(0, JADE_LAYER, 300, 400 - JADE_LAYER, 34)),
    fill(JADE_DARK, box(0, 0, 300, TOP + 2, 34)),
    fill(JADE_LIGHT, box(2, 2, 296, TOP - 3, 32)),
    fill(JADE, box(7, 9, 286, TOP - 14, 27)),
    fill(JADE_PALE, lattice.join('')),
    trace(JADE_PALE, 4, box(26, 28, 248, TOP - 52, 16)),
  ].join('');
}
