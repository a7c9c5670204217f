import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PAGE_CONFIG_ELEMENT_ID } from '@corvane/shared/contracts/remote/page-config';
import { makeFixtureSite } from '@corvane/tools/gateway/both-edges/edge-fixture';
import { makeCertificate } from '@corvane/tools/gateway/nginx/test-certificate';
import { forwardToBackend } from '@corvane/tools/gateway/requests/forward-to-backend';
import { listenTls, prepareNginx, runNginx, upstreamAt } from '@corvane/tools/machine/run-nginx';
import { onFreePorts } from '@corvane/tools/process/free-ports';
import { openServer } from '@corvane/tools/process/open-server';
import { createFunctionServer } from '@corvane/tools/stack/backend/functions/function-server';
import { startMailCatcher } from '@corvane/tools/stack/backend/mail/mail-catcher';
import { createRandomSecret } from '../../supabase/functions/api/secrets/random-secret.ts';
import { opsFixture } from '../ops-fixture.ts';
import { type Examination, examine } from './examine.ts';
import type { LookOptions, Upkeep } from './look.ts';

const HOST = 'corvane.example';

/** What differs from a healthy site, for one look. */
export interface Change {
  /** Variables of the functions. */
  functions?: Record<string, string | undefined>;
  /** Of nginx's files: name below its directory, and the new text. */
  nginx?: Record<string, (text: string) => string>;
  certificate?: { name?: string; days?: number };
  /** A second web machine, with what differs from a healthy one. */
  second?: Pick<Change, 'nginx' | 'certificate' | 'site'>;
  /** What the database says of itself, changed. */
  facts?(facts: Upkeep): Upkeep;
  /** Answers in place of the project, null for its own. */
  project?(request: Request): Response | null;
  /** What a proxy between edge and functions adds to `X-Forwarded-For`. */
  proxyAdds?: string;
  /** Statements before the look, and after it. */
  sql?: readonly [wrong: string, right: string];
  /** Files of the document root, with their text. */
  site?: Record<string, string>;
  look?: Partial<LookOptions>;
  secretKey?: string;
}

export interface DoctorFixture {
  /** Changes the site, looks at it, and changes it back. */
  examine(change?: Change, times?: number): Promise<Examination[]>;
  /** Variables of the healthy functions, as a file. */
  environmentFile: string;
  sql<T>(text: string): Promise<T[]>;
  /** How many mails have left. */
  mails(): number;
  close(): Promise<void>;
}

/**
 * A site as in production, on one machine: nginx with the shipped TLS configuration, the functions with variables of
 * their own, and the database with its API.
 */
export async function startDoctorFixture(): Promise<DoctorFixture> {
  const fixture = await opsFixture();
  const mailDir = await mkdtemp(path.join(tmpdir(), 'corvane-doctor-'));
  const catcher = await startMailCatcher(mailDir);
  const siteRoot = await makeFixtureSite();
  await writeSite(siteRoot, fixture.backend.publishableKey);
  await fixture.backend.sql(`update public.contact_submissions set notified_at = now()`);
  for (const job of ['retention', 'prune', 'backup', 'base', 'restore_drill', 'archive_drill'])
    await fixture.backend.sql(`select public.record_upkeep_run('${job}', '{}')`);

  const { secretKey } = fixture.connection;
  const healthy: Record<string, string> = {
    SESSION_JWT_SECRET: createRandomSecret(),
    SALES_ID_PEPPER: fixture.connection.salesIdPepper,
    EDGE_SECRET: createRandomSecret(),
    SITE_URL: `https://${HOST}`,
    TRUSTED_PROXY_HOPS: '1',
    MAIL_TRANSPORT: 'smtp',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(catcher.port),
  };
  const project = await startProject();
  const run = async (statements = '') => {
    for (const statement of statements.split(';')) if (statement.trim()) await fixture.backend.sql(statement);
  };

  async function once(change: Change, times: number): Promise<Examination[]> {
    const functions = createFunctionServer(
      { SUPABASE_URL: project.url, SUPABASE_SERVICE_ROLE_KEY: secretKey, ...healthy, ...change.functions },
      {
        databaseFetch: (input, init) => fixture.call(new Request(input, init)),
        log: () => {},
      },
    );
    project.answer = async (request) => {
      const own = change.project?.(request.clone());
      if (own) return own;
      const forwarded = [request.headers.get('x-forwarded-for'), change.proxyAdds].filter(Boolean);
      const headers = new Headers(request.headers);
      headers.set('x-forwarded-for', forwarded.join(', '));
      const passed = new Request(request, { headers });
      const { pathname } = new URL(request.url);
      if (pathname.startsWith('/functions/')) return functions(passed);
      const answer = await fixture.call(passed);
      if (change.facts === undefined || pathname !== '/rest/v1/rpc/report_upkeep') return answer;
      return Response.json(change.facts((await answer.json()) as Upkeep));
    };
    const edge = await startEdge(siteRoot, project.url, healthy.EDGE_SECRET ?? '', change);
    const second = change.second === undefined ? null : await startSecond(change.second);
    const restore = await overwrite(siteRoot, change.site ?? {});
    try {
      await run(change.sql?.[0]);
      const options: LookOptions = {
        site: edge.site,
        others: second === null ? [] : [second.site],
        connection: { url: project.url, secretKey: change.secretKey ?? secretKey },
        environmentFile: null,
        ownAddress: null,
        mailTo: null,
        ...change.look,
      };
      return await Promise.all(Array.from({ length: times }, () => examine(options)));
    } finally {
      await run(change.sql?.[1]);
      await restore();
      await second?.stop();
      await edge.stop();
    }
  }

  /** Another machine with the same release, but for the change. */
  async function startSecond(change: NonNullable<Change['second']>) {
    const root = await makeFixtureSite();
    await writeSite(root, fixture.backend.publishableKey);
    await overwrite(root, change.site ?? {});
    const { site, stop } = await startEdge(root, project.url, healthy.EDGE_SECRET ?? '', change);
    return { site, stop: () => stop().then(() => rm(root, { recursive: true })) };
  }

  return {
    examine: (change = {}, times = 1) => once(change, times),
    environmentFile: Object.entries(healthy)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
    sql: (text) => fixture.backend.sql(text),
    mails: () => catcher.list().length,
    close: async () => {
      await project.close();
      await catcher.close();
      await fixture.close();
      for (const dir of [siteRoot, mailDir]) await rm(dir, { recursive: true });
    },
  };
}

