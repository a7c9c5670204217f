import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inlineStylesheet } from './inline-stylesheet.ts';

async function inlined(css: string): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'corvane-style-'));
  await mkdir(path.join(root, 'assets/host/v1'), { recursive: true });
  await writeFile(path.join(root, 'assets/host/v1/style.css'), css);
  return (await inlineStylesheet(root, '/assets/host/v1/style.css')).css;
}

test.each([
  ['url(a.woff2)', 'url(/assets/host/v1/a.woff2)'],
  ['url(./a.woff2)', 'url(/assets/host/v1/a.woff2)'],
  ['url("a b.woff2")', 'url("/assets/host/v1/a b.woff2")'],
  ['url(/a.woff2)', 'url(/a.woff2)'],
  ['url("data:image/svg+xml,x")', 'url("data:image/svg+xml,x")'],
  ['url(#clip)', 'url(#clip)'],
])('an address in a stylesheet stays the same file in a page: %s', async (written, expected) => {
  expect(await inlined(`@font-face{src:${written}}`)).toBe(`@font-face{src:${expected}}`);
});

test('a stylesheet that would end its block is refused', async () => {
  await expect(inlined('a::before{content:"</style><script>"}')).rejects.toThrow('contains "</style"');
});

test('a missing stylesheet is named', async () => {
  await expect(inlineStylesheet(tmpdir(), '/assets/gone.css')).rejects.toThrow(
    'The stylesheet /assets/gone.css cannot be read',
  );
});
