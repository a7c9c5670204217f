import { randomInt } from 'node:crypto';
import { base64url } from 'jose';

/** 32 random bytes, base64url: a refresh secret or an access token. Only its SHA-256 is ever stored. */
export function createRandomSecret(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
}

/** Six random digits, 100000 to 999999, each equally likely. */
export function createVerificationCode(): string {
  return String(randomInt(100_000, 1_000_000));
}
