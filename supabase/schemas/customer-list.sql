-- Data that the portal shows about customers: their access, new openings of links, and the trail.

create function public.get_lead_by_id(lead_id_param uuid)
returns table (
  id uuid, email text, name text, company text, qualified_by uuid, token_expires_at timestamptz,
  has_accessed boolean, accessed_at timestamptz, is_active boolean, rep_name text, rep_email text
)
language sql stable security definer set search_path = ''
as $$
  select private.refuse_ended_session();
  select l.id, l.email, l.name, l.company, l.qualified_by, l.token_expires_at,
    l.has_accessed, l.accessed_at, l.is_active, r.name, r.email
  from public.qualified_leads l
  join public.sales_representatives r on r.id = l.qualified_by
  where l.id = lead_id_param
    -- A manager may read more customers, but through another procedure.
    and (
      l.qualified_by = (select private.current_rep_id()) or l.id = (select private.current_customer_id())
    )
$$;
comment on function public.get_lead_by_id(uuid) is
  'One qualified customer with name and address of the representative who qualified them, for that representative or the customer. Otherwise no row. It never returns the token''s hash.';
grant execute on function public.get_lead_by_id(uuid) to authenticated;
alter function public.get_lead_by_id(uuid) owner to api_reader;

create function private.customer_statuses() returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array['revoked', 'expired', 'expiring', 'active', 'opened', 'issued']
$$;
comment on function private.customer_statuses() is
  'States of a customer''s access. If several apply, the first one is the status.';
grant execute on function private.customer_statuses() to api_reader;

create function public.get_customers(
  filter jsonb default '{}', page_size integer default 25, after text default null,
  sort text default 'issued', direction text default 'desc'
)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked jsonb := coalesce(filter, '{}');
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 100);
  wanted text[] := private.text_list(asked, 'statuses', private.customer_statuses());
  term text := private.search_term(asked);
  wanted_id uuid := private.filter_id(asked, 'lead_id');
  asked_sort text := coalesce(sort, 'issued');
  asked_direction text := coalesce(direction, 'desc');
  start jsonb := private.read_cursor(
    after, 'customers ' || asked_sort || ' ' || asked_direction,
    case asked_sort when 'customer' then 'text'::regtype else 'timestamptz'::regtype end
  );
  sort_key text := case asked_sort
    when 'issued' then 'l.link_issued_at'
    when 'customer' then $key$lower(coalesce(nullif(l.name, ''), l.email))$key$
    -- A link that was never opened, or has no end, comes before all others.
    when 'opened' then $key$coalesce(l.last_opened_at, 'epoch')$key$
    when 'ends' then $key$coalesce(l.token_expires_at, 'epoch')$key$
  end;
  rep_id uuid;
  everyone boolean;
  answer jsonb;
