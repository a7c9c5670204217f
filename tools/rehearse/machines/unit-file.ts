import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { wordsOf } from '../../checks/documents/documented-commands.ts';
import { UserError } from '../../command/user-error.ts';
import { type Machine, translate } from './machines.ts';

/** What the rehearsal heeds of a service. It confines nothing and changes no user: `systemd-analyze` checks those lines. */
export interface Service {
  isOneshot: boolean;
  before: string[][];
  command: string[];
  /** Of a oneshot: after the command went well. */
  after: string[][];
  /** Before the signal of a reload. When one fails, nothing is reloaded. */
  beforeReload: string[][];
  /** null: it is started again instead. */
  reloadSignal: NodeJS.Signals | null;
  stopSignal: NodeJS.Signals;
  directory: string;
  environment: Record<string, string>;
  restartMs: number | null;
}

/** @returns milliseconds of `200ms`, `1s`, `10` */
export function readSpan(text: string): number {
  const [, figure = '', unit = ''] = /^(\d+)(ms|s|min)?$/.exec(text) ?? [];
  if (figure === '') throw new UserError(`A unit has the time "${text}", which the rehearsal cannot read`);
  return Number(figure) * { ms: 1, '': 1_000, s: 1_000, min: 60_000 }[unit as 'ms' | '' | 's' | 'min'];
}

/** The lines of a unit that is installed on a machine, by name. @param name with its ending, `corvane-functions@54400.service` */
export function readUnit(machine: Machine, name: string): (key: string) => string[] {
  const [, template = '', instance = '', ending = ''] = /^([\w-]+@?)([\w-]*)(\.\w+)$/.exec(name) ?? [];
  const isTemplate = template.endsWith('@');
  const file = path.join(machine.settings.get('UNITS') ?? '', isTemplate ? template + ending : name);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UserError(`${machine.name} has no unit ${name}`);
  }
  const lines = translate(machine, text.replaceAll('%i', instance)).split('\n');
  return (key) => lines.flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []));
}

export function readService(machine: Machine, name: string): Service {
  const get = readUnit(machine, name);
  const [command = ''] = get('ExecStart');
  const signalled = /kill -(\w+) \$MAINPID/;
  const reload = get('ExecReload');
  const signal = reload.map((line) => signalled.exec(line)?.[1]).find((name) => name !== undefined);
  const [directory = machine.root] = get('WorkingDirectory');
  const restart = get('Restart')[0] === 'always' ? readSpan(get('RestartSec')[0] ?? '100ms') : null;
  const set = get('Environment').flatMap((line) => line.split(' '));
  const pairs = set.map(
    (pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const,
  );
  return {
    isOneshot: get('Type')[0] === 'oneshot',
    before: get('ExecStartPre').map(wordsOf),
    command: wordsOf(command),
    after: get('ExecStartPost').map(wordsOf),
    beforeReload: reload.filter((line) => !signalled.test(line)).map(wordsOf),
    reloadSignal: signal === undefined ? null : (`SIG${signal}` as NodeJS.Signals),
    stopSignal: (get('KillSignal')[0] ?? 'SIGTERM') as NodeJS.Signals,
    directory,
    environment: {
      // Where npm keeps what it has fetched stays this person's.
      ...Object.fromEntries(pairs.filter(([key]) => key !== 'HOME')),
      ...Object.assign({}, ...get('EnvironmentFile').map((file) => parseEnv(readFileSync(file, 'utf8')))),
    },
    restartMs: restart,
  };
}
