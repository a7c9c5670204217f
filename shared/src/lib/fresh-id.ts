const freshBytes = () => crypto.getRandomValues(new Uint8Array(16));

/** 128 random bits. Pages without TLS have no `crypto.randomUUID`. */
export function freshKey(): string {
  return Array.from(freshBytes(), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A random UUID, version 4. */
export function freshId(): string {
  return uuidOf(freshBytes(), 4);
}

/**
 * Writes bytes as a UUID (RFC 9562).
 * @param bytes at least 16. Further ones are not used.
 * @param version 4 for random bytes, 8 for others such as a digest
 */
export function uuidOf(bytes: Uint8Array, version: 4 | 8): string {
  const hex = Array.from(bytes.subarray(0, 16), (byte, index) => {
    if (index === 6) byte = (byte & 0x0f) | (version << 4);
    if (index === 8) byte = (byte & 0x3f) | 0x80;
    return byte.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
