import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LAST_ACCESS_KEPT_DAYS } from '../../../host/src/session/last-access.ts';
import { PRIVACY_PAGE } from '../../../marketing/src/content/privacy-page.ts';
import { RETENTION } from '../../release/change/prune.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

/** Periods that a text repeats because it cannot import them: another application's, or a document. */
const read = (file: string) => readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8').replaceAll(/\s+/g, ' ');

test('the privacy page says how long a browser remembers an access that has ended', () => {
  const said = PRIVACY_PAGE.sections.flatMap(({ paragraphs }) => paragraphs).join(' ');
  expect(said).toContain(`your browser remembers for ${LAST_ACCESS_KEPT_DAYS} days whom to ask`);
});

test('the documents say how many versions stay, and for how long', () => {
  const { versions, days } = RETENTION;
  expect(read('docs/releasing.md')).toContain(
    `keeps the last ${versions} of each application and all versions younger than ${days} days`,
  );
  expect(read('docs/contracts/remote.md')).toContain(`at least ${versions} versions and ${days} days`);
});
