// Holds the types written for the page to those generated from the server's: a difference does not compile.

import type * as server from './generated';
import type { ClientMessage, ServerMessage } from './protocol';

type Fits<A, B> = [A] extends [B] ? true : never;

/** What the page sends is what the server reads, and what the server writes is what the page reads. */
export const agreement: [Fits<ClientMessage, server.ClientMessage>, Fits<server.ServerMessage, ServerMessage>] = [
  true,
  true,
];
