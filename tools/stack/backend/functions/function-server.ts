import type { ErrorBody } from '../../../../shared/src/contracts/backend/errors.ts';
import { buildDeps, type FunctionDeps } from '../../../../supabase/functions/_shared/deps.ts';
import type { Environment } from '../../../../supabase/functions/_shared/environment.ts';
import type { Log } from '../../../../supabase/functions/_shared/log.ts';
import { handle as changeContactRequest } from '../../../../supabase/functions/change-contact-request/handler.ts';
import { handle as changePerson } from '../../../../supabase/functions/change-person/handler.ts';
import { handle as changePrice } from '../../../../supabase/functions/change-price/handler.ts';
import { handle as changeRepresentative } from '../../../../supabase/functions/change-representative/handler.ts';
import { handle as checkManagerCode } from '../../../../supabase/functions/check-manager-code/handler.ts';
import { handle as editCustomer } from '../../../../supabase/functions/edit-customer/handler.ts';
import { handle as endOwnSessions } from '../../../../supabase/functions/end-own-sessions/handler.ts';
import { handle as exportList } from '../../../../supabase/functions/export-list/handler.ts';
import { handle as extendAccess } from '../../../../supabase/functions/extend-access/handler.ts';
import { handle as handOverCustomers } from '../../../../supabase/functions/hand-over-customers/handler.ts';
import { handle as issueAccessLink } from '../../../../supabase/functions/issue-access-link/handler.ts';
import { handle as readPeople } from '../../../../supabase/functions/read-people/handler.ts';
import { handle as recordSiteEvents } from '../../../../supabase/functions/record-site-events/handler.ts';
import { handle as renewSession } from '../../../../supabase/functions/renew-session/handler.ts';
import { handle as reportSetup } from '../../../../supabase/functions/report-setup/handler.ts';
import { handle as revokeAccess } from '../../../../supabase/functions/revoke-access/handler.ts';
import { handle as saveRepSettings } from '../../../../supabase/functions/save-rep-settings/handler.ts';
import { handle as sendContactNotification } from '../../../../supabase/functions/send-contact-notification/handler.ts';
import { handle as sendManagerCode } from '../../../../supabase/functions/send-manager-code/handler.ts';
import { handle as sendVerification } from '../../../../supabase/functions/send-verification/handler.ts';
import { handle as signInCustomer } from '../../../../supabase/functions/sign-in-customer/handler.ts';
import { handle as signInRep } from '../../../../supabase/functions/sign-in-rep/handler.ts';
import { handle as signOut } from '../../../../supabase/functions/sign-out/handler.ts';
import { handle as submitContact } from '../../../../supabase/functions/submit-contact/handler.ts';
import { UserError } from '../../../command/user-error.ts';

type Handle = (request: Request, deps: FunctionDeps) => Promise<Response>;

/** One entry per folder of supabase/functions. A test compares the two. */
export const FUNCTIONS: Readonly<Record<string, Handle>> = {
  'change-contact-request': changeContactRequest,
  'change-representative': changeRepresentative,
  'change-price': changePrice,
  'change-person': changePerson,
  'check-manager-code': checkManagerCode,
  'edit-customer': editCustomer,
  'end-own-sessions': endOwnSessions,
  'export-list': exportList,
  'extend-access': extendAccess,
  'hand-over-customers': handOverCustomers,
  'issue-access-link': issueAccessLink,
  'read-people': readPeople,
  'record-site-events': recordSiteEvents,
  'renew-session': renewSession,
  'report-setup': reportSetup,
  'revoke-access': revokeAccess,
  'save-rep-settings': saveRepSettings,
  'send-contact-notification': sendContactNotification,
  'send-manager-code': sendManagerCode,
  'send-verification': sendVerification,
  'sign-in-customer': signInCustomer,
  'sign-in-rep': signInRep,
  'sign-out': signOut,
  'submit-contact': submitContact,
};

/**
 * Serves `/functions/v1/<name>` with the very handlers that hosted functions run.
 * @throws UserError naming the environment variable that is missing or wrong.
 */
export function createFunctionServer(
  environment: Environment,
  overrides: { databaseFetch: typeof fetch; databaseTimeoutMs: number; log: Log },
): (request: Request) => Promise<Response> {
  let deps: FunctionDeps;
  try {
    deps = buildDeps(environment, overrides);
  } catch (error) {
    throw new UserError((error as Error).message);
  }
  return async (request) => {
    const name = new URL(request.url).pathname.slice('/functions/v1/'.length);
    const handle = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (handle) return handle(request, deps);
    const correlationId = crypto.randomUUID();
    const body: ErrorBody = { error: { code: 'not_found', message: 'No such function.', correlationId } };
    return Response.json(body, { status: 404, headers: { 'x-correlation-id': correlationId } });
  };
}
