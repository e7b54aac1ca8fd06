// What is told of the rules that a host has changed.

import { expect, test } from 'vitest';

import { tellChanges } from '../src/friends/telling';
import type { RuleSets } from '../src/rest/friends';

const none = { min: null, max: null, options: null, parts: [] };
const known: RuleSets = {
  rulesets: { standard: { chow: true, 'tai.B1': [1, 2], ready: 'own', earthly: ['dealer', 'draw'], double_from: 10 } },
  fields: [
    { ...none, name: 'double_from', type: 'number', rule: 'S1', zh: '满几台翻倍', en: 'Doubled from' },
    { ...none, name: 'chow', type: 'flag', rule: 'P1', zh: '可以吃', en: 'Chows may be claimed' },
    {
      ...none,
      name: 'earthly',
      type: 'list',
      rule: 'P8',
      zh: '地胡',
      en: 'Earthly win',
      options: ['dealer', 'draw'],
      parts: [
        { zh: '庄家的', en: 'the discard' },
        { zh: '自己的', en: 'the draw' },
      ],
    },
    {
      ...none,
      name: 'ready',
      type: 'choice',
      rule: 'P7',
      zh: '听',
      en: 'Ready',
      options: ['own', 'open'],
      parts: [
        { zh: '只帮自己', en: 'a help' },
        { zh: '公开', en: 'final' },
      ],
    },
    {
      ...none,
      name: 'tai.B1',
      type: 'numbers',
      rule: 'B1',
      zh: '财神',
      en: 'Wild tiles',
      parts: [
        { zh: '一张', en: 'one' },
        { zh: '两张', en: 'two' },
      ],
    },
  ],
};

const told = (set: Record<string, unknown>, language: 'zh' | 'en'): string[] =>
  tellChanges({ base: 'standard', set }, known, language).map(({ title, value, usual }) => `${title}|${value}|${usual}`);

test('every kind of change is told by what the host chose it by', () => {
  const set = { 'tai.B1': [1, 4], chow: false, ready: 'open', earthly: [], double_from: 0 };
  expect(told(set, 'en')).toEqual([
    'Doubled from|0|10',
    'Chows may be claimed|no|yes',
    'Earthly win|none|the discard, the draw',
    'Ready|final|a help',
    'Wild tiles|one 1, two 4|one 1, two 2',
  ]);
  expect(told(set, 'zh')).toContain('可以吃|否|是');
  expect(told(set, 'zh')).toContain('财神|一张 1，两张 4|一张 1，两张 2');
});

test('a change that the page knows nothing of is told all the same', () => {
  expect(told({ newest: 3 }, 'en')).toEqual(['newest|3|null']);
});

test('a rule set as it stands changes nothing', () => {
  expect(tellChanges('standard', known, 'en')).toEqual([]);
});
