import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { takesSample } from './seed.ts';
import type { Skipped, StageResult } from './stages/stage.ts';

/** In characters. */
const LONGEST_REASON = 600;

/**
 * A skipped test names what the machine lacks, see `describe-needing.ts`. Without a reason it counts as failed.
 * @param text the output of Vitest's JSON reporter
 */
export function readVitestReport(text: string, exitCode: number): StageResult {
  const { numPassedTests, testResults } = JSON.parse(text) as JsonTestResults;
  const skipped = new Map<string, Skipped>();
  const failures: string[] = [];
  for (const { name, status: ofFile, message, assertionResults } of testResults) {
    const file = path.relative(WORKSPACE_ROOT, name);
    const before = failures.length;
    for (const { status, fullName, ancestorTitles, meta, tags, failureMessages } of assertionResults) {
      if (status === 'passed' || (takesSample() && tags.includes('deep'))) continue;
      if (status === 'failed')
        failures.push(`${file} › ${fullName}: ${firstLine(failureMessages?.[0] ?? 'no message')}`);
      else if (meta.lacks !== undefined) {
        const what = `${file} › ${ancestorTitles.filter(Boolean)[0]}`;
        skipped.set(what, { what, tests: (skipped.get(what)?.tests ?? 0) + 1, needs: [meta.lacks] });
      }
      // A hook that failed leaves the tests out, and is a failure itself.
      else if (ofFile !== 'failed') failures.push(`${file} › ${fullName}: skipped without a reason`);
    }
    // A file that cannot even be loaded fails without a failed test.
    if (ofFile === 'failed' && failures.length === before) failures.push(`${file}: ${firstLine(message)}`);
  }
  return { ...resultOf(numPassedTests, failures, exitCode), skipped: [...skipped.values()] };
}

/** No journey may be left out. @param text what Playwright's JSON reporter wrote */
export function readPlaywrightReport(text: string, exitCode: number): StageResult {
  const { suites, errors } = JSON.parse(text) as JSONReport;
  const failures: string[] = [];
  const retried: string[] = [];
  let passed = 0;
  for (const { title, file, line, tests } of suites.flatMap(specsOf)) {
    for (const { status, projectName, results } of tests) {
      const name = `${file}:${line} › ${title}${tests.length > 1 ? ` (${projectName})` : ''}`;
      // A run on another machine may keep no more than its last lines, so they say what happened.
      const why = results.flatMap((result) => result.errors).map(({ message }) => `: ${inOneLine(message)}`);
      if (status === 'skipped') failures.push(`${name}: left out`);
      else if (status === 'unexpected') failures.push(`${name}${why.join('')}`);
      else passed += 1;
      if (status === 'flaky') retried.push(`${name}${why.join('')}`);
    }
  }
  failures.push(...errors.map(({ message = 'an error without a message' }) => firstLine(message)));
  return { ...resultOf(passed, failures, exitCode), retried };
}

/** @param text what Playwright's JSON reporter wrote of journeys that it only listed */
export function countListed(text: string): number {
  const { suites } = JSON.parse(text) as JSONReport;
  return suites.flatMap(specsOf).reduce((sum, { tests }) => sum + tests.length, 0);
}

function specsOf({ specs, suites = [] }: JSONReportSuite): JSONReportSuite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** A program that ended with an error has a failure, whether or not it names one. */
function resultOf(passed: number, named: readonly string[], exitCode: number): StageResult {
  const failures =
    named.length === 0 && exitCode !== 0 ? [`ended with ${exitCode} and named no failure`] : named;
  return { passed, failed: failures.length, failures };
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
