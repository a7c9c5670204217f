import { BRAND } from '../../../../shared/src/brand/brand.ts';
import { escapeHtml, headerText, type Mail } from './mail.ts';

export interface AddressChange {
  name: string;
  before: string;
  after: string;
}

/**
 * Tells a representative that a manager has set another address for them: one mail to the old address, one to the new.
 * The codes for Operations go to the new one. So the person at the old one must be able to object.
 */
export function addressChangeMails({ name, before, after }: AddressChange): Mail[] {
  const title = `Your ${BRAND.name} address changed`;
  const greeting = `Hello ${headerText(name)},`;
  const what = `A manager changed your address in the ${BRAND.name} sales portal from ${before} to ${after}. Mail for you goes to the new address from now on. Your sales ID stays the same.`;
  const warning = 'If you did not expect this, tell a manager at once.';
  return [before, after].map((to) => ({
    to,
    subject: title,
    text: `${greeting}\n\n${what}\n\n${warning}\n\n${BRAND.name}\n`,
    html:
      `<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:#fbfaf7;color:#0e1b2a;` +
      `font:16px/1.5 system-ui,sans-serif"><h1 style="font-size:20px;margin:0 0 16px">${escapeHtml(title)}</h1>` +
      `<p style="margin:0 0 16px">${escapeHtml(greeting)}</p><p style="margin:0 0 16px">${escapeHtml(what)}</p>` +
      `<p style="margin:0 0 16px;color:#5b6673">${escapeHtml(warning)}</p>` +
      `<p style="margin:0">${escapeHtml(BRAND.name)}</p></body></html>`,
  }));
}
