// What the page gives to each wall, kept with the commitment that it answers, across a reload of the page.

const BYTES = 16;
const KEPT = 32;
const KEY = 'taipao.contributions';

type Entry = [commitment: string, contribution: string];

/** What a browser does not keep lasts as long as the page. */
let here: readonly Entry[] = [];

/** The contribution to the wall of this commitment: made at the first call, the same from then on. */
export function contributionFor(commitment: string): string {
  const known = contributionTo(commitment);
  if (known !== null) return known;
  const made = randomHex();
  remember([...recall(), [commitment, made] satisfies Entry].slice(-KEPT));
  return made;
}

/** What was contributed to the wall of this commitment from this browser, or null. */
export function contributionTo(commitment: string): string | null {
  return recall().find(([answered]) => answered === commitment)?.[1] ?? null;
}

function randomHex(): string {
  const values = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(values, (value) => value.toString(16).padStart(2, '0')).join('');
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
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');

function remember(entries: readonly Entry[]): void {
  here = entries;
  try {
    localStorage.setItem(KEY, JSON.stringify(entries));
  } catch {
    return;
  }
}
