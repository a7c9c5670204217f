import { PAGE_CONFIG_ELEMENT_ID, type PageConfig } from '@corvane/shared/contracts/remote/page-config';
import { SERVED_PARTS_ATTRIBUTE } from '@corvane/shared/contracts/remote/served-parts';
import { versionsOf } from '@corvane/shared/contracts/remote/versions-of';
import { storageOf } from '@corvane/shared/lib/storage-of';

/** The browser's note of a representative's session: host/src/session/session-storage.ts. */
const REP_SESSION_KEY = 'host:sales-session';

let shown: AbortController | null = null;

/** Outlines every part of the page, with a badge, or ends that. @param hide called for the badge's button and for Escape */
export function drawServedParts(isShown: boolean, hide: () => void): void {
  if (!isShown) shown?.abort();
  else if (shown === null) show(hide);
}

function show(hide: () => void): void {
  shown = new AbortController();
  const { signal } = shown;
  const style = document.createElement('style');
  const badge = document.createElement('aside');
  badge.setAttribute('aria-label', 'Served by');
  badge.style.cssText = BADGE;
  const words = document.createElement('span');
  const button = document.createElement('button');
  button.type = 'button';
  button.style.cssText = BUTTON;
  button.textContent = 'Hide versions';
  badge.append(words, button);

  const draw = () => {
    const versions = Object.entries(servedVersions());
    // An application and its version stay in one line.
    const text = versions.map((part) => part.join('\u00a0')).join(', ');
    if (words.textContent === text) return;
    words.textContent = text;
    style.textContent = OUTLINES + versions.map(labelOf).join('');
  };
  // The session may end in this tab, or in another one. The choice stays for the next.
  const follow = () => {
    if (storageOf('local').getItem(REP_SESSION_KEY) === null) shown?.abort();
    else draw();
  };
  // Pages open without a page load, and their code arrives later. The badge is outside the root.
  const changes = new MutationObserver(follow);
  changes.observe(document.getElementById('root') ?? document.body, { childList: true, subtree: true });
  addEventListener('storage', follow, { signal });
  document.addEventListener('keydown', (event) => isOurEscape(event) && hide(), { signal });
  button.addEventListener('click', hide, { signal });
  signal.addEventListener('abort', () => {
    shown = null;
    changes.disconnect();
    style.remove();
    badge.remove();
    document.documentElement.removeAttribute(SERVED_PARTS_ATTRIBUTE);
  });
  document.head.append(style);
  document.body.append(badge);
  document.documentElement.setAttribute(SERVED_PARTS_ATTRIBUTE, '');
  draw();
}

/** Escape empties a field and closes an open dialog or menu first. */
function isOurEscape({ key, defaultPrevented, isComposing, keyCode, target }: KeyboardEvent): boolean {
  // It ends the choice of an input method. Safari has only the number.
  if (key !== 'Escape' || defaultPrevented || isComposing || keyCode === 229) return false;
  if (target instanceof Element && target.matches('input, textarea, select')) return false;
  return document.querySelector('[role=dialog], [role=menu]') === null;
}

/**
 * Application to version. Of two versions in one tab, the one whose script arrived last is shown: that of an override, or
 * the one before if the live one failed.
 */
function servedVersions(): Record<string, string> {
  const config: PageConfig = JSON.parse(document.getElementById(PAGE_CONFIG_ELEMENT_ID)?.textContent ?? '');
  const versions = versionsOf(config.registry);
  for (const { name } of performance.getEntriesByType('resource')) {
    const [, app, version] = /\/(?:assets|remotes)\/([\w-]+)\/([\w.-]+)\/[^?]+\.js/.exec(name) ?? [];
    if (app !== undefined && version !== undefined && Object.hasOwn(versions, app)) versions[app] = version;
  }
  return versions;
}

/** At the top of the part, for people who see it: the badge says the same to all others. */
function labelOf([app, version]: [string, string]): string {
  const text = JSON.stringify(`${app} ${version}`);
  return `[data-app=${JSON.stringify(app)}]::before{content:${text};content:${text}/""}`;
}

const COLORS = 'background:#ffd75e;color:#0e1b2a';

/**
 * A part has no box of its own to draw in, and must not move. So its label is out of the flow, where the part begins:
 * above the header and below dialogs. The header is fixed, so its outline is its own.
 */
const OUTLINES =
  '@media screen{[data-app],[data-app=host]>header{outline:2px dashed #c2410c;outline-offset:-2px}}' +
  '@media print{[data-app]::before,[aria-label="Served by"]{display:none!important}}' +
  // What gets the focus scrolls clear of the badge.
  'html{scroll-padding-bottom:8rem}' +
  `[data-app]::before{position:absolute;left:50%;transform:translateX(-50%);z-index:45;pointer-events:none;padding:0 .5rem;border-radius:0 0 .25rem .25rem;${COLORS};font:600 .75rem/1.125rem system-ui,sans-serif;white-space:nowrap}`;

/**
 * Where the badge of an override is. It is below dialogs, which would not let it be pressed. At the end of the page it
 * has room of its own and covers nothing.
 */
const BADGE =
  'position:sticky;bottom:1rem;z-index:45;box-sizing:border-box;width:fit-content;max-width:calc(100vw - 2rem);margin:1rem;padding:.25rem 1rem;' +
  'display:flex;flex-wrap:wrap;align-items:center;column-gap:1rem;' +
  `border:1px solid #0e1b2a;border-radius:.25rem;${COLORS};font:600 .875rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere`;
const BUTTON =
  'min-height:2.75rem;padding:0;border:0;background:none;color:inherit;font:inherit;text-decoration:underline;cursor:pointer';
