// @vitest-environment happy-dom
import { act, type MouseEvent } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PageContextValue, PageProvider } from '../page-context.ts';
import type { SessionStore } from '../session/session-store.ts';
import { usePlainLinks } from './links.tsx';

const look = vi.fn();
const prepare = vi.fn();
const page = {
  config: {
    basename: '/preview',
    registry: { remotes: { marketing: { routes: [{ path: '/about', access: 'public' }] } } },
  },
  loader: { prepare },
  releases: { look, isNewer: async () => false },
  openedLink: { status: 'none' },
} as unknown as PageContextValue;
const session = { getSnapshot: () => ({ status: 'anonymous' }) } as unknown as SessionStore;
const element = document.body.appendChild(document.createElement('div'));
let root: ReturnType<typeof createRoot>;

let isLeftToBrowser: boolean;

function Section({ html }: { html: string }) {
  const { onClick, ...links } = usePlainLinks();
  return (
    <div
      {...links}
      {...{
        onClick(event: MouseEvent<HTMLElement>) {
          onClick?.(event);
          isLeftToBrowser = !event.defaultPrevented;
          // The browser of the test must not follow it.
          event.preventDefault();
        },
      }}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

beforeEach(() => {
  history.replaceState(null, '', '/preview/');
  look.mockClear();
  prepare.mockClear();
  vi.stubGlobal('scrollTo', vi.fn());
  root = createRoot(element);
});
afterEach(() => act(async () => root.unmount()));

async function dispatch(html: string, event: Event): Promise<void> {
  await act(async () =>
    root.render(
      <PageProvider value={{ ...page, session }}>
        <BrowserRouter basename="/preview">
          <Section html={html} />
        </BrowserRouter>
      </PageProvider>,
    ),
  );
  await act(async () => element.querySelector('a')?.dispatchEvent(event));
}

const link = (attributes: string) => `<p><a ${attributes}>There</a></p>`;
const click = (init: MouseEventInit = {}) =>
  new window.MouseEvent('click', { bubbles: true, cancelable: true, ...init });

test('a click on a link opens its page without a page load', async () => {
  await dispatch(link('href="/preview/about?from=home#team"'), click());
  expect(isLeftToBrowser).toBe(false);
  expect(location.pathname + location.search + location.hash).toBe('/preview/about?from=home#team');
});

test.each([
  ['href="/preview/about" target="_blank"', {}],
  ['href="/preview/about" download', {}],
  ['href="/preview/about"', { ctrlKey: true }],
  ['href="/preview/about"', { metaKey: true }],
  ['href="/preview/about"', { shiftKey: true }],
  ['href="/preview/about"', { button: 1 }],
  ['href="/about"', {}],
  ['href="https://other.example/preview/about"', {}],
  ['href="mailto:us@example.com"', {}],
  ['href="#contents"', {}],
  ['href="javascript:void 0"', {}],
  ['name="place"', {}],
] as const)('a link %s with %j is the business of the browser', async (attributes, init) => {
  await dispatch(link(attributes), click(init));
  expect(isLeftToBrowser).toBe(true);
  expect(location.pathname).toBe('/preview/');
});

test.each(['pointerover', 'focusin'])('a link that gets %s fetches its page ahead', async (kind) => {
  await dispatch(link('href="/preview/about"'), new Event(kind, { bubbles: true }));
  expect(prepare).toHaveBeenCalledExactlyOnceWith('marketing', '/about');
  expect(look).toHaveBeenCalled();
});
