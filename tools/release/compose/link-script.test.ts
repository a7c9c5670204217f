import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SECURITY_HEADERS } from '../../gateway/security-headers.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { LINK_SCRIPT, LINK_SCRIPT_HASH } from './link-script.ts';

const DIRECTIVE = `script-src 'self' '${LINK_SCRIPT_HASH}';`;

test('the local gateway allows the script of the link, and no other inline', () => {
  expect(SECURITY_HEADERS['Content-Security-Policy']).toContain(DIRECTIVE);
});

test('nginx allows the script of the link, and no other inline', async () => {
  const headers = await readFile(path.join(WORKSPACE_ROOT, 'nginx/headers.conf'), 'utf8');
  expect(headers).toContain(DIRECTIVE);
});

test('the script in a page has no comments, and nothing that could end its block', () => {
  expect(LINK_SCRIPT).toMatch(/^\{\n/);
  expect(LINK_SCRIPT).not.toMatch(/<|\/\//);
});
