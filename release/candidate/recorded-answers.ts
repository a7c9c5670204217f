import { readFileSync } from 'node:fs';
import path from 'node:path';
import { assignedContactRequestsSchema } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import {
  customerNoteSchema,
  editCustomerResponseSchema,
} from '@corvane/shared/contracts/backend/customers/customer-edit';
import { customerTimelineSchema } from '@corvane/shared/contracts/backend/customers/customer-timeline';
import {
  customerOpeningsSchema,
  customersPageSchema,
} from '@corvane/shared/contracts/backend/customers/customers';
import {
  extendAccessResponseSchema,
  issueAccessLinkResponseSchema,
  revokeAccessResponseSchema,
  sendVerificationResponseSchema,
} from '@corvane/shared/contracts/backend/customers/qualification';
import { managerAccessSchema } from '@corvane/shared/contracts/backend/operations/manager-access';
import { planPricesSchema } from '@corvane/shared/contracts/backend/prices/pricing';
import {
  endOwnSessionsResponseSchema,
  repSessionsSchema,
  repSettingsSchema,
} from '@corvane/shared/contracts/backend/representatives/rep-account';
import { repTodaySchema } from '@corvane/shared/contracts/backend/representatives/rep-today';
import {
  productDescriptionSchema,
  productFeaturesSchema,
  saleExplanationSchema,
} from '@corvane/shared/contracts/backend/sales/sale-explanation';
import { salesDashboardSchema } from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import { salesTablePageSchema } from '@corvane/shared/contracts/backend/sales/sales-table';
import { sessionGrantSchema } from '@corvane/shared/contracts/backend/sign-in/auth';
import {
  ownStatementsSchema,
  statementPageSchema,
} from '@corvane/shared/contracts/backend/statements/statements';
import { z } from 'zod';

/** The schemas with which the browser reads each answer. A call added here is recorded and checked. */
const SCHEMAS = {
  'renew-session': sessionGrantSchema,
  'sign-in-customer': sessionGrantSchema,
  'send-verification': sendVerificationResponseSchema,
  'issue-access-link': issueAccessLinkResponseSchema,
  'extend-access': extendAccessResponseSchema,
  'revoke-access': revokeAccessResponseSchema,
  'edit-customer': editCustomerResponseSchema,
  'save-rep-settings': repSettingsSchema,
  'end-own-sessions': endOwnSessionsResponseSchema,
  // Pages only wait for it.
  'sign-out': z.object({ signedOut: z.literal(true) }),
  get_assigned_contact_requests: assignedContactRequestsSchema,
  get_manager_access: managerAccessSchema,
  get_rep_today: repTodaySchema,
  get_customers: customersPageSchema,
  get_customer_openings: customerOpeningsSchema,
  get_customer_timeline: customerTimelineSchema,
  get_customer_note: customerNoteSchema,
  get_plan_prices: planPricesSchema,
  get_product_description: productDescriptionSchema,
  get_product_features: productFeaturesSchema,
  get_rep_settings: repSettingsSchema,
  get_sale_explanation: saleExplanationSchema,
  get_sales_sessions: repSessionsSchema,
  get_sales_dashboard: salesDashboardSchema,
  get_sales_table: salesTablePageSchema,
  get_own_statements: ownStatementsSchema,
  get_statement: statementPageSchema,
} as const;

/** Calls of the backend by their name. */
type RecordedCall = keyof typeof SCHEMAS;
export const RECORDED_CALLS = Object.keys(SCHEMAS) as RecordedCall[];

/**
 * Answers of the real backend to the demonstration representative and a customer.
 * `npx -y pnpm@12 exec node tools/stack/record-answers.ts` writes them.
 */
export const RECORDED_ANSWERS_FILE = path.join(import.meta.dirname, 'recorded-answers.json');

export type RecordedAnswers = Readonly<Record<RecordedCall, unknown>>;

/** @throws when an answer is missing or is not what the contract says. */
export function checkAnswers(answers: unknown): RecordedAnswers {
  const byName = z.record(z.string(), z.unknown()).parse(answers);
  for (const name of RECORDED_CALLS) SCHEMAS[name].parse(byName[name], { error: () => `answer of ${name}` });
  return byName as RecordedAnswers;
}

export function readRecordedAnswers(): RecordedAnswers {
  return checkAnswers(JSON.parse(readFileSync(RECORDED_ANSWERS_FILE, 'utf8')));
}
