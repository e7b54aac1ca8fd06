// Holds the record of a round against what the page has seen of it, and its wall against what was promised.

import type { GameEvent } from '../wire/events';
import { emptyView, fold } from '../wire/fold';
import { redact } from '../wire/redaction';
import { sorted, type Tile } from '../wire/tiles';
import type { RuleSetSpec } from '../wire/view';
import { commitmentOf, digestOf, wallOf } from './wall';
import { seenIn, type Seen, type Witness } from './witness';

export type Difference =
  | 'unreadable'
  | 'digest'
  | 'commitment'
  | 'contribution_missing'
  | 'contribution_changed'
  | 'wall'
  | 'seen';

/** What became of the own value: it is in the wall, the server never had it in time, or none was given from here. */
export type OwnValue = 'in' | 'late' | 'none';

/** `detail` is data to look at, in no language. */
export type Verdict = { holds: true; own: OwnValue } | { holds: false; difference: Difference; detail: string };

/** What is known of a round besides its record. */
export type Watched = Pick<Witness, 'seat' | 'commitment' | 'contribution' | 'seen'>;
type Dealt = Extract<GameEvent, { type: 'dealt' }>;

interface Header {
  ruleset: RuleSetSpec;
  secret: string;
  contributions: (string | null)[];
  commitment: string;
}

interface Entry {
  event?: GameEvent;
  number?: number | null;
}

const FIRST_DRAW = 65;
const LAST_DRAW = 141;

export function verify(record: string, watched: Watched): Verdict {
  try {
    return check(record, watched);
  } catch (fault) {
    return { holds: false, difference: 'unreadable', detail: String(fault) };
  }
}

function check(record: string, watched: Watched): Verdict {
  const fail = (difference: Difference, detail: string): Verdict => ({ holds: false, difference, detail });
  const lines = record.trimEnd().split('\n');
  const { sha256 } = JSON.parse(lines.pop() ?? '') as { sha256?: string };
  if (sha256 !== digestOf(lines.map((line) => `${line}\n`).join(''))) return fail('digest', `${sha256}`);

  const [header, ...entries] = lines.map((line) => JSON.parse(line) as unknown) as [Header, ...Entry[]];
  const made = commitmentOf(header.secret);
  if (made !== watched.commitment || header.commitment !== watched.commitment) {
    return fail('commitment', `${watched.commitment} ≠ ${made}`);
  }

  const sent = watched.contribution;
  const given = header.contributions[watched.seat] ?? null;
  const own = sent === null ? 'none' : sent.value === given ? 'in' : 'late';
  // Where this page gave nothing, or not in time, another browser of the same seat may have.
  if (own === 'late' && sent?.taken) {
    return fail(given === null ? 'contribution_missing' : 'contribution_changed', `${sent.value} ≠ ${given ?? '–'}`);
  }

  const dealt = dealtOtherwise(wallOf(header.secret, header.contributions), entries);
  if (dealt !== null) return fail('wall', dealt);
  const seen = seenOtherwise(header.ruleset, entries, watched);
  return seen === null ? { holds: true, own } : fail('seen', seen);
}

/** The first tile that was dealt or drawn and does not lie there in the wall, or null. */
function dealtOtherwise(wall: readonly Tile[], entries: readonly Entry[]): string | null {
  let head = FIRST_DRAW;
  let tail = LAST_DRAW;
  let deals = 0;
  for (const { event } of entries) {
    if (event?.type === 'dealt') {
      deals += 1;
      const found = dealOtherwise(wall, event);
      if (found !== null) return found;
    }
    if (event?.type !== 'drawn') continue;
    const at = event.end === 'head' ? head++ : tail--;
    if (head > tail + 1 || event.tile !== wall[at]) return `${at}: ${event.tile} ≠ ${wall[at]}`;
  }
  return deals === 1 ? null : `${deals} × dealt`;
}

/** Four times four tiles from the dealer on, and one more for the dealer. */
function dealOtherwise(wall: readonly Tile[], event: Dealt): string | null {
  const hands: Tile[][] = [[], [], [], []];
  for (let turn = 0; turn < 16; turn += 1) {
    hands[(event.dealer + turn) % 4]?.push(...wall.slice(4 * turn, 4 * turn + 4));
  }
  hands[event.dealer]?.push(...wall.slice(64, FIRST_DRAW));
  const pairs: [readonly Tile[] | null | undefined, readonly (Tile | undefined)[]][] = [
    [event.indicators, [wall[143], wall[142]]],
    ...hands.map((hand, seat): [Tile[] | null | undefined, Tile[]] => [event.hands[seat], sorted(hand)]),
  ];
  const wrong = pairs.find(([dealt, due]) => `${dealt}` !== `${due}`);
  return wrong === undefined ? null : `${wrong[0]} ≠ ${wrong[1]}`;
}

/** The first moment at which the record has other tiles for the seat than the page was shown, or null. */
function seenOtherwise(ruleset: RuleSetSpec, entries: readonly Entry[], watched: Watched): string | null {
  const seen = new Map(watched.seen.map((one) => [one.number, one]));
  const recorded = new Map<number, Seen>();
  let view = emptyView(watched.seat, ruleset);
  for (const { event, number = null } of entries) {
    const told = event === undefined ? null : redact(event, watched.seat);
    if (told === null) continue;
    view = fold(view, told, number);
    recorded.set(view.number, seenIn(view));
  }
  for (const [number, shown] of seen) {
    const due = recorded.get(number);
    if (JSON.stringify(shown) !== JSON.stringify(due)) {
      return `${number}: ${shown.indicators} · ${shown.hand} ≠ ${due?.indicators ?? ''} · ${due?.hand ?? ''}`;
    }
  }
  return null;
}
