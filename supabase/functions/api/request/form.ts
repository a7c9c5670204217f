import { RequestError } from '../request-error.ts';
import type { Caller } from './caller.ts';
import { readBytes, refuseUnstorable } from './read-json-body.ts';

/**
 * The fields of a form by name.
 * @throws RequestError `forbidden` past the edge, `payload_too_large`, or `invalid_request` for NUL characters and two
 * fields of one name
 */
export async function readForm(
  request: Request,
  { isFromEdge }: Caller,
  maxBytes: number,
): Promise<Record<string, string>> {
  // Past the edge, a page of any site could send one through its visitors' browsers.
  if (!isFromEdge) throw new RequestError('forbidden', 'A form must come through the edge.');
  const text = new TextDecoder().decode(await readBytes(request, maxBytes));
  const sent = new URLSearchParams(text);
  const fields = Object.fromEntries(sent);
  if (Object.keys(fields).length !== sent.size) {
    throw new RequestError('invalid_request', 'The form has two fields of one name.');
  }
  refuseUnstorable(fields);
  return fields;
}
