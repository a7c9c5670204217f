import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newSite, tryMarketing } from '../../change/for-tests/fake-site.ts';
import { figuresAnswer } from '../../decide/figures-answer.ts';
import type { Destination } from '../../store/destination.ts';

let site: Destination;
let statistics: Server;
/** What the project answers: figures of a canary, or a status. */
let answer: object | number;
let asked: number;

beforeEach(async () => {
  site = await newSite();
  asked = 0;
  statistics = createServer((request, response) => {
    asked += 1;
    request.resume();
    const isNumber = typeof answer === 'number';
    response.writeHead(isNumber ? (answer as number) : 200, { 'Content-Type': 'application/json' });
    response.end(
      isNumber ? '' : JSON.stringify({ ...(answer as object), askedAt: new Date().toISOString() }),
    );
  });
  await new Promise<void>((resolve) => statistics.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  statistics.close();
  statistics.closeAllConnections();
});

const beginCanary = async () => (await tryMarketing(site, 'second')).version;

/** Runs `release decide` as a timer does. */
async function decide(env: NodeJS.ProcessEnv = {}) {
  const script = path.join(WORKSPACE_ROOT, 'release/release.ts');
  const child = spawn(process.execPath, [script, 'decide'], {
    env: {
      ...process.env,
      RELEASE_DESTINATION: site.store.root,
      SUPABASE_URL: `http://127.0.0.1:${(statistics.address() as AddressInfo).port}`,
      SUPABASE_SECRET_KEY: 'sb_secret_test',
      ...env,
    },
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await closed, out, error: error.trim() };
}

test('a canary as good as the live version is promoted: exit code 0', async () => {
  const version = await beginCanary();
  answer = figuresAnswer({ views: 4000 });
  const { status, out } = await decide();
  expect(out).toMatch(new RegExp(`^Promote marketing ${version} over \\w+\\. failures`));
  expect(out).toContain(`"action":"promote marketing ${version}`);
  expect(status).toBe(0);
  expect(await site.pull()).toMatchObject({ canaries: [], versions: { marketing: version } });
});

test.each([
  [
    'a slow canary is aborted',
    3,
    { views: 4000, slower: 2 },
    /^Abort marketing \w+\. The canary is slower\./,
  ],
  [
    'a canary without traffic stays',
    4,
    {},
    /^A person decides below 2000 views of each\.[\s\S]*\nNot decided\. The canary of marketing \w+ stays as it is\.\n$/,
  ],
] as const)('%s: exit code %i', async (_what, code, figures, says) => {
  const before = await site.pull();
  await beginCanary();
  const tried = await site.pull();
  answer = figuresAnswer(figures);
  const { status, out } = await decide();
  expect(out).toMatch(says);
  expect(status).toBe(code);
  const after = await site.pull();
  if (code === 4) expect(after).toEqual(tried);
  else expect(after).toMatchObject({ canaries: [], versions: before?.versions });
});

test('without a canary, no question is sent and nothing changes: exit code 0', {
  tags: ['deep'],
}, async () => {
  const before = await site.pull();
  const { status, out, error } = await decide({ SUPABASE_SECRET_KEY: '' });
  expect([status, out, error]).toEqual([0, 'There is no canary. Nothing was decided.\n', '']);
  expect(asked).toBe(0);
  expect(await site.pull()).toEqual(before);
});

test('a project that fails or refuses the key is one clear line, and the canary stays: exit code 1', {
  tags: ['deep'],
}, async () => {
  await beginCanary();
  const before = await site.pull();
  for (const wrong of [500, 401]) {
    answer = wrong;
    const { status, error } = await decide();
    expect(status).toBe(1);
    expect(error).toMatch(/^error: http:\/\/127\.0\.0\.1:\d+ (answered 500|refuses the secret key)[^\n]*$/);
  }
  expect(await site.pull()).toEqual(before);
});
