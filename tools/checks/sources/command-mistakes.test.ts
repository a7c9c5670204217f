import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sampleOf } from '../../machine/sample.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

const MISTAKES = [
  ['tools/stack/start.ts', [], { PORT: 'http' }, 'PORT must be a whole number'],
  ['tools/stack/dev.ts', [], { PORT: 'http' }, 'PORT must be a whole number'],
  ['tools/stack/dev.ts', ['shop', '--against', 'https://corvane.example'], {}, 'Which remote? dev <'],
  ['tools/stack/dev.ts', ['marketing', '--against', 'corvane.example'], {}, 'dev marketing needs a site'],
  ['tools/stack/reset.ts', [], { PORT: 'http' }, 'PORT must be a whole number'],
  ['release/release.ts', ['list', '--color'], {}, "Unknown option '--color'. See release --help."],
  ['release/release.ts', ['policy'], {}, 'Which application? host, marketing, portal'],
  ['tools/build/build.ts', ['shop'], {}, 'build which application? host, marketing, portal, not "shop"'],
  ['tools/test/run.ts', ['host', 'portal'], {}, '"test host" takes no "portal"'],
  ['operations/ops.ts', ['rep', 'ad'], {}, 'Unknown command: "rep ad". See ops --help.'],
  [
    'tools/new-remote/new-remote.ts',
    ['shop', '--color'],
    {},
    "Unknown option '--color'. See new-remote --help.",
  ],
  ['tools/screens/take-screens.ts', ['--color'], {}, "Unknown option '--color'"],
  ['tools/screens/take-screens.ts', ['page'], {}, 'Unknown screens: "page". Choose from: pages, portal'],
  ['tools/test/run.ts', ['type'], {}, 'There is no stage or application "type". Stages: static, '],
  ['tools/test/run.ts', [], { TEST_SEED: '7.5' }, 'TEST_SEED must be a whole number, not "7.5"'],
] as const;

test.each(sampleOf('mistakes on the command line', MISTAKES, 4))(
  '%s %j %j is answered with one line and exit code 1',
  (script, args, env, line) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
      cwd: WORKSPACE_ROOT,
      env: { ...process.env, ...env, DATA_DIR: mkdtempSync(path.join(tmpdir(), 'corvane-mistake-')) },
      encoding: 'utf8',
    });
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(`error: ${line}`)]);
    expect(stdout).toBe('');
    expect(status).toBe(1);
  },
);
