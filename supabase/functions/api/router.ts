import {
  CALLS,
  type Call,
  FORM_MEDIA_TYPE,
  type FunctionName,
} from '../../../shared/src/contracts/backend/calls.ts';
import type { ErrorBody } from '../../../shared/src/contracts/backend/errors.ts';
import { DatabaseError } from './database/database-call.ts';
import type { FunctionDeps } from './deps.ts';
import { extendAccess } from './handlers/customers/extend-access.ts';
import { issueAccessLink } from './handlers/customers/issue-access-link.ts';
import { sendVerification } from './handlers/customers/send-verification.ts';
import { changeContactRequest } from './handlers/operations/change-contact-request.ts';
import { changeRepresentative } from './handlers/operations/change-representative.ts';
import { checkManagerCode } from './handlers/operations/check-manager-code.ts';
import { sendManagerCode } from './handlers/operations/send-manager-code.ts';
import { renewSession } from './handlers/sign-in/renew-session.ts';
import { signInCustomer } from './handlers/sign-in/sign-in-customer.ts';
import { signInRep } from './handlers/sign-in/sign-in-rep.ts';
import { signOut } from './handlers/sign-in/sign-out.ts';
import { recordSiteEvents } from './handlers/visitors/record-site-events.ts';
import { reportSetup } from './handlers/visitors/report-setup.ts';
import { sendContactNotification } from './handlers/visitors/send-contact-notification.ts';
import { submitContact } from './handlers/visitors/submit-contact.ts';
import { describeFailure } from './log.ts';
import { askDatabase, askDatabaseAndMail } from './request/ask-database.ts';
import { callerOf, hasSecretKey } from './request/caller.ts';
import type { Answer, Handler } from './request/endpoint.ts';
import { parseRequest, readForm, readJsonBody } from './request/read-body.ts';
import { readSessionClaims } from './request/session-claims.ts';
import { RequestError } from './request-error.ts';

/** What does the work of each call of the list. */
const HANDLERS: { readonly [Name in FunctionName]: Handler<Name> } = {
  'sign-in-rep': signInRep,
  'sign-in-customer': signInCustomer,
  'renew-session': renewSession,
  'sign-out': signOut,
  'report-setup': reportSetup,
  'submit-contact': submitContact,
  'record-site-events': recordSiteEvents,
  'make-quote': askDatabaseAndMail('make_quote'),
  'send-verification': sendVerification,
  'issue-access-link': issueAccessLink,
  'revoke-access': askDatabase('revoke_access'),
  'extend-access': extendAccess,
  'edit-customer': askDatabase('edit_customer'),
  'end-own-sessions': askDatabase('end_own_sessions'),
  'save-rep-settings': askDatabase('save_rep_settings'),
  'question-statement': askDatabaseAndMail('question_statement'),
  'send-manager-code': sendManagerCode,
  'check-manager-code': checkManagerCode,
  'change-contact-request': changeContactRequest,
  'change-contact-requests': askDatabaseAndMail('change_contact_requests'),
  'change-representative': changeRepresentative,
  'hand-over-customers': askDatabaseAndMail('hand_over_by_manager'),
  'change-statements': askDatabaseAndMail('change_statements'),
  'import-sales': askDatabase('import_sales_by_manager'),
  'change-targets': askDatabase('change_targets'),
  'change-commission-rate': askDatabase('change_commission_rate'),
  'change-price': askDatabase('change_price'),
  'read-people': askDatabase('read_people'),
  'change-person': askDatabase('change_person'),
  'export-list': askDatabase('export_list'),
  'send-contact-notification': sendContactNotification,
};

/** A browser's request is answered by then, in milliseconds: a moment before the browser gives up. */
export const REQUEST_TIMEOUT_MS = 24_000;

/** As the hosted runtime has it, and as Supabase's gateway does. */
const PATH = /^(?:\/functions\/v1)?\/api\/([a-z-]+)$/;

const BASE_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/**
 * Answers every call of the list that is a function: one POST of JSON in, or of a form where the list has one, and JSON
 * or nothing out. Every failure becomes a typed error with a correlation id. Of a fault, only that id leaves the server.
 */
