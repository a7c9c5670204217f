import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files of one project and one environment run one after another. Vitest ends a process whose next file needs another
 * environment. Loading React and Happy DOM again takes a second of processor time.
 */
export default class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groups = new Map<string, TestSpecification[]>();
    for (const file of await super.sort(files)) {
      const needsPage = readFileSync(file.moduleId, 'utf8').startsWith('// @vitest-environment');
      const name = `${file.project.name} ${needsPage}`;
      groups.set(name, [...(groups.get(name) ?? []), file]);
    }
    return [...groups.values()].flat();
  }
}
