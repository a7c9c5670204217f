import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { limitPage } from './variant-pages.ts';
import { makeVariantSite } from './variant-sites.ts';

const HOME = `<h1>Home</h1>${'<p>A page long enough to be compressed.</p>'.repeat(10)}`;

/** A document root whose lanes are links to one set of pages, as a released site has them. */
async function siteWith(pages: Record<string, string>) {
  const root = await mkdtemp(path.join(tmpdir(), 'corvane-variant-site-'));
  const siteRoot = path.join(root, 'site');
  for (const [file, html] of Object.entries(pages)) {
    await mkdir(path.dirname(path.join(siteRoot, 'pages', file)), { recursive: true });
    await writeFile(path.join(siteRoot, 'pages', file), html);
  }
  await symlink('pages', path.join(siteRoot, 'lane'));
  return { siteRoot, target: path.join(root, 'variant') };
}

test('every page of a variant differs from ours, also where it is compressed or linked', async () => {
  const { siteRoot, target } = await siteWith({
    'index.html': HOME,
    'services/pixel.html': '<h1>Pixel</h1>',
  });
  let count = 0;
  await makeVariantSite(siteRoot, target, (html) => {
    count += 1;
    return html.replace('<h1>', '<h1>Variant of ');
  });
  expect(count).toBe(2);
  const expected = HOME.replace('Home', 'Variant of Home');
  expect(await readFile(path.join(target, 'lane/index.html'), 'utf8')).toBe(expected);
  expect(brotliDecompressSync(await readFile(path.join(target, 'lane/index.html.br'))).toString()).toBe(
    expected,
  );
  expect(gunzipSync(await readFile(path.join(target, 'lane/index.html.gz'))).toString()).toBe(expected);
  expect(await readFile(path.join(target, 'pages/services/pixel.html'), 'utf8')).toContain(
    'Variant of Pixel',
  );
  expect(await readFile(path.join(siteRoot, 'pages/index.html'), 'utf8')).toBe(HOME);
});

test('a page that cannot be rewritten is named', async () => {
  const { siteRoot, target } = await siteWith({ 'about.html': HOME });
  const made = makeVariantSite(siteRoot, target, limitPage);
  await expect(made).rejects.toThrow(/about\.html cannot become a page of the variant/);
  await expect(made).rejects.toMatchObject({
    cause: { message: expect.stringContaining('The page has no part') },
  });
});

/** Otherwise our own pages would be measured as the variant. */
test('a site without pages is no variant', async () => {
  const { siteRoot, target } = await siteWith({ 'robots.txt': 'User-agent: *' });
  await expect(makeVariantSite(siteRoot, target, (html) => html)).rejects.toThrow('has no page to rewrite');
});
