import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { sampleOf } from '../../tools/machine/sample.ts';
import {
  DENO,
  type DenoFunction,
  startDenoFunction,
} from '../../tools/stack/backend/functions/deno-function.ts';
import { FUNCTIONS } from '../../tools/stack/backend/functions/function-server.ts';
import { createRandomSecret } from './_shared/secrets/random-secret.ts';

const ROOT = join(import.meta.dirname, '../..');
const FUNCTIONS_DIR = join(ROOT, 'supabase/functions');

const folders = readdirSync(FUNCTIONS_DIR, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  .map((entry) => entry.name);

const started: DenoFunction[] = [];
afterAll(() => {
  for (const { end } of started) end();
});

test('the local stack serves every function', () => {
  expect(Object.keys(FUNCTIONS).sort()).toEqual(folders.sort());
});

test('the official tools know every function, and let each check its caller itself', () => {
  const config = readFileSync(join(ROOT, 'supabase/config.toml'), 'utf8');
  for (const name of folders) {
    expect(config).toContain(`[functions.${name}]\nverify_jwt = false\n`);
  }
});

test.each(folders)("%s uses the workspace's versions", (name) => {
  const { imports } = JSON.parse(readFileSync(join(FUNCTIONS_DIR, name, 'deno.json'), 'utf8'));
  const installed = (dependency: string) =>
    JSON.parse(readFileSync(join(ROOT, 'supabase/node_modules', dependency, 'package.json'), 'utf8')).version;
  for (const [dependency, target] of Object.entries(imports)) {
    expect(target).toBe(`npm:${dependency}@${installed(dependency)}`);
  }
});

test.each(folders)('%s has the settings of every other function', (name) => {
  const settings = (folder = '') => readFileSync(join(FUNCTIONS_DIR, folder, 'deno.json'), 'utf8');
  expect(settings(name)).toBe(settings(folders[0]));
});

test('every function passes the type check of the real Deno', { tags: ['deep'] }, async () => {
  // Together: most of a check is reading what all of them import. All have the same settings, so those of one apply to
  // all.
  const files = folders.map((name) => join(FUNCTIONS_DIR, name, 'index.ts'));
  await promisify(execFile)(DENO, ['check', '--config', 'deno.json', ...files], {
    cwd: join(FUNCTIONS_DIR, folders[0] ?? ''),
  });
});

/** Starts a function under Deno. @returns its port */
async function serve(name: string, environment: Record<string, string>): Promise<number> {
  const served = await startDenoFunction(name, environment);
  started.push(served);
  return served.port;
}

const ENVIRONMENT = {
  SUPABASE_URL: 'http://127.0.0.1:9',
  SUPABASE_SERVICE_ROLE_KEY: `sb_secret_${createRandomSecret()}`,
  SESSION_JWT_SECRET: createRandomSecret(),
  SALES_ID_PEPPER: createRandomSecret(),
  EDGE_SECRET: createRandomSecret(),
  SITE_URL: 'https://www.corvane.example',
  MAIL_TRANSPORT: 'smtp',
  SMTP_HOST: '127.0.0.1',
};

test.each(sampleOf('functions under Deno', folders, 5))(
  '%s runs under the real Deno, and a GET does nothing',
  async (name) => {
    const port = await serve(name, ENVIRONMENT);
    const answer = await fetch(`http://127.0.0.1:${port}/${name}`);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect((await answer.json()).error).toMatchObject({ code: 'method_not_allowed' });
  },
);

test('sign-out runs under the real Deno: a bad request is a typed error, a good one clears the cookie', async () => {
  const port = await serve('sign-out', ENVIRONMENT);
  const post = (body: string) =>
    fetch(`http://127.0.0.1:${port}/sign-out`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
  const bad = await post('{"unknown":true}');
  expect(bad.status).toBe(400);
  expect((await bad.json()).error).toMatchObject({
    code: 'invalid_request',
    fields: { unknown: 'Unknown field' },
  });
  const good = await post('{}');
  expect(await good.json()).toEqual({ signedOut: true });
  expect(good.headers.get('set-cookie')).toBe(
    'corvane_refresh=; Path=/functions/v1; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
  );
});

test('a function that is told to stop takes no more calls, answers the one under way, and ends', async () => {
  let release = () => {};
  const asked = Promise.withResolvers<void>();
  const database = createServer((_request, response) => {
    release = () => response.writeHead(500).end();
    asked.resolve();
  });
  await new Promise<void>((resolve) => database.listen(0, '127.0.0.1', resolve));
  const { port: databasePort } = database.address() as AddressInfo;
  const served = await startDenoFunction('submit-contact', {
    ...ENVIRONMENT,
    SUPABASE_URL: `http://127.0.0.1:${databasePort}`,
  });
  started.push(served);
  const url = `http://127.0.0.1:${served.port}/submit-contact`;
  const form = { id: randomUUID(), name: 'Grace Hopper', email: 'grace@customer.example', company: 'Navy' };
  const answer = fetch(url, {
    method: 'POST',
    body: JSON.stringify(form),
    headers: { 'content-type': 'application/json', connection: 'close' },
  });
  await asked.promise;
  const stopped = served.stop();
  await expect
    .poll(() =>
      fetch(url).then(
        () => 'taken',
        () => 'refused',
      ),
    )
    .toBe('refused');
  release();
  expect((await answer).status).toBe(503);
  await stopped;
  database.close();
});

test('a function without its environment names the missing variables and does not start', async () => {
  const { SALES_ID_PEPPER: _, ...incomplete } = ENVIRONMENT;
  await expect(serve('sign-out', incomplete)).rejects.toThrow('SALES_ID_PEPPER');
});

test('a function that would answer with codes does not start either', async () => {
  const { MAIL_TRANSPORT: _, ...withoutMail } = ENVIRONMENT;
  await expect(serve('send-verification', withoutMail)).rejects.toThrow('MAIL_TRANSPORT');
  const testMode = { ...ENVIRONMENT, MAIL_TRANSPORT: 'test' };
  await expect(serve('send-verification', testMode)).rejects.toThrow('MAIL_TRANSPORT');
});
