-- Purpose:  handovers tell until when they can be undone, and customers' own events are one list.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.apply_handover(handover_id_param uuid, from_rep_id_param uuid, to_rep_id_param uuid, customer_ids_param uuid[], request_ids_param uuid[], expected_param jsonb, manager_id_param uuid, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  done private.handovers;
  customers uuid[];
  requests uuid[];
  versions integer[];
begin
  if from_rep_id_param = to_rep_id_param then
    return jsonb_build_object('outcome', 'same_rep');
  end if;
  perform private.lock_reps(array[from_rep_id_param, to_rep_id_param]);
  -- If the caller repeats a request because its answer was lost, it gets the same answer.
  select h.* into done from private.handovers h where h.id = handover_id_param;
  if found and (done.from_rep_id <> from_rep_id_param or done.to_rep_id <> to_rep_id_param) then
    return jsonb_build_object('outcome', 'used');
  elsif done.undone_at is not null then
    return private.undone_handover(done);
  elsif found then
    return private.done_handover(done);
  end if;
  if not exists (
    select from public.sales_representatives r where r.id = to_rep_id_param and r.disabled_at is null
  ) then
    return jsonb_build_object('outcome', 'disabled');
  end if;

  customers := array(
    select l.id from public.qualified_leads l
    where l.qualified_by = from_rep_id_param and (customer_ids_param is null or l.id = any (customer_ids_param))
    order by l.id for update
  );
  requests := array(
    select s.id from public.contact_submissions s
    where s.assigned_to = from_rep_id_param and s.status in ('new', 'in_progress')
      and (request_ids_param is null or s.id = any (request_ids_param))
    order by s.id for update
  );
  if not coalesce(customers @> customer_ids_param, true) or not coalesce(requests @> request_ids_param, true) then
    return jsonb_build_object(
      'outcome', 'changed', 'missing', private.missing_from(from_rep_id_param, customer_ids_param, request_ids_param)
    );
  end if;
  if (expected_param ->> 'customers')::integer <> cardinality(customers)
    or (expected_param ->> 'requests')::integer <> cardinality(requests) then
    return jsonb_build_object(
      'outcome', 'changed', 'missing', '[]'::jsonb, 'customers', cardinality(customers),
      'requests', cardinality(requests)
    );
  end if;
  if cardinality(customers) + cardinality(requests) = 0 then
    return jsonb_build_object('outcome', 'none');
  end if;

  update public.qualified_leads set qualified_by = to_rep_id_param where id = any (customers);
  update public.contact_submissions set assigned_to = to_rep_id_param, version = version + 1 where id = any (requests);
  versions := array(select s.version from public.contact_submissions s where s.id = any (requests) order by s.id);
  insert into private.handovers (
    id, from_rep_id, to_rep_id, customer_ids, request_ids, request_versions, done_by
  )
  values (
    coalesce(handover_id_param, gen_random_uuid()), from_rep_id_param, to_rep_id_param, customers, requests, versions,
    manager_id_param
  )
  returning * into done;
  perform private.write_audit(
    'customer_handed_over', to_rep_id_param, c, ip_address_param, user_agent_param,
    private.done_by(manager_id_param) || jsonb_build_object('from', from_rep_id_param, 'to', to_rep_id_param)
  ) from unnest(customers) as c;
  perform private.note_handed_requests(
    requests, from_rep_id_param, to_rep_id_param, manager_id_param, ip_address_param, user_agent_param
  );
  return private.done_handover(done);
end
$function$;

CREATE OR REPLACE FUNCTION private.customers_own_events()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['link_opened', 'customer_signed_in', 'customer_sign_in_failed', 'prices_revealed', 'signed_out']
$function$;

CREATE OR REPLACE FUNCTION private.done_handover(handover private.handovers)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'outcome', 'handed_over', 'id', handover.id, 'count', cardinality(handover.customer_ids),
    'requests', cardinality(handover.request_ids), 'undo_until', handover.created_at + private.handovers_undone_within()
  )
$function$;

CREATE OR REPLACE FUNCTION private.trail_of(lead_id_param uuid, rep_id_param uuid, most_param integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(
    jsonb_build_object('occurred_at', e.occurred_at, 'event', e.event, 'detail', e.detail)
    -- A customer may not see the IP address or browser of other people's actions.
    || case when (rep_id_param is not null and e.detail ->> 'managerId' is null)
      or e.event = any (private.customers_own_events())
    then jsonb_build_object('ip_address', e.ip_address, 'user_agent', e.user_agent) else '{}' end
    order by e.line_number desc
  ), '[]')
  from (
    select * from public.audit_events t
    where t.qualified_lead_id = lead_id_param or (t.sales_rep_id = rep_id_param and t.qualified_lead_id is null)
    order by t.line_number desc
    limit most_param
  ) e
$function$;

