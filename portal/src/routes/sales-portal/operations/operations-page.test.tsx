// @vitest-environment happy-dom
import type { Session } from '@corvane/shared/contracts/remote/session';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { forgetSessionQueries } from '../../../app/session-query-client.ts';
import { fakeHost, REP_SESSION } from '../../../testing/fake-host.tsx';
import { type Mounted, mount, untilText } from '../../../testing/mount.tsx';
import OperationsPage from './operations-page.tsx';

let mounted: Mounted;
// Already loaded, so the page does not have to wait for it.
beforeAll(() => import('./operations-area.tsx'));
beforeEach(() => forgetSessionQueries());

const sessionOf = (isManager: boolean): Session =>
  REP_SESSION.status === 'rep' ? { ...REP_SESSION, rep: { ...REP_SESSION.rep, isManager } } : REP_SESSION;

test('a representative learns that Operations is not for them, and no call is made', async () => {
  const host = fakeHost({}, { session: sessionOf(false) });
  mounted = await mount(<OperationsPage host={host.services} />);
  expect(mounted.container.querySelector('h1')?.textContent).toBe('Operations is for managers only');
  expect(mounted.container.querySelector('h1 + p a')?.getAttribute('href')).toBe('/sales-portal');
  expect(host.calls).toEqual([]);
});

test('a manager is asked for a code before anything else', async () => {
  const host = fakeHost(
    { get_manager_access: () => ({ isManager: true, managerUntil: null, now: new Date().toISOString() }) },
    { session: sessionOf(true) },
  );
  mounted = await mount(<OperationsPage host={host.services} />);
  await untilText(mounted.container, 'Email me a code');
  expect(mounted.container.querySelectorAll('h1')).toHaveLength(1);
  expect(host.calls.map(({ name }) => name)).toEqual(['get_manager_access']);
});

test("a manager with access sees today's work, and how long the access lasts", async () => {
  const now = Date.now();
  const host = fakeHost(
    {
      get_manager_access: () => ({
        isManager: true,
        managerUntil: new Date(now + 2 * 3_600_000 + 30_000).toISOString(),
        now: new Date(now).toISOString(),
      }),
      get_operations_today: () => new Promise(() => {}),
    },
    { session: sessionOf(true) },
  );
  mounted = await mount(<OperationsPage host={host.services} />);
  await untilText(mounted.container, 'Operations stays open in this session for another 2 h 0 min.');
  expect(mounted.container.querySelector('[role=tab]')?.textContent).toBe('Today');
});

test('a manager whose right is taken away is told so, and the page keeps what was typed', async () => {
  const now = Date.now();
  const host = fakeHost(
    {
      get_manager_access: () => ({
        isManager: true,
        managerUntil: new Date(now + 7_200_000).toISOString(),
        now: new Date(now).toISOString(),
      }),
      get_operations_today: () => new Promise(() => {}),
    },
    { session: sessionOf(true) },
  );
  mounted = await mount(<OperationsPage host={host.services} />);
  await untilText(mounted.container, 'Operations stays open');
  const area = mounted.container.querySelector('[role=tablist]');
  await mounted.render(<OperationsPage host={{ ...host.services, session: sessionOf(false) }} />);
  await untilText(mounted.container, 'You are no longer a manager.');
  expect(mounted.container.textContent).not.toContain('Operations is for managers only');
  expect(area?.isConnected).toBe(true);
  expect(area?.closest('[hidden]')).not.toBeNull();
});
