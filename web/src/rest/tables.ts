// Tables as anybody may see them, and a seat at one.

import type { Friends, Player } from '../wire/protocol';
import type { RuleSetSpec, Seat } from '../wire/view';
import { ask, askAsGuest } from './ask';

export interface TableInfo {
  id: string;
  seats: Pick<Player, 'kind' | 'name'>[];
  ruleset: RuleSetSpec;
  seconds: number;
  reserve: number;
  status: 'waiting' | 'playing' | 'over' | 'frozen';
  /** The own seat, null for whoever has none. */
  seat: Seat | null;
  /** What it was opened with, where it is a friends' table. */
  friends: Friends | null;
}

/** What an address names: a table's id, or the code of a friends' table. */
export type TableName = { table: string } | { code: string };

export const lookAt = (name: TableName): Promise<TableInfo> =>
  askAsGuest('GET', 'code' in name ? `api/friends/${encodeURIComponent(name.code)}` : `api/tables/${encodeURIComponent(name.table)}`);

/** A round of a table, with the address of its record once it is over. */
export interface PlayedRound {
  id: string;
  number: number;
  record: string | null;
}

/** The latest rounds of a table, the last first. */
export const roundsOf = (table: string): Promise<{ rounds: PlayedRound[] }> => ask('GET', `api/tables/${encodeURIComponent(table)}/rounds`);

/** Take a seat, or, with null, the first that is free. */
export const sitDown = (table: string, seat: Seat | null): Promise<TableInfo> =>
  askAsGuest('POST', `api/tables/${encodeURIComponent(table)}/sit${seat === null ? '' : `/${seat}`}`);
