import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { FUNCTION_NAMES } from '../../../shared/src/contracts/backend/calls.ts';
import { contactRequestSchema } from '../../../shared/src/contracts/backend/contact/contact.ts';
import { changeContactRequestRequestSchema } from '../../../shared/src/contracts/backend/contact/contact-request-change.ts';
import { editCustomerRequestSchema } from '../../../shared/src/contracts/backend/customers/customer-edit.ts';
import {
  accessRequestSchema,
  issueAccessLinkRequestSchema,
  sendVerificationRequestSchema,
} from '../../../shared/src/contracts/backend/customers/qualification.ts';
import { errorBodySchema } from '../../../shared/src/contracts/backend/errors.ts';
import { exportListRequestSchema } from '../../../shared/src/contracts/backend/operations/export-list.ts';
import {
  checkManagerCodeRequestSchema,
  sendManagerCodeRequestSchema,
} from '../../../shared/src/contracts/backend/operations/manager-access.ts';
import { readPeopleRequestSchema } from '../../../shared/src/contracts/backend/people/people.ts';
import { changePersonRequestSchema } from '../../../shared/src/contracts/backend/people/person-change.ts';
import { changePriceRequestSchema } from '../../../shared/src/contracts/backend/prices/price-management.ts';
import { reportSetupRequestSchema } from '../../../shared/src/contracts/backend/report-setup.ts';
import { handOverRequestSchema } from '../../../shared/src/contracts/backend/representatives/handover.ts';
import {
  endOwnSessionsRequestSchema,
  saveRepSettingsSchema,
} from '../../../shared/src/contracts/backend/representatives/rep-account.ts';
import { changeRepRequestSchema } from '../../../shared/src/contracts/backend/representatives/rep-change.ts';
import {
  emptyRequestSchema,
  signInCustomerRequestSchema,
  signInRepRequestSchema,
} from '../../../shared/src/contracts/backend/sign-in/auth.ts';
import { siteEventsRequestSchema } from '../../../shared/src/contracts/backend/site-events.ts';
import type { ErrorCode } from '../../../shared/src/contracts/remote/api-error.ts';
import { managerToken } from '../stand/open-operations.ts';
import { startTestBackend, type TestBackend } from '../stand/start-test-backend.ts';
import { bodyFor } from './body-arbitrary.ts';
import { FUZZ_RUNS, FUZZ_TIMEOUT_MS, fuzzOf } from './fuzz-settings.ts';

/** Each function's body, and how it may refuse one beside `invalid_request` and `payload_too_large`. */
const SURFACE: Record<string, { body: z.ZodType; refusals: readonly ErrorCode[] }> = {
  'change-contact-request': { body: changeContactRequestRequestSchema, refusals: ['not_found'] },
  'change-representative': { body: changeRepRequestSchema, refusals: ['not_found'] },
  'change-price': { body: changePriceRequestSchema, refusals: ['not_found'] },
  'change-person': { body: changePersonRequestSchema, refusals: ['not_found'] },
  'check-manager-code': { body: checkManagerCodeRequestSchema, refusals: [] },
  'edit-customer': { body: editCustomerRequestSchema, refusals: ['not_found'] },
  'end-own-sessions': { body: endOwnSessionsRequestSchema, refusals: ['not_found'] },
  'export-list': { body: exportListRequestSchema, refusals: [] },
  'extend-access': { body: accessRequestSchema, refusals: ['not_found', 'forbidden'] },
  'hand-over-customers': { body: handOverRequestSchema, refusals: ['not_found'] },
  'issue-access-link': { body: issueAccessLinkRequestSchema, refusals: [] },
  'read-people': { body: readPeopleRequestSchema, refusals: ['not_found'] },
  'record-site-events': { body: siteEventsRequestSchema, refusals: [] },
  'renew-session': { body: emptyRequestSchema, refusals: ['unauthenticated'] },
  'report-setup': { body: reportSetupRequestSchema, refusals: ['unauthenticated'] },
  'revoke-access': { body: accessRequestSchema, refusals: ['not_found'] },
  'save-rep-settings': { body: saveRepSettingsSchema, refusals: [] },
  'send-contact-notification': {
    body: z.strictObject({ submission_id: z.uuid() }),
    refusals: ['not_found'],
  },
  'send-manager-code': { body: sendManagerCodeRequestSchema, refusals: ['rate_limited'] },
  'send-verification': { body: sendVerificationRequestSchema, refusals: ['forbidden', 'rate_limited'] },
  'sign-in-customer': { body: signInCustomerRequestSchema, refusals: ['unauthenticated'] },
  'sign-in-rep': { body: signInRepRequestSchema, refusals: ['unauthenticated'] },
  'sign-out': { body: emptyRequestSchema, refusals: [] },
  'submit-contact': { body: z.strictObject(contactRequestSchema.shape), refusals: [] },
};

let api: TestBackend;
let token: string;

beforeAll(async () => {
  api = await startTestBackend();
});
// On a busy machine, all functions together outlast a token.
beforeEach(async () => {
  token = await managerToken(api);
});

afterAll(() => api.close());

test('every function is fuzzed', () => {
  expect(Object.keys(SURFACE).sort()).toEqual(FUNCTION_NAMES.toSorted());
});

test.each(Object.entries(SURFACE))(
  `%s answers ${FUZZ_RUNS} bodies made from its schema with success or a declared refusal`,
  async (name, { body, refusals }) => {
    const allowed = new Set<ErrorCode>(['invalid_request', 'payload_too_large', ...refusals]);
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(bodyFor(body), async (sent) => {
        // Other tests cover limits. Here each body must reach the code behind them.
        if (runs++ % 10 === 0) await api.sql('delete from private.rate_limit_counters');
        const key = name === 'send-contact-notification' ? api.backend.secretKey : undefined;
        const answer = await api.call(`/functions/v1/${name}`, { body: JSON.stringify(sent), token, key });
        expect(answer.headers.get('x-correlation-id')).not.toBeNull();
        if (answer.status < 300) return;
        expect(answer.status, answer.text).toBeLessThan(500);
        expect(allowed).toContain(errorBodySchema.parse(answer.body).error.code);
        expect(answer.text).not.toMatch(/\bat .+:\d+|node_modules|select |insert /i);
      }),
      fuzzOf(name),
    );
    expect((await api.rpc('get_plan_prices', {}, token)).status).toBe(200);
  },
  FUZZ_TIMEOUT_MS,
);
