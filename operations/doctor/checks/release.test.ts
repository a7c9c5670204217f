import { expect, test } from 'vitest';
import type { SiteAnswer } from '../ask-site.ts';
import type { Look } from '../look.ts';
import { VERSIONS } from './release.ts';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(-days * DAY_MS).toISOString();

const host = {
  version: 'v1',
  contractVersion: 1,
  base: '/',
  entry: 'e.js',
  css: [],
  preload: [],
  integrity: {},
};
const REGISTRY = { schemaVersion: 1, compositionId: 'one', host, remotes: {} };
const HEALTH = { versions: { host: 'v1' }, changedAt: daysAgo(1) };
const canary = (days: number) => ({ ...HEALTH, canaries: [{ app: 'portal', begunAt: daysAgo(days) }] });

const INCOMPLETE = { verdict: 'wrong', says: 'no complete registry is live' };

test.each([
  ['a live release', HEALTH, REGISTRY, { verdict: 'right' }],
  ['no live version', { ...HEALTH, versions: {} }, REGISTRY, INCOMPLETE],
  ['no registry', HEALTH, {}, INCOMPLETE],
  ['no health', {}, REGISTRY, INCOMPLETE],
  ['a canary of seven days', canary(7), REGISTRY, { verdict: 'right' }],
  [
    'a canary of eight days',
    canary(8),
    REGISTRY,
    { verdict: 'wrong', says: 'the canary of portal has run for 8 days' },
  ],
])('of %s, the doctor says what is live', async (_what, health, registry, expected) => {
  const answers: Record<string, unknown> = { '/healthz': health, '/registry.json': registry };
  const site = async (path: string) => ({ body: JSON.stringify(answers[path]) }) as SiteAnswer;
  const look = { now: () => 0, site } as unknown as Look;
  expect(await VERSIONS.look(look)).toMatchObject(expected);
});
