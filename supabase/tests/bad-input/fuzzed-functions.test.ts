import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { CALLS, FUNCTION_NAMES, type FunctionName } from '../../../shared/src/contracts/backend/calls.ts';
import { errorBodySchema } from '../../../shared/src/contracts/backend/errors.ts';
import type { ErrorCode } from '../../../shared/src/contracts/remote/api-error.ts';
import { managerToken } from '../fixtures/open-operations.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';
import { bodyFor } from './body-arbitrary.ts';
import { FUZZ_RUNS, FUZZ_TIMEOUT_MS, fuzzOf } from './fuzz-settings.ts';

/** How a function may refuse a body, beside `invalid_request` and `payload_too_large`. */
const REFUSALS: Partial<Record<FunctionName, readonly ErrorCode[]>> = {
  'change-contact-request': ['not_found'],
  'change-representative': ['not_found'],
  'change-price': ['not_found'],
  'change-person': ['not_found'],
  'change-statements': ['not_found'],
  'change-targets': ['not_found'],
  'change-commission-rate': ['not_found'],
  'question-statement': ['not_found'],
  'edit-customer': ['not_found'],
  'end-own-sessions': ['not_found'],
  'extend-access': ['not_found', 'forbidden'],
  'hand-over-customers': ['not_found'],
  'import-sales': ['not_found'],
  'make-quote': ['not_found'],
  'read-people': ['not_found'],
  'renew-session': ['unauthenticated'],
  'report-setup': ['unauthenticated'],
  'revoke-access': ['not_found'],
  'send-contact-notification': ['not_found'],
  'send-manager-code': ['rate_limited'],
  'send-verification': ['forbidden', 'rate_limited'],
  'sign-in-customer': ['unauthenticated'],
  'sign-in-rep': ['unauthenticated'],
};

/** Without an id, it sends all mails that wait. */
const BODIES: Partial<Record<FunctionName, z.core.$ZodType>> = {
  'send-contact-notification': z.strictObject({ submission_id: z.uuid() }),
};

let api: TestBackend;

beforeAll(async () => {
  api = await startTestBackend();
});

afterAll(() => api.close());

test.each(FUNCTION_NAMES)(
  `%s answers ${FUZZ_RUNS} bodies made from its schema with success or a declared refusal`,
  async (name) => {
    const body = BODIES[name] ?? CALLS[name].request;
    const allowed = new Set<ErrorCode>(['invalid_request', 'payload_too_large', ...(REFUSALS[name] ?? [])]);
    // On a busy machine, all functions together outlast a token.
    const isForCustomers = CALLS[name].callers.every((caller) => caller === 'customer');
    const token = isForCustomers
      ? (await api.openLink(api.backend.demo.accessToken)).grant.sessionToken
      : await managerToken(api);
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
