// @vitest-environment happy-dom
import { Suspense } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { type PageContextValue, PageProvider } from '../page-context.ts';
import { SALES_SESSION_KEY } from './session-storage.ts';
import { SessionStore } from './session-store.ts';
import { fakeWindow, grant, memoryStorage, REP } from './session-store-fixture.ts';
import { useSession } from './use-session.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);

let draws: string[] = [];

function Header() {
  const { status } = useSession();
  draws.push(`header ${status}`);
  return (
    <>
      {['one', 'two'].map((name) => (
        <Suspense key={name}>
          <Section name={name} session={{ status }} />
        </Suspense>
      ))}
    </>
  );
}

function Section({ name }: { name: string; session: object }) {
  draws.push(name);
  return <p>{name}</p>;
}

const page = (store: SessionStore) => (
  <PageProvider value={{ session: store } as PageContextValue}>
    <Header />
  </PageProvider>
);

async function hydrate(storage: Storage): Promise<unknown[]> {
  const api = { invoke: () => new Promise<never>(() => {}) };
  const element = document.body.appendChild(document.createElement('div'));
  element.innerHTML = renderToString(page(new SessionStore({ api, storage })));
  const store = new SessionStore({ api, storage });
  store.start(fakeWindow());
  draws = [];
  const errors: unknown[] = [];
  const root = hydrateRoot(element, page(store), { onRecoverableError: (error) => errors.push(error) });
  await vi.waitFor(() => expect(draws).toContain('two'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  root.unmount();
  return errors;
}

/** Regression: the change to 'anonymous' in the first effect made React hydrate every section in one go, several times. */
test('a page without a stored session is drawn once', async () => {
  expect(await hydrate(memoryStorage())).toEqual([]);
  expect(draws).toEqual(['header anonymous', 'one', 'two']);
});

test('a page with a stored session begins as it was prerendered', async () => {
  const storage = memoryStorage();
  storage.setItem(
    SALES_SESSION_KEY,
    JSON.stringify({ salesRepId: REP.id, sessionId: grant().sessionId, timestamp: Date.now() }),
  );
  expect(await hydrate(storage)).toEqual([]);
  expect(draws[0]).toBe('header restoring');
});
