// @vitest-environment happy-dom
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { act, Fragment, StrictMode, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RemoteBoundary } from './remote-boundary.tsx';
import { RemoteUnavailableError } from './remote-loader.ts';
import type { KeptPage } from './static-page.tsx';

const host = {
  Link: ({ to, children }) => <a href={to}>{children}</a>,
  location: { pathname: '/pricing', search: '', hash: '', state: null },
} as HostServices;

let thrown: unknown = null;
let thrownInEffect: unknown = null;
let holdsLink = false;
let isFirstPage = true;
let kept: KeptPage | null = null;
const reload = vi.fn(async () => true);
let container: HTMLElement;
let root: Root;
const onRetry = vi.fn();
let caught: unknown[];

function Page() {
  if (thrown !== null) throw thrown;
  useEffect(() => {
    if (thrownInEffect !== null) throw thrownInEffect;
  }, []);
  return <h1>Pricing</h1>;
}

async function show(services = host, Mode: typeof Fragment = Fragment): Promise<void> {
  root = createRoot(container, { onCaughtError: (error) => caught.push(error) });
  await act(async () =>
    root.render(
      <Mode>
        <RemoteBoundary
          host={services}
          staticPage={() => kept}
          isFirstPage={isFirstPage}
          holdsLink={holdsLink}
          onRetry={onRetry}
        >
          <Page />
        </RemoteBoundary>
      </Mode>,
    ),
  );
}

async function pressTryAgain(): Promise<void> {
  const button = [...container.querySelectorAll('button')].find((b) => b.textContent === 'Try again');
  await act(async () => button?.click());
}

beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'));
  onRetry.mockReset();
  thrown = null;
  thrownInEffect = null;
  holdsLink = false;
  isFirstPage = true;
  kept = null;
  reload.mockClear();
  window['host:reload'] = reload;
  caught = [];
});
afterEach(async () => {
  await act(async () => root.unmount());
  container.remove();
});

test('the error card of a page that throws does not blame the connection, and a retry draws the page again', async () => {
  thrown = new TypeError('x is undefined');
  await show();
  expect(container.textContent).toContain('This page stopped working');
  expect(container.textContent).not.toContain('not answering');
  expect(container.textContent).not.toContain('x is undefined');
  thrown = null;
  await pressTryAgain();
  expect(container.textContent).toBe('Pricing');
  expect(onRetry).not.toHaveBeenCalled();
});

test('a page whose effect throws is contained too, and its error is reported', async () => {
  thrownInEffect = new TypeError('x is undefined');
  await show();
  expect(container.textContent).toContain('This page stopped working');
  expect(caught).toEqual([thrownInEffect]);
});

test('a page that throws twice offers a reload and another page', async () => {
  thrown = new TypeError('x is undefined');
  await show();
  expect(container.querySelector('a')).toBeNull();
  await pressTryAgain();
  expect(container.textContent).toContain('It failed again');
  expect(container.textContent).toContain('Reload the page');
  expect(container.querySelector('a')?.getAttribute('href')).toBe('/');
});

test('the home page that throws twice offers the contact page', async () => {
  thrown = new TypeError('x is undefined');
  await show({ ...host, location: { ...host.location, pathname: '/' } });
  await pressTryAgain();
  expect(container.querySelector('a')?.getAttribute('href')).toBe('/contact');
});

test.each([
  ['not-answered', 'The connection to this page is not answering.'],
  ['timed-out', 'The connection to this page is not answering.'],
  ['failed', 'Your connection is fine.'],
] as const)('a page that failed to load, %s: %s', async (reason, words) => {
  thrown = new RemoteUnavailableError('for the test', reason);
  await show();
  expect(container.textContent).toContain('This page could not be loaded');
  expect(container.textContent).toContain(words);
});

test('of a page without its code, only forms with an address can be used, and a retry shows that it tries', async () => {
  const element = document.createElement('div');
  element.innerHTML = '<button>Open</button><form action="/send"><input></form><form><input></form>';
  kept = { element, focused: null };
  thrown = new RemoteUnavailableError('for the test', 'not-answered');
  await show();
  const controls = [...element.querySelectorAll<HTMLInputElement>('button, input')];
  expect(controls.map(({ disabled }) => disabled)).toEqual([true, false, true]);
  reload.mockReturnValueOnce(new Promise(() => {}));
  const retry = document.querySelector<HTMLButtonElement>('[data-testid="host:static-page"] button');
  await act(async () => retry?.click());
  await act(async () => retry?.click());
  expect(reload).toHaveBeenCalledOnce();
});

const comeOnline = () => act(async () => window.dispatchEvent(new Event('online')));

test('a page that failed to load is loaded again once online', async () => {
  thrown = new RemoteUnavailableError('for the test', 'not-answered');
  await show();
  expect(reload).not.toHaveBeenCalled();
  await comeOnline();
  expect(reload).toHaveBeenCalledOnce();
});

test.each(['a dialog may hold typed text', 'a reload would lose the token of a link'])(
  'a page that failed to load stays once online: %s',
  async (reason) => {
    thrown = new RemoteUnavailableError('for the test', 'not-answered');
    holdsLink = reason.includes('link');
    await show();
    if (!holdsLink) container.append(Object.assign(document.createElement('div'), { role: 'dialog' }));
    await comeOnline();
    expect(reload).not.toHaveBeenCalled();
  },
);

test('a page that threw an error stays once online', async () => {
  thrown = new TypeError('x is undefined');
  await show();
  await comeOnline();
  expect(reload).not.toHaveBeenCalled();
});

test('a page opened by a link that failed to load is loaded by the browser, without a word', async () => {
  thrown = new RemoteUnavailableError('for the test', 'not-answered');
  isFirstPage = false;
  await show();
  expect(reload).toHaveBeenCalledOnce();
  expect(container.textContent).toBe('Loading the page');
});

test('if the site does not answer either, the card says so', async () => {
  thrown = new RemoteUnavailableError('for the test', 'not-answered');
  isFirstPage = false;
  reload.mockResolvedValueOnce(false);
  await show();
  expect(container.textContent).toContain('This page could not be loaded');
});

/** Regression: the page that the person had opened meanwhile was drawn again from its beginning. */
test.each([
  ['that was left meanwhile is not loaded again', true],
  ['that is still open is loaded again', false],
])('once the site has not answered a retry, the page %s', async (_what, isLeft) => {
  thrown = new RemoteUnavailableError('for the test', 'not-answered');
  let answer = (_isReloading: boolean) => {};
  reload.mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  // As in the host: while it is developed, it mounts every component twice.
  await show(host, StrictMode);
  await pressTryAgain();
  if (isLeft) await act(async () => root.unmount());
  await act(async () => answer(false));
  expect(onRetry).toHaveBeenCalledTimes(isLeft ? 0 : 1);
});
