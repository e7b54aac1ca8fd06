// The same set for eyes that hardly tell red from green: orange and a green that leans to blue, further apart in lightness.

import { BARK, GREEN, LEAF, RED, ROSE } from './palette.mjs';

const INSTEAD = new Map([
  [RED, '#cf4a00'],
  [ROSE, '#f2a14e'],
  [GREEN, '#00667f'],
  [LEAF, '#3a9bb5'],
  [BARK, '#54463c'],
]);

/** Paint markup of the set anew. */
export const repainted = (markup) => markup.replace(/#[0-9a-f]{6}/g, (paint) => INSTEAD.get(paint) ?? paint);
