import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

const FEATURES = path.join(WORKSPACE_ROOT, 'portal/src/features');

/** When a question has Cancel as its first button, which has the focus, by the file that asks it. */
const FINAL = {
  'commissions/statements/change-dialog.tsx': ['always', 'always'],
  'contact-requests/change/request-form.tsx': ['always'],
  'customers/access-dialog.tsx': ["action === 'revoke'"],
  'people/change/person-actions.tsx': ['always'],
  'prices/change/cancel-price-dialog.tsx': ['always'],
  'representatives/change/rep-confirm.tsx': ["action === 'disable' || action === 'rotate'"],
};

test('a question about what cannot be undone begins with its Cancel', async () => {
  const found: Record<string, string[]> = {};
  for await (const file of glob('**/*.tsx', { cwd: FEATURES })) {
    const source = await readFile(path.join(FEATURES, file), 'utf8');
    const marks = [...source.matchAll(/^ +isFinal(?:=\{(.+)\})?$/gm)].map(([, when = 'always']) => when);
    if (marks.length > 0) found[file] = marks;
  }
  expect(found).toEqual(FINAL);
});
