import { escapeHtml } from '../../../../supabase/functions/api/mail/mail.ts';
import type { CaughtMail } from './mail-catcher.ts';

const STYLE = `
  :root { color-scheme: light; }
  body { margin: 0; background: #fbfaf7; color: #0e1b2a; font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 56rem; margin: 0 auto; padding: 2rem 1.5rem 4rem; }
  header { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; justify-content: space-between; }
  h1 { font-size: 1.5rem; margin: 0; overflow-wrap: anywhere; }
  h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
  a { color: #0f5c63; }
  a:focus-visible, button:focus-visible { outline: 3px solid #0f5c63; outline-offset: 2px; }
  button { font: inherit; min-height: 44px; padding: 0 1rem; color: inherit; background: #fff;
    border: 1px solid #8a94a0; border-radius: 6px; cursor: pointer; }
  ol { list-style: none; margin: 1.5rem 0 0; padding: 0; border-top: 1px solid #dcd9d1; }
  li { border-bottom: 1px solid #dcd9d1; }
  li a { display: block; padding: .875rem .25rem; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
  li a:hover strong { text-decoration: underline; }
  small, dt, .empty { color: #4d5966; }
  small { display: block; font-variant-numeric: tabular-nums; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 1rem 0 0; }
  dd { margin: 0; overflow-wrap: anywhere; }
  pre, iframe { box-sizing: border-box; width: 100%; margin: 0; background: #fff; border: 1px solid #dcd9d1;
    border-radius: 6px; }
  pre { padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
  iframe { height: 30rem; }
`;

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style>
</head>
<body><main>${content}</main></body>
</html>`;
}

/** UTC, to the second: a developer's clock, not a reader's. */
function timeOf(mail: CaughtMail): string {
  return `${mail.receivedAt.slice(0, 19).replace('T', ' ')} UTC`;
}

export function inboxPage(mails: CaughtMail[]): string {
  const list = mails
    .map(
      (mail) =>
        `<li><a href="/_inbox/${mail.id}"><strong>${escapeHtml(mail.subject || '(no subject)')}</strong>` +
        `<small>${timeOf(mail)}, to ${escapeHtml(mail.to.join(', '))}</small></a></li>`,
    )
    .join('');
  return page(
    'Inbox',
    `<header><h1>Inbox</h1>${
      mails.length > 0
        ? '<form method="post" action="/_inbox/delete-all"><button>Delete all</button></form>'
        : ''
    }</header>${
      mails.length > 0
        ? `<ol>${list}</ol>`
        : '<p class="empty">No mail yet. This inbox catches every mail that the site sends. None is delivered.</p>'
    }`,
  );
}

export function messagePage(mail: CaughtMail): string {
  const facts = [
    ['From', mail.from],
    ['To', mail.to.join(', ')],
    ['Reply to', mail.replyTo ?? ''],
    ['Received', timeOf(mail)],
  ].filter(([, value]) => value !== '') as [string, string][];
  return page(
    mail.subject,
    `<p><a href="/_inbox">Inbox</a></p><h1>${escapeHtml(mail.subject || '(no subject)')}</h1>
    <dl>${facts.map(([label, value]) => `<dt>${label}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>
    <h2>Text</h2><pre>${escapeHtml(mail.text || '(none)')}</pre>
    ${mail.html ? `<h2>HTML</h2><iframe sandbox title="The mail as HTML" srcdoc="${escapeHtml(mail.html)}"></iframe>` : ''}`,
  );
}

export function missingPage(): string {
  return page('Not found', '<h1>No such mail</h1><p><a href="/_inbox">Inbox</a></p>');
}
