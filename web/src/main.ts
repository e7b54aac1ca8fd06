import { mount, unmount } from 'svelte';

import App from './App.svelte';
import { applyAppearance } from './appearance/appearance.svelte';
import { Connection, tableAddress } from './game/connection';
import { Game } from './game/game.svelte';
import { overlay } from './guide/overlay.svelte';
import { here } from './pages/route.svelte';
import { self } from './pages/self.svelte';
import type { Level } from './preferences/level';
import type { TableName } from './rest/tables';
import { asksToPlay, levelIn, replayIn, tableIn, watchedIn } from './rooms/addresses';
import PartMissing from './shared/PartMissing.svelte';
import './appearance/colours.css';
import './style.css';
import { language } from './words/language.svelte';
import { watchParts } from './worker/parts';
import { registerWorker } from './worker/register';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no element #app');
const room = target;

/** Play at a table, or, with null, at the one that the server has for this guest, at a level if one is named; or only watch it. */
function play(table: string | null, watching = false, level: Level | null = null): void {
  language.watching = watching;
  const game: Game = new Game((message) => connection.send(message), table, watching, level);
  const connection = new Connection(tableAddress(window.location), game);
  connection.open();
  window.addEventListener('online', () => connection.hurry());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') connection.hurry();
  });
  mount(App, { target: room, props: { game } });
}

/** Find a seat at a table first. */
async function find(name: TableName): Promise<void> {
  const { default: Door } = await import('./rooms/Door.svelte');
  const enter = (found: string): void => {
    void unmount(door);
    play(found);
  };
  const door = mount(Door, { target: room, props: { name, enter } });
}

/** Show a round of long ago. */
async function show(named: { round: string; table: string | null }): Promise<void> {
  language.watching = true;
  const { default: ReplayPage } = await import('./replay/ReplayPage.svelte');
  mount(ReplayPage, { target: room, props: named });
}

async function welcome(): Promise<void> {
  await self.load();
  // At a server for one person there is nothing but the table.
  if (self.me?.kind === 'alone' || self.refused?.status === 404) {
    openGuide();
    window.addEventListener('hashchange', openGuide);
    return play(null);
  }
  const { default: Pages } = await import('./pages/Pages.svelte');
  mount(Pages, { target: room });
}

/** Where an address leads to the guide and there are no pages, it lies over the table. */
function openGuide(): void {
  if (here.route.page === 'guide') overlay.open = true;
}

applyAppearance();
registerWorker();
watchParts(() => void mount(PartMissing, { target: document.body }));

const name = tableIn(window.location.search);
const watched = watchedIn(window.location.search);
const replayed = replayIn(window.location.search);
if (replayed !== null) void show(replayed);
else if (watched !== null) play(watched, true);
else if (name !== null) void find(name);
else if (asksToPlay(window.location.search)) play(null, false, levelIn(window.location.search));
else void welcome();
