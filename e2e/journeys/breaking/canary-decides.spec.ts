import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '../../browser.ts';
import { health, runRelease, variantOf } from '../../site/releases.ts';
import { queryDatabase } from '../../stack.ts';

const VIEWS_PER_BATCH = 10;
/** Reports count from then on: earlier ones may be of a former canary of the same version. */
const COUNTS_AFTER_MS = 5_000;

/** Reports page views as browsers of many networks do. Their main content appeared after about this time. */
async function tellViews(versions: Record<string, string>, count: number, lcpMs: number): Promise<void> {
  for (let told = 0; told < count; told += VIEWS_PER_BATCH) {
    const events = Array.from({ length: VIEWS_PER_BATCH }, (_, view) => [
      { kind: 'web-vital', metric: 'TTFB', value: 80 },
      { kind: 'web-vital', metric: 'LCP', value: lcpMs * (0.9 + 0.02 * view) },
    ]).flat();
    const batch = { composition_id: 'c0ffee', versions, path: '/', events };
    const network = `198.51.${(told / VIEWS_PER_BATCH) % 100}.7`;
    await queryDatabase('select public.record_site_events($1, null, $2)', [batch, network]);
  }
}

/** Releases a canary of marketing. @returns the command that decides about it, and the versions of both sides */
async function startCanary(text: string) {
  const args = ['marketing', '--build', await variantOf('marketing', text), '--canary', '50'];
  await runRelease(...args);
  const {
    versions,
    canaries: [canary],
  } = await health();
  if (canary === undefined) throw new Error('There is no canary');
  await pause(COUNTS_AFTER_MS);
  return {
    decide: () => runRelease(...args, '--decide', '--hours', '1'),
    live: versions,
    canary: canary.versions,
  };
}

// A canary that a failed journey left would refuse every later release of marketing.
test.afterEach(async () => {
  for (const { app } of (await health()).canaries) await runRelease('abort', app);
});

test("browsers' reports abort a slow canary @deep", async () => {
  test.slow();
  const slow = await startCanary('slow canary');
  // The canary's time starts with its first report.
  await tellViews(slow.canary, 600, 3000);
  await tellViews(slow.live, 600, 1000);
  const said = await slow.decide().catch((error: Error) => error.message);
  expect(said).toContain(`The canary of marketing ${slow.canary.marketing} is running already.`);
  expect(said).toMatch(/Abort marketing \w+\. The canary is slower\./);
  expect(await health()).toMatchObject({ versions: slow.live, canaries: [] });
});

test("browsers' reports promote a good canary @deep", async () => {
  test.slow();
  const good = await startCanary('good canary');
  await tellViews(good.canary, 2500, 1000);
  await tellViews(good.live, 2500, 1000);
  expect(await good.decide()).toMatch(/Promote marketing \w+ over \w+\. failures/);
  expect(await health()).toMatchObject({ versions: good.canary, canaries: [] });
});
