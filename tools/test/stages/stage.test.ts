import { afterEach, describe, expect, test, vi } from 'vitest';
import { addResults, cannotRun, totalsOf } from './stage.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('the last lines of a run', () => {
  test('a run without a gap ends with what passed and failed alone', () => {
    expect(totalsOf({ passed: 7, failed: 0 }).split('\n')).toEqual(['', '7 passed, 0 failed']);
  });

  test('one command installs what every skipped part needs', () => {
    vi.stubEnv('CI', '');
    vi.spyOn(process, 'getuid').mockReturnValue(1000);
    const result = addResults([
      { passed: 7, failed: 1, failures: ['unit: adds up'] },
      cannotRun('the database on PostgreSQL', 40, ['postgresql']),
      cannotRun('push', 1, ['postgresql', 'the Supabase CLI, which npx could not fetch']),
      cannotRun('nginx', 2, ['nginx']),
    ]);
    expect(totalsOf(result).split('\n')).toEqual([
      '',
      'Failed:',
      '  unit: adds up',
      '',
      'Did not run:',
      '  the database on PostgreSQL (40), needs: postgresql',
      '  push (1), needs: postgresql, the Supabase CLI, which npx could not fetch',
      '  nginx (2), needs: nginx',
      '',
      'Install what is missing: sudo apt-get install -y postgresql-15 nginx libnginx-mod-http-brotli-static',
      '',
      '7 passed, 1 failed, 43 skipped',
    ]);
  });

  test('in CI nothing may be missing', () => {
    vi.stubEnv('CI', 'true');
    expect(cannotRun('the journeys', 214, ['chromium'])).toEqual({
      passed: 0,
      failed: 214,
      failures: ['the journeys did not run, needs: chromium'],
    });
  });
});
