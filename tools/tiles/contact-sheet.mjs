// A page to judge the set by eye: every symbol at the sizes the game uses, on felt.
// Run: node tools/tiles/contact-sheet.mjs OUT.html

import { writeFileSync } from 'node:fs';

import { buildSprite } from './build.mjs';

const [out] = process.argv.slice(2);
if (out === undefined) {
  console.error('usage: node tools/tiles/contact-sheet.mjs OUT.html');
  process.exit(2);
}

const sprite = await buildSprite();
const ids = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map((match) => match[1]);
const sheet = ([width, height]) =>
  `<section>${ids.map((id) => `<svg width="${width}" height="${height}"><use href="#${id}"/></svg>`).join('')}</section>`;

writeFileSync(
  out,
  `<!doctype html><meta charset="utf-8"><title>Tiles</title>
<style>
  body { margin: 16px; width: 1000px; background: #1f5a45; }
  section { display: flex; flex-wrap: wrap; gap: 3px; margin-bottom: 16px; }
  svg { filter: drop-shadow(0 2px 2px #0006); }
</style>
${sprite}${[[30, 40], [45, 60], [90, 120]].map(sheet).join('\n')}
`,
);