CREATE OR REPLACE FUNCTION public.get_customer_timeline(lead_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rep_id uuid := private.current_rep_id();
begin
  perform private.refuse_ended_session();
  if not exists (select from public.qualified_leads l where l.id = lead_id and l.qualified_by = rep_id) then
    raise sqlstate 'PT404' using message = 'unknown customer';
  end if;
  return (
    select jsonb_build_object(
      'lines', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', t.id,
            'occurred_at', t.occurred_at,
            'event', t.event,
            'by', case
              when t.event = 'link_expired' then 'system'
              when t.event = any (private.customers_own_events()) then 'customer'
              when t.detail ->> 'by' = 'operator' then 'operator'
              when t.sales_rep_id = rep_id then 'you'
              else 'colleague'
            end,
            'expires_at', (t.detail ->> 'expiresAt')::timestamptz,
            'reason', case when t.event = 'customer_sign_in_failed' then t.detail ->> 'reason' end
          ) order by t.place
        ) filter (where t.place <= 100),
        '[]'::jsonb
      ),
      'has_more', coalesce(bool_or(t.place > 100), false)
    )
    from (
      select e.*, row_number() over (order by e.line_number desc) as place
      from public.audit_events e
      where e.qualified_lead_id = lead_id and e.event in (
        'code_sent', 'code_failed', 'link_issued', 'link_opened', 'link_extended', 'link_revoked', 'link_expired',
        'customer_signed_in', 'customer_sign_in_failed', 'prices_revealed', 'signed_out'
      )
      order by e.line_number desc
      limit 101
    ) t
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.report_upkeep()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'now', clock_timestamp(),
    'newest_migration', private.newest_migration(),
    'plans', (select count(*) from public.products),
    'plans_without_price', (
      select coalesce(jsonb_agg(p.slug order by p.position), '[]')
      from public.products p
      where not exists (
        select from public.product_prices c where c.product_id = p.id and c.valid_from <= now()
      )
    ),
    'requests_without_mail', (
      select count(*) from public.contact_submissions
      where notified_at is null and quarantined_at is null and created_at < now() - private.contact_mail_late_after()
    ),
    'runs', (
      select coalesce(jsonb_agg(jsonb_build_object('job', r.job, 'finished_at', r.finished_at, 'detail', r.detail)
        order by r.job), '[]')
      from private.upkeep_runs r
    ),
    'has_archive', exists (select from pg_catalog.pg_roles where rolname = 'corvane_archive'),
    'slots', (
      select coalesce(jsonb_agg(jsonb_build_object('name', s.slot_name, 'is_active', s.active, 'wal_status', s.wal_status,
        'held_bytes', case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), s.restart_lsn) end)
        order by s.slot_name), '[]')
      from pg_catalog.pg_replication_slots s
    ),
    'archiving_fails_since', (
      select a.last_failed_time from pg_catalog.pg_stat_archiver a
      where a.last_archived_time is null or a.last_failed_time > a.last_archived_time
    )
  )
$function$;

COMMENT ON FUNCTION "private"."apply_handover"(uuid, uuid, uuid, uuid[], uuid[], jsonb, uuid, text, text) IS 'Hands customers and open contact requests of one representative to another. Null ids: all of that kind: see private.done_handover; {outcome: changed, missing} or {outcome: same_rep | disabled | none | used}. used: another handover has this id. A handover that was undone meanwhile gets the answer of its undo. expected: {customers, requests}, the counts that the caller saw; null: not compared. changed: the choice or the counts no longer match, and nothing is written. Links and sessions move with the customers. Private notes stay with their author, and sales with their seller.';

COMMENT ON FUNCTION "private"."customers_own_events"() IS 'Events that the customer themselves caused. IP address and browser of their lines are the customer''s own.';

COMMENT ON FUNCTION "private"."done_handover"(private.handovers) IS 'Result of a handover: {outcome: handed_over, id, count, requests, undo_until}.';

COMMENT ON FUNCTION "public"."get_handovers"() IS 'The latest handovers: {rows, now}; see private.recent_handovers. Only for managers who gave their code. Everyone else gets 403.';

COMMENT ON FUNCTION "public"."report_upkeep"() IS 'The database''s facts for the doctor: {now, newest_migration, plans, plans_without_price, requests_without_mail, runs: [{job, finished_at, detail}], has_archive, slots: [{name, is_active, wal_status, held_bytes}], archiving_fails_since}. A request counts as without mail private.contact_mail_late_after() after it arrived. has_archive: the role of a machine that follows the write-ahead log exists. held_bytes: how much of that log a replication slot keeps. archiving_fails_since: of archive_command, null when its last run went well or it is not used.';

COMMENT ON TABLE "private"."handovers" IS 'Customers and contact requests of each handover, with both representatives. A handover can be undone within private.handovers_undone_within().';

REVOKE ALL ON FUNCTION "private"."customers_own_events"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."customers_own_events"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."customers_own_events"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."customers_own_events"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."customers_own_events"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."done_handover"(private.handovers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."done_handover"(private.handovers) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."done_handover"(private.handovers) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."done_handover"(private.handovers) TO "service_role";
