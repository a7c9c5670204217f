import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';

const CONFIG = path.join(WORKSPACE_ROOT, '.dependency-cruiser.mjs');
const FIXTURE = path.join(import.meta.dirname, 'fixtures/wrong-imports');

interface Cruise {
  summary: { violations: { from: string; rule: { name: string } }[] };
}

test('each wrong import of the fixture breaks its rule, and no other import breaks one', async () => {
  const { stdout } = await promisify(execFile)(
    'depcruise',
    ['--config', CONFIG, '--output-type', 'json', '.'],
    { cwd: FIXTURE },
  );
  const { summary } = JSON.parse(stdout) as Cruise;
  expect(summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`).sort()).toEqual([
    'host/src/knows-plugin.ts: one file of the host and one of the build know the federation plugin',
    'host/src/sees-tools.ts: what ships does not import tools',
    'host/src/undeclared.ts: a package declares what it imports',
    'host/src/undeclared.ts: what is imported is there',
    'marketing/src/routes/x/x.ts: a feature, a route and a kind of handlers do not reach into their neighbors',
    'marketing/src/sees-host.ts: what is imported is there',
    'marketing/src/sees-portal.ts: an application imports only itself and shared',
    'portal/src/features/b/b.ts: a feature, a route and a kind of handlers do not reach into their neighbors',
    'portal/src/sees-calls.ts: pages take the types of the list of calls, and leave its schemas to the server',
    'portal/src/sees-terms.ts: words after an answer take a term from the answer',
    'release/store/store.ts: release/store/ imports only the layers below it',
    'shared/src/contracts/remote/sees-backend.ts: what host and remotes owe each other knows nothing of the backend',
    'shared/src/money.ts: imports make no circle',
    'shared/src/moved-away.ts: what is imported is there',
    'shared/src/sees-app.ts: an application imports only itself and shared',
    'shared/src/whole-zod.ts: a package declares what it imports',
    'shared/src/whole-zod.ts: browsers get the functional form of Zod',
    'supabase/functions/api/handlers/f/f.ts: a feature, a route and a kind of handlers do not reach into their neighbors',
    'tools/build/sees-release.ts: others import only what release offers',
    'tools/build/sees-release.ts: tools/build/ imports only the layers below it',
    'tools/stack/start.ts: one file of the host and one of the build know the federation plugin',
    'tools/unlisted-alone/alone.ts: each folder of tools is a layer, also of files that import nothing',
    'tools/unlisted/unlisted.ts: each folder of tools is a layer',
  ]);
});
