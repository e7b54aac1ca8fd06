// The records of rounds, as the server has them.

import { Refusal } from './ask';

/** The record of a round, as text. Throws `Refusal`: 404 where there is none, 0 where there was no answer. */
export async function recordOf(round: string): Promise<string> {
  let answer: Response;
  try {
    answer = await fetch(recordAddress(round));
    if (answer.ok) return await answer.text();
  } catch (fault) {
    throw new Refusal(0, String(fault));
  }
  throw new Refusal(answer.status, answer.statusText);
}

export const recordAddress = (round: string): string => new URL(`records/${encodeURIComponent(round)}`, document.baseURI).href;