export async function route(request: Request, deps: FunctionDeps): Promise<Response> {
  const correlationId = crypto.randomUUID();
  const name = PATH.exec(new URL(request.url).pathname)?.[1] ?? '';
  const formRefusedPath = isForm(request) && isListed(name) ? CALLS[name].formRefusedPath : null;
  try {
    if (!isListed(name)) throw new RequestError('not_found', 'No such function.');
    if (request.method !== 'POST') {
      throw new RequestError('method_not_allowed', 'Use POST.', { headers: { allow: 'POST' } });
    }
    const answer = await answerTo(name, request, correlationId, deps);
    return formRefusedPath === null
      ? successResponse(answer, correlationId)
      : seeOther(answer.formPath ?? formRefusedPath, correlationId);
  } catch (thrown) {
    const error = thrown instanceof RequestError ? thrown : ourFault(thrown);
    deps.log({
      level: error.status >= 500 ? 'error' : 'info',
      event: 'request_failed',
      function: isListed(name) ? name : null,
      correlationId,
      code: error.code,
      ...(error.status >= 500 ? describeFailure(error.cause ?? error) : {}),
    });
    return formRefusedPath === null
      ? errorResponse(error, correlationId)
      : seeOther(formRefusedPath, correlationId);
  }
}

const isListed = (name: string): name is FunctionName => Object.hasOwn(HANDLERS, name);

/** Whether a browser sent the request as a form, without scripts. */
function isForm(request: Request): boolean {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase() === FORM_MEDIA_TYPE;
}

async function answerTo(
  name: FunctionName,
  request: Request,
  correlationId: string,
  deps: FunctionDeps,
): Promise<Answer> {
  const call: Call & { request: NonNullable<Call['request']> } = CALLS[name];
  const handler = HANDLERS[name];
  const endsAt = performance.now() + REQUEST_TIMEOUT_MS;
  const isOperators = call.callers.includes('operator');
  const caller = await callerOf(request, deps.config);
  const sent =
    handler.formBody !== undefined && isForm(request)
      ? await handler.formBody(await readForm(request, caller, call.maxBodyBytes), deps)
      : await readJsonBody(request, call.maxBodyBytes);
  const session = call.callers.some((who) => who === 'anon' || who === 'operator')
    ? undefined
    : await readSessionClaims(request, deps);
  if (isOperators && !(await hasSecretKey(request, deps.config.secretKeys))) {
    throw new RequestError('unauthenticated', 'A valid key is needed.');
  }
  const timed = isOperators ? deps : { ...deps, ...deps.until(endsAt) };
  const asked = { body: parseRequest(call.request, sent), caller, correlationId, request, session };
  return (handler as (all: typeof asked, deps: FunctionDeps) => Promise<Answer>)(asked, timed);
}

function successResponse({ body, headers: further }: Answer, correlationId: string): Response {
  const headers = new Headers({ ...BASE_HEADERS, ...further, 'x-correlation-id': correlationId });
  if (body !== null) return new Response(JSON.stringify(body), { headers });
  headers.delete('content-type');
  return new Response(null, { status: 204, headers });
}

/** Leads a browser to a page that says what the answer was. A reload of that page sends nothing again. */
function seeOther(location: string, correlationId: string): Response {
  const headers = { location, 'cache-control': 'no-store', 'x-correlation-id': correlationId };
  return new Response(null, { status: 303, headers });
}

/** If the database could not be reached, the same call may succeed later. */
function ourFault(cause: unknown): RequestError {
  return cause instanceof DatabaseError && cause.isUnavailable
    ? new RequestError('unavailable', 'Please try again in a moment.', { cause, retryAfterSeconds: 5 })
    : new RequestError('internal', 'Something went wrong on our side.', { cause });
}

function errorResponse(error: RequestError, correlationId: string): Response {
  const { fields, retryAfterSeconds, headers } = error.details;
  const body: ErrorBody = {
    error: { code: error.code, message: error.message, correlationId, fields, retryAfterSeconds },
  };
  return new Response(JSON.stringify(body), {
    status: error.status,
    headers: {
      ...BASE_HEADERS,
      ...headers,
      ...(retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}),
      'x-correlation-id': correlationId,
    },
  });
}
