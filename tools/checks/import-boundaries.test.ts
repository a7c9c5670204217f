import path from 'node:path';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../build/vite-config.ts';
import { findBoundaryViolations } from './import-boundaries.ts';

test('each kind of wrong import in the fixture is found, and nothing else in it', async () => {
  const violations = await findBoundaryViolations(path.join(import.meta.dirname, 'fixtures/wrong-imports'));
  expect(violations.map(({ file, rule }) => `${file}: ${rule}`).sort()).toEqual([
    'host/src/knows-plugin.ts: only host/src/remotes/import-remote.ts may know the federation plugin',
    'host/src/undeclared.ts: host/package.json does not declare left-pad',
    'marketing/src/routes/x/x.ts: x may not reach into y',
    'marketing/src/sees-host.ts: marketing may not import host',
    'marketing/src/sees-portal.ts: marketing may not import portal',
    'portal/src/features/b/b.ts: b may not reach into a',
    'shared/src/contracts/remote/sees-backend.ts: contracts/remote may not import contracts/backend',
    'shared/src/sees-app.ts: shared may not import portal',
    'supabase/functions/f/f.ts: f may not reach into g',
  ]);
});

test('imports in this repository go the right way', async () => {
  expect(await findBoundaryViolations(WORKSPACE_ROOT)).toEqual([]);
});
