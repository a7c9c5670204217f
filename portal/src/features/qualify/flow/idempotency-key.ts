/** 128 random bits as hexadecimal digits. Not `crypto.randomUUID`, which pages served without TLS do not have. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
