import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

const sources = globSync('{host,marketing,portal,shared}/src/**/*.{css,ts,tsx}', { cwd: WORKSPACE_ROOT }).map(
  (file) => ({ file, text: readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8') }),
);

/** On paper, the dark theme is light text on white. */
test('the dark theme is for screens', () => {
  const themed = sources.filter(({ text }) => text.includes('@apply theme-dark'));
  expect(themed.length).toBeGreaterThan(2);
  const elsewhere = themed.filter(({ text }) =>
    text.replaceAll(/^@media screen \{.*?^\}/gms, '').includes('@apply theme-dark'),
  );
  expect(elsewhere.map(({ file }) => file)).toEqual([]);
});

test('nothing goes on moving for people who asked for less motion', () => {
  const moving = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/^.*\banimate-(?!none).*$/gm)].map(([line]) => ({ file, line })),
  );
  expect(moving.length).toBeGreaterThan(2);
  const still = /motion-safe:animate-|motion-reduce:(\w+:)?animate-none/;
  expect(moving.filter(({ line }) => !still.test(line))).toEqual([]);
});
