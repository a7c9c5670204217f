// @vitest-environment happy-dom
import type { Counted } from '@corvane/shared/contracts/backend/counted';
import { type CountEvent, siteEventsRequestSchema } from '@corvane/shared/contracts/backend/site-events';
import type { RemoteCounts } from '@corvane/shared/contracts/remote/remote-counts';
import { afterEach, expect, expectTypeOf, test, vi } from 'vitest';
import { countVisits, entryOf, MAX_CAMPAIGN, track } from './track.ts';

const report = vi.fn<(event: CountEvent) => void>();
const told = () => report.mock.calls.map(([{ what }]) => what);
const loadedBy = (type: string) =>
  vi
    .spyOn(performance, 'getEntriesByType')
    .mockReturnValue([{ type } as unknown as PerformanceNavigationTiming]);
const count = (action: string) => track({ action, category: 'count', label: '' });

let forget = () => {};
function start(referrer: string, path: () => string = () => '/'): void {
  const add = vi.spyOn(document, 'addEventListener');
  countVisits(report, { entry: { referrer, campaign: '' }, path });
  const [[type, listener] = []] = add.mock.calls;
  forget = () => document.removeEventListener(type as string, listener as EventListener);
}

afterEach(() => {
  forget();
  vi.restoreAllMocks();
  report.mockReset();
});

test.each([
  ['from another website', 'www.example.org', 'navigate', ['visit']],
  ['typed into the address bar', '', 'navigate', ['visit']],
  ['from a page of this site', location.hostname, 'navigate', []],
  ['that is a reload', 'www.example.org', 'reload', []],
  ['that is a way back', 'www.example.org', 'back_forward', []],
])('a page load %s counts as %s', (_, referrer, type, expected) => {
  loadedBy(type);
  start(referrer);
  expect(told()).toEqual(expected);
});

test('what happens twice on a page counts once, and each view counts', () => {
  loadedBy('reload');
  let path = '/contact';
  start('', () => path);
  for (const action of ['view', 'form-opened', 'form-begun', 'form-begun']) count(action);
  path = '/pricing';
  for (const action of ['view', 'form-opened']) count(action);
  path = '/contact';
  count('view');
  expect(told()).toEqual(['view', 'form-opened', 'form-begun', 'view', 'form-opened', 'view']);
});

test('the host counts whatever the contract lets a remote count', () => {
  expectTypeOf<keyof RemoteCounts>().toExtend<Counted>();
});

test('a count that only a newer remote knows is not sent, because the server would refuse all other events', () => {
  loadedBy('reload');
  start('');
  for (const action of ['video-played', 'form-opened']) count(action);
  expect(told()).toEqual(['form-opened']);
});

test('an event for the analytics is not counted, and a count does not reach the analytics', () => {
  loadedBy('reload');
  start('');
  const gtag = vi.fn();
  vi.stubGlobal('gtag', gtag);
  track({ action: 'form_submission_success', category: 'engagement', label: 'contact_form' });
  count('form-sent');
  expect(told()).toEqual(['form-sent']);
  expect(gtag.mock.calls.map(([, action]) => action)).toEqual(['form_submission_success']);
  vi.unstubAllGlobals();
});

test('an entry names the other host and the campaign, nothing else of either address', () => {
  expect(
    entryOf(
      '?utm_source=news&utm_campaign=q4&utm_term=x&access=secret',
      'https://www.google.com/search?q=my+illness',
    ),
  ).toEqual({ referrer: 'www.google.com', campaign: 'news/q4' });
  expect(entryOf('', '')).toEqual({ referrer: '', campaign: '' });
  expect(entryOf('?utm_source=', 'no address')).toEqual({ referrer: '', campaign: '' });
});

test('a campaign that is too long is cut where the contract would refuse it', () => {
  const { campaign = '' } = entryOf(`?utm_source=${'x'.repeat(500)}`, '');
  expect(campaign).toHaveLength(MAX_CAMPAIGN);
  const { shape } = siteEventsRequestSchema;
  expect(shape.campaign.safeParse(campaign).success).toBe(true);
  expect(shape.campaign.safeParse(`${campaign}x`).success).toBe(false);
});
