// Characters as outlines. They come from the brush face Yuji Syuku (SIL Open Font License), which the page's build
// installs as an npm package: the package cuts the face into many small files, and only those needed are read.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { num } from './shapes.mjs';

const FACE = 'yuji-syuku';
/** Dry-brush specks smaller than this part of the em square are dropped: at the size of a tile they are only dirt. */
const SPECK = 0.0006;

/** Packages are the page's: this folder has none of its own. */
const require = createRequire(new URL('../../web/package.json', import.meta.url));

/** Read what the page's packages hold of the face; an error says how to install them. */
function packages() {
  try {
    return [require('opentype.js'), dirname(require.resolve(`@fontsource/${FACE}/package.json`))];
  } catch (cause) {
    throw new Error('the tiles need the packages of web/: run npm ci there first', { cause });
  }
}

/** Open the brush face; returns a function giving the outline of a character. */
export function openBrush() {
  const [opentype, folder] = packages();
  const subsets = Object.entries(JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')));
  const opened = new Map();

  function fontOf(character) {
    const found = subsets.find(([, ranges]) => covers(ranges, character.codePointAt(0)));
    if (found === undefined) throw new Error(`${FACE} has no glyph for ${character}`);
    const name = found[0].replace(/[[\]]/g, '');
    if (!opened.has(name)) {
      const bytes = readFileSync(join(folder, 'files', `${FACE}-${name}-400-normal.woff`));
      opened.set(name, opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)));
    }
    return opened.get(name);
  }

  /** Outline a character as path data, its ink centred on (x, y), the em square `size` wide and `height` high. */
  return function outline(character, { x, y, size, height = size }) {
    const { commands } = fontOf(character).getPath(character, 0, 0, 1);
    const contours = split(commands).filter((contour) => area(contour) > SPECK);
    const [left, top, right, bottom] = bounds(contours.flat());
    const place = (px, py) => [x + (px - (left + right) / 2) * size, y + (py - (top + bottom) / 2) * height];
    return contours.map((contour) => write(contour, place)).join('');
  };
}

/** Tell whether a list such as "U+4e-50,U+61" names a code point. */
function covers(ranges, code) {
  return ranges.split(',').some((range) => {
    const [first, last = first] = range.trim().replace(/^U\+/i, '').split('-').map((hex) => Number.parseInt(hex, 16));
    return first <= code && code <= last;
  });
}

function split(commands) {
  const contours = [];
  for (const command of commands) {
    if (command.type === 'M') contours.push([]);
    contours.at(-1).push(command);
  }
  return contours;
}

const points = (command) =>
  [[command.x1, command.y1], [command.x2, command.y2], [command.x, command.y]].filter(([x]) => x !== undefined);

/** Area enclosed by a contour's points, in em squares; control points count as corners. */
function area(contour) {
  const ring = contour.flatMap(points);
  return Math.abs(ring.reduce((sum, [x, y], i) => {
    const [nx, ny] = ring[(i + 1) % ring.length];
    return sum + (x * ny - nx * y) / 2;
  }, 0));
}

function bounds(commands) {
  const all = commands.flatMap(points);
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Write one contour relative to its own points, on a grid of half units: a third of the bytes of absolute data. */
function write(contour, place) {
  const grid = (value) => Math.round(value * 2) / 2;
  let [cx, cy] = [0, 0];
  let d = '';
  for (const command of contour) {
    const at = points(command).map(([px, py]) => place(px, py).map(grid));
    const numbers = at.flatMap(([px, py]) => [num(px - cx), num(py - cy)]);
    if (command.type === 'M') d += `M${numbers.join(' ')}`;
    else d += command.type.toLowerCase() + numbers.join(' ');
    if (at.length > 0) [cx, cy] = at.at(-1);
  }
  return d.replace(/ -/g, '-');
}
