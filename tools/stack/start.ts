import { runCommand, untilStopped } from '../command/run-command.ts';
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
  const { demo } = site.backend;
  console.log(`
  Site          ${site.url}
  Inbox         ${site.url}/_inbox  (every mail that the site sends)
  Sales IDs     ${demo.salesIds.join(', ')}  (representatives; footer: Partner Program)
  Manager       ${demo.managerId}  (a sales ID; Operations asks for a code from the inbox)
  Access token  ${demo.accessToken}  (a customer; footer: Enter access token)

  Ctrl-C stops it. Data is kept. "npx -y pnpm@12 run reset" deletes it.
`);
  await stopped;
  await site.close();
});
