import type { Brand } from '../../../shared/src/brand/brand-schema.ts';
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

/** The way mail is sent. `test`: no mail is sent, and the caller learns that. */
export interface MailTransport {
  kind: 'smtp' | 'resend' | 'test';
  /** @returns once the server has accepted the mail; rejects when it has not. */
  send(mail: Mail): Promise<void>;
}

/** Longest wait for a mail server, in milliseconds: a visitor is waiting behind it. */
export const MAIL_TIMEOUT_MS = 10_000;

/**
 * The text of a header: one line of limited length. `=?` begins an encoded word, and a mail program could decode
 * line breaks from it.
 */
export function headerText(text: string): string {
  return oneLine(text).replaceAll('=?', '= ?').slice(0, 200);
}

/** The address if it is safe in a header without escaping, else undefined. */
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
  // Also checks the domain in ASCII, as DNS looks it up. A domain that ends in a number is a machine's address.
  return /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(new URL(`http://${domain}`).hostname);
}

/** The brand as the sender of a mail. Quoted, so that a comma or a quote in its name separates no addresses. */
export function mailSender({ mail: { senderName, senderAddress } }: Pick<Brand, 'mail'>): string {
  return `"${senderName.replace(/["\\]/g, String.raw`\$&`)}" <${senderAddress}>`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
