import { beforeEach, describe, expect, test } from 'vitest';
import { fakeHostBuild } from '../build/fake-builds.ts';
import {
  release,
  releaseFirstSite,
  temporaryDirectory,
  tryMarketing,
} from '../change/for-tests/fake-site.ts';
import { openSite, type Site } from '../change/open-site.ts';
import type { Canary, SiteState } from '../store/site-state.ts';
import { comparisonOf, tryStatistics } from './canary-comparison.ts';
import { type DecideOptions, decideCanary } from './decide-canary.ts';
import { figuresAnswer, NOTHING } from './figures-answer.ts';

const HARMLESS = figuresAnswer({ views: 4000 });
const SLOW = figuresAnswer({ views: 4000, slower: 2 });

let site: Site;
let canary: Canary;
let before: SiteState | null;
let said: string[];
beforeEach(async () => {
  site = openSite(await temporaryDirectory('site'), () => ({ person: 'Ada' }));
  said = [];
  await releaseFirstSite(site.destination);
  canary = await tryMarketing(site.destination, 'second');
  before = await site.live();
});

const statistics = (answer: typeof fetch) => ({
  url: 'http://stats.test',
  secretKey: 'sb_secret_test',
  fetch: answer,
});

/** Answers one look after the other, the last one again and again. A number is a status. */
const decide = (
  answers: readonly (object | number)[],
  options: Partial<DecideOptions> & { onLook?(look: number): unknown } = {},
) => {
  let look = 0;
  const { onLook, ...rest } = options;
  return decideCanary(site, canary, {
    connection: statistics(async (_input, init) => {
      init?.signal?.throwIfAborted();
      await onLook?.(look);
      const found = answers[Math.min(look, answers.length - 1)] ?? 500;
      look += 1;
      return typeof found === 'number' ? new Response('', { status: found }) : Response.json(found);
    }),
    waitMs: 60_000,
    lookEveryMs: 1,
    stop: new AbortController().signal,
    say: (line) => said.push(line),
    ...rest,
  });
};

test('a canary as good as the live version is promoted, and the line says what was seen', async () => {
  const { outcome, state } = await decide([HARMLESS]);
  expect(outcome).toBe('promoted');
  expect(state).toMatchObject({ canaries: [], person: 'Ada', versions: { marketing: canary.version } });
  expect(await site.live()).toEqual(state);
  expect(said).toEqual([
    expect.stringMatching(
      `^Promote marketing ${canary.version} over ${before?.versions.marketing}\\. failures: 0 in `,
    ),
  ]);
});

test('a slow canary is aborted at the first look that shows it', async () => {
  const { outcome, state } = await decide([NOTHING, SLOW]);
  expect(outcome).toBe('aborted');
  expect(state).toMatchObject({ canaries: [], compositionId: before?.compositionId });
  expect(said[1]).toMatch(
    /^Abort marketing \w+\. The canary is slower\. failures: .*; errors: .*; LCP: 100 % slower/,
  );
});

describe('the canary stays as it is', () => {
  const staysAsItIs = async () => expect(await site.live()).toEqual(before);

  test('without traffic, when the time is over', async () => {
    const { outcome, verdict } = await decide([NOTHING], { waitMs: 20 });
    expect(outcome).toBe('undecided');
    expect(verdict?.reasons[0]).toBe('A person decides below 2000 views of each.');
    // How many looks fit into that time depends on the machine.
    expect(said.length).toBeGreaterThan(0);
    await staysAsItIs();
  });

  test('when the wait is ended, at once, and another process decides it', async () => {
    const stop = new AbortController();
    const startedAt = performance.now();
    const waiting = decide([NOTHING], { lookEveryMs: 60_000, waitMs: 600_000, stop: stop.signal });
    await expect.poll(() => said.length).toBe(1);
    stop.abort();
    expect((await waiting).outcome).toBe('stopped');
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    await staysAsItIs();
    expect((await decide([HARMLESS])).outcome).toBe('promoted');
  });

  test('when a call is on its way as the wait is ended', async () => {
    const stop = new AbortController();
    const { outcome } = await decide([HARMLESS], { stop: stop.signal, onLook: () => stop.abort() });
    expect(outcome).toBe('stopped');
    await staysAsItIs();
  });

  test('when the statistics keep failing', async () => {
    await expect(decide([500])).rejects.toThrow(
      `http://stats.test answered 500 to canary_figures, 5 times in a row. The canary of marketing ${canary.version} stays as it is.`,
    );
    await staysAsItIs();
  });

  test('when the key is refused or the answer is none', async () => {
    await expect(decide([401])).rejects.toThrow('refuses the secret key');
    await expect(decide([{ rows: [] }])).rejects.toThrow();
    await staysAsItIs();
  });
});

