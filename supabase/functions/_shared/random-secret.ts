/** 32 random bytes, base64url: a refresh secret or an access token. Only its SHA-256 is ever stored. */
export function createRandomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
