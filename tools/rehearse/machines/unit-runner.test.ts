import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Machine, settingsOf } from './machines.ts';
import { readSpan } from './unit-file.ts';
import { UnitRunner } from './unit-runner.ts';

const PAGE = new Map(
  [
    'SRV',
    'ETC',
    'STATE',
    'UNITS',
    'SYSCTL',
    'BIN',
    'TLS',
    'KEYS',
    'GATEWAY_DIR',
    'CHECKOUT',
    'ARCHIVE',
    'BACKUPS',
  ].map((name) => [name, 'as on the page'] as const),
);

let machine: Machine;
let units: UnitRunner;
beforeEach(async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'corvane-units-'));
  const settings = settingsOf(PAGE, root, { ARCHIVE: path.join(root, 'archive') });
  machine = { name: 'backend', role: 'backend', root, settings, environment: process.env };
  for (const name of ['UNITS', 'ETC', 'SRV']) await mkdir(settings.get(name) ?? '', { recursive: true });
  units = new UnitRunner(machine);
});
afterEach(() => units.close());

const at = (name: string, file: string) => path.join(machine.settings.get(name) ?? '', file);
const install = (name: string, text: string) => writeFile(at('UNITS', name), text);
const read = (file: string) => readFile(at('SRV', file), 'utf8').catch(() => '');

test('a service gets its variables, its instance and the folders of its machine', async () => {
  await writeFile(at('ETC', 'ports.env'), 'PORT=7\n');
  await install(
    'corvane-functions@.service',
    `Type=oneshot
Environment=COLOR=red
EnvironmentFile=/etc/corvane/ports.env
ExecStart=/bin/sh -c 'echo "%i $COLOR $PORT" > /srv/corvane/said'
`,
  );
  await units.control('start', ['corvane-functions@54400.service']);
  expect(await read('said')).toBe('54400 red 7\n');
});

test('what ends is started again, until it is stopped', async () => {
  await install(
    'corvane-rest.service',
    "Type=exec\nRestart=always\nRestartSec=10ms\nExecStart=/bin/sh -c 'echo $$ >> /srv/corvane/pids; exec sleep 60'\n",
  );
  await units.control('enable', ['corvane-rest.service']);
  const pids = async () => (await read('pids')).trim().split('\n').filter(Boolean);
  await expect.poll(async () => (await pids()).length).toBe(1);
  const first = units.pid('corvane-rest.service');
  process.kill(first, 'SIGKILL');
  await expect.poll(async () => (await pids()).length).toBe(2);
  await expect.poll(() => units.pid('corvane-rest.service')).not.toBe(first);
  await units.control('stop', ['corvane-rest.service']);
  const second = Number((await pids())[1]);
  expect(() => process.kill(second, 0)).toThrow('ESRCH');
});

test('a reload sends the signal that the unit names', async () => {
  await install(
    'corvane-edge.service',
    'Type=exec\nExecReload=/bin/kill -HUP $MAINPID\nExecStart=/bin/sh -c \'trap "echo again > /srv/corvane/said" HUP; echo up > /srv/corvane/up; while :; do sleep 0.05; done\'\n',
  );
  await units.control('start', ['corvane-edge.service']);
  await expect.poll(() => read('up')).toBe('up\n');
  await units.control('reload', ['corvane-edge.service']);
  await expect.poll(() => read('said')).toBe('again\n');
});

test('a reload that the unit tries first is refused with its last words, and sends no signal', async () => {
  await install(
    'corvane-edge.service',
    `Type=exec
ExecReload=/bin/sh -c 'test -e /srv/corvane/good || { echo bad line >&2; exit 1; }'
ExecReload=/bin/kill -HUP $MAINPID
ExecStart=/bin/sh -c 'trap "echo again > /srv/corvane/said" HUP; echo up > /srv/corvane/up; while :; do sleep 0.05; done'
`,
  );
  await units.control('start', ['corvane-edge.service']);
  await expect.poll(() => read('up')).toBe('up\n');
  await expect(units.control('reload', ['corvane-edge.service'])).rejects.toThrow('bad line');
  expect(await read('said')).toBe('');
  await writeFile(at('SRV', 'good'), '');
  await units.control('reload', ['corvane-edge.service']);
  await expect.poll(() => read('said')).toBe('again\n');
});

test('a timer runs its service again and again, and a job that runs already is waited for', async () => {
  await install(
    'corvane-follow.service',
    "Type=oneshot\nExecStart=/bin/sh -c 'echo x >> /srv/corvane/runs'\n",
  );
  await install('corvane-follow.timer', '[Timer]\nOnUnitInactiveSec=10ms\n');
  await units.control('enable', ['corvane-follow.timer']);
  await expect.poll(async () => (await read('runs')).length).toBeGreaterThan(6);
});

test('what comes after a job runs when the job went well, and only then', async () => {
  const after = "ExecStartPost=/bin/sh -c 'echo noted >> /srv/corvane/said'\n";
  await install('corvane-prune.service', `Type=oneshot\nExecStart=/bin/true\n${after}`);
  await units.control('start', ['corvane-prune.service']);
  expect(await read('said')).toBe('noted\n');
  await install('corvane-prune.service', `Type=oneshot\nExecStart=/bin/false\n${after}`);
  await expect(units.control('start', ['corvane-prune.service'])).rejects.toThrow('failed');
  expect(await read('said')).toBe('noted\n');
});

test('a service that does not run is not started by try-restart', async () => {
  await install(
    'corvane-rest.service',
    "Type=exec\nExecStart=/bin/sh -c 'echo x >> /srv/corvane/runs; exec sleep 60'\n",
  );
  await units.control('try-restart', ['corvane-rest.service']);
  expect(() => units.pid('corvane-rest.service')).toThrow('does not run');
  await units.control('start', ['corvane-rest.service']);
  const first = units.pid('corvane-rest.service');
  await units.control('try-restart', ['corvane-rest.service']);
  expect(units.pid('corvane-rest.service')).not.toBe(first);
});

test('a job that fails says its last words', async () => {
  await install('corvane-prune.service', "Type=oneshot\nExecStart=/bin/sh -c 'echo no bucket >&2; exit 1'\n");
  await expect(units.control('start', ['corvane-prune.service'])).rejects.toThrow(
    'corvane-prune.service failed on backend: no bucket',
  );
  await expect(units.control('start', ['corvane-none.service'])).rejects.toThrow(
    'backend has no unit corvane-none.service',
  );
});

test.each([
  ['200ms', 200],
  ['10', 10_000],
  ['2min', 120_000],
])('a unit writes %s for %i ms', (text, ms) => {
  expect(readSpan(text)).toBe(ms);
});