/** The project's own address: functions, and the API of the database. */
async function startProject() {
  const { port, serve, close } = await openServer(0, '127.0.0.1');
  const project = {
    url: `http://127.0.0.1:${port}`,
    answer: async (_request: Request): Promise<Response> => new Response(null, { status: 503 }),
    close,
  };
  const fetch = async (request: Request) => {
    const answer = await project.answer(request);
    // A failed call without an id would be logged, and here calls fail on purpose.
    answer.headers.set('X-Correlation-Id', 'fixture');
    return answer;
  };
  const backend = { fetch, healthy: async () => true };
  serve(
    (request, response) => void forwardToBackend(backend, request, response, { maxBodyBytes: 1024 * 1024 }),
  );
  return project;
}

/** nginx with the shipped files, but for the ports, the certificate, the upstream and the change. */
function startEdge(siteRoot: string, projectUrl: string, edgeSecret: string, change: Change) {
  return onFreePorts(2, (port = 0, plainPort = 0) =>
    startEdgeOn({ port, plainPort }, siteRoot, projectUrl, edgeSecret, change),
  );
}

async function startEdgeOn(
  { port, plainPort }: { port: number; plainPort: number },
  siteRoot: string,
  projectUrl: string,
  edgeSecret: string,
  change: Change,
) {
  const { name = HOST, days = 90 } = change.certificate ?? {};
  const { certificate } = await makeCertificate(name, days);
  const prefix = await prepareNginx(siteRoot, {
    listenFrom: 'listen-tls.conf',
    listen: listenTls(port, plainPort, certificate),
    upstream: upstreamAt(new URL(projectUrl).host, edgeSecret),
  });
  for (const [file, edit] of Object.entries(change.nginx ?? {})) {
    const text = await readFile(path.join(prefix, file), 'utf8');
    const edited = edit(text);
    if (edited === text) throw new Error(`${file} is as it was: the fault was not planted`);
    await writeFile(path.join(prefix, file), edited);
  }
  const stop = await runNginx(prefix, port);
  return {
    site: {
      origin: `https://${HOST}`,
      connectTo: `127.0.0.1:${port}`,
      plainPort,
      authority: await readFile(certificate, 'utf8'),
    },
    stop: async () => {
      await stop();
      await rm(prefix, { recursive: true });
    },
  };
}

/** The page and the registry that the doctor reads. */
async function writeSite(root: string, publishableKey: string): Promise<void> {
  const release = { version: 'v1', contractVersion: 1, base: '/assets/host/v1/', entry: 'app.js' };
  const host = { ...release, css: [], preload: [], integrity: {} };
  const registry = { schemaVersion: 1, compositionId: 'one', host, remotes: {} };
  await writeFile(path.join(root, 'pages/one/registry.json'), JSON.stringify(registry));
  await writeFile(path.join(root, 'pages/one/index.html'), page(publishableKey));
}

export function page(publishableKey: string): string {
  const config = JSON.stringify({ publishableKey });
  return `<script type="application/json" id="${PAGE_CONFIG_ELEMENT_ID}">${config}</script>`;
}

/** @returns what writes the earlier texts again */
async function overwrite(root: string, files: Record<string, string>): Promise<() => Promise<void>> {
  const before = await Promise.all(
    Object.keys(files).map(async (file) => [file, await readFile(path.join(root, file), 'utf8')] as const),
  );
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(root, file), text);
  return async () => {
    for (const [file, text] of before) await writeFile(path.join(root, file), text);
  };
}
