// Path geometry: everything is drawn on a field 300 wide and 400 high, origin at the top left, and ends up as
// plain path data, so that a symbol needs no transforms, gradients or references of its own.

/** Write a number with at most one decimal. */
export const num = (value) => String(Math.round(value * 10) / 10);

/** Pass every point of path data of absolute M, L, Q, C and Z commands through `map`. */
function mapped(d, map) {
  return d.replace(/(-?[\d.]+)[ ,]+(-?[\d.]+)/g, (_, x, y) => map(Number(x), Number(y)).map(num).join(' '));
}

/** Move path data of absolute M, L, Q, C and Z commands: flip left to right, scale, turn clockwise (degrees), shift. */
export function moved(d, { x = 0, y = 0, turn = 0, scale = 1, flip = false }) {
  const sin = Math.sin((turn * Math.PI) / 180) * scale;
  const cos = Math.cos((turn * Math.PI) / 180) * scale;
  return mapped(d, (px, py) => {
    const side = flip ? -px : px;
    return [x + side * cos - py * sin, y + side * sin + py * cos];
  });
}

/** Stretch path data of the same commands from (0, 0). */
export const stretched = (d, across, along) => mapped(d, (x, y) => [x * across, y * along]);

/** Draw a disc as path data (arcs: not for `moved`). */
export function disc(x, y, r) {
  const d = num(2 * r);
  return `M${num(x - r)} ${num(y)}a${num(r)} ${num(r)} 0 1 0 ${d} 0a${num(r)} ${num(r)} 0 1 0-${d} 0z`;
}

/** Draw an upright rectangle with rounded corners as path data (arcs: not for `moved`). */
export function box(x, y, width, height, r) {
  const [w, h, a] = [num(width - 2 * r), num(height - 2 * r), `a${num(r)} ${num(r)} 0 0 1 `];
  return `M${num(x + r)} ${num(y)}h${w}${a}${r} ${r}v${h}${a}-${r} ${r}h-${w}${a}-${r}-${r}v-${h}${a}${r}-${r}z`;
}

/** Draw the same shape `count` times around (x, y), the first one pointing up. */
export function around(d, count, { x, y, turn = 0, scale = 1 }) {
  return Array.from({ length: count }, (_, i) => moved(d, { x, y, scale, turn: turn + (360 * i) / count })).join('');
}

/** Paint path data in one colour; overlapping parts cut each other out when `cut` is set. */
export function fill(colour, d, { cut = false } = {}) {
  return `<path fill="${colour}"${cut ? ' fill-rule="evenodd"' : ''} d="${d}"/>`;
}

/** Trace path data with a round pen. */
export function trace(colour, width, d) {
  return `<path fill="none" stroke="${colour}" stroke-width="${num(width)}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;
}

/** Paint path data and let it bleed by half of `width` on every side, as a full brush does. */
export function swell(colour, width, d) {
  return `<path fill="${colour}" stroke="${colour}" stroke-width="${num(width)}" stroke-linejoin="round" d="${d}"/>`;
}
