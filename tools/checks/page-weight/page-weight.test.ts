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
  [{ hero: '<p>Text and more</p>' }, ['htmlBytes: 287, budget 278']],
  [{ hero: '<p>Text</p><i>' }, ['htmlBytes: 281, budget 278', 'nodes: 10, budget 9']],
  [
    { styles: '.a{gap:0}@media print{.b{gap:0}}' },
    ['htmlBytes: 301, budget 278', 'inlinedStyleBytes: 32, budget 9'],
  ],
  [{ styles: 'a{b:"<i>"}' }, ['htmlBytes: 279, budget 278', 'inlinedStyleBytes: 10, budget 9']],
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
