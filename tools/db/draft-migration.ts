import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PGDELTA = join(import.meta.dirname, '../node_modules/.bin/pgdelta');

/** Who gives a procedure to api_reader needs that role to be allowed to make some, for that moment. */
const GIVES_TO_API_READER = /OWNER TO "api_reader"/;

function pgdelta(args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(PGDELTA, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`pgdelta ${args[0]} failed: ${stderr || stdout}`);
}

/**
 * The statements that turn one database into the other, as `@supabase/pg-delta` sees it.
 * @returns the text of one migration, or of several where one statement must be committed before the next.
 * @throws Error with the tool's words.
 */
export function draftMigration(fromUrl: string, toUrl: string): string[] {
  const dir = mkdtempSync(join(tmpdir(), 'corvane-db-diff-'));
  try {
    const plan = join(dir, 'plan.json');
    pgdelta(['plan', '--source', fromUrl, '--desired', toUrl, '--out', plan]);
    pgdelta(['render', '--plan', plan, '--out', join(dir, 'draft.sql'), '--allow-drops']);
    return readdirSync(dir)
      .filter((name) => name.endsWith('.sql'))
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .map((name) => allowOwnership(readFileSync(join(dir, name), 'utf8').trim()));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function allowOwnership(draft: string): string {
  if (!GIVES_TO_API_READER.test(draft)) return draft;
  return `grant create on schema public to api_reader;\n\n${draft}\n\nrevoke create on schema public from api_reader;`;
}
