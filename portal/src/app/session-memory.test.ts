import { expect, test, vi } from 'vitest';
import { REP_SESSION } from '../testing/fake-host.tsx';
import { forgetWithSession, rememberSession } from './session-memory.ts';

test('code that loads once a session has begun drops what is stored of another', () => {
  const forget = vi.fn();
  forgetWithSession(forget);
  expect(forget).not.toHaveBeenCalled();
  rememberSession(REP_SESSION);
  const late = vi.fn();
  forgetWithSession(late);
  expect(late).toHaveBeenCalledExactlyOnceWith(REP_SESSION.sessionId);
});
