import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { parseJson } from '../command/parse-json.ts';
import { type PnpmAnswer, runPnpm } from './run-pnpm.ts';

const exceptionsSchema = z.array(
  z.strictObject({
    /** Of GitHub's advisory. */
    id: z.string().regex(/^GHSA(-[a-z0-9]{4}){3}$/),
    /** Why it does no harm here, in a sentence. */
    reason: z.string().min(20),
    /** The last day of the exception. Review it then. */
    until: z.iso.date(),
  }),
);
type VulnerabilityException = z.infer<typeof exceptionsSchema>[number];

const auditSchema = z.object({
  advisories: z.record(
    z.string(),
    z.object({
      github_advisory_id: z.string(),
      module_name: z.string(),
      severity: z.string(),
      title: z.string(),
      findings: z.array(z.object({ version: z.string(), paths: z.array(z.string()) })),
    }),
  ),
  metadata: z.object({ totalDependencies: z.number().int().positive() }),
});

/** What the registry knows of the packages in the lockfile. */
type AuditResult =
  | { isChecked: true; packages: number; failures: string[]; excepted: string[] }
  /** The registry answers no audits, or not at all. */
  | { isChecked: false; why: string };

/** Asks the configured registry for known vulnerabilities of all packages in the lockfile. */
export async function auditPackages(): Promise<AuditResult> {
  const file = path.join(import.meta.dirname, 'vulnerability-exceptions.json');
  const exceptions = readExceptions(await readFile(file, 'utf8'));
  return judgeAudit(await runPnpm(['audit', '--json']), exceptions, new Date().toISOString().slice(0, 10));
}

/** @throws for an exception without a date, a reason or an advisory. */
export function readExceptions(json: string): VulnerabilityException[] {
  return exceptionsSchema.parse(JSON.parse(json));
}

/**
 * Judges what `pnpm audit --json` says. Each known vulnerability is a failure at any severity, unless it is excepted.
 * An exception whose day has passed, or that nothing needs any more, is a failure as well.
 * @param today UTC, `2026-11-23`.
 */
export function judgeAudit(
  { out, error }: PnpmAnswer,
  exceptions: readonly VulnerabilityException[],
  today: string,
): AuditResult {
  const parsed = auditSchema.safeParse(parseJson(out));
  if (!parsed.success) return { isChecked: false, why: firstReason(`${out}\n${error}`) };
  const { advisories, metadata } = parsed.data;
  const found = Object.values(advisories);
  const failures: string[] = [];
  const excepted: string[] = [];
  for (const { github_advisory_id: id, module_name: name, severity, title, findings } of found) {
    const versions = findings.map(({ version }) => version).join(', ');
    const by = shortest(findings.flatMap(({ paths }) => paths));
    const line = `${id} (${severity}) ${name} ${versions}: ${title}, by ${by}`;
    const exception = exceptions.find((one) => one.id === id);
    if (exception === undefined) failures.push(line);
    else if (exception.until < today) failures.push(`${line}; its exception ended on ${exception.until}`);
    else excepted.push(`${line}; until ${exception.until}: ${exception.reason}`);
  }
  for (const { id } of exceptions) {
    if (found.some(({ github_advisory_id }) => github_advisory_id === id)) continue;
    failures.push(`${id} is excepted, and no package has it any more: remove the exception`);
  }
  return { isChecked: true, packages: metadata.totalDependencies, failures, excepted };
}

/** Who needs the package most directly. */
function shortest(paths: readonly string[]): string {
  const length = (path: string) => path.split('>').length;
  return paths.toSorted((a, b) => length(a) - length(b))[0] ?? '?';
}

/** The line of pnpm's error that says what happened, without its frame. */
function firstReason(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^[\s×│├╰─▶|]+/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('npm warn'));
  return lines.slice(0, 3).join(' ').slice(0, 200) || 'pnpm audit said nothing';
}
