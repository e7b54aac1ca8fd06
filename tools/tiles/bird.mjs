// The bird of 1条: a peacock on a bamboo twig, tail raised behind it.

import { BLUE, GOLD, GREEN, IVORY, LEAF, RED } from './palette.mjs';
import { disc, fill, moved, trace } from './shapes.mjs';

const RUMP = { x: 150, y: 262 };

/** One tail feather pointing up from (0, 0), 100 long, and the two parts of the eye at its tip. */
const FEATHER = 'M0 0C-6 -30 -17 -62 -17 -80C-17 -94 -9 -100 0 -100C9 -100 17 -94 17 -80C17 -62 6 -30 0 0Z';
const EYE = 'M0 -66C-9 -74 -10 -92 0 -93C10 -92 9 -74 0 -66Z';
const PUPIL = 'M0 -76C-5 -80 -5 -88 0 -89C5 -88 5 -80 0 -76Z';

const TAIL = [
  [0, 1.8], [21, 1.96], [43, 1.74], [66, 1.38], [90, 1.2],
].map(([turn, scale]) => ({ ...RUMP, turn, scale }));

const BODY =
  'M74 74C88 50 122 56 124 86C126 112 112 128 118 152C126 178 168 196 176 232C182 262 160 292 128 294' +
  'C86 296 56 264 58 216C60 176 88 150 86 122C85 108 74 100 62 96L34 104C40 88 56 78 74 74Z';
const WING = 'M92 214C116 192 150 206 182 262C190 278 200 290 214 298C170 306 104 292 92 214Z';
const FEATHERING = 'M112 226C128 240 148 262 168 280M108 248C120 262 134 276 150 286';

/** Draw the bird. */
export function bird() {
  const tail = (shape) => TAIL.map((at) => moved(shape, at)).join('');
  return [
    fill(GREEN, tail(FEATHER)),
    fill(GOLD, tail(EYE)),
    fill(RED, tail(PUPIL)),
    trace(GREEN, 9, 'M110 288L104 336M142 288L146 336'),
    trace(GREEN, 15, 'M40 346L262 346'),
    trace(IVORY, 4, 'M106 338L106 354M196 338L196 354'),
    fill(LEAF, moved('M0 0C10 -14 34 -18 54 -6C36 6 14 8 0 0Z', { x: 214, y: 340, turn: -14 })),
    trace(RED, 5, 'M99 64L86 40M105 62L106 34M111 64L126 42'),
    fill(RED, disc(84, 36, 8) + disc(106, 28, 8) + disc(129, 37, 8)),
    fill(BLUE, BODY),
    fill(RED, 'M34 104L64 76L68 98Z'),
    fill(IVORY, disc(92, 84, 10)),
    fill(BLUE, disc(90, 84, 5)),
    fill(RED, WING),
    trace(IVORY, 5, FEATHERING),
  ].join('');
}
