import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { queryClientForSession } from './session-query-client.ts';

type Query = (...args: unknown[]) => Record<string, unknown>;

const files = import.meta.glob<Record<string, Query>>(['../features/**/api.ts', './rep-settings.ts'], {
  eager: true,
});
const queries = Object.values(files)
  .flatMap((file) => Object.entries(file))
  .filter(([name]) => name.endsWith('Query'));

/** Stands for an id, a typed text, a filter, what a page shows, and the cache. */
const ANYTHING = Object.assign(new QueryClient(), {
  filter: {},
  mentions: { texts: [], unread: 0, next: null },
  trim: () => 'typed text',
});

/** No test of a page shows that a list reloads too seldom, or that a text stays in the cache. */
test('each query reloads, goes stale and is kept as recorded', () => {
  expect(queries.length).toBeGreaterThan(25);
  const lines = queries.map(([name, query]) => {
    const { queryFn: _, queryKey, ...options } = query({}, ANYTHING, ANYTHING, ANYTHING);
    const key = (queryKey as unknown[]).filter((part) => typeof part === 'string');
    return `${name} ${key.join('/')} ${inWords(options)}`;
  });
  const { queries: defaults = {} } = queryClientForSession('any').getDefaultOptions();
  expect([`all ${inWords(defaults)}`, ...lines.sort()].join('\n')).toMatchSnapshot();
});

const inWords = (options: object) =>
  JSON.stringify(options, (_, value) =>
    typeof value === 'function' || value === Number.POSITIVE_INFINITY ? String(value.name ?? value) : value,
  );
