import { writeSection } from '../../command/document-section.ts';
import { readArguments } from '../../command/read-arguments.ts';
import { runCommand } from '../../command/run-command.ts';
import { canarySection, formatRows, rowAt, SAMPLE, simulateCanaries } from './canary-table.ts';

const CANARIES = 1000;
const CANARY_PERCENT = 10;
const VIEWS = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000];

/**
 * How often `release <application> --canary 10 --decide` decides wrongly, of 1,000 harmless canaries and 1,000 with
 * each planted fault: `run bench canary`. It is seeded, so each run prints the same. `--docs` draws the table of
 * docs/releasing.md.
 */
runCommand(async () => {
  const { values } = readArguments({ options: { docs: { type: 'boolean', default: false } } });
  const options = { canaryPercent: CANARY_PERCENT, maxCanaryViews: Math.max(...VIEWS) };
  const outcomes = simulateCanaries(CANARIES, options, (fault) =>
    console.log(`Simulating ${CANARIES} canaries, fault: ${fault}`),
  );
  const rows = VIEWS.map((views) => rowAt(outcomes, views));
  console.log(formatRows(rows, CANARIES));
  console.log('* The promise is not met: with so little traffic, the command keeps waiting.');
  if (!values.docs) return;
  const sample = simulateCanaries(SAMPLE.count, SAMPLE);
  await writeSection('docs/releasing.md', 'bench canary', canarySection(rows, sample));
});
