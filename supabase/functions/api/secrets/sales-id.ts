import { keyedDigest } from './credential-hash.ts';

/** Without letters and digits that people confuse (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;

/** `SR-XXXX-XXXX-XXXX`: five bits of each byte, so that each letter is equally likely. */
function spell(bytes: Uint8Array): string {
  const letters = Array.from(bytes.subarray(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `SR-${letters.replace(/.{4}(?=.)/g, '$&-')}`;
}

/** A sales ID of 60 random bits. It is shown once. Only its keyed hash is kept. */
export function newSalesId(): string {
  return spell(crypto.getRandomValues(new Uint8Array(LENGTH)));
}

/** A derived sales ID is bound to these. */
interface SalesIdBinding {
  managerId: string;
  /** Id of the representative, or the address of a new one. */
  rep: string;
  /** Random, at least 128 bits, made by the caller. */
  idempotencyKey: string;
}

/**
 * The sales ID of a request that can be repeated: after a lost answer, the same request gets the same sales ID again.
 * Making one needs the pepper and the key, and the key is stored nowhere.
 */
export async function deriveSalesId(bound: SalesIdBinding, pepper: string): Promise<string> {
  const { managerId, rep, idempotencyKey } = bound;
  const digest = await keyedDigest(['sales-id', managerId, rep, idempotencyKey].join('\n'), pepper);
  return spell(new Uint8Array(digest));
}
