// @module-tag deep
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { describeNeeding } from '../../machine/describe-needing.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { standOfEachTest } from './production-stand.ts';

/*
 * After a reboot, the address of the private network may come later than PostgreSQL. PostgreSQL then listened on the
 * loopback interface alone until a person restarted it, and the archive did not reach it. When its process was
 * killed, the unit of Debian's package did not start it again.
 */

const DROP_IN = 'postgresql@.service.d/corvane.conf';
const DROP_IN_FILE = path.join(WORKSPACE_ROOT, 'systemd', DROP_IN);

const stand = standOfEachTest();
beforeEach(() => {
  mkdirSync(stand.at('postgresql'));
  writeFileSync(stand.at('postgresql/pg_hba.conf'), 'local all postgres peer\n');
});

describe('PostgreSQL', () => {
  test('listens on an address that is still to come', () => {
    expect(stand.script('configure-database.sh')).toEqual({ status: 0, lines: [''] });
    expect(stand.filesOf('sysctl.d')['60-corvane.conf']).toMatch(/^net\.ipv4\.ip_nonlocal_bind = 1$/m);
    expect(stand.filesOf('postgresql')['corvane.conf']).toContain(`listen_addresses = '127.0.0.1,10.0.0.1'`);
  });

  test('lets the archive in, and a second run changes nothing', () => {
    stand.script('configure-database.sh');
    const first = stand.filesOf('postgresql');
    expect(first['pg_hba.conf']?.split('\n')).toEqual([
      'local all postgres peer',
      'host corvane corvane_backup 10.0.0.4/32 scram-sha-256',
      'host replication corvane_archive 10.0.0.4/32 scram-sha-256',
      'host corvane authenticator,corvane_owner 127.0.0.1/32 scram-sha-256',
      '',
    ]);
    expect(stand.script('configure-database.sh').status).toBe(0);
    expect(stand.filesOf('postgresql')).toEqual(first);
  });

  test('that is not installed is one line, and nothing is written', () => {
    writeFileSync(stand.at('postgresql/pg_hba.conf'), '');
    const { status, lines } = stand.script('configure-database.sh');
    expect(status).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/pg_hba\.conf is missing or empty\. Install postgresql-15/),
    ]);
    expect(stand.filesOf('sysctl.d')).toEqual({});
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
