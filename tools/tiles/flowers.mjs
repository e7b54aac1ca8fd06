// The eight flowers: seasons in colour with a red label, plants in ink with a dark one (红花, 黑花).

import { BARK, GOLD, GREEN, INK, IVORY, LEAF, RED, ROSE, SNOW, WASH } from './palette.mjs';
import { around, disc, fill, moved, trace } from './shapes.mjs';

/** A notched petal of cherry or plum pointing up from (0, 0), 50 long. */
const BLOSSOM = 'M0 -4C-22 -14 -30 -36 -15 -48C-9 -52 -3 -48 0 -43C3 -48 9 -52 15 -48C30 -36 22 -14 0 -4Z';
/** A round petal of ink plum, and a slim leaf, each pointing up from (0, 0). */
const ROUND = 'M0 -5C-20 -12 -23 -38 0 -42C23 -38 20 -12 0 -5Z';
const BLADE = 'M0 0C-14 -18 -14 -44 0 -64C14 -44 14 -18 0 0Z';

/** 春: a branch of peach in full bloom. */
function spring() {
  const main = { x: 164, y: 236 };
  return [
    trace(BARK, 12, 'M44 372Q96 330 128 290M216 170Q240 140 262 128'),
    fill(GREEN, moved(BLADE, { x: 84, y: 336, turn: -30, scale: 1 }) + moved(BLADE, { x: 100, y: 330, turn: 110, scale: 1.15 })),
    fill(ROSE, around(BLOSSOM, 5, { ...main, scale: 1.9 })),
    fill(RED, around('M0 -6C-7 -20 -5 -44 0 -56C5 -44 7 -20 0 -6Z', 5, { ...main })),
    fill(GOLD, disc(main.x, main.y, 13) + around('M-5 -32L5 -32L5 -22L-5 -22Z', 5, { ...main, turn: 36 })),
  ].join('');
}

/** 夏: a lotus over its leaf. */
function summer() {
  const petal = 'M0 0C-36 -26 -36 -78 0 -122C36 -78 36 -26 0 0Z';
  const at = { x: 150, y: 314 };
  return [
    fill(GREEN, 'M30 330C70 300 230 300 270 330C246 372 54 372 30 330Z'),
    trace(LEAF, 6, 'M150 356L150 338M150 356L84 338M150 356L216 338'),
    fill(ROSE, [-62, 62].map((turn) => moved(petal, { ...at, turn, scale: 0.96 })).join('')),
    fill(RED, [-34, 34].map((turn) => moved(petal, { ...at, turn, scale: 1.1 })).join('')),
    fill(ROSE, moved(petal, { ...at, scale: 1.24 })),
    trace(IVORY, 4, 'M150 300L150 206'),
  ].join('');
}

/** 秋: a maple leaf. */
function autumn() {
  const half =
    'M0 -112L-16 -76L-36 -88L-32 -40L-62 -66L-68 -46L-106 -52L-92 -18L-112 -4L-66 26L-74 44L0 34Z';
  const at = { x: 160, y: 250, turn: 14, scale: 1.02 };
  return [
    trace(BARK, 10, moved('M0 20Q4 60 -16 100', at)),
    fill(RED, moved(half, at) + moved(half, { ...at, flip: true })),
    trace(GOLD, 6, moved('M0 34L0 -76M0 30L-70 -28M0 30L70 -28M0 34L-46 26M0 34L46 26', at)),
  ].join('');
}

/** 冬: a pine under snow before a red sun. */
function winter() {
  const tier = 'M0 0L100 100Q0 124 -100 100Z';
  const snow = 'M0 0L58 58Q44 78 28 62Q14 84 -4 64Q-22 82 -34 62Q-46 74 -58 58Z';
  const tiers = [[242, 0.98], [190, 0.8], [142, 0.6]];
  const flakes = [[56, 176], [92, 222], [44, 262], [258, 284], [232, 330], [60, 326]];
  return [
    fill(RED, disc(196, 202, 62)),
    fill(BARK, 'M136 330H164V366H136Z'),
    ...tiers.map(([y, scale]) =>
      fill(GREEN, moved(tier, { x: 150, y, scale })) + fill(SNOW, moved(snow, { x: 150, y, scale }))),
    fill(WASH, flakes.map(([x, y]) => disc(x, y, 6)).join('')),
    trace(WASH, 7, 'M46 364H254'),
  ].join('');
}