begin
  perform private.refuse_ended_session();
  perform private.refuse_unknown_fields(asked, array['scope', 'statuses', 'search', 'lead_id']);
  perform private.refuse_unknown_order(sort_key, asked_sort, asked_direction);
  select s.sales_rep_id, s.everyone into rep_id, everyone from private.read_scope(asked) s;
  -- $1 representative, $2 statuses, $3 customer, $4 search, $5 cursor, $6 rows, $7 whether there is a scope.
  -- $8 is the latest end of a link that ends soon. A function called for each of 100,000 customers takes long.
  execute private.fill_in($query$
    with live as materialized (
      select s.qualified_lead_id from public.customer_sessions s
      where s.ended_at is null and s.expires_at > now()
    ),
    customers as not materialized (
      select l.*, {key} as key,
        case
          when l.revoked_at is not null or not l.is_active then 'revoked'
          when coalesce(l.token_expires_at <= now(), true) then 'expired'
          when l.token_expires_at <= $8 then 'expiring'
          when l.id in (select v.qualified_lead_id from live v) then 'active'
          when l.has_accessed then 'opened'
          else 'issued'
        end as status
      from (
        select l.id, l.name, l.email, l.company, l.qualified_by, l.search_text, l.link_issued_at, l.last_opened_at,
          l.token_expires_at, l.revoked_at, l.is_active, l.has_accessed
        from public.qualified_leads l
      ) l
      where {whose}
    ),
    page as (
      select c.*, row_number() over (order by c.key {way}, c.id {way}) as place
      from customers c
      where ($2 is null or c.status = any ($2))
        and ($3 is null or c.id = $3)
        and ($4 is null or strpos(c.search_text, $4) > 0)
        and ($5 is null or (c.key, c.id) {beyond} (($5 ->> 'key')::{type}, ($5 ->> 'id')::uuid))
      order by c.key {way}, c.id {way}
      limit $6 + 1
    ),
    seen as (
      select p.*, o.*,
        p.status not in ('revoked', 'expired') and p.id in (select v.qualified_lead_id from live v) as has_live_session,
        case when $7 then jsonb_build_object(
          'representative', (
            select private.shown_name(r) from public.sales_representatives r where r.id = p.qualified_by
          ),
          'salesCount', (select count(*) from public.sales_records s where s.qualified_lead_id = p.id),
          'requestsCount', (
            select count(*) from public.contact_submissions q where q.email = p.email and q.quarantined_at is null
          )
        ) else '{}' end as for_managers
      from page p
      cross join lateral (
        select
          min(r.created_at) filter (where r.created_at >= p.link_issued_at) as first_opened_at,
          count(*) filter (where r.created_at >= p.link_issued_at) as openings_count,
          count(*) as prices_seen_count,
          max(r.created_at) as prices_last_seen_at
        from public.pricing_reveals r where r.qualified_lead_id = p.id
      ) o
      where p.place <= $6
    )
    select jsonb_build_object(
      'rows', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'customerId', s.id,
            'name', s.name,
            'email', s.email,
            'company', s.company,
            'status', s.status,
            'hasLiveSession', s.has_live_session,
            'issuedAt', s.link_issued_at,
            'firstOpenedAt', s.first_opened_at,
            'lastOpenedAt', s.last_opened_at,
            'openingsCount', s.openings_count,
            'pricesSeenCount', s.prices_seen_count,
            'pricesLastSeenAt', s.prices_last_seen_at,
            'tokenExpiresAt', s.token_expires_at,
            'expiringFrom', s.token_expires_at - private.access_link_expiring_within(),
            'extensionSeconds', extract(epoch from private.access_link_life())::integer,
            'revokedAt', s.revoked_at
          ) || s.for_managers order by s.place
        ),
        '[]'::jsonb
      ),
      'hasMore', exists (select from page p where p.place > $6),
      'nextAfter', (
        select private.write_cursor(jsonb_build_object('order', 'customers {order}', 'key', p.key, 'id', p.id))
        from page p where p.place = $6 and exists (select from page n where n.place > $6)
      ),
      'counts', (
        with counted as (select c.status, count(*) as customers from customers c group by c.status)
        select jsonb_object_agg(t.status, coalesce(c.customers, 0))
        from unnest(private.customer_statuses()) as t (status) left join counted c on c.status = t.status
      ),
      'now', now()
    )
    from seen s$query$, jsonb_build_object(
    'key', sort_key,
    'type', case asked_sort when 'customer' then 'text' else 'timestamptz' end,
    'order', asked_sort || ' ' || asked_direction,
    'way', asked_direction,
    'beyond', case asked_direction when 'asc' then '>' else '<' end,
    'whose', case when everyone then 'true' else 'l.qualified_by = $1' end
  ))
  into answer
  using rep_id, wanted, wanted_id, term, start, row_limit, asked ->> 'scope' is not null,
    now() + private.access_link_expiring_within();
  return answer;
end
$$;
comment on function public.get_customers(jsonb, integer, text, text, text) is
  'One page of the caller''s customers that match a filter {scope, statuses, search, lead_id}: {rows, hasMore, nextAfter, counts, now}. scope: see private.read_scope. With one, rows have the representative''s name, and the customer''s numbers of sales and of contact requests. Those in quarantine do not count. sort: issued, customer, opened or ends. direction: asc or desc. Newest link first by default. Ties are broken by the id, in the same direction. The status is the first of private.customer_statuses() that applies: revoked, expired, expiring (ends within private.access_link_expiring_within()), active (a live session), opened, issued. extensionSeconds: how long an extended link works, from the time of the extension. Openings count for the current link, pricesSeenCount for all links. counts: counts of all customers of the scope. The rest of the filter does not affect them. 1 to 100 rows. Invalid input is refused (22023).';
grant execute on function public.get_customers(jsonb, integer, text, text, text) to authenticated;
alter function public.get_customers(jsonb, integer, text, text, text) owner to api_reader;

