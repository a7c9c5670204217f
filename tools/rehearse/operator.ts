import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';

/** What the operator's commands print, to read when one fails. */
const SAID = path.join(WORKSPACE_ROOT, '.cache/rehearsal/said.log');

/** Of each its values, the current one first. */
type Secrets = Record<string, string[]>;

/** How a program ended. */
export interface Said {
  status: number | null;
  /** Both outputs. */
  said: string;
}

/** The operator's own computer: a Debian 13 with Ansible, and this checkout. */
export interface Operator {
  /** A program, in the folder of the playbook. */
  run(command: string[], env?: Record<string, string>): Promise<Said>;
  /** `run production …` with the inventory of the folder. */
  production(args: string[], env?: Record<string, string>): Promise<Said>;
  /** The same, killed with all its programs when it comes to a step. What it began on the machine goes on. */
  cut(args: string[], step: string, env?: Record<string, string>): Promise<Said>;
  /** The playbook alone, with other values than the inventory's. */
  playbook(variables: Record<string, unknown>): Promise<Said>;
  secrets(): Promise<Secrets>;
}

/** @param folder has inventory.yml, and becomes the home of the operator. @param hosts lines of /etc/hosts */
export function openOperator(options: { files: string; folder: string; hosts: readonly string[] }): Operator {
  const { files, folder, hosts } = options;
  const home = path.join(folder, 'home');
  mkdirSync(home);
  writeFileSync(SAID, '');
  const hostsFile = path.join(folder, 'hosts');
  writeFileSync(hostsFile, ['127.0.0.1 localhost', ...hosts, ''].join('\n'));
  const password = path.join(home, '.corvane-vault-password');
  const programs = ['node_modules/.bin', 'node_modules/node/bin'].map((name) =>
    path.join(WORKSPACE_ROOT, name),
  );
  const start = async (
    command: string[],
    env: Record<string, string> = {},
    cutAt?: string,
  ): Promise<Said> => {
    const set = {
      HOME: home,
      USER: 'operator',
      PATH: `${programs.join(':')}:/usr/sbin:/usr/bin:/sbin:/bin`,
      ANSIBLE_NOCOLOR: '1',
      ANSIBLE_VAULT_PASSWORD_FILE: password,
      ...env,
    };
    const running = spawn(
      'systemd-nspawn',
      [
        ...[
          '-q',
          '--register=no',
          '--keep-unit',
          '--pipe',
          '-D',
          files,
          `--chdir=${WORKSPACE_ROOT}/production`,
        ],
        ...[
          `--bind=${WORKSPACE_ROOT}`,
          `--bind=${folder}`,
          `--bind-ro=${hostsFile}:/etc/hosts`,
          '--resolv-conf=off',
        ],
        ...Object.entries(set).map(([name, value]) => `--setenv=${name}=${value}`),
        ...command,
      ],
      // Two operators share the files of one.
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, SYSTEMD_NSPAWN_LOCK: '0' } },
    );
    let shown = '';
    // It kills all in the container with SIGKILL.
    running.stdout.on('data', (chunk) => {
      shown += String(chunk);
      appendFileSync(SAID, chunk);
      if (cutAt !== undefined && shown.includes(`TASK [${cutAt}]`)) running.kill('SIGTERM');
    });
    const ended = new Promise<number | null>((resolve) => running.once('close', resolve));
    const [err, status] = await Promise.all([text(running.stderr), ended]);
    const own = err.split('\n').filter((line) => !line.startsWith('Attempted to remove disk'));
    return { status, said: `${shown}${own.join('\n')}`.trim() };
  };
  const inventory = path.join(folder, 'inventory.yml');
  const command = (args: string[]) => [
    ...[
      'node',
      path.join(WORKSPACE_ROOT, 'operations/production/production.ts'),
      ...args,
      '--inventory',
      inventory,
    ],
  ];
  const secretsFile = path.join(folder, 'secrets.yml');
  return {
    run: start,
    production: (args, env) => start(command(args), env),
    cut: (args, step, env) => start(command(args), env, step),
    playbook: (variables) =>
      start([
        ...['ansible-playbook', '--inventory', inventory, '--extra-vars', `@${secretsFile}`],
        ...['--extra-vars', JSON.stringify(variables), 'site.yml'],
      ]),
    secrets: async () => {
      const { said } = await start(['ansible-vault', 'view', secretsFile]);
      return (JSON.parse(said) as { secrets: Secrets }).secrets;
    },
  };
}
