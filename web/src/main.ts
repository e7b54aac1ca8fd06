import { mount, unmount } from 'svelte';

import App from './App.svelte';
import { Connection, tableAddress } from './game/connection';
import { Game } from './game/game.svelte';
import { asksToOpen, tableIn } from './rooms/addresses';
import './style.css';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no element #app');
const room = target;

/** Play at a table, or, with null, at the one that the server has for this guest. */
function play(table: string | null): void {
  const game: Game = new Game((message) => connection.send(message), table);
  const connection = new Connection(tableAddress(window.location), game);
  connection.open();
  window.addEventListener('online', () => connection.hurry());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') connection.hurry();
  });
  mount(App, { target: room, props: { game } });
}

/** Find a seat at a table first, or open one. */
async function find(table: string | null): Promise<void> {
  const { default: Door } = await import('./rooms/Door.svelte');
  const enter = (found: string): void => {
    void unmount(door);
    play(found);
  };
  const door = mount(Door, { target: room, props: { table, enter } });
}

const table = tableIn(window.location.search);
if (asksToOpen(window.location.search)) void find(null);
else if (table !== null) void find(table);
else play(null);
