import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as terms from '@corvane/shared/contracts/backend/terms';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';

const FIGURES = [
  durationWords(terms.ACCESS_LINK_LIFE_SECONDS),
  durationWords(terms.ACCESS_LINK_EXPIRING_WITHIN_SECONDS),
  `${terms.CODE_MAX_ATTEMPTS} tries`,
  durationWords(terms.CODE_RESEND_PAUSE_SECONDS),
  `${terms.COMMISSION_PENDING_DAYS} days old`,
];

test.each(['docs/portal-guide.md', 'docs/contracts/backend-calls.md'])(
  '%s repeats no figure that the screens and schemas/terms.sql say',
  (file) => {
    const text = readFileSync(join(WORKSPACE_ROOT, file), 'utf8');
    expect(FIGURES.filter((figure) => text.includes(figure))).toEqual([]);
  },
);
