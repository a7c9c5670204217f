import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '../../browser.ts';
import { health, runRelease, variantOf } from '../../site/releases.ts';
import { stack } from '../../stack.ts';

const VIEWS_PER_BATCH = 10;
/** Reports count from then on: earlier ones may be of a former canary of the same version. */
const COUNTS_AFTER_MS = 5_000;

/** Reports page views as browsers do. Their main content appeared after about this time. */
async function tellViews(versions: Record<string, string>, count: number, lcpMs: number): Promise<void> {
  for (let told = 0; told < count; told += VIEWS_PER_BATCH) {
    const events = Array.from({ length: VIEWS_PER_BATCH }, (_, view) => [
      { kind: 'web-vital', metric: 'TTFB', value: 80 },
      { kind: 'web-vital', metric: 'LCP', value: lcpMs * (0.9 + 0.02 * view) },
    ]).flat();
    const response = await fetch(`${stack.url}/functions/v1/record-site-events`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ compositionId: 'c0ffee', versions, path: '/', events }),
    });
    expect(response.status).toBe(204);
  }
}

/** Releases a canary of marketing. @returns the command that decides about it, and the versions of both sides */
async function startCanary(text: string) {
  const args = ['marketing', '--build', await variantOf('marketing', text), '--canary', '50'];
  await runRelease(...args);
  const { versions, canary } = await health();
  if (canary === null) throw new Error('There is no canary');
  await pause(COUNTS_AFTER_MS);
  return {
    decide: () => runRelease(...args, '--decide', '--hours', '1'),
    live: versions,
    canary: canary.versions,
  };
}

test("browsers' reports abort a slow canary and promote a good one @deep", async () => {
  const slow = await startCanary('slow canary');
  // The canary's time starts with its first report.
  await tellViews(slow.canary, 150, 3000);
  await tellViews(slow.live, 150, 1000);
  const said = await slow.decide().catch((error: Error) => error.message);
  expect(said).toContain(`The canary of marketing ${slow.canary.marketing} is running already.`);
  expect(said).toMatch(/Abort marketing \w+, 99\.\d+ % certain\. The canary is slower\./);
  expect(await health()).toMatchObject({ versions: slow.live, canary: null });

  const good = await startCanary('good canary');
  await tellViews(good.canary, 1500, 1000);
  await tellViews(good.live, 1500, 1000);
  expect(await good.decide()).toMatch(/Promote marketing \w+ over \w+, 9\d(\.\d+)? % certain\./);
  expect(await health()).toMatchObject({ versions: good.canary, canary: null });
});
