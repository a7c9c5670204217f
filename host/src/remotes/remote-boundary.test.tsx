// @vitest-environment happy-dom
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RemoteBoundary } from './remote-boundary.tsx';
import { RemoteUnavailableError } from './remote-loader.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const host = {
  Link: ({ to, children }) => <a href={to}>{children}</a>,
  location: { pathname: '/pricing', search: '', hash: '', state: null },
} as HostServices;

let thrown: unknown = null;
let thrownInEffect: unknown = null;
let container: HTMLElement;
const onRetry = vi.fn();
let caught: unknown[];

function Page() {
  if (thrown !== null) throw thrown;
  useEffect(() => {
    if (thrownInEffect !== null) throw thrownInEffect;
  }, []);
  return <h1>Pricing</h1>;
}

async function show(services = host): Promise<void> {
  const root = createRoot(container, { onCaughtError: (error) => caught.push(error) });
  await act(async () =>
    root.render(
      <RemoteBoundary host={services} staticPage={() => null} onRetry={onRetry}>
        <Page />
      </RemoteBoundary>,
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
  caught = [];
});
afterEach(() => container.remove());

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
