import { runCommand, untilStopped } from './run-command.ts';
import { startSite } from './start-site.ts';

runCommand(async () => {
  const stopped = untilStopped();
  const site = await startSite(process.env, (line) => console.log(`  ${line}`));
  const health = await fetch(`${site.url}/healthz`);
  if (!health.ok) console.error(`  warning: ${site.url}/healthz answers ${health.status}`);
  console.log(`
  Site       ${site.url}
  Inbox      ${site.url}/_inbox
  Sales IDs  ${site.backend.demo.salesIds.join(', ')}  (footer: Partner Program)

  Ctrl-C stops it. Data is kept; "npx -y pnpm@12 run reset" starts afresh.
`);
  await stopped;
  await site.close();
});
