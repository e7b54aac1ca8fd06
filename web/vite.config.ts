import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

import { buildSprite } from '../tools/tiles/build.mjs';

const MODULE = 'virtual:tile-sprite';

/** Draws the tiles during the build: the module's default export is the address of the sprite. */
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
      if (!building) return 'export default "/tiles.svg"';
      const file = this.emitFile({ type: 'asset', name: 'tiles.svg', source: await buildSprite() });
      return `export default import.meta.ROLLUP_FILE_URL_${file}`;
    },
    configureServer(server) {
      server.middlewares.use('/tiles.svg', (_request, response) => {
        void buildSprite().then((sprite) => response.setHeader('content-type', 'image/svg+xml').end(sprite));
      });
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [tileSprite(), svelte({ configFile: false })],
  build: { outDir: '../src/taipao/web', emptyOutDir: true, target: 'es2022' },
});
