import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { FAKE_SITE } from '../../change/for-tests/fake-site.ts';
import { type SiteState, siteStateSchema } from '../../store/site-state.ts';
import { tellChange } from './tell-change.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

function receiver(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const listening = createServer(answer);
  server = listening;
  return new Promise((resolve) =>
    listening.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(listening.address() as AddressInfo).port}/secret-hook`),
    ),
  );
}

function stateTelling(webhookUrl?: string): SiteState {
  return siteStateSchema.parse({
    schemaVersion: 1,
    revision: 7,
    changedAt: '2026-01-01T00:00:00Z',
    action: 'release marketing m2',
    person: 'Ada',
    brought: [
      { app: 'marketing', version: 'm2', commit: 'c2', parentCommit: 'c1', subjects: ['say it shorter'] },
    ],
    compositionId: 'x',
    versions: { host: 'h1', marketing: 'm2' },
    canary: null,
    site: { ...FAKE_SITE, ...(webhookUrl === undefined ? {} : { webhookUrl }) },
    retired: [],
  });
}

async function tell(webhookUrl?: string, timeoutMs = 60_000): Promise<string[]> {
  const lines: string[] = [];
  await tellChange(stateTelling(webhookUrl), (line) => lines.push(line), { timeoutMs });
  return lines;
}

test('a change is one JSON line, with or without a webhook', async () => {
  const [line = '', ...more] = await tell();
  expect(more).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({
    event: 'site_changed',
    state: 7,
    person: 'Ada',
    action: 'release marketing m2',
    text: 'https://corvane.example: release marketing m2 by Ada\n- say it shorter',
    versions: { host: 'h1', marketing: 'm2' },
    brought: [{ commit: 'c2', parentCommit: 'c1' }],
  });
});

test('the webhook gets the same by POST, and never the settings', async () => {
  let received = '';
  const url = await receiver(async (request, response) => {
    for await (const chunk of request) received += String(chunk);
    response.end();
  });
  const lines = await tell(url);
  expect(lines).toEqual([received]);
  expect(received).not.toContain('secret-hook');
  expect(received).not.toContain('sb_publishable');
});

test('a webhook that hangs is given up', async () => {
  const lines = await tell(await receiver(() => {}), 150);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toBe('The webhook got no notice: no answer within 0.15 s. The change is live anyway.');
});

test.each([
  [
    'fails',
    (_: IncomingMessage, response: ServerResponse) => response.writeHead(500).end(),
    'it answers 500',
  ],
  ['cuts the line', (request: IncomingMessage) => request.destroy(), 'it cannot be reached'],
  [
    'sends elsewhere',
    (_: IncomingMessage, response: ServerResponse) =>
      response.writeHead(302, { Location: 'http://x.test/' }).end(),
    'it answers 302',
  ],
])('a webhook that %s does not disturb a release', async (_what, answer, problem) => {
  const lines = await tell(await receiver(answer));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toBe(`The webhook got no notice: ${problem}. The change is live anyway.`);
});
