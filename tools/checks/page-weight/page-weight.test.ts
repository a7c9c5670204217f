import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exceededBudgets, weighPage } from './page-weight.ts';

const SCRIPT = '/remotes/marketing/0f/about.js';

interface Contents {
  styles?: string;
  hero?: string;
  script?: string;
}

/** The page /about of a site that consists of it alone. */
async function weigh({ styles = '.a{gap:0}', hero = '<p>Text</p>', script = 'one();' }: Contents) {
  const siteRoot = await mkdtemp(path.join(tmpdir(), 'corvane-budgets-'));
  const files = {
    'current/lanes/00/about.html': `<!doctype html><html><head><style data-href="/remotes/marketing/0f/style.css">${styles}</style>
<script type="module" src="${SCRIPT}"></script></head>
<body><!--$--><main><section aria-labelledby="hero-title">${hero}</section><br>Us</main></body></html>`,
    [SCRIPT]: script,
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(siteRoot, file)), { recursive: true });
    await writeFile(path.join(siteRoot, file), text);
  }
  return weighPage(siteRoot, '/about');
}

test.each<[Contents, string[]]>([
  [{}, []],
  [{ hero: '<p>Text and more</p>' }, ['htmlBytes: 148, budget 146']],
  [{ hero: '<p>Text</p><i>' }, ['nodes: 10, budget 9']],
  [
    { styles: '.a{gap:0}@media print{.b{gap:0}}' },
    ['htmlBytes: 163, budget 146', 'inlinedStyleBytes: 32, budget 9'],
  ],
  [{ styles: 'a{b:"<i>"}' }, ['inlinedStyleBytes: 10, budget 9']],
  [{ script: 'one();two();' }, ['scriptBytes: 12, budget 6']],
])('a page with %j exceeds %j of a budget set before', async (grown, exceeded) => {
  const { weight } = await weigh({});
  expect(exceededBudgets(await weigh(grown), weight)).toEqual(exceeded);
});

test('files that are not worth a request are named', async () => {
  const page = await weigh({});
  expect(exceededBudgets(page, { ...page.weight, smallFiles: 0 })).toEqual([
    'smallFiles: 1, budget 0',
    `  ${SCRIPT}: 6 bytes`,
  ]);
});

/** Regression: a page was over its budget in one release of a tree, and not in the next. */
test('what differs between two releases of one tree weighs the same', async () => {
  const htmlOf = ([version, file, key, port]: readonly string[]) =>
    `<link href="/remotes/marketing/${version}/page-${file}.js"><p>${version}</p>
     <p>sb_publishable_${key} http://localhost:${port}/pricing</p>`;
  const bytes = async (...parts: string[]) => (await weigh({ hero: htmlOf(parts) })).weight.htmlBytes;
  const one = await bytes('0123456789ab', 'aaaaaaaa', 'a'.repeat(40), '11111');
  expect(await bytes('c4b805bbcaf9', 'D3Ot69-_', 'S4_CSgMvJstCfZa4wxB-BbzFLZTgf120afe3D3Ot', '42763')).toBe(
    one,
  );
  expect(await bytes('c4b805bbcaf9', 'D3Ot69-_', 'x', '42763')).not.toBe(one);
});
