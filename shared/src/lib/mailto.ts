interface MailHeaders {
  subject?: string | undefined;
  body?: string;
}

/**
 * An address that opens the mail program with a message (RFC 6068). Of an address, only `@` stays as it is: a plain
 * `?` or `&` would begin a header.
 */
export function mailto(to: string, headers: MailHeaders = {}): string {
  const query = Object.entries(headers)
    .filter(([, text]) => text !== undefined)
    .map(([name, text]) => `${name}=${encodeURIComponent(text)}`)
    .join('&');
  const address = encodeURIComponent(to).replace('%40', '@');
  return `mailto:${address}${query === '' ? '' : `?${query}`}`;
}
