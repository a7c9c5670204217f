import { readBytes, refuseUnstorable } from './read-json-body.ts';
import { RequestError } from './request-error.ts';

/** Whether a browser sent the request as a form, without scripts. */
export function isForm(request: Request): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('content-type') ?? '');
}

/**
 * The fields of a form by name.
 * @throws RequestError `payload_too_large`, or `invalid_request` for NUL characters and two fields of one name
 */
export async function readForm(request: Request, maxBytes: number): Promise<Record<string, string>> {
  const text = new TextDecoder().decode(await readBytes(request, maxBytes));
  const sent = new URLSearchParams(text);
  const fields = Object.fromEntries(sent);
  if (Object.keys(fields).length !== sent.size) {
    throw new RequestError('invalid_request', 'The form has two fields of one name.');
  }
  refuseUnstorable(fields);
  return fields;
}

/** Leads the browser to a page that says what the answer was. A reload of that page sends nothing again. */
export function answerToForm(
  answer: Response,
  { sentPath, notSentPath }: { sentPath: string; notSentPath: string },
): Response {
  const headers = new Headers(answer.headers);
  headers.delete('content-type');
  headers.set('location', answer.ok ? sentPath : notSentPath);
  return new Response(null, { status: 303, headers });
}
