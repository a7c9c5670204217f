import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { shakableRouter } from './shakable-router.ts';

/** Bytes of the router that remain for code that only reads the address. */
async function bytesFor(plugins: ReturnType<typeof shakableRouter>[]): Promise<number> {
  const routerDom = await realpath(path.join(WORKSPACE_ROOT, 'host/node_modules/react-router-dom'));
  const router = path.join(routerDom, '../react-router/dist/production/index.mjs');
  await readFile(router);
  const entry = '\0entry';
  const result = await build({
    logLevel: 'silent',
    configFile: false,
    plugins: [
      ...plugins,
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? entry : null),
        load: (id) =>
          id === entry
            ? `import { useLocation } from ${JSON.stringify(router)}; console.log(useLocation);`
            : null,
      },
    ],
    build: { write: false, rollupOptions: { input: 'entry', external: ['react', 'react-dom'] } },
  });
  const outputs = Array.isArray(result) ? result : [result];
  return outputs
    .flatMap((one) => ('output' in one ? one.output : []))
    .reduce((sum, file) => sum + ('code' in file ? file.code.length : 0), 0);
}

test('unused parts of the router are left out', async () => {
  const [plain, shaken] = [await bytesFor([]), await bytesFor([shakableRouter()])];
  expect(shaken).toBeLessThan(plain / 2);
});
