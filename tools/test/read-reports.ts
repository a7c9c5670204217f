import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { WORKSPACE_ROOT } from '../build/vite-config.ts';
import type { StageResult } from './stage.ts';

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
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** @param text what Vitest's JSON reporter wrote */
export function readVitestReport(text: string, exitCode: number): StageResult {
  const { numPassedTests, numFailedTests, testResults } = vitestReportSchema.parse(JSON.parse(text));
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
  return resultOf({ passed: numPassedTests, failed: numFailedTests, failures }, exitCode);
}

interface ReportedSpec {
  title: string;
  file: string;
  line: number;
  ok: boolean;
  /** One in each project. */
  tests: { projectName: string; status: string }[];
}

/** What the JSON reporter writes: files, with the groups of their journeys below them. */
interface ReportedSuite {
  specs?: ReportedSpec[] | undefined;
  suites?: ReportedSuite[] | undefined;
}

const suiteSchema: z.ZodType<ReportedSuite> = z.object({
  specs: z
    .array(
      z.object({
        title: z.string(),
        file: z.string(),
        line: z.number(),
        ok: z.boolean(),
        tests: z.array(z.object({ projectName: z.string(), status: z.string() })),
      }),
    )
    .optional(),
  get suites() {
    return z.array(suiteSchema).optional();
  },
});

const playwrightReportSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(suiteSchema),
  errors: z.array(z.object({ message: z.string().optional() })),
});

/** @param text what Playwright's JSON reporter wrote */
export function readPlaywrightReport(text: string, exitCode: number): StageResult {
  const { stats, suites, errors } = playwrightReportSchema.parse(JSON.parse(text));
  const failures = [
    ...suites.flatMap(failedSpecs),
    ...errors.map((error) => firstLine(error.message ?? 'an error without a message')),
  ];
  const failed = stats.unexpected + stats.flaky;
  return resultOf({ passed: stats.expected, failed, failures }, exitCode);
}

/** A program that ended with an error has a failure, whether or not it names one. */
function resultOf({ passed, failed, failures }: Required<StageResult>, exitCode: number): StageResult {
  const counted = exitCode === 0 ? failed : Math.max(failed, failures.length, 1);
  const isUnnamed = counted > 0 && failures.length === 0;
  return {
    passed,
    failed: counted,
    failures: isUnnamed ? [`ended with ${exitCode}, naming nothing`] : failures,
  };
}

function failedSpecs({ specs = [], suites = [] }: ReportedSuite): string[] {
  const failed = specs.filter((spec) => !spec.ok);
  return [
    ...failed.map((spec) => `${spec.file}:${spec.line} › ${spec.title}${failedProjects(spec)}`),
    ...suites.flatMap(failedSpecs),
  ];
}

/** Said where a journey runs in several. */
function failedProjects({ tests }: ReportedSpec): string {
  if (tests.length < 2) return '';
  const failed = tests.filter(({ status }) => status !== 'expected' && status !== 'skipped');
  return ` (${failed.map(({ projectName }) => projectName).join(', ')})`;
}

/** Of a message that may go on with a difference and a trace, in colours. */
function firstLine(message: string): string {
  return stripVTControlCharacters(message).trim().split('\n', 1)[0] ?? '';
}
