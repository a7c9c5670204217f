import { REFERRER_MAX } from '../../../../../shared/src/contracts/backend/browser-limits.ts';
import {
  CONTACT_MIN_MS,
  type ContactRequest,
  type ContactResponse,
  messageWithPlan,
  splitName,
} from '../../../../../shared/src/contracts/backend/contact/contact.ts';
import {
  byColumn,
  CONSENT,
  CONTACT_FORM_POST,
  CONTACT_PLANS,
  OPT_OUT_SOURCE,
} from '../../../../../shared/src/contracts/backend/contact/contact-form.ts';
import { uuidOf } from '../../../../../shared/src/lib/fresh-id.ts';
import { originAndPath } from '../../../../../shared/src/lib/origin-and-path.ts';
import type { NewContactRequest } from '../../database/contact-calls.ts';
import type { FunctionDeps } from '../../deps.ts';
import { describeFailure } from '../../log.ts';
import { notifyContact } from '../../mail/notify-contact.ts';
import { sendWorkMails } from '../../mail/send-work-mails.ts';
import type { Handler } from '../../request/endpoint.ts';
import { keyedDigest } from '../../secrets/credential-hash.ts';

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
    ...byColumn(({ name }) => request[name]),
    message: messageWithPlan(request.message, tier),
    project_type: request.projectType,
    source: request.source,
    tier,
    billing: tier === '' ? '' : request.billing,
    consent_version: consent?.version ?? null,
    consent_text: consent?.text ?? null,
    utm: request.utm,
    referrer: originAndPath(request.referrer).slice(0, REFERRER_MAX),
    is_quarantined: isSuspicious(request),
  };
}

/**
 * A form's fields as the JSON that scripts send. A form has no id of its own, so the same fields on one day (UTC) get
 * the same one: a second press of the button creates no second row. A stranger without the pepper cannot
 * make that id, and so cannot take the place of another person's request.
 */
async function contactFormBody(
  fields: Record<string, string>,
  { now, config }: FunctionDeps,
): Promise<object> {
  const { consent, [CONTACT_FORM_POST.trap]: website = '', ...texts } = fields;
  const day = now().toISOString().slice(0, 10);
  const digest = await keyedDigest(
    ['contact-form', day, JSON.stringify(fields)].join('\n'),
    config.salesIdPepper,
  );
  return { website, ...texts, consent: consent !== undefined, id: uuidOf(new Uint8Array(digest), 8) };
}

/**
 * Saves a contact or demo request and mails the team. The row comes first, so a failed mail never loses a request. A
 * second request with the same id finds the first row and gets the same answer.
 */
export const submitContact: Handler<'submit-contact'> = async ({ body, caller, correlationId }, deps) => {
  const contactRequest = toContactRequest(body);
  const isNew = await deps.database.saveContactRequest(contactRequest, caller.network);
  const { id: contactRequestId, is_quarantined: isQuarantined } = contactRequest;
  deps.log({ level: 'info', event: 'contact_saved', correlationId, contactRequestId, isNew });

  const outcome = await notifyContact(deps, contactRequestId, correlationId, caller.network).catch(
    (error: unknown) => {
      deps.log({ level: 'error', event: 'notification_failed', correlationId, ...describeFailure(error) });
      return 'not_sent' as const;
    },
  );
  // Only a customer's representative gets one, and the answer must not tell whether the sender is a customer.
  deps.finishLater((later) => sendWorkMails(later, correlationId));
  const answer: ContactResponse = { contactRequestId, notified: outcome === 'sent' };
  // A person may be in quarantine by mistake, so nothing tells them that the team has their request.
  return { body: answer, formPath: CONTACT_FORM_POST[isQuarantined ? 'notSentPath' : 'sentPath'] };
};
submitContact.formBody = contactFormBody;
