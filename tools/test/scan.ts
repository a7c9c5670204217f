import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { runCommand } from '../command/run-command.ts';
import { UserError } from '../command/user-error.ts';
import takeTemporaryFolder from '../process/temporary-folder.ts';
import { startSite } from '../stack/start-site.ts';
import { runProgram } from './stages/stage.ts';

/** Wapiti's, without those that ask a server elsewhere or want lists from there. */
const MODULES = [
  ...['backup', 'blindsql', 'cookieflags', 'crlf', 'csp', 'csrf', 'exec', 'file', 'htaccess', 'http_headers'],
  ...['methods', 'permanentxss', 'redirect', 'shellshock', 'sql', 'xss'],
];
const MAX_CRAWL_SECONDS = 60;
const MAX_MODULE_SECONDS = 20;

/** wapiti's intended findings: docs/security.md says why. */
const EXPLAINED: readonly { finding: RegExp; why: string }[] = [
  {
    finding: /X-XSS-Protection is not set/,
    why: 'browsers have dropped this header; the Content-Security-Policy replaces it',
  },
  {
    finding: /Strict-Transport-Security is not set/,
    why: 'sent over HTTPS only, and the local stack has none',
  },
];

const findingSchema = z.object({ method: z.string(), path: z.string(), info: z.string() });
const reportSchema = z.object({
  vulnerabilities: z.record(z.string(), z.array(findingSchema)),
  anomalies: z.record(z.string(), z.array(findingSchema)),
});

/** Scans its own stack with wapiti. Exits with 1 for an unexplained finding. */
runCommand(async () => {
  if (spawnSync('wapiti', ['--version']).status !== 0) {
    throw new UserError('wapiti is missing. Debian: apt-get install wapiti');
  }
  const removeTemporaryFolder = await takeTemporaryFolder();
  const folder = await mkdtemp(path.join(tmpdir(), 'scan-'));
  const site = await startSite(
    { ...process.env, PORT: '0', DATA_DIR: path.join(folder, 'data') },
    console.log,
  );
  let findings: string[];
  try {
    findings = await scan(site.url, folder);
  } finally {
    await site.close();
    await rm(folder, { recursive: true, force: true });
    await removeTemporaryFolder();
  }
  const open = findings.filter((text) => !EXPLAINED.some(({ finding }) => finding.test(text)));
  for (const text of findings) {
    const why = EXPLAINED.find(({ finding }) => finding.test(text))?.why;
    console.log(
      `${why === undefined ? 'FINDING  ' : 'explained'} ${text}${why === undefined ? '' : `: ${why}`}`,
    );
  }
  console.log(`\n${open.length} findings, ${findings.length - open.length} explained`);
  process.exit(open.length === 0 ? 0 : 1);
});

async function scan(url: string, folder: string): Promise<string[]> {
  const report = path.join(folder, 'report.json');
  const pages = [
    '/',
    '/pricing?access=x',
    '/contact?tier=x',
    '/comparison',
    '/sales-portal',
    '/healthz',
    '/_inbox',
  ];
  const exitCode = await runProgram('wapiti', [
    ...['-u', `${url}/`, ...pages.flatMap((page) => ['-s', url + page])],
    ...['--scope', 'domain', '-m', MODULES.join(','), '--max-scan-time', String(MAX_CRAWL_SECONDS)],
    ...['--max-attack-time', String(MAX_MODULE_SECONDS), '--store-session', folder, '--store-config', folder],
    ...['--flush-session', '--no-bugreport', '-v', '0', '-f', 'json', '-o', report],
  ]);
  const text = await readFile(report, 'utf8').catch(() => null);
  if (exitCode !== 0 || text === null) throw new UserError(`wapiti ended with ${exitCode} and no report`);
  const { vulnerabilities, anomalies } = reportSchema.parse(JSON.parse(text));
  return [vulnerabilities, anomalies].flatMap((kinds) =>
    Object.entries(kinds).flatMap(([kind, found]) =>
      found.map(({ method, path: where, info }) => `${kind}: ${method} ${where}: ${info}`),
    ),
  );
}
