import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DEMO_CUSTOMER_ID } from '@corvane/shared/contracts/backend/customers/demo';
import { hashSalesId, sha256Hex } from '../../../../supabase/functions/_shared/secrets/credential-hash.ts';
import { readCatalogueLoad } from '../../../catalogue/catalogue-load.ts';
import { CATALOGUE_FILE, readCatalogue } from '../../../catalogue/read-catalogue.ts';
import { UserError } from '../../../command/user-error.ts';
import type { Database } from './database.ts';

/** Dana Whitfield in supabase/seed.sql. The demo sales IDs sign her in. */
export const DEMO_REP_ID = 'a0000000-0000-4000-8000-000000000001';

const DEFAULT_DEMO_SALES_IDS = ['DEMO-REP-2018', 'DEMO-REP-2022'];

const DEMO_LABEL = 'demo';

const DEFAULT_DEMO_ACCESS_TOKEN = 'DEMO-ACCESS-2022';

/** Reads DEMO_ACCESS_TOKEN. Returns the default one when it is not set. */
export function demoAccessToken(value: string | undefined): string {
  return value?.trim() || DEFAULT_DEMO_ACCESS_TOKEN;
}

/** Reads DEMO_SALES_IDS, comma-separated. Returns the default pair when it is not set. */
export function demoSalesIds(value: string | undefined): string[] {
  const ids = (value ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  return ids.length > 0 ? ids : DEFAULT_DEMO_SALES_IDS;
}

/**
 * Adds missing plans and first prices, as `ops catalogue load` does.
 * @throws UserError when a new plan has the position or the name of another. Then nothing was added.
 */
export async function loadCatalogue(database: Database): Promise<void> {
  const [row] = await database.query<{ answer: unknown }>(
    'select public.load_catalogue($1::jsonb) as answer',
    [JSON.stringify(readCatalogue())],
  );
  readCatalogueLoad(row?.answer, CATALOGUE_FILE);
}

/**
 * Runs the seed file once per version of it, so that what people deleted since does not come back.
 * @throws UserError when the file cannot be run. Nothing of it is kept.
 */
export async function seedDatabase(database: Database, file: string): Promise<void> {
  const text = readFileSync(file, 'utf8');
  const hash = createHash('sha256').update(text).digest('hex');
  const path = 'supabase/seed.sql';
  const [done] = await database.query(
    'select 1 from supabase_migrations.seed_files where path = $1 and hash = $2',
    [path, hash],
  );
  if (done) return;
  try {
    await database.alone(async (sql) => {
      await sql.query(text);
      await sql.query(
        `insert into supabase_migrations.seed_files (path, hash) values ($1, $2)
         on conflict (path) do update set hash = excluded.hash`,
        [path, hash],
      );
    });
  } catch (error) {
    throw new UserError(`${path} failed and was rolled back: ${(error as Error).message}`);
  }
}

/** Makes `salesIds` the demo representative's credentials, and ends those that are no longer among them. */
export async function seedDemoCredentials(
  database: Database,
  salesIds: string[],
  pepper: string,
): Promise<void> {
  const hashes = await Promise.all(salesIds.map((id) => hashSalesId(id, pepper)));
  await database.alone(async (sql) => {
    await sql.query(
      'delete from private.sales_rep_credentials where label = $1 and credential_hash <> all ($2)',
      [DEMO_LABEL, hashes],
    );
    await sql.query(
      `insert into private.sales_rep_credentials (sales_rep_id, credential_hash, label)
       select $1::uuid, hash, $2 from unnest($3::text[]) as hash
       on conflict (credential_hash) do nothing`,
      [DEMO_REP_ID, DEMO_LABEL, hashes],
    );
  });
}

/**
 * Makes `token` the demo customer's access token, for as long as every access link from now. A token of an earlier
 * start stops working, with the sessions that came by it. The same token goes on working.
 */
export async function seedDemoAccess(database: Database, token: string): Promise<void> {
  const hash = await sha256Hex(token);
  await database.alone(async (sql) => {
    await sql.query(
      `update public.customer_sessions s set ended_at = now(), end_reason = 'replaced'
       from public.qualified_leads l
       where l.id = $1 and s.qualified_lead_id = l.id and s.ended_at is null
         and l.access_token_hash is distinct from $2`,
      [DEMO_CUSTOMER_ID, hash],
    );
    await sql.query(
      `insert into public.qualified_leads as l
         (id, email, name, company, qualified_by, access_token_hash, token_expires_at)
       values ($1, 'demo.customer@corvane.example', 'Demo Customer', 'Demo Company', $2, $3, now() + private.access_link_life())
       on conflict (id) do update set
         access_token_hash = excluded.access_token_hash, token_expires_at = excluded.token_expires_at,
         is_active = true, revoked_at = null`,
      [DEMO_CUSTOMER_ID, DEMO_REP_ID, hash],
    );
  });
}
