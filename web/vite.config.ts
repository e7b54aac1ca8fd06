import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

import { buildSprite } from '../tools/tiles/build.mjs';
import { serviceWorker } from './plugins/worker.ts';

const MODULE = 'virtual:tile-sprite';
const PAINTS = ['usual', 'distinct'] as const;

/** Draws the tiles during the build: the module exports the addresses of both sprites, the usual one as its default. */
function tileSprite(): Plugin {
  let building = false;
  return {
    name: 'tile-sprite',
    configResolved(config) {
      building = config.command === 'build';
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    async load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      const [usual, distinct] = await Promise.all(
        PAINTS.map(async (paints) => {
          if (!building) return JSON.stringify(`/tiles-${paints}.svg`);
          const file = this.emitFile({ type: 'asset', name: `tiles-${paints}.svg`, source: await buildSprite(paints) });
          return `import.meta.ROLLUP_FILE_URL_${file}`;
        }),
      );
      return `export default ${usual}; export const distinct = ${distinct};`;
    },
    configureServer(server) {
      for (const paints of PAINTS) {
        server.middlewares.use(`/tiles-${paints}.svg`, (_request, response) => {
          void buildSprite(paints).then((sprite) => response.setHeader('content-type', 'image/svg+xml').end(sprite));
        });
      }
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [tileSprite(), svelte({ configFile: false }), serviceWorker()],
  build: { outDir: '../src/taipao/web', emptyOutDir: true, target: 'es2022' },
});
