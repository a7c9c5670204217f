function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** 128 random bits. Pages without TLS have no `crypto.randomUUID`. */
export function freshKey(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

/** A random UUID, version 4. */
export function freshId(): string {
  const digits = freshKey();
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 3) | 8).toString(16);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ].join('-');
}
