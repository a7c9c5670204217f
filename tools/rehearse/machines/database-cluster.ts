import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { UserError } from '../../command/user-error.ts';
import { postgresProgram, systemPostgres } from '../../machine/find-postgres.ts';
import { missingProgram } from '../../machine/system-packages.ts';

/** The server of Debian's package postgresql-15, in folders of its own: `systemctl start|stop|restart postgresql`. */
export interface DatabaseCluster {
  configuration: string;
  data: string;
  socket: string;
  port: number;
  /** The system user that runs it. */
  user: string;
  control(verb: string): void;
  /** Ends at once, without writing anything more. */
  crash(): void;
  /** A new machine's: without data, configured as the package does it. It runs. */
  renew(): void;
}

/**
 * Makes a cluster as the package does: configuration apart from the data, `conf.d` read, the superuser by its system user
 * alone, passwords for everyone else. The server is not started.
 * @throws UserError without PostgreSQL 15.
 */
export function makeCluster(root: string, port: number): DatabaseCluster {
  if (systemPostgres() === null) throw missingProgram('postgresql');
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? 'postgres' : (spawnSync('id', ['-un'], { encoding: 'utf8' }).stdout ?? '').trim();
  const [configuration, data, socket] = ['etc', 'data', 'run'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  const run = (name: string, ...args: string[]) => {
    const own = [postgresProgram(name), ...args];
    const [program = '', ...rest] = isRoot ? ['runuser', '-u', user, '--', ...own] : own;
    // The server keeps what it inherits: a pipe would never end.
    const { status } = spawnSync(program, rest, { cwd: root, stdio: 'ignore' });
    return status ?? 1;
  };
  for (const folder of [root, configuration, socket]) {
    mkdirSync(folder, { recursive: true });
    if (isRoot) chownSync(folder, Number(spawnSync('id', ['-u', user], { encoding: 'utf8' }).stdout), 0);
  }
  const log = path.join(root, 'server.log');
  const initial = [
    '-U',
    'postgres',
    '--auth-local=peer',
    '--auth-host=scram-sha-256',
    '-E',
    'UTF8',
    '--locale=C',
  ];
  const main = path.join(configuration, 'postgresql.conf');
  const initialize = () => {
    if (run('initdb', '-D', data, ...initial, '-N') !== 0) throw new UserError('initdb failed');
    for (const file of ['postgresql.conf', 'pg_hba.conf', 'pg_ident.conf'])
      renameSync(path.join(data, file), path.join(configuration, file));
    mkdirSync(path.join(configuration, 'conf.d'), { recursive: true });
    appendFileSync(
      main,
      `data_directory = '${data}'\nhba_file = '${configuration}/pg_hba.conf'\nident_file = '${configuration}/pg_ident.conf'\nport = ${port}\nunix_socket_directories = '${socket}'\ninclude_dir = 'conf.d'\n`,
    );
    if (!isRoot) {
      const hba = path.join(configuration, 'pg_hba.conf');
      writeFileSync(hba, readFileSync(hba, 'utf8').replaceAll(/^(local .*)peer$/gm, '$1trust'));
    }
  };
  initialize();
  const control = (...args: string[]) =>
    run('pg_ctl', '-D', data, '-o', `-c config_file=${main}`, '-l', log, ...args);
  const refuse = (verb: string) => {
    const lines = readFileSync(log, 'utf8').trim().split('\n').slice(-4).join(' | ');
    return new UserError(`PostgreSQL: ${verb} failed: ${lines}`);
  };
  const obey = (verb: string) => {
    if (!['start', 'stop', 'restart'].includes(verb)) throw new UserError(`postgresql: no ${verb}`);
    const args = verb === 'start' ? ['-w', 'start'] : ['-w', '-m', 'fast', verb];
    if (control(...args) !== 0 && !(verb === 'stop')) throw refuse(verb);
  };
  const crash = () => {
    control('-w', '-m', 'immediate', 'stop');
  };
  return {
    configuration,
    data,
    socket,
    port,
    user,
    control: obey,
    crash,
    renew: () => {
      crash();
      for (const folder of [data, path.join(configuration, 'conf.d')])
        rmSync(folder, { recursive: true, force: true });
      initialize();
      obey('start');
    },
  };
}
