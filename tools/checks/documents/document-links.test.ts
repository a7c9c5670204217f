import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { gitNow } from '../../process/git.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { brokenLinks, missingDocuments, missingPaths } from './document-links.ts';

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
