import { keyedDigest } from '../_shared/secrets/credential-hash.ts';

/**
 * A form's fields as the JSON that scripts send. A form has no id of its own, so the same fields on one day (UTC) get
 * the same one: a second press of the button creates no second row. Nobody without the pepper can make that id, and so
 * take the place of somebody else's request.
 */
export async function contactFormBody(
  fields: Record<string, string>,
  { now, pepper }: { now: Date; pepper: string },
): Promise<object> {
  const { consent, ...texts } = fields;
  const day = now.toISOString().slice(0, 10);
  const digest = await keyedDigest(['contact-form', day, JSON.stringify(fields)].join('\n'), pepper);
  return { ...texts, consent: consent !== undefined, id: uuidOf(new Uint8Array(digest)) };
}

/** A UUID, version 8. */
function uuidOf(digest: Uint8Array): string {
  const hex = Array.from(digest.subarray(0, 16), (byte, index) => {
    if (index === 6) byte = (byte & 0x0f) | 0x80;
    if (index === 8) byte = (byte & 0x3f) | 0x80;
    return byte.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
