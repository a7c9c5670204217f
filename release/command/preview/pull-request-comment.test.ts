import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fakeRemoteBuild } from '../../build/fake-builds.ts';
import { releaseFirstSite, temporaryDirectory } from '../../change/for-tests/fake-site.ts';
import { directoryDestination } from '../../store/directory-destination.ts';
import { formatComment, type PullRequest, putComment } from './pull-request-comment.ts';

const URL_OF_PREVIEW = `https://corvane.example/_preview/${'a1'.repeat(16)}`;
const RESULT = {
  app: 'marketing',
  commit: '0123456789abcdef',
  preview: `Preview of marketing 1a2b: ${URL_OF_PREVIEW}\nDone in 3.0 s.`,
  diff: 'marketing 1a2b -> 3c4d\n+ /new "New"',
};

/** As GitHub keeps comments. */
let comments: { id: number; body: string; user: { type: string } }[];
let calls: string[];
let server: Server;
let pullRequest: PullRequest;
let status: number;
beforeEach(async () => {
  comments = [];
  calls = [];
  status = 200;
  server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://github');
    calls.push(`${request.method} ${url.pathname} ${request.headers.authorization}`);
    const sent = await text(request);
    const { body = '' } = sent === '' ? {} : (JSON.parse(sent) as { body?: string });
    if (request.method === 'POST') comments.push({ id: comments.length + 1, body, user: { type: 'Bot' } });
    const changed = comments.find(({ id }) => id === Number(url.pathname.split('/').at(-1)));
    if (request.method === 'PATCH' && changed) changed.body = body;
    const from = (Number(url.searchParams.get('page')) - 1) * 100;
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(request.method === 'GET' ? comments.slice(from, from + 100) : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  pullRequest = { api: `http://127.0.0.1:${port}`, repository: 'corvane/site', number: 7, token: 't' };
});
afterEach(() => server.close());

test('a comment holds the address of the preview and what a release would change', () => {
  const comment = formatComment(RESULT);
  expect(comment).toContain(`at 0123456789: ${URL_OF_PREVIEW}\n`);
  expect(comment).toContain('```text\nmarketing 1a2b -> 3c4d\n+ /new "New"\n```');
});

test('without a preview it says why', () => {
  const comment = formatComment({ ...RESULT, preview: 'error: Not released: /x threw' });
  expect(comment).toContain(
    'No preview of `marketing` at 0123456789:\n\n```text\nerror: Not released: /x threw',
  );
});

test('a title of a page cannot leave its block of code', () => {
  const comment = formatComment({ ...RESULT, diff: '+ /new "```\n@everyone ![x](https://x.example)"' });
  expect(comment).toContain('````text\n+ /new "```\n@everyone ![x](https://x.example)"\n````');
});

test('a second run changes the comment of the first; another application has its own', async () => {
  await putComment(pullRequest, 'marketing', formatComment(RESULT));
  await putComment(pullRequest, 'portal', formatComment({ ...RESULT, app: 'portal' }));
  await putComment(pullRequest, 'marketing', formatComment({ ...RESULT, diff: 'other' }));
  expect(comments).toHaveLength(2);
  expect(comments[0]?.body).toContain('other');
  expect(calls[0]).toBe('GET /repos/corvane/site/issues/7/comments Bearer t');
});

test("a person's quote is left alone, and a comment is found behind a hundred others", async () => {
  const quote = formatComment(RESULT);
  comments = Array.from({ length: 120 }, (_, index) => ({
    id: index + 1,
    body: quote,
    user: { type: 'User' },
  }));
  await putComment(pullRequest, 'marketing', quote);
  await putComment(pullRequest, 'marketing', formatComment({ ...RESULT, diff: 'other' }));
  expect(comments).toHaveLength(121);
  expect(comments.filter(({ body }) => body.includes('other')).map(({ id }) => id)).toEqual([121]);
});

test('a refusal is one clear line, without the token', async () => {
  status = 403;
  await expect(putComment(pullRequest, 'marketing', 'x')).rejects.toThrow(
    /^GitHub answers 403 to GET \/repos\/corvane\/site\/issues\/7\/comments\?per_page=100&page=1$/,
  );
});

test('only the address of a preview is a link, with any text before it', () => {
  const link = URL_OF_PREVIEW.replace('corvane.example', '![x](//x.example)@everyone');
  expect(formatComment({ ...RESULT, preview: link })).toContain(`:\n\n\`\`\`text\n${link}\n\`\`\``);
});

describe('the commands of the pipeline', { tags: ['deep'] }, () => {
  let root: string;
  let file: string;
  let build: string;
  beforeEach(async () => {
    root = await temporaryDirectory('site');
    file = path.join(await temporaryDirectory('result'), 'preview.json');
    await releaseFirstSite(directoryDestination(root));
    build = path.dirname((await fakeRemoteBuild({ paths: ['/x/:id'] })).clientDir);
  });

  const run = (command: string, args: string[], env: NodeJS.ProcessEnv) =>
    promisify(execFile)(
      process.execPath,
      [path.join(WORKSPACE_ROOT, `release/${command}-pull-request.ts`), ...args],
      { env: { ...process.env, GITHUB_TOKEN: undefined, ...env } },
    ).then(
      () => ({ code: 0, stderr: '' }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr: stderr.trim() }),
    );
  const preview = (args: string[], env: NodeJS.ProcessEnv = {}) =>
    run('preview', args, { RELEASE_DESTINATION: root, ...env });
  const comment = (args: string[], env: NodeJS.ProcessEnv = {}) =>
    run('comment', args, {
      GITHUB_API_URL: pullRequest.api,
      GITHUB_REPOSITORY: 'corvane/site',
      GITHUB_TOKEN: 't',
      PULL_REQUEST: '7',
      COMMIT: RESULT.commit,
      ...env,
    });

  test('a build without a preview is a comment, and exit code 1', async () => {
    expect((await preview(['marketing', build, file])).code).toBe(0);
    expect((await comment(['marketing', file])).code).toBe(1);
    expect(comments[0]?.body).toMatch(
      /No preview of `marketing` at 0123456789:\n\n```text\nerror: .* cannot be prerendered/,
    );
    expect(comments[0]?.body).toMatch(/A release would change:\n\n```text\nmarketing \w+ -> \w+\n/);
  });

  test('a build does not run where the token is', async () => {
    expect(await preview(['marketing', build, file], { GITHUB_TOKEN: 't' })).toEqual({
      code: 1,
      stderr:
        "error: GITHUB_TOKEN is set, and the build's code could read it. Give it to comment-pull-request alone.",
    });
    expect(existsSync(file)).toBe(false);
  });

  test('an unknown application, no pull request and a result of something else are one clear line each', async () => {
    expect(await preview(['shop', build, file])).toEqual({
      code: 1,
      stderr: 'error: preview-pull-request which application? host, marketing, portal, not "shop"',
    });
    await writeFile(file, '{"preview":{"output":1}}');
    expect(await comment(['marketing', file])).toEqual({
      code: 1,
      stderr: `error: ${file} is no result of preview-pull-request. Run that job again.`,
    });
    expect(await comment(['marketing', file], { PULL_REQUEST: '' })).toEqual({
      code: 1,
      stderr: 'error: PULL_REQUEST is not a number: the branch has no open pull request',
    });
    expect(comments).toEqual([]);
  });
});
