import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

const SOURCE = path.join(WORKSPACE_ROOT, 'shared/src/link/take-link-token.js');

/** The one inline script of a page, without its comments. It takes the token of a customer's link out of the address. */
export const LINK_SCRIPT = readFileSync(SOURCE, 'utf8')
  .replaceAll(/^\/\/.*\n/gm, '')
  .trim();

/** By which both edges allow the script in their content security policy. */
export const LINK_SCRIPT_HASH = `sha256-${createHash('sha256').update(LINK_SCRIPT).digest('base64')}`;
