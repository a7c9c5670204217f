/**
 * A form's fields as the JSON that scripts send. A form has no id of its own, so the same fields on one day (UTC) get
 * the same one: a second press of the button creates no second row.
 */
export async function contactFormBody(fields: Record<string, string>, now: Date): Promise<object> {
  const { consent, ...texts } = fields;
  const day = now.toISOString().slice(0, 10);
  return { ...texts, consent: consent !== undefined, id: await idOf(JSON.stringify([day, fields])) };
}

/** A UUID, version 8. */
async function idOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const hex = Array.from(digest.subarray(0, 16), (byte, index) => {
    if (index === 6) byte = (byte & 0x0f) | 0x80;
    if (index === 8) byte = (byte & 0x3f) | 0x80;
    return byte.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
