import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand } from '../../command/run-command.ts';
import { UserError } from '../../command/user-error.ts';
import { startBackend } from '../../stack/backend/backend.ts';
import { quantile, timesLine } from '../samples.ts';
import { killWhileWriting } from './kill-while-writing.ts';

const LIMIT_MS = 3_000;

/**
 * Kills the embedded database's process at 1,000 random moments during writes, or as often as the argument says.
 * Prints the number of lost rows, which must be zero, and the time to the next answer.
 */
runCommand(async () => {
  const kills = Number(process.argv[2] ?? 1_000);
  if (!Number.isInteger(kills) || kills < 1) {
    throw new UserError(`The number of kills must be a whole number from 1, not "${process.argv[2]}"`);
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'corvane-bench-'));
  const backend = await startBackend({
    dataDir,
    siteUrl: 'http://localhost:8080',
    env: { ...process.env, DATABASE_URL: undefined },
    seed: true,
    log: () => {},
  });
  try {
    const report = await killWhileWriting(backend, kills, (count, ms) => {
      if (count % 50 === 0) console.log(`${count} kills, the last answered after ${Math.round(ms)} ms`);
    });
    const late = report.answeredAfterMs.filter((ms) => ms > LIMIT_MS).length;
    console.log(`${report.acknowledged} rows acknowledged, ${report.lost} lost`);
    console.log(timesLine('from kill to answer', report.answeredAfterMs, LIMIT_MS));
    console.log(
      `slowest ${Math.round(quantile(report.answeredAfterMs, 1))} ms, ${late} later than the limit`,
    );
    if (report.lost > 0 || late > 0) process.exitCode = 1;
  } finally {
    await backend.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
