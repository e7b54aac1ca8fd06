// Where the rounds that can be shown come from: the server, or files of one's own.

import { recordOf } from '../rest/records';
import { roundsOf } from '../rest/tables';
import { RecordFault } from './record';

export interface Chapter {
  /** The round's number, or the file's name. */
  title: number | string;
  /** The round's id, null for a file. */
  round: string | null;
  read: () => Promise<string>;
}

const MOST_BYTES = 4 * 1024 * 1024;

export class TooLarge extends Error {}

export const chapterOf = (round: string): Chapter => ({ title: '', round, read: () => recordOf(round) });

/** The rounds of a table that are over, the first first; without an answer only the round itself. */
export async function chaptersOf(table: string, round: string): Promise<Chapter[]> {
  const { rounds } = await roundsOf(table).catch(() => ({ rounds: [] }));
  const over = rounds.filter(({ record }) => record !== null).reverse();
  if (!over.some(({ id }) => id === round)) return [chapterOf(round)];
  return over.map(({ id, number }) => ({ ...chapterOf(id), title: number }));
}

export const chaptersIn = (files: readonly File[]): Chapter[] =>
  [...files]
    .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
    .map((file) => ({ title: file.name, round: null, read: () => textOf(file) }));

/** What is in a file. Throws `TooLarge`, or `RecordFault` for what is no text. */
async function textOf(file: File): Promise<string> {
  if (file.size > MOST_BYTES) throw new TooLarge();
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new RecordFault('foreign', 1);
  }
}
