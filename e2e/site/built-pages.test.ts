// @vitest-environment happy-dom

import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { addOutline, type Outline, outlineOf, outlineText } from '@corvane/shared/testing/outline';
import { expect, test } from 'vitest';

const { SITE_ROOT = '', SITE_URL = '' } = process.env;
/** Every visitor gets the same pages here, so any lane will do. */
const LANES = path.join(SITE_ROOT, 'current/lanes');
const PAGES = path.join(LANES, readdirSync(LANES)[0] ?? '');

const pages = new Map(
  readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .sort()
    .map((file) => [file, readPage(readFileSync(path.join(PAGES, file), 'utf8'))]),
);

/** The page of any build at any address, in any year. The files that it loads are left to the journeys. */
function readPage(html: string): Document {
  const versions = [...html.matchAll(/name="corvane:\w+" content="([^"]+)"/g)].map(
    ([, version = '']) => version,
  );
  const text = versions
    .reduce((read, version) => read.replaceAll(version, 'VERSION'), html)
    .replaceAll(SITE_URL, 'https://www.corvane.example')
    .replaceAll(/©(\s|<!-- -->)*\d{4}/g, '© YEAR');
  const page = new DOMParser().parseFromString(text, 'text/html');
  for (const file of page.querySelectorAll('link[rel$=preload], link[rel=stylesheet]')) file.remove();
  // No outline says what is drawn.
  for (const drawing of page.querySelectorAll('svg'))
    drawing.setAttribute('data-drawn', hash('sha256', drawing.outerHTML).slice(0, 8));
  return page;
}

const nameOf = (file: string) => file.replaceAll('/', '-').replace('.html', '.txt');

test.each([...pages])('%s says what is recorded', async (file, { head, body }) => {
  const main = body.querySelector('main');
  if (main === null) throw new Error(`${file} has no main part`);
  const outline = [head, main].map((part) => outlineText(outlineOf(part))).join('\n');
  await expect(outline).toMatchFileSnapshot(`__snapshots__/${nameOf(file)}`);
});

test('only pages that are there are recorded', () => {
  const recorded = readdirSync(path.join(import.meta.dirname, '__snapshots__'));
  expect(recorded.sort()).toEqual([...pages.keys()].map(nameOf).concat('frame.txt').sort());
});

/** Once for all pages, so that a word of the footer changes one file. */
test('what stands around the pages says what is recorded', async () => {
  const frame: Outline = new Map();
  for (const page of pages.values()) {
    for (const part of page.querySelectorAll('head, main')) part.replaceChildren();
    addOutline(frame, outlineOf(page));
  }
  await expect(outlineText(frame)).toMatchFileSnapshot('__snapshots__/frame.txt');
});
