// Reporting a player to the operators.

import { ask } from './ask';

/** Say of an account what happened at a table, and where it is about one, in its round. */
export const report = (account: string, table: string, round: string | null, text: string): Promise<null> =>
  ask('POST', 'api/reports', { account, table, round, text });
