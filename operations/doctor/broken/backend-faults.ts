import { backendPathOf } from '@corvane/shared/contracts/backend/calls';
import type { Fault } from './fault.ts';

/** What is wrong with the database, its API, the functions or their secrets. */
export const BACKEND_FAULTS: readonly Fault[] = [
  [
    'a table that anyone can read',
    {
      project: (request) =>
        request.url.includes('/rest/v1/products?') ? Response.json([{ slug: 'moonshot' }]) : null,
    },
    ['tables'],
    /anyone reads products/,
  ],
  [
    'an API that exposes private',
    {
      project: (request) =>
        request.headers.get('accept-profile') === 'private' ? Response.json([{ job: 'backup' }]) : null,
    },
    ['private-schema'],
    /exposes the schema private/,
  ],
  [
    'a function that did not start',
    {
      project: (request) =>
        request.url.endsWith(backendPathOf('submit-contact')) ? new Response(null, { status: 503 }) : null,
    },
    ['functions'],
    /submit-contact answers 503/,
  ],
  [
    'a weak secret',
    (fixture) => ({
      look: {
        environmentFile: fixture.environmentFile.replace(/EDGE_SECRET=.*/, `EDGE_SECRET=${'ab'.repeat(20)}`),
      },
    }),
    ['secrets'],
    /EDGE_SECRET must vary more/,
  ],
  [
    'a missing secret',
    (fixture) => ({ look: { environmentFile: fixture.environmentFile.replace(/SALES_ID_PEPPER=.*\n/, '') } }),
    ['secrets'],
    /SALES_ID_PEPPER is missing/,
  ],
  [
    'test mode in production',
    { functions: { MAIL_TRANSPORT: 'test', SITE_URL: 'http://localhost:8080' } },
    ['test-mode', 'site-origin', 'mail'],
    /answers contain the verification codes/,
  ],
  [
    'another SITE_URL',
    { functions: { SITE_URL: 'https://www.corvane.example' } },
    ['site-origin'],
    /visitors come to https:\/\/corvane\.example/,
  ],
  [
    'a mail server that is away',
    { functions: { SMTP_PORT: '9' } },
    ['mail'],
    /smtp refuses: Error E(SOCKET|CONNECTION|CONNREFUSED)/,
  ],
  [
    'a database behind the checkout',
    {
      sql: [
        `update supabase_migrations.schema_migrations set version = overlay(version placing '1' from 1)
         where version = (select max(version) from supabase_migrations.schema_migrations)`,
        `update supabase_migrations.schema_migrations set version = overlay(version placing '2' from 1)
         where version like '1%'`,
      ],
    },
    ['migrations'],
    /the database is at \d{14}/,
  ],
  [
    'a plan without a price',
    {
      sql: [
        `create table kept_prices as table public.product_prices; delete from public.product_prices
         where product_id = (select id from public.products where slug = 'moonshot')`,
        'insert into public.product_prices table kept_prices on conflict do nothing; drop table kept_prices',
      ],
    },
    ['catalogue'],
    /no price is in force for moonshot/,
  ],
  [
    'a clock two minutes off',
    { look: { now: () => Date.now() + 120_000 } },
    ['clocks'],
    /database by -1(19|20) s/,
  ],
  [
    'a contact request without a mail to the team',
    {
      sql: [
        `insert into public.contact_submissions (id, first_name, email, company, project_type, created_at)
         values (gen_random_uuid(), 'A', 'untold@corvane.example', 'B', 'contact', now() - interval '1 hour')`,
        `delete from public.contact_submissions where email = 'untold@corvane.example'`,
      ],
    },
    ['team-mail'],
    /1 contact requests/,
  ],
];
