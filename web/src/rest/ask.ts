// How the page speaks to the REST part of the server (docs/protocol.md, Plain HTTP).

export type Method = 'GET' | 'POST' | 'DELETE';

/** The server has refused; `status` is that of the answer, 0 where there was none; `reason` is the code of why, if it has one. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly reason = '',
  ) {
    super(message);
  }
}

export const refusalOf = (fault: unknown): Refusal => (fault instanceof Refusal ? fault : new Refusal(0, String(fault)));

export async function ask<Answer>(method: Method, path: string, body: object = {}): Promise<Answer> {
  let answer: Response;
  try {
    answer = await fetch(
      new URL(path, document.baseURI),
      method === 'GET' ? {} : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    );
  } catch (fault) {
    throw new Refusal(0, String(fault));
  }
  const said: unknown = await answer.json().catch(() => null);
  if (answer.ok) return said as Answer;
  const { detail, extra } = (said ?? {}) as { detail?: string; extra?: { reason?: string } };
  throw new Refusal(answer.status, detail ?? answer.statusText, extra?.reason);
}

/** Ask as whoever the cookie names; somebody new becomes a guest first. */
export async function askAsGuest<Answer>(method: Method, path: string, body?: object): Promise<Answer> {
  await ask('POST', 'api/guest');
  return ask(method, path, body);
}
