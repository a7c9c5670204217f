import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { REAL_ADDRESS } from '../../gateway/both-edges/nginx-under-test.ts';
import { embeddedPostgres } from '../../machine/find-postgres.ts';
import { listenPlain, prepareNginx, runNginx, upstreamAt } from '../../machine/run-nginx.ts';
import { startThrowAwayPostgres } from '../../postgres/throw-away-postgres.ts';
import { freePorts } from '../../process/free-ports.ts';
import { startDenoApi } from '../../stack/backend/functions/deno-api.ts';
import type { ServedBackend } from './serve-backend.ts';

export interface LoadFixture {
  port: number;
  publishableKey: string;
  salesIds: readonly string[];
  close(): Promise<void>;
}

/** Sign-ins with one ID wait for each other, and people have one each. */
const SALES_IDS = Array.from({ length: 200 }, (_, index) => `LOAD-REP-${1000 + index}`);

/** Of the functions, as many as `function_ports` of the playbook has. */
const PROCESSES = 2;

/**
 * Production on one machine: the shipped nginx, a gateway of nginx, the function in Deno, and the API. Its PostgreSQL
 * waits for the disk. Callers have the address that the header `X-Test-Address` names.
 */
export async function startLoadFixture(): Promise<LoadFixture> {
  const open: (() => void | Promise<void>)[] = [];
  const close = async () => {
    for (let step = open.pop(); step; step = open.pop()) await step();
  };
  try {
    const server = await startThrowAwayPostgres(embeddedPostgres(), { isDurable: true });
    open.push(() => server.stop());
    const workDir = await mkdtemp(path.join(tmpdir(), 'corvane-bench-load-'));
    open.push(() => rm(workDir, { recursive: true, force: true }));
    const [port = 0, gatewayPort = 0] = await freePorts(2);
    const siteUrl = `http://localhost:${port}`;
    const dataDir = path.join(workDir, 'data');
    const backend = await startBackendProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: server.url,
      DEMO_SALES_IDS: SALES_IDS.join(','),
      PORT: '0',
      SITE_URL: siteUrl,
    });
    open.push(backend.end);
    const secrets = JSON.parse(await readFile(path.join(dataDir, 'secrets.json'), 'utf8'));
    const edgeSecret = randomBytes(32).toString('base64url');
    const environment = {
      SUPABASE_URL: `http://127.0.0.1:${gatewayPort}`,
      SUPABASE_SERVICE_ROLE_KEY: secrets.secretKey,
      SESSION_JWT_SECRET: secrets.jwtSecret,
      SALES_ID_PEPPER: secrets.salesIdPepper,
      EDGE_SECRET: edgeSecret,
      SITE_URL: siteUrl,
      MAIL_TRANSPORT: 'smtp',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(backend.mailPort),
    };
    const functions: string[] = [];
    while (functions.length < PROCESSES) {
      const { url, end } = await startDenoApi(environment);
      open.push(end);
      functions.push(new URL(url).host);
    }
    const groups = { rest: [`127.0.0.1:${backend.restPort}`], functions };
    open.push(await startGatewayNginx(path.join(workDir, 'gateway'), gatewayPort, groups));
    open.push(await startEdge(backend.siteRoot, port, gatewayPort, edgeSecret));
    return { port, publishableKey: secrets.publishableKey, salesIds: SALES_IDS, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startBackendProcess(
  env: Record<string, string>,
): Promise<ServedBackend & { end(): Promise<void> }> {
  const child = fork(path.join(import.meta.dirname, 'serve-backend.ts'), { env: { ...process.env, ...env } });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const served = await new Promise<ServedBackend>((resolve, reject) => {
    child.once('message', (message) => resolve(message as ServedBackend));
    child.once('exit', (code) => reject(new Error(`The backend ended with ${code}`)));
  });
  return {
    ...served,
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** As production has one: the API and the function below one address. */
async function startGatewayNginx(
  prefix: string,
  port: number,
  groups: Record<'rest' | 'functions', string[]>,
): Promise<() => Promise<void>> {
  await mkdir(prefix);
  const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    path.join(prefix, 'nginx.conf'),
    `worker_processes 2;
pid run/nginx.pid;
events { worker_connections 4096; }
http {
  access_log off;
  keepalive_timeout 75s;
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $host;
  client_body_buffer_size 64k;
  proxy_buffers 16 16k;
  ${temps.map((name) => `${name}_temp_path temp-${name};`).join('\n  ')}
  ${Object.entries(groups)
    .map(([name, to]) => `upstream ${name} { ${to.map((at) => `server ${at};`).join(' ')} keepalive 32; }`)
    .join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    location /rest/v1/ { proxy_pass http://rest; }
    location /functions/v1/ { proxy_pass http://functions/; }
  }
}
`,
  );
  return runNginx(prefix, port);
}

/** The shipped files, behind a balancer on this machine that tells who asks. */
async function startEdge(siteRoot: string, port: number, gatewayPort: number, edgeSecret: string) {
  const prefix = await prepareNginx(siteRoot, {
    listen: (shipped) => `${listenPlain(port, 'localhost')(shipped)}${REAL_ADDRESS}`,
    upstream: upstreamAt(`127.0.0.1:${gatewayPort}`, edgeSecret),
  });
  const stop = await runNginx(prefix, port);
  return async () => {
    await stop();
    await rm(prefix, { recursive: true, force: true });
  };
}
