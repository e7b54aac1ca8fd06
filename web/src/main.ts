import { mount } from 'svelte';

import App from './App.svelte';
import { Connection, tableAddress } from './game/connection';
import { Game } from './game/game.svelte';
import './style.css';

const game: Game = new Game((message) => connection.send(message));
const connection = new Connection(tableAddress(window.location), game);
connection.open();
window.addEventListener('online', () => connection.hurry());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') connection.hurry();
});

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no element #app');
mount(App, { target, props: { game } });
