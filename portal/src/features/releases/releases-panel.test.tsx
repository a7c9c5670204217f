// @vitest-environment happy-dom
import { releaseHistorySchema } from '@corvane/shared/contracts/release-history';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { failsWith } from '../../testing/fake-host.tsx';
import { press, stopClock, untilText } from '../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../testing/routed-host.tsx';
import { RELEASE_RUN, rowsOf as rowsOfApp } from './release-rows.ts';
import { BUSY_HISTORY, changeRow, figuresAnswer, figuresRow, historyFile } from './releases-fixtures.ts';
import ReleasesPanel from './releases-panel.tsx';

const site = vi.fn<(path: string) => Promise<Response>>();

beforeEach(() => {
  stopClock();
  vi.stubEnv('TZ', 'UTC');
  site.mockReset();
  vi.stubGlobal('fetch', site);
});

async function open(history: unknown, handlers: Handlers = { get_release_figures: () => figuresAnswer() }) {
  site.mockImplementation(async () => Response.json(history));
  const host = new RoutedHost(handlers);
  return { host, panel: (await host.mount(<ReleasesPanel />)).container };
}

const rowsOf = (panel: HTMLElement, app: string) =>
  [...panel.querySelectorAll(`section[aria-labelledby="portal-releases-${app}"] tbody tr`)].map(
    ({ textContent }) => textContent,
  );

test('each application has its live version, its canary with share, its previews, and what came before', async () => {
  const { panel } = await open(BUSY_HISTORY, {
    get_release_figures: () => figuresAnswer(figuresRow('m2'), figuresRow('m3', { failures: 0, errors: 0 })),
  });
  await untilText(panel, '1,200 page loads');
  expect(site.mock.calls[0]?.[0]).toBe('/history.json');
  expect([...panel.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
    'host',
    'marketing',
    'portal',
  ]);
  expect(rowsOf(panel, 'marketing')).toEqual([
    expect.stringMatching(
      /^m2Commit 0a1b2c3d4e, Ada LovelaceLive.*3 failed loads, 1 error in 1,200.*1\.8 s$/,
    ),
    expect.stringMatching(/^m3Commit 0a1b2c3d4e, Grace HopperCanary, 10 %.*none in 1,200 page loads/),
    expect.stringMatching(/^m4Commit ffeeddccbbPreview.*2 hours ago.*no reports/),
    expect.stringMatching(/^m1Commit not knownReleased.*3 days ago.*no reports/),
  ]);
  expect(rowsOf(panel, 'host')).toEqual([expect.stringMatching(/^h1Commit not knownLivenot known/)]);
});

test('a version has its figures and its commands, and one press copies a command', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  const { panel, host } = await open(BUSY_HISTORY, {
    get_release_figures: () => figuresAnswer(figuresRow('m1')),
  });
  await untilText(panel, '1,200 page loads');
  await press(panel, 'm1Commit not known');
  const dialog = document.querySelector<HTMLElement>('[role=dialog]');
  if (dialog === null) throw new Error('No dialog opened');
  await untilText(dialog, '96 ms or less in 3 of 4 page loads');
  expect(dialog.textContent).toContain('Released bynot known');
  const commands = [...dialog.querySelectorAll('textarea')].map(({ value }) => value);
  expect(commands).toEqual([
    'npx -y pnpm@12 run release rollback marketing m1 --live',
    'npx -y pnpm@12 run release notes marketing',
  ]);
  await press(dialog, 'Copy the command: Go back to this version');
  expect(writeText).toHaveBeenCalledWith(commands[0]);
  expect(host.toasts.at(-1)).toMatchObject({ description: 'Command copied to clipboard' });
  await act(async () => dialog.querySelector<HTMLElement>('[aria-label=Close]')?.click());
  expect(document.querySelector('[role=dialog]')).toBeNull();
});

test('only an application with a canary asks to keep it out of going back', () => {
  const history = releaseHistorySchema.parse(BUSY_HISTORY);
  expect(['marketing', 'portal'].map((app) => rowsOfApp(app, history)[0]?.commands[0]?.command)).toEqual([
    `${RELEASE_RUN} rollback marketing --live`,
    `${RELEASE_RUN} rollback portal`,
  ]);
});

test('a site whose tool kept no history yet says when it begins', async () => {
  const host = new RoutedHost({ get_release_figures: () => figuresAnswer() });
  site.mockImplementation(async () => new Response('<h1>Not found</h1>', { status: 404 }));
  const panel = (await host.mount(<ReleasesPanel />)).container;
  await untilText(panel, 'No release history yet.');
});

test('the tab shows that the releases are loading', async () => {
  const host = new RoutedHost({ get_release_figures: () => new Promise(() => {}) });
  site.mockImplementation(() => new Promise(() => {}));
  const panel = (await host.mount(<ReleasesPanel />)).container;
  expect(panel.querySelector('[aria-busy] [role=status]')?.textContent).toBe('Loading the releases');
});

test.each([
  ['an error', async () => new Response('', { status: 503 })],
  ['another file', async () => Response.json({ compositionId: 'a' })],
  ['nothing', () => Promise.reject(new TypeError('offline'))],
])('when the site answers with %s, a retry loads the releases', async (_case, answer) => {
  const host = new RoutedHost({ get_release_figures: () => figuresAnswer() });
  site.mockImplementation(answer);
  const panel = (await host.mount(<ReleasesPanel />)).container;
  await untilText(panel, 'Failed to load the releases.');
  site.mockImplementation(async () => Response.json(BUSY_HISTORY));
  await press(panel, 'Try again');
  await untilText(panel, 'Canary, 10 %');
});

test('without figures the releases stay, and say that figures are missing', async () => {
  let answer: () => unknown = failsWith('internal', { status: 400 });
  const { panel } = await open(BUSY_HISTORY, { get_release_figures: () => answer() });
  await untilText(panel, 'Failures and page speed could not be loaded.');
  await untilText(panel, 'Canary, 10 %');
  expect(rowsOf(panel, 'host')).toEqual([expect.stringContaining('Failures not known')]);
  answer = () => figuresAnswer(figuresRow('m2'));
  await press(panel, 'Refresh');
  await untilText(panel, '1,200 page loads');
});

test('a removed application keeps its history, and the command that brings it back', async () => {
  const { panel } = await open(
    historyFile([changeRow('remove', 'm2'), changeRow('release', 'm2')], { versions: {} }),
  );
  await untilText(panel, 'Removed');
  await press(panel, 'm2Commit 0a1b2c3d4e, Ada Lovelace');
  expect(document.querySelector<HTMLTextAreaElement>('[role=dialog] textarea')?.value).toBe(
    'npx -y pnpm@12 run release marketing',
  );
});
