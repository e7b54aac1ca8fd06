// The coin rooms and their queues.

import { ask } from './ask';

export interface RoomInfo {
  room: string;
  ruleset: string;
  /** Coins for each point. */
  rate: number;
  /** The least coins to enter with. */
  entry: number;
  players: number;
  tables: number;
  waiting: number;
}

export interface Queued {
  room: string;
  ruleset: string;
  /** How many wait, oneself counted. */
  waiting: number;
  /** For how long oneself does. */
  seconds: number;
  /** Where a seat has been found. */
  table: string | null;
}

/** An answer comes at once when a seat is found, else after this time: it says how many wait by then. */
const LONG_POLL_SECONDS = 4;

export const rooms = (): Promise<RoomInfo[]> => ask('GET', 'api/rooms');
export const enterQueue = (room: string, ruleset: string): Promise<Queued> =>
  ask('POST', `api/rooms/${encodeURIComponent(room)}/${encodeURIComponent(ruleset)}/queue`);
/** Who is just being seated is: then the answer has the table. */
export const leaveQueue = (): Promise<{ table: string | null }> => ask('DELETE', 'api/queue');
/** How the queue stands, at once or after a while. */
export const queue = (now: boolean): Promise<Queued> => ask('GET', `api/queue?wait=${now ? 0 : LONG_POLL_SECONDS}`);
