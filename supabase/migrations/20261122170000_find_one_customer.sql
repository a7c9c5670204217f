-- Purpose:  The filter of get_customers takes an id, so that one call finds one customer.
-- Reversal: replace public.get_customers(jsonb, integer, text) as in create_customer_procedures.

create or replace function public.get_customers(filter jsonb default '{}', page_size integer default 25, after text default null)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked jsonb := coalesce(filter, '{}');
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 100);
  rep_id uuid := private.current_rep_id();
  wanted text[] := private.text_list(
    asked, 'statuses', array['revoked', 'expired', 'expiring', 'active', 'opened', 'issued']
  );
  term text := private.search_term(asked);
  wanted_id uuid := asked ->> 'lead_id';
  start jsonb := private.read_cursor(after, 'customers');
begin
  perform private.refuse_unknown_fields(asked, array['statuses', 'search', 'lead_id']);
  return (
    with live as (
      select distinct s.qualified_lead_id from public.customer_sessions s
      where s.ended_at is null and s.expires_at > now()
    ),
    customers as materialized (
      select l.id, l.name, l.email, l.company, l.link_issued_at, l.token_expires_at, l.revoked_at,
        v.qualified_lead_id is not null and l.is_active and l.revoked_at is null
          and coalesce(l.token_expires_at > now(), false) as has_live_session,
        case
          when l.revoked_at is not null or not l.is_active then 'revoked'
          when coalesce(l.token_expires_at <= now(), true) then 'expired'
          when l.token_expires_at <= now() + interval '6 hours' then 'expiring'
          when v.qualified_lead_id is not null then 'active'
          when l.has_accessed then 'opened'
          else 'issued'
        end as status
      from public.qualified_leads l
      left join live v on v.qualified_lead_id = l.id
      where l.qualified_by = rep_id
    ),
    page as (
      select c.*, row_number() over (order by c.link_issued_at desc, c.id desc) as place
      from customers c
      where (wanted is null or c.status = any (wanted))
        and (wanted_id is null or c.id = wanted_id)
        and (term is null or strpos(lower(concat_ws(e'\n', c.name, c.email, c.company)), term) > 0)
        and (
          start is null or (c.link_issued_at, c.id) < ((start ->> 'issued_at')::timestamptz, (start ->> 'id')::uuid)
        )
      order by c.link_issued_at desc, c.id desc
      limit row_limit + 1
    ),
    seen as (
      select p.*, r.*
      from page p
      cross join lateral (
        select
          min(r.created_at) filter (where r.created_at >= p.link_issued_at) as first_opened_at,
          max(r.created_at) filter (where r.created_at >= p.link_issued_at) as last_opened_at,
          count(*) filter (where r.created_at >= p.link_issued_at) as openings_count,
          count(*) as prices_seen_count,
          max(r.created_at) as prices_last_seen_at
        from public.pricing_reveals r where r.qualified_lead_id = p.id
      ) r
      where p.place <= row_limit
    )
    select jsonb_build_object(
      'rows', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'lead_id', s.id,
            'name', s.name,
            'email', s.email,
            'company', s.company,
            'status', s.status,
            'has_live_session', s.has_live_session,
            'issued_at', s.link_issued_at,
            'first_opened_at', s.first_opened_at,
            'last_opened_at', s.last_opened_at,
            'openings_count', s.openings_count,
            'prices_seen_count', s.prices_seen_count,
            'prices_last_seen_at', s.prices_last_seen_at,
            'token_expires_at', s.token_expires_at,
            'revoked_at', s.revoked_at
          ) order by s.place
        ),
        '[]'::jsonb
      ),
      'has_more', exists (select from page p where p.place > row_limit),
      'next_after', (
        select private.write_cursor(jsonb_build_object('order', 'customers', 'issued_at', p.link_issued_at, 'id', p.id))
        from page p where p.place = row_limit and exists (select from page n where n.place > row_limit)
      ),
      'counts', (
        select jsonb_object_agg(t.status, (select count(*) from customers c where c.status = t.status))
        from unnest(array['revoked', 'expired', 'expiring', 'active', 'opened', 'issued']) as t (status)
      ),
      'now', now()
    )
    from seen s
  );
end
$$;
comment on function public.get_customers(jsonb, integer, text) is
  'One page of the customers that the caller qualified and that match a filter {statuses, search, lead_id}, the newest link first: {rows, has_more, next_after, counts, now}. A status is, of those that hold, the first of revoked, expired, expiring (ends within 6 hours), active (a live session), opened, issued. Openings are those of the link they have now, prices_seen those of all. counts: of all their customers, whatever the filter. 1 to 100 rows.';
