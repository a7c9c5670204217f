import type { PageOverride } from '@corvane/shared/contracts/remote/page-config';

/** The same place as a preview's badge (tools/release/compose/html-document.ts), in a color that no page has. */
const BADGE =
  'position:fixed;inset:auto auto 1rem 1rem;z-index:2147483647;max-width:calc(100vw - 2rem);padding:.25rem 1rem;' +
  'border:1px solid #0e1b2a;border-radius:.25rem;background:#ffd75e;color:#0e1b2a;font:600 .875rem/1.5 system-ui,sans-serif';
const BUTTON =
  'min-height:2.75rem;padding:0 .25rem;border:0;background:none;color:inherit;font:inherit;text-decoration:underline;cursor:pointer';

/**
 * Says on every page that this tab does not show what is live. It is outside the page's tree, so a broken build
 * cannot hide it.
 */
export function showBadge(document: Document, { label }: PageOverride, onLeave: () => void): void {
  const badge = document.createElement('aside');
  badge.setAttribute('aria-label', 'Override');
  badge.style.cssText = BADGE;
  const button = document.createElement('button');
  button.type = 'button';
  button.style.cssText = BUTTON;
  button.textContent = 'Show the live version';
  button.addEventListener('click', onLeave);
  badge.append(`${label}. `, button);
  document.body.append(badge);
}
