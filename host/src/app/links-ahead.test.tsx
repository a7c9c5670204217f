// @vitest-environment happy-dom
import type { Session } from '@corvane/shared/contracts/remote/session';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PageContextValue, PageProvider } from '../page-context.ts';
import type { SessionStore } from '../session/session-store.ts';
import { HostLink } from './links.tsx';

const look = vi.fn();
const prepare = vi.fn();
const page = {
  config: {
    basename: '/preview',
    registry: {
      remotes: {
        marketing: { routes: [{ path: '/' }, { path: '/about', access: 'public' }] },
        portal: { routes: [{ path: '/sales-portal', access: 'rep' }] },
      },
    },
  },
  loader: { prepare },
  releases: { look, isNewer: async () => false },
  openedLink: { status: 'none' },
} as unknown as PageContextValue;
const element = document.body.appendChild(document.createElement('div'));
let root: ReturnType<typeof createRoot>;

beforeEach(() => {
  history.replaceState(null, '', '/preview/');
  look.mockClear();
  prepare.mockClear();
  root = createRoot(element);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await act(async () => root.unmount());
});

async function reachFor(to: string, status: Session['status'] = 'anonymous', kind = 'pointerover') {
  const session = { getSnapshot: () => ({ status }) } as unknown as SessionStore;
  await act(async () =>
    root.render(
      <PageProvider value={{ ...page, session }}>
        <BrowserRouter basename="/preview">
          <HostLink to={to}>There</HostLink>
        </BrowserRouter>
      </PageProvider>,
    ),
  );
  await act(async () => element.querySelector('a')?.dispatchEvent(new Event(kind, { bubbles: true })));
}

test.each(['pointerover', 'focusin'])('a link that gets %s fetches its page ahead', async (kind) => {
  await reachFor('/about?from=menu#team', 'anonymous', kind);
  expect(prepare).toHaveBeenCalledExactlyOnceWith('marketing', '/about');
  expect(look).toHaveBeenCalled();
});

test("a representative's page is fetched ahead only for a representative", async () => {
  await reachFor('/sales-portal', 'customer');
  expect(prepare).not.toHaveBeenCalled();
  await reachFor('/sales-portal', 'rep');
  expect(prepare).toHaveBeenCalledExactlyOnceWith('portal', '/sales-portal');
});

test('nothing is fetched ahead for an address without a remote', async () => {
  await reachFor('/nowhere');
  expect(prepare).not.toHaveBeenCalled();
});

test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  'nothing is fetched ahead over a connection of %j',
  async (connection) => {
    vi.stubGlobal('navigator', { connection });
    await reachFor('/about');
    expect(prepare).not.toHaveBeenCalled();
    expect(look).toHaveBeenCalled();
  },
);
