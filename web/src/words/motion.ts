// What the settings of motion and sound say.

import type { LanguageName } from './language.svelte';

export interface MotionWords {
  title: string;
  speed: string;
  /** From the slowest to the fastest. */
  speeds: readonly [string, string, string, string, string];
  /** Why nothing moves, whatever the speed. */
  still: string;
  volume: string;
  mute: string;
}

export const motionWords: Record<LanguageName, MotionWords> = {
  zh: {
    title: '动画与声音',
    speed: '动画速度',
    speeds: ['很慢', '稍慢', '正常', '稍快', '很快'],
    still: '系统里开了“减弱动态效果”，所以牌不会动。',
    volume: '音量',
    mute: '静音',
  },
  en: {
    title: 'Motion and sound',
    speed: 'Speed of tiles',
    speeds: ['very slow', 'slow', 'normal', 'fast', 'very fast'],
    still: 'Your system asks for reduced motion, so no tile moves.',
    volume: 'Volume',
    mute: 'Mute',
  },
};
