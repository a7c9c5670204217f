import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import type { Skipped, StageResult } from './stages/stage.ts';

/** In characters. */
const LONGEST_REASON = 600;

const vitestReportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          ancestorTitles: z.array(z.string()),
          failureMessages: z.array(z.string()).nullish(),
          meta: z.object({ lacks: z.string().optional() }),
        }),
      ),
    }),
  ),
});

/**
 * A skipped test names what the machine lacks, see `describe-needing.ts`. Without a reason it counts as failed.
 * @param text the output of Vitest's JSON reporter
 */
export function readVitestReport(text: string, exitCode: number): StageResult {
  const { numPassedTests, numFailedTests, testResults } = vitestReportSchema.parse(JSON.parse(text));
  const skipped: Skipped[] = [];
  const unexplained: string[] = [];
  for (const file of testResults) {
    const name = path.relative(WORKSPACE_ROOT, file.name);
    for (const { status, fullName, ancestorTitles, meta } of file.assertionResults) {
      if (status === 'passed' || status === 'failed') continue;
      if (meta.lacks !== undefined)
        countSkipped(skipped, `${name} › ${ancestorTitles.filter(Boolean)[0]}`, meta.lacks);
      // A hook that failed leaves the tests out, and is a failure itself.
      else if (file.status !== 'failed') unexplained.push(`${name} › ${fullName}: skipped without a reason`);
    }
  }
  const failures = testResults
    .filter((file) => file.status === 'failed')
    .flatMap((file) => {
      const name = path.relative(WORKSPACE_ROOT, file.name);
      const failed = file.assertionResults.filter((test) => test.status === 'failed');
      // A file that cannot even be loaded fails the run without a failed test.
      if (failed.length === 0) return [`${name}: ${firstLine(file.message)}`];
      return failed.map(
        (test) => `${name} › ${test.fullName}: ${firstLine(test.failureMessages?.[0] ?? 'no message')}`,
      );
    });
  return resultOf(
    {
      passed: numPassedTests,
      failed: numFailedTests + unexplained.length,
      skipped,
      failures: [...failures, ...unexplained],
    },
    exitCode,
  );
}

function countSkipped(skipped: Skipped[], what: string, lacks: string): void {
  const part = skipped.find((known) => known.what === what);
  if (part) part.tests += 1;
  else skipped.push({ what, tests: 1, needs: [lacks] });
}

interface ReportedSpec {
  title: string;
  file: string;
  line: number;
  ok: boolean;
  /** One in each project. */
  tests: {
    projectName: string;
    status: string;
    /** One for each try. */
    results?: { errors: { message?: string | undefined }[] }[] | undefined;
  }[];
}

/** The output of the JSON reporter: files, with the groups of their journeys below them. */
interface ReportedSuite {
  specs?: ReportedSpec[] | undefined;
  suites?: ReportedSuite[] | undefined;
}

const errorSchema = z.object({ message: z.string().optional() });

const suiteSchema: z.ZodType<ReportedSuite> = z.object({
  specs: z
    .array(
      z.object({
        title: z.string(),
        file: z.string(),
        line: z.number(),
        ok: z.boolean(),
        tests: z.array(
          z.object({
            projectName: z.string(),
            status: z.string(),
            results: z.array(z.object({ errors: z.array(errorSchema) })).optional(),
          }),
        ),
      }),
    )
    .optional(),
  get suites() {
    return z.array(suiteSchema).optional();
  },
});

const playwrightReportSchema = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
  suites: z.array(suiteSchema),
  errors: z.array(errorSchema),
});

/** @param text what Playwright's JSON reporter wrote */
export function readPlaywrightReport(text: string, exitCode: number): StageResult {
  const { stats, suites, errors } = playwrightReportSchema.parse(JSON.parse(text));
  const failures = [
    ...suites.flatMap(failedSpecs),
    ...errors.map((error) => firstLine(error.message ?? 'an error without a message')),
  ];
  const failed = stats.unexpected + stats.flaky;
  const counts = { passed: stats.expected, failed, skipped: [], failures };
  if (stats.skipped === 0) return resultOf(counts, exitCode);
  // Playwright leaves journeys out after a failure in those that they depend on. Nothing else may be left out.
  if (failed > 0) {
    const skipped = [
      { what: 'the journeys after these', tests: stats.skipped, needs: ['no failure before'] },
    ];
    return resultOf({ ...counts, skipped }, exitCode);
  }
  return resultOf(
    { ...counts, failed: stats.skipped, failures: [`${stats.skipped} skipped without a reason`] },
    exitCode,
  );
}

/** A program that ended with an error has a failure, whether or not it names one. */
function resultOf({ failed, failures, ...counts }: Required<StageResult>, exitCode: number): StageResult {
  const counted = exitCode === 0 ? failed : Math.max(failed, failures.length, 1);
  const isUnnamed = counted > 0 && failures.length === 0;
  return {
    ...counts,
    failed: counted,
    failures: isUnnamed ? [`ended with ${exitCode} and named no failure`] : failures,
  };
}

/** @param text what Playwright's JSON reporter wrote of journeys that it only listed */
export function countListed(text: string): number {
  const { suites } = playwrightReportSchema.parse(JSON.parse(text));
  return suites.reduce((sum, suite) => sum + countSpecs(suite), 0);
}

function countSpecs({ specs = [], suites = [] }: ReportedSuite): number {
  return suites.reduce((sum, suite) => sum + countSpecs(suite), specs.length);
}

function failedSpecs({ specs = [], suites = [] }: ReportedSuite): string[] {
  const failed = specs.filter((spec) => !spec.ok);
  return [
    ...failed.map(
      (spec) => `${spec.file}:${spec.line} › ${spec.title}${failedProjects(spec)}${whyFailed(spec)}`,
    ),
    ...suites.flatMap(failedSpecs),
  ];
}

/** Said where a journey runs in several. */
function failedProjects({ tests }: ReportedSpec): string {
  if (tests.length < 2) return '';
  const failed = tests.filter(({ status }) => status !== 'expected' && status !== 'skipped');
  return ` (${failed.map(({ projectName }) => projectName).join(', ')})`;
}

/** A run on another machine may keep no more than its last lines, so they say what happened. */
function whyFailed({ tests }: ReportedSpec): string {
  const errors = tests.flatMap(({ results = [] }) => results.flatMap((result) => result.errors));
  return errors.map(({ message = 'an error without a message' }) => `: ${inOneLine(message)}`).join('');
}

/** Playwright's first line is only the check that failed. What it saw is below, and then a part of the source. */
function inOneLine(message: string): string {
  const [said = ''] = stripVTControlCharacters(message).split(/\n\s+(?:>? *\d+ \||at )/, 1);
  const line = said.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line;
}

/** The first line of a message that may continue with a difference and a trace, in colors. */
function firstLine(message: string): string {
  return stripVTControlCharacters(message).trim().split('\n', 1)[0] ?? '';
}
