import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runPnpm } from './run-pnpm.ts';
import { type AuditResult, judgeAudit, readExceptions } from './vulnerabilities.ts';

/** Asks the configured registry for known vulnerabilities of all packages in the lockfile. */
export async function auditPackages(): Promise<AuditResult> {
  const file = path.join(import.meta.dirname, 'vulnerability-exceptions.json');
  const exceptions = readExceptions(await readFile(file, 'utf8'));
  return judgeAudit(await runPnpm(['audit', '--json']), exceptions, new Date().toISOString().slice(0, 10));
}
