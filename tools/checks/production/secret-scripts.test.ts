// @module-tag deep
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { standOfEachTest } from './production-stand.ts';

const stand = standOfEachTest();
const { at, script, filesOf } = stand;

describe('what is carried', () => {
  test('stays as it was when a secret is missing, which one line names', () => {
    for (const name of ['database-archive-password', 'database-backup-password', 'backup-recipient'])
      writeFileSync(at(`keys/${name}`), `of-${name}\n`);
    expect(script('carry.sh')).toEqual({ status: 0, lines: [''] });
    const before = { ...filesOf('carry/web'), ...filesOf('carry/archive'), ...filesOf('carry/operator') };
    writeFileSync(at('keys/edge-secret'), '');
    const { status, lines } = script('carry.sh');
    expect(status).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/edge-secret is missing or empty$/)]);
    expect({
      ...filesOf('carry/web'),
      ...filesOf('carry/archive'),
      ...filesOf('carry/operator'),
    }).toEqual(before);
  });
});

describe('a file of a secret', () => {
  test('is made once, renewed with the older value beside it, and then forgets it', () => {
    const lines = () => readFileSync(at('keys/new'), 'utf8').trim().split('\n');
    script('secret.sh', 'make', 'new', 'sb_secret_');
    const [first = ''] = lines();
    expect(first).toMatch(/^sb_secret_[0-9a-f]{64}$/);
    script('secret.sh', 'make', 'new', 'sb_secret_');
    expect(lines()).toEqual([first]);
    script('secret.sh', 'renew', 'new', 'sb_secret_');
    expect(lines()).toEqual([expect.stringMatching(/^sb_secret_/), first]);
    script('secret.sh', 'forget', 'new');
    expect(lines()).not.toContain(first);
  });

  test('stays as it is, or is not there, when no random text can be made', () => {
    mkdirSync(at('programs'));
    writeFileSync(at('programs/openssl'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    stand.settings.PATH = `${at('programs')}:${process.env.PATH}`;
    const before = filesOf('keys');
    expect(script('secret.sh', 'make', 'new', 'sb_secret_').status).toBe(1);
    expect(script('secret.sh', 'renew', 'edge-secret').status).toBe(1);
    expect(filesOf('keys')).toEqual(before);
  });

  test.each([
    [['renew', 'none'], /none is missing or empty$/],
    [['forget', 'none'], /none is missing or empty$/],
    [['take', 'none', 'NO_SUCH'], /not set: NO_SUCH/],
    [['frob', 'none'], /has no "frob"$/],
    [['make'], /secret\.sh make\|take\|renew\|forget NAME$/],
  ])('%j is one line, and no file is made', (args, line) => {
    const { status, lines } = script('secret.sh', ...args);
    expect(status).toBe(1);
    expect(lines).toEqual([expect.stringMatching(line)]);
    expect(existsSync(at('keys/none'))).toBe(false);
  });
});
