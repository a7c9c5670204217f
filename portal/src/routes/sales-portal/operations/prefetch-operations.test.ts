// @vitest-environment happy-dom

import type { Session } from '@corvane/shared/contracts/remote/session';
import { beforeEach, expect, test } from 'vitest';
import { forgetPrefetchedCalls } from '../../../app/prefetched-calls.ts';
import { rememberSession } from '../../../app/session-memory.ts';
import { accessQuery } from '../../../features/operations-access/api.ts';
import { fakeHost, REP_SESSION } from '../../../testing/fake-host.tsx';
import { prefetchOperations } from './prefetch-operations.ts';

beforeEach(() => {
  forgetPrefetchedCalls();
  rememberSession(REP_SESSION);
});

const ACCESS = { isManager: true, managerUntil: null, now: '2026-11-21T10:00:00Z' };
const host = () => fakeHost({ get_manager_access: () => ACCESS });
const MANAGER: Session = { ...REP_SESSION, rep: { ...REP_SESSION.rep, isManager: true } };

test("the gate takes the early answer of a manager's access, and asks the server after that", async () => {
  const { services, calls } = host();
  prefetchOperations({ ...services, session: MANAGER });
  expect(calls.map(({ name }) => name)).toEqual(['get_manager_access']);
  const { queryFn } = accessQuery(services.api);
  const ask = queryFn as (context: object) => Promise<unknown>;
  expect(await ask({})).toMatchObject({ isManager: true });
  expect(calls).toHaveLength(1);
  await ask({});
  expect(calls).toHaveLength(2);
});

/** The code of the first session was still on its way when the second one began. */
test('nothing is asked early for a session that another one has followed', () => {
  const { services, calls } = host();
  rememberSession({ ...MANAGER, sessionId: '00000000-0000-4000-8000-00000000000c' });
  prefetchOperations({ ...services, session: MANAGER });
  expect(calls).toEqual([]);
});

test('nothing is asked early for anybody else', () => {
  const { services, calls } = host();
  prefetchOperations({ ...services, session: REP_SESSION });
  prefetchOperations({ ...services, session: { status: 'anonymous' } });
  expect(calls).toEqual([]);
});
