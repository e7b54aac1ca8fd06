import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { build, type Plugin } from 'vite';

const SOURCE = 'src/worker/worker.ts';

/** Emits `worker.js`, the service worker, which knows by name every file of this build but the page itself. */
export function serviceWorker(): Plugin {
  let publicFolder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      publicFolder = config.publicDir;
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const digest = createHash('sha256');
        const files: string[] = [];
        const add = (name: string, contents: string | Uint8Array): void => {
          files.push(name);
          digest.update(name).update(contents);
        };
        for (const name of Object.keys(bundle).sort()) {
          const file = bundle[name];
          // The page asks the network first, and is never taken from here.
          if (file === undefined || name.endsWith('.html')) continue;
          add(name, file.type === 'chunk' ? file.code : file.source);
        }
        for (const name of readdirSync(publicFolder).sort()) add(name, readFileSync(`${publicFolder}/${name}`));
        const source = await compiled(files, digest.digest('hex').slice(0, 16));
        this.emitFile({ type: 'asset', fileName: 'worker.js', source });
      },
    },
  };
}

async function compiled(files: readonly string[], digest: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { FILES: JSON.stringify(files), DIGEST: JSON.stringify(digest) },
    build: { write: false, target: 'es2022', lib: { entry: SOURCE, formats: ['es'], fileName: 'worker' } },
  });
  const outputs = (Array.isArray(made) ? made : [made]).flatMap((one) => ('output' in one ? one.output : []));
  const [chunk] = outputs;
  if (chunk?.type !== 'chunk' || outputs.length !== 1) throw new Error('the service worker is not one file');
  return chunk.code;
}
