import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exceededBudgets } from './exceeded-budgets.ts';
import { weighPage } from './page-weight.ts';
import type { RecordedSizes } from './sizes.ts';

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
    'current/lanes/00/about.html': `<html><head><style data-href="/remotes/marketing/0f/style.css">${styles}</style>
<script type="module" src="${SCRIPT}"></script></head>
<body><main><section aria-labelledby="hero-title">${hero}</section><section aria-labelledby="team-title">Us</section></main></body></html>`,
    [SCRIPT]: script,
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(siteRoot, file)), { recursive: true });
    await writeFile(path.join(siteRoot, file), text);
  }
  return weighPage(siteRoot, '/about');
}

/** The budgets that a page exceeds after it has grown. Its sizes were recorded and its budgets set before. */
async function exceededBy(grown: Contents) {
  const page = await weigh({});
  const [modules, parts, elements, rules] = [page.modules, page.parts, page.elements, page.rules].map(
    (sizes) => Object.fromEntries(sizes),
  );
  const recorded = { modules, parts, elements, rules } as RecordedSizes;
  return exceededBudgets(await weigh(grown), page.weight, recorded);
}

test('a page as it was recorded exceeds nothing', async () => {
  expect(await exceededBy({})).toEqual([]);
});

test('more text is named by its section', async () => {
  expect(await exceededBy({ hero: '<p>Text and more</p>' })).toEqual([
    'htmlBytes: 308, budget 299',
    '  +9 bytes /about section hero-title',
  ]);
});

test('more elements are named by their section, however large other parts became', async () => {
  const exceeded = await exceededBy({
    hero: '<p>Text</p><i></i><i></i>',
    styles: `.a{gap:${'0'.repeat(99)}}`,
  });
  expect(exceeded.slice(exceeded.indexOf('nodes: 11, budget 9'))).toEqual([
    'nodes: 11, budget 9',
    '  +2 elements /about section hero-title',
  ]);
});

test('more styles are named by their rules', async () => {
  const exceeded = await exceededBy({ styles: '.a{gap:0}@media print{.b{gap:0}}' });
  expect(exceeded).toEqual([
    'htmlBytes: 322, budget 299',
    '  +23 bytes /about styles of marketing',
    'inlinedStyleBytes: 32, budget 9',
    '  +9 bytes marketing .b',
  ]);
});

test('a larger script is named by its modules alone', async () => {
  expect(await exceededBy({ script: 'one();two();' })).toEqual([
    'scriptBytes: 12, budget 6',
    '  +6 bytes marketing/about.js',
  ]);
});

test('a budget that was lowered blames no part of the page', async () => {
  const page = await weigh({});
  const recorded: RecordedSizes = {
    modules: {},
    parts: Object.fromEntries(page.parts),
    elements: {},
    rules: {},
  };
  expect(exceededBudgets(page, { ...page.weight, htmlBytes: 1 }, recorded)).toEqual([
    `htmlBytes: ${page.weight.htmlBytes}, budget 1`,
    '  nothing grew since the sizes were recorded',
  ]);
});
