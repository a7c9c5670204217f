import { z } from 'zod';
import { RequestError } from '../request-error.ts';
import type { Caller } from './caller.ts';

const tooLarge = (maxBytes: number) =>
  new RequestError('payload_too_large', `The request is larger than ${maxBytes / 1024} kB.`);

/** Reads at most the limit, even if the header announces another length. */
async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel().catch(() => undefined);
      throw tooLarge(maxBytes);
    }
    parts.push(value);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.byteLength;
  }
  return bytes;
}

/** False for text that Postgres cannot store: NUL, and halves of surrogate pairs. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text);
}

/**
 * Path of the first text that cannot be stored, or null. Uses a loop, because input may be nested deeper than the
 * stack.
 */
function findUnstorable(root: unknown): string | null {
  const pending: { value: unknown; path: string }[] = [{ value: root, path: '' }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && !isStorable(value)) return path;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) return path;
      pending.push({ value: inner, path: path === '' ? key : path });
    }
  }
  return null;
}

/** @throws RequestError `invalid_request`, with the field, for text that cannot be stored */
function refuseUnstorable(body: unknown): void {
  const unstorable = findUnstorable(body);
  if (unstorable === null) return;
  throw new RequestError('invalid_request', 'The request contains characters that cannot be stored.', {
    fields:
      unstorable === ''
        ? undefined
        : { [unstorable.slice(0, 100)]: 'Contains characters that cannot be stored' },
  });
}

/**
 * The request's JSON body.
 * @throws RequestError `unsupported_media_type`, `payload_too_large`, or `invalid_request` for a missing body, for
 * anything but JSON in UTF-8, and for NUL characters
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  const type = request.headers.get('content-type');
  if (type !== null && !/^application\/json\s*(;|$)/i.test(type)) {
    throw new RequestError('unsupported_media_type', 'Send the request as application/json.');
  }
  const bytes = await readBytes(request, maxBytes);
  if (bytes.byteLength === 0) throw new RequestError('invalid_request', 'The request has no body.');
  if (type === null)
    throw new RequestError('unsupported_media_type', 'Send the request as application/json.');

  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new RequestError('invalid_request', 'The request is not valid JSON.', { cause });
  }
  refuseUnstorable(body);
  return body;
}

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

// The messages of fields. Zod sets them by itself with the first schema of its methods alone.
z.config(z.locales.en());

/** As many fields as a person could act on. More would let a caller choose the size of the answer. */
const MAX_FIELDS = 20;

/**
 * Checks a body against the contract's schema.
 * @throws RequestError `invalid_request` with the first message of each field, unknown fields included
 */
export function parseRequest<T>(schema: z.core.$ZodType<T>, body: unknown): T {
  const result = z.safeParse(schema, body);
  if (result.success) return result.data;

  const fields = new Map<string, string>();
  const note = (path: string, message: string) => {
    if (path !== '' && !fields.has(path) && fields.size < MAX_FIELDS) fields.set(path.slice(0, 100), message);
  };
  for (const issue of result.error.issues) {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) note([...path, key].join('.'), 'Unknown field');
    } else {
      note(path.join('.'), issue.message);
    }
  }
  throw new RequestError('invalid_request', 'The request does not have the expected fields.', {
    fields: fields.size > 0 ? Object.fromEntries(fields) : undefined,
  });
}
