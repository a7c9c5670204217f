-- Purpose:  operations.

grant create on schema public to api_reader;

set local check_function_bodies = off;

DROP POLICY "audit_events_select_rep" ON "public"."audit_events";

DROP POLICY "product_prices_select_live_session" ON "public"."product_prices";

DROP POLICY "qualified_leads_select_rep_or_self" ON "public"."qualified_leads";

DROP INDEX "public"."audit_events_event_idx";

DROP INDEX "public"."audit_events_occurred_at_idx";

DROP INDEX "public"."audit_events_sales_rep_id_idx";

ALTER TABLE "private"."handovers" DROP CONSTRAINT "handovers_customer_ids_check";

ALTER TABLE "public"."audit_events" DROP CONSTRAINT "audit_events_event_check";

ALTER TABLE "public"."sales_sessions" DROP CONSTRAINT "sales_sessions_end_reason_check";

DROP FUNCTION "private"."customer_data"(text);

DROP FUNCTION "private"."mentions_of"(text);

DROP FUNCTION "private"."rep_data"(text);

DROP FUNCTION "private"."trail_of"(uuid, uuid);

DROP FUNCTION "public"."add_rep"(text, text, text, boolean);

DROP FUNCTION "public"."cancel_price"(text, timestamp with time zone);

DROP FUNCTION "public"."disable_rep"(uuid);

DROP FUNCTION "public"."edit_rep"(uuid, text, text);

DROP FUNCTION "public"."enable_rep"(uuid, text);

DROP FUNCTION "public"."end_rep_sessions"(uuid);

DROP FUNCTION "public"."erase_person"(text);

DROP FUNCTION "public"."find_audit_events"(text, text, timestamp with time zone, timestamp with time zone, bigint, integer);

DROP FUNCTION "public"."hand_over_customers"(uuid, uuid, text[]);

DROP FUNCTION "public"."rotate_rep_credential"(uuid, text);

DROP FUNCTION "public"."set_price"(text, timestamp with time zone, integer, integer, integer);

DROP FUNCTION "public"."set_rep_manager"(uuid, boolean);

DROP FUNCTION "public"."undo_handover"(uuid);

DROP FUNCTION "public"."withdraw_consent"(text);

CREATE TABLE "private"."upkeep_runs" ("job" text NOT NULL, "finished_at" timestamp with time zone NOT NULL, "detail" jsonb NOT NULL DEFAULT '{}'::jsonb, CONSTRAINT "upkeep_runs_detail_check" CHECK ((jsonb_typeof(detail) = 'object'::text)), CONSTRAINT "upkeep_runs_job_check" CHECK ((job = ANY (ARRAY['retention'::text, 'backup'::text, 'restore_drill'::text]))), CONSTRAINT "upkeep_runs_pkey" PRIMARY KEY (job));

ALTER TABLE "private"."upkeep_runs" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."handovers" ADD COLUMN "request_ids" uuid[] NOT NULL DEFAULT '{}'::uuid[];

ALTER TABLE "private"."handovers" ADD COLUMN "request_versions" integer[] NOT NULL DEFAULT '{}'::integer[];

ALTER TABLE "private"."handovers" ADD COLUMN "done_by" uuid;

ALTER TABLE "private"."handovers" ADD COLUMN "kept" jsonb;

ALTER TABLE "public"."audit_events" ADD COLUMN "manager_id" uuid GENERATED ALWAYS AS (((detail ->> 'managerId'::text))::uuid) STORED;

