// @vitest-environment happy-dom
import { act, startTransition, use, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { forgetWithSession } from '../../app/session-memory.ts';
import { fakeHost, REP_SESSION } from '../../testing/fake-host.tsx';
import { PortalFrame } from './portal-frame.tsx';

/** Regression: drawing alone dropped the data of a session whose page was still on the screen. */
test('the data of a session is dropped once another one is on the screen, not when React begins to draw it', async () => {
  const forget = vi.fn();
  forgetWithSession(forget);
  let arrive = () => {};
  const code = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let change = (_sessionId: string) => {};
  function Late() {
    use(code);
    return null;
  }
  function Page() {
    const [sessionId, setSessionId] = useState('first');
    change = (next) => startTransition(() => setSessionId(next));
    return (
      <>
        <PortalFrame host={{ ...fakeHost({}).services, session: { ...REP_SESSION, sessionId } }}>
          {(session) => <p>{session.sessionId}</p>}
        </PortalFrame>
        {sessionId === 'first' ? null : <Late />}
      </>
    );
  }
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  await act(async () => root.render(<Page />));
  forget.mockClear();
  await act(async () => change('second'));
  expect(element.textContent).toBe('first');
  expect(forget).not.toHaveBeenCalled();
  await act(async () => arrive());
  expect(element.textContent).toBe('second');
  expect(forget).toHaveBeenCalledExactlyOnceWith('second');
  await act(async () => root.unmount());
});
