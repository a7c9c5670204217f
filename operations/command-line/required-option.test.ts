import { parseSalesRow } from '@corvane/shared/contracts/backend/sales/sales-row';
import { expect, test } from 'vitest';
import { newEmail, requiredEmail } from './required-option.ts';

const ROW = {
  id: 'd0000000-0000-4000-a000-000000000001',
  rep_email: 'dana@corvane.example',
  sale_date: '2026-11-20',
  product_name: 'Moonshot',
  billing_frequency: 'monthly',
  sale_amount: '1',
};

/** Regression: the screens took these people, and the commands could not revoke, export or erase them. */
test.each([
  ['anna@bücher.example', 'anna@xn--bcher-kva.example'],
  ['MÜLLER@engine.example', 'müller@engine.example'],
  ['anna&bert@engine.example', 'anna&bert@engine.example'],
  ['sales/de@engine.example', 'sales/de@engine.example'],
  ['Anna <anna@engine.example>', 'anna@engine.example'],
])('an option and a file of sales take %s as the screens do', (typed, mailbox) => {
  expect(requiredEmail({ email: typed })).toBe(mailbox);
  expect(newEmail({ email: typed })).toBe(mailbox);
  expect(parseSalesRow({ ...ROW, rep_email: typed, lead_email: typed }, 1)).toMatchObject({
    row: { rep_email: mailbox, lead_email: mailbox },
  });
});

/** Regression: who was stored under an earlier rule could not be found. */
test.each(['anna@engine', 'a@b.example,c@d.example', 'anna@1.2.3.4'])(
  '%s is looked up, and not stored',
  (typed) => {
    expect(requiredEmail({ email: ` ${typed};` })).toBe(typed);
    expect(parseSalesRow({ ...ROW, rep_email: typed, lead_email: typed }, 1)).toMatchObject({
      row: { rep_email: typed, lead_email: typed },
    });
    expect(() => newEmail({ email: typed })).toThrow(`--email is not an email address: ${typed}`);
  },
);

test.each(['a@', 'anna', `${'a'.repeat(250)}@b.example`])('%s is no address that anything has', (typed) => {
  expect(() => requiredEmail({ email: typed })).toThrow(`--email is not an email address: ${typed}`);
  expect(parseSalesRow({ ...ROW, lead_email: typed }, 1)).toEqual({
    problems: [{ line: 1, message: expect.stringContaining('lead_email must be an email address or empty') }],
  });
});
