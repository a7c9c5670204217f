import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DEMO_CUSTOMER_ID } from '@corvane/shared/contracts/backend/customers/demo';
import { hashSalesId, sha256Hex } from '../../../../supabase/functions/api/secrets/credential-hash.ts';
import { readCatalogueLoad } from '../../../catalogue/catalogue-load.ts';
import { CATALOGUE_FILE, readCatalogue } from '../../../catalogue/read-catalogue.ts';
import { UserError } from '../../../command/user-error.ts';
import type { Database } from './database.ts';

/** Dana, whom the first demo sales ID signs in. She and the next two are people of supabase/seed.sql. */
export const DEMO_REP_ID = 'a0000000-0000-4000-8000-000000000001';
const INES = 'a0000000-0000-4000-8000-000000000003';
const MARCUS_WHO_MANAGES = 'a0000000-0000-4000-8000-000000000002';

const DEMO_LABEL = 'demo';

export interface DemoCredentials {
  /** The first one signs Dana in, each other one Ines. */
  salesIds: readonly string[];
  /** Signs in Marcus, a manager. */
  managerId: string;
  accessToken: string;
}

/** From DEMO_SALES_IDS (comma-separated), DEMO_MANAGER_ID and DEMO_ACCESS_TOKEN, or those that are printed by default. */
export function demoCredentials(env: Record<string, string | undefined>): DemoCredentials {
  const ids = (env.DEMO_SALES_IDS ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  return {
    salesIds: ids.length > 0 ? ids : ['DEMO-REP-2018', 'DEMO-REP-2022'],
    managerId: env.DEMO_MANAGER_ID?.trim() || 'DEMO-MANAGER-2022',
    accessToken: env.DEMO_ACCESS_TOKEN?.trim() || 'DEMO-ACCESS-2022',
  };
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

/** Makes the sales IDs the credentials of the demo's people, and ends those that are no longer among them. */
export async function seedDemoCredentials(
  database: Database,
  { salesIds, managerId }: DemoCredentials,
  pepper: string,
): Promise<void> {
  const people = [...salesIds.map((_, index) => (index === 0 ? DEMO_REP_ID : INES)), MARCUS_WHO_MANAGES];
  const hashes = await Promise.all([...salesIds, managerId].map((id) => hashSalesId(id, pepper)));
  if (new Set(hashes).size < hashes.length)
    throw new UserError('DEMO_SALES_IDS and DEMO_MANAGER_ID contain one sales ID twice.');
  await database.alone(async (sql) => {
    await sql.query(
      `delete from private.sales_rep_credentials c where label = $1
         and (credential_hash, sales_rep_id) not in (select * from unnest($2::text[], $3::uuid[]))`,
      [DEMO_LABEL, hashes, people],
    );
    await sql.query(
      `insert into private.sales_rep_credentials (sales_rep_id, credential_hash, label)
       select person, hash, $1 from unnest($2::text[], $3::uuid[]) as demo (hash, person)
       on conflict (credential_hash) do nothing`,
      [DEMO_LABEL, hashes, people],
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
