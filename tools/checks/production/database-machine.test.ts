// @module-tag deep
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeNeeding } from '../../machine/describe-needing.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

/*
 * After a reboot, the address of the private network may come later than PostgreSQL. PostgreSQL then listened on the
 * loopback interface alone until a person restarted it, and the archive did not reach it. When its process was
 * killed, the unit of Debian's package did not start it again.
 */

const DROP_IN = 'postgresql@.service.d/corvane.conf';
const DROP_IN_FILE = path.join(WORKSPACE_ROOT, 'systemd', DROP_IN);

describe('PostgreSQL', () => {
  test('listens on an address that is still to come', () => {
    const role = readFileSync(path.join(WORKSPACE_ROOT, 'production/roles/database/tasks/main.yml'), 'utf8');
    expect(role).toMatch(/^ +net\.ipv4\.ip_nonlocal_bind = 1$/m);
  });

  test('is started again when its process ends, however often', () => {
    const text = readFileSync(DROP_IN_FILE, 'utf8');
    expect(text).toMatch(/^Restart=on-failure$/m);
    expect(text).toMatch(/^StartLimitIntervalSec=0$/m);
    expect(text).toMatch(/^After=network-online\.target$/m);
  });
});

describeNeeding('systemd', 'the lines beside the unit of PostgreSQL', () => {
  /** What systemd says of a unit like the package's with our lines. */
  function verified(edit: (text: string) => string): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'corvane-postgresql-'));
    const unit = path.join(folder, 'postgresql@.service');
    writeFileSync(unit, '[Service]\nType=forking\nPIDFile=/run/postgresql/%i.pid\nExecStart=/bin/true\n');
    cpSync(DROP_IN_FILE, path.join(folder, DROP_IN), { recursive: true });
    writeFileSync(path.join(folder, DROP_IN), edit(readFileSync(DROP_IN_FILE, 'utf8')));
    const { stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    return stderr
      .split('\n')
      .filter((line) => line.includes('corvane.conf'))
      .join('\n');
  }

  test('have no mistake that systemd sees', () => {
    expect(verified((text) => text)).toBe('');
  });

  test('with a misspelled setting would be found', () => {
    expect(verified((text) => text.replace('Restart=', 'Resart='))).toContain('Resart');
  });
});
