import type { Registry } from '@corvane/shared/contracts/remote/registry';
import { expect, test } from 'vitest';
import { matchRoute } from './route-table.ts';

const release = {
  version: 'v1',
  contractVersion: 1,
  base: '/remotes/x/v1/',
  entry: 'remoteEntry.js',
  css: [],
  preload: [],
  integrity: {},
  releasedAt: '2026-01-01T00:00:00Z',
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
