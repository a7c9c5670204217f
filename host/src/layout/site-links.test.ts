import type { NavigationEntry } from '@corvane/shared/contracts/remote/remote';
import type { Session } from '@corvane/shared/contracts/remote/session';
import { expect, test } from 'vitest';
import { inOrder, remoteLinks } from './site-links.ts';

const REP: Session = {
  status: 'rep',
  rep: { id: '1', name: 'Ada', email: 'ada@corvane.example' },
  sessionId: '2',
  sessionExpiresAt: '2099-01-01T00:00:00Z',
};
const ANONYMOUS: Session = { status: 'anonymous' };

function siteWith(...navigation: NavigationEntry[]) {
  const release = {
    version: 'v1',
    contractVersion: 1,
    base: '/remotes/x/v1/',
    entry: 'remoteEntry.js',
    css: [],
  };
  const remote = { ...release, preload: [], integrity: {}, routes: [], previous: null };
  return { remotes: { old: remote, blog: { ...remote, navigation } } };
}
const entry = (changed: Partial<NavigationEntry> = {}): NavigationEntry => ({
  place: 'header',
  path: '/blog',
  label: 'Blog',
  ...changed,
});

test('a remote offers a link for one place', () => {
  const site = siteWith(entry(), entry({ place: 'footer', path: '/archive', label: 'Archive' }));
  expect(remoteLinks(site, 'header', ANONYMOUS).map(({ path }) => path)).toEqual(['/blog']);
  expect(remoteLinks(site, 'footer', ANONYMOUS).map(({ path }) => path)).toEqual(['/archive']);
});

test('a link for reps is shown only to reps, also while a session is being restored', () => {
  const site = siteWith(entry({ audience: 'rep' }));
  expect(remoteLinks(site, 'header', REP)).toHaveLength(1);
  expect(remoteLinks(site, 'header', ANONYMOUS)).toEqual([]);
  expect(remoteLinks(site, 'header', { status: 'restoring' })).toEqual([]);
});

test("links follow their requested order, and come after the host's links without one", () => {
  const own = [
    { path: '/', label: 'Home' },
    { path: '/pricing', label: 'Pricing' },
  ];
  const offered = [entry(), entry({ path: '/events', label: 'Events', order: 15 })];
  expect(inOrder(own, offered).map(({ label }) => label)).toEqual(['Home', 'Events', 'Pricing', 'Blog']);
});

test('a page that the host already links appears once', () => {
  expect(inOrder([{ path: '/blog', label: 'Blog' }], [entry({ label: 'Our blog' })])).toEqual([
    { path: '/blog', label: 'Blog' },
  ]);
});
