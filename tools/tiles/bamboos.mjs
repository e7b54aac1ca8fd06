// 条: cut bamboo, two joints to a stick; 1 is the bird.

import { bird } from './bird.mjs';
import { GREEN, IVORY, RED } from './palette.mjs';
import { fill, moved, stretched } from './shapes.mjs';

/** One stick around (0, 0), 100 high and 40 wide: two swelling joints with a knot at each end and in the middle. */
const STICK =
  'M-12 -50L12 -50C20 -50 20 -40 14 -38C12 -30 12 -17 15 -8C21 -5 21 5 15 8C12 17 12 30 14 38C20 40 20 50 12 50L-12 50' +
  'C-20 50 -20 40 -14 38C-12 30 -12 17 -15 8C-21 5 -21 -5 -15 -8C-12 -17 -12 -30 -14 -38C-20 -40 -20 -50 -12 -50Z';
const SHINE = 'M0 -37C4 -32 4 -15 0 -10C-4 -15 -4 -32 0 -37ZM0 10C4 15 4 32 0 37C-4 32 -4 15 0 10Z';

/** Place sticks side by side: [x, y, turn in degrees, colour] of each. */
const row = (y, xs, colours = xs.map(() => GREEN)) => xs.map((x, i) => [x, y, 0, colours[i]]);
const THREE = [66, 150, 234];
/** The upper half of 8条 is an M; mirrored it is the lower half. */
const M = (y, side = 1) => [...row(y, [50, 250]), [113, y, -30 * side, GREEN], [187, y, 30 * side, GREEN]];
/** Height and girth of a stick, and the sticks. */
const LAYOUTS = {
  2: [156, 1.5, [...row(106, [150]), ...row(278, [150])]],
  3: [156, 1.5, [...row(106, [150]), ...row(278, [88, 212])]],
  4: [156, 1.5, [...row(106, [88, 212]), ...row(278, [88, 212])]],
  5: [152, 1.45, [...row(104, [70, 230]), ...row(192, [150], [RED]), ...row(280, [70, 230])]],
  6: [152, 1.4, [...row(106, THREE), ...row(278, THREE)]],
  7: [106, 1.2, [...row(74, [150], [RED]), ...row(196, THREE), ...row(312, THREE)]],
  8: [136, 1.2, [...M(104), ...M(280, -1)]],
  9: [106, 1.2, [72, 192, 312].flatMap((y) => row(y, THREE, [GREEN, RED, GREEN]))],
};

function sticks([height, girth, list]) {
  const all = (shape, group) =>
    group.map(([x, y, turn]) => moved(stretched(shape, girth, height / 100), { x, y, turn })).join('');
  return [GREEN, RED]
    .map((colour) => [colour, list.filter((stick) => stick[3] === colour)])
    .filter(([, group]) => group.length > 0)
    .map(([colour, group]) => fill(colour, all(STICK, group)) + fill(IVORY, all(SHINE, group)))
    .join('');
}

/** Draw the picture of a number of 条, 1 to 9. */
export const bamboos = (number) => (number === 1 ? bird() : sticks(LAYOUTS[number]));
