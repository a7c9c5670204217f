import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ACCESS_LINK_EXPIRING_WITHIN_SECONDS,
  ACCESS_LINK_LIFE_SECONDS,
  CODE_LIFE_SECONDS,
  CODE_TRIES,
} from '@corvane/shared/contracts/backend/terms';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { expect, test } from 'vitest';

test("the portal's guide names the terms that are in force", () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/portal-guide.md'), 'utf8');
  const hours = new Set(guide.match(/\b\d+ hours\b/g));
  expect(hours).toEqual(
    new Set([ACCESS_LINK_LIFE_SECONDS, ACCESS_LINK_EXPIRING_WITHIN_SECONDS].map(durationWords)),
  );
  expect(guide).toContain(durationWords(CODE_LIFE_SECONDS));
  expect(guide).toContain(`${CODE_TRIES} tries`);
});
