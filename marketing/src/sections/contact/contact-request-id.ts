import { uuidOf } from '@corvane/shared/lib/uuid-of';

/** A random UUID, version 4. Pages without TLS have no `crypto.randomUUID`. */
export function newContactRequestId(): string {
  return uuidOf(crypto.getRandomValues(new Uint8Array(16)), 4);
}
