// The REST part of the server, as far as the page needs it (docs/protocol.md, Plain HTTP).

import type { Player } from '../wire/protocol';
import type { RuleSetSpec, Seat } from '../wire/view';

export type SeatWish = 'me' | 'free' | 'greedy' | 'random';

export interface NewTable {
  seats: SeatWish[];
  ruleset: RuleSetSpec;
  seconds: number;
  reserve: number;
}

export interface TableInfo {
  id: string;
  seats: Pick<Player, 'kind' | 'name'>[];
  ruleset: RuleSetSpec;
  seconds: number;
  reserve: number;
  status: 'waiting' | 'playing' | 'frozen';
  /** The own seat, null for whoever has none. */
  seat: Seat | null;
}

/** The server has refused; `status` is that of the answer, 0 where there was none. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export const openTable = (table: NewTable): Promise<TableInfo> => known('api/tables', table);
export const lookAt = (table: string): Promise<TableInfo> => known(`api/tables/${encodeURIComponent(table)}`);
export const sitDown = (table: string): Promise<TableInfo> => known(`api/tables/${encodeURIComponent(table)}/sit`, {});

/** Ask as a guest: the cookie is set first, if there is none yet. */
async function known<Answer>(path: string, body?: object): Promise<Answer> {
  await ask('api/guest', {});
  return (await ask(path, body)) as Answer;
}

async function ask(path: string, body?: object): Promise<unknown> {
  let answer: Response;
  try {
    answer = await fetch(
      new URL(path, document.baseURI),
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    );
  } catch (fault) {
    throw new Refusal(0, String(fault));
  }
  const said: unknown = await answer.json().catch(() => null);
  if (answer.ok) return said;
  const detail = said !== null && typeof said === 'object' && 'detail' in said ? String(said.detail) : '';
  throw new Refusal(answer.status, detail || answer.statusText);
}
