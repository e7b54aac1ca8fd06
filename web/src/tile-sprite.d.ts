declare module 'virtual:tile-sprite' {
  const address: string;
  export default address;
  /** The same in paints that are told apart without telling red from green. */
  export const distinct: string;
}

declare module '*/tools/tiles/build.mjs' {
  export function buildSprite(paints?: 'usual' | 'distinct'): Promise<string>;
}
