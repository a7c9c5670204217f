import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';

/** A file of `shared/src` without its comments, as a page contains it. */
function inlineScript(file: string): string {
  return readFileSync(path.join(WORKSPACE_ROOT, 'shared/src', file), 'utf8')
    .replaceAll(/^\/\/.*\n/gm, '')
    .trim();
}

/** Takes the token of a customer's link out of the address. Runs before the browser fetches anything. */
export const LINK_SCRIPT = inlineScript('link/take-link-token.js');

/** Fetches a remote's scripts after the host's, in pages that need both. */
export const PRELOAD_SCRIPT = inlineScript('first-paint/preload-in-turn.js');

/** Hides what is for anonymous visitors while a session is restored. Runs before the first paint. */
export const HINT_SCRIPT = inlineScript('first-paint/hint-session.js');

/** Lets the browser lay out late what is far below the screen. Runs before the first paint. */
export const LAYOUT_SCRIPT = inlineScript('first-paint/hint-layout.js');

/** Downloads the fonts, and shows them where nothing moves. Defines what `START_SCRIPT` calls. */
export const FACES_SCRIPT = inlineScript('first-paint/download-faces.js');

/** Starts the scripts in the page's template after the first paint. */
export const START_SCRIPT = inlineScript('first-paint/start-after-paint.js');

/** Asks for the session's token before the scripts are there, in pages for representatives. */
export const RENEW_SCRIPT = inlineScript('first-paint/renew-session.js');

/** All inline scripts of pages, in their order. They belong to the site, not to a release. */
export const INLINE_SCRIPTS = [
  LINK_SCRIPT,
  HINT_SCRIPT,
  LAYOUT_SCRIPT,
  FACES_SCRIPT,
  PRELOAD_SCRIPT,
  START_SCRIPT,
  RENEW_SCRIPT,
] as const;

/**
 * Hashes of scripts as they were: pages that are live already contain them, and they start nothing without them. So an edge
 * is updated before its pages are composed again. A hash may go one update of the edge later.
 */
const FORMER_SCRIPT_HASHES = [
  // first-paint/download-faces.js until 2026-11-30
  'sha256-62OtY3REGBBVB2LSmPw7m0HhhNbBG86AFQAIV1Qz6q8=',
  // first-paint/start-after-paint.js until 2026-11-28
  'sha256-yGBDer1INVbTDjvaL1XXUPTnpzqysUz581frcqoIjEg=',
  // link/take-link-token.js until 2026-11-28
  'sha256-BqMxa4P2iAUIheJ0/KoozR3CEy0/g3T6TKS2C6MjA8U=',
] as const;

/** By which both edges allow the scripts of pages, the former ones too, in their content security policy. */
export const ALLOWED_SCRIPT_HASHES = [
  ...INLINE_SCRIPTS.map((script) => `sha256-${createHash('sha256').update(script).digest('base64')}`),
  ...FORMER_SCRIPT_HASHES,
];
