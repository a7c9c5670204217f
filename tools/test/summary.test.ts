import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { readPlaywrightReport, readVitestReport } from './read-reports.ts';
import { cannotRun, type StageResult } from './stages/stage.ts';
import { summaryOf } from './summary.ts';

const RED = '\u001b[31m';

beforeEach(() => {
  vi.stubEnv('CI', '');
  vi.stubEnv('TEST_SEED', '7');
  vi.stubEnv('TEST_DEEP', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('the last lines of a run', () => {
  const summaryLines = (result: StageResult) => {
    const { text, isGreen } = summaryOf([{ name: 'server', seconds: 9, result }], 'TEST_SEED=7 test');
    const lines = text.split('\n');
    const at = lines.indexOf('Time: server 9 s. In all: 9 s');
    expect(lines[at + 1]).toBe('The same again: TEST_SEED=7 test');
    return { before: lines.slice(0, at - 1), rest: lines.slice(at + 2), isGreen };
  };

  test('a run without a gap ends with what passed and failed alone', () => {
    const { before, rest, isGreen } = summaryLines({ passed: 7, failed: 0 });
    expect([before, rest, isGreen]).toEqual([[], ['', '7 passed, 0 failed'], true]);
  });

  test('a run without any test is no success', () => {
    expect(summaryLines({ passed: 0, failed: 0 }).isGreen).toBe(false);
  });

  test('what did not run is named, and counted', () => {
    const { skipped = [] } = cannotRun('attacks', 40, ['nginx']);
    const { before, rest } = summaryLines({ passed: 7, failed: 1, failures: ['a'], skipped });
    expect(before).toEqual(expect.arrayContaining(['  a', '  attacks (40), needs: nginx']));
    expect(rest).toEqual(['', '7 passed, 1 failed, 40 skipped']);
  });

  test('in CI nothing may be missing', () => {
    vi.stubEnv('CI', 'true');
    const failures = ['journeys did not run, needs: chromium'];
    expect(cannotRun('journeys', 214, ['chromium'])).toEqual({ passed: 0, failed: 214, failures });
  });

  test('two journeys may pass at the second try, and are named', () => {
    const { rest, isGreen } = summaryLines({ passed: 9, failed: 0, retried: ['a: early', 'b: late'] });
    expect(rest).toEqual(['Passed at the second try (2): a: early; b: late', '', '9 passed, 0 failed']);
    expect(isGreen).toBe(true);
  });

  test('three are failures', () => {
    const { before, rest, isGreen } = summaryLines({ passed: 9, failed: 1, retried: ['a', 'b', 'c'] });
    expect(before).toContain('  3 journeys passed only at the second try. At most 2 may');
    expect([rest.at(-1), isGreen]).toEqual(['6 passed, 4 failed', false]);
  });
});

describe("Vitest's report", () => {
  const ofTest = { fullName: 'money rounds', ancestorTitles: ['', 'money'], meta: {}, tags: [] as string[] };
  const report = (file: object, ...tests: object[]) => {
    const assertionResults = tests.map((one) => ({ ...ofTest, ...one }));
    const name = path.join(WORKSPACE_ROOT, 'shared/src/money.test.ts');
    const testResults = [{ name, status: 'passed', message: '', assertionResults, ...file }];
    return JSON.stringify({ numPassedTests: 1, testResults });
  };
  const failureMessages = [`${RED}expected 1 to be 2\n\n- 2\n+ 1\n    at money.test.ts:3`];

  test.each([
    [
      'a failed test',
      { status: 'failed' },
      [{ status: 'failed', failureMessages }],
      ' › money rounds: expected 1 to be 2',
    ],
    ['a file that cannot be loaded', { status: 'failed', message: 'No module' }, [], ': No module'],
    [
      'a failed hook, once',
      { status: 'failed', message: 'Timeout' },
      [{ status: 'skipped' }, { status: 'skipped' }],
      ': Timeout',
    ],
    ['a skipped test', {}, [{ status: 'skipped' }], ' › money rounds: skipped without a reason'],
    ['a test to be written', {}, [{ status: 'todo' }], ' › money rounds: skipped without a reason'],
  ])('%s is named', (_what, file, tests, failure) => {
    const failures = [`shared/src/money.test.ts${failure}`];
    expect(readVitestReport(report(file, ...tests), 1)).toEqual({
      passed: 1,
      failed: 1,
      failures,
      skipped: [],
    });
  });

  test('an exit code without a failed test counts', () => {
    const failures = ['ended with 1 and named no failure'];
    expect(readVitestReport(report({}, { status: 'passed' }), 1)).toMatchObject({ failed: 1, failures });
  });

  test('tests without their program are counted by their group', () => {
    const lacking = { status: 'skipped', meta: { lacks: 'nginx' } };
    expect(readVitestReport(report({}, lacking, lacking), 0)).toMatchObject({
      failed: 0,
      skipped: [{ what: 'shared/src/money.test.ts › money', tests: 2, needs: ['nginx'] }],
    });
  });

  test('a deep test is left out of a sample alone', () => {
    const text = report({}, { status: 'skipped', tags: ['deep'] });
    expect(readVitestReport(text, 0).failed).toBe(0);
    vi.stubEnv('TEST_DEEP', '1');
    expect(readVitestReport(text, 0).failed).toBe(1);
  });
});

describe("Playwright's report", () => {
  const spec = (...tests: object[]) => ({ title: 'pays', file: 'a.spec.ts', line: 7, tests });
  const tried = (status: string, message?: string) => {
    return {
      projectName: 'journeys',
      status,
      results: message === undefined ? [] : [{ errors: [{ message }] }],
    };
  };
  const read = (specs: object[], exitCode = 1, errors: object[] = []) =>
    readPlaywrightReport(JSON.stringify({ suites: [{ specs: [], suites: [{ specs }] }], errors }), exitCode);

  test('a failed journey says what it saw, in one line and not without end', () => {
    const message = `${RED}expect(received).toEqual([])\n\n+ "status of 503"\n\n   6 | const\n>  7 |   expect(\n    at a.spec.ts:7`;
    expect(read([spec(tried('unexpected', message)), spec(tried('expected'))])).toEqual({
      passed: 1,
      failed: 1,
      failures: ['a.spec.ts:7 › pays: expect(received).toEqual([]) + "status of 503"'],
      retried: [],
    });
    const [long = ''] = read([spec(tried('unexpected', 'x'.repeat(5_000)))]).failures ?? [];
    expect(long.length).toBeLessThan(700);
  });

  test('a journey that passed at the second try has passed, and is named', () => {
    expect(read([spec(tried('flaky', 'too early'))], 0)).toEqual({
      passed: 1,
      failed: 0,
      failures: [],
      retried: ['a.spec.ts:7 › pays: too early'],
    });
  });

  test.each([
    ['a journey that was left out', [spec(tried('skipped'))], 0, [], 'a.spec.ts:7 › pays: left out'],
    [
      'an error outside of the journeys',
      [],
      1,
      [{ message: `${RED}No tests found\nat x` }],
      'No tests found',
    ],
    ['an exit code without a failed journey', [], 130, [], 'ended with 130 and named no failure'],
  ])('%s counts as failed', (_what, specs, exitCode, errors, failure) => {
    expect(read(specs, exitCode, errors)).toMatchObject({ failed: 1, failures: [failure] });
  });
});
