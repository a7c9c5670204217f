import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { countListed, readPlaywrightReport, readVitestReport } from './read-reports.ts';

const RED = '\u001b[31m';

describe("Vitest's report", () => {
  const file = (status: string, rest: object) => ({
    name: path.join(WORKSPACE_ROOT, 'shared/src/money.test.ts'),
    status,
    message: '',
    assertionResults: [],
    ...rest,
  });
  const report = (counts: [passed: number, failed: number], ...testResults: object[]) =>
    JSON.stringify({ numPassedTests: counts[0], numFailedTests: counts[1], testResults });
  const ofMoney = { ancestorTitles: ['', 'money'], failureMessages: [], meta: {} };
  const passed = { ...ofMoney, fullName: 'adds up', status: 'passed' };

  test('nothing failed', () => {
    const text = report([1, 0], file('passed', { assertionResults: [passed] }));
    expect(readVitestReport(text, 0)).toEqual({ passed: 1, failed: 0, skipped: [], failures: [] });
  });

  test('a failed test is named, with the first line of why', () => {
    const failed = {
      ...ofMoney,
      fullName: 'money rounds',
      status: 'failed',
      failureMessages: [`${RED}expected 1 to be 2\n\n- 2\n+ 1\n    at money.test.ts:3`],
    };
    const text = report([1, 1], file('failed', { assertionResults: [passed, failed] }));
    expect(readVitestReport(text, 1)).toEqual({
      passed: 1,
      failed: 1,
      skipped: [],
      failures: ['shared/src/money.test.ts › money rounds: expected 1 to be 2'],
    });
  });

  test('a file that cannot be loaded counts, though none of its tests failed', () => {
    const text = report([4, 0], file('failed', { message: 'Cannot find module' }));
    expect(readVitestReport(text, 1)).toEqual({
      passed: 4,
      failed: 1,
      skipped: [],
      failures: ['shared/src/money.test.ts: Cannot find module'],
    });
  });

  test('an exit code without a failed test counts', () => {
    const failures = ['ended with 1 and named no failure'];
    expect(readVitestReport(report([4, 0]), 1)).toEqual({ passed: 4, failed: 1, skipped: [], failures });
  });

  test('tests without their program are counted by their group', () => {
    const skipped = { ...passed, status: 'skipped', meta: { lacks: 'nginx' } };
    const text = report([1, 0], file('passed', { assertionResults: [passed, skipped, skipped] }));
    expect(readVitestReport(text, 0)).toEqual({
      passed: 1,
      failed: 0,
      skipped: [{ what: 'shared/src/money.test.ts › money', tests: 2, needs: ['nginx'] }],
      failures: [],
    });
  });

  test('a file whose preparation failed counts once, not for each test that was left out', () => {
    const leftOut = { ...passed, status: 'skipped' };
    const rest = { assertionResults: [leftOut, leftOut], message: 'Hook timed out' };
    expect(readVitestReport(report([0, 0], file('failed', rest)), 1)).toEqual({
      passed: 0,
      failed: 1,
      skipped: [],
      failures: ['shared/src/money.test.ts: Hook timed out'],
    });
  });

  test.each(['skipped', 'pending', 'todo'])('a test that is %s without a reason has failed', (status) => {
    const text = report([1, 0], file('passed', { assertionResults: [passed, { ...passed, status }] }));
    expect(readVitestReport(text, 0)).toEqual({
      passed: 1,
      failed: 1,
      skipped: [],
      failures: ['shared/src/money.test.ts › adds up: skipped without a reason'],
    });
  });
});

describe("Playwright's report", () => {
  const spec = (title: string, ok: boolean) => ({
    title,
    file: 'journeys/a.spec.ts',
    line: 7,
    ok,
    tests: [{ projectName: 'journeys', status: ok ? 'expected' : 'unexpected' }],
  });
  const report = (stats: object, suites: object[], errors: object[] = []) =>
    JSON.stringify({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats }, suites, errors });

  test('a failed journey is named, however deep its group', () => {
    const suites = [
      { specs: [spec('reads', true)], suites: [{ suites: [{ specs: [spec('writes', false)] }] }] },
    ];
    expect(readPlaywrightReport(report({ expected: 1, unexpected: 1 }, suites), 1)).toEqual({
      passed: 1,
      failed: 1,
      skipped: [],
      failures: ['journeys/a.spec.ts:7 › writes'],
    });
  });

  test('a failed journey says what it saw, in one line and not without end', () => {
    const message = `${RED}expect(received).toEqual([])\n\n+ "status of 503"\n\n   6 | const\n>  7 |   expect(\n    at a.spec.ts:7`;
    const withError = (said: string) => {
      const tests = [
        { projectName: 'journeys', status: 'unexpected', results: [{ errors: [{ message: said }] }] },
      ];
      return report({ unexpected: 1 }, [{ specs: [{ ...spec('pays', false), tests }] }]);
    };
    expect(readPlaywrightReport(withError(message), 1).failures).toEqual([
      'journeys/a.spec.ts:7 › pays: expect(received).toEqual([]) + "status of 503"',
    ]);
    const [long = ''] = readPlaywrightReport(withError('x'.repeat(5_000)), 1).failures ?? [];
    expect(long.length).toBeLessThan(700);
  });

  test('listed journeys are counted, however deep their group', () => {
    const suites = [{ specs: [spec('reads', true)], suites: [{ specs: [spec('writes', true)] }] }];
    expect(countListed(report({}, suites))).toBe(2);
  });

  test('a journey that failed in some of several engines is named with them', () => {
    const tests = [
      { projectName: 'webkit', status: 'unexpected' },
      { projectName: 'firefox', status: 'expected' },
      { projectName: 'chromium', status: 'unexpected' },
    ];
    const text = report({ expected: 1, unexpected: 2 }, [{ specs: [{ ...spec('pays', false), tests }] }]);
    expect(readPlaywrightReport(text, 1)).toMatchObject({
      failed: 2,
      failures: ['journeys/a.spec.ts:7 › pays (webkit, chromium)'],
    });
  });

  test('an exit code without a failed journey counts', () => {
    const failures = ['ended with 130 and named no failure'];
    expect(readPlaywrightReport(report({ expected: 3 }, []), 130)).toEqual({
      passed: 3,
      failed: 1,
      skipped: [],
      failures,
    });
  });

  test('an error outside of the journeys counts', () => {
    const text = report({ expected: 3 }, [], [{ message: `${RED}No tests found\nat x` }]);
    const failures = ['No tests found'];
    expect(readPlaywrightReport(text, 1)).toEqual({ passed: 3, failed: 1, skipped: [], failures });
  });

  test('journeys that were left out after a failure are counted', () => {
    const text = report({ unexpected: 1, skipped: 2 }, [{ specs: [spec('writes', false)] }]);
    expect(readPlaywrightReport(text, 1)).toEqual({
      passed: 0,
      failed: 1,
      skipped: [{ what: 'the journeys after these', tests: 2, needs: ['no failure before'] }],
      failures: ['journeys/a.spec.ts:7 › writes'],
    });
  });

  test('journeys that are skipped without a failure have failed', () => {
    const failures = ['2 skipped without a reason'];
    const text = report({ expected: 3, skipped: 2 }, []);
    expect(readPlaywrightReport(text, 0)).toEqual({ passed: 3, failed: 2, skipped: [], failures });
  });
});
