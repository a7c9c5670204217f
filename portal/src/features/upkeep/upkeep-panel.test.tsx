// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { failsWith } from '../../testing/fake-host.tsx';
import { press, stopClock, untilText } from '../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../testing/routed-host.tsx';
import UpkeepPanel from './upkeep-panel.tsx';

const NOW = '2026-11-21T10:00:00+00:00';
const finding = (name: string, verdict: string, changes: object = {}) => ({
  ...{
    name,
    verdict,
    machine: null,
    asks: `Is ${name} well?`,
    says: `${name} was seen`,
    mend: `Mend ${name}`,
  },
  ...changes,
});
const answer = (findings: object[], examinedAt: string | null = '2026-11-21T09:48:00+00:00') => ({
  ...{ examinedAt, findings, now: NOW },
});

beforeEach(() => {
  stopClock();
  vi.stubEnv('TZ', 'UTC');
});

async function open(get_upkeep: Handlers[string]): Promise<HTMLElement> {
  return (await new RoutedHost({ get_upkeep }).mount(<UpkeepPanel />)).container;
}
const rows = (panel: HTMLElement) =>
  [...panel.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);

test('what is wrong comes first, then what could not be looked at', async () => {
  const panel = await open(() =>
    answer([
      finding('certificate', 'right'),
      finding('mail', 'unknown'),
      finding('backup', 'wrong', { machine: 'web-2:443' }),
    ]),
  );
  await untilText(panel, 'The site was checked 12 minutes ago: 1 fault.');
  expect(rows(panel)).toEqual([
    expect.stringMatching(/^Is backup well\?web-2:443: backup was seenWrong$/),
    expect.stringMatching(/^Is mail well\?mail was seenNot known$/),
    expect.stringMatching(/^Is certificate well\?certificate was seenRight$/),
  ]);
});

test('a fault says what to do, and what is right does not', async () => {
  const panel = await open(() => answer([finding('backup', 'wrong'), finding('mail', 'right')]));
  await untilText(panel, 'Is backup well?');
  await press(panel, 'Is backup well?backup was seen');
  await untilText(document.body, 'Mend backup');
  await act(async () => document.querySelector<HTMLElement>('[role=dialog] [aria-label=Close]')?.click());
  await press(panel, 'Is mail well?mail was seen');
  await untilText(document.body, 'Name of the check');
  expect(document.body.textContent).not.toContain('Mend mail');
});

test('without a fault it says so', async () => {
  const panel = await open(() => answer([finding('mail', 'right')]));
  await untilText(panel, 'The site was checked 12 minutes ago: nothing is wrong.');
});

test.each([
  ['2026-11-21T07:01:00+00:00', 'The site was checked 2 hours ago: nothing is wrong.'],
  ['2026-11-21T06:59:00+00:00', 'The site was last checked 3 hours ago, so this may be out of date.'],
])('of findings of %s it says: %s', async (examinedAt, words) => {
  const panel = await open(() => answer([finding('mail', 'right')], examinedAt));
  await untilText(panel, words);
});

test('where it was never checked, the page says so', async () => {
  await untilText(await open(() => answer([], null)), 'The site was not checked yet.');
});

test('findings that could not be loaded are loaded by a retry', async () => {
  let told: () => unknown = failsWith('internal');
  const panel = await open(() => told());
  await untilText(panel, 'Failed to load the checks of the site.');
  told = () => answer([finding('mail', 'right')]);
  await press(panel, 'Try again');
  await untilText(panel, 'nothing is wrong');
});
