// What passes through the service worker, and what never does.

import { expect, test } from 'vitest';

import { kindOf } from '../src/worker/kinds';

const SCOPE = 'http://192.168.1.7:8000/mahjong/';
const FILES = ['assets/index-B1xY.js', 'assets/tiles-C2.svg', 'icon-192.png', 'offline.html'];

const kind = (path: string, mode: RequestMode = 'cors', method = 'GET') =>
  kindOf({ method, mode, url: path.startsWith('http') ? path : SCOPE + path }, SCOPE, FILES);

test.each(['', '?table=kq3vXW0a9mT2cLhB', '?lang=en', 'index.html'])('the page %j comes from the network first', (path) => {
  expect(kind(path, 'navigate')).toBe('page');
});

test.each(FILES)('%s comes from what is kept', (path) => {
  expect(kind(path)).toBe('file');
});

test.each([
  ['api/me', 'cors'],
  ['api/queue?wait=20', 'cors'],
  ['records/0pXy7Wm_d1QeZr4t', 'cors'],
  ['records/0pXy7Wm_d1QeZr4t', 'navigate'],
  ['api/protocol', 'navigate'],
  ['ws', 'websocket' as RequestMode],
  ['healthz', 'cors'],
  ['assets/index-older.js', 'cors'],
  ['', 'cors'],
  ['http://192.168.1.7:8000/assets/index-B1xY.js', 'cors'],
  ['http://elsewhere.example/mahjong/icon-192.png', 'cors'],
] as [string, RequestMode][])('%s by %s is none of its business', (path, mode) => {
  expect(kind(path, mode)).toBeNull();
});

test('only what is asked for by GET is', () => {
  expect(kind('', 'navigate', 'POST')).toBeNull();
  expect(kind('icon-192.png', 'cors', 'HEAD')).toBeNull();
});
