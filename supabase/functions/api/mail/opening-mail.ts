import { BRAND } from '../../../../shared/src/brand/brand.ts';
import { escapeHtml, headerText, type Mail } from './mail.ts';

interface OpeningMail {
  customer: { id: string; name: string; email: string; company: string };
  rep: { name: string; email: string };
  openedAt: Date;
  /** Origin of the site. */
  siteUrl: string;
}

const WHEN = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** The mail that tells a representative that a customer has opened the access link. It does not contain that link. */
export function openingMail({ customer, rep, openedAt, siteUrl }: OpeningMail): Mail {
  const who = headerText(customer.name || customer.email);
  const company = headerText(customer.company);
  const title = `${who} opened your link`;
  const greeting = `Hello ${headerText(rep.name)},`;
  const what = `${who}${company === '' ? '' : ` (${company})`} opened the link to ${BRAND.name} prices on ${WHEN.format(openedAt)} UTC.`;
  const page = `${siteUrl}/sales-portal?tab=customers&customer=${customer.id}`;
  const why = 'You turned this mail on. To turn it off, open Account in the Sales Portal.';
  return {
    to: rep.email,
    subject: headerText(title),
    text: `${greeting}\n\n${what}\n\n${page}\n\n${why}\n`,
    html:
      `<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:#fbfaf7;color:#0e1b2a;` +
      `font:16px/1.5 system-ui,sans-serif"><h1 style="font-size:20px;margin:0 0 16px">${escapeHtml(title)}</h1>` +
      `<p style="margin:0 0 16px">${escapeHtml(greeting)}</p><p style="margin:0 0 16px">${escapeHtml(what)}</p>` +
      `<p style="margin:0 0 16px"><a href="${escapeHtml(page)}">Open the customer</a></p>` +
      `<p style="margin:0;color:#5b6673">${escapeHtml(why)}</p></body></html>`,
  };
}
