// @module-tag deep
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

const PRODUCTION = path.join(WORKSPACE_ROOT, 'production');
const PROGRAMS = readFileSync(path.join(PRODUCTION, 'programs.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(/ +/));

let root: string;
const at = (name: string) => path.join(root, name);

/** A copy of the script with a program of its own, and a `curl` that fetches this archive. */
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'corvane-programs-'));
  for (const folder of ['programs', 'into', 'archive/tool-1.2/bin'])
    mkdirSync(at(folder), { recursive: true });
  copyFileSync(path.join(PRODUCTION, 'fetch-program.sh'), at('fetch-program.sh'));
  writeFileSync(at('archive/tool-1.2/bin/tool'), 'a program');
  spawnSync('tar', ['-cJf', at('tool.tar.xz'), '-C', at('archive'), '.']);
  writeFileSync(
    at('programs/curl'),
    `#!/bin/sh\necho "$*" > ${at('asked')}\nwhile [ "$1" != -o ]; do shift; done\ncp ${at('tool.tar.xz')} "$2"\n`,
    { mode: 0o755 },
  );
  const sum = createHash('sha256')
    .update(readFileSync(at('tool.tar.xz')))
    .digest('hex');
  writeFileSync(at('programs.txt'), `tool 1.2 ${sum} 2 https://tool.example/v%/tool-%.tar.xz\n`);
});

function fetch(...args: string[]) {
  const { status, stderr } = spawnSync('bash', [at('fetch-program.sh'), ...args], {
    env: { PATH: `${at('programs')}:${process.env.PATH}`, TMPDIR: root },
    encoding: 'utf8',
  });
  return { status, lines: stderr.trim().split('\n') };
}

describe('a program of another publisher', () => {
  test('is unpacked when it has the checksum that is known', () => {
    expect(fetch('tool', at('into'))).toEqual({ status: 0, lines: [''] });
    expect(readFileSync(at('into/bin/tool'), 'utf8')).toBe('a program');
    expect(readFileSync(at('asked'), 'utf8')).toContain('https://tool.example/v1.2/tool-1.2.tar.xz');
  });

  test('with another checksum is refused in one line, and nothing is unpacked or left', () => {
    writeFileSync(at('archive/tool-1.2/bin/tool'), 'another program');
    spawnSync('tar', ['-cJf', at('tool.tar.xz'), '-C', at('archive'), '.']);
    const { status, lines } = fetch('tool', at('into'));
    expect(status).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^error: https:\S+ has the SHA-256 [0-9a-f]{64}, and programs\.txt says /),
    ]);
    expect(existsSync(at('into/bin'))).toBe(false);
    expect(readdirSync(root).filter((name) => name.startsWith('tmp.'))).toEqual([]);
  });

  test.each([
    [['none', '/tmp'], 'error: programs.txt has no "none"'],
    [['tool'], 'error: fetch-program.sh NAME FOLDER'],
  ])('asked for as %j is one line', (args, line) => {
    expect(fetch(...args)).toEqual({ status: 1, lines: [line] });
  });
});

describe('the list of programs', () => {
  test.each(PROGRAMS)(
    '%s %s has a checksum and an address over TLS',
    (name, version, sum, leftOut, address) => {
      expect(name).toMatch(/^[a-z]+$/);
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
      expect(sum).toMatch(/^[0-9a-f]{64}$/);
      expect(leftOut).toMatch(/^\d$/);
      expect(address).toMatch(/^https:\/\/\S+%\S+\.tar\.xz$/);
    },
  );

  test('is the only way by which docs/several-machines.md gets one', () => {
    const page = readFileSync(path.join(WORKSPACE_ROOT, 'docs/several-machines.md'), 'utf8');
    for (const [name] of PROGRAMS) expect(page).toContain(`production/fetch-program.sh ${name} `);
    // Calls of this machine's own programs stay.
    expect(page.match(/^.*curl .*https:.*$/gm)).toBeNull();
  });
});
