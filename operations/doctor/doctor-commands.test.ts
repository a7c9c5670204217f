import { spawnSync } from 'node:child_process';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import { expect, test } from 'vitest';

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';

function doctor(args: readonly string[], env: Record<string, string> = {}) {
  return spawnSync(process.execPath, ['operations/ops.ts', 'doctor', ...args], {
    cwd: WORKSPACE_ROOT,
    env: { PATH: process.env.PATH, SUPABASE_URL: NOWHERE, SUPABASE_SECRET_KEY: 'sb_secret_none', ...env },
    encoding: 'utf8',
  });
}

test('a monitor reads the findings as one JSON object, and exit code 1 says that something is wrong', () => {
  const { status, stdout } = doctor(['--site', NOWHERE, '--json']);
  const examination = JSON.parse(stdout);
  expect(examination).toMatchObject({ site: NOWHERE, verdict: 'wrong' });
  expect(examination.findings).toContainEqual(
    expect.objectContaining({ name: 'functions', verdict: 'wrong', mend: expect.stringContaining('log') }),
  );
  expect(status).toBe(1);
});

test('a person gets a line for each check, and advice for each wrong one', () => {
  const { stdout } = doctor(['--site', NOWHERE]);
  expect(stdout).toMatch(/^WRONG {2,}functions {2,}\S.*\n {4}To do: /m);
  expect(stdout).toMatch(/\d+ right, \d+ wrong, \d+ could not be looked at\n$/);
  expect(stdout).not.toContain('sb_secret_none');
});

test('all web machines of WEB_ADDRESSES are looked at, and --connect takes several', () => {
  const machines = ['127.0.0.1:9', '127.0.0.2:9'];
  for (const asked of [
    doctor(['--site', NOWHERE, '--json'], { WEB_ADDRESSES: machines.join(' ') }),
    doctor(['--site', NOWHERE, '--json', ...machines.flatMap((machine) => ['--connect', machine])]),
  ]) {
    const { findings } = JSON.parse(asked.stdout);
    const health = findings.filter(({ name }: { name: string }) => name === 'health');
    expect(health.map(({ machine }: { machine: string }) => machine)).toEqual(machines);
  }
});

test.each<[string, string[], Record<string, string>, string]>([
  ['no site', [], {}, 'Which site?'],
  ['a site with a path', ['--site', 'https://corvane.example/pricing'], {}, 'The site must be an origin'],
  ['an option that does not exist', ['--adress', '192.0.2.1'], {}, "Unknown option '--adress'"],
  ['no address', ['--site', NOWHERE, '--address', 'here'], {}, '--address must be an IP address'],
  [
    'a machine without a port',
    ['--site', NOWHERE, '--connect', 'web1'],
    {},
    '--connect must be <host>:<port>',
  ],
  [
    'a second machine without a port',
    ['--site', NOWHERE, '--connect', '192.0.2.10:443', '--connect', 'web2'],
    {},
    '--connect must be <host>:<port>, not "web2"',
  ],
  ['a variable without a port', ['--site', NOWHERE], { WEB_ADDRESSES: 'web1' }, 'WEB_ADDRESSES must be'],
  ['no file', ['--site', NOWHERE, '--functions-env', '/none'], {}, '--functions-env /none cannot be read'],
  ['no key', ['--site', NOWHERE], { SUPABASE_SECRET_KEY: '' }, 'SUPABASE_SECRET_KEY is not set'],
])('with %s it prints one line and exits with 2, because it could not check', (_case, args, env, line) => {
  const { status, stdout, stderr } = doctor(args, env);
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(line)]);
  expect(stdout).toBe('');
  expect(status).toBe(2);
});
