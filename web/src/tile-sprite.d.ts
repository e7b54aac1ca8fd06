declare module 'virtual:tile-sprite' {
  const address: string;
  export default address;
}

declare module '*/tools/tiles/build.mjs' {
  export function buildSprite(): Promise<string>;
}
