import { oneLine } from '../../../shared/src/lib/plain-text.ts';

/** A mail in both of its forms. Texts are written for people and never logged. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Address that an answer goes to; left out when it is not a plain one. */
  replyTo?: string;
}

/** How mail leaves. `test`: nothing is sent, and the caller is told so. */
export interface MailTransport {
  kind: 'smtp' | 'resend' | 'test';
  /** @returns once the server has accepted the mail; rejects when it has not. */
  send(mail: Mail): Promise<void>;
}

/** Longest wait for a mail server, in milliseconds: a visitor is waiting behind it. */
export const MAIL_TIMEOUT_MS = 10_000;

/**
 * What goes into a header: one line of bearable length. `=?` begins an encoded word, in which a reader's program would
 * find line breaks again.
 */
export function headerText(text: string): string {
  return oneLine(text).replaceAll('=?', '= ?').slice(0, 200);
}

/** The address when it is safe in a header as it stands, else undefined. */
export function plainAddress(address: string): string | undefined {
  return /^[A-Za-z0-9._%+'-]+@[A-Za-z0-9.-]+$/.test(address) ? address : undefined;
}

/**
 * Whether mail goes to this one address and no other: characters that separate, quote or comment addresses in a
 * header could turn it into several, or into another's. Its domain is one that a mail server can look up.
 */
export function isOneAddress(address: string): boolean {
  const [, domain = ''] =
    /^[^\s\p{Cc}@,;:<>()[\]\\"]{1,64}@([^\s\p{Cc}@,;:<>()[\]\\"/?#%]+)$/u.exec(address) ?? [];
  if (!URL.canParse(`http://${domain}`)) return false;
  // Also of a domain in other letters, as it is looked up. What ends in a number is the address of a machine.
  return /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(new URL(`http://${domain}`).hostname);
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
