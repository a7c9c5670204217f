import type { Reporter, TestCase } from '@playwright/test/reporter';

/** Reports at the end how many journeys passed and failed in each engine. */
export default class CountPerEngine implements Reporter {
  readonly #tests = new Map<string, Set<TestCase>>();

  onTestEnd(test: TestCase): void {
    const engine = test.parent.project()?.name ?? '';
    this.#tests.set(engine, (this.#tests.get(engine) ?? new Set()).add(test));
  }

  onEnd(): void {
    for (const [engine, tests] of this.#tests) {
      const passed = [...tests].filter((test) => test.outcome() === 'expected').length;
      console.log(`  ${engine}: ${passed} passed, ${tests.size - passed} failed`);
    }
  }
}
