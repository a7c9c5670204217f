import { randomInt } from 'node:crypto';

/** Without letters and digits that are taken for each other (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A sales ID of 60 random bits, `SR-XXXX-XXXX-XXXX`. Shown once; only its keyed hash is kept. */
export function newSalesId(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `SR-${group()}-${group()}-${group()}`;
}
