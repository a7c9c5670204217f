import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

/*
 * Values of section 9 of the specification for hosted services: docs/decisions/0019-values-of-hosted-services.md says
 * which of them apply.
 */

const read = (file: string) => readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8');

test.each([
  ['a session is looked at every 30 s', 'host/src/session/session-store.ts', 'CHECK_INTERVAL_MS = 30_000'],
  ['a token is renewed at 90 s or less', 'host/src/session/session-store.ts', 'RENEW_BEFORE_MS = 90_000'],
  ['the first retry comes after 200 ms', 'host/src/session/session-store.ts', 'FIRST_RETRY_MS = 200;'],
  ['a notification stays for 5 s', 'host/src/toasts/toaster.tsx', 'DURATION_MS = 5000'],
  ['a token lives for 10 minutes', 'supabase/config.toml', 'jwt_expiry = 600'],
])('%s', (_, file, setting) => {
  expect(read(file)).toContain(setting);
});

test.each(['realtime', 'storage'])('%s is off', (service) => {
  expect(read('supabase/config.toml')).toMatch(new RegExp(`^\\[${service}\\]\\nenabled = false$`, 'm'));
});

/** A call of Supabase's client that opens a channel, or reaches for stored files. */
const USES = /\.(channel|removeChannel)\(|\bclient\.storage\b|\.storage\.from\(/;

test('no application uses what is off', () => {
  const files = globSync('{host,marketing,portal,shared}/src/**/*.{ts,tsx}', { cwd: WORKSPACE_ROOT });
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => USES.test(read(file)))).toEqual([]);
  for (const use of ["client.channel('x')", "supabase.storage.from('x')"]) expect(use).toMatch(USES);
});
