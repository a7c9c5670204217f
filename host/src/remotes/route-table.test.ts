import type { Registry } from '@corvane/shared/contracts/remote/registry';
import { expect, test } from 'vitest';
import { matchRoute, movedTo } from './route-table.ts';

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

test('a path belongs to the remote whose route it is', () => {
  expect(matchRoute(registry, '/')?.remote).toBe('marketing');
  expect(matchRoute(registry, '/sales-portal')?.remote).toBe('portal');
});

test('a slash at the end counts for nothing', () => {
  expect(matchRoute(registry, '/services/pixel-package/')?.route.path).toBe('/services/pixel-package');
  expect(matchRoute(registry, '//')?.route.path).toBe('/');
});

test('a path in other letters is not found, as the edge answers it', () => {
  expect(matchRoute(registry, '/Sales-Portal')).toBeNull();
});

test('what no release knows has no owner', () => {
  expect(matchRoute(registry, '/nowhere')).toBeNull();
  expect(matchRoute(registry, '/services')).toBeNull();
});

test('a page that has moved is found where the edge would redirect to, also that of a removed remote', () => {
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
