/** 128 random bits as hexadecimal digits. Pages without TLS have no `crypto.randomUUID`. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
