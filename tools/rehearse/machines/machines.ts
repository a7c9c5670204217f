import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../command/user-error.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import type { Label, PageBlock } from '../page/page-blocks.ts';

export type Role = 'backend' | 'web' | 'archive' | 'operator';

/** A folder of this machine that stands for a machine of its own. */
export interface Machine {
  name: string;
  role: Role;
  root: string;
  /** The page's settings with the values of this rehearsal. The operator may change them. */
  settings: Map<string, string>;
  /** Beside the settings. */
  environment: NodeJS.ProcessEnv;
}

/** The page's paths that are folders of the machine, with where they are in its root. */
const FOLDERS: Readonly<Record<string, string>> = {
  SRV: 'srv/corvane',
  ETC: 'etc/corvane',
  STATE: 'var/lib',
  UNITS: 'etc/systemd/system',
  SYSCTL: 'etc/sysctl.d',
  BIN: 'usr/local/bin',
  TLS: 'etc/ssl/corvane',
  KEYS: 'root/corvane-keys',
  GATEWAY_DIR: 'srv/corvane/gateway',
};

/** The settings of one machine: the page's, with its own folders and what the rehearsal gives all machines. */
export function settingsOf(
  page: ReadonlyMap<string, string>,
  root: string,
  given: Readonly<Record<string, string>>,
): Map<string, string> {
  const folders = Object.entries(FOLDERS).map(([name, folder]) => [name, path.join(root, folder)] as const);
  const values = { ...Object.fromEntries(folders), CHECKOUT: WORKSPACE_ROOT, ...given };
  const unknown = Object.keys(values).find((name) => !page.has(name));
  if (unknown !== undefined) throw new Error(`docs/several-machines.md has no setting ${unknown}`);
  return new Map([...page, ...Object.entries(values)]);
}

/** Paths in the units, which name no settings, as they are on this machine. */
export function translate(machine: Machine, text: string): string {
  const at = (name: string) => machine.settings.get(name) ?? '';
  return text
    .replaceAll('/srv/corvane/checkout', at('CHECKOUT'))
    .replaceAll('/srv/corvane', at('SRV'))
    .replaceAll('/srv/archive', at('ARCHIVE'))
    .replaceAll('/srv/backups', at('BACKUPS'))
    .replaceAll('/etc/corvane', at('ETC'))
    .replaceAll('/var/lib', at('STATE'));
}

export async function makeFolders({ settings }: Machine): Promise<void> {
  for (const name of ['SRV', 'STATE', 'TLS', 'UNITS'])
    await mkdir(settings.get(name) ?? '', { recursive: true });
}

/** What the operator writes into a machine's settings, and loads again. */
export function changeSettings({ settings }: Machine, changed: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(changed)) settings.set(name, value);
}

export function machinesOf(machines: readonly Machine[], labels: readonly Label[]): Machine[] {
  return machines.filter(({ role }) => labels.includes(role));
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`;
}

/**
 * Pastes a block into a shell of a machine.
 * @returns what it printed.
 * @throws UserError with the line of the page and the block's last words.
 */
export function paste(machine: Machine, block: PageBlock): Promise<string> {
  const exports = [...machine.settings].map(([name, value]) => `export ${name}=${quoted(value)}`).join('\n');
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', `${exports}\n${block.text}`], {
    cwd: machine.root,
    env: machine.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let printed = '';
  shell.stdout.on('data', (chunk) => {
    printed += String(chunk);
    said = (said + String(chunk)).slice(-4_000);
  });
  shell.stderr.on('data', (chunk) => {
    said = (said + String(chunk)).slice(-4_000);
  });
  return new Promise((resolve, reject) => {
    shell.once('error', reject);
    shell.once('close', (code) => {
      if (code === 0) resolve(printed);
      else
        reject(
          new UserError(
            `docs/several-machines.md:${block.line} failed on ${machine.name} with ${code}: ${said.trim().split('\n').slice(-6).join(' | ')}`,
          ),
        );
    });
  });
}
