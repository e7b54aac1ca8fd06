// What the rules that give tai are called, by their ids; a rule with several figures has a word for each.

import type { LanguageName } from './language.svelte';

export interface RuleName {
  name: string;
  parts: readonly string[];
}

type Names = { [rule: string]: string | readonly [string, readonly string[]] };

const ZH: Names = {
  B1: ['财神（万筒条）', ['一张', '两张', '三张']],
  B2: ['财神（字牌、花牌）', ['一张', '两张', '三张']],
  B3: ['补出的同色花或白', ['一张', '两张', '三张', '四张']],
  B4: ['明杠', ['中发、本门风', '其他']],
  B5: ['暗杠', ['中发、本门风', '其他']],
  B6: '中发、本门风刻子',
  B7: '本门风一对',
  V1: '自摸',
  V2: '天胡',
  V3: '地胡',
  V4: '硬牌',
  V5: '平胡',
  V6: '绿一色',
  V7: '清一色',
  V8: '混一色',
  V9: '对对和',
  V10: '四风会齐',
  V11: ['杠上开花', ['明杠', '暗杠', '中、本门风另加']],
  V12: '抢杠胡',
  V13: '财神汇',
  V14: ['杀猪', ['四张财神', '五张财神', '六张财神']],
  V16: '分牌和',
  A1: '门清',
  A2: '中发、本门风刻子',
  A3: ['补出的白', ['两张', '三张', '四张']],
  A4: ['补出的同色花', ['两张', '三张', '四张']],
  A4k: '起手四张白或同色花',
  A5: ['财神', ['一张', '两张', '三张']],
  A6: '杀猪',
  A7: ['财神（中发白、花牌）', ['一张', '两张', '三张']],
  A8: ['财神（本门风）', ['一张', '两张', '三张']],
  A9: ['明杠', ['小头', '大头']],
  A10: ['本门风杠', ['明杠', '暗杠']],
  A11: ['暗杠', ['小头', '大头、中发']],
  A12: '清一色',
  A13: '混一色',
  A14: '对对和',
  A15: '四风会齐',
  A16: '杠后、补花后和',
  A17: '自摸',
  A18: '抢杠胡',
  A19: ['相同财神', ['一张', '两张', '两张多余']],
  A20: '全求人单吊',
};

const EN: Names = {
  B1: ['Wild tiles of a suit', ['one', 'two', 'three']],
  B2: ['Wild winds, dragons, flowers', ['one', 'two', 'three']],
  B3: ['Flowers of one colour or whites set aside', ['one', 'two', 'three', 'four']],
  B4: ['Exposed kong', ['red, green, own wind', 'others']],
  B5: ['Concealed kong', ['red, green, own wind', 'others']],
  B6: 'Triplet of red, green or own wind',
  B7: 'Pair of own wind',
  V1: 'Self-draw',
  V2: 'Heavenly',
  V3: 'Earthly',
  V4: 'Hard hand',
  V5: 'Plain hand',
  V6: 'All green',
  V7: 'Full flush',
  V8: 'Half flush',
  V9: 'All triplets',
  V10: 'Four winds',
  V11: ['Kong bloom', ['exposed', 'concealed', 'more for red, own wind']],
  V12: 'Robbing a kong',
  V13: 'Wild reunion',
  V14: ['Kill-pig', ['four wild', 'five wild', 'six wild']],
  V16: 'Win in the share-out',
  A1: 'Clean hand',
  A2: 'Triplet of red, green or own wind',
  A3: ['Whites set aside', ['two', 'three', 'four']],
  A4: ['Flowers of one colour set aside', ['two', 'three', 'four']],
  A4k: 'Four whites or flowers dealt',
  A5: ['Wild tiles', ['one', 'two', 'three']],
  A6: 'Kill-pig',
  A7: ['Wild dragons or flowers', ['one', 'two', 'three']],
  A8: ['Wild tiles of own wind', ['one', 'two', 'three']],
  A9: ['Exposed kong', ['small head', 'large head']],
  A10: ['Kong of own wind', ['exposed', 'concealed']],
  A11: ['Concealed kong', ['small head', 'large head']],
  A12: 'Full flush',
  A13: 'Half flush',
  A14: 'All triplets',
  A15: 'Four winds',
  A16: 'Win after a kong or a bonus tile',
  A17: 'Self-draw',
  A18: 'Robbing a kong',
  A19: ['Two equal wild tiles', ['one', 'both', 'both to spare']],
  A20: 'Single wait',
};

const NAMES: Record<LanguageName, Names> = { zh: ZH, en: EN };

export function ruleName(rule: string, language: LanguageName): RuleName {
  const found = NAMES[language][rule] ?? rule;
  return typeof found === 'string' ? { name: found, parts: [] } : { name: found[0], parts: found[1] };
}
