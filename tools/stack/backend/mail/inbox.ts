import { inboxPage, messagePage, missingPage } from './inbox-pages.ts';
import type { MailCatcher } from './mail-catcher.ts';

/** No script, nothing from elsewhere. Inline styles are allowed, as mails bring their own. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

function html(body: string, status = 200): Response {
  return new Response(body, { status, headers: { ...HEADERS, 'content-type': 'text/html; charset=utf-8' } });
}

/** A page of another site must not empty the inbox. */
function isFromElsewhere(request: Request): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) return false;
  return !URL.canParse(origin) || new URL(origin).host !== new URL(request.url).host;
}

/** Serves `/_inbox`: the list, each mail, `messages.json`, and a POST that empties it. */
export function serveInbox(request: Request, catcher: MailCatcher): Response {
  const path = new URL(request.url).pathname.replace(/^\/_inbox\/?/, '');
  if (path === 'delete-all') {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
    if (isFromElsewhere(request)) return new Response(null, { status: 403, headers: HEADERS });
    catcher.deleteAll();
    return new Response(null, { status: 303, headers: { ...HEADERS, location: '/_inbox' } });
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
  }
  if (path === '') return html(inboxPage(catcher.list()));
  if (path === 'messages.json') return Response.json(catcher.list(), { headers: HEADERS });
  const mail = catcher.find(path);
  return mail ? html(messagePage(mail)) : html(missingPage(), 404);
}
