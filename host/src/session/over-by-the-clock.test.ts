import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { expect, test, vi } from 'vitest';
import { SessionStore } from './session-store.ts';
import { CUSTOMER, grant, memoryStorage, NOW_MS, REP, tenMinuteToken } from './session-store-fixture.ts';

const WEEK_MS = 7 * 24 * 3_600_000;
const sessionExpiresAt = '2026-03-01T12:00:30Z';
const { id: _, repName, repEmail, ...customer } = CUSTOMER;

/** Regression: a tab that woke up offline after a week showed prices, to a former customer or on a lost laptop. */
test.each([
  {
    actor: { kind: 'customer', customer: CUSTOMER } as const,
    ended: { ended: 'customer', endedAccess: { endedAt: sessionExpiresAt, repName, repEmail, customer } },
  },
  { actor: { kind: 'rep', rep: REP } as const, ended: { ended: 'rep' } },
])(
  'once a session is over by the clock, its $actor.kind waits without prices until the server has answered',
  async ({ actor, ended }) => {
    const invoke = vi.fn<(name: string, body: unknown, options?: unknown) => Promise<unknown>>();
    let nowMs = NOW_MS;
    const store = new SessionStore({ api: { invoke }, storage: memoryStorage(), now: () => nowMs });
    invoke.mockResolvedValue(grant({ sessionToken: tenMinuteToken(1), sessionExpiresAt, actor }));
    await (actor.kind === 'rep' ? store.signInRep('id') : store.signInCustomer('token'));
    await store.check();
    expect(store.getSnapshot().status).toBe(actor.kind);

    nowMs += WEEK_MS;
    let refuse: (error: unknown) => void = () => {};
    invoke.mockReturnValue(new Promise((_resolve, reject) => (refuse = reject)));
    const checked = store.check();
    expect(store.getSnapshot().status).toBe('restoring');
    refuse(new ApiError('unauthenticated', 'over', { status: 401 }));
    await checked;
    expect(store.getSnapshot()).toEqual({ status: 'anonymous', ...ended });
  },
);
