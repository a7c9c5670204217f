import { CONTACT_FORM_POST } from '../../../../../shared/src/contracts/backend/contact/contact-form.ts';
import { uuidOf } from '../../../../../shared/src/lib/uuid-of.ts';
import type { FunctionDeps } from '../../deps.ts';
import { keyedDigest } from '../../secrets/credential-hash.ts';

/**
 * A form's fields as the JSON that scripts send. A form has no id of its own, so the same fields on one day (UTC) get
 * the same one: a second press of the button creates no second row. A stranger without the pepper cannot
 * make that id, and so cannot take the place of another person's request.
 */
export async function contactFormBody(
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
