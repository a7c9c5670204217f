import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { registrySchema } from '@corvane/shared/contracts/remote/registry-schema';
import { readArguments } from '../../command/read-arguments.ts';
import { runCommand } from '../../command/run-command.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { moduleSizes } from './module-sizes.ts';
import { weighPage } from './page-weight.ts';
import type { Sizes } from './sizes.ts';

const RECORD = path.join(WORKSPACE_ROOT, 'e2e/page-sizes.json');

/**
 * Records what every page and every script is made of, so that a budget can name what grew:
 * `npx -y pnpm@12 exec node tools/checks/page-weight/record-page-sizes.ts [document root]`, by default that of `start`.
 */
runCommand(async () => {
  const { positionals } = readArguments({ allowPositionals: true });
  const siteRoot = positionals[0] ?? path.join(WORKSPACE_ROOT, '.data/site');
  const registry = registrySchema.parse(
    JSON.parse(await readFile(path.join(siteRoot, 'current/lanes/00/registry.json'), 'utf8')),
  );
  const routes = Object.values(registry.remotes).flatMap((remote) => remote.routes);
  const sizes = { modules: new Map(), parts: new Map(), elements: new Map(), rules: new Map() };
  for (const { path: pathname } of routes) {
    const page = await weighPage(siteRoot, pathname);
    console.log(pathname, JSON.stringify(page.weight));
    for (const kind of ['modules', 'parts', 'elements', 'rules'] as const)
      addLargest(sizes[kind], page[kind]);
  }
  for (const { base } of [registry.host, ...Object.values(registry.remotes)]) {
    const files = await readdir(path.join(siteRoot, base));
    for (const file of files.filter((name) => name.endsWith('.js')))
      addLargest(sizes.modules, await moduleSizes(siteRoot, base + file));
  }
  const sorted = Object.entries(sizes).map(([kind, of]) => [
    kind,
    Object.fromEntries([...of].sort(([a], [b]) => (a < b ? -1 : 1))),
  ]);
  await writeFile(RECORD, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
});

/** A page can bring a module twice, in the host's scripts and in those of a remote. */
function addLargest(all: Sizes, sizes: Sizes): void {
  for (const [name, size] of sizes) all.set(name, Math.max(size, all.get(name) ?? 0));
}
