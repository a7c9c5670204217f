import { runCommand, untilStopped } from '../command/run-command.ts';
import { startLines } from './backend/start-lines.ts';
import { startSite } from './start-site.ts';

/** package.json starts it so that a forgotten promise is told, and the site goes on. */
runCommand(async () => {
  const stopped = untilStopped();
  const site = await Promise.race([
    startSite(process.env, (line) => console.log(`  ${line}`)),
    stopped.then(() => null),
  ]);
  // Stopped before it was ready: the next start repeats any unfinished step.
  if (site === null) process.exit(130);
  const health = await fetch(`${site.url}/healthz`);
  if (!health.ok) console.error(`  warning: ${site.url}/healthz answers ${health.status}`);
  console.log(`${startLines(site.url, site.backend.demo)}
  Ctrl-C stops it. Data is kept. "npx -y pnpm@12 run reset" deletes it.
`);
  await stopped;
  await site.close();
});
