import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { backendPathOf, type CallName } from '../../../shared/src/contracts/backend/calls.ts';
import { gitNow } from '../../../tools/process/git.ts';
import { SITE_URL, type TestBackend } from './start-test-backend.ts';

type Router = typeof import('../../functions/api/router.ts');
type Deps = typeof import('../../functions/api/deps.ts');

const ROOT = join(import.meta.dirname, '../../..');
const SOURCES = ['shared/src', 'supabase/functions'];
const EDGE_SECRET = 'the secret of an edge that tests alone know';

/** The commit that froze the newest migrations. Its functions are live while later ones run. HEAD before the first. */
export const frozenCommit = (): string =>
  gitNow(ROOT, 'log', '-1', '--format=%H', '--', 'supabase/frozen-migrations.json') || 'HEAD';

/** Puts the functions of a commit, or of this checkout, into a new folder. They use the packages of this checkout. */
export function copyFunctions(folder: string, commit?: string): void {
  mkdirSync(folder);
  if (commit === undefined) {
    const filter = (file: string) => !file.endsWith('/node_modules');
    for (const source of SOURCES)
      cpSync(join(ROOT, source), join(folder, source), { recursive: true, filter });
  } else {
    const archive = join(folder, 'sources.tar');
    gitNow(ROOT, 'archive', `--output=${archive}`, commit, '--', ...SOURCES);
    execFileSync('tar', ['-xf', archive, '-C', folder]);
  }
  for (const part of ['shared', 'supabase'])
    symlinkSync(join(ROOT, part, 'node_modules'), join(folder, part, 'node_modules'));
}

/** Runs the functions of such a folder on the database of a backend. @returns asks one, and tells its status */
export async function startFunctions(
  folder: string,
  { backend, dataDir }: TestBackend,
): Promise<(name: CallName, body: unknown, ip: string) => Promise<number>> {
  const load = <M>(file: string): Promise<M> => import(join(folder, 'supabase/functions/api', file));
  const [{ route }, { buildDeps }] = await Promise.all([load<Router>('router.ts'), load<Deps>('deps.ts')]);
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  const deps = buildDeps(
    {
      SUPABASE_URL: SITE_URL,
      SUPABASE_SERVICE_ROLE_KEY: secrets.secretKey,
      SESSION_JWT_SECRET: secrets.jwtSecret,
      SALES_ID_PEPPER: secrets.salesIdPepper,
      SITE_URL,
      TRUSTED_PROXY_HOPS: '1',
      EDGE_SECRET,
      MAIL_TRANSPORT: 'test',
    },
    {
      databaseFetch: (input, init) => backend.fetch(new Request(input, init), { ip: '127.0.0.1' }),
      log: () => {},
    },
  );
  return async (name, body, ip) => {
    const headers = {
      apikey: backend.publishableKey,
      'content-type': 'application/json',
      'x-forwarded-for': ip,
      'x-edge-secret': EDGE_SECRET,
    };
    const address = SITE_URL + backendPathOf(name);
    const answer = await route(
      new Request(address, { method: 'POST', headers, body: JSON.stringify(body) }),
      deps,
    );
    await answer.text();
    return answer.status;
  };
}
