// The sprite: one SVG of 43 symbols, t-1m … t-8f and t-back.
// Run: node tools/tiles/build.mjs OUT.svg

import { realpathSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { bamboos } from './bamboos.mjs';
import { back, ivory, white } from './body.mjs';
import { circles } from './circles.mjs';
import { repainted } from './distinct.mjs';
import { flower, flowerColour, FLOWERS } from './flowers.mjs';
import { openBrush } from './glyphs.mjs';
import { GREEN, INK, RED } from './palette.mjs';
import { swell } from './shapes.mjs';

const NUMBERS = '一二三四五六七八九';
const WINDS = '東南西北';

const CREDIT = 'Characters: outlines of Yuji Syuku, (c) 2021 The Yuji Project Authors, SIL Open Font License 1.1.';

/** Draw every face: name to markup, in the wall's order, the back last. */
function faces() {
  const outline = openBrush();
  const range = (count) => Array.from({ length: count }, (_, i) => i + 1);
  const named = (suit, count, draw) => range(count).map((n) => [`${n}${suit}`, ivory() + draw(n)]);

  const wan = swell(RED, 4, outline('萬', { x: 150, y: 278, size: 196, height: 176 }));
  const characters = (n) => swell(INK, 6, outline(NUMBERS[n - 1], { x: 150, y: 100, size: 200, height: 164 })) + wan;
  const big = (character, colour) => swell(colour, 6, outline(character, { x: 150, y: 192, size: 262, height: 300 }));
  const honours = (n) => {
    if (n <= 4) return big(WINDS[n - 1], INK);
    return [white(), big('發', GREEN), big('中', RED)][n - 5];
  };
  const flowers = (n) =>
    flower(n) +
    swell(flowerColour(n), 3, outline(FLOWERS[n - 1], { x: 78, y: 82, size: 112 })) +
    swell(flowerColour(n), 6, outline(String(((n - 1) % 4) + 1), { x: 234, y: 72, size: 84 }));

  return [
    ...named('m', 9, characters),
    ...named('p', 9, circles),
    ...named('s', 9, bamboos),
    ...named('z', 7, honours),
    ...named('f', 8, flowers),
    ['back', back()],
  ];
}

/**
 * Build the sprite: an invisible SVG to be put into the page once, then `<use href="#t-1m">` in a 3:4 box.
 * Its paints are the `usual` ones or the `distinct` ones, told apart without telling red from green.
 */
export async function buildSprite(paints = 'usual') {
  const symbols = faces().map(([name, markup]) => `<symbol id="t-${name}" viewBox="0 0 300 400">${markup}</symbol>`);
  const sprite =
    '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">' +
    `<!-- ${CREDIT} -->\n${symbols.join('\n')}\n</svg>\n`;
  return paints === 'distinct' ? repainted(sprite) : sprite;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  const [out] = process.argv.slice(2);
  if (out === undefined) {
    console.error('usage: node tools/tiles/build.mjs OUT.svg');
    process.exit(2);
  }
  writeFileSync(out, await buildSprite());
}
