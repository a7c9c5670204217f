import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { FUNCTION_NAMES } from '../../../shared/src/contracts/backend/calls.ts';
import {
  DENO,
  DENO_ENVIRONMENT,
  type DenoApi,
  startDenoApi,
} from '../../../tools/stack/backend/functions/deno-api.ts';
import { createRandomSecret } from './secrets/random-secret.ts';

const ROOT = join(import.meta.dirname, '../../..');

const started: DenoApi[] = [];
afterAll(() => {
  for (const { end } of started) end();
});

test('the official tools let the function check its caller itself', () => {
  const config = readFileSync(join(ROOT, 'supabase/config.toml'), 'utf8');
  expect(config).toContain('[functions.api]\nverify_jwt = false\n');
});

test("it uses the workspace's versions", () => {
  const { imports } = JSON.parse(readFileSync(join(import.meta.dirname, 'deno.json'), 'utf8'));
  const installed = (dependency: string) =>
    JSON.parse(readFileSync(join(ROOT, 'supabase/node_modules', dependency, 'package.json'), 'utf8')).version;
  for (const [imported, target] of Object.entries(imports)) {
    const [, dependency = '', part] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(imported) ?? [];
    expect(target).toBe(`npm:${dependency}@${installed(dependency)}${part}`);
  }
});

test('it passes the type check of the real Deno', { tags: ['deep'] }, async () => {
  await promisify(execFile)(DENO, ['check', 'index.ts'], {
    cwd: import.meta.dirname,
    env: DENO_ENVIRONMENT,
  });
});

/** Starts the function under Deno. @returns its address */
async function serve(environment: Record<string, string>): Promise<string> {
  const served = await startDenoApi(environment);
  started.push(served);
  return served.url;
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

test('each call is answered under the real Deno, and a GET does nothing', async () => {
  const url = await serve(ENVIRONMENT);
  for (const name of FUNCTION_NAMES) {
    const answer = await fetch(`${url}/${name}`);
    expect([name, answer.status]).toEqual([name, 405]);
    expect(answer.headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect((await answer.json()).error).toMatchObject({ code: 'method_not_allowed' });
  }
  for (const name of ['', 'constructor', '__proto__', 'sign-out/', 'get_plan_prices'])
    expect((await fetch(`${url}/${name}`, { method: 'POST', body: '{}' })).status).toBe(404);
});

test('a bad request is a typed error, and a good one clears the cookie', async () => {
  const url = await serve(ENVIRONMENT);
  const post = (body: string) =>
    fetch(`${url}/sign-out`, {
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

test('told to stop, it takes no more calls, answers the one under way, and ends', async () => {
  let release = () => {};
  const asked = Promise.withResolvers<void>();
  const database = createServer((_request, response) => {
    release = () => response.writeHead(503).end();
    asked.resolve();
  });
  await new Promise<void>((resolve) => database.listen(0, '127.0.0.1', resolve));
  const { port: databasePort } = database.address() as AddressInfo;
  const served = await startDenoApi({
    ...ENVIRONMENT,
    SUPABASE_URL: `http://127.0.0.1:${databasePort}`,
  });
  started.push(served);
  const url = `${served.url}/submit-contact`;
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

test('without its environment it names the missing variables and does not start', async () => {
  const { SALES_ID_PEPPER: _, ...incomplete } = ENVIRONMENT;
  await expect(serve(incomplete)).rejects.toThrow('SALES_ID_PEPPER');
});

test('where it would answer with codes, it does not start either', async () => {
  const { MAIL_TRANSPORT: _, ...withoutMail } = ENVIRONMENT;
  await expect(serve(withoutMail)).rejects.toThrow('MAIL_TRANSPORT');
  const testMode = { ...ENVIRONMENT, MAIL_TRANSPORT: 'test' };
  await expect(serve(testMode)).rejects.toThrow('MAIL_TRANSPORT');
});
