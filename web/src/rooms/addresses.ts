// Where the page of a table is, and the page that opens one. Both are this page with another query.

const TABLE = 'table';
const OPEN = 'open';

const withQuery = (query: string): string => {
  const address = new URL(location.href);
  address.search = query;
  address.hash = '';
  return address.href;
};

/** The id of the table that an address names, or null. */
export const tableIn = (search: string): string | null => new URLSearchParams(search).get(TABLE) || null;

export const asksToOpen = (search: string): boolean => new URLSearchParams(search).has(OPEN);

export const addressOf = (table: string): string => withQuery(new URLSearchParams({ [TABLE]: table }).toString());
export const openAddress = (): string => withQuery(OPEN);
export const homeAddress = (): string => withQuery('');