test('statistics that fail for a while are asked again', async () => {
  expect((await decide([500, 503, 500, 500, NOTHING, 500, HARMLESS])).outcome).toBe('promoted');
  expect(said.filter((line) => line.startsWith('The statistics failed'))).toHaveLength(5);
});

describe('someone else is faster', () => {
  test('a canary that a person ended is not decided', async () => {
    await expect(
      decide([NOTHING], {
        onLook: (look) => (look === 0 ? site.abort('marketing', { person: 'Grace' }) : undefined),
      }),
    ).rejects.toThrow(
      `The canary of marketing ${canary.version} ended meanwhile by Grace: "abort marketing ${canary.version}". Nothing was decided.`,
    );
  });

  test('another canary of the application, begun during a look, is neither promoted nor aborted', async () => {
    const begin = (look: number) => (look === 0 ? tryMarketing(site.destination, 'third') : undefined);
    await expect(decide([HARMLESS], { onLook: begin })).rejects.toThrow(
      `The canary of marketing ${canary.version} ended meanwhile: that of marketing`,
    );
    expect((await site.live())?.canaries[0]?.version).not.toBe(canary.version);
    await expect(site.abort(canary.app, { version: canary.version })).rejects.toThrow('ended meanwhile');
    await expect(site.promote(canary.app, { version: canary.version })).rejects.toThrow('ended meanwhile');
  });

  test('a release of another application does not disturb it', async () => {
    const host = await fakeHostBuild({ text: 'second' });
    const begin = (look: number) => (look === 0 ? release(site.destination, [host]) : undefined);
    const { outcome, state } = await decide([NOTHING, HARMLESS], { onLook: begin });
    expect(outcome).toBe('promoted');
    expect(state?.versions.marketing).toBe(canary.version);
    expect(state?.versions.host).not.toBe(before?.versions.host);
  });
});

describe('what is compared', () => {
  const begunAt = '2026-11-21T12:00:00.000Z';
  const state = (begun?: string) => ({
    versions: { marketing: 'live', host: 'h' },
    changedAt: '2026-11-21T14:00:00.000Z',
    canaries: [{ ...canary, version: 'b', begunAt: begun }],
  });

  test('begins five seconds after the canary, for clocks that differ', () => {
    expect(comparisonOf({ app: 'marketing', version: 'b' }, state(begunAt))).toEqual({
      app: 'marketing',
      canaryVersion: 'b',
      liveVersion: 'live',
      since: new Date('2026-11-21T12:00:05Z'),
    });
    const fromOldState = comparisonOf({ app: 'marketing', version: 'b' }, state());
    expect(fromOldState.since).toEqual(new Date('2026-11-21T14:00:05Z'));
  });

  test('has no report of a former canary of the same version, ended a moment ago', async () => {
    const since: number[] = [];
    const look = () =>
      decideCanary(site, canary, {
        connection: statistics(async (_input, init) => {
          since.push(Date.parse((JSON.parse(String(init?.body)) as { since_param: string }).since_param));
          return Response.json(NOTHING);
        }),
        waitMs: 0,
        stop: new AbortController().signal,
        say: () => {},
      });
    await look();
    await site.abort('marketing');
    const endedAt = Date.now();
    await tryMarketing(site.destination, 'second');
    await look();
    expect((await site.live())?.canaries[0]?.version).toBe(canary.version);
    // By the slowest clock that is accepted.
    expect(since[1]).toBeGreaterThanOrEqual(endedAt + 5_000);
    expect(since[1]).toBeGreaterThan(since[0] ?? 0);
  });

  const connection = (askedAt: number) =>
    statistics(async () => Response.json({ ...NOTHING, askedAt: new Date(askedAt).toISOString() }));

  test('clocks that are seconds apart are refused before anything is released', async () => {
    await tryStatistics(connection(Date.now() + 4_000), 'marketing');
    await expect(tryStatistics(connection(Date.now() + 7_000), 'marketing')).rejects.toThrow(
      "The clock of this machine is 7 s behind the database's. Correct it: nothing was released.",
    );
    await expect(tryStatistics(connection(Date.now() - 7_000), 'marketing')).rejects.toThrow('ahead of');
  });
});
