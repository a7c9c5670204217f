import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  EMAIL_MAX,
  MESSAGE_MAX,
  NAME_MAX,
  ORIGIN_MAX,
  PRODUCT_NAME_MAX,
  REFERRER_MAX,
  SEARCH_MAX,
  TIME_ZONE_MAX,
} from '@corvane/shared/contracts/backend/browser-limits';
import { ADDED_FIELDS } from '@corvane/shared/contracts/backend/contact/contact-form';
import { CONTACT_REQUEST_STATUSES } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { TIMELINE_EVENTS } from '@corvane/shared/contracts/backend/customers/customer-timeline';
import { CUSTOMER_STATUSES } from '@corvane/shared/contracts/backend/customers/customers';
import { AUDIT_EVENTS } from '@corvane/shared/contracts/backend/operations/audit-trail';
import { FAILED_MAILS } from '@corvane/shared/contracts/backend/operations/operations-today';
import { PRICE_MAX_CENTS } from '@corvane/shared/contracts/backend/prices/price-management';
import {
  BILLING_FREQUENCIES,
  COMMISSION_GROUPS,
  SALES_FILTER_LIMITS,
} from '@corvane/shared/contracts/backend/sales/sales-filter';
import { describe, expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

const schemaFile = (file: string) =>
  readFileSync(path.join(WORKSPACE_ROOT, 'supabase/schemas', file), 'utf8');

/** The words in the list that follows `start` in a schema file, sorted. */
function listIn(file: string, start: string): string[] {
  const schema = schemaFile(file);
  const [, behind = ''] = schema.split(start);
  const [list = ''] = behind.split(/[)\]]/);
  return [...list.matchAll(/'(\w+)'/g)].map(([, word = '']) => word).sort();
}

test.each<[string, readonly string[], string, string]>([
  ['statuses of a contact request', CONTACT_REQUEST_STATUSES, 'contact.sql', 'check (status in ('],
  ['statuses in its filter', CONTACT_REQUEST_STATUSES, 'contact-request-list.sql', 'select array['],
  ['statuses of a customer', CUSTOMER_STATUSES, 'customer-list.sql', 'select array['],
  ['events of a customer', TIMELINE_EVENTS, 'customer-list.sql', 'and a.event in ('],
  ['events of the trail', AUDIT_EVENTS, 'audit.sql', 'check (event in ('],
  ['mails that can fail', FAILED_MAILS, 'failed-mails.sql', 'check (mail in ('],
  ['billing frequencies', BILLING_FREQUENCIES, 'sales.sql', 'check (billing_frequency in ('],
  ['billing of a rate', BILLING_FREQUENCIES, 'commission-rates.sql', 'check (billing_frequency in ('],
  ['groups of a commission', COMMISSION_GROUPS, 'sales-filter.sql', "'commission_groups', array["],
])('the database and the browser have the same %s', (_what, known, file, start) => {
  expect(listIn(file, start)).toEqual([...known].sort());
});

test.each(['monthly_cents', 'annual_cents', 'activation_cents'])(
  'the database allows the same highest price as the screens in %s',
  (column) => {
    expect(schemaFile('catalogue.sql')).toContain(
      `${column} integer not null check (${column} between 1 and ${PRICE_MAX_CENTS})`,
    );
  },
);

/** The highest length that the check of a column allows. */
function lengthOf(column: string, file = 'contact.sql'): number {
  const check = new RegExp(
    `^  ${column} text .*char_length\\(${column}\\) (?:between \\d+ and|<=) (\\d+)\\b`,
    'm',
  );
  return Number(check.exec(schemaFile(file))?.[1]);
}

test.each<readonly [string, number]>([
  ['first_name', NAME_MAX],
  ['last_name', NAME_MAX],
  ['email', EMAIL_MAX],
  ['company', NAME_MAX],
  ...ADDED_FIELDS.map(({ column, max }) => [column, max] as const),
  ['source', ORIGIN_MAX],
  ['tier', ORIGIN_MAX],
  ['referrer', REFERRER_MAX],
])('the form and the database allow %s the same length', (column, limit) => {
  expect(lengthOf(column)).toBe(limit);
});

/** An erasure finds and redacts only what these lists name. */
describe.each(ADDED_FIELDS)('the added field $column', ({ column, max }) => {
  test.each([
    ['words', /words text\[\] .*?\)\) stored/s],
    ['the check for one line', /contact_submissions_is_one_line check .*?\n {2}\)/s],
  ])('is in %s', (_what, list) => {
    expect(list.exec(schemaFile('contact.sql'))?.[0]).toMatch(new RegExp(`\\b${column}\\b`));
  });

  test('is in the texts that an erasure redacts', () => {
    expect(schemaFile('person-mentions.sql')).toContain(`('${column}', s.${column}, ${max}, true)`);
  });
});

test.each([
  ['reps.sql', 'email', EMAIL_MAX],
  ['reps.sql', 'name', NAME_MAX],
  ['reps.sql', 'time_zone', TIME_ZONE_MAX],
  ['customers.sql', 'email', EMAIL_MAX],
  ['customers.sql', 'name', NAME_MAX],
  ['customers.sql', 'company', NAME_MAX],
  ['customers.sql', 'time_zone', TIME_ZONE_MAX],
  ['verification.sql', 'email', EMAIL_MAX],
  ['verification.sql', 'name', NAME_MAX],
  ['verification.sql', 'company', NAME_MAX],
  ['sales.sql', 'product_name', PRODUCT_NAME_MAX],
  ['commission-rates.sql', 'product_name', PRODUCT_NAME_MAX],
  ['catalogue.sql', 'name', PRODUCT_NAME_MAX],
  ['catalogue.sql', 'feature_name', PRODUCT_NAME_MAX],
  ['catalogue.sql', 'limit_value', PRODUCT_NAME_MAX],
])('in %s, the database and the screens allow %s the same length', (file, column, limit) => {
  expect(lengthOf(column, file)).toBe(limit);
});

/** The limits that procedures put on the length of an argument. */
const argumentLimits = (file: string, argument: string) =>
  [...schemaFile(file).matchAll(/refuse_over\(.*char_length\((.*?)\), (\d+)\)/g)]
    .filter(([, measured]) => measured === argument)
    .map(([, , limit]) => Number(limit));

test('procedures accept the name of every plan, and lists of such names in a filter', () => {
  expect(argumentLimits('catalogue.sql', 'product_name_param')).toEqual([PRODUCT_NAME_MAX, PRODUCT_NAME_MAX]);
  expect(argumentLimits('input.sql', 'e')).toEqual([SALES_FILTER_LIMITS.productName]);
  expect(schemaFile('input.sql')).toContain(
    `jsonb_array_length(filter -> field), ${SALES_FILTER_LIMITS.products})`,
  );
});

test.each([
  ['a list', 'input.sql', "filter ->> 'search'"],
  ['the people of the trail', 'audit-trail.sql', 'search'],
  ['what to hand over', 'handover-list.sql', 'search'],
  ['people', 'people.sql', 'search_param'],
])('a search for %s may be as long in the database as on the screens', (_what, file, argument) => {
  expect(argumentLimits(file, argument)).toEqual([SEARCH_MAX]);
});

test('the database has room for a message and what the form adds to it', () => {
  expect(lengthOf('message')).toBeGreaterThanOrEqual(MESSAGE_MAX);
});
