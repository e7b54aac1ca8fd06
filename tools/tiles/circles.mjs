// 筒: coins seen from above. Colours follow the old sets: two of a kind in blue and green, the odd one red.

import { BLUE, GREEN, IVORY, RED } from './palette.mjs';
import { around, disc, fill } from './shapes.mjs';

const MIDDLE = { x: 150, y: 192 };

/** [x, y, colour] of each coin and their common radius. */
const LAYOUTS = {
  2: [70, [[150, 108, GREEN], [150, 276, BLUE]]],
  3: [54, [[80, 84, BLUE], [150, 192, RED], [220, 300, GREEN]]],
  4: [58, [[82, 98, BLUE], [218, 98, GREEN], [82, 286, GREEN], [218, 286, BLUE]]],
  5: [48, [[76, 84, BLUE], [224, 84, GREEN], [150, 192, RED], [76, 300, GREEN], [224, 300, BLUE]]],
  6: [48, [[94, 76, GREEN], [206, 76, GREEN], [94, 202, RED], [206, 202, RED], [94, 308, RED], [206, 308, RED]]],
  7: [40, [[68, 62, GREEN], [150, 100, GREEN], [232, 138, GREEN], [94, 226, RED], [206, 226, RED], [94, 320, RED], [206, 320, RED]]],
  8: [41, [60, 148, 236, 324].flatMap((y) => [[96, y, BLUE], [204, y, BLUE]])],
  9: [40, [[72, GREEN], [192, RED], [312, BLUE]].flatMap(([y, colour]) => [62, 150, 238].map((x) => [x, y, colour]))],
};

/** Draw one coin: rim, gap, and a boss pierced by a square hole's worth of ivory. */
function coin(x, y, r) {
  return disc(x, y, r) + disc(x, y, r * 0.76) + disc(x, y, r * 0.55) + disc(x, y, r * 0.2);
}

function one() {
  const { x, y } = MIDDLE;
  const petal = 'M0 0C-18 -16 -17 -40 0 -50C17 -40 18 -16 0 0Z';
  const bead = around('M-11 -94C-11 -108.5 11 -108.5 11 -94C11 -79.5 -11 -79.5 -11 -94Z', 12, { x, y });
  return [
    fill(GREEN, disc(x, y, 128) + disc(x, y, 113), { cut: true }),
    fill(RED, bead),
    fill(GREEN, disc(x, y, 75) + disc(x, y, 64), { cut: true }),
    fill(BLUE, around(petal, 8, { x, y, turn: 22.5 })),
    fill(RED, around(petal, 8, { x, y, scale: 0.62 })),
    fill(IVORY, disc(x, y, 9)),
  ].join('');
}

/** Draw the picture of a number of 筒, 1 to 9. */
export function circles(number) {
  if (number === 1) return one();
  const [r, coins] = LAYOUTS[number];
  return [BLUE, GREEN, RED]
    .map((colour) => [colour, coins.filter((c) => c[2] === colour)])
    .filter(([, group]) => group.length > 0)
    .map(([colour, group]) => fill(colour, group.map(([x, y]) => coin(x, y, r)).join(''), { cut: true }))
    .join('');
}
