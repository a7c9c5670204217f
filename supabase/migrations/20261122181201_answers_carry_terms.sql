-- Purpose:  answers carry terms.

set local check_function_bodies = off;

DROP FUNCTION "private"."code_tries"();

CREATE OR REPLACE FUNCTION private.code_max_attempts()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 5
$function$;

CREATE OR REPLACE FUNCTION private.issued_link(customer public.qualified_leads)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'outcome', 'issued', 'lead_id', customer.id, 'expires_at', customer.token_expires_at,
    'valid_for_seconds', extract(epoch from customer.token_expires_at - customer.link_issued_at)::integer
  )
$function$;

CREATE OR REPLACE FUNCTION public.check_verification_code(session_id_param uuid, verification_id_param uuid, code_hash_param text, token_hash_param text, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep_id uuid := private.live_rep_id(session_id_param);
  code private.verification_codes;
  customer public.qualified_leads;
begin
  if rep_id is null then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;

  -- Counts and decides at once: however many ask in parallel, no more than the attempts are compared.
  update private.verification_codes v
  set attempts = v.attempts + 1, used_at = case when v.code_hash = code_hash_param then now() end
  where v.id = verification_id_param and v.sales_rep_id = rep_id
    and v.used_at is null and v.voided_at is null and v.expires_at > now() and v.attempts < private.code_max_attempts()
  returning * into code;
  if code.used_at is null then
    -- The same request once more: its answer was lost. Nobody else can make its token, and it is given out again only
    -- for as long as the code would have lasted.
    select l.* into customer
    from private.verification_codes v
    join public.qualified_leads l on l.email = v.email and l.qualified_by = v.sales_rep_id
    where v.id = verification_id_param and v.sales_rep_id = rep_id and v.code_hash = code_hash_param
      and v.expires_at > now()
      and l.access_token_hash = token_hash_param and l.is_active and l.revoked_at is null;
    if found then
      return private.issued_link(customer);
    end if;
    perform private.write_audit(
      'code_failed', rep_id, (select l.id from public.qualified_leads l where l.email = code.email),
      ip_address_param, user_agent_param,
      jsonb_build_object('verificationId', verification_id_param, 'wasCompared', code.id is not null)
    );
    return jsonb_build_object('outcome', 'refused');
  end if;

  insert into public.qualified_leads as l (
    email, name, company, qualified_by, access_token_hash, token_expires_at
  )
  values (code.email, code.name, code.company, rep_id, token_hash_param, now() + private.access_link_life())
  on conflict (email) do update set
    name = coalesce(nullif(excluded.name, ''), l.name),
    company = coalesce(nullif(excluded.company, ''), l.company),
    access_token_hash = excluded.access_token_hash,
    token_expires_at = excluded.token_expires_at,
    has_accessed = false, accessed_at = null, is_active = true, revoked_at = null
  where l.qualified_by = excluded.qualified_by
  returning * into customer;
  if customer.id is null then
    return jsonb_build_object('outcome', 'forbidden');
  end if;

  -- The previous link and its sessions end now.
  update public.customer_sessions set ended_at = now(), end_reason = 'replaced'
  where qualified_lead_id = customer.id and ended_at is null;
  perform private.write_audit(
    'link_issued', rep_id, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('verificationId', code.id, 'expiresAt', customer.token_expires_at)
  );
  return private.issued_link(customer);
end
$function$;

CREATE OR REPLACE FUNCTION public.get_customers(filter jsonb DEFAULT '{}'::jsonb, page_size integer DEFAULT 25, after text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked jsonb := coalesce(filter, '{}');
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 100);
  rep_id uuid := private.current_rep_id();
  wanted text[] := private.text_list(asked, 'statuses', private.customer_statuses());
  term text := private.search_term(asked);
  wanted_id uuid := private.filter_id(asked, 'lead_id');
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
          when l.token_expires_at <= now() + private.access_link_expiring_within() then 'expiring'
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
            'expiring_from', s.token_expires_at - private.access_link_expiring_within(),
            'extension_seconds', extract(epoch from private.access_link_life())::integer,
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
        from unnest(private.customer_statuses()) as t (status)
      ),
      'now', now()
    )
    from seen s
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.start_verification(session_id_param uuid, verification_id_param uuid, email_param text, name_param text, company_param text, code_hash_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep public.sales_representatives;
  last_made_at timestamptz;
  code private.verification_codes;
begin
  select r.* into rep from public.sales_representatives r where r.id = private.live_rep_id(session_id_param);
  if not found then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  if exists (
    select from public.qualified_leads l where l.email = email_param and l.qualified_by <> rep.id
  ) then
    return jsonb_build_object('outcome', 'forbidden');
  end if;

  -- Of two presses at once, the second waits here and then finds what the first one made.
  perform pg_advisory_xact_lock(hashtextextended(rep.id::text || email_param, 0));
  select max(v.created_at) into last_made_at
  from private.verification_codes v where v.sales_rep_id = rep.id and v.email = email_param;
  if last_made_at + private.code_resend_pause() > now() then
    return jsonb_build_object(
      'outcome', 'too_soon',
      'retry_after_seconds', least(
        extract(epoch from private.code_resend_pause()),
        greatest(1, ceil(extract(epoch from last_made_at + private.code_resend_pause() - now())))
      )::integer
    );
  end if;

  -- A few that ended a day ago go with every call: names of people who did not become customers are not collected.
  delete from private.verification_codes
  where id in (
    select v.id from private.verification_codes v where v.expires_at < now() - interval '1 day'
    order by v.expires_at limit 20
    for update skip locked
  );

  update private.verification_codes v set voided_at = now()
  where v.sales_rep_id = rep.id and v.email = email_param and v.used_at is null and v.voided_at is null;
  insert into private.verification_codes (id, sales_rep_id, email, name, company, code_hash)
  values (verification_id_param, rep.id, email_param, name_param, company_param, code_hash_param)
  returning * into code;
  return jsonb_build_object(
    'outcome', 'started',
    'expires_at', code.expires_at,
    'valid_for_seconds', extract(epoch from private.code_life())::integer,
    'resend_after_seconds', extract(epoch from private.code_resend_pause())::integer,
    'max_attempts', private.code_max_attempts(),
    'rep', jsonb_build_object('id', rep.id, 'name', rep.name, 'email', rep.email)
  );
end
$function$;

COMMENT ON COLUMN "private"."verification_codes"."attempts" IS 'How often a code was compared with it: never more than private.code_max_attempts().';

COMMENT ON FUNCTION "private"."code_max_attempts"() IS 'How many guesses at one verification code are compared. No further guess is right.';

COMMENT ON FUNCTION "private"."issued_link"(public.qualified_leads) IS 'What is answered of a customer''s new link; valid_for_seconds counts from when it was issued.';

COMMENT ON FUNCTION "public"."check_verification_code"(uuid, uuid, text, text, text, text) IS 'Spends a right code for a link of private.access_link_life(): {outcome: issued, lead_id, expires_at, valid_for_seconds} or {outcome: unauthenticated | refused | forbidden}. refused says not whether the code was wrong, used, voided, expired, out of attempts or another''s; forbidden: another representative''s customer, who stays as they are. The request that spent the code may be repeated, with the same token, while the code would have lasted: the same answer, and no second line in the trail.';

COMMENT ON FUNCTION "public"."get_customers"(jsonb, integer, text) IS 'One page of the customers that the caller qualified and that match a filter {statuses, search, lead_id}, the newest link first: {rows, has_more, next_after, counts, now}. A status is the first of private.customer_statuses() that holds: revoked, expired, expiring (ends within private.access_link_expiring_within()), active (a live session), opened, issued. extension_seconds: how long extending lets the link work, from then. Openings are those of the link they have now, prices_seen those of all. counts: of all their customers, whatever the filter. 1 to 100 rows.';

COMMENT ON FUNCTION "public"."start_verification"(uuid, uuid, text, text, text, text) IS 'Keeps a new code for a customer, for private.code_life(), and voids the one before: {outcome: started, expires_at, valid_for_seconds, resend_after_seconds, max_attempts, rep} or {outcome: unauthenticated | forbidden | too_soon, retry_after_seconds}. forbidden: another representative''s customer; too_soon: private.code_resend_pause() has not passed.';

REVOKE ALL ON FUNCTION "private"."code_max_attempts"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."code_max_attempts"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."code_max_attempts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."code_max_attempts"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."code_max_attempts"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."issued_link"(public.qualified_leads) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."issued_link"(public.qualified_leads) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."issued_link"(public.qualified_leads) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."issued_link"(public.qualified_leads) TO "service_role";
