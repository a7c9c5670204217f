import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { missingModules } from './missing-modules.ts';
import type { RecordedSizes } from './sizes.ts';

/** Regression: a file was removed, and its size stayed in the record. Record the sizes again, or move the line. */
test('every module of ours with a recorded size is there', () => {
  const { modules } = JSON.parse(
    readFileSync(path.join(WORKSPACE_ROOT, 'e2e/page-sizes.json'), 'utf8'),
  ) as RecordedSizes;
  expect(Object.keys(modules).length).toBeGreaterThan(100);
  expect(missingModules(modules, WORKSPACE_ROOT)).toEqual([]);
});

test('a removed module is named; packages and what the build makes are not looked for', () => {
  const modules = { 'host/src/gone.ts': 1, 'react/index.js': 1, 'marketing/remoteEntry.js': 1 };
  expect(missingModules(modules, WORKSPACE_ROOT)).toEqual(['host/src/gone.ts']);
});
