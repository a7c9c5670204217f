import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BILLING_FREQUENCIES } from '@corvane/shared/contracts/backend/billing-frequency';
import { CONTACT_REQUEST_STATUSES } from '@corvane/shared/contracts/backend/contact-request-list';
import { TIMELINE_EVENTS } from '@corvane/shared/contracts/backend/customer-timeline';
import { CUSTOMER_STATUSES } from '@corvane/shared/contracts/backend/customers';
import { FAILED_MAILS } from '@corvane/shared/contracts/backend/operations-today';
import { COMMISSION_GROUPS } from '@corvane/shared/contracts/backend/sales-filter';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

/** The words in the list that follows `start` in a schema file, sorted. */
function listIn(file: string, start: string): string[] {
  const schema = readFileSync(path.join(WORKSPACE_ROOT, 'supabase/schemas', file), 'utf8');
  const [, behind = ''] = schema.split(start);
  const [list = ''] = behind.split(/[)\]]/);
  return [...list.matchAll(/'(\w+)'/g)].map(([, word = '']) => word).sort();
}

test.each<[string, readonly string[], string, string]>([
  ['statuses of a contact request', CONTACT_REQUEST_STATUSES, 'contact.sql', 'check (status in ('],
  ['statuses in its filter', CONTACT_REQUEST_STATUSES, 'contact-request-list.sql', 'select array['],
  ['statuses of a customer', CUSTOMER_STATUSES, 'customer-list.sql', 'select array['],
  ['events of a customer', TIMELINE_EVENTS, 'customer-list.sql', 'and e.event in ('],
  ['mails that can fail', FAILED_MAILS, 'failed-mails.sql', 'check (mail in ('],
  ['billing frequencies', BILLING_FREQUENCIES, 'sales.sql', 'check (billing_frequency in ('],
  ['groups of a commission', COMMISSION_GROUPS, 'sales-filter.sql', "'commission_groups', array["],
])('the database and the browser have the same %s', (_what, known, file, start) => {
  expect(listIn(file, start)).toEqual([...known].sort());
});
