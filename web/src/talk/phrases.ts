// What can be said at the table: phrases in words, and faces as they are drawn.

import type { Phrase } from '../wire/protocol';

export type Face = 'smiling' | 'laughing' | 'winking' | 'amazed' | 'sweating' | 'crying';

/** Strokes on a round face, 24 by 24. */
export const FACES: Readonly<Record<Face, string>> = {
  smiling: 'M8.5 9v1.2M15.5 9v1.2M7.5 14q4.5 4.5 9 0',
  laughing: 'M7 10.5l1.7-1.7 1.7 1.7M13.6 10.5l1.7-1.7 1.7 1.7M7 13.5h10q-5 8.5-10 0z',
  winking: 'M8.5 9v1.2M13.8 9.8h3.2M8 14q4.5 4.5 8.5-.8',
  amazed: 'M8.5 8.2v1.2M15.5 8.2v1.2M12 12.6a2 2.6 0 1 0 .01 0z',
  sweating: 'M7 9.8h3M14 9.8h3M7.5 16q1.5-2.4 3 0t3 0 3 0M19 3.5q2 3 0 4.2-2-1.2 0-4.2z',
  crying: 'M7 9q1.6 1.8 3.2 0M13.8 9q1.6 1.8 3.2 0M8 17.2q4-4.4 8 0M8.6 12v3.6M15.4 12v3.6',
};

export const SPOKEN: readonly Exclude<Phrase, Face>[] = [
  'hello',
  'thanks',
  'well_played',
  'what_luck',
  'so_close',
  'let_me_think',
  'hurry',
  'one_more',
];

export const isFace = (phrase: Phrase): phrase is Face => Object.hasOwn(FACES, phrase);

/** A server may be newer than the page, and let people say more. */
export const isKnown = (phrase: Phrase): boolean => isFace(phrase) || (SPOKEN as readonly Phrase[]).includes(phrase);
