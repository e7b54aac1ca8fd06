// The socket to the table: greets, hands on what arrives, and comes back by itself when it was lost.

import type { ClientMessage, ServerMessage } from '../wire/protocol';

export type LinkState = 'connecting' | 'open' | 'lost' | 'replaced' | 'outdated' | 'signed_out' | 'freed' | 'banned';

/** The codes of a socket closed for good: coming back would come to nothing. */
const ENDS: { readonly [code: number]: LinkState } = {
  4000: 'replaced',
  4001: 'outdated',
  4004: 'signed_out',
  4005: 'freed',
  4006: 'banned',
};
const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 8000;

interface Listener {
  /** What to say first: it tells what is shown already. */
  hello(): ClientMessage;
  receive(message: ServerMessage): void;
  linkChanged(state: LinkState): void;
}

export class Connection {
  readonly #address: string;
  readonly #listener: Listener;
  #socket: WebSocket | null = null;
  #pause = FIRST_PAUSE_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(address: string, listener: Listener) {
    this.#address = address;
    this.#listener = listener;
  }

  open(): void {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#pause = FIRST_PAUSE_MS;
      this.send(this.#listener.hello());
    });
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (socket !== this.#socket) return;
      const message = JSON.parse(data) as ServerMessage;
      if (message.type === 'welcome') this.#listener.linkChanged('open');
      this.#listener.receive(message);
    });
    socket.addEventListener('close', ({ code }) => {
      if (socket === this.#socket) this.#closed(code);
    });
  }

  /** Send a message if the socket is open; tell whether it was. */
  send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Come back at once instead of after the pause: the network or the page is awake again. */
  hurry(): void {
    if (this.#socket === null && this.#timer !== undefined) this.open();
  }

  #closed(code: number): void {
    this.#socket = null;
    this.#timer = undefined;
    const end = ENDS[code];
    if (end !== undefined) return this.#listener.linkChanged(end);
    this.#listener.linkChanged('lost');
    // A little chance in the pause keeps many pages from coming back in the same instant.
    this.#timer = setTimeout(() => this.open(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
  }
}

export function tableAddress(page: Location): string {
  const address = new URL('ws', page.href);
  address.protocol = page.protocol === 'https:' ? 'wss:' : 'ws:';
  address.search = '';
  address.hash = '';
  return address.href;
}
