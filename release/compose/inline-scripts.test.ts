import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SECURITY_HEADERS } from '@corvane/tools/gateway/security-headers';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import { expect, test } from 'vitest';
import type { SiteConfig } from '../store/site-config.ts';
import { compositionIdOf } from './compose.ts';
import { FORMER_SCRIPT_HASHES, INLINE_SCRIPT_HASHES, INLINE_SCRIPTS } from './inline-scripts.ts';
import type { SiteReleases } from './site-releases.ts';

const HASHES = [...INLINE_SCRIPT_HASHES, ...FORMER_SCRIPT_HASHES].map((hash) => `'${hash}'`).join(' ');
const DIRECTIVE = `script-src 'self' ${HASHES};`;

test('the local gateway allows the inline scripts of pages, the former ones too, and no other', () => {
  expect(SECURITY_HEADERS['Content-Security-Policy']).toContain(DIRECTIVE);
});

test('nginx allows the inline scripts of pages, the former ones too, and no other', async () => {
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

test('a former script is none of the present ones', () => {
  expect(INLINE_SCRIPT_HASHES).not.toEqual(expect.arrayContaining([...FORMER_SCRIPT_HASHES]));
});

test('pages with another inline script are another composition', () => {
  const releases = { schemaVersion: 1, host: {}, remotes: {} } as unknown as SiteReleases;
  const site = { siteUrl: 'https://corvane.example' } as SiteConfig;
  const id = compositionIdOf(releases, site);
  expect(compositionIdOf(releases, site, INLINE_SCRIPTS)).toBe(id);
  expect(compositionIdOf(releases, site, [...INLINE_SCRIPTS.slice(1), `${INLINE_SCRIPTS[0]};`])).not.toBe(id);
});
