import { uuidOf } from './uuid-of.ts';

const freshBytes = () => crypto.getRandomValues(new Uint8Array(16));

/** 128 random bits. Pages without TLS have no `crypto.randomUUID`. */
export function freshKey(): string {
  return Array.from(freshBytes(), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A random UUID, version 4. */
export function freshId(): string {
  return uuidOf(freshBytes(), 4);
}
