import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '@corvane/tools/command/user-error';
import { SECURITY_HEADERS } from '@corvane/tools/gateway/security-headers';

/**
 * Pages that were composed earlier contain the inline scripts of that time. The edge blocks a script whose hash it does
 * not know, and without it a page starts nothing.
 * @param what for the message, such as 'State 3'.
 * @throws UserError naming a page and the hash of its script.
 */
export async function refuseBlockedScripts(pagesDir: string, what: string): Promise<void> {
  const policy = SECURITY_HEADERS['Content-Security-Policy'] ?? '';
  const entries = await readdir(pagesDir, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith('.html')) continue;
    const file = path.join(entry.parentPath, entry.name);
    const blocked = inlineScriptHashes(await readFile(file, 'utf8')).find(
      (hash) => !policy.includes(`'${hash}'`),
    );
    if (blocked !== undefined)
      throw new UserError(
        `${what} has a page with a script that the edge blocks: ${path.relative(pagesDir, file)}, ${blocked}. Add the hash to FORMER_SCRIPT_HASHES in tools/gateway/inline-scripts.ts run tools/gateway/nginx/write-nginx-policy.ts, update the edge, then run the command again.`,
      );
  }
}

/** As a browser computes them. JSON blocks are no scripts to it. */
function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)]
    .filter(([, attributes = '']) => !/\ssrc=|\stype="application\/(?:ld\+)?json"/.test(attributes))
    .map(([, , script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`);
}
