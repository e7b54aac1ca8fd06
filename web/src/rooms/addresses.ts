// Where things are. All is this one page: a table has a query of its own, the pages around it a fragment.

import { isLevel, type Level } from '../preferences/level';
import type { TableName } from '../rest/tables';

const TABLE = 'table';
const CODE = 'code';
const WATCH = 'watch';
const PLAY = 'play';
const REPLAY = 'replay';
const ROUNDS = 'rounds';

const withQuery = (query: string): string => {
  const address = new URL(location.href);
  address.search = query;
  address.hash = '';
  return address.href;
};

/** The table that an address names, or null. */
export function tableIn(search: string): TableName | null {
  const query = new URLSearchParams(search);
  const table = query.get(TABLE);
  if (table) return { table };
  const code = query.get(CODE);
  return code ? { code } : null;
}

/** The table that an address names to be watched, or null. */
export const watchedIn = (search: string): string | null => new URLSearchParams(search).get(WATCH) || null;

/** The round that an address names to be shown again, and the table whose others may follow; no round is a file to be opened. */
export function replayIn(search: string): { round: string; table: string | null } | null {
  const query = new URLSearchParams(search);
  const round = query.get(REPLAY);
  return round === null ? null : { round, table: query.get(ROUNDS) || null };
}

export const asksToPlay = (search: string): boolean => new URLSearchParams(search).has(PLAY);
/** The level that the address of the own table names, or null. */
export function levelIn(search: string): Level | null {
  const named = new URLSearchParams(search).get(PLAY);
  return isLevel(named) ? named : null;
}

export const addressOf = (name: TableName): string => withQuery(new URLSearchParams({ ...name }).toString());
export const watchAddress = (table: string): string => withQuery(new URLSearchParams({ [WATCH]: table }).toString());
/** The short link to a friends' table; the server leads from there to the address with its code. */
export const linkTo = (code: string): string => new URL(`t/${code}`, homeAddress()).href;
/** The replay of a record, by where the server has it: the last of its address is the round's id. */
export const replayAddress = (record: string, table: string | null = null): string =>
  withQuery(new URLSearchParams({ [REPLAY]: record.split('/').at(-1) ?? '', ...(table !== null && { [ROUNDS]: table }) }).toString());
/** The address of this replay, with another round of the same table in it. */
export function withRound(round: string): string {
  const address = new URL(location.href);
  address.searchParams.set(REPLAY, round);
  return address.href;
}
/** Where a record is opened from a file. */
export const fileAddress = (): string => withQuery(REPLAY);
/** The own table with bots of a level. */
export const playAddress = (level: Level): string => withQuery(new URLSearchParams({ [PLAY]: level }).toString());
export const homeAddress = (): string => withQuery('');
export const friendsAddress = (): string => `${homeAddress()}#friends`;

/** What somebody typed as a code, as codes are written. */
export const codeOf = (typed: string): string => typed.toUpperCase().replace(/[^A-Z]/g, '').slice(0, 6);
