import { z } from 'zod';
import {
  CONTACT_LIMITS,
  CONTACT_MIN_MS,
  type ContactRequest,
  type ContactResponse,
  contactRequestSchema,
  messageWithPlan,
  optOutFields,
  splitName,
} from '../../../shared/src/contracts/backend/contact/contact.ts';
import { CONSENT } from '../../../shared/src/contracts/backend/contact/contact-consent.ts';
import {
  CONTACT_FORM_POST,
  CONTACT_MAX_BODY_BYTES,
} from '../../../shared/src/contracts/backend/contact/contact-form-post.ts';
import {
  CONTACT_PLANS,
  OPT_OUT_SOURCE,
} from '../../../shared/src/contracts/backend/contact/contact-sources.ts';
import { originAndPath } from '../../../shared/src/lib/origin-and-path.ts';
import type { NewContactRequest } from '../_shared/database/contact-calls.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { describeFailure } from '../_shared/log.ts';
import { notifyContact } from '../_shared/mail/notify-contact.ts';
import { sendWorkMails } from '../_shared/mail/send-work-mails.ts';
import { callerOf } from '../_shared/request/caller.ts';
import { answerToForm, isForm, readForm } from '../_shared/request/form.ts';
import {
  type EndpointContext,
  type EndpointOptions,
  jsonEndpoint,
} from '../_shared/request/json-endpoint.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import {
  CONTACT_PER_DAY,
  CONTACT_PER_NETWORK,
  CONTACT_PER_NETWORK_AND_DAY,
  takeAttempts,
} from '../_shared/request/rate-limit.ts';
import { RequestError } from '../_shared/request/request-error.ts';
import { contactFormBody } from './contact-form-body.ts';

const requestSchema = z.strictObject(contactRequestSchema.shape);
const optOutRequestSchema = requestSchema.extend({ ...optOutFields, source: z.literal(OPT_OUT_SOURCE) });
const isOptOut = (body: unknown) => z.object({ source: z.literal(OPT_OUT_SOURCE) }).safeParse(body).success;

/** Stored as the company of an opt-out request that names none. */
const PRIVATE_PERSON = 'Private person';

/**
 * Consent counts only for a sentence whose words we have. Consent from a tab with an older wording is not claimed, and
 * the request itself is still stored. An opt-out is no consent to being contacted, and that form does not ask.
 */
function consentOf(request: ContactRequest): { version: string; text: string } | null {
  const { consent, consentVersion, source } = request;
  return consent && consentVersion === CONSENT.version && source !== OPT_OUT_SOURCE ? CONSENT : null;
}

/**
 * The request filled in the hidden field, or arrived sooner than a person can read. It is stored for an operator, never
 * lost.
 */
function isSuspicious({ website, formOpenedMs = CONTACT_MIN_MS }: ContactRequest): boolean {
  return website !== '' || formOpenedMs < CONTACT_MIN_MS;
}

function toContactRequest(request: ContactRequest): NewContactRequest {
  const { firstName, lastName } = splitName(request.name);
  const consent = consentOf(request);
  const tier = CONTACT_PLANS.includes(request.tier) ? request.tier : '';
  return {
    id: request.id.toLowerCase(),
    first_name: firstName,
    last_name: lastName,
    email: request.email,
    company: request.company || PRIVATE_PERSON,
    phone: request.phone,
    message: messageWithPlan(request.message, tier),
    project_type: request.projectType,
    job_title: request.jobTitle,
    job_role: request.jobRole,
    source: request.source,
    tier,
    consent_version: consent?.version ?? null,
    consent_text: consent?.text ?? null,
    utm: request.utm,
    referrer: originAndPath(request.referrer).slice(0, CONTACT_LIMITS.url),
    is_quarantined: isSuspicious(request),
  };
}

/**
 * Saves a contact or demo request and mails the team. The row comes first, so a failed mail never loses a request. A
 * second request with the same id finds the first row and gets the same answer. A browser without scripts sends a form
 * and is led to a page.
 */
export async function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  if (!isForm(request)) return submit(request, deps);
  const readBody = async (form: Request, maxBodyBytes: number) => {
    // Past the edge, a page of any site could send one through its visitors' browsers.
    const { isFromEdge } = await callerOf(form, deps.config);
    if (!isFromEdge) throw new RequestError('forbidden', 'A form must come through the edge.');
    const fields = await readForm(form, maxBodyBytes);
    return contactFormBody(fields, { now: deps.now(), pepper: deps.config.salesIdPepper });
  };
  let isHeld = false;
  const onHeld = () => {
    isHeld = true;
  };
  const { sentPath, notSentPath } = CONTACT_FORM_POST;
  const answer = await submit(request, deps, { readBody }, onHeld);
  return answerToForm(answer, { sentPath: isHeld ? notSentPath : sentPath, notSentPath });
}

/** @param onHeld called when the request is in quarantine */
function submit(
  request: Request,
  deps: FunctionDeps,
  options: EndpointOptions = {},
  onHeld = () => {},
): Promise<Response> {
  const run = async ({ body, correlationId }: EndpointContext) => {
    const schema = isOptOut(body) ? optOutRequestSchema : requestSchema;
    const contactRequest = toContactRequest(parseRequest(schema, body));
    const { network } = await callerOf(request, deps.config);
    await takeAttempts(deps, correlationId, [
      [CONTACT_PER_NETWORK, network],
      [CONTACT_PER_NETWORK_AND_DAY, network],
      [CONTACT_PER_DAY, 'all'],
    ]);
    const isNew = await deps.database.saveContactRequest(contactRequest);
    deps.log({
      level: 'info',
      event: 'contact_saved',
      correlationId,
      contactRequestId: contactRequest.id,
      isNew,
    });

    const outcome = await notifyContact(deps, contactRequest.id, correlationId, network).catch(
      (error: unknown) => {
        deps.log({ level: 'error', event: 'notification_failed', correlationId, ...describeFailure(error) });
        return 'not_sent' as const;
      },
    );
    // Only a customer's representative gets one, and the answer must not tell whether the sender is a customer.
    deps.finishLater(sendWorkMails(deps, correlationId));
    // A person may be in quarantine by mistake, so nothing tells them that the team has their request.
    if (contactRequest.is_quarantined) onHeld();
    const answer: ContactResponse = { contactRequestId: contactRequest.id, notified: outcome === 'sent' };
    return { body: answer };
  };
  const limited = { ...options, maxBodyBytes: CONTACT_MAX_BODY_BYTES };
  return jsonEndpoint('submit-contact', request, deps, run, limited);
}
