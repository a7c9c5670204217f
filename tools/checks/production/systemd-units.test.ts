import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { DOCTOR_CHECKS } from '../../../operations/doctor/doctor-checks.ts';
import { parseOpsArguments } from '../../../operations/parse-ops-arguments.ts';
import { parseReleaseArguments } from '../../../release/command/parse-release-arguments.ts';
import { describeNeeding } from '../../machine/describe-needing.ts';
import { DENO_RUN } from '../../stack/backend/functions/deno-api.ts';
import { APPS } from '../../workspace/apps.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { wordsOf } from '../documents/documented-commands.ts';

const FOLDER = path.join(WORKSPACE_ROOT, 'systemd');
const UNITS = readdirSync(FOLDER).filter((name) => /\.(service|timer)$/.test(name));
const SERVICES = UNITS.filter((name) => name.endsWith('.service'));

/** systemd's measure in tenths, 0 to 100. It calls up to 20 well confined. */
const MAX_EXPOSURE = 20;

/** What systemd says of a unit of ours. '' when nothing is wrong. */
function verify(file: string): string {
  const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  return stderr
    .split('\n')
    .filter((line) => line.includes('corvane-'))
    .join('\n');
}

function isConfined(file: string): boolean {
  const args = ['security', '--offline=true', `--threshold=${MAX_EXPOSURE}`, '--no-pager', file];
  return spawnSync('systemd-analyze', args, { encoding: 'utf8' }).status === 0;
}

/** A unit in a copy of all, with one of their files changed. By default it is the unit's own. */
function changed(unit: string, from: RegExp, to: string, name = unit): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'corvane-units-'));
  cpSync(FOLDER, copy, { recursive: true });
  const file = path.join(copy, name);
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(file, text.replace(from, to));
  return path.join(copy, unit);
}

describeNeeding('systemd', 'each unit', () => {
  test.each(UNITS)('%s has no mistake that systemd sees', (unit) => {
    expect(verify(path.join(FOLDER, unit))).toBe('');
  });

  test.each(SERVICES)('%s is confined to what it needs', (unit) => {
    expect(isConfined(path.join(FOLDER, unit))).toBe(true);
  });

  test('a misspelled setting, a missing program and an open unit would be found', () => {
    const unit = 'corvane-backup.service';
    expect(verify(changed(unit, /^User=/m, 'Usre='))).toContain('Usre');
    expect(verify(changed(unit, /\/usr\/bin\/env /, '/usr/bin/no-such-program '))).toContain(
      'no-such-program',
    );
    const confinement = 'corvane-.service.d/confinement.conf';
    expect(isConfined(changed(unit, /^ProtectSystem=strict\n[\s\S]*?^UMask/m, 'UMask', confinement))).toBe(
      false,
    );
  });
});