CREATE OR REPLACE FUNCTION private.address_pattern(email_param text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '(?<![[:alnum:]._%+-])'
    || replace(replace(private.text_pattern(email_param), '@', '(?:@|%40)'), '\+', '(?:\+|%2B)')
    || '(?![[:alnum:]_-]|\.[[:alnum:]])'
$function$;

CREATE OR REPLACE FUNCTION private.apply_consent_withdrawal(manager_id_param uuid, email_param text, ip_address_param text, user_agent_param text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  withdrawn integer;
begin
  update public.contact_submissions set consent_withdrawn_at = now(), version = version + 1
  where lower(email) = private.person_email(email_param) and consented_at is not null
    and consent_withdrawn_at is null;
  get diagnostics withdrawn = row_count;
  if withdrawn > 0 then
    perform private.write_audit(
      'consent_withdrawn', null, null, ip_address_param, user_agent_param,
      private.done_by(manager_id_param) || jsonb_build_object('requests', withdrawn)
    );
  end if;
  return withdrawn;
end
$function$;

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
  -- The same request once more, as its answer was lost, finds its own work done.
  select h.* into done from private.handovers h
  where h.id = handover_id_param and h.from_rep_id = from_rep_id_param and h.to_rep_id = to_rep_id_param;
  if found then
    return jsonb_build_object(
      'outcome', 'handed_over', 'id', done.id, 'count', cardinality(done.customer_ids),
      'requests', cardinality(done.request_ids)
    );
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
  return jsonb_build_object(
    'outcome', 'handed_over', 'id', done.id, 'count', cardinality(customers), 'requests', cardinality(requests)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_handover_undo(handover_id_param uuid, manager_id_param uuid, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  handover private.handovers;
  kept_ids uuid[];
  customers uuid[];
  requests uuid[];
begin
  select h.* into handover from private.handovers h where h.id = handover_id_param;
  perform private.lock_reps(array[handover.from_rep_id, handover.to_rep_id]);
  select h.* into handover from private.handovers h where h.id = handover_id_param for update;
  if not found then
    return jsonb_build_object('outcome', 'none');
  end if;
  if handover.undone_at is not null then
    return private.undone_handover(handover);
  end if;
  if handover.created_at <= now() - private.handovers_undone_within() then
    return jsonb_build_object('outcome', 'too_late');
  end if;

  perform l.id from public.qualified_leads l where l.id = any (handover.customer_ids) order by l.id for update;
  perform s.id from public.contact_submissions s where s.id = any (handover.request_ids) order by s.id for update;
  -- New work stays with the person who did it.
  select coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'id', k.id, 'reason', k.reason)), '[]'),
    coalesce(array_agg(k.id), '{}')
  into handover.kept, kept_ids
  from (
    select 'customer' as kind, c.id, case
      when l.id is null then 'erased'
      when l.qualified_by <> handover.to_rep_id then 'handed_on'
      when l.link_issued_at > handover.created_at then 'new_link'
    end as reason
    from unnest(handover.customer_ids) as c (id) left join public.qualified_leads l on l.id = c.id
    union all
    select 'request', c.id, case
      when s.id is null then 'erased'
      when s.assigned_to is distinct from handover.to_rep_id then 'handed_on'
      when s.version <> c.version then 'worked_on'
    end
    from unnest(handover.request_ids, handover.request_versions) as c (id, version)
    left join public.contact_submissions s on s.id = c.id
  ) k
  where k.reason is not null;
  customers := array(select c from unnest(handover.customer_ids) as c where c <> all (kept_ids));
  requests := array(select c from unnest(handover.request_ids) as c where c <> all (kept_ids));

  update public.qualified_leads set qualified_by = handover.from_rep_id where id = any (customers);
  update public.contact_submissions set assigned_to = handover.from_rep_id, version = version + 1
  where id = any (requests);
  update private.handovers set undone_at = now(), kept = handover.kept where id = handover.id;
  perform private.write_audit(
    'handover_undone', handover.from_rep_id, c, ip_address_param, user_agent_param,
    private.done_by(manager_id_param)
    || jsonb_build_object('from', handover.to_rep_id, 'to', handover.from_rep_id)
  ) from unnest(customers) as c;
  perform private.note_handed_requests(
    requests, handover.to_rep_id, handover.from_rep_id, manager_id_param, ip_address_param, user_agent_param
  );
  return private.undone_handover(handover);
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_person_correction(manager_id_param uuid, part_param jsonb, before_param jsonb, after_param jsonb, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  part_id uuid := (part_param ->> 'id')::uuid;
  stored jsonb;
  rep_id uuid;
  customer_id uuid;
begin
  -- The lock makes two corrections at once queue. The second then compares with what the first wrote.
  perform l.id from public.qualified_leads l where l.id = part_id for update;
  perform s.id from public.contact_submissions s where s.id = part_id for update;
  stored := private.person_texts(part_param);
  if stored is null then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  -- The same request once more, as its answer was lost, finds its own work done.
  if stored = after_param then
    return jsonb_build_object('outcome', 'saved', 'stored', stored);
  end if;
  if stored <> before_param then
    return jsonb_build_object('outcome', 'conflict', 'stored', stored);
  end if;

  if part_param ->> 'kind' = 'customer' then
    update public.qualified_leads set name = after_param ->> 'name', company = after_param ->> 'company'
    where id = part_id
    returning id, qualified_by into customer_id, rep_id;
  else
    update public.contact_submissions set
      first_name = after_param ->> 'first_name', last_name = nullif(after_param ->> 'last_name', ''),
      company = after_param ->> 'company', phone = after_param ->> 'phone', job_title = after_param ->> 'job_title',
      version = version + 1
    where id = part_id;
  end if;
  perform private.write_audit(
    'person_corrected', rep_id, customer_id, ip_address_param, user_agent_param,
    private.done_by(manager_id_param)
      || jsonb_build_object(
        'of', part_param ->> 'kind',
        'fields', (
          select jsonb_agg(k order by k) from jsonb_object_keys(stored) as k where stored -> k <> after_param -> k
        )
      )
      || case when customer_id is null then jsonb_build_object('requestId', part_id) else '{}' end
  );
  return jsonb_build_object('outcome', 'saved', 'stored', after_param);
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_person_erasure(manager_id_param uuid, email_param text, takes_names_param boolean, erasure_id_param uuid, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  person_email text := private.person_email(email_param);
  done jsonb;
  rep public.sales_representatives;
  customer public.qualified_leads;
  customers integer;
  requests integer;
  mails integer;
  codes integer;
  redacted integer;
begin
  -- Two erasures at once could each lock what the other redacts next, so they queue.
  perform pg_advisory_xact_lock(hashtextextended('people', 0));
  -- The same request once more, as its answer was lost, finds its own work done. The trail cannot say of whom an id was:
  -- who is still stored was not erased by it.
  select e.detail - array['by', 'managerId', 'erasureId'] into done
  from public.audit_events e where e.event = 'person_erased' and e.detail ->> 'erasureId' = erasure_id_param::text;
  if found and private.person_data(person_email, 1) is null then
    return jsonb_build_object('outcome', 'erased') || done;
  end if;

  select r.* into rep from public.sales_representatives r where r.email = person_email for update;
  if rep.id is not null and rep.disabled_at is null then
    return jsonb_build_object('outcome', 'rep_is_enabled');
  end if;
  select count(*) into customers from public.qualified_leads l where l.qualified_by = rep.id;
  if customers > 0 then
    return jsonb_build_object('outcome', 'rep_has_customers', 'customers', customers);
  end if;
  if private.person_data(person_email, 1) is null then
    return jsonb_build_object('outcome', 'not_found');
  end if;

  redacted := private.redact_mentions(person_email, takes_names_param);
  -- Sessions, openings and notes go with the customer; a sale stays, without one.
  delete from public.qualified_leads l where l.email = person_email returning l.* into customer;
  update public.audit_events set ip_address = null, user_agent = null
  where qualified_lead_id = customer.id and num_nonnulls(ip_address, user_agent) > 0;
  with gone as (
    delete from public.contact_submissions s where lower(s.email) = person_email
    returning s.notification_claimed_at is not null and s.notified_at is null as is_being_mailed
  )
  select count(*), count(*) filter (where g.is_being_mailed) into requests, mails from gone g;
  delete from private.verification_codes v where v.email = person_email;
  get diagnostics codes = row_count;
  if rep.id is not null then
    perform private.erase_rep(rep.id);
  end if;

  done := jsonb_build_object(
    'isCustomer', customer.id is not null, 'isRep', rep.id is not null, 'contactRequests', requests, 'codes', codes,
    'redacted', redacted, 'mailsUnderWay', mails
  );
  perform private.write_audit(
    'person_erased', rep.id, customer.id, ip_address_param, user_agent_param,
    private.done_by(manager_id_param) || jsonb_build_object('erasureId', erasure_id_param) || done
  );
  return jsonb_build_object('outcome', 'erased') || done;
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_person_export(manager_id_param uuid, email_param text, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  person_email text := private.person_email(email_param);
  person jsonb := private.person_data(person_email, null);
begin
  if person is null then
    return null;
  end if;
  perform private.write_audit(
    'person_exported', (person #>> '{representative,id}')::uuid, (person #>> '{customer,id}')::uuid, ip_address_param,
    user_agent_param,
    private.done_by(manager_id_param)
      || jsonb_build_object('contactRequests', jsonb_array_length(person -> 'contact_requests'))
  );
  return person || jsonb_build_object('exported_at', now());
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_price(manager_id_param uuid, product_slug_param text, valid_from_param timestamp with time zone, amounts_param jsonb, version_param text, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  product_id_found uuid := private.lock_plan(product_slug_param);
  -- The clock is read after the lock: a price that was set while this one waited must not begin later than this one.
  at timestamptz := clock_timestamp();
  begins_at timestamptz;
  before public.product_prices;
  after public.product_prices;
begin
  if product_id_found is null then
    return jsonb_build_object('outcome', 'unknown_plan');
  end if;
  -- A coarse clock may say the same instant twice.
  begins_at := coalesce(valid_from_param, (
    select greatest(at, max(p.valid_from) + interval '1 microsecond') from public.product_prices p
    where p.product_id = product_id_found and p.valid_from <= at
  ));
  before := private.price_in_force(product_id_found, begins_at);
  if version_param <> private.price_version(product_id_found, at) then
    -- The same request once more, as its answer was lost, finds its own work done.
    if (valid_from_param is null or before.valid_from = valid_from_param)
      and private.price_detail(before) = amounts_param then
      return jsonb_build_object('outcome', 'set', 'valid_from', before.valid_from);
    end if;
    return jsonb_build_object('outcome', 'conflict');
  end if;
  if valid_from_param < at then
    return jsonb_build_object('outcome', 'past');
  end if;
  if before.valid_from = begins_at then
    return jsonb_build_object('outcome', 'taken');
  end if;
  after := before;
  after.product_id := product_id_found;
  after.valid_from := begins_at;
  after.monthly_cents := coalesce((amounts_param ->> 'monthlyCents')::integer, before.monthly_cents);
  after.annual_cents := coalesce((amounts_param ->> 'annualCents')::integer, before.annual_cents);
  after.activation_cents := coalesce((amounts_param ->> 'activationCents')::integer, before.activation_cents);
  if after.monthly_cents is null or after.annual_cents is null or after.activation_cents is null then
    return jsonb_build_object('outcome', 'incomplete');
  end if;
  if private.price_detail(after) = private.price_detail(before) then
    return jsonb_build_object('outcome', 'unchanged');
  end if;
  insert into public.product_prices (product_id, valid_from, monthly_cents, annual_cents, activation_cents)
  values (
    after.product_id, after.valid_from, after.monthly_cents, after.annual_cents, after.activation_cents
  );
  perform private.write_audit(
    case when valid_from_param is null then 'price_set' else 'price_scheduled' end, null, null,
    ip_address_param, user_agent_param,
    private.done_by(manager_id_param) || jsonb_build_object(
      'plan', product_slug_param, 'validFrom', begins_at,
      'before', private.price_detail(before), 'after', private.price_detail(after)
    )
  );
  return jsonb_build_object(
    'outcome', 'set', 'valid_from', begins_at,
    'before', private.price_detail(before), 'after', private.price_detail(after)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_price_cancellation(manager_id_param uuid, product_slug_param text, valid_from_param timestamp with time zone, version_param text, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  product_id_found uuid := private.lock_plan(product_slug_param);
  at timestamptz := clock_timestamp();
  cancelled public.product_prices;
begin
  if product_id_found is null then
    return jsonb_build_object('outcome', 'unknown_plan');
  end if;
  if version_param <> private.price_version(product_id_found, at) then
    -- Gone is gone, whoever canceled it: the same request once more finds its own work done.
    if exists (
      select from private.price_lines(product_slug_param) l
      where l.event = 'price_schedule_cancelled' and l.valid_from = valid_from_param
    ) and not exists (
      select from public.product_prices p
      where p.product_id = product_id_found and p.valid_from = valid_from_param
    ) then
      return jsonb_build_object('outcome', 'cancelled');
    end if;
    return jsonb_build_object('outcome', 'conflict');
  end if;
  delete from public.product_prices p
  where p.product_id = product_id_found and p.valid_from = valid_from_param and p.valid_from > at
  returning p.* into cancelled;
  if not found then
    return jsonb_build_object('outcome', 'not_scheduled');
  end if;
  perform private.write_audit(
    'price_schedule_cancelled', null, null, ip_address_param, user_agent_param,
    private.done_by(manager_id_param) || jsonb_build_object(
      'plan', product_slug_param, 'validFrom', valid_from_param, 'before', private.price_detail(cancelled)
    )
  );
  return jsonb_build_object('outcome', 'cancelled');
end
$function$;

CREATE OR REPLACE FUNCTION private.attempt_counts_kept_days()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 1
$function$;

CREATE OR REPLACE FUNCTION private.audit_line_numbers(person_ids uuid[], event_param text, from_param timestamp with time zone, to_param timestamp with time zone, before_at timestamp with time zone, before_line_number bigint, row_limit integer)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  if person_ids is null then
    return array(
      select e.line_number from public.audit_events e
      where (event_param is null or e.event = event_param)
        and (from_param is null or e.occurred_at >= from_param)
        and (to_param is null or e.occurred_at < to_param)
        and (before_at is null or (e.occurred_at, e.line_number) < (before_at, before_line_number))
      order by e.occurred_at desc, e.line_number desc
      limit row_limit
    );
  end if;
  -- A person did it, it was done to them, or they let it be done as a manager: an index has each of these in order.
  return array(
    select l.line_number
    from (
      select r.* from unnest(person_ids) as p (id) cross join lateral (
        select e.occurred_at, e.line_number from public.audit_events e
        where e.sales_rep_id = p.id
          and (event_param is null or e.event = event_param)
          and (from_param is null or e.occurred_at >= from_param)
          and (to_param is null or e.occurred_at < to_param)
          and (before_at is null or (e.occurred_at, e.line_number) < (before_at, before_line_number))
        order by e.occurred_at desc, e.line_number desc
        limit row_limit
      ) r
      union
      select m.* from unnest(person_ids) as p (id) cross join lateral (
        select e.occurred_at, e.line_number from public.audit_events e
        where e.manager_id = p.id
          and (event_param is null or e.event = event_param)
          and (from_param is null or e.occurred_at >= from_param)
          and (to_param is null or e.occurred_at < to_param)
          and (before_at is null or (e.occurred_at, e.line_number) < (before_at, before_line_number))
        order by e.occurred_at desc, e.line_number desc
        limit row_limit
      ) m
      union
      select e.occurred_at, e.line_number from public.audit_events e
      where e.qualified_lead_id = any (person_ids)
        and (event_param is null or e.event = event_param)
        and (from_param is null or e.occurred_at >= from_param)
        and (to_param is null or e.occurred_at < to_param)
        and (before_at is null or (e.occurred_at, e.line_number) < (before_at, before_line_number))
    ) l
    order by l.occurred_at desc, l.line_number desc
    limit row_limit
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_lines(line_numbers bigint[])
 RETURNS TABLE(line_number bigint, occurred_at timestamp with time zone, event text, rep_id uuid, rep_name text, rep_email text, customer_id uuid, customer_name text, customer_email text, manager_name text, ip_address text, user_agent text, detail jsonb, names jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select e.line_number, e.occurred_at, e.event, r.id, r.name, r.email, l.id, l.name, l.email, m.name, e.ip_address,
    e.user_agent, e.detail,
    coalesce((
      select jsonb_object_agg(n.id, n.name) from public.sales_representatives n
      where n.id in (
        select (v #>> '{}')::uuid from jsonb_path_query(
          e.detail,
          '$.** ? (@.type() == "string" && @ like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")'
        ) v
      )
    ), '{}')
  from unnest(line_numbers) with ordinality as i (line_number, place)
  join public.audit_events e on e.line_number = i.line_number
  left join public.sales_representatives r on r.id = e.sales_rep_id
  left join public.qualified_leads l on l.id = e.qualified_lead_id
  left join public.sales_representatives m on m.id = e.manager_id
  order by i.place
$function$;

CREATE OR REPLACE FUNCTION private.codes_kept_days()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 1
$function$;

CREATE OR REPLACE FUNCTION private.contact_mail_late_after()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select interval '10 minutes'
$function$;

CREATE OR REPLACE FUNCTION private.contact_request_campaigns()
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with recursive found as (
    (
      select s.campaign as value from public.contact_submissions s where s.campaign > '' order by s.campaign limit 1
    )
    union all
    select (
      select s.campaign from public.contact_submissions s where s.campaign > f.value order by s.campaign limit 1
    )
    from found f where f.value is not null
  )
  select array(select f.value from found f where f.value is not null limit 200)
$function$;

CREATE OR REPLACE FUNCTION private.contact_request_page(asked jsonb, direction text, page_size integer, after text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  asked_direction text := coalesce(direction, 'desc');
  statuses text[] := private.text_list(asked, 'statuses', private.contact_request_statuses());
  assigned text := private.filter_text(asked, 'assigned', 36);
  assigned_id uuid;
  term text := private.search_term(asked);
  source text := private.filter_text(asked, 'source', 100);
  form text := private.filter_text(asked, 'project_type', 100);
  campaign text := private.filter_text(asked, 'campaign', 200);
  page text := private.filter_text(asked, 'page', 2000);
  first_day date := private.filter_day(asked, 'from');
  last_day date := private.filter_day(asked, 'to');
  wanted_id uuid := private.filter_id(asked, 'request_id');
  place jsonb := private.read_cursor(after, 'requests ' || asked_direction, 'timestamptz');
  ids uuid[];
begin
  perform private.refuse_unknown_fields(asked, array[
    'statuses', 'assigned', 'search', 'source', 'project_type', 'campaign', 'page', 'from', 'to', 'quarantined',
    'request_id', 'unsent'
  ]);
  if asked_direction not in ('asc', 'desc') then
    raise exception 'unknown direction: "%"', left(asked_direction, 50) using errcode = 'invalid_parameter_value';
  end if;
  if coalesce(jsonb_typeof(asked -> 'quarantined'), 'null') not in ('null', 'boolean') then
    raise exception 'quarantined is neither true nor false' using errcode = 'invalid_parameter_value';
  end if;
  if coalesce(jsonb_typeof(asked -> 'unsent'), 'null') not in ('null', 'boolean') then
    raise exception 'unsent is neither true nor false' using errcode = 'invalid_parameter_value';
  end if;
  if assigned not in ('none', 'any') then
    assigned_id := private.filter_id(asked, 'assigned');
  end if;

  -- Planned anew for each call, so that what does not narrow is not looked at.
  execute format($query$
    select coalesce(array_agg(p.id order by p.created_at %1$s, p.id %1$s), '{}')
    from (
      select s.id, s.created_at
      from public.contact_submissions s
      where %3$s %4$s
        and ($1 is null or s.status = any ($1))
        and ($2 is null or case $2 when 'none' then s.assigned_to is null when 'any' then s.assigned_to is not null
          else s.assigned_to = $3 end)
        and ($4 is null or strpos(s.search_text, $4) > 0)
        and ($5 is null or s.source = $5)
        and ($6 is null or s.project_type = $6)
        and ($7 is null or s.campaign = $7)
        and ($8 is null or s.referrer = $8)
        and ($9 is null or s.created_at >= $9::timestamp at time zone 'UTC')
        and ($10 is null or s.created_at < ($10 + 1)::timestamp at time zone 'UTC')
        and ($11 is null or s.id = $11)
        and ($12 is null or (s.created_at, s.id) %2$s (($12 ->> 'key')::timestamptz, ($12 ->> 'id')::uuid))
      order by s.created_at %1$s, s.id %1$s
      limit $13
    ) p$query$,
    asked_direction, case asked_direction when 'asc' then '>' else '<' end,
    case
      when wanted_id is not null then 'true'
      when (asked -> 'quarantined')::text = 'true' then 's.quarantined_at is not null'
      else 's.quarantined_at is null'
    end,
    case when (asked -> 'unsent')::text = 'true'
      then 'and s.notified_at is null and s.created_at < now() - private.contact_mail_late_after()' end
  )
  into ids
  using statuses, assigned, assigned_id, term, source, form, campaign, page, first_day, last_day, wanted_id, place,
    row_limit + 1;

  return jsonb_build_object(
    'rows', private.contact_request_rows(ids[:row_limit]),
    'has_more', cardinality(ids) > row_limit,
    'next_after', case when cardinality(ids) > row_limit then (
      select private.write_cursor(
        jsonb_build_object('order', 'requests ' || asked_direction, 'key', s.created_at, 'id', s.id)
      )
      from public.contact_submissions s where s.id = ids[row_limit]
    ) end,
    'counts', private.contact_request_counts(),
    'now', now()
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.contact_request_sources()
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- From one value to the next larger one by the index, instead of reading every request.
  with recursive found as (
    (select s.source as value from public.contact_submissions s order by s.source limit 1)
    union all
    select (
      select s.source from public.contact_submissions s where s.source > f.value order by s.source limit 1
    )
    from found f where f.value is not null
  )
  select array(select f.value from found f where f.value is not null limit 200)
$function$;

CREATE OR REPLACE FUNCTION private.customer_data(email_param text, most_param integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select to_jsonb(l) - 'access_token_hash' - 'qualified_by' || jsonb_build_object(
    'has_open_link', l.access_token_hash is not null and l.token_expires_at > now() and l.is_active
      and l.revoked_at is null,
    'representative', (
      select jsonb_build_object('name', r.name, 'email', r.email)
      from public.sales_representatives r where r.id = l.qualified_by
    ),
    'sessions', coalesce((
      select jsonb_agg(to_jsonb(s) - 'refresh_hash' - 'qualified_lead_id' order by s.created_at desc)
      from (
        select * from public.customer_sessions t where t.qualified_lead_id = l.id
        order by t.created_at desc limit most_param
      ) s
    ), '[]'),
    'openings', coalesce((
      select jsonb_agg(to_jsonb(p) - 'qualified_lead_id' order by p.created_at desc)
      from (
        select * from public.pricing_reveals t where t.qualified_lead_id = l.id
        order by t.created_at desc limit most_param
      ) p
    ), '[]'),
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object(
        'note', n.note, 'updated_at', n.updated_at, 'written_by', r.name
      ) order by n.updated_at desc)
      from private.customer_notes n join public.sales_representatives r on r.id = n.sales_rep_id
      where n.qualified_lead_id = l.id
    ), '[]'),
    'sales', coalesce((
      select jsonb_agg(jsonb_build_object(
        'sale_date', s.sale_date, 'product_name', s.product_name, 'billing_frequency', s.billing_frequency,
        'sale_amount_cents', s.sale_amount, 'is_cancelled', s.is_cancelled
      ) order by s.sale_date desc, s.id)
      from (
        select * from public.sales_records t where t.qualified_lead_id = l.id
        order by t.sale_date desc, t.id limit most_param
      ) s
    ), '[]'),
    'trail', private.trail_of(l.id, null, most_param),
    'counts', jsonb_build_object(
      'sessions', (select count(*) from public.customer_sessions t where t.qualified_lead_id = l.id),
      'openings', (select count(*) from public.pricing_reveals t where t.qualified_lead_id = l.id),
      'sales', (select count(*) from public.sales_records t where t.qualified_lead_id = l.id),
      'trail', (select count(*) from public.audit_events t where t.qualified_lead_id = l.id)
    )
  )
  from public.qualified_leads l
  where l.email = email_param
$function$;

CREATE OR REPLACE FUNCTION private.done_by(manager_id_param uuid)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when manager_id_param is null then jsonb_build_object('by', 'operator')
    else jsonb_build_object('by', 'manager', 'managerId', manager_id_param) end
$function$;

CREATE OR REPLACE FUNCTION private.edit_rep_by_manager(rep_id_param uuid, before_param jsonb, after_param jsonb, manager_id_param uuid, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  stored jsonb := private.rep_texts(rep_id_param);
  is_manager_wanted boolean := (after_param ->> 'isManager')::boolean;
begin
  -- The same request once more, as its answer was lost, finds its own work done.
  if stored = after_param then
    return jsonb_build_object('outcome', 'edited');
  end if;
  if stored <> before_param then
    return private.rep_conflict(rep_id_param);
  end if;
  if not is_manager_wanted and private.is_last_manager(rep_id_param) then
    return jsonb_build_object('outcome', 'last_manager');
  end if;
  if public.edit_rep(
    rep_id_param, after_param ->> 'name', after_param ->> 'email', manager_id_param, ip_address_param, user_agent_param
  ) = 'exists' then
    return jsonb_build_object('outcome', 'exists');
  end if;
  perform public.set_rep_manager(
    rep_id_param, is_manager_wanted, manager_id_param, ip_address_param, user_agent_param
  );
  return jsonb_build_object('outcome', 'edited');
end
$function$;

CREATE OR REPLACE FUNCTION private.end_of_today()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select ((now() at time zone 'UTC')::date + 1)::timestamp at time zone 'UTC'
$function$;

CREATE OR REPLACE FUNCTION private.erase_rep(rep_id_param uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.sales_representatives
  set name = 'Former representative', email = 'erased-' || id || '@erased.invalid', mail_on_opening = false,
    is_manager = false
  where id = rep_id_param;
  update public.contact_submissions set assigned_to = null, version = version + 1 where assigned_to = rep_id_param;
  -- Nothing can be given back to them.
  update private.handovers set undone_at = now() where from_rep_id = rep_id_param and undone_at is null;
  delete from private.sales_rep_credentials where sales_rep_id = rep_id_param;
  delete from public.sales_sessions where sales_rep_id = rep_id_param;
  delete from private.verification_codes where sales_rep_id = rep_id_param;
  delete from private.manager_codes where sales_rep_id = rep_id_param;
  delete from private.customer_notes where sales_rep_id = rep_id_param;
  update public.audit_events set ip_address = null, user_agent = null
  where (sales_rep_id = rep_id_param or detail ->> 'managerId' = rep_id_param::text)
    and num_nonnulls(ip_address, user_agent) > 0;
  update public.audit_events set detail = detail - array['before', 'after']
  where sales_rep_id = rep_id_param and event in ('rep_added', 'rep_edited') and detail ?| array['before', 'after'];
$function$;

CREATE OR REPLACE FUNCTION private.expire_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ends jsonb := (
    select jsonb_object_agg(r.kind, now() - make_interval(days => r.kept_days)) from private.retention_rules() r
  );
  removed jsonb := jsonb_build_object();
  deleted integer;
begin
  delete from public.contact_submissions
  where quarantined_at is not null and created_at < (ends ->> 'quarantined_requests')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('quarantined_requests', deleted);

  delete from public.contact_submissions where created_at < (ends ->> 'contact_requests')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('contact_requests', deleted);

  delete from public.qualified_leads l
  where greatest(l.token_expires_at, l.link_issued_at, l.created_at) < (ends ->> 'idle_customers')::timestamptz
    and not exists (select from public.sales_records s where s.qualified_lead_id = l.id);
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('idle_customers', deleted);

  with of_customers as (
    delete from private.verification_codes where expires_at < (ends ->> 'codes')::timestamptz returning 1
  ), of_managers as (
    delete from private.manager_codes where expires_at < (ends ->> 'codes')::timestamptz returning 1
  )
  select (select count(*) from of_customers) + (select count(*) from of_managers) into deleted;
  removed := removed || jsonb_build_object('codes', deleted);

  -- From the sign-in on, as the privacy page says. One that still lives after that long keeps its row, without traces.
  with of_reps as (
    delete from public.sales_sessions
    where created_at < (ends ->> 'sessions')::timestamptz and least(ended_at, expires_at) < now() returning 1
  ), of_customers as (
    delete from public.customer_sessions
    where created_at < (ends ->> 'sessions')::timestamptz and least(ended_at, expires_at) < now() returning 1
  )
  select (select count(*) from of_reps) + (select count(*) from of_customers) into deleted;
  removed := removed || jsonb_build_object('sessions', deleted);

  with of_sessions as (
    update public.customer_sessions set ip_address = null, user_agent = null
    where created_at < (ends ->> 'sign_in_traces')::timestamptz and least(ended_at, expires_at) >= now()
      and num_nonnulls(ip_address, user_agent) > 0
    returning 1
  ), of_openings as (
    update public.pricing_reveals set ip_address = null, user_agent = null
    where created_at < (ends ->> 'sign_in_traces')::timestamptz and num_nonnulls(ip_address, user_agent) > 0
    returning 1
  ), of_lines as (
    update public.audit_events set ip_address = null, user_agent = null
    where occurred_at < (ends ->> 'sign_in_traces')::timestamptz and num_nonnulls(ip_address, user_agent) > 0
    returning 1
  )
  select (select count(*) from of_sessions) + (select count(*) from of_openings) + (select count(*) from of_lines)
  into deleted;
  removed := removed || jsonb_build_object('sign_in_traces', deleted);

  -- Each ends with its window, and no window is longer than a day.
  delete from private.rate_limit_counters where window_ends_at < now() - interval '1 minute';
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('attempt_counts', deleted);

  delete from private.site_events where occurred_at < (ends ->> 'site_events')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('site_events', deleted);

  return (
    select jsonb_agg(jsonb_build_object(
      'kind', r.kind, 'kept_days', r.kept_days, 'removed', (removed -> r.kind)::integer
    ))
    from private.retention_rules() r
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.full_names(email_param text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with named as (
    select p.name, p.role in ('customer', 'representative') as is_vouched from private.stored_people() p
    where p.email = email_param and btrim(p.name) ~ '\S[\s\u00a0]+\S'
  )
  select array_agg(distinct lower(btrim(n.name))) from named n
  where n.is_vouched or not exists (select from named v where v.is_vouched)
$function$;

CREATE OR REPLACE FUNCTION private.handover_choice_rows(sales_rep_id_param uuid, term_param text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'customers', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'email', c.email, 'company', c.company))
      from (
        select l.id, l.name, l.email, l.company from public.qualified_leads l
        where l.qualified_by = sales_rep_id_param
          and (term_param is null or strpos(lower(l.name || chr(10) || l.email || chr(10) || l.company), term_param) > 0)
        order by lower(coalesce(nullif(l.name, ''), l.email)), l.id
        limit 100
      ) c
    ), '[]'),
    'requests', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'email', c.email, 'company', c.company))
      from (
        select s.id, concat_ws(' ', s.first_name, nullif(s.last_name, '')) as name, s.email, s.company
        from public.contact_submissions s
        where s.assigned_to = sales_rep_id_param and s.status in ('new', 'in_progress')
          and (term_param is null or strpos(s.search_text, term_param) > 0)
        order by s.created_at desc, s.id
        limit 100
      ) c
    ), '[]'),
    'customer_count', (select count(*) from public.qualified_leads l where l.qualified_by = sales_rep_id_param),
    'request_count', (
      select count(*) from public.contact_submissions s
      where s.assigned_to = sales_rep_id_param and s.status in ('new', 'in_progress')
    )
  )
  where private.current_manager_until() is not null
$function$;

CREATE OR REPLACE FUNCTION private.has_sales_id(sales_rep_id_param uuid, credential_hash_param text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from private.sales_rep_credentials c
    where c.sales_rep_id = sales_rep_id_param and c.credential_hash = credential_hash_param and c.revoked_at is null
  )
$function$;

CREATE OR REPLACE FUNCTION private.hold_manager(session_id_param uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select from public.sales_representatives r
  where r.id = (select s.sales_rep_id from public.sales_sessions s where s.id = session_id_param)
  for share
$function$;

CREATE OR REPLACE FUNCTION private.is_last_manager(sales_rep_id_param uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Of two managers who would each lose the other at once, the second sees what the first did.
  perform private.lock_reps(array[sales_rep_id_param]);
  return sales_rep_id_param = all (array(
    select r.id from public.sales_representatives r where r.is_manager and r.disabled_at is null
  )) and exists (
    select from public.sales_representatives r
    where r.id = sales_rep_id_param and r.is_manager and r.disabled_at is null
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.last_price_change(product_slug_param text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'event', l.event, 'by', l.set_by, 'name', l.manager_name, 'occurred_at', l.occurred_at,
    'valid_from', l.valid_from
  )
  from private.price_lines(product_slug_param) l
  order by l.line_number desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.last_rep_change(sales_rep_id_param uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('by', m.name, 'occurred_at', e.occurred_at)
  from public.audit_events e
  left join public.sales_representatives m on m.id::text = e.detail ->> 'managerId'
  where e.sales_rep_id = sales_rep_id_param and e.event in (
    'rep_added', 'rep_edited', 'rep_made_manager', 'rep_no_longer_manager', 'rep_disabled', 'rep_enabled',
    'sales_id_rotated'
  )
  order by e.line_number desc
  limit 1
$function$;

CREATE OR REPLACE FUNCTION private.lock_plan(product_slug_param text)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select d.id from public.products d where d.slug = product_slug_param for update
$function$;

CREATE OR REPLACE FUNCTION private.lock_reps(sales_rep_ids_param uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  -- In one order, so that two changes at once queue instead of failing.
  select r.id from public.sales_representatives r
  where r.id = any (sales_rep_ids_param) or (r.is_manager and r.disabled_at is null)
  order by r.id for update
$function$;

CREATE OR REPLACE FUNCTION private.managed_plan(product_id_param uuid, at_param timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with plan as (select d.* from public.products d where d.id = product_id_param),
  lines as materialized (select l.* from plan d cross join lateral private.price_lines(d.slug) l),
  in_force as (
    select c.valid_from from private.price_in_force(product_id_param, at_param) c where c.product_id is not null
  ),
  prices as (
    select p.valid_from,
      case when p.valid_from > at_param then 'scheduled'
        when p.valid_from = (select i.valid_from from in_force i) then 'in_force'
        else 'ended' end as state,
      jsonb_build_object(
        'valid_from', p.valid_from, 'monthly_cents', p.monthly_cents, 'annual_cents', p.annual_cents,
        'activation_cents', p.activation_cents, 'set_by', (
          select jsonb_build_object('by', l.set_by, 'name', l.manager_name, 'occurred_at', l.occurred_at)
          from lines l where l.valid_from = p.valid_from and l.event <> 'price_schedule_cancelled'
          order by l.line_number desc limit 1
        )
      ) as price
    from public.product_prices p where p.product_id = product_id_param
  )
  select jsonb_build_object(
    'slug', d.slug, 'name', d.name, 'is_enterprise', d.is_enterprise,
    'version', private.price_version(d.id, at_param),
    'in_force', (select p.price from prices p where p.state = 'in_force'),
    'scheduled', coalesce((
      select jsonb_agg(s.price order by s.valid_from)
      from (select * from prices p where p.state = 'scheduled' order by p.valid_from limit 100) s
    ), '[]'),
    'ended', coalesce((
      select jsonb_agg(s.price order by s.valid_from desc)
      from (select * from prices p where p.state = 'ended' order by p.valid_from desc limit 100) s
    ), '[]')
  )
  from plan d
$function$;

CREATE OR REPLACE FUNCTION private.manager_refusal(session_id_param uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when private.live_rep_id(session_id_param) is null then '{"outcome": "unauthenticated"}'::jsonb
    when private.live_manager_id(session_id_param) is null then '{"outcome": "forbidden"}'::jsonb
  end
$function$;

CREATE OR REPLACE FUNCTION private.mention_patterns(email_param text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array_agg(distinct '%' || regexp_replace(w.word, '([%_\\])', '\\\1', 'g') || '%')
  from (
    -- Up to a plus sign, which links write in another way.
    select split_part(split_part(email_param, '@', 1), '+', 1) as word
    union all
    select regexp_replace(n.name, '^.*[\s\u00a0]', '') from unnest(private.full_names(email_param)) as n (name)
  ) w
$function$;

CREATE OR REPLACE FUNCTION private.mentions_of(email_param text, most_param integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  address text := private.address_pattern(email_param);
  full_name text := private.name_pattern(email_param);
begin
  return (
    with found as (
      select t.kind, t.id, t.owner_email, t.field, t.content,
        t.content ~* address as has_address,
        -- Of somebody with the same name, the texts are about themselves.
        coalesce(t.is_prose and t.content ~* full_name and t.owner_name !~* full_name, false) as has_name
      from private.texts_of_others(email_param) t
      where t.content ~* address or (t.is_prose and t.content ~* full_name and t.owner_name !~* full_name)
    )
    select jsonb_build_object(
      'count', count(*),
      'by_name_count', count(*) filter (where f.has_name and not f.has_address),
      'texts', coalesce((
        select jsonb_agg(jsonb_build_object(
          'kind', l.kind, 'id', l.id, 'owner_email', l.owner_email, 'field', l.field, 'text', left(l.content, 300),
          'has_address', l.has_address, 'has_name', l.has_name
        ) order by l.owner_email, l.field)
        from (select * from found order by owner_email, field limit most_param) l
      ), '[]')
    )
    from found f
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.missing_from(from_rep_id_param uuid, customer_ids_param uuid[], request_ids_param uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'id', m.id, 'name', m.name, 'with', m.rep)), '[]')
  from (
    select 'customer' as kind, c.id, coalesce(nullif(l.name, ''), l.email) as name, r.name as rep
    from unnest(customer_ids_param) as c (id)
    left join public.qualified_leads l on l.id = c.id
    left join public.sales_representatives r on r.id = l.qualified_by
    where l.qualified_by is distinct from from_rep_id_param
    union all
    select 'request', c.id, concat_ws(' ', s.first_name, s.last_name), r.name
    from unnest(request_ids_param) as c (id)
    left join public.contact_submissions s on s.id = c.id
    left join public.sales_representatives r on r.id = s.assigned_to
    where s.assigned_to is distinct from from_rep_id_param or s.status not in ('new', 'in_progress')
    limit 20
  ) m
$function$;

CREATE OR REPLACE FUNCTION private.name_pattern(email_param text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select '(?<![[:alnum:]])(?:' || string_agg(private.text_pattern(n.name), '|') || ')(?![[:alnum:]])'
  from unnest(private.full_names(email_param)) as n (name)
$function$;

CREATE OR REPLACE FUNCTION private.newest_migration()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  newest text;
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return null;
  end if;
  execute 'select max(version) from supabase_migrations.schema_migrations' into newest;
  return newest;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_handed_requests(request_ids_param uuid[], from_rep_id_param uuid, to_rep_id_param uuid, manager_id_param uuid, ip_address_param text, user_agent_param text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.write_audit(
    'contact_request_changed', manager_id_param, null, ip_address_param, user_agent_param,
    private.done_by(manager_id_param) || jsonb_build_object(
      'requestId', s.id, 'version', s.version,
      'assignedTo', jsonb_build_object('before', from_rep_id_param, 'after', to_rep_id_param)
    )
  ) from public.contact_submissions s where s.id = any (request_ids_param)
$function$;

CREATE OR REPLACE FUNCTION private.operations_today()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'new_requests', private.todays_requests(),
    'links_ending', (
      select jsonb_build_object('count', count(*), 'first_ends_at', min(l.token_expires_at))
      from public.qualified_leads l
      where l.revoked_at is null and l.is_active and l.token_expires_at > now()
        and l.token_expires_at <= private.end_of_today()
    ),
    'quarantined', (
      select jsonb_build_object('count', count(*), 'oldest_at', min(s.created_at))
      from public.contact_submissions s where s.quarantined_at is not null
    ),
    'failed_mails', (
      select jsonb_build_object('count', count(*), 'oldest_at', min(s.created_at))
      from public.contact_submissions s
      where s.quarantined_at is null and s.notified_at is null
        and s.created_at < now() - private.contact_mail_late_after()
    ),
    'price_changes', (
      select coalesce(jsonb_agg(
        jsonb_build_object('plan', c.name, 'valid_from', c.valid_from) order by c.valid_from, c.position
      ), '[]')
      from (
        select p.name, p.position, v.valid_from
        from public.product_prices v join public.products p on p.id = v.product_id
        where v.valid_from > now() and v.valid_from <= now() + interval '7 days'
        order by v.valid_from, p.position limit 50
      ) c
    ),
    'release_failures', private.todays_release_failures(),
    'day', (now() at time zone 'UTC')::date,
    'now', now()
  )
$function$;

CREATE OR REPLACE FUNCTION private.person_data(email_param text, most_param integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when jsonb_array_length(p.requests) + jsonb_array_length(p.codes) + num_nonnulls(p.customer, p.rep) > 0
    then jsonb_build_object(
      'email', email_param, 'customer', p.customer, 'representative', p.rep, 'contact_requests', p.requests,
      'codes', p.codes
    )
  end
  from (
    select
      private.customer_data(email_param, most_param) as customer,
      private.rep_data(email_param, most_param) as rep,
      coalesce((
        select jsonb_agg(
          to_jsonb(s) - array['notification_claimed_at', 'assigned_to', 'version', 'campaign', 'search_text']
            || jsonb_build_object(
              'assigned_to_name', (select r.name from public.sales_representatives r where r.id = s.assigned_to)
            )
          order by s.created_at desc
        )
        from (
          select * from public.contact_submissions t where lower(t.email) = email_param
          order by t.created_at desc limit most_param
        ) s
      ), '[]') as requests,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'name', v.name, 'company', v.company, 'created_at', v.created_at, 'expires_at', v.expires_at,
          'used_at', v.used_at
        ) order by v.created_at desc)
        from private.verification_codes v where v.email = email_param
      ), '[]') as codes
  ) p
$function$;

CREATE OR REPLACE FUNCTION private.person_email(email_param text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  perform private.refuse_over('the address', char_length(email_param), 320);
  return lower(btrim(email_param));
end
$function$;

CREATE OR REPLACE FUNCTION private.person_texts(part_param jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('name', l.name, 'company', l.company)
  from public.qualified_leads l
  where part_param ->> 'kind' = 'customer' and l.id = (part_param ->> 'id')::uuid
  union all
  select jsonb_build_object(
    'first_name', s.first_name, 'last_name', coalesce(s.last_name, ''), 'company', s.company, 'phone', s.phone,
    'job_title', s.job_title
  )
  from public.contact_submissions s
  where part_param ->> 'kind' = 'contact_request' and s.id = (part_param ->> 'id')::uuid
$function$;

CREATE OR REPLACE FUNCTION private.price_lines(product_slug_param text)
 RETURNS TABLE(line_number bigint, event text, occurred_at timestamp with time zone, valid_from timestamp with time zone, set_by text, manager_name text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select e.line_number, e.event, e.occurred_at, (e.detail ->> 'validFrom')::timestamptz,
    coalesce(e.detail ->> 'by', 'operator'), r.name
  from public.audit_events e
  left join public.sales_representatives r on r.id = (e.detail ->> 'managerId')::uuid
  where e.event in ('price_set', 'price_scheduled', 'price_schedule_cancelled')
    and e.detail ->> 'plan' = product_slug_param
$function$;

CREATE OR REPLACE FUNCTION private.price_version(product_id_param uuid, at_param timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select md5(coalesce(
    string_agg(
      concat_ws(' ', extract(epoch from p.valid_from), p.monthly_cents, p.annual_cents, p.activation_cents), ','
      order by p.valid_from
    ),
    ''
  ))
  from public.product_prices p
  where p.product_id = product_id_param and p.valid_from >= coalesce(
    (select c.valid_from from private.price_in_force(product_id_param, at_param) c), '-infinity'
  )
$function$;

CREATE OR REPLACE FUNCTION private.recent_handovers()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', h.id, 'from', jsonb_build_object('id', f.id, 'name', f.name, 'disabled_at', f.disabled_at),
    'to', jsonb_build_object('id', t.id, 'name', t.name, 'disabled_at', t.disabled_at), 'by', m.name,
    'customers', cardinality(h.customer_ids), 'requests', cardinality(h.request_ids), 'created_at', h.created_at,
    'undone_at', h.undone_at, 'undo_until', h.created_at + private.handovers_undone_within()
  ) order by h.created_at desc, h.id), '[]')
  from (
    select * from private.handovers h
    where h.created_at > now() - private.handovers_undone_within() and private.current_manager_until() is not null
    order by h.created_at desc, h.id limit 50
  ) h
  join public.sales_representatives f on f.id = h.from_rep_id
  join public.sales_representatives t on t.id = h.to_rep_id
  left join public.sales_representatives m on m.id = h.done_by
$function$;

CREATE OR REPLACE FUNCTION private.redact_mentions(email_param text, takes_names_param boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  address text := private.address_pattern(email_param);
  full_name text := case when takes_names_param then private.name_pattern(email_param) end;
  -- In prose a full name goes as well, but for texts about somebody with the same name.
  prose text := concat_ws('|', address, full_name);
  patterns text[] := private.mention_patterns(email_param);
  requests integer;
  notes integer;
  customers integer;
begin
  -- The version grows: a colleague who has the request open cannot write the old note back.
  update public.contact_submissions s set
    first_name = private.redacted(s.first_name, address, 200), last_name = private.redacted(s.last_name, address, 200),
    company = private.redacted(s.company, address, 200), phone = private.redacted(s.phone, p.pattern, 50),
    job_title = private.redacted(s.job_title, p.pattern, 200), job_role = private.redacted(s.job_role, p.pattern, 200),
    tier = private.redacted(s.tier, p.pattern, 100), message = private.redacted(s.message, p.pattern, 10200), source = private.redacted(s.source, p.pattern, 100),
    referrer = private.redacted(s.referrer, p.pattern, 2000),
    staff_note = private.redacted(s.staff_note, p.pattern, 4000),
    -- As text, so that its keys are covered too.
    utm = regexp_replace(s.utm::text, p.pattern, '[erased]', 'gi')::jsonb,
    version = s.version + 1
  from (
    select t.id,
      case when concat_ws(' ', t.first_name, t.last_name) ~* full_name then address else prose end as pattern
    from public.contact_submissions t
    where lower(t.email) <> email_param and lower(private.typed_texts(t)) like any (patterns)
  ) p
  where p.id = s.id and (
    s.first_name || ' ' || coalesce(s.last_name, '') || ' ' || s.company ~* address
    or concat_ws(
      chr(10), s.phone, s.job_title, s.job_role, s.message, s.source, s.tier, s.referrer, s.utm::text, s.staff_note
    ) ~* p.pattern
  );
  get diagnostics requests = row_count;
  update private.customer_notes n set note = private.redacted(n.note, p.pattern, 2000)
  from (
    select l.id, case when l.name ~* full_name then address else prose end as pattern
    from public.qualified_leads l
    where l.email <> email_param
  ) p
  where p.id = n.qualified_lead_id and n.note ~* p.pattern;
  get diagnostics notes = row_count;
  update public.qualified_leads l
  set name = private.redacted(l.name, address, 200), company = private.redacted(l.company, address, 200)
  where l.email <> email_param and l.name || ' ' || l.company ~* address;
  get diagnostics customers = row_count;
  return requests + notes + customers;
end
$function$;

CREATE OR REPLACE FUNCTION private.redacted(content text, pattern text, most integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select left(regexp_replace(content, pattern, '[erased]', 'gi'), most)
$function$;

CREATE OR REPLACE FUNCTION private.refuse_change_but_forgetting()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  forgotten public.audit_events := old;
begin
  forgotten.ip_address := null;
  forgotten.user_agent := null;
  -- Generated after this trigger, from what it has compared.
  forgotten.manager_id := new.manager_id;
  if new.event in ('rep_added', 'rep_edited') and new.detail = old.detail - array['before', 'after'] then
    forgotten.detail := new.detail;
  end if;
  if new is distinct from forgotten then
    raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.rep_conflict(sales_rep_id_param uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'outcome', 'conflict', 'rep', (
      select jsonb_build_object(
        'name', r.name, 'email', r.email, 'is_manager', r.is_manager, 'disabled_at', r.disabled_at,
        'sales_id_since', private.sales_id_since(r.id)
      )
      from public.sales_representatives r where r.id = sales_rep_id_param
    ),
    'last_change', private.last_rep_change(sales_rep_id_param)
  )
$function$;

CREATE OR REPLACE FUNCTION private.rep_data(email_param text, most_param integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select to_jsonb(r) || jsonb_build_object(
    'sales_ids', coalesce((
      select jsonb_agg(to_jsonb(c) - array['credential_hash', 'sales_rep_id'] order by c.created_at desc)
      from private.sales_rep_credentials c where c.sales_rep_id = r.id
    ), '[]'),
    'manager_codes', coalesce((
      select jsonb_agg(jsonb_build_object(
        'created_at', m.created_at, 'expires_at', m.expires_at, 'used_at', m.used_at
      ) order by m.created_at desc)
      from private.manager_codes m where m.sales_rep_id = r.id
    ), '[]'),
    'sessions', coalesce((
      select jsonb_agg(to_jsonb(s) - 'refresh_hash' - 'sales_rep_id' order by s.created_at desc)
      from (
        select * from public.sales_sessions t where t.sales_rep_id = r.id
        order by t.created_at desc limit most_param
      ) s
    ), '[]'),
    'trail', private.trail_of(null, r.id, most_param),
    'counts', jsonb_build_object(
      'sessions', (select count(*) from public.sales_sessions t where t.sales_rep_id = r.id),
      'trail', (
        select count(*) from public.audit_events t where t.sales_rep_id = r.id and t.qualified_lead_id is null
      ),
      'customers', (select count(*) from public.qualified_leads t where t.qualified_by = r.id),
      'sales', (select count(*) from public.sales_records t where t.sales_rep_id = r.id),
      'assigned_requests', (select count(*) from public.contact_submissions t where t.assigned_to = r.id),
      'notes_on_customers', (select count(*) from private.customer_notes t where t.sales_rep_id = r.id)
    )
  )
  from public.sales_representatives r
  where r.email = email_param
$function$;

CREATE OR REPLACE FUNCTION private.rep_page(asked jsonb, page_size integer, after text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  state text := private.filter_text(asked, 'state', 20);
  term text := private.search_term(asked);
  wanted_id uuid := private.filter_id(asked, 'sales_rep_id');
  place jsonb := private.read_cursor(after, 'representatives');
  ids uuid[];
begin
  perform private.refuse_unknown_fields(asked, array['state', 'search', 'sales_rep_id']);
  if state not in ('enabled', 'disabled', 'managers') then
    raise exception 'state holds an unknown value' using errcode = 'invalid_parameter_value';
  end if;
  select coalesce(array_agg(p.id order by p.key, p.id), '{}') into ids
  from (
    select r.id, lower(r.name) as key from public.sales_representatives r
    where (state is null or (r.disabled_at is not null) = (state = 'disabled'))
      and (state is distinct from 'managers' or r.is_manager)
      and (term is null or strpos(lower(r.name), term) > 0 or strpos(r.email, term) > 0)
      and (wanted_id is null or r.id = wanted_id)
      and (place is null or (lower(r.name), r.id) > (place ->> 'key', (place ->> 'id')::uuid))
    order by 2, 1
    limit row_limit + 1
  ) p;
  return jsonb_build_object(
    'rows', private.rep_rows(ids[:row_limit]),
    'has_more', cardinality(ids) > row_limit,
    'next_after', case when cardinality(ids) > row_limit then (
      select private.write_cursor(
        jsonb_build_object('order', 'representatives', 'key', lower(r.name), 'id', r.id)
      )
      from public.sales_representatives r where r.id = ids[row_limit]
    ) end,
    'counts', (
      select jsonb_build_object(
        'enabled', count(*) filter (where r.disabled_at is null),
        'disabled', count(*) filter (where r.disabled_at is not null),
        'managers', count(*) filter (where r.disabled_at is null and r.is_manager)
      )
      from public.sales_representatives r
    ),
    'now', now()
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.rep_rows(ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', r.id, 'name', r.name, 'email', r.email, 'is_manager', r.is_manager, 'disabled_at', r.disabled_at,
      'created_at', r.created_at, 'sales_id_since', private.sales_id_since(r.id), 'customers', l.customers,
      'open_links', l.open_links, 'open_requests', q.requests, 'last_sign_in_at', s.last_at, 'live_sessions', s.live
    ) order by i.place
  ), '[]'::jsonb)
  from unnest(ids) with ordinality as i (id, place)
  join public.sales_representatives r on r.id = i.id
  cross join lateral (
    select count(*) as customers, count(*) filter (
      where l.access_token_hash is not null and l.token_expires_at > now() and l.is_active and l.revoked_at is null
    ) as open_links
    from public.qualified_leads l where l.qualified_by = r.id
  ) l
  cross join lateral (
    select count(*) as requests from public.contact_submissions q
    where q.assigned_to = r.id and q.status in ('new', 'in_progress')
  ) q
  cross join lateral (
    select max(s.created_at) as last_at,
      count(*) filter (where s.ended_at is null and s.expires_at > now() and r.disabled_at is null) as live
    from public.sales_sessions s where s.sales_rep_id = r.id
  ) s
$function$;

CREATE OR REPLACE FUNCTION private.rep_session_rows(sales_rep_id_param uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', s.id, 'ip_address', s.ip_address, 'user_agent', s.user_agent, 'created_at', s.created_at,
      'expires_at', s.expires_at, 'is_asking', s.id is not distinct from private.jwt_session_id()
    ) order by s.created_at desc, s.id
  ), '[]'::jsonb)
  from (
    select s.* from public.sales_sessions s
    join public.sales_representatives r on r.id = s.sales_rep_id and r.disabled_at is null
    where s.sales_rep_id = sales_rep_id_param and s.ended_at is null and s.expires_at > now()
      and private.current_manager_until() is not null
    order by s.created_at desc, s.id
    limit 100
  ) s
$function$;

CREATE OR REPLACE FUNCTION private.rep_texts(sales_rep_id_param uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('name', r.name, 'email', r.email, 'isManager', r.is_manager)
  from public.sales_representatives r where r.id = sales_rep_id_param
$function$;

CREATE OR REPLACE FUNCTION private.retention_rules()
 RETURNS TABLE(kind text, kept_days integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  values
    ('quarantined_requests', private.quarantined_requests_kept_days()),
    ('contact_requests', private.contact_requests_kept_days()),
    ('idle_customers', private.idle_customers_kept_days()),
    ('codes', private.codes_kept_days()),
    ('sessions', private.sign_in_traces_kept_days()),
    ('sign_in_traces', private.sign_in_traces_kept_days()),
    ('attempt_counts', private.attempt_counts_kept_days()),
    ('site_events', private.site_events_kept_days())
$function$;

CREATE OR REPLACE FUNCTION private.rotate_sales_id_by_manager(rep_id_param uuid, since_param timestamp with time zone, credential_hash_param text, manager_id_param uuid, session_id_param uuid, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if private.has_sales_id(rep_id_param, credential_hash_param) then
    return jsonb_build_object('outcome', 'rotated', 'ended_sessions', 0);
  end if;
  -- Somebody else may have read out the sales ID that this would void.
  if private.sales_id_since(rep_id_param) is distinct from since_param or exists (
    select from public.sales_representatives r where r.id = rep_id_param and r.disabled_at is not null
  ) then
    return private.rep_conflict(rep_id_param);
  end if;
  return jsonb_build_object('outcome', 'rotated', 'ended_sessions', public.rotate_rep_credential(
    rep_id_param, credential_hash_param, manager_id_param, session_id_param, ip_address_param, user_agent_param
  ));
end
$function$;

CREATE OR REPLACE FUNCTION private.sales_id_since(sales_rep_id_param uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select max(c.created_at) from private.sales_rep_credentials c
  where c.sales_rep_id = sales_rep_id_param and c.revoked_at is null
$function$;

CREATE OR REPLACE FUNCTION private.stored_people()
 RETURNS TABLE(email text, name text, role text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select l.email, nullif(l.name, ''), 'customer' from public.qualified_leads l
  union all
  select lower(s.email), nullif(concat_ws(' ', s.first_name, nullif(s.last_name, '')), ''), 'contact request'
  from public.contact_submissions s
  union all
  select v.email, nullif(v.name, ''), 'code' from private.verification_codes v
  union all
  select r.email, r.name, 'representative' from public.sales_representatives r
$function$;

CREATE OR REPLACE FUNCTION private.text_pattern(text_param text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select regexp_replace(
    regexp_replace(btrim(text_param), '([.*+?^${}()|[\]\\])', '\\\1', 'g'), '[\s\u00a0]+', '[\\s\\u00a0]+', 'g'
  )
$function$;

CREATE OR REPLACE FUNCTION private.texts_of_others(email_param text)
 RETURNS TABLE(kind text, id uuid, owner_email text, owner_name text, field text, content text, is_prose boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'contact_request', s.id, s.email, concat_ws(' ', s.first_name, s.last_name), t.field, t.content, t.is_prose
  from public.contact_submissions s
  cross join lateral (values
    ('name', concat_ws(' ', s.first_name, s.last_name), false), ('company', s.company, false),
    ('phone', s.phone, true), ('job_title', s.job_title, true), ('job_role', s.job_role, true),
    ('message', s.message, true), ('source', s.source, true), ('tier', s.tier, true),
    ('referrer', s.referrer, true), ('utm', s.utm::text, true), ('staff_note', s.staff_note, true)
  ) as t (field, content, is_prose)
  where lower(s.email) <> email_param and lower(private.typed_texts(s)) like any ((select private.mention_patterns(email_param))::text[])
  union all
  select 'customer_note', n.qualified_lead_id, l.email, l.name, 'note', n.note, true
  from private.customer_notes n join public.qualified_leads l on l.id = n.qualified_lead_id
  where l.email <> email_param
    and lower(n.note) like any ((select private.mention_patterns(email_param))::text[])
  union all
  select 'customer', l.id, l.email, l.name, t.field, t.content, false
  from public.qualified_leads l
  cross join lateral (values ('name', l.name), ('company', l.company)) as t (field, content)
  where l.email <> email_param
    and lower(t.content) like any ((select private.mention_patterns(email_param))::text[])
$function$;

CREATE OR REPLACE FUNCTION private.todays_release_failures()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with newest as materialized (
    select e.occurred_at, e.versions from private.site_events e
    where e.metric = 'TTFB' and e.occurred_at > now() - interval '1 day'
    order by e.occurred_at desc
    limit 200
  ),
  live as (
    select distinct v.key as application, v.value as version
    from newest n cross join lateral jsonb_each_text(n.versions) v
    where n.occurred_at > (select max(m.occurred_at) from newest m) - interval '1 hour'
  ),
  told as (
    select coalesce(e.remote, e.application) as application,
      coalesce(e.remote_version, e.application_version) as version, e.kind, e.occurred_at
    from private.site_events e
    where e.kind <> 'web-vital' and e.occurred_at > now() - interval '1 day'
  ),
  summed as (
    select t.application, t.version,
      count(*) filter (where t.kind = 'remote-failure') as failures,
      count(*) filter (where t.kind = 'page-error') as errors,
      max(t.occurred_at) as last_seen_at
    from told t join live v on v.application = t.application and v.version = t.version
    group by t.application, t.version
  )
  select coalesce(jsonb_agg(to_jsonb(s) order by s.failures + s.errors desc, s.application, s.version), '[]')
  from (select * from summed order by failures + errors desc, application, version limit 20) s
$function$;

CREATE OR REPLACE FUNCTION private.todays_requests()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with waiting as (
    select
      (now() at time zone 'UTC')::date - (s.created_at at time zone 'UTC')::date as days, s.created_at
    from public.contact_submissions s
    where s.status = 'new' and s.quarantined_at is null
  )
  select jsonb_build_object(
    'today', count(*) filter (where w.days <= 0),
    'recent', count(*) filter (where w.days between 1 and 2),
    'older', count(*) filter (where w.days > 2),
    'oldest_at', min(w.created_at)
  )
  from waiting w
$function$;

CREATE OR REPLACE FUNCTION private.trail_of(lead_id_param uuid, rep_id_param uuid, most_param integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(
    jsonb_build_object('occurred_at', e.occurred_at, 'event', e.event, 'detail', e.detail)
    -- Of what others did to a customer, from where is not the customer's to know.
    || case when (rep_id_param is not null and e.detail ->> 'managerId' is null) or e.event in (
      'link_opened', 'customer_signed_in', 'customer_sign_in_failed', 'prices_revealed', 'signed_out'
    ) then jsonb_build_object('ip_address', e.ip_address, 'user_agent', e.user_agent) else '{}' end
    order by e.line_number desc
  ), '[]')
  from (
    select * from public.audit_events t
    where t.qualified_lead_id = lead_id_param or (t.sales_rep_id = rep_id_param and t.qualified_lead_id is null)
    order by t.line_number desc
    limit most_param
  ) e
$function$;

CREATE OR REPLACE FUNCTION private.typed_texts(request public.contact_submissions)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select concat_ws(
    chr(10), concat_ws(' ', request.first_name, request.last_name), request.company, request.phone, request.job_title,
    request.job_role, request.message, request.source, request.tier, request.referrer, request.utm::text,
    request.staff_note
  )
$function$;

CREATE OR REPLACE FUNCTION private.undone_handover(handover private.handovers)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'outcome', 'undone', 'id', handover.id,
    'count', cardinality(handover.customer_ids) - count(*) filter (where k ->> 'kind' = 'customer'),
    'requests', cardinality(handover.request_ids) - count(*) filter (where k ->> 'kind' = 'request'),
    'kept', coalesce(jsonb_agg(k || jsonb_build_object(
      'name', coalesce(nullif(l.name, ''), l.email, concat_ws(' ', s.first_name, s.last_name)), 'with', r.name
    )) filter (where k is not null), '[]')
  )
  from (select) as one
  left join jsonb_array_elements(handover.kept) as k on true
  left join public.qualified_leads l on k ->> 'kind' = 'customer' and l.id = (k ->> 'id')::uuid
  left join public.contact_submissions s on k ->> 'kind' = 'request' and s.id = (k ->> 'id')::uuid
  left join public.sales_representatives r on r.id = coalesce(l.qualified_by, s.assigned_to)
$function$;

CREATE OR REPLACE FUNCTION public.add_rep(name_param text, email_param text, credential_hash_param text, is_manager_param boolean DEFAULT false, manager_id_param uuid DEFAULT NULL::uuid, ip_address_param text DEFAULT NULL::text, user_agent_param text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep_id uuid;
begin
  insert into public.sales_representatives (name, email) values (name_param, lower(email_param))
  on conflict (email) do nothing
  returning id into rep_id;
  if rep_id is null then
    select r.id into rep_id from public.sales_representatives r where r.email = lower(email_param);
    return case when private.has_sales_id(rep_id, credential_hash_param)
      then jsonb_build_object('outcome', 'added', 'id', rep_id)
      else jsonb_build_object('outcome', 'exists') end;
  end if;
  insert into private.sales_rep_credentials (sales_rep_id, credential_hash, label)
  values (
    rep_id, credential_hash_param, 'issued by ' || case when manager_id_param is null then 'an operator' else 'a manager' end
  );
  perform private.write_audit(
    'rep_added', rep_id, null, ip_address_param, user_agent_param,
    private.done_by(manager_id_param) || jsonb_build_object('after', private.rep_texts(rep_id) - 'isManager')
  );
  if is_manager_param then
    perform public.set_rep_manager(rep_id, true, manager_id_param, ip_address_param, user_agent_param);
  end if;
  return jsonb_build_object('outcome', 'added', 'id', rep_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.canary_figures(application_param text, canary_version_param text, live_version_param text, since_param timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with told as (
    select
      e.id,
      e.occurred_at,
      e.kind,
      e.metric,
      e.value,
      e.path,
      case e.kind
        when 'web-vital' then e.versions ->> application_param
        when 'remote-failure' then e.remote_version
        else e.application_version
      end as version
    from private.site_events e
    where e.occurred_at >= since_param and case e.kind
      when 'web-vital' then e.metric in ('TTFB', 'LCP')
      when 'remote-failure' then e.remote = application_param
      else e.application = application_param
    end
  ),
  begun as (
    select min(t.occurred_at) as started_at from told t where t.version = canary_version_param
  ),
  compared as (
    select
      t.*,
      t.version = canary_version_param as is_canary,
      date_bin('10 minutes', t.occurred_at, 'epoch') as block_started_at,
      date_bin('1 minute', t.occurred_at, 'epoch') as minute_started_at
    from told t
    cross join begun b
    where t.version in (canary_version_param, live_version_param) and t.occurred_at >= b.started_at
  ),
  -- Whoever invents paths must not make the answer long.
  busiest as (
    select c.path from compared c where c.metric = 'TTFB' group by c.path order by count(*) desc, c.path limit 50
  ),
  first_of_minute as (
    select distinct on (c.kind, c.minute_started_at, c.is_canary) c.id, c.kind, c.minute_started_at
    from compared c
    where c.kind <> 'web-vital'
    order by c.kind, c.minute_started_at, c.is_canary, c.occurred_at, c.id
  ),
  -- Minutes in which one of the two versions had trouble, and the other had none.
  lone as (
    select min(f.id) as id from first_of_minute f group by f.kind, f.minute_started_at having count(*) = 1
  ),
  cells as (
    select
      c.block_started_at,
      b.path,
      c.is_canary,
      count(*) filter (where c.metric = 'TTFB') as views,
      -- What one page told at once is one.
      count(distinct c.occurred_at) filter (where c.kind = 'remote-failure') as failures,
      count(l.id) filter (where c.kind = 'remote-failure') as lone_failures,
      count(distinct c.occurred_at) filter (where c.kind = 'page-error') as errors,
      count(l.id) filter (where c.kind = 'page-error') as lone_errors,
      count(*) filter (where c.metric = 'LCP') as lcp_count,
      coalesce(sum(ln(greatest(c.value, 1))) filter (where c.metric = 'LCP'), 0) as lcp_log_sum,
      coalesce(sum(ln(greatest(c.value, 1)) ^ 2) filter (where c.metric = 'LCP'), 0) as lcp_log_square_sum
    from compared c
    left join busiest b on b.path = c.path
    left join lone l on l.id = c.id
    group by c.block_started_at, b.path, c.is_canary
  )
  select jsonb_build_object(
    'asked_at', now(),
    'started_at', (select b.started_at from begun b),
    'cells', coalesce(
      (select jsonb_agg(to_jsonb(c) order by c.block_started_at, c.path, c.is_canary) from cells c), '[]'::jsonb
    )
  )
$function$;

CREATE OR REPLACE FUNCTION public.cancel_price(product_slug_param text, valid_from_param timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_price_cancellation(null, product_slug_param, valid_from_param, null, null, null)
$function$;

CREATE OR REPLACE FUNCTION public.change_contact_request(session_id_param uuid, contact_request_id_param uuid, version_param integer, change_param jsonb, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep_id uuid;
begin
  -- Waits for whoever takes them off the managers just now, and is decided after that.
  perform private.hold_manager(session_id_param);
  rep_id := private.live_rep_id(session_id_param);
  if rep_id is null then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  return private.apply_contact_request_change(
    case when private.live_manager_id(session_id_param) is null then 'representative' else 'manager' end,
    rep_id, contact_request_id_param, version_param, change_param, ip_address_param, user_agent_param
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.change_person(session_id_param uuid, change_param jsonb, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  refusal jsonb;
  manager_id uuid;
  email text := change_param ->> 'email';
  correction jsonb := change_param -> 'correction';
  person jsonb;
begin
  -- Waits for whoever takes them off the managers just now, and is decided after that.
  perform private.hold_manager(session_id_param);
  refusal := private.manager_refusal(session_id_param);
  manager_id := private.live_manager_id(session_id_param);
  if refusal is not null then
    return refusal;
  end if;
  case change_param ->> 'action'
    when 'export' then
      person := private.apply_person_export(manager_id, email, ip_address_param, user_agent_param);
      if person is null then
        return jsonb_build_object('outcome', 'not_found');
      end if;
      return jsonb_build_object('outcome', 'exported', 'person', person);
    when 'correct' then
      return private.apply_person_correction(
        manager_id, correction, correction -> 'before', correction -> 'after', ip_address_param, user_agent_param
      );
    when 'withdraw_consent' then
      return jsonb_build_object('outcome', 'withdrawn', 'requests', private.apply_consent_withdrawal(
        manager_id, email, ip_address_param, user_agent_param
      ));
    when 'erase' then
      return private.apply_person_erasure(
        manager_id, email, (change_param ->> 'takesNames')::boolean, (change_param ->> 'erasureId')::uuid,
        ip_address_param, user_agent_param
      );
    else
      raise exception 'unknown action' using errcode = 'invalid_parameter_value';
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION public.change_price(session_id_param uuid, change_param jsonb, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  manager_id uuid;
  plan_slug text := change_param ->> 'plan';
  valid_from timestamptz := (change_param ->> 'from')::timestamptz;
  version text := coalesce(change_param ->> 'version', '');
  answer jsonb;
begin
  -- Waits for whoever takes them off the managers just now, and is decided after that.
  perform private.hold_manager(session_id_param);
  manager_id := private.live_manager_id(session_id_param);
  if private.live_rep_id(session_id_param) is null then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  if manager_id is null then
    return jsonb_build_object('outcome', 'forbidden');
  end if;
  answer := case change_param ->> 'action'
    when 'set' then private.apply_price(
      manager_id, plan_slug, null, change_param -> 'amounts', version, ip_address_param, user_agent_param
    )
    when 'schedule' then private.apply_price(
      manager_id, plan_slug, valid_from, change_param -> 'amounts', version, ip_address_param, user_agent_param
    )
    when 'cancel' then private.apply_price_cancellation(
      manager_id, plan_slug, valid_from, version, ip_address_param, user_agent_param
    )
  end;
  if answer ->> 'outcome' not in ('set', 'cancelled', 'conflict') then
    return answer;
  end if;
  return jsonb_build_object(
    'outcome', case answer ->> 'outcome' when 'conflict' then 'conflict' else 'saved' end,
    'plan', private.managed_plan(
      (select d.id from public.products d where d.slug = plan_slug),
      -- A price that was set now is in force, even if a coarse clock has not moved on.
      greatest(
        clock_timestamp(), case change_param ->> 'action' when 'set' then (answer ->> 'valid_from')::timestamptz end
      )
    ),
    'now', clock_timestamp()
  ) || case answer ->> 'outcome'
    when 'conflict' then jsonb_build_object('last_change', private.last_price_change(plan_slug)) else '{}'
  end;
end
$function$;

CREATE OR REPLACE FUNCTION public.change_rep_by_manager(session_id_param uuid, change_param jsonb, credential_hash_param text, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep_id uuid := (change_param ->> 'repId')::uuid;
  manager_id uuid;
begin
  perform private.lock_reps(array[rep_id]);
  -- Only now: a manager whom another one has just taken off changes nothing more.
  manager_id := private.live_manager_id(session_id_param);
  if manager_id is null then
    return jsonb_build_object('outcome', case
      when private.live_rep_id(session_id_param) is null then 'unauthenticated' else 'forbidden'
    end);
  end if;
  if change_param ->> 'action' = 'add' then
    return public.add_rep(
      change_param ->> 'name', change_param ->> 'email', credential_hash_param, (change_param ->> 'isManager')::boolean,
      manager_id, ip_address_param, user_agent_param
    );
  end if;
  if not exists (select from public.sales_representatives r where r.id = rep_id) then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  case change_param ->> 'action'
    when 'edit' then
      return private.edit_rep_by_manager(
        rep_id, change_param -> 'before', change_param -> 'after', manager_id, ip_address_param, user_agent_param
      );
    when 'disable' then
      return public.disable_rep(rep_id, manager_id, ip_address_param, user_agent_param);
    when 'enable' then
      return case
        when public.enable_rep(rep_id, credential_hash_param, manager_id, ip_address_param, user_agent_param)
          then jsonb_build_object('outcome', 'enabled')
        else private.rep_conflict(rep_id) end;
    when 'rotate' then
      return private.rotate_sales_id_by_manager(
        rep_id, (change_param ->> 'salesIdSince')::timestamptz, credential_hash_param, manager_id, session_id_param,
        ip_address_param, user_agent_param
      );
    when 'end_sessions' then
      return jsonb_build_object('outcome', 'ended', 'ended_sessions', public.end_rep_sessions(
        rep_id, manager_id, (change_param ->> 'sessionId')::uuid, session_id_param, ip_address_param, user_agent_param
      ));
    else
      raise exception 'unknown action: "%"', left(change_param ->> 'action', 50)
        using errcode = 'invalid_parameter_value';
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION public.correct_person(part_param jsonb, before_param jsonb, after_param jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_person_correction(null, part_param, before_param, after_param, null, null)
$function$;

CREATE OR REPLACE FUNCTION public.disable_rep(sales_rep_id_param uuid, manager_id_param uuid DEFAULT NULL::uuid, ip_address_param text DEFAULT NULL::text, user_agent_param text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if private.is_last_manager(sales_rep_id_param) then
    return jsonb_build_object('outcome', 'last_manager');
  end if;
  update public.sales_representatives set disabled_at = now()
  where id = sales_rep_id_param and disabled_at is null;
  if found then
    perform private.write_audit(
      'rep_disabled', sales_rep_id_param, null, ip_address_param, user_agent_param, private.done_by(manager_id_param)
    );
  end if;
  return jsonb_build_object(
    'outcome', 'disabled', 'ended_sessions', public.end_rep_sessions(
      sales_rep_id_param, manager_id_param, null, null, ip_address_param, user_agent_param
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.edit_rep(sales_rep_id_param uuid, name_param text, email_param text, manager_id_param uuid DEFAULT NULL::uuid, ip_address_param text DEFAULT NULL::text, user_agent_param text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before jsonb := private.rep_texts(sales_rep_id_param) - 'isManager';
begin
  if exists (
    select from public.sales_representatives r
    where r.email = lower(email_param) and r.id <> sales_rep_id_param
  ) then
    return 'exists';
  end if;
  update public.sales_representatives set name = name_param, email = lower(email_param)
  where id = sales_rep_id_param and (name, email) is distinct from (name_param, lower(email_param));
  if found then
    perform private.write_audit(
      'rep_edited', sales_rep_id_param, null, ip_address_param, user_agent_param,
      private.done_by(manager_id_param) || jsonb_build_object(
        'before', before, 'after', private.rep_texts(sales_rep_id_param) - 'isManager'
      )
    );
  end if;
  return 'edited';
end
$function$;

CREATE OR REPLACE FUNCTION public.enable_rep(sales_rep_id_param uuid, credential_hash_param text, manager_id_param uuid DEFAULT NULL::uuid, ip_address_param text DEFAULT NULL::text, user_agent_param text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- An erased one stays what was left of them.
  update public.sales_representatives set disabled_at = null
  where id = sales_rep_id_param and disabled_at is not null and email not like 'erased-%@erased.invalid';
  if not found then
    return private.has_sales_id(sales_rep_id_param, credential_hash_param);
  end if;
  perform public.rotate_rep_credential(
    sales_rep_id_param, credential_hash_param, manager_id_param, null, ip_address_param, user_agent_param
  );
  perform private.write_audit(
    'rep_enabled', sales_rep_id_param, null, ip_address_param, user_agent_param, private.done_by(manager_id_param)
  );
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.end_rep_sessions(sales_rep_id_param uuid, manager_id_param uuid DEFAULT NULL::uuid, ended_session_id_param uuid DEFAULT NULL::uuid, kept_session_id_param uuid DEFAULT NULL::uuid, ip_address_param text DEFAULT NULL::text, user_agent_param text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ended integer;
begin
  update public.sales_sessions set ended_at = now(),
    end_reason = case when manager_id_param is null then 'ended_by_operator' else 'ended_by_manager' end
  where sales_rep_id = sales_rep_id_param and ended_at is null and expires_at > now()
    and (ended_session_id_param is null or id = ended_session_id_param)
    and id is distinct from kept_session_id_param;
  get diagnostics ended = row_count;
  if ended > 0 then
    perform private.write_audit(
      'sessions_ended', sales_rep_id_param, null, ip_address_param, user_agent_param,
      private.done_by(manager_id_param) || jsonb_build_object('count', ended)
    );
  end if;
  return ended;
end
$function$;

CREATE OR REPLACE FUNCTION public.erase_person(email_param text, takes_names_param boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_person_erasure(null, email_param, takes_names_param, gen_random_uuid(), null, null)
$function$;

CREATE OR REPLACE FUNCTION public.export_person(email_param text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_person_export(null, email_param, null, null)
$function$;

CREATE OR REPLACE FUNCTION public.find_audit_events(event_param text, email_param text, from_param timestamp with time zone, to_param timestamp with time zone, before_line_number_param bigint, limit_param integer)
 RETURNS TABLE(line_number bigint, occurred_at timestamp with time zone, event text, rep_id uuid, rep_name text, rep_email text, customer_id uuid, customer_name text, customer_email text, manager_name text, ip_address text, user_agent text, detail jsonb, names jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  email_sought text := lower(btrim(email_param));
  before_at timestamptz;
  person_ids uuid[];
begin
  perform private.refuse_over('the address', char_length(email_param), 320);
  perform private.refuse_over('the event', char_length(event_param), 100);
  select e.occurred_at into before_at from public.audit_events e where e.line_number = before_line_number_param;
  if email_param is not null then
    person_ids := array(
      select r.id from public.sales_representatives r where r.email = email_sought
      union all
      select l.id from public.qualified_leads l where l.email = email_sought
    );
  end if;
  return query select * from private.audit_lines(private.audit_line_numbers(
    person_ids, event_param, from_param, to_param, before_at, before_line_number_param,
    least(greatest(coalesce(limit_param, 100), 1), 1000)
  ));
end
$function$;

CREATE OR REPLACE FUNCTION public.find_operations_today()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.operations_today()
$function$;

CREATE OR REPLACE FUNCTION public.find_people(search_param text)
 RETURNS TABLE(email text, names text[], roles text[])
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  term text := lower(btrim(search_param));
begin
  perform private.refuse_over('the search', char_length(search_param), 200);
  perform private.refuse_over('2 characters', 2, char_length(term));
  return query
  with found as (
    select distinct p.email
    from private.stored_people() p
    where strpos(p.email, term) > 0 or strpos(lower(p.name), term) > 0
    order by p.email
    limit 100
  )
  select p.email, array_agg(distinct p.name order by p.name) filter (where p.name is not null),
    array_agg(distinct p.role order by p.role)
  from private.stored_people() p
  join found f on f.email = p.email
  group by p.email
  order by p.email;
end
$function$;

CREATE OR REPLACE FUNCTION public.find_reps(filter_param jsonb, limit_param integer, after_param text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.rep_page(coalesce(filter_param, '{}'), limit_param, after_param)
$function$;

CREATE OR REPLACE FUNCTION public.finish_verification_mail(verification_id_param uuid, is_sent_param boolean, ip_address_param text, user_agent_param text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  code private.verification_codes;
begin
  if is_sent_param then
    select v.* into code from private.verification_codes v where v.id = verification_id_param;
    if not found then
      -- The person was erased while the mail was under way: there is nobody left to tell of.
      return;
    end if;
    perform private.write_audit(
      'code_sent', code.sales_rep_id, (select l.id from public.qualified_leads l where l.email = code.email),
      ip_address_param, user_agent_param, jsonb_build_object('verificationId', code.id)
    );
  else
    update private.verification_codes set voided_at = now()
    where id = verification_id_param and used_at is null and voided_at is null;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_audit_events(page_size integer DEFAULT 25, before_line_number bigint DEFAULT NULL::bigint)
 RETURNS TABLE(line_number bigint, id uuid, occurred_at timestamp with time zone, event text, qualified_lead_id uuid, ip_address text, user_agent text, detail jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refuse_ended_session();
  select e.line_number, e.id, e.occurred_at, e.event, e.qualified_lead_id,
    case when m.is_theirs then e.ip_address end, case when m.is_theirs then e.user_agent end, e.detail
  from public.audit_events e
  cross join lateral (
    select coalesce(e.detail ->> 'managerId' = (select private.current_rep_id())::text, true) as is_theirs
  ) m
  where (before_line_number is null or e.line_number < before_line_number)
    -- A manager may read more lines, but not by this procedure.
    and (
      e.qualified_lead_id in (
        select l.id from public.qualified_leads l where l.qualified_by = (select private.current_rep_id())
      )
      or (e.qualified_lead_id is null and e.sales_rep_id = (select private.current_rep_id()))
    )
  order by e.line_number desc
  limit least(greatest(coalesce(page_size, 25), 1), 100)
$function$;

CREATE OR REPLACE FUNCTION public.get_audit_people(search text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  term text;
begin
  perform private.require_manager();
  perform private.refuse_over('the search', char_length(search), 200);
  term := private.search_term(jsonb_build_object('search', search));
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('id', p.id, 'kind', p.kind, 'name', p.name, 'email', p.email) order by p.kind desc, p.email
      ),
      '[]'
    )
    from (
      (
        select r.id, 'representative' as kind, r.name, r.email from public.sales_representatives r
        where strpos(lower(r.name || e'\n' || r.email), term) > 0
        order by r.email limit 10
      )
      union all
      (
        select l.id, 'customer', l.name, l.email from public.qualified_leads l
        where strpos(lower(l.name || e'\n' || l.email), term) > 0
        order by l.email limit 10
      )
    ) p
  );
end
$function$;

ALTER FUNCTION "public"."get_audit_people"(text) OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_audit_trail(filter jsonb DEFAULT '{}'::jsonb, page_size integer DEFAULT 25, after text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked jsonb := coalesce(filter, '{}');
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  person_id uuid;
  first_day date;
  last_day date;
  event text;
  place jsonb;
  numbers bigint[];
begin
  perform private.require_manager();
  perform private.refuse_unknown_fields(asked, array['person', 'event', 'from', 'to']);
  person_id := private.filter_id(asked, 'person');
  event := private.filter_text(asked, 'event', 100);
  first_day := private.filter_day(asked, 'from');
  last_day := private.filter_day(asked, 'to');
  place := private.read_cursor(after, 'trail', 'bigint');
  numbers := private.audit_line_numbers(
    case when person_id is not null then array[person_id] end, event,
    first_day::timestamp at time zone 'UTC', (last_day + 1)::timestamp at time zone 'UTC',
    (place ->> 'issued_at')::timestamptz, (place ->> 'key')::bigint, row_limit + 1
  );
  return jsonb_build_object(
    'rows', coalesce((select jsonb_agg(to_jsonb(t)) from private.audit_lines(numbers[:row_limit]) t), '[]'),
    'has_more', cardinality(numbers) > row_limit,
    'next_after', case when cardinality(numbers) > row_limit then (
      select private.write_cursor(
        jsonb_build_object('order', 'trail', 'key', e.line_number, 'issued_at', e.occurred_at)
      )
      from public.audit_events e where e.line_number = numbers[row_limit]
    ) end,
    'person', case when person_id is not null then (
      select jsonb_build_object('id', p.id, 'kind', p.kind, 'name', p.name, 'email', p.email)
      from (
        select r.id, 'representative' as kind, r.name, r.email
        from public.sales_representatives r where r.id = person_id
        union all
        select l.id, 'customer', l.name, l.email from public.qualified_leads l where l.id = person_id
      ) p
    ) end,
    'now', now()
  );
end
$function$;

ALTER FUNCTION "public"."get_audit_trail"(jsonb, integer, text) OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_contact_request_choices()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_manager();
  return (
    select jsonb_build_object(
      'sources', private.contact_request_sources(),
      'campaigns', private.contact_request_campaigns(),
      'pages', coalesce(
        (select jsonb_agg(v.value order by v.value) from (
          select distinct s.referrer as value from public.contact_submissions s where s.referrer <> '' order by 1 limit 200
        ) v), '[]'
      )
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.get_handover_choices(sales_rep_id_param uuid, search text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_manager();
  perform private.refuse_over('search', char_length(search), 200);
  return private.handover_choice_rows(sales_rep_id_param, nullif(lower(btrim(search)), ''));
end
$function$;

ALTER FUNCTION "public"."get_handover_choices"(uuid, text) OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_handovers()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_manager();
  return jsonb_build_object('rows', private.recent_handovers(), 'now', now());
end
$function$;

ALTER FUNCTION "public"."get_handovers"() OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_lead_by_id(lead_id_param uuid)
 RETURNS TABLE(id uuid, email text, name text, company text, qualified_by uuid, token_expires_at timestamp with time zone, has_accessed boolean, accessed_at timestamp with time zone, is_active boolean, rep_name text, rep_email text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refuse_ended_session();
  select l.id, l.email, l.name, l.company, l.qualified_by, l.token_expires_at,
    l.has_accessed, l.accessed_at, l.is_active, r.name, r.email
  from public.qualified_leads l
  join public.sales_representatives r on r.id = l.qualified_by
  where l.id = lead_id_param
    -- A manager may read more customers, but not by this procedure.
    and (
      l.qualified_by = (select private.current_rep_id()) or l.id = (select private.current_customer_id())
    )
$function$;

CREATE OR REPLACE FUNCTION public.get_links_ending_today(page_size integer DEFAULT 25, after text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  place jsonb;
  ids uuid[];
begin
  perform private.require_manager();
  place := private.read_cursor(after, 'links ending', 'timestamptz');
  ids := array(
    select l.id from public.qualified_leads l
    where l.revoked_at is null and l.is_active and l.token_expires_at > now()
      and l.token_expires_at <= private.end_of_today()
      and (place is null or (l.token_expires_at, l.id) > ((place ->> 'key')::timestamptz, (place ->> 'id')::uuid))
    order by l.token_expires_at, l.id
    limit row_limit + 1
  );
  return jsonb_build_object(
    'rows', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'customer_id', l.id, 'name', l.name, 'email', l.email, 'company', l.company,
          'rep_name', r.name, 'ends_at', l.token_expires_at, 'was_opened', l.has_accessed
        ) order by l.token_expires_at, l.id
      )
      from public.qualified_leads l join public.sales_representatives r on r.id = l.qualified_by
      where l.id = any (ids[:row_limit])
    ), '[]'),
    'has_more', cardinality(ids) > row_limit,
    'next_after', case when cardinality(ids) > row_limit then (
      select private.write_cursor(jsonb_build_object('order', 'links ending', 'key', l.token_expires_at, 'id', l.id))
      from public.qualified_leads l where l.id = ids[row_limit]
    ) end,
    'now', now()
  );
end
$function$;

ALTER FUNCTION "public"."get_links_ending_today"(integer, text) OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_operations_today()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_manager();
  return private.operations_today();
end
$function$;

ALTER FUNCTION "public"."get_operations_today"() OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_person(email_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  person_email text := private.person_email(email_param);
  person jsonb := private.person_data(person_email, 50);
begin
  if person is null then
    return null;
  end if;
  return jsonb_build_object('person', person, 'mentions', private.mentions_of(person_email, 50), 'now', now());
end
$function$;

CREATE OR REPLACE FUNCTION public.get_plan_prices_at(at_param timestamp with time zone)
 RETURNS TABLE(product_slug text, monthly_cents integer, annual_cents integer, activation_cents integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_manager();
  return query
    select p.slug, c.monthly_cents, c.annual_cents, c.activation_cents
    from public.products p cross join lateral private.price_in_force(p.id, at_param) c
    where c.product_id is not null
    order by p.position;
end
$function$;

ALTER FUNCTION "public"."get_plan_prices_at"(timestamp with time zone) OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_prices()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_manager();
  return jsonb_build_object(
    'now', now(),
    'plans', (
      select coalesce(jsonb_agg(private.managed_plan(d.id, now()) order by d.position), '[]') from public.products d
    )
  );
end
$function$;

ALTER FUNCTION "public"."get_prices"() OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_rep_sessions(sales_rep_id_param uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_manager();
  return private.rep_session_rows(sales_rep_id_param);
end
$function$;

ALTER FUNCTION "public"."get_rep_sessions"(uuid) OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_reps(filter jsonb DEFAULT '{}'::jsonb, page_size integer DEFAULT 25, after text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_manager();
  return private.rep_page(coalesce(filter, '{}'), page_size, after);
end
$function$;

ALTER FUNCTION "public"."get_reps"(jsonb, integer, text) OWNER TO "api_reader";

CREATE OR REPLACE FUNCTION public.get_retention()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'rules', (
      select jsonb_agg(jsonb_build_object('kind', r.kind, 'kept_days', r.kept_days)) from private.retention_rules() r
    ),
    'last_run', (
      select jsonb_build_object('occurred_at', e.occurred_at, 'removed', e.detail)
      from public.audit_events e where e.event = 'data_expired' order by e.line_number desc limit 1
    ),
    'now', now()
  )
$function$;

CREATE OR REPLACE FUNCTION public.hand_over_by_manager(session_id_param uuid, handover_param jsonb, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  from_id uuid := (handover_param ->> 'fromRepId')::uuid;
  to_id uuid := (handover_param ->> 'toRepId')::uuid;
  manager_id uuid;
begin
  if handover_param ->> 'action' = 'undo' then
    select h.from_rep_id, h.to_rep_id into from_id, to_id
    from private.handovers h where h.id = (handover_param ->> 'handoverId')::uuid;
  end if;
  perform private.lock_reps(array[from_id, to_id]);
  -- Only now: a manager whom another one has just taken off changes nothing more.
  manager_id := private.live_manager_id(session_id_param);
  if manager_id is null then
    return jsonb_build_object('outcome', case
      when private.live_rep_id(session_id_param) is null then 'unauthenticated' else 'forbidden'
    end);
  end if;
  if handover_param ->> 'action' = 'undo' then
    return private.apply_handover_undo(
      (handover_param ->> 'handoverId')::uuid, manager_id, ip_address_param, user_agent_param
    );
  end if;
  return private.apply_handover(
    (handover_param ->> 'handoverId')::uuid, from_id, to_id,
    case when handover_param ? 'customerIds' then
      array(select e::uuid from jsonb_array_elements_text(handover_param -> 'customerIds') as e)
    end,
    case when handover_param ? 'requestIds' then
      array(select e::uuid from jsonb_array_elements_text(handover_param -> 'requestIds') as e)
    end,
    handover_param -> 'expected', manager_id, ip_address_param, user_agent_param
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.hand_over_customers(from_rep_id_param uuid, to_rep_id_param uuid, emails_param text[] DEFAULT NULL::text[], request_ids_param uuid[] DEFAULT NULL::uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  chosen text[] := array(select lower(btrim(e)) from unnest(emails_param) as e);
  is_all boolean := emails_param is null and request_ids_param is null;
  unknown text;
begin
  select e into unknown from unnest(chosen) as e
  where not exists (
    select from public.qualified_leads l where l.email = e and l.qualified_by = from_rep_id_param
  ) limit 1;
  if found then
    return jsonb_build_object('outcome', 'not_found', 'email', unknown);
  end if;
  return private.apply_handover(
    null, from_rep_id_param, to_rep_id_param,
    case when not is_all then array(select l.id from public.qualified_leads l where l.email = any (chosen)) end,
    case when not is_all then coalesce(request_ids_param, '{}') end,
    null, null, null, null
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.read_people(session_id_param uuid, question_param jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  refusal jsonb := private.manager_refusal(session_id_param);
  person jsonb;
begin
  if refusal is not null then
    return refusal;
  end if;
  case question_param ->> 'action'
    when 'find' then
      return jsonb_build_object('outcome', 'found', 'people', coalesce((
        select jsonb_agg(to_jsonb(p) order by p.email) from public.find_people(question_param ->> 'search') p
      ), '[]'));
    when 'open' then
      person := public.get_person(question_param ->> 'email');
      return case when person is null then jsonb_build_object('outcome', 'not_found')
        else jsonb_build_object('outcome', 'opened') || person end;
    when 'retention' then
      return jsonb_build_object('outcome', 'told', 'retention', public.get_retention());
    else
      raise exception 'unknown action' using errcode = 'invalid_parameter_value';
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION public.record_upkeep_run(job_param text, detail_param jsonb)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  recorded timestamptz;
begin
  insert into private.upkeep_runs (job, finished_at, detail) values (job_param, now(), coalesce(detail_param, '{}'))
  on conflict (job) do update set finished_at = excluded.finished_at, detail = excluded.detail
  returning finished_at into recorded;
  return recorded;
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
      where notified_at is null and quarantined_at is null and created_at < now() - interval '10 minutes'
    ),
    'runs', (
      select coalesce(jsonb_agg(jsonb_build_object('job', r.job, 'finished_at', r.finished_at, 'detail', r.detail)
        order by r.job), '[]')
      from private.upkeep_runs r
    )
  )
$function$;

CREATE OR REPLACE FUNCTION public.rotate_rep_credential(sales_rep_id_param uuid, credential_hash_param text, manager_id_param uuid DEFAULT NULL::uuid, kept_session_id_param uuid DEFAULT NULL::uuid, ip_address_param text DEFAULT NULL::text, user_agent_param text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update private.sales_rep_credentials set revoked_at = now()
  where sales_rep_id = sales_rep_id_param and revoked_at is null;
  insert into private.sales_rep_credentials (sales_rep_id, credential_hash, label)
  values (
    sales_rep_id_param, credential_hash_param,
    'issued by ' || case when manager_id_param is null then 'an operator' else 'a manager' end
  );
  perform private.write_audit(
    'sales_id_rotated', sales_rep_id_param, null, ip_address_param, user_agent_param,
    private.done_by(manager_id_param)
  );
  return public.end_rep_sessions(
    sales_rep_id_param, manager_id_param, null, kept_session_id_param, ip_address_param, user_agent_param
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.run_retention(is_dry_run_param boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  report jsonb;
begin
  begin
    report := private.expire_data();
    if is_dry_run_param then
      -- Takes everything back; what a variable holds stays.
      raise sqlstate 'CV001';
    end if;
  exception when sqlstate 'CV001' then
    return report;
  end;
  perform public.record_upkeep_run('retention', '{}');
  -- A run that found nothing is noted too: otherwise nobody could tell whether the job still runs.
  perform private.write_audit('data_expired', null, null, null, null, (
    select jsonb_object_agg(r.kind, r.removed) from jsonb_to_recordset(report) as r (kind text, removed integer)
  ));
  return report;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_price(product_slug_param text, valid_from_param timestamp with time zone DEFAULT NULL::timestamp with time zone, monthly_cents_param integer DEFAULT NULL::integer, annual_cents_param integer DEFAULT NULL::integer, activation_cents_param integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_price(
    null, product_slug_param, valid_from_param,
    jsonb_build_object(
      'monthlyCents', monthly_cents_param, 'annualCents', annual_cents_param,
      'activationCents', activation_cents_param
    ),
    null, null, null
  )
$function$;

CREATE OR REPLACE FUNCTION public.set_rep_manager(sales_rep_id_param uuid, is_manager_param boolean, manager_id_param uuid DEFAULT NULL::uuid, ip_address_param text DEFAULT NULL::text, user_agent_param text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not is_manager_param and private.is_last_manager(sales_rep_id_param) then
    return 'last_manager';
  end if;
  update public.sales_representatives set is_manager = is_manager_param
  where id = sales_rep_id_param and is_manager <> is_manager_param;
  if found then
    update public.sales_sessions set manager_until = null
    where sales_rep_id = sales_rep_id_param and manager_until is not null;
    perform private.write_audit(
      case when is_manager_param then 'rep_made_manager' else 'rep_no_longer_manager' end, sales_rep_id_param, null,
      ip_address_param, user_agent_param, private.done_by(manager_id_param)
    );
  end if;
  return 'set';
end
$function$;

CREATE OR REPLACE FUNCTION public.undo_handover(from_rep_id_param uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_handover_undo((
    select h.id from private.handovers h
    where h.from_rep_id = from_rep_id_param and h.undone_at is null
      and h.created_at > now() - private.handovers_undone_within()
    order by h.created_at desc limit 1
  ), null, null, null)
$function$;

CREATE OR REPLACE FUNCTION public.withdraw_consent(email_param text)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_consent_withdrawal(null, email_param, null, null)
$function$;

ALTER TABLE "private"."handovers" ADD CONSTRAINT "handovers_are_of_something" CHECK (((cardinality(customer_ids) + cardinality(request_ids)) > 0));

ALTER TABLE "private"."handovers" ADD CONSTRAINT "handovers_done_by_fkey" FOREIGN KEY (done_by) REFERENCES public.sales_representatives(id) ON DELETE SET NULL;

ALTER TABLE "private"."handovers" ADD CONSTRAINT "handovers_know_each_version" CHECK ((cardinality(request_ids) = cardinality(request_versions)));

ALTER TABLE "public"."audit_events" ADD CONSTRAINT "audit_events_event_check" CHECK ((event = ANY (ARRAY['rep_signed_in'::text, 'rep_sign_in_failed'::text, 'customer_signed_in'::text, 'customer_sign_in_failed'::text, 'code_sent'::text, 'code_failed'::text, 'link_issued'::text, 'link_opened'::text, 'link_revoked'::text, 'link_extended'::text, 'link_expired'::text, 'prices_revealed'::text, 'signed_out'::text, 'sessions_ended'::text, 'catalogue_loaded'::text, 'price_set'::text, 'price_scheduled'::text, 'price_schedule_cancelled'::text, 'customer_edited'::text, 'rep_enabled'::text, 'rep_edited'::text, 'rep_settings_changed'::text, 'consent_withdrawn'::text, 'person_erased'::text, 'data_expired'::text, 'customer_handed_over'::text, 'handover_undone'::text, 'manager_code_sent'::text, 'manager_code_failed'::text, 'manager_access_opened'::text, 'rep_made_manager'::text, 'rep_no_longer_manager'::text, 'contact_request_changed'::text, 'rep_added'::text, 'rep_disabled'::text, 'sales_id_rotated'::text, 'person_corrected'::text, 'person_exported'::text])));

ALTER TABLE "public"."sales_sessions" ADD CONSTRAINT "sales_sessions_end_reason_check" CHECK ((end_reason = ANY (ARRAY['signed_out'::text, 'ended_by_operator'::text, 'ended_by_manager'::text, 'ended_by_rep'::text, 'disabled'::text])));

CREATE INDEX handovers_created_at_idx ON private.handovers USING btree (created_at DESC);

CREATE INDEX handovers_done_by_idx ON private.handovers USING btree (done_by);

CREATE INDEX site_events_failures_idx ON private.site_events USING btree (occurred_at) WHERE (kind <> 'web-vital'::text);

CREATE INDEX site_events_page_loads_idx ON private.site_events USING btree (occurred_at DESC) WHERE (metric = 'TTFB'::text);

CREATE INDEX audit_events_event_idx ON public.audit_events USING btree (event, occurred_at DESC, line_number DESC);

CREATE INDEX audit_events_manager_id_idx ON public.audit_events USING btree (manager_id, occurred_at DESC, line_number DESC) WHERE (manager_id IS NOT NULL);

CREATE INDEX audit_events_occurred_at_idx ON public.audit_events USING btree (occurred_at DESC, line_number DESC);

CREATE INDEX audit_events_sales_rep_id_idx ON public.audit_events USING btree (sales_rep_id, occurred_at DESC, line_number DESC);

CREATE INDEX contact_submissions_campaign_idx ON public.contact_submissions USING btree (campaign, created_at DESC, id DESC) WHERE (campaign IS NOT NULL);

CREATE INDEX contact_submissions_source_idx ON public.contact_submissions USING btree (source, created_at DESC, id DESC);

CREATE INDEX contact_submissions_unsent_idx ON public.contact_submissions USING btree (created_at DESC, id DESC) WHERE ((quarantined_at IS NULL) AND (notified_at IS NULL));

CREATE INDEX qualified_leads_link_end_idx ON public.qualified_leads USING btree (token_expires_at, id) WHERE ((revoked_at IS NULL) AND is_active);

CREATE POLICY "site_events_select_manager" ON "private"."site_events" FOR SELECT TO "api_reader" USING ((( SELECT private.current_manager_until() AS current_manager_until) IS NOT NULL));

CREATE POLICY "upkeep_runs_all_service_role" ON "private"."upkeep_runs" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

CREATE POLICY "audit_events_select_rep_or_manager" ON "public"."audit_events" FOR SELECT TO "api_reader" USING (((( SELECT private.current_manager_until() AS current_manager_until) IS NOT NULL) OR (qualified_lead_id IN ( SELECT l.id
   FROM public.qualified_leads l
  WHERE (l.qualified_by = ( SELECT private.current_rep_id() AS current_rep_id)))) OR ((qualified_lead_id IS NULL) AND (sales_rep_id = ( SELECT private.current_rep_id() AS current_rep_id)))));

CREATE POLICY "product_prices_select_live_session_or_manager" ON "public"."product_prices" FOR SELECT TO "api_reader" USING (((( SELECT private.may_see_prices() AS may_see_prices) AND (valid_from <= now())) OR (( SELECT private.current_manager_until() AS current_manager_until) IS NOT NULL)));

CREATE POLICY "qualified_leads_select_rep_self_or_manager" ON "public"."qualified_leads" FOR SELECT TO "api_reader" USING (((qualified_by = ( SELECT private.current_rep_id() AS current_rep_id)) OR (id = ( SELECT private.current_customer_id() AS current_customer_id)) OR (( SELECT private.current_manager_until() AS current_manager_until) IS NOT NULL)));

COMMENT ON COLUMN "private"."handovers"."done_by" IS 'Manager. Null: an operator.';

COMMENT ON COLUMN "private"."handovers"."kept" IS 'What stayed when it was undone: [{kind, id, reason}]. Null: nothing, or not undone.';

COMMENT ON COLUMN "private"."handovers"."request_ids" IS 'Contact requests that were open. Not a foreign key either.';

COMMENT ON COLUMN "private"."handovers"."request_versions" IS 'The version of each contact request after the handover: with a later one, somebody has worked on it.';

COMMENT ON COLUMN "private"."upkeep_runs"."detail" IS 'What the job says of its run, such as the name of the backup; never a secret, no person''s data.';

COMMENT ON COLUMN "private"."upkeep_runs"."finished_at" IS 'By the database''s clock.';

COMMENT ON COLUMN "public"."audit_events"."manager_id" IS 'Manager who did it, from detail: see private.done_by(). Null: somebody else.';

COMMENT ON COLUMN "public"."sales_sessions"."end_reason" IS 'ended_by_rep: by the representative, from another session of theirs. ended_by_manager: in Operations.';

COMMENT ON FUNCTION "private"."address_pattern"(text) IS 'A regular expression that matches an address, also as it stands in a link, and no longer address that contains it.';

COMMENT ON FUNCTION "private"."apply_consent_withdrawal"(uuid, text, text, text) IS 'See public.withdraw_consent. By a manager, or null for an operator.';

COMMENT ON FUNCTION "private"."apply_handover"(uuid, uuid, uuid, uuid[], uuid[], jsonb, uuid, text, text) IS 'Gives customers and open contact requests of one representative to another; null: all of that kind: {outcome: handed_over, id, count, requests}, {outcome: changed, missing} or {outcome: same_rep | disabled | none}. expected: {customers, requests}, how many there were when it was asked for; null: not compared. changed: the choice or the number is no longer so, and nothing is written. Links and sessions go along. Private notes stay with their author, and sales with their seller.';

COMMENT ON FUNCTION "private"."apply_handover_undo"(uuid, uuid, text, text) IS 'Takes back a handover, within private.handovers_undone_within(): see private.undone_handover; or {outcome: none | too_late}. What stays, and why: handed_on, new_link, worked_on or erased meanwhile. Again: harmless, with the same answer.';

COMMENT ON FUNCTION "private"."apply_person_correction"(uuid, jsonb, jsonb, jsonb, text, text) IS 'Replaces the texts of a customer, {name, company}, or a contact request, {first_name, last_name, company, phone, job_title}, where they are still as before: {outcome: saved | conflict, stored} or {outcome: not_found}. conflict: somebody changed them meanwhile; stored says how, and nothing is written. The trail names the fields, never their texts. By a manager, or null for an operator.';

COMMENT ON FUNCTION "private"."apply_person_erasure"(uuid, text, boolean, uuid, text, text) IS 'See public.erase_person. By a manager, or null for an operator. Repeated with its own id, the answer is the same, and nothing is done again.';

COMMENT ON FUNCTION "private"."apply_person_export"(uuid, text, text, text) IS 'All that is stored about an address, in any case, for a file, noted in the trail with who took it; null when nothing is. By a manager, or null for an operator.';

COMMENT ON FUNCTION "private"."apply_price"(uuid, text, timestamp with time zone, jsonb, text, text, text) IS 'Gives a plan a price from now (valid_from null) or from an instant to come. amounts: {monthlyCents, annualCents, activationCents}; null or missing keeps what is in force by then. {outcome: set, valid_from, before, after} or {outcome: unknown_plan | conflict | past | taken | incomplete | unchanged}. version: of private.price_version, as the caller saw it; conflict when it is another by now. Null for operators, who do not look first.';

COMMENT ON FUNCTION "private"."apply_price_cancellation"(uuid, text, timestamp with time zone, text, text, text) IS 'Takes back a price that has not begun: {outcome: cancelled | conflict | not_scheduled | unknown_plan}. A price that has begun is history. version: as for private.apply_price.';

COMMENT ON FUNCTION "private"."attempt_counts_kept_days"() IS 'Days for which it is counted how often a network asked for what has a limit. No limit counts for longer.';

COMMENT ON FUNCTION "private"."audit_line_numbers"(uuid[], text, timestamp with time zone, timestamp with time zone, timestamp with time zone, bigint, integer) IS 'Numbers of the newest lines of the trail that the caller may read and that match: of one of some people, of one event, from an instant on, before another, older than a line. Null asks for all.';

COMMENT ON FUNCTION "private"."audit_lines"(bigint[]) IS 'Lines of the trail in the order of their numbers, of those that the caller may read. Names are null where the person is erased. names: of the representatives whose ids are in detail, by id.';

COMMENT ON FUNCTION "private"."codes_kept_days"() IS 'Days for which a code is kept, without the code itself, from when it ended.';

COMMENT ON FUNCTION "private"."contact_mail_late_after"() IS 'How long after a contact request arrived the team''s mail about it counts as failed when it was not sent.';

COMMENT ON FUNCTION "private"."contact_request_campaigns"() IS 'Campaigns of the contact requests that the caller may read, by alphabet, at most 200.';

COMMENT ON FUNCTION "private"."contact_request_sources"() IS 'Sources of the contact requests that the caller may read, by alphabet, at most 200.';

COMMENT ON FUNCTION "private"."customer_data"(text, integer) IS 'All that is stored about the customer with an address in lower case, without hashes of secrets; null when there is none. Of each list the newest, at most so many; null for all. counts: how many there are.';

COMMENT ON FUNCTION "private"."done_by"(uuid) IS 'Part of a line''s detail: who did what operators and managers can both do. Null: an operator.';

COMMENT ON FUNCTION "private"."edit_rep_by_manager"(uuid, jsonb, jsonb, uuid, text, text) IS 'Corrects a representative where they are still as before: {outcome: edited | exists | last_manager} or a conflict. Both: {name, email, isManager}.';

COMMENT ON FUNCTION "private"."end_of_today"() IS 'When the day of UTC ends.';

COMMENT ON FUNCTION "private"."erase_rep"(uuid) IS 'Takes the person out of a representative''s account. Its sales and their figures stay. Contact requests that were assigned to it are nobody''s, and what was handed over stays there.';

COMMENT ON FUNCTION "private"."full_names"(text) IS 'The full names, in lower case, that an address in lower case stands with; null without one. Those of the customer or representative alone, if there is one: anybody can write a contact request with any name. A single word is no full name: it would match too much.';

COMMENT ON FUNCTION "private"."handover_choice_rows"(uuid, text) IS 'What a representative could hand over: at most 100 customers by name and 100 open contact requests, the newest first, that match a term in lower case: {customers, requests: [{id, name, email, company}], customer_count, request_count}. The counts are of all, whatever the term. null unless a manager asks.';

COMMENT ON FUNCTION "private"."handovers_undone_within"() IS 'How long a handover of customers and contact requests can be undone.';

COMMENT ON FUNCTION "private"."has_sales_id"(uuid, text) IS 'Whether a sales ID is good and a representative''s: then the request that made it has come once more, as its answer was lost.';

COMMENT ON FUNCTION "private"."hold_manager"(uuid) IS 'Until the end of the transaction nobody changes the account of a session''s representative. Ask who may do what afterwards.';

COMMENT ON FUNCTION "private"."last_price_change"(text) IS 'The latest change of a plan''s prices, from the trail: {event, by, name, occurred_at, valid_from}; null when there was none.';

COMMENT ON FUNCTION "private"."last_rep_change"(uuid) IS 'Who changed a representative last, and when, from the trail: {by, occurred_at}; null when nobody did. by: null for an operator.';

COMMENT ON FUNCTION "private"."lock_plan"(text) IS 'Id of a plan, held until the end of the transaction, so that two changes of one plan follow each other; null when there is none.';

COMMENT ON FUNCTION "private"."lock_reps"(uuid[]) IS 'Locks representatives, and every enabled manager: until the end of the transaction no other change of them begins. Before any other look at them.';

COMMENT ON FUNCTION "private"."managed_plan"(uuid, timestamp with time zone) IS 'A plan with its prices at an instant: {slug, name, is_enterprise, version, in_force, scheduled, ended}. scheduled: the next 100, soonest first. ended: the latest 100, latest first. A price: {valid_from, monthly_cents, annual_cents, activation_cents, set_by: {by, name, occurred_at}}, US cents; set_by as the trail tells it, null for the first price, which the catalogue has.';

COMMENT ON FUNCTION "private"."manager_refusal"(uuid) IS 'Why a session may not use Operations, {outcome: unauthenticated | forbidden}; null when it may.';

COMMENT ON FUNCTION "private"."mention_patterns"(text) IS 'Patterns of LIKE for a text in lower case in which an address in lower case, or a full name that it stands with, may stand. They leave out most texts for less than the regular expressions cost.';

COMMENT ON FUNCTION "private"."mentions_of"(text, integer) IS 'Texts of other people in which an address in lower case stands, or a full name that it stands with: {count, by_name_count, texts: [{kind, id, owner_email, field, text, has_address, has_name}]}, of texts at most so many with at most 300 characters. by_name_count: those with the name alone.';

COMMENT ON FUNCTION "private"."missing_from"(uuid, uuid[], uuid[]) IS 'Which chosen customers and contact requests a representative cannot hand over, as they are with somebody else, closed or gone: at most 20 of {kind, id, name, with}. name and with: null when gone; with: null for nobody.';

COMMENT ON FUNCTION "private"."name_pattern"(text) IS 'A regular expression that matches private.full_names of an address in lower case; null without one.';

COMMENT ON FUNCTION "private"."newest_migration"() IS 'Version of the newest migration in this database, as the official CLI records it. Null: it keeps no history.';

COMMENT ON FUNCTION "private"."note_handed_requests"(uuid[], uuid, uuid, uuid, text, text) IS 'Notes for each contact request that a handover, or its undoing, gave it to another. Whoever changes it meanwhile is told.';

COMMENT ON FUNCTION "private"."operations_today"() IS 'See public.get_operations_today().';

COMMENT ON FUNCTION "private"."person_data"(text, integer) IS 'All that is stored about an address in lower case: {email, customer, representative, contact_requests, codes}; null when nothing is. Never a secret or a hash of one. Of each list the newest, at most so many; null for all.';

COMMENT ON FUNCTION "private"."person_email"(text) IS 'An address as people are told apart by it: lower case, without spaces around it. Refused (22023) over 320 characters.';

COMMENT ON FUNCTION "private"."person_texts"(jsonb) IS 'The texts of a customer or a contact request, {kind, id}, that can be corrected; null when it is not there.';

COMMENT ON FUNCTION "private"."price_lines"(text) IS 'Lines of the trail about the prices of a plan. set_by: manager or operator. manager_name: null for an operator, and for an erased manager.';

COMMENT ON FUNCTION "private"."price_version"(uuid, timestamp with time zone) IS 'Names what is in force at an instant and what is to come after it. It changes when somebody changes either, and when a scheduled price begins.';

COMMENT ON FUNCTION "private"."recent_handovers"() IS 'Handovers that can still be undone, or were, the newest first, at most 50: [{id, from, to, by, customers, requests, created_at, undone_at, undo_until}]. by: null for an operator. Empty unless a manager asks.';

COMMENT ON FUNCTION "private"."redact_mentions"(text, boolean) IS 'Takes an address in lower case out of the texts of other people, and with it, if wanted, the full names that it stands with out of their prose: each becomes [erased]. Says in how many requests, notes and customers. Call it while the names are still stored.';

COMMENT ON FUNCTION "private"."redacted"(text, text, integer) IS 'A text with [erased] in place of what a pattern matches, in any case, and of at most so many characters.';

COMMENT ON FUNCTION "private"."refuse_change_but_forgetting"() IS 'Lets the trail forget from where somebody came, and the names and addresses that a representative had, and nothing else of a line. What happened, to whom and when stays.';

COMMENT ON FUNCTION "private"."rep_conflict"(uuid) IS 'The answer to a change that started from what is no longer so: {outcome: conflict, rep: {name, email, is_manager, disabled_at, sales_id_since}, last_change}.';

COMMENT ON FUNCTION "private"."rep_data"(text, integer) IS 'The account of the representative with an address in lower case, without hashes of secrets; null when there is none. Of each list the newest, at most so many; null for all. counts: how many there are, and of what they did for others.';

COMMENT ON FUNCTION "private"."rep_page"(jsonb, integer, text) IS 'One page of the representatives that the caller may read and that match a filter: see public.get_reps.';

COMMENT ON FUNCTION "private"."rep_rows"(uuid[]) IS 'Representatives in the order of their ids, with how many customers, open access links, open contact requests and live sessions they have.';

COMMENT ON FUNCTION "private"."rep_session_rows"(uuid) IS 'The live sessions of a representative, the newest first, at most 100: [{id, ip_address, user_agent, created_at, expires_at, is_asking}]. is_asking: the session of the request. Empty unless a manager asks.';

COMMENT ON FUNCTION "private"."rep_texts"(uuid) IS 'What can be corrected about a representative: {name, email, isManager}; null when there is none.';

COMMENT ON FUNCTION "private"."retention_rules"() IS 'The one table of how long each kind of data is kept, in days. The job applies it, and the privacy page says the same: shared/src/contracts/backend/retention.ts.';

COMMENT ON FUNCTION "private"."rotate_sales_id_by_manager"(uuid, timestamp with time zone, text, uuid, uuid, text, text) IS 'Replaces the sales ID of an enabled representative that was made at an instant: {outcome: rotated, ended_sessions} or a conflict.';

COMMENT ON FUNCTION "private"."sales_id_since"(uuid) IS 'When the latest sales ID of a representative that is good was made; null without one.';

COMMENT ON FUNCTION "private"."stored_people"() IS 'Each address with a name that it stands with, and where: customer, contact request, code, representative.';

COMMENT ON FUNCTION "private"."text_pattern"(text) IS 'A regular expression that matches a text as it stands, with any spaces between its words.';

COMMENT ON FUNCTION "private"."texts_of_others"(text) IS 'Texts that somebody typed in what is stored about other people, if an address in lower case, or a full name that it stands with, may stand in them. is_prose: the name of a third person may stand in it; in the others only an address is out of place.';

COMMENT ON FUNCTION "private"."todays_release_failures"() IS 'Failed loads and errors of the last day, of live versions: [{application, version, failures, errors, last_seen_at}], at most 20. Live: a page was loaded with the version in the hour before the newest page load.';

COMMENT ON FUNCTION "private"."todays_requests"() IS 'New contact requests by their age in days of UTC: {today, recent, older, oldest_at}. recent: of the two days before today.';

COMMENT ON FUNCTION "private"."trail_of"(uuid, uuid, integer) IS 'What the trail holds of a customer, or of a representative''s own account, newest first, at most so many lines; null for all.';

COMMENT ON FUNCTION "private"."typed_texts"(public.contact_submissions) IS 'All that somebody typed in a contact request, but for its address and the wording of the consent.';

COMMENT ON FUNCTION "private"."undone_handover"(private.handovers) IS 'What undoing a handover brought: {outcome: undone, id, count, requests, kept: [{kind, id, reason, name, with}]}. name: null or empty when erased. with: who serves them now; null for nobody.';

COMMENT ON FUNCTION "public"."add_rep"(text, text, text, boolean, uuid, text, text) IS 'Adds a representative, or a manager, with the hash of a first sales ID: {outcome: added, id} or {outcome: exists}. Again with the same hash: harmless, and added.';

COMMENT ON FUNCTION "public"."canary_figures"(text, text, text, timestamp with time zone) IS 'What browsers saw of a canary and of the live version since the canary''s first report, but not before since_param: per 10 minutes, path (the 50 busiest; null: all others) and version: views, reports of failures and of errors, minutes in which only this version had one, and count, sum and sum of squares of ln(LCP in ms).';

COMMENT ON FUNCTION "public"."cancel_price"(text, timestamp with time zone) IS 'Takes back a price that has not begun, for operators: see private.apply_price_cancellation.';

COMMENT ON FUNCTION "public"."change_person"(uuid, jsonb, text, text) IS 'Does for a manager with a code what change.action says: export, correct, withdraw_consent, erase; see the procedures private.apply_person_… for what each takes and answers. All others: {outcome: unauthenticated | forbidden}.';

COMMENT ON FUNCTION "public"."change_price"(uuid, jsonb, text, text) IS 'Changes the prices of a plan for a manager. change: {action: set | schedule | cancel, plan, version, from, amounts}. {outcome: saved, plan, now}, {outcome: conflict, plan, now, last_change} or {outcome: unauthenticated | forbidden | unknown_plan | past | taken | incomplete | unchanged | not_scheduled}. conflict: the prices are no longer those that the manager saw, and nothing is written. plan: as of private.managed_plan.';

COMMENT ON FUNCTION "public"."change_rep_by_manager"(uuid, jsonb, text, text, text) IS 'Adds or changes a representative for a manager''s session. change: {action: add, name, email, isManager}, {action: edit, repId, before, after}, {action: disable | enable, repId}, {action: rotate, repId, salesIdSince} or {action: end_sessions, repId, sessionId}. {outcome: added, id}, {outcome: edited | enabled}, {outcome: disabled | rotated | ended, ended_sessions}, {outcome: conflict, rep, last_change} or {outcome: unauthenticated | forbidden | not_found | exists | last_manager}. credential_hash: of the new sales ID, where there is one. conflict: somebody was faster, and nothing is written. The manager''s own session stays, but when they disable themselves. Again: harmless.';

COMMENT ON FUNCTION "public"."correct_person"(jsonb, jsonb, jsonb) IS 'Corrects the texts of a customer or a contact request, {kind: customer | contact_request, id}, for operators: see private.apply_person_correction.';

COMMENT ON FUNCTION "public"."disable_rep"(uuid, uuid, text, text) IS 'Lets a representative sign in no more and ends their sessions: {outcome: disabled, ended_sessions} or {outcome: last_manager}: then nothing changes. Again: harmless.';

COMMENT ON FUNCTION "public"."edit_rep"(uuid, text, text, uuid, text, text) IS 'Corrects name and address of a representative: edited, or exists when another has that address. Their sales ID, sessions and customers stay.';

COMMENT ON FUNCTION "public"."enable_rep"(uuid, text, uuid, text, text) IS 'Lets a disabled representative sign in again, with one new sales ID: the old ones stay void. False when they were not disabled: then nothing changes. Again with the same hash: harmless, and true.';

COMMENT ON FUNCTION "public"."end_rep_sessions"(uuid, uuid, uuid, uuid, text, text) IS 'Ends every live session of a representative, or the named one, from their next request on, and says how many there were. kept_session_id: stays, such as that of a manager who asks for themselves.';

COMMENT ON FUNCTION "public"."erase_person"(text, boolean) IS 'Takes all of a person out, by address in any case: {outcome: erased, isCustomer, isRep, contactRequests, codes, redacted, mailsUnderWay} or {outcome: not_found | rep_is_enabled | rep_has_customers, customers}. Sales and their figures stay, and the trail keeps what happened, without from where. redacted: texts of other people out of which the address was taken, and the full name if wanted. mailsUnderWay: mails to the team that a sender may just be sending; none follows. A representative must be disabled and without customers.';

COMMENT ON FUNCTION "public"."export_person"(text) IS 'All that is stored about one address, in any case: {email, exported_at, customer, representative, contact_requests, codes}; null when nothing is. Never a secret or a hash of one. For operators; the trail notes it.';

COMMENT ON FUNCTION "public"."find_audit_events"(text, text, timestamp with time zone, timestamp with time zone, bigint, integer) IS 'The trail for operators, newest first, 1 to 1,000 lines: of one event, of the representative or customer with an address, from an instant on, before another. Null asks for all. Pass line_number of the last line for the next. Names are null where the person is erased.';

COMMENT ON FUNCTION "public"."find_operations_today"() IS 'The same as public.get_operations_today(), for operators.';

COMMENT ON FUNCTION "public"."find_reps"(jsonb, integer, text) IS 'The same as public.get_reps, for operators.';

COMMENT ON FUNCTION "public"."get_audit_events"(integer, bigint) IS 'The trail that the caller may read: their own sign-ins and what happened to their customers, newest first, 1 to 100 rows. Pass line_number of the last row for the next page. From where a manager did something, only that manager reads. No row without a live session of a representative.';

COMMENT ON FUNCTION "public"."get_audit_people"(text) IS 'Representatives and customers whose name or address contains a text of at most 200 characters, in any case: [{id, kind, name, email}], the first 10 of each by address; none for an empty text. For managers who gave their code: 403 for all others.';

COMMENT ON FUNCTION "public"."get_audit_trail"(jsonb, integer, text) IS 'One page of the whole trail, of lines that match a filter {person, event, from, to}, the newest first: {rows, has_more, next_after, person, now}. filter.person: id of a representative or customer who did it or to whom it was done. from, to: days of UTC. person: {id, kind, name, email} of the filter''s; null when erased or none. 1 to 1000 rows. For managers who gave their code: 403 for all others.';

COMMENT ON FUNCTION "public"."get_contact_requests"(jsonb, text, integer, text) IS 'One page of the contact requests that match a filter {statuses, assigned, search, source, project_type, campaign, page, from, to, quarantined, request_id, unsent}, by when they were sent, the newest first unless direction is asc: {rows, has_more, next_after, counts, now}. Those in quarantine only when quarantined is true, or by request_id. unsent: of true, those about which the team''s mail failed. counts: of all requests, whatever the filter. 1 to 1000 rows. For managers who gave their code: 403 for all others.';

COMMENT ON FUNCTION "public"."get_handover_choices"(uuid, text) IS 'What a representative could hand over: see private.handover_choice_rows. For managers who gave their code: 403 for all others.';

COMMENT ON FUNCTION "public"."get_handovers"() IS 'The handovers of the last day: {rows, now}; see private.recent_handovers. For managers who gave their code: 403 for all others.';

COMMENT ON FUNCTION "public"."get_links_ending_today"(integer, text) IS 'One page of the access links that end by themselves until the day of UTC is over, the next to end first: {rows, has_more, next_after, now}. 1 to 1000 rows. For managers who gave their code: 403 for all others.';

COMMENT ON FUNCTION "public"."get_operations_today"() IS 'What waits for somebody: {new_requests: {today, recent, older, oldest_at}, links_ending: {count, first_ends_at}, quarantined: {count, oldest_at}, failed_mails: {count, oldest_at}, price_changes: [{plan, valid_from}] of the next 7 days, release_failures: [{application, version, failures, errors, last_seen_at}] of live versions in the last day, day, now}. Days are of UTC. For managers who gave their code: 403 for all others.';

COMMENT ON FUNCTION "public"."get_person"(text) IS 'What is stored about one address, in any case, and where others mention it: {person, mentions, now}; null when nothing is. Of each list the newest 50. To look at; a file is made by public.export_person, which the trail notes.';

COMMENT ON FUNCTION "public"."get_plan_prices_at"(timestamp with time zone) IS 'For managers: what public.get_plan_prices will answer at an instant, as far as it is decided now.';

COMMENT ON FUNCTION "public"."get_prices"() IS 'For managers: {now, plans} with every plan in its order, as of private.managed_plan.';

COMMENT ON FUNCTION "public"."get_rep_sessions"(uuid) IS 'Where a representative is signed in: see private.rep_session_rows. For managers who gave their code: 403 for all others.';

COMMENT ON FUNCTION "public"."get_reps"(jsonb, integer, text) IS 'One page of the representatives that match a filter {state, search, sales_rep_id}, by name: {rows, has_more, next_after, counts, now}. state: enabled, disabled or managers, who are enabled. counts: of all, whatever the filter. 1 to 1000 rows. For managers who gave their code: 403 for all others.';

COMMENT ON FUNCTION "public"."get_retention"() IS 'How long each kind of data is kept, and what the last run of the job removed: {rules: [{kind, kept_days}], last_run: {occurred_at, removed: {kind: count}}, now}. last_run: null before the first. A kind that an older run did not know is missing in removed.';

COMMENT ON FUNCTION "public"."hand_over_by_manager"(uuid, jsonb, text, text) IS 'Hands over, or takes back, for a manager''s session: {action: hand_over, handoverId, fromRepId, toRepId, customerIds, requestIds} or, for all, expected instead of ids; {action: undo, handoverId}. See private.apply_handover and private.apply_handover_undo; or {outcome: unauthenticated | forbidden}. The id is made by the caller: the same request again finds its own work done.';

COMMENT ON FUNCTION "public"."hand_over_customers"(uuid, uuid, text[], uuid[]) IS 'Gives customers and open contact requests of one representative to another, for operators: all, or those with the named addresses and ids. See private.apply_handover; or {outcome: not_found, email}.';

COMMENT ON FUNCTION "public"."read_people"(uuid, jsonb) IS 'Answers a manager with a code: {action: find, search} with {outcome: found, people}, {action: open, email} with {outcome: opened, person, mentions, now} or {outcome: not_found}, {action: retention} with {outcome: told, retention}. All others: {outcome: unauthenticated | forbidden}. Of each list of a person the newest 50.';

COMMENT ON FUNCTION "public"."record_upkeep_run"(text, jsonb) IS 'Notes that a job has finished: retention, backup or restore_drill. Returns the instant by the database''s clock.';

COMMENT ON FUNCTION "public"."report_upkeep"() IS 'What the doctor asks the database: {now, newest_migration, plans, plans_without_price, requests_without_mail, runs: [{job, finished_at, detail}]}. A request counts ten minutes after it came.';

COMMENT ON FUNCTION "public"."rotate_rep_credential"(uuid, text, uuid, uuid, text, text) IS 'Replaces every sales ID of a representative by one new one and ends their sessions, but for kept_session_id; says how many were live.';

COMMENT ON FUNCTION "public"."run_retention"(boolean) IS 'Removes what has been kept for long enough and says what: [{kind, kept_days, removed}], of every kind, which the trail notes. A dry run removes nothing, is not noted, and says what a run would remove now.';

COMMENT ON FUNCTION "public"."set_price"(text, timestamp with time zone, integer, integer, integer) IS 'Gives a plan a price for operators: see private.apply_price. Amounts in US cents.';

COMMENT ON FUNCTION "public"."set_rep_manager"(uuid, boolean, uuid, text, text) IS 'Makes a representative a manager, or takes it back, with the access of their sessions: set, or last_manager when nobody else is an enabled manager: then nothing changes. Again: harmless. manager_id: who asks; null for an operator, here and below.';

COMMENT ON FUNCTION "public"."undo_handover"(uuid) IS 'Takes back the latest handover of a representative, for operators: see private.apply_handover_undo.';

COMMENT ON FUNCTION "public"."withdraw_consent"(text) IS 'Notes that a person no longer agrees to being contacted, on all their contact requests, and says on how many. What they had agreed to, and when, stays as evidence.';

COMMENT ON TABLE "private"."handovers" IS 'Which customers and contact requests went from whom to whom, so that it can be undone for a day.';

COMMENT ON TABLE "private"."upkeep_runs" IS 'The last run of each job that finished, also one that found nothing to do.';

COMMENT ON TABLE "public"."product_prices" IS 'Prices of the plans, with their history and what is to come. In force is the youngest that has begun. A live representative or customer reads what has begun, a manager all.';

REVOKE ALL ON FUNCTION "private"."address_pattern"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."address_pattern"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."address_pattern"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."address_pattern"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."apply_consent_withdrawal"(uuid, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_consent_withdrawal"(uuid, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_consent_withdrawal"(uuid, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_consent_withdrawal"(uuid, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."apply_handover"(uuid, uuid, uuid, uuid[], uuid[], jsonb, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_handover"(uuid, uuid, uuid, uuid[], uuid[], jsonb, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_handover"(uuid, uuid, uuid, uuid[], uuid[], jsonb, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_handover"(uuid, uuid, uuid, uuid[], uuid[], jsonb, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."apply_handover_undo"(uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_handover_undo"(uuid, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_handover_undo"(uuid, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_handover_undo"(uuid, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."apply_person_correction"(uuid, jsonb, jsonb, jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_person_correction"(uuid, jsonb, jsonb, jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_person_correction"(uuid, jsonb, jsonb, jsonb, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_person_correction"(uuid, jsonb, jsonb, jsonb, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."apply_person_erasure"(uuid, text, boolean, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_person_erasure"(uuid, text, boolean, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_person_erasure"(uuid, text, boolean, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_person_erasure"(uuid, text, boolean, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."apply_person_export"(uuid, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_person_export"(uuid, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_person_export"(uuid, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_person_export"(uuid, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."apply_price"(uuid, text, timestamp with time zone, jsonb, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_price"(uuid, text, timestamp with time zone, jsonb, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_price"(uuid, text, timestamp with time zone, jsonb, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_price"(uuid, text, timestamp with time zone, jsonb, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."apply_price_cancellation"(uuid, text, timestamp with time zone, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_price_cancellation"(uuid, text, timestamp with time zone, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_price_cancellation"(uuid, text, timestamp with time zone, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_price_cancellation"(uuid, text, timestamp with time zone, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."attempt_counts_kept_days"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."attempt_counts_kept_days"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."attempt_counts_kept_days"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."attempt_counts_kept_days"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."attempt_counts_kept_days"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."audit_line_numbers"(uuid[], text, timestamp with time zone, timestamp with time zone, timestamp with time zone, bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_line_numbers"(uuid[], text, timestamp with time zone, timestamp with time zone, timestamp with time zone, bigint, integer) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."audit_line_numbers"(uuid[], text, timestamp with time zone, timestamp with time zone, timestamp with time zone, bigint, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_line_numbers"(uuid[], text, timestamp with time zone, timestamp with time zone, timestamp with time zone, bigint, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_line_numbers"(uuid[], text, timestamp with time zone, timestamp with time zone, timestamp with time zone, bigint, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."audit_lines"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_lines"(bigint[]) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."audit_lines"(bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_lines"(bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_lines"(bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."codes_kept_days"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."codes_kept_days"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."codes_kept_days"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."codes_kept_days"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."codes_kept_days"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."contact_mail_late_after"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."contact_mail_late_after"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."contact_mail_late_after"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_mail_late_after"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_mail_late_after"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."contact_request_campaigns"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."contact_request_campaigns"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."contact_request_campaigns"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_request_campaigns"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."contact_request_sources"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."contact_request_sources"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."contact_request_sources"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_request_sources"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."customer_data"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."customer_data"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."customer_data"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."customer_data"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."done_by"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."done_by"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."done_by"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."done_by"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."edit_rep_by_manager"(uuid, jsonb, jsonb, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."edit_rep_by_manager"(uuid, jsonb, jsonb, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."edit_rep_by_manager"(uuid, jsonb, jsonb, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."edit_rep_by_manager"(uuid, jsonb, jsonb, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."end_of_today"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_of_today"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."end_of_today"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_of_today"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_of_today"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."full_names"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."full_names"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."full_names"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."full_names"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."handover_choice_rows"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."handover_choice_rows"(uuid, text) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."handover_choice_rows"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."handover_choice_rows"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_sales_id"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_sales_id"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_sales_id"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_sales_id"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."hold_manager"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_manager"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."hold_manager"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."hold_manager"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."last_price_change"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_price_change"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."last_price_change"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."last_price_change"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."last_rep_change"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_rep_change"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."last_rep_change"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."last_rep_change"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_plan"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_plan"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_plan"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_plan"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_reps"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_reps"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_reps"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_reps"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."managed_plan"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."managed_plan"(uuid, timestamp with time zone) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."managed_plan"(uuid, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."managed_plan"(uuid, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."managed_plan"(uuid, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."manager_refusal"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."manager_refusal"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."manager_refusal"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."manager_refusal"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."mention_patterns"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mention_patterns"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mention_patterns"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mention_patterns"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."mentions_of"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mentions_of"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mentions_of"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mentions_of"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."missing_from"(uuid, uuid[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."missing_from"(uuid, uuid[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."missing_from"(uuid, uuid[], uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."missing_from"(uuid, uuid[], uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."name_pattern"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_pattern"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_pattern"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_pattern"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."newest_migration"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."newest_migration"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."newest_migration"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."newest_migration"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."note_handed_requests"(uuid[], uuid, uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_handed_requests"(uuid[], uuid, uuid, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_handed_requests"(uuid[], uuid, uuid, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_handed_requests"(uuid[], uuid, uuid, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."operations_today"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."operations_today"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."operations_today"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."operations_today"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."operations_today"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."person_data"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."person_data"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."person_data"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."person_data"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."person_email"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."person_email"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."person_email"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."person_email"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."person_texts"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."person_texts"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."person_texts"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."person_texts"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."price_lines"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."price_lines"(text) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."price_lines"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_lines"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_lines"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."price_version"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."price_version"(uuid, timestamp with time zone) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."price_version"(uuid, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_version"(uuid, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."price_version"(uuid, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."recent_handovers"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."recent_handovers"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."recent_handovers"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."recent_handovers"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."redact_mentions"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."redact_mentions"(text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."redact_mentions"(text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."redact_mentions"(text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."redacted"(text, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."redacted"(text, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."redacted"(text, text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."redacted"(text, text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."rep_conflict"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rep_conflict"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_conflict"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_conflict"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."rep_data"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rep_data"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_data"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_data"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."rep_page"(jsonb, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rep_page"(jsonb, integer, text) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."rep_page"(jsonb, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_page"(jsonb, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_page"(jsonb, integer, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."rep_rows"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rep_rows"(uuid[]) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."rep_rows"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_rows"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_rows"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."rep_session_rows"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rep_session_rows"(uuid) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."rep_session_rows"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_session_rows"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rep_texts"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rep_texts"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_texts"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."rep_texts"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."retention_rules"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."retention_rules"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."retention_rules"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."retention_rules"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."rotate_sales_id_by_manager"(uuid, timestamp with time zone, text, uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rotate_sales_id_by_manager"(uuid, timestamp with time zone, text, uuid, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rotate_sales_id_by_manager"(uuid, timestamp with time zone, text, uuid, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."rotate_sales_id_by_manager"(uuid, timestamp with time zone, text, uuid, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."sales_id_since"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sales_id_since"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sales_id_since"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."sales_id_since"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."stored_people"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stored_people"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stored_people"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."stored_people"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."text_pattern"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."text_pattern"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."text_pattern"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."text_pattern"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."texts_of_others"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."texts_of_others"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."texts_of_others"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."texts_of_others"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."todays_release_failures"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."todays_release_failures"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."todays_release_failures"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."todays_release_failures"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."todays_release_failures"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."todays_requests"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."todays_requests"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."todays_requests"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."todays_requests"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."todays_requests"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."trail_of"(uuid, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."trail_of"(uuid, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."trail_of"(uuid, uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."trail_of"(uuid, uuid, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."typed_texts"(public.contact_submissions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."typed_texts"(public.contact_submissions) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."typed_texts"(public.contact_submissions) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."typed_texts"(public.contact_submissions) TO "service_role";

REVOKE ALL ON FUNCTION "private"."undone_handover"(private.handovers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undone_handover"(private.handovers) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."undone_handover"(private.handovers) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."undone_handover"(private.handovers) TO "service_role";

REVOKE ALL ON FUNCTION "public"."add_rep"(text, text, text, boolean, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."add_rep"(text, text, text, boolean, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_rep"(text, text, text, boolean, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_rep"(text, text, text, boolean, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."canary_figures"(text, text, text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."canary_figures"(text, text, text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."canary_figures"(text, text, text, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."canary_figures"(text, text, text, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."cancel_price"(text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."cancel_price"(text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_price"(text, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_price"(text, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_person"(uuid, jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."change_person"(uuid, jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_person"(uuid, jsonb, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_person"(uuid, jsonb, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_price"(uuid, jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."change_price"(uuid, jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_price"(uuid, jsonb, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_price"(uuid, jsonb, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_rep_by_manager"(uuid, jsonb, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."change_rep_by_manager"(uuid, jsonb, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_rep_by_manager"(uuid, jsonb, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_rep_by_manager"(uuid, jsonb, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."correct_person"(jsonb, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."correct_person"(jsonb, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."correct_person"(jsonb, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."correct_person"(jsonb, jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."disable_rep"(uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."disable_rep"(uuid, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."disable_rep"(uuid, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."disable_rep"(uuid, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."edit_rep"(uuid, text, text, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."edit_rep"(uuid, text, text, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_rep"(uuid, text, text, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_rep"(uuid, text, text, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."enable_rep"(uuid, text, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."enable_rep"(uuid, text, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."enable_rep"(uuid, text, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."enable_rep"(uuid, text, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."end_rep_sessions"(uuid, uuid, uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."end_rep_sessions"(uuid, uuid, uuid, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."end_rep_sessions"(uuid, uuid, uuid, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."end_rep_sessions"(uuid, uuid, uuid, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."erase_person"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."erase_person"(text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."erase_person"(text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."erase_person"(text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_audit_events"(text, text, timestamp with time zone, timestamp with time zone, bigint, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."find_audit_events"(text, text, timestamp with time zone, timestamp with time zone, bigint, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_audit_events"(text, text, timestamp with time zone, timestamp with time zone, bigint, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_audit_events"(text, text, timestamp with time zone, timestamp with time zone, bigint, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_operations_today"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."find_operations_today"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_operations_today"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_operations_today"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_reps"(jsonb, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."find_reps"(jsonb, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_reps"(jsonb, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_reps"(jsonb, integer, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."get_audit_people"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_audit_people"(text) FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_audit_people"(text) TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_audit_people"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_audit_trail"(jsonb, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_audit_trail"(jsonb, integer, text) FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_audit_trail"(jsonb, integer, text) TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_audit_trail"(jsonb, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_handover_choices"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_handover_choices"(uuid, text) FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_handover_choices"(uuid, text) TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_handover_choices"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_handovers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_handovers"() FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_handovers"() TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_handovers"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_links_ending_today"(integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_links_ending_today"(integer, text) FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_links_ending_today"(integer, text) TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_links_ending_today"(integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_operations_today"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_operations_today"() FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_operations_today"() TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_operations_today"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_person"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_person"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_person"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_person"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."get_plan_prices_at"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_plan_prices_at"(timestamp with time zone) FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_plan_prices_at"(timestamp with time zone) TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_plan_prices_at"(timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_prices"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_prices"() FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_prices"() TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_prices"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_rep_sessions"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_rep_sessions"(uuid) FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_rep_sessions"(uuid) TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_rep_sessions"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_reps"(jsonb, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_reps"(jsonb, integer, text) FROM "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_reps"(jsonb, integer, text) TO "api_reader";

GRANT EXECUTE ON FUNCTION "public"."get_reps"(jsonb, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_retention"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_retention"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_retention"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_retention"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."hand_over_by_manager"(uuid, jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."hand_over_by_manager"(uuid, jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."hand_over_by_manager"(uuid, jsonb, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."hand_over_by_manager"(uuid, jsonb, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."hand_over_customers"(uuid, uuid, text[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."hand_over_customers"(uuid, uuid, text[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."hand_over_customers"(uuid, uuid, text[], uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."hand_over_customers"(uuid, uuid, text[], uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."read_people"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."read_people"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_people"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_people"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."record_upkeep_run"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."record_upkeep_run"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_upkeep_run"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_upkeep_run"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."report_upkeep"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."report_upkeep"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_upkeep"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_upkeep"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."rotate_rep_credential"(uuid, text, uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."rotate_rep_credential"(uuid, text, uuid, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."rotate_rep_credential"(uuid, text, uuid, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."rotate_rep_credential"(uuid, text, uuid, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."set_price"(text, timestamp with time zone, integer, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."set_price"(text, timestamp with time zone, integer, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_price"(text, timestamp with time zone, integer, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_price"(text, timestamp with time zone, integer, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."set_rep_manager"(uuid, boolean, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."set_rep_manager"(uuid, boolean, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_rep_manager"(uuid, boolean, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_rep_manager"(uuid, boolean, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_handover"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."undo_handover"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_handover"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_handover"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."withdraw_consent"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."withdraw_consent"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_consent"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_consent"(text) TO "service_role";

REVOKE ALL ("application_version") ON TABLE "private"."site_events" FROM "api_reader";

GRANT SELECT ("application_version") ON TABLE "private"."site_events" TO "api_reader";

REVOKE ALL ("application") ON TABLE "private"."site_events" FROM "api_reader";

GRANT SELECT ("application") ON TABLE "private"."site_events" TO "api_reader";

REVOKE ALL ("kind") ON TABLE "private"."site_events" FROM "api_reader";

GRANT SELECT ("kind") ON TABLE "private"."site_events" TO "api_reader";

REVOKE ALL ("metric") ON TABLE "private"."site_events" FROM "api_reader";

GRANT SELECT ("metric") ON TABLE "private"."site_events" TO "api_reader";

REVOKE ALL ("occurred_at") ON TABLE "private"."site_events" FROM "api_reader";

GRANT SELECT ("occurred_at") ON TABLE "private"."site_events" TO "api_reader";

REVOKE ALL ("recovered") ON TABLE "private"."site_events" FROM "api_reader";

GRANT SELECT ("recovered") ON TABLE "private"."site_events" TO "api_reader";

REVOKE ALL ("remote_version") ON TABLE "private"."site_events" FROM "api_reader";

GRANT SELECT ("remote_version") ON TABLE "private"."site_events" TO "api_reader";

REVOKE ALL ("remote") ON TABLE "private"."site_events" FROM "api_reader";

GRANT SELECT ("remote") ON TABLE "private"."site_events" TO "api_reader";

REVOKE ALL ("versions") ON TABLE "private"."site_events" FROM "api_reader";

GRANT SELECT ("versions") ON TABLE "private"."site_events" TO "api_reader";

GRANT INSERT, SELECT, UPDATE ON TABLE "private"."upkeep_runs" TO "service_role";

REVOKE ALL ("detail") ON TABLE "public"."audit_events" FROM "service_role";

GRANT UPDATE ("detail") ON TABLE "public"."audit_events" TO "service_role";

revoke create on schema public from api_reader;
