// The moment of a round that an address names: after how many events, seen from which seat, and whether all hands are open.

import type { Seat } from '../wire/view';
import { SEATS, START } from './timeline';

export interface Position {
  at: number;
  seat: Seat;
  open: boolean;
}

const STEP = 'step';
const SEAT = 'seat';
const OPEN = 'open';

/** What an address says of it; what it does not, or wrongly, is the start with all hands open. */
export function positionIn(search: string): Position {
  const query = new URLSearchParams(search);
  const at = Number.parseInt(query.get(STEP) ?? '', 10);
  const seat = Number.parseInt(query.get(SEAT) ?? '', 10);
  return {
    at: at > START ? at : START,
    seat: SEATS.find((one) => one === seat) ?? 0,
    open: query.get(OPEN) !== '0',
  };
}

/** An address of a record, with the moment in it. */
export function withPosition(address: string, { at, seat, open }: Position): string {
  const url = new URL(address);
  url.searchParams.set(STEP, String(at));
  url.searchParams.set(SEAT, String(seat));
  if (open) url.searchParams.delete(OPEN);
  else url.searchParams.set(OPEN, '0');
  return url.href;
}
