import { COUNTED } from '@corvane/shared/contracts/backend/counted';
import { RETENTION_DAYS, type RetentionKind } from '@corvane/shared/contracts/backend/retention-days';
import { expect, test } from 'vitest';
import { COUNTED_WORDS, PRIVACY_PAGE } from './privacy-page.ts';

/** The sentence about each kind, up to its period. A new kind without a sentence is a type error. */
const SENTENCES: Readonly<Record<RetentionKind, string>> = {
  contact_requests: 'We delete a request ',
  quarantined_requests: 'A request that looks as if a machine sent it is deleted after ',
  idle_customers: 'did not buy, we delete your details ',
  codes: 'A code that we mailed to you is deleted ',
  sessions: 'A sign-in is deleted ',
  sign_in_traces: 'IP address and browser are deleted ',
  audit_trail: 'Our record of who did what is deleted after ',
  attempt_counts: 'we count for at most ',
  site_events: 'which do not say who you are, are deleted after ',
  site_counts: 'The daily sums described above are deleted after ',
};

const section = PRIVACY_PAGE.sections.find(({ id }) => id === 'retention');
const text = section?.paragraphs.join(' ') ?? '';

test.each(Object.entries(RETENTION_DAYS))(
  'the page states the period that the job applies: %s',
  (kind, days) => {
    const sentence = `${SENTENCES[kind as RetentionKind]}${days} day${days === 1 ? '' : 's'}`;
    expect(text).toMatch(new RegExp(`${sentence}\\b`));
  },
);

test('the page names everything that is counted', () => {
  const [told = ''] = PRIVACY_PAGE.sections.find(({ id }) => id === 'counts')?.paragraphs ?? [];
  for (const what of COUNTED) expect(told).toContain(COUNTED_WORDS[what]);
});

test('the page states no other period', () => {
  const said = [...text.matchAll(/(\d+) days?/g)].map(([, count]) => Number(count));
  expect(said.sort()).toEqual(Object.values(RETENTION_DAYS).toSorted());
});
