import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach } from 'vitest';
import { createRandomSecret } from '../../../supabase/functions/api/secrets/random-secret.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

export const SITE_HOST = 'www.corvane.example';
const GROUP = String(process.getgid?.() ?? 0);

/** Folders that stand for those of production, with strong secrets, and the settings that name them. */
interface ProductionStand {
  settings: Record<string, string>;
  /** A path below the stand's own folder. */
  at(name: string): string;
  /** Runs a script of `production/` with the settings. */
  script(name: string, ...args: string[]): { status: number | null; lines: string[] };
  /** Every file below a folder by name, with its text. */
  filesOf(folder: string): Record<string, string>;
}

/** For a file of tests: one for each of them. */
export function standOfEachTest(): ProductionStand {
  let stand = makeProductionStand();
  beforeEach(() => {
    stand = makeProductionStand();
  });
  return {
    get settings() {
      return stand.settings;
    },
    at: (name) => stand.at(name),
    script: (name, ...args) => stand.script(name, ...args),
    filesOf: (folder) => stand.filesOf(folder),
  };
}

export function makeProductionStand(): ProductionStand {
  const root = mkdtempSync(path.join(tmpdir(), 'corvane-production-'));
  const at = (name: string) => path.join(root, name);
  for (const folder of ['keys', 'tls', 'carry/web']) mkdirSync(at(folder), { recursive: true });
  const secrets = ['session-jwt-secret', 'sales-id-pepper', 'edge-secret', 'secret-key', 'publishable-key'];
  for (const name of [...secrets, 'database-api-password', 'smtp-password'])
    writeFileSync(at(`keys/${name}`), `${createRandomSecret()}\n`);
  writeFileSync(at('carry/web/edge-secret'), createRandomSecret());
  const settings: Record<string, string> = {
    SITE_HOST,
    SITE_URL: `https://${SITE_HOST}`,
    BACKEND_ADDRESS: '10.0.0.1',
    WEB_ADDRESSES: '192.0.2.10:443 192.0.2.11:443',
    ...{
      DATABASE_ADDRESS: '10.0.0.1',
      ARCHIVE_NETWORK: '10.0.0.4/32',
      JOBS_USER: String(process.getuid?.() ?? 0),
    },
    ...{ GATEWAY_PORT: '54321', REST_PORT: '54330', FUNCTION_PORTS: '54400 54401', PGPORT: '5432' },
    ...{ HTTP_LISTEN: '80', HTTPS_LISTEN: '443' },
    ...{ SMTP_HOST: 'smtp.corvane.example', SMTP_PORT: '587', SMTP_USER: 'corvane' },
    ...{ KEYS: at('keys'), ETC: at('etc'), SRV: at('srv'), TLS: at('tls'), CARRY: at('carry') },
    ...{ ARCHIVE: at('archive'), BACKUPS: at('backups'), SYSCTL: at('sysctl.d') },
    ...{ POSTGRES_CONFIGURATION: at('postgresql'), GATEWAY_DIR: at('gateway') },
    ...{ JOBS_GROUP: GROUP, REST_GROUP: GROUP, GATEWAY_GROUP: GROUP, EDGE_GROUP: GROUP },
    ...{ RELEASE_DESTINATION: 's3://site', S3_ENDPOINT: 'https://s3.example', AWS_REGION: 'x' },
    ...{ AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' },
  };
  return {
    settings,
    at,
    script(name, ...args) {
      const { PATH = '', HOME = '' } = process.env;
      const { status, stderr } = spawnSync(path.join(WORKSPACE_ROOT, 'production', name), args, {
        env: { PATH, HOME, ...settings },
        encoding: 'utf8',
      });
      return { status, lines: stderr.trim().split('\n') };
    },
    filesOf(folder) {
      if (!existsSync(at(folder))) return {};
      const names = readdirSync(at(folder), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      );
      return Object.fromEntries(
        names.map(({ parentPath, name }) => [name, readFileSync(path.join(parentPath, name), 'utf8')]),
      );
    },
  };
}
