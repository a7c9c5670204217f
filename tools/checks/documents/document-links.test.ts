import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { gitNow } from '../../process/git.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

const FENCED = /^( *)```.*?^\1```$/gms;

/** The anchors that GitHub gives to the headings of a document. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.replaceAll(FENCED, '').matchAll(/^#+ (.+)$/gm)) {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    let again = 0;
    while (anchors.has(again === 0 ? anchor : `${anchor}-${again}`)) again += 1;
    anchors.add(again === 0 ? anchor : `${anchor}-${again}`);
  }
  return anchors;
}

/**
 * Links between documents that lead nowhere, as `file: target`.
 * @param documents texts by path from the workspace
 * @param exists whether a file or folder exists
 */
function brokenLinks(documents: ReadonlyMap<string, string>, exists: (file: string) => boolean): string[] {
  const broken: string[] = [];
  for (const [file, text] of documents) {
    for (const [, target = ''] of text.replaceAll(FENCED, '').matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [to = '', anchor] = target.split('#');
      const found = to === '' ? file : path.posix.join(path.posix.dirname(file), decodeURI(to));
      const page = documents.get(found);
      const isWhole = exists(found) && (anchor === undefined || (page && anchorsOf(page).has(anchor)));
      if (!isWhole) broken.push(`${file}: ${target}`);
    }
  }
  return broken;
}

/** Documents of this repository that a file names by their path, but that do not exist, as `file: path`. */
function missingDocuments(sources: ReadonlyMap<string, string>, exists: (file: string) => boolean): string[] {
  return [...sources].flatMap(([file, text]) =>
    [...new Set(text.match(/(?<![\w./-])docs\/[\w/.-]+\.md\b/g))]
      .filter((document) => !exists(document))
      .map((document) => `${file}: ${document}`),
  );
}

/**
 * Files and folders that a document names in backticks, but that do not exist, as `file: path`. A path begins with a
 * folder of the workspace. A source file may also be named by the end of its path. `*` and `<…>` stand for any name.
 * @param files all paths of the workspace
 */
function missingPaths(documents: ReadonlyMap<string, string>, files: readonly string[]): string[] {
  const folders = new Set(
    files.flatMap((file) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index + 1))),
  );
  const known = [...files, ...folders];
  const isMissing = (named: string) => {
    const isWhole = folders.has(named.replace(/\/.+|$/, '/'));
    if (!isWhole && !/\.(tsx?|sql|css|conf|timer)$/.test(named)) return false;
    const pattern = named.replaceAll('.', '\\.').replaceAll(/<\w+>|\*/g, '[^/]+');
    const path = new RegExp(`${isWhole ? '^' : '(^|/)'}${pattern}/?$`);
    return !known.some((file) => path.test(file));
  };
  return [...documents].flatMap(([file, text]) =>
    [...text.replaceAll(FENCED, '').matchAll(/`([\w.<>*/-]+)`/g)]
      .map(([, named = '']) => named)
      .filter(isMissing)
      .map((named) => `${file}: ${named}`),
  );
}

const inWorkspace = (file: string) => existsSync(path.join(WORKSPACE_ROOT, file));

const filesOf = (...patterns: string[]) =>
  gitNow(WORKSPACE_ROOT, 'ls-files', ...patterns)
    .split('\n')
    .filter((file) => file !== '' && inWorkspace(file));

const texts = (...patterns: string[]) =>
  new Map(filesOf(...patterns).map((file) => [file, readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8')]));

test('every link of a document leads to a file and to a heading of it', () => {
  const documents = texts('*.md');
  expect(documents.size).toBeGreaterThan(40);
  expect(brokenLinks(documents, inWorkspace)).toEqual([]);
});

test('every document that a source names exists', () => {
  const sources = texts('*.ts', '*.tsx', '*.sql', '*.yml', '*.md', '*.sh', '*.service', '*.conf');
  // It names documents that do not exist.
  for (const file of ['document-links.test.ts', 'vocabulary.test.ts'])
    sources.delete(`tools/checks/documents/${file}`);
  expect(missingDocuments(sources, inWorkspace)).toEqual([]);
});

test('every file and folder that a page names exists', () => {
  const pages = texts('README.md', 'docs/*.md');
  for (const page of [...pages.keys()]) {
    // A decision names what there was. The guide names a page that its reader writes.
    if (page.startsWith('docs/decisions/') || page === 'docs/marketing-guide.md') pages.delete(page);
  }
  expect(pages.size).toBeGreaterThan(15);
  expect(missingPaths(pages, filesOf())).toEqual([]);
});

test.each([
  ['[b](b.md)', []],
  ['[b](b.md#the-owners-key)', []],
  ['[b](b.md#twice-1)', []],
  ['[here](#a)', []],
  ['[elsewhere](https://example.com/b.md#no)', []],
  ['```\n[in a block](no.md)\n```', []],
  ['[no file](c.md)', ['docs/a.md: c.md']],
  ['[no heading](b.md#the-other-key)', ['docs/a.md: b.md#the-other-key']],
  ['[not here](#b)', ['docs/a.md: #b']],
])('in %j the broken links are %j', (text, found) => {
  const documents = new Map([
    ['docs/a.md', `# A\n\n${text}\n`],
    ['docs/b.md', "# B\n\n## The owner's key\n\n## Twice\n\n## Twice\n"],
  ]);
  expect(brokenLinks(documents, (file) => documents.has(file))).toEqual(found);
});

test('a source that names a document which was renamed is found', () => {
  const sources = new Map([
    ['a.ts', '/** See docs/old.md. */'],
    ['b.ts', '/** See docs/new.md. */'],
  ]);
  expect(missingDocuments(sources, (file) => file === 'docs/new.md')).toEqual(['a.ts: docs/old.md']);
});

test.each([
  ['`src/a.ts`, `src/`, `src/deep/`, `src/deep`, `deep/b.ts`, `b.ts`', []],
  ['`src/<area>/*.ts`, `other/none/`, `src/ spaced`, `made.json`, `a.b`', []],
  ['`src/b.ts`', ['page.md: src/b.ts']],
  ['`c.ts`, `other/b.ts`', ['page.md: c.ts', 'page.md: other/b.ts']],
  ['`src/b/`, `src/<area>/c.ts`', ['page.md: src/b/', 'page.md: src/<area>/c.ts']],
])('of the paths in %j the missing ones are %j', (text, found) => {
  expect(missingPaths(new Map([['page.md', text]]), ['src/a.ts', 'src/deep/b.ts'])).toEqual(found);
});
