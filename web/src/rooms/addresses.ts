// Where things are. All is this one page: a table has a query of its own, the pages around it a fragment.

import type { TableName } from '../rest/tables';

const TABLE = 'table';
const CODE = 'code';
const WATCH = 'watch';
const PLAY = 'play';

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

export const asksToPlay = (search: string): boolean => new URLSearchParams(search).has(PLAY);

export const addressOf = (name: TableName): string => withQuery(new URLSearchParams({ ...name }).toString());
export const watchAddress = (table: string): string => withQuery(new URLSearchParams({ [WATCH]: table }).toString());
/** The short link to a friends' table; the server leads from there to the address with its code. */
export const linkTo = (code: string): string => new URL(`t/${code}`, homeAddress()).href;
/** The own table with bots. */
export const playAddress = (): string => withQuery(PLAY);
export const homeAddress = (): string => withQuery('');
export const friendsAddress = (): string => `${homeAddress()}#friends`;

/** What somebody typed as a code, as codes are written. */
export const codeOf = (typed: string): string => typed.toUpperCase().replace(/[^A-Z]/g, '').slice(0, 6);