create function public.get_customer_openings(since timestamptz default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.refuse_ended_session();
  select jsonb_build_object(
    'openings', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', o.id, 'customerId', o.lead_id, 'name', o.name, 'email', o.email, 'company', o.company,
          'openedAt', o.created_at, 'isFirst', o.is_first
        ) order by o.created_at desc, o.id
      ),
      '[]'::jsonb
    ),
    'now', now(),
    -- Transactions that began before this moment may not be visible yet, so the next call asks for that time again.
    'nextSince', now() - interval '5 seconds'
  )
  from (
    -- An opening before the current link was issued is of an earlier link, and no news.
    select r.id, r.created_at, l.id as lead_id, l.name, l.email, l.company, r.created_at >= l.link_issued_at and not exists (
      select from public.pricing_reveals e
      where e.qualified_lead_id = l.id and e.created_at >= l.link_issued_at and e.created_at < r.created_at
    ) as is_first
    from public.pricing_reveals r
    join public.qualified_leads l on l.id = r.qualified_lead_id
    where l.qualified_by = (select private.current_rep_id())
      and r.created_at > greatest(since, now() - interval '1 day')
      and since is not null
    order by r.created_at desc, r.id
    limit 50
  ) o
$$;
comment on function public.get_customer_openings(timestamptz) is
  'Links of the caller''s customers that were opened since an instant of server time, newest first: {openings, now, nextSince}. At most 50, and at most one day back. None for null. isFirst: the first opening of the current link. Pass nextSince in the next call. It lies 5 seconds back, so an opening may be returned twice with the same id, but none is missed.';
grant execute on function public.get_customer_openings(timestamptz) to authenticated;
alter function public.get_customer_openings(timestamptz) owner to api_reader;

create function public.get_customer_timeline(lead_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  rep_id uuid := private.current_rep_id();
begin
  perform private.refuse_ended_session();
  if not exists (
    select from public.qualified_leads l
    where l.id = lead_id and (l.qualified_by = rep_id or private.current_manager_until() is not null)
  ) then
    raise sqlstate 'PT404' using message = 'unknown customer';
  end if;
  return (
    with lines as not materialized (
      select a.id, a.line_number, a.occurred_at, a.event, a.sales_rep_id, a.detail,
        a.event = any (private.customers_own_events()) as is_own
      from public.audit_events a
      where a.qualified_lead_id = lead_id and a.event in (
        'code_sent', 'code_failed', 'link_issued', 'link_opened', 'link_extended', 'link_revoked', 'link_expired',
        'customer_signed_in', 'customer_sign_in_failed', 'prices_revealed', 'signed_out', 'contact_request_received',
        'quote_made'
      )
    ), own as (
      select n.*, row_number() over (order by n.line_number desc) as nth, row_number() over (
        partition by n.event, (n.occurred_at at time zone 'UTC')::date order by n.line_number desc
      ) as nth_of_day
      from (
        select * from lines l where l.is_own and l.event <> 'quote_made' order by l.line_number desc limit 1001
      ) n
    )
    select jsonb_build_object(
      'lines', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', t.id,
            'occurredAt', t.occurred_at,
            'event', t.event,
            'by', case
              when t.event = 'link_expired' then 'system'
              when t.is_own then 'customer'
              when t.detail ->> 'by' = 'operator' then 'operator'
              when t.sales_rep_id = rep_id then 'you'
              else 'colleague'
            end,
            'expiresAt', (t.detail ->> 'expiresAt')::timestamptz,
            'reason', case when t.event = 'customer_sign_in_failed' then t.detail ->> 'reason' end,
            'quote', case when t.event = 'quote_made' then t.detail - array['plan', 'features'] end
          ) order by t.line_number desc
        ) filter (where t.place <= 100),
        '[]'::jsonb
      ),
      'hasMore', coalesce(bool_or(t.place > 100), false) or exists (select from own o where o.nth > 1000)
    )
    from (
      select e.*, row_number() over (
        order by e.event = 'quote_made' and (e.detail ->> 'validUntil')::date >= private.utc_today() desc,
          e.line_number desc
      ) as place
      from (
        -- What the customer repeats must not hide what happened before.
        select o.* from own o where o.nth <= 1000 and o.nth_of_day <= 5
        union all
        select l.*, null, null from lines l where not l.is_own or l.event = 'quote_made'
      ) e
      order by place
      limit 101
    ) t
  );
end
$$;
comment on function public.get_customer_timeline(uuid) is
  'The trail of a customer that the caller qualified: {lines, hasMore}. A manager who gave the code gets that of any customer. Newest first, at most 100 lines. Of each thing that the customer did, a day shows the last 5, and every quote. A quote that holds is always shown. Apart from quotes, only the newest 1,000 lines of the customer count. hasMore: older lines are not shown. by: you, customer, colleague (who had the customer before), operator or system. The answer contains no IP address, browser, session or code. Any other id is not found (404).';
grant execute on function public.get_customer_timeline(uuid) to authenticated;
alter function public.get_customer_timeline(uuid) owner to api_reader;
