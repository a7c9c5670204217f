import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeRemoteBuild } from '../../build/fake-builds.ts';
import { release, releaseFirstSite, temporaryDirectory } from '../../change/for-tests/fake-site.ts';
import { figuresAnswer } from '../../decide/figures-answer.ts';
import type { Destination } from '../../store/destination.ts';
import { directoryDestination } from '../../store/directory-destination.ts';

let root: string;
let site: Destination;
let statistics: Server;
/** What the project answers: figures of a canary, or a status. */
let answer: object | number;
let asked: number;

beforeEach(async () => {
  root = await temporaryDirectory('site');
  site = directoryDestination(root);
  await releaseFirstSite(site);
  asked = 0;
  statistics = createServer((request, response) => {
    asked += 1;
    request.resume();
    const isNumber = typeof answer === 'number';
    response.writeHead(isNumber ? (answer as number) : 200, { 'Content-Type': 'application/json' });
    response.end(
      isNumber ? '' : JSON.stringify({ ...(answer as object), asked_at: new Date().toISOString() }),
    );
  });
  await new Promise<void>((resolve) => statistics.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  statistics.close();
  statistics.closeAllConnections();
});

const beginCanary = async () =>
  (await release(site, [await fakeRemoteBuild({ text: 'second' })], { canaryPercent: 10 })).canaries[0]
    ?.version;

/** Runs `release decide` as a timer does. */
async function decide(env: NodeJS.ProcessEnv = {}) {
  const script = path.join(WORKSPACE_ROOT, 'release/release.ts');
  const child = spawn(process.execPath, [script, 'decide'], {
    env: {
      ...process.env,
      RELEASE_DESTINATION: root,
      SUPABASE_URL: `http://127.0.0.1:${(statistics.address() as AddressInfo).port}`,
      SUPABASE_SECRET_KEY: 'sb_secret_test',
      ...env,
    },
  });
  let out = '';
  let error = '';
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    error += String(chunk);
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  return { status, out, error: error.trim() };
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

test('a slow canary is aborted: exit code 3', async () => {
  const before = (await site.pull())?.versions;
  const version = await beginCanary();
  answer = figuresAnswer({ views: 4000, slower: 2 });
  const { status, out } = await decide();
  expect(out).toMatch(new RegExp(`^Abort marketing ${version}\\. The canary is slower\\.`));
  expect(status).toBe(3);
  expect(await site.pull()).toMatchObject({ canaries: [], versions: before });
});

test('a canary without traffic stays, and says so: exit code 4', { tags: ['deep'] }, async () => {
  const version = await beginCanary();
  const before = await site.pull();
  answer = figuresAnswer({});
  const { status, out } = await decide();
  expect(out).toContain(`\nNot decided. The canary of marketing ${version} stays as it is.\n`);
  expect(out).toMatch(/^A person decides below 2000 views of each\./);
  expect(status).toBe(4);
  expect(await site.pull()).toEqual(before);
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
