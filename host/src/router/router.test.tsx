// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BrowserRouter, StaticRouter, useHref, useRouter } from './router.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const element = document.body.appendChild(document.createElement('div'));
let root: ReturnType<typeof createRoot>;
let router: ReturnType<typeof useRouter>;

function Probe() {
  router = useRouter();
  return router.location.pathname;
}

async function open(address: string, basename = ''): Promise<void> {
  history.replaceState(null, '', address);
  await act(async () =>
    root.render(
      <BrowserRouter basename={basename}>
        <Probe />
      </BrowserRouter>,
    ),
  );
}

beforeEach(() => {
  root = createRoot(element);
});
afterEach(() => act(async () => root.unmount()));

test('a page knows its path, query and hash', async () => {
  await open('/pricing?plan=moonshot#plans');
  expect(router.location).toEqual({
    pathname: '/pricing',
    search: '?plan=moonshot',
    hash: '#plans',
    state: null,
  });
});

test('another page gets an entry in the history and what was passed on to it', async () => {
  await open('/');
  const entries = history.length;
  await act(async () => router.navigate('/about', { state: { from: 'home' } }));
  expect(element.textContent).toBe('/about');
  expect(router.location.state).toEqual({ from: 'home' });
  expect(history.length).toBe(entries + 1);
});

test('a replaced page leaves no entry', async () => {
  await open('/sales-portal?tab=a');
  const entries = history.length;
  await act(async () => router.navigate('/sales-portal?tab=b', { replace: true }));
  expect(router.location.search).toBe('?tab=b');
  expect(history.length).toBe(entries);
});

test('the page follows the buttons of the browser', async () => {
  await open('/about');
  history.replaceState(null, '', '/contact');
  await act(async () => window.dispatchEvent(new PopStateEvent('popstate')));
  expect(element.textContent).toBe('/contact');
});

test('a preview keeps its address before every path', async () => {
  await open('/_preview/abc/pricing', '/_preview/abc');
  expect(router.location.pathname).toBe('/pricing');
  await act(async () => router.navigate('/'));
  expect([location.pathname, router.location.pathname]).toEqual(['/_preview/abc', '/']);
  await act(async () => router.navigate('/about?a=1'));
  expect([location.pathname, router.location.pathname]).toEqual(['/_preview/abc/about', '/about']);
});

function Href({ to }: { to: string }) {
  return useHref(to);
}

test.each([
  ['', '/', '/'],
  ['', '/about#team', '/about#team'],
  ['/_preview/abc', '/', '/_preview/abc'],
  ['/_preview/abc', '/?a=1', '/_preview/abc?a=1'],
  ['/_preview/abc', '/about', '/_preview/abc/about'],
  ['/_preview/abc', '#team', '#team'],
])('below "%s", a link to %s leads to %s', (basename, to, href) => {
  const html = renderToStaticMarkup(
    <StaticRouter basename={basename} pathname="/">
      <Href to={to} />
    </StaticRouter>,
  );
  expect(html).toBe(href);
});