describe('the units of the repository', () => {
  test('are found, and every timer has its service', () => {
    expect(SERVICES.length).toBeGreaterThan(4);
    for (const timer of UNITS.filter((name) => name.endsWith('.timer')))
      expect(SERVICES).toContain(timer.replace('.timer', '.service'));
  });

  test.each(SERVICES)(
    '%s lets Node and Deno protect compiled code: V8 calls pkey_alloc, and a refusal ends it',
    (unit) => {
      const text = readFileSync(path.join(FOLDER, unit), 'utf8');
      if (!/^ExecStart=.*[ /](?:node|deno) /m.test(text)) return;
      expect(text).toMatch(/^SystemCallFilter=@pkey$/m);
    },
  );

  const started = SERVICES.flatMap((unit) =>
    [...textOf(unit).matchAll(/^ExecStart(?:Post)?=(.*)$/gm)].map(([, line = '']) => [unit, line] as const),
  );

  test.each(started)('%s starts a command that exists, with options that it takes: %s', (_unit, line) => {
    const words = wordsOf(line);
    // As the tests and the measurements start it, but for packages: those are there.
    if (words[1] === 'deno')
      return expect(words.slice(2)).toEqual(['run', '--cached-only', ...DENO_RUN.slice(1)]);
    if (words[0] === '/usr/sbin/nginx') return expect(words.slice(3, 5)).toEqual(['-c', 'nginx.conf']);
    if (words[0] === '/usr/bin/pg_receivewal') return expect(words).toContain('--slot=corvane_archive');
    if (words[1] === 'postgrest') return expect(words[2]).toBe('/etc/corvane/rest.conf');
    if (words[1] === 'bash') {
      const script = (words[2] ?? '').replace('/srv/corvane/checkout/', '');
      return expect(existsSync(path.join(WORKSPACE_ROOT, script)), script).toBe(true);
    }
    // No package manager beside secrets: the checkout has Node, with its hash in the lockfile.
    expect(words.slice(0, 2)).toEqual(['/usr/bin/env', 'node_modules/.bin/node']);
    const [script = '', ...args] = words.slice(2);
    expect(['operations/ops.ts', 'release/release.ts']).toContain(script);
    if (script.includes('ops')) parseOpsArguments(args.filter((word) => word !== '$DOCTOR_OPTIONS'));
    else parseReleaseArguments(args, [...APPS]);
  });

  const ofRuntimes = SERVICES.filter((unit) =>
    /^ExecStart=\/usr\/bin\/env (\S+node|deno) /m.test(textOf(unit)),
  );

  test.each(ofRuntimes)('%s lets Node or Deno protect its compiled code, or the kernel ends it', (unit) => {
    expect(textOf(unit)).toMatch(/^SystemCallFilter=.*@pkey/m);
  });

  test.each(SERVICES.filter((unit) => textOf(unit).includes('/node ')))(
    '%s may read the checkout with Git',
    (unit) => {
      expect(textOf(unit)).toContain('GIT_CONFIG_KEY_0=safe.directory');
    },
  );

  test('a web machine is given no key of the project', () => {
    for (const unit of ['corvane-follow.service', 'corvane-edge.service'])
      expect(textOf(unit)).not.toMatch(/operator\.env|functions\.env|bucket\.env/);
  });

  test.each(['corvane-edge.service', 'corvane-gateway.service'])(
    '%s refuses a configuration that nginx cannot read: nginx alone would keep its old one, and say so nowhere',
    (unit) => {
      const tried = /^(\w+)=\/usr\/sbin\/nginx -p \S+ -c nginx\.conf -e run\/error\.log -t -q$/gm;
      const keys = [...textOf(unit).matchAll(tried)].map(([, key]) => key);
      expect(keys).toEqual(['ExecStartPre', 'ExecReload']);
      // In this order: systemd runs the lines of a reload one after the other.
      expect(textOf(unit)).toMatch(/^ExecReload=.* -t -q\nExecReload=\/bin\/kill -HUP /m);
    },
  );

  test('the doctor may ask for the addresses of its machine', () => {
    expect(textOf('corvane-doctor.service')).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK\b/m);
  });

  test('the doctor looks at every web machine, and at the disk of a database on its own', () => {
    const read = (file: string) => readFileSync(path.join(WORKSPACE_ROOT, 'production/roles', file), 'utf8');
    const text = read('jobs/templates/operator.env.j2');
    expect(text).toContain("WEB_ADDRESSES='{{ operating.WEB_ADDRESSES }}'");
    expect(read('settings/defaults/main.yml')).toMatch(/^ {2}WEB_ADDRESSES: "\{\{ public_addresses /m);
    expect(text).toMatch(/^DOCTOR_OPTIONS='--note --disk \/srv\n\{%- if .* --disk \/var\/lib\/postgresql\{/m);
    expect(textOf('corvane-doctor.service')).toMatch(
      /^ExecStart=.* doctor --tell \$\{DOCTOR_TELL\} \$DOCTOR_OPTIONS$/m,
    );
  });

  /** Timers whose job the doctor knows by another way than a noted run. */
  const SEEN_OTHERWISE: Record<string, string> = {
    // The monitor asks whether this unit has failed, and whether its timer runs.
    'corvane-doctor': 'the monitor',
    // A web machine that does not follow serves another release than the other one.
    'corvane-follow': 'same-release',
    // A request without its mail is named ten minutes after it arrived.
    'corvane-mails': 'team-mail',
    // Off at first. A canary without a decision is named after seven days.
    'corvane-decide': 'versions',
  };

  test.each(UNITS.filter((name) => name.endsWith('.timer')).map((name) => name.replace('.timer', '')))(
    'the doctor misses a run of %s',
    (job) => {
      const checks = DOCTOR_CHECKS.map(({ name }) => name);
      const check = SEEN_OTHERWISE[job] ?? job.replace('corvane-', '');
      if (check !== 'the monitor') expect(checks).toContain(check);
    },
  );

  test('what must run after a reboot is wanted at boot', () => {
    for (const name of ['edge', 'gateway', 'rest', 'archive', 'functions@'])
      expect(textOf(`corvane-${name}.service`)).toContain('WantedBy=multi-user.target');
  });
});

function textOf(unit: string): string {
  return readFileSync(path.join(FOLDER, unit), 'utf8');
}
