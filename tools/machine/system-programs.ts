import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findSystemBrowser } from './find-browser.ts';
import { type EngineName, findEngines } from './find-engines.ts';
import { systemPostgres } from './find-postgres.ts';
import { hasNginx } from './run-nginx.ts';
import type { SystemProgram } from './system-packages.ts';

const IS_THERE: Record<SystemProgram, () => boolean> = {
  chromium: () => findSystemBrowser(process.env) !== null,
  nginx: hasNginx,
  postgresql: () => systemPostgres() !== null,
  pgtap: () => hasExtension('pgtap') && spawnSync('pg_prove', ['--version']).status === 0,
  plpgsql_check: () => hasExtension('plpgsql_check'),
  systemd: () => spawnSync('systemd-analyze', ['--version']).status === 0,
  ansible: () => spawnSync('ansible-playbook', ['--version']).status === 0,
  firefox: () => hasEngine('firefox'),
  webkit: () => hasEngine('webkit'),
};

export function hasProgram(program: SystemProgram): boolean {
  return IS_THERE[program]();
}

/** Of the programs that tests need, those that this machine lacks. */
export function missingOf(needed: readonly SystemProgram[]): SystemProgram[] {
  return needed.filter((program) => !hasProgram(program));
}

function hasExtension(name: string): boolean {
  return existsSync(`/usr/share/postgresql/${systemPostgres()?.version}/extension/${name}.control`);
}

function hasEngine(name: EngineName): boolean {
  return findEngines(process.env).some((engine) => engine.name === name && engine.environment !== null);
}
