// What the page gives to each wall, kept with the commitment that it answers, across a reload of the page.
//
// To be sent is not to be taken: a message may come too late, or be lost with the server. A value counts as taken
// if the line that it was sent on then brought the round, and the server has not refused it.

import { randomHex } from '../shared/random';

const BYTES = 16;
const KEPT = 32;
const KEY = 'taipao.contributions';

export interface Contribution {
  value: string;
  taken: boolean;
}

type Entry = [commitment: string, value: string, taken: boolean];

/** What a browser does not keep lasts as long as the page. */
let here: readonly Entry[] = [];

/** The contribution to the wall of this commitment: made at the first call, the same from then on. */
export function contributionFor(commitment: string): string {
  const known = contributionTo(commitment);
  if (known !== null) return known.value;
  const made = randomHex(BYTES);
  remember([...recall(), [commitment, made, false] satisfies Entry].slice(-KEPT));
  return made;
}

/** What was given to the wall of this commitment from this browser, or null. */
export function contributionTo(commitment: string): Contribution | null {
  const found = recall().find(([answered]) => answered === commitment);
  return found === undefined ? null : { value: found[1], taken: found[2] };
}

/** Note whether the server has taken what was given to the wall of this commitment. */
export function noteTaken(commitment: string, taken: boolean): void {
  remember(recall().map((entry) => (entry[0] === commitment ? [commitment, entry[1], taken] : entry)));
}

// Other windows of this browser may sit in the same seat, so what they sent is looked up each time.
function recall(): readonly Entry[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return Array.isArray(found) ? found.filter(isEntry) : here;
  } catch {
    return here;
  }
}

const isEntry = (value: unknown): value is Entry =>
  Array.isArray(value) && value.map((part) => typeof part).join() === 'string,string,boolean';

function remember(entries: readonly Entry[]): void {
  here = entries;
  try {
    localStorage.setItem(KEY, JSON.stringify(entries));
  } catch {
    return;
  }
}
