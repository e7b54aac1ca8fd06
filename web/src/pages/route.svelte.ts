// Which of the pages around the table is open: the fragment of the address, as `ledger` or `player/ID`.

export interface Route {
  page: string;
  detail: string;
  /** What stands behind a question mark, as it is written there. */
  query: string;
}

const LOBBY = 'lobby';

export function routeOf(hash: string): Route {
  const [path = '', ...query] = hash.replace(/^#/, '').split('?');
  const [page = '', ...rest] = path.split('/');
  return { page: page || LOBBY, detail: decoded(rest.join('/')), query: query.join('?') };
}

/** What cannot be decoded is no detail that anything has. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

class Here {
  route = $state.raw(routeOf(location.hash));

  constructor() {
    window.addEventListener('hashchange', () => (this.route = routeOf(location.hash)));
  }
}

export const here = new Here();

export const playerHref = (id: string): string => `#player/${encodeURIComponent(id)}`;
