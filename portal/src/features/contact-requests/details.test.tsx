// @vitest-environment happy-dom

import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetSessionQueries } from '../../app/session-query-client.ts';
import {
  buttonNamed,
  inputNamed,
  type Mounted,
  press,
  stopClock,
  type,
  untilText,
} from '../../testing/mount.tsx';
import { RoutedHost } from '../../testing/routed-host.tsx';
import ManagedRequestsPanel from './managed-requests-panel.tsx';
import { REQUEST_ID, requestRow, requestsPage } from './requests-fixtures.ts';

const GRACE_ID = '00000000-0000-4000-8000-0000000000e2';
const ROWS = [requestRow(), requestRow({ requestId: GRACE_ID, firstName: 'Grace' })];

let mounted: Mounted;
let host: RoutedHost;

beforeEach(async () => {
  stopClock();
  host = new RoutedHost(
    {
      get_contact_request_choices: () => ({ sources: [], campaigns: [], pages: [] }),
      get_reps_for_assignment: () => [],
      get_contact_requests: (body) => {
        const { filter } = body as { filter: { request_id?: string } };
        return requestsPage(ROWS.filter(({ requestId }) => (filter.request_id ?? requestId) === requestId));
      },
    },
    `?request=${REQUEST_ID}`,
  );
  mounted = await host.mount(<ManagedRequestsPanel />);
  await untilText(document.body, '1 of 2 shown');
});
afterEach(async () => {
  await mounted.unmount();
  forgetSessionQueries();
});

const pressOn = (target: Element, key: string) =>
  act(async () => target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));

test('buttons and arrow keys lead to the next request and back, and the row of the last one has the focus', async () => {
  await press(document.body, 'Next');
  await untilText(document.body, '2 of 2 shown');
  expect(host.search).toBe(`?request=${GRACE_ID}`);
  await pressOn(document.body, 'ArrowRight');
  expect(host.search).toBe(`?request=${GRACE_ID}`);
  await pressOn(document.body, 'ArrowLeft');
  expect(host.search).toBe(`?request=${REQUEST_ID}`);
  await pressOn(document.body, 'ArrowRight');
  await act(async () => document.querySelector<HTMLElement>('[aria-label=Close]')?.click());
  expect(host.search).toBe('');
  expect(document.activeElement?.textContent).toContain('Grace');
});

test('an arrow key in the note moves its cursor, and a typed note is asked about first', async () => {
  await type(document.body, 'staffNote', 'Half a thought');
  await pressOn(inputNamed(document.body, 'staffNote'), 'ArrowRight');
  expect(host.search).toBe(`?request=${REQUEST_ID}`);
  await press(document.body, 'Next');
  await untilText(document.body, 'Discard what you entered?');
  await pressOn(document.body, 'ArrowRight');
  expect(host.search).toBe(`?request=${REQUEST_ID}`);
  await press(document.body, 'Discard');
  expect(host.search).toBe(`?request=${GRACE_ID}`);
});

test('the message comes first, before the facts and the form', () => {
  const text = document.querySelector('[role=dialog]')?.textContent ?? '';
  expect(text.indexOf('Please call me.')).toBeLessThan(text.indexOf('Engines Ltd'));
  expect(buttonNamed(document.body, 'Save changes').isConnected).toBe(true);
});
