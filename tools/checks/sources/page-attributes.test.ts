import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as attributes from '@corvane/shared/contracts/remote/page-attributes';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

/** Attributes of the host's that no remote sets. */
const OWN = ['data-session', 'data-link', 'data-link-note', 'data-laid-out', 'data-faces'];

/** Selectors on attributes that are ours: what a stylesheet cannot import. */
const attributesIn = (css: string) =>
  [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/\[(data-[a-z-]+)/g)].map(([, name = '']) => name);

test.each(['host/src/styles/document.css', 'portal/src/styles.css'])(
  '%s reads only attributes that the contract names',
  (file) => {
    const used = attributesIn(readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8'));
    expect(used).not.toEqual([]);
    expect(used.filter((name) => ![...Object.values<string>(attributes), ...OWN].includes(name))).toEqual([]);
  },
);

test('the host reads each attribute that the contract names', () => {
  const css = readFileSync(path.join(WORKSPACE_ROOT, 'host/src/styles/document.css'), 'utf8');
  expect(attributesIn(css)).toEqual(expect.arrayContaining(Object.values<string>(attributes)));
});
