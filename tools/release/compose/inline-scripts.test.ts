import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SECURITY_HEADERS } from '../../gateway/security-headers.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { INLINE_SCRIPT_HASHES, INLINE_SCRIPTS } from './inline-scripts.ts';

const DIRECTIVE = `script-src 'self' ${INLINE_SCRIPT_HASHES.map((hash) => `'${hash}'`).join(' ')};`;

test('the local gateway allows the inline scripts of a page, and no other', () => {
  expect(SECURITY_HEADERS['Content-Security-Policy']).toContain(DIRECTIVE);
});

test('nginx allows the inline scripts of a page, and no other', async () => {
  const headers = await readFile(path.join(WORKSPACE_ROOT, 'nginx/headers.conf'), 'utf8');
  expect(headers).toContain(DIRECTIVE);
});

test.each(INLINE_SCRIPTS)(
  'an inline script has no comments, and nothing that could end its block',
  (script) => {
    expect(script).toMatch(/^\{\n/);
    expect(script).not.toMatch(/<|\/\//);
  },
);
