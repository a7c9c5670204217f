import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { readArguments } from '../../command/read-arguments.ts';
import { runCommand } from '../../command/run-command.ts';
import { loadKinds } from './load-calls.ts';
import { type LoadReport, loadTable, type Measured } from './load-report.ts';
import { type LoadStand, startLoadStand } from './load-stand.ts';
import { offerLoad } from './offer-load.ts';
import { type LoadStep, nextRate } from './ramp.ts';

const STEP_MS = 3_000;
/** Of all ramps together. The kinds share it. */
const LONGEST_MS = 4 * 60_000;

/**
 * How many requests of each kind this machine carries, with everything of production on it: `run bench load`. Each rate
 * is offered for three seconds, until answers fail or are late. Ends by itself within five minutes, builds not counted.
 */
runCommand(async () => {
  const { values } = readArguments({
    options: { json: { type: 'string' } },
  });
  const stand = await startLoadStand();
  try {
    const report = await measure(stand);
    console.log(`\n${loadTable(report)}`);
    if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
  } finally {
    await stand.close();
  }
});

async function measure(stand: LoadStand): Promise<LoadReport> {
  const kinds = loadKinds(stand, await signIn(stand));
  const processors = cpus();
  const measured: Measured[] = [];
  for (const { name, boundMs, firstRate, nextStep, request } of kinds) {
    const endsAt = performance.now() + LONGEST_MS / kinds.length;
    const steps: LoadStep[] = [];
    for (
      let rate: number | null = firstRate;
      rate !== null && performance.now() < endsAt;
      rate = nextRate(steps, boundMs, firstRate)
    ) {
      const offer = {
        port: stand.port,
        pids: stand.pids(),
        processors: processors.length,
        next: request,
      };
      // The first requests of a kind compile code and open connections.
      if (steps.length === 0) await offerLoad({ ...offer, rate, forMs: 1_000 });
      const step = await offerLoad({ ...offer, rate, forMs: STEP_MS });
      steps.push(step);
      console.log(
        `${name}: ${rate}/s offered, ${step.answered.toFixed(0)}/s answered, ${step.failed} failed, p99 ${step.p99Ms.toFixed(0)} ms`,
      );
    }
    measured.push({ name, boundMs, nextStep, steps });
  }
  return {
    measuredAt: new Date().toISOString(),
    processors: processors.length,
    processorModel: processors[0]?.model ?? 'unknown',
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    kinds: measured,
  };
}

async function signIn({ port, publishableKey, salesIds }: LoadStand): Promise<string> {
  const answer = await fetch(`http://localhost:${port}/functions/v1/sign-in-rep`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ salesId: salesIds[0] }),
  });
  if (!answer.ok) throw new Error(`The sign-in answered ${answer.status}: ${await answer.text()}`);
  const { sessionToken } = (await answer.json()) as { sessionToken: string };
  return sessionToken;
}
