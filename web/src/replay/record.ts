// Reads the record of a round (docs/record.md). What it cannot be sure of it refuses, saying in which line.

import { digestOf } from '../fair/wall';
import type { GameEvent } from '../wire/events';
import type { RuleSetSpec, Seat } from '../wire/view';
import { isActionLine, isEventLine, isHeader } from './shape';

const FORMAT = 'taipao-record';
const VERSION = 1;

/** Who or what chose an action. */
export type Chooser = 'player' | 'bot' | 'autopilot' | 'clock' | 'ready';

export interface Header {
  ruleset: RuleSetSpec;
  seats: { name: string; bot: string | null }[];
  round: number;
  dealer: Seat;
  secret: string;
  commitment: string;
  contributions: (string | null)[];
}

/** Something that happened, and whose choice it was, if it was one's. */
export interface Step {
  event: GameEvent;
  /** The event's public number, null if only one seat knows of it. */
  number: number | null;
  choice: { seat: Seat; by: Chooser; first: boolean } | null;
}

export interface RoundRecord {
  header: Header;
  steps: Step[];
  /** The whole record, byte for byte. */
  text: string;
}

export type FaultCode = 'foreign' | 'version' | 'cut' | 'digest' | 'line';

/** Why something is no record that can be shown; `line` counts from 1. */
export class RecordFault extends Error {
  constructor(
    readonly code: FaultCode,
    readonly line: number,
  ) {
    super(`${code} in line ${line}`);
  }
}

/** Read a record. Throws `RecordFault`. */
export function readRecord(text: string): RoundRecord {
  const lines = text.trimEnd().split('\n');
  const first = parsed(lines[0]) as { format?: unknown; version?: unknown } | null;
  if (first?.format !== FORMAT) throw new RecordFault('foreign', 1);
  if (first.version !== VERSION) throw new RecordFault('version', 1);
  if (!isHeader(first)) throw new RecordFault('line', 1);

  const { sha256 } = (parsed(lines.at(-1)) ?? {}) as { sha256?: unknown };
  if (typeof sha256 !== 'string') throw new RecordFault('cut', lines.length);
  const body = lines.slice(0, -1);
  // A line that cannot be right is named; a digest that is wrong cannot tell where.
  const steps = stepsOf(body.slice(1));
  if (sha256 !== digestOf(body.map((line) => `${line}\n`).join(''))) throw new RecordFault('digest', lines.length);
  return { header: first as unknown as Header, steps, text };
}

function stepsOf(lines: readonly string[]): Step[] {
  const steps: Step[] = [];
  let chosen: { seat: Seat; by: Chooser } | null = null;
  let fresh = false;
  for (const [index, line] of lines.entries()) {
    const read = parsed(line);
    if (isActionLine(read)) {
      const { seat, by } = read as { seat: Seat; by: Chooser };
      chosen = { seat, by };
      fresh = true;
      continue;
    }
    const { event, number } = (read ?? {}) as { event: GameEvent; number: number | null };
    // The deal comes first, and once; the end is the last.
    const inPlace = isEventLine(read) && (event.type === 'dealt') === (steps.length === 0) && steps.at(-1)?.event.type !== 'round_ended';
    if (!inPlace) throw new RecordFault('line', index + 2);
    const own = chosen !== null && isChoice(event) && event.seat === chosen.seat;
    steps.push({ event, number, choice: chosen !== null && own ? { ...chosen, first: fresh } : null });
    fresh &&= !own;
  }
  if (steps.length === 0) throw new RecordFault('cut', lines.length + 2);
  return steps;
}

type Choice = Extract<GameEvent, { seat: Seat }>;

/** Whether an event is what somebody has chosen, and not what the wall or the rules have brought about. */
function isChoice(event: GameEvent): event is Choice {
  switch (event.type) {
    case 'ready_declared':
    case 'ready_noted':
    case 'ready_cancelled':
    case 'discarded':
    case 'chow_made':
    case 'pung_made':
    case 'kong_made':
    case 'added_kong_declared':
    case 'won':
      return true;
    default:
      return false;
  }
}

function parsed(line: string | undefined): object | null {
  try {
    const value: unknown = JSON.parse(line ?? '');
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
