import { loadavg } from 'node:os';
import { formatTable } from '../../command/format-table.ts';
import { runCommand } from '../../command/run-command.ts';
import { loadKinds } from './load-calls.ts';
import { type LoadFixture, startLoadFixture } from './load-fixture.ts';
import { offerLoad } from './offer-load.ts';
import { endOf, GENERATOR_FULL, type LoadStep, lastSustained, nextRate } from './ramp.ts';

const STEP_MS = 3_000;
/** Of all ramps together. The kinds share it. */
const LONGEST_MS = 4 * 60_000;

/**
 * How many requests of each kind this machine carries, with everything of production on it: `run bench:load`. Each rate
 * is offered for three seconds, until answers fail or are late. Ends by itself within five minutes, builds not counted.
 */
runCommand(async () => {
  console.log(`load of the machine before: ${loadavg()[0]?.toFixed(1)}`);
  const fixture = await startLoadFixture();
  try {
    console.log(`\n${await measure(fixture)}`);
  } finally {
    await fixture.close();
  }
});

/** @returns the highest rate of each kind that held, as a table. The next step comes at half of it. */
async function measure(fixture: LoadFixture): Promise<string> {
  const kinds = loadKinds(fixture, await signIn(fixture));
  const rows = [['', 'carried/s', 'p99 ms', 'bound ms', 'generator', 'ended because', 'next step']];
  for (const { name, boundMs, firstRate, nextStep, request } of kinds) {
    const endsAt = performance.now() + LONGEST_MS / kinds.length;
    const steps: LoadStep[] = [];
    for (
      let rate: number | null = firstRate;
      rate !== null && performance.now() < endsAt;
      rate = nextRate(steps, boundMs, firstRate)
    ) {
      const offer = { port: fixture.port, next: request, rate };
      // The first requests of a kind compile code and open connections.
      if (steps.length === 0) await offerLoad({ ...offer, forMs: 1_000 });
      const step = await offerLoad({ ...offer, forMs: STEP_MS });
      steps.push(step);
      console.log(
        `${name}: ${rate}/s offered, ${step.answered.toFixed(0)}/s answered, ${step.failed} failed, p99 ${step.p99Ms.toFixed(0)} ms`,
      );
    }
    const held = lastSustained(steps, boundMs);
    // The site may carry more than a generator at its end can offer.
    const atLeast = held !== null && held.generatorShare >= GENERATOR_FULL ? 'at least ' : '';
    rows.push([
      name,
      held === null ? 'none' : `${atLeast}${held.offered}`,
      held?.p99Ms.toFixed(0) ?? '',
      String(boundMs),
      held === null ? '' : `${Math.round(held.generatorShare * 100)} %`,
      endOf(steps, boundMs),
      nextStep,
    ]);
  }
  return formatTable(rows, 1);
}

async function signIn({ port, publishableKey, salesIds }: LoadFixture): Promise<string> {
  const answer = await fetch(`http://localhost:${port}/functions/v1/sign-in-rep`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ salesId: salesIds[0] }),
  });
  if (!answer.ok) throw new Error(`The sign-in answered ${answer.status}: ${await answer.text()}`);
  const { sessionToken } = (await answer.json()) as { sessionToken: string };
  return sessionToken;
}
