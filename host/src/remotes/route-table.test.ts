import type { Registry } from '@corvane/shared/contracts/remote/registry';
import { expect, test } from 'vitest';
import { matchRoute, meantBy, movedTo } from './route-table.ts';

const release = {
  version: 'v1',
  contractVersion: 1,
  base: '/remotes/x/v1/',
  entry: 'remoteEntry.js',
  css: [],
  preload: [],
  integrity: {},
};

function route(path: string) {
  return { path, access: 'public' as const, title: path, description: '', noIndex: false, preload: [] };
}

const registry: Registry = {
  schemaVersion: 1,
  compositionId: 'c',
  host: release,
  remotes: {
    marketing: {
      ...release,
      previous: null,
      routes: [route('/'), route('/services/pixel-package')],
    },
    portal: { ...release, previous: null, routes: [route('/sales-portal')] },
  },
};

test('a path belongs to the remote that has its route', () => {
  expect(matchRoute(registry, '/')?.remote).toBe('marketing');
  expect(matchRoute(registry, '/sales-portal')?.remote).toBe('portal');
});

test('a slash at the end makes no difference', () => {
  expect(matchRoute(registry, '/services/pixel-package/')?.route.path).toBe('/services/pixel-package');
  expect(matchRoute(registry, '//')?.route.path).toBe('/');
});

test('a path in different letter case is not found, as at the edge', () => {
  expect(matchRoute(registry, '/Sales-Portal')).toBeNull();
});

test.each([
  ...[
    '/Sales-Portal',
    '/SALES-PORTAL/',
    '/sales-portal.',
    '/sales-portal),',
    '/sales-portal%20',
    '/sales-portal%E2%80%8B',
  ],
])('%s means the portal', (path) => {
  expect(meantBy(registry, path)).toBe('/sales-portal');
});

test.each(['/sales', '/sales-portal/x', '/sales-portal.html', '', '/nowhere.'])(
  '%s means no page',
  (path) => {
    expect(meantBy(registry, path)).toBeNull();
  },
);

test('a path outside every release has no owner', () => {
  expect(matchRoute(registry, '/nowhere')).toBeNull();
  expect(matchRoute(registry, '/services')).toBeNull();
});

test('a moved page is found where the edge would redirect to, even one of a removed remote', () => {
  const { marketing, portal } = registry.remotes;
  if (marketing === undefined || portal === undefined) throw new Error('There are no remotes');
  const moved: Registry = {
    ...registry,
    remotes: {
      portal,
      marketing: { ...marketing, redirects: [{ from: '/pixel', to: '/services/pixel-package' }] },
    },
    removedPages: [
      { from: '/blog', to: '/sales-portal' },
      { from: '/gone', to: '/no-page-any-more' },
    ],
  };
  expect(movedTo(moved, '/pixel/')).toBe('/services/pixel-package');
  expect(movedTo(moved, '/blog')).toBe('/sales-portal');
  expect(movedTo(moved, '/gone')).toBe('/');
  expect(movedTo(moved, '/nowhere')).toBeNull();
  expect(movedTo(registry, '/blog')).toBeNull();
});
