import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { registrySchema } from '@corvane/shared/contracts/remote/registry-schema';
import { readArguments } from '../../command/read-arguments.ts';
import { runCommand } from '../../command/run-command.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { weighPage } from './page-weight.ts';

const RECORD = path.join(WORKSPACE_ROOT, 'e2e/module-sizes.json');

/**
 * Records the size of every module of every public page, and of every part of their HTML, so that a budget can name what grew:
 * `npx -y pnpm@12 exec node tools/checks/page-weight/record-module-sizes.ts [document root]`, by default that of `start`.
 */
runCommand(async () => {
  const { positionals } = readArguments({ allowPositionals: true });
  const siteRoot = positionals[0] ?? path.join(WORKSPACE_ROOT, '.data/site');
  const registry = registrySchema.parse(
    JSON.parse(await readFile(path.join(siteRoot, 'current/lanes/00/registry.json'), 'utf8')),
  );
  const routes = Object.values(registry.remotes).flatMap((remote) => remote.routes);
  const sizes: Record<string, number> = {};
  for (const { path: pathname } of routes.filter(({ access }) => access === 'public')) {
    const { weight, modules, parts } = await weighPage(siteRoot, pathname);
    console.log(pathname, JSON.stringify(weight));
    for (const [name, bytes] of [...modules, ...parts]) sizes[name] = bytes;
  }
  const sorted = Object.fromEntries(Object.entries(sizes).sort(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(RECORD, `${JSON.stringify(sorted, null, 2)}\n`);
});
