import { ADDED_FIELDS } from '@corvane/shared/contracts/backend/contact/contact-form';
import { listedContactRequestSchema } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { expect, test } from 'vitest';
import { REQUEST_ID, ROBIN, requestRow } from '../requests-fixtures.ts';
import { REQUESTS_CSV_HEAD, requestsCsvLines } from './requests-csv.ts';

const line = (changes: Parameters<typeof requestRow>[0] = {}) =>
  requestsCsvLines([listedContactRequestSchema.parse(requestRow(changes))]);

test('each request is one line with as many cells as the header', () => {
  expect(REQUESTS_CSV_HEAD.trimEnd().split(',')).toHaveLength(line().trimEnd().split(',').length);
  expect(line({ assignedTo: ROBIN, utm: { campaign: 'spring', source: 'mail' } })).toBe(
    `${REQUEST_ID},0000-0000,2026-11-21T07:00:00.000Z,New,No,Robin Vale,Ada,Lovelace,ada@lovelace.example,` +
      'Engines Ltd,,,,Contact form,pricing,,spring,,Please call me. Thank you.,,\r\n',
  );
});

test('each field that the form adds has a column', () => {
  const heads = REQUESTS_CSV_HEAD.trimEnd().split(',');
  for (const { label } of ADDED_FIELDS) expect(heads).toContain(label);
});

test('text from visitors and colleagues never runs as a formula', () => {
  const formula = '=HYPERLINK("https://evil.example")';
  const cells = line({
    firstName: formula,
    lastName: formula,
    email: formula,
    company: formula,
    phone: '+1 555',
    jobTitle: formula,
    jobRole: formula,
    source: formula,
    planName: formula,
    utm: { campaign: formula },
    referrer: formula,
    message: `hello\n${formula}`,
    staffNote: formula,
    assignedTo: { ...ROBIN, name: formula },
  });
  expect(cells.match(/(^|,)"?[=+]/g)).toBeNull();
  expect(cells.match(/'=HYPERLINK/g)).toHaveLength(12);
  expect(cells).toContain(`,'+1 555,`);
});
