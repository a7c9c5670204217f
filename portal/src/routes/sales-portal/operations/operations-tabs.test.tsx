// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetSessionQueries, queryClientForSession } from '../../../app/session-query-client.ts';
import { type Mounted, mount } from '../../../testing/mount.tsx';
import { RoutedHost } from '../../../testing/routed-host.tsx';
import { OperationsTabs, TAB_SHORTCUTS } from './operations-tabs.tsx';

let mounted: Mounted;
beforeEach(() => forgetSessionQueries());
afterEach(() => mounted.unmount());

async function open(host: RoutedHost): Promise<void> {
  mounted = await mount(
    <host.Provider>
      <QueryClientProvider client={queryClientForSession('test')}>
        <OperationsTabs isShown onRefused={() => {}} />
      </QueryClientProvider>
    </host.Provider>,
  );
}

const never = () => new Promise(() => {});
const HANDLERS = {
  get_operations_today: never,
  get_audit_trail: never,
  get_contact_requests: never,
  get_contact_request_choices: never,
  get_reps_for_assignment: never,
};
const focused = () => document.activeElement?.textContent;

test('each tab has a key that opens and focuses it, even if the address changes late', async () => {
  const host = new RoutedHost(HANDLERS);
  await open(host);
  const tabs = [...mounted.container.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent);
  expect(TAB_SHORTCUTS.label).toBe(tabs.join(', '));
  expect(TAB_SHORTCUTS.keys).toHaveLength(tabs.length);
  host.drawLate();
  await act(async () => document.dispatchEvent(new KeyboardEvent('keydown', { key: '2' })));
  expect(mounted.container.querySelector('[aria-selected=true]')?.textContent).toBe(tabs[0]);
  await act(async () => host.drawNext());
  expect([mounted.container.querySelector('[aria-selected=true]')?.textContent, focused()]).toEqual([
    tabs[1],
    tabs[1],
  ]);
});
