import { BRAND } from '../../../../shared/src/brand/brand.ts';
import { counted } from '../../../../shared/src/lib/counted.ts';
import type { WorkMail } from '../database/contact-calls.ts';
import { contactMail } from './contact-mail.ts';
import { escapeHtml, headerText, type Mail } from './mail.ts';

/**
 * The mail that tells a representative about new work. One contact request is told with all of it, so that they can
 * answer at once. More is told in figures.
 */
export function workMail(work: WorkMail, siteUrl: string): Mail {
  const portal = `${siteUrl}/sales-portal?tab=`;
  const { contact_request: request, customer_count: customers, request_count: requests } = work;
  if (request !== null) {
    return contactMail(request, work.rep.email, { portalPage: `${portal}requests&request=${request.id}` });
  }
  const parts = [
    ...(customers > 0 ? [counted(customers, 'customer')] : []),
    ...(requests > 0 ? [counted(requests, 'contact request')] : []),
  ];
  const what = parts.join(' and ');
  const title = `New work at ${BRAND.name}: ${what}`;
  const greeting = `Hello ${headerText(work.rep.name)},`;
  const told = `You now look after ${what}. You find them in the Sales Portal:`;
  const page = `${portal}${customers > 0 ? 'customers' : 'requests'}`;
  return {
    to: work.rep.email,
    subject: headerText(title),
    text: `${greeting}\n\n${told}\n\n${page}\n`,
    html:
      `<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:#fbfaf7;color:#0e1b2a;` +
      `font:16px/1.5 system-ui,sans-serif"><h1 style="font-size:20px;margin:0 0 16px">${escapeHtml(title)}</h1>` +
      `<p style="margin:0 0 16px">${escapeHtml(greeting)}</p><p style="margin:0 0 16px">${escapeHtml(told)}</p>` +
      `<p style="margin:0"><a href="${escapeHtml(page)}">${escapeHtml(page)}</a></p></body></html>`,
  };
}
