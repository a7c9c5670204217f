import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LAST_ACCESS_KEPT_DAYS, LAST_ACCESS_KEY } from '../../../host/src/session/last-access.ts';
import { PRIVACY_PAGE } from '../../../marketing/src/content/legal/privacy-page.ts';
import { RETENTION } from '../../../release/change/open-site.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

/** Periods that a text repeats because it cannot import them: another application's, or a document. */
const read = (file: string) => readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8').replaceAll(/\s+/g, ' ');

test('the privacy page says how long a browser remembers an access that has ended', () => {
  const said = PRIVACY_PAGE.sections.flatMap(({ paragraphs }) => paragraphs).join(' ');
  expect(said).toContain(`your browser remembers for ${LAST_ACCESS_KEPT_DAYS} days whom to ask`);
});

test('the documents say how many versions stay, and for how long', () => {
  const { versions, days } = RETENTION;
  const said = read('docs/releasing.md');
  expect(said).toContain(`keeps each version for ${days} days after it was last live`);
  expect(said).toContain(`keeps the last ${versions} live ones of each application`);
  const promised = read('docs/contracts/remote.md');
  expect(promised).toContain(`stay for ${days} days after they were last live`);
  expect(promised).toContain(`Those of the last ${versions} live versions stay longer`);
});

/** The row of a key in the table of storage keys and cookies. */
const rowOf = (key: string) =>
  readFileSync(path.join(WORKSPACE_ROOT, 'docs/contracts/events-and-storage.md'), 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`| \`${key}\``));

test('the list of storage keys says how long a browser remembers an access that has ended', () => {
  expect(rowOf(LAST_ACCESS_KEY)).toContain(`, ${LAST_ACCESS_KEPT_DAYS} days after \`endsAt\``);
});

test.each(['nginx/headers.conf', 'tools/gateway/files/static-site.ts'])(
  'the list of cookies says how long %s keeps the lane of a browser',
  (file) => {
    const [, seconds] = /corvane_lane=.*; Max-Age=(\d+);/.exec(read(file)) ?? [];
    expect(rowOf('corvane_lane')).toContain(`, ${Number(seconds) / 86_400} days `);
  },
);
