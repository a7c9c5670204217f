import type { Backend } from '../../stack/backend/backend.ts';

/**
 * Contact requests of two years, made in the database: 200 representatives, 12 sources, 40 campaigns, 300 pages, and a
 * message of some 400 characters each. One in a hundred is in quarantine. Most are done, as after two years of work.
 */
export async function generateRequests(sql: Backend['sql'], count: number): Promise<void> {
  await sql(`
    insert into public.sales_representatives (name, email)
    select 'Representative ' || n, 'rep' || n || '@scale.example' from generate_series(1, 200) n`);
  await sql(
    `
    with reps as (select array_agg(id order by email) as ids from public.sales_representatives where email like 'rep%@scale.example')
    insert into public.contact_submissions (
      id, first_name, last_name, email, company, phone, message, project_type, status, source, utm, referrer,
      assigned_to, quarantined_at, notified_at, created_at
    )
    select gen_random_uuid(), 'First' || n % 900, 'Last ' || n % 1300, 'person' || n || '@scale.example',
      'Company ' || n % 5000, '+1 555 ' || lpad((n % 10000)::text, 4, '0'),
      repeat('We would like to know more about it. ', 11), case when n % 4 = 0 then 'demo' else 'contact' end,
      case when n < 400 then 'new' when n < 1200 then 'in_progress' when n % 9 = 0 then 'spam' else 'done' end,
      'source ' || n % 12,
      case when n % 3 = 0 then jsonb_build_object('campaign', 'campaign ' || n % 40) else '{}' end,
      case when n % 2 = 0 then 'https://news.example/page-' || n % 300 else '' end,
      case when n % 5 > 0 then reps.ids[1 + n % 200] end,
      case when n % 100 = 99 then now() end, now(), now() - n * (interval '730 days' / $1::integer)
    from generate_series(1, $1::integer) n cross join reps`,
    [count],
  );
  await sql('analyze public.contact_submissions');
  await sql('vacuum public.contact_submissions');
}
