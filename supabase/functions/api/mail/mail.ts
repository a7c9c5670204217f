import { BRAND } from '../../../../shared/src/brand/brand.ts';
import type { Brand } from '../../../../shared/src/brand/brand-schema.ts';
import { OWNER_TIME_ZONE } from '../../../../shared/src/brand/owner-facts.ts';
import { formatExactInstant } from '../../../../shared/src/lib/instants.ts';
import { PLAIN_ADDRESS } from '../../../../shared/src/lib/mailbox.ts';
import { oneLine } from '../../../../shared/src/lib/plain-text.ts';

/** A mail as text and as HTML. Its texts are for people and never logged. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The address for replies. Left out when it is not a plain one. */
  replyTo?: string;
}

/** How mail is sent. `test`: no mail is sent, and the caller learns that. */
export interface MailTransport {
  kind: 'smtp' | 'resend' | 'test';
  /** Resolves once the server has accepted the mail, and rejects when it has not. */
  send(mail: Mail): Promise<void>;
  /** Resolves when the server takes our key or password, and rejects when it does not. Sends nothing. */
  check(): Promise<void>;
}

/** Longest wait for a mail server to take one mail, in milliseconds, because a visitor waits for it. */
export const MAIL_TIMEOUT_MS = 12_000;
/** Time that is kept for the calls after a mail, in milliseconds: that it was sent, or that it failed. */
const AFTER_MAIL_MS = 2_000;
/** Code of the failure to begin a mail. */
export const NO_TIME = 'NO_TIME';

/** For a request that has to be answered by then: a mail that may not be over by then does not begin. */
export function mailUntil(endsAt: number, transport: MailTransport): MailTransport {
  return {
    ...transport,
    send: async (mail) => {
      if (performance.now() + MAIL_TIMEOUT_MS + AFTER_MAIL_MS > endsAt)
        throw Object.assign(new Error('No time is left for a mail'), { code: NO_TIME });
      await transport.send(mail);
    },
  };
}

/**
 * The text of a header: one line of limited length. `=?` begins an encoded word, and a mail program could decode
 * line breaks from it. No character is cut in half.
 */
export function headerText(text: string): string {
  return [...oneLine(text).replaceAll('=?', '= ?')].slice(0, 200).join('');
}

/** The first line of a letter. @param name empty if it is not known */
export const greeting = (name: string) => (name === '' ? 'Hello,' : `Hello ${headerText(name)},`);

/**
 * A moment in a mail, such as `Sat, Nov 28, 2026, 9:30 AM EST`.
 * @param instant ISO 8601
 * @param zone the reader's. null: not known, or there are several readers
 */
export const mailTime = (instant: string, zone: string | null) =>
  formatExactInstant(instant, zone ?? OWNER_TIME_ZONE);

/** The address if a header can have it as it is, else undefined. */
export function plainAddress(address: string): string | undefined {
  return PLAIN_ADDRESS.test(address) ? address : undefined;
}

/** How a customer asks their representative. */
export const howToAsk = ({ name, email }: { name: string; email: string }) =>
  plainAddress(email) === undefined
    ? `Write to ${email}, and ${headerText(name)} will answer.`
    : `Reply to this mail, and ${headerText(name)} will answer.`;

/**
 * The brand as the sender of a mail. Its name is quoted, so that a comma or quote in it does not start another address.
 */
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

/** Colors of the light theme (shared/src/ui/theme.css). Mail programs know no variables. */
export const MUTED = 'color:#4b5968';
const LINK = 'color:#0f5c63';
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:4px;background:#0e1b2a;color:#fbfaf7;font-weight:600;text-decoration:none';

/** The HTML of a mail: the brand's name, and a card like those of the site. @param body escaped already */
export function mailPage(title: string, body: string): string {
  return (
    `<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:#fbfaf7;color:#0e1b2a;` +
    `font:16px/1.5 system-ui,sans-serif"><div style="max-width:600px;margin:0 auto">` +
    `<div style="margin:0 0 16px;font-size:20px;font-weight:600">${escapeHtml(BRAND.name)}</div>` +
    `<div style="padding:24px 32px 8px;background:#ffffff;border:1px solid #dcdad2;border-top:3px solid #0f5c63;border-radius:8px">` +
    `<h1 style="font-size:24px;line-height:1.25;font-weight:500;margin:0 0 16px">${escapeHtml(title)}</h1>` +
    `${body}</div></div></body></html>`
  );
}

export function mailLink(address: string, words = address, style = LINK): string {
  return `<a href="${escapeHtml(address)}" style="${style}">${escapeHtml(words)}</a>`;
}

/** A paragraph of a mail. `aside` stands back, `code` stands out, and `words` make the link a button in HTML. */
type Paragraph =
  | string
  | { aside: string }
  | { code: string }
  | { link: string; words?: string }
  | MailFigure;

/** A figure with the page that shows it. */
export interface MailFigure {
  figure: string;
  value: string;
  page: string;
}

/** The page that a customer's link opens. The link itself is in one mail alone. */
export const comparisonPage = (siteUrl: string) => ({
  link: `${siteUrl}/comparison`,
  words: 'Compare our plans',
});

/** Ends a mail that a representative gets only because they want it. */
export const CHOSEN_MAIL = {
  aside: 'You turned this mail on. To turn it off, open Account in the Sales Portal.',
};

/** The same paragraphs as text and as HTML. Only HTML has the title: a mail program shows the subject above the text. */
export function letter(title: string, paragraphs: readonly Paragraph[]): Pick<Mail, 'text' | 'html'> {
  const parts = paragraphs.map((part) => {
    if (typeof part === 'string') return { text: part, style: '', html: escapeHtml(part) };
    if ('aside' in part) return { text: part.aside, style: `;${MUTED}`, html: escapeHtml(part.aside) };
    if ('code' in part) {
      return {
        text: `    ${part.code}`,
        style: ';font-size:32px;font-weight:600;letter-spacing:4px',
        html: part.code,
      };
    }
    if ('figure' in part) {
      const { figure, value, page } = part;
      return {
        text: `${figure}: ${value}\n${page}`,
        style: '',
        html: `${mailLink(page, figure)}: ${escapeHtml(value)}`,
      };
    }
    const { link, words } = part;
    return {
      text: link,
      style: '',
      html: words === undefined ? mailLink(link) : mailLink(link, words, BUTTON),
    };
  });
  return {
    text: `${parts.map(({ text }) => text).join('\n\n')}\n`,
    html: mailPage(
      title,
      parts.map(({ style, html }) => `<p style="margin:0 0 16px${style}">${html}</p>`).join(''),
    ),
  };
}