/** 梅: an old branch of plum, three flowers open. */
function plum() {
  const flowers = [[96, 218, 1.1], [198, 236, 1.25], [150, 318, 0.95]];
  return [
    trace(INK, 17, 'M44 372Q90 330 112 290'),
    trace(INK, 12, 'M112 290Q150 250 196 242Q236 232 262 180'),
    trace(INK, 9, 'M112 290Q92 250 98 214'),
    ...flowers.map(([x, y, scale], i) =>
      fill(IVORY, disc(x, y, 45 * scale)) +
      fill(INK, around(ROUND, 5, { x, y, scale, turn: 20 * i })) +
      fill(GOLD, disc(x, y, 10 * scale))),
    fill(INK, disc(262, 176, 13)),
  ].join('');
}

/** 蘭: an orchid between its arching leaves. */
function orchid() {
  const at = { x: 150, y: 222 };
  const sepal = 'M0 4C-18 -20 -14 -52 0 -76C14 -52 18 -20 0 4Z';
  return [
    fill(WASH, 'M136 372C130 310 96 258 40 264C92 276 114 316 120 372ZM166 372C176 306 210 262 264 258C218 280 192 320 182 372Z'),
    fill(INK, 'M126 372C110 336 78 318 36 330C78 334 98 350 108 372ZM176 372C192 340 222 320 266 326C228 336 206 352 196 372Z'),
    trace(INK, 8, 'M150 372Q146 300 150 226M149 324Q166 298 198 292'),
    fill(WASH, [-52, 52].map((turn) => moved(sepal, { ...at, turn, scale: 1.1 })).join('')),
    fill(INK, [-106, 0, 106].map((turn) => moved(sepal, { ...at, turn, scale: 1.16 })).join('')),
    fill(GOLD, moved('M0 -6C16 -4 18 20 0 34C-18 20 -16 -4 0 -6Z', at)),
    fill(INK, moved('M0 0C-16 -12 -14 -34 0 -46C14 -34 16 -12 0 0Z', { x: 194, y: 294, turn: 68, scale: 1 })),
  ].join('');
}

/** 竹: two stalks and their leaves. */
function bamboo() {
  const stalk = (x, w, tops) => tops.map(([a, b]) => `M${x - w} ${a}Q${x} ${a + 5} ${x + w} ${a}L${x + w - 2} ${(a + b) / 2}L${x + w} ${b}Q${x} ${b + 5} ${x - w} ${b}L${x - w + 2} ${(a + b) / 2}Z`).join('');
  const leaf = 'M0 0C-15 26 -14 58 0 92C14 58 15 26 0 0Z';
  const spray = (x, y, turns, scale) => turns.map((turn) => moved(leaf, { x, y, turn, scale })).join('');
  return [
    fill(WASH, stalk(196, 10, [[150, 222], [230, 302], [310, 372]])),
    fill(INK, stalk(130, 14, [[140, 196], [205, 284], [293, 372]])),
    fill(INK, spray(130, 200, [100, 62, 28], 1.0) + spray(190, 152, [-100, -66, -30], 0.95)),
    fill(WASH, spray(196, 306, [-80, -42], 0.8) + spray(122, 288, [72, 36], 0.85)),
  ].join('');
}

/** 菊: a chrysanthemum head with two leaves. */
function chrysanthemum() {
  const at = { x: 150, y: 236 };
  const petal = 'M0 -20C-11 -40 -14 -78 -8 -92C-4 -98 4 -98 8 -92C14 -78 11 -40 0 -20Z';
  return [
    trace(INK, 10, 'M150 300Q152 340 140 372'),
    fill(WASH, moved(BLADE, { x: 148, y: 362, turn: -78, scale: 1.3 }) + moved(BLADE, { x: 148, y: 362, turn: 72, scale: 1.3 })),
    fill(INK, around(petal, 16, at)),
    fill(IVORY, disc(at.x, at.y, 54)),
    fill(INK, around(petal, 12, { ...at, scale: 0.56, turn: 11 })),
    fill(GOLD, disc(at.x, at.y, 16)),
  ].join('');
}

const PICTURES = [spring, summer, autumn, winter, plum, orchid, bamboo, chrysanthemum];

/** The character of each flower, 1 to 8. */
export const FLOWERS = '春夏秋冬梅蘭竹菊';

/** Tell the colour of a flower's label: red for seasons, ink for plants. */
export const flowerColour = (number) => (number <= 4 ? RED : INK);

/** Draw the picture of a flower, 1 to 8, without its label. */
export const flower = (number) => PICTURES[number - 1]();
