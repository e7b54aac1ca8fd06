// Which of the pages around the table is open: the fragment of the address, as `ledger` or `player/ID`.

export interface Route {
  page: string;
  detail: string;
}

const LOBBY = 'lobby';

export function routeOf(hash: string): Route {
  const [page = '', ...rest] = hash.replace(/^#/, '').split('/');
  return { page: page || LOBBY, detail: decodeURIComponent(rest.join('/')) };
}

class Here {
  route = $state.raw(routeOf(location.hash));

  constructor() {
    window.addEventListener('hashchange', () => (this.route = routeOf(location.hash)));
  }
}

export const here = new Here();

export const playerHref = (id: string): string => `#player/${encodeURIComponent(id)}`;
