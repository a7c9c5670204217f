-- Purpose:  counts of visits, failed mails, repeated handovers, and plain words in comments.

set local check_function_bodies = off;

CREATE TABLE "private"."failed_mails" ("day" date NOT NULL, "mail" text NOT NULL, "count" integer NOT NULL, "last_failed_at" timestamp with time zone NOT NULL, CONSTRAINT "failed_mails_count_check" CHECK ((count > 0)), CONSTRAINT "failed_mails_mail_check" CHECK ((mail = ANY (ARRAY['verification_code'::text, 'manager_code'::text, 'access_link'::text, 'opening'::text, 'confirmation'::text, 'address_change'::text]))), CONSTRAINT "failed_mails_pkey" PRIMARY KEY (day, mail));

ALTER TABLE "private"."failed_mails" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."site_counts" ("day" date NOT NULL, "page" text NOT NULL, "source" text NOT NULL, "campaign" text NOT NULL, "host_version" text NOT NULL, "marketing_version" text NOT NULL, "what" text NOT NULL, "count" integer NOT NULL, CONSTRAINT "site_counts_campaign_check" CHECK ((campaign ~ '^[a-z0-9._/-]{0,81}$'::text)), CONSTRAINT "site_counts_count_check" CHECK ((count > 0)), CONSTRAINT "site_counts_host_version_check" CHECK ((host_version ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'::text)), CONSTRAINT "site_counts_marketing_version_check" CHECK ((marketing_version ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'::text)), CONSTRAINT "site_counts_page_check" CHECK (((page = 'other'::text) OR (page ~ '^/[a-z0-9/-]{0,99}$'::text))), CONSTRAINT "site_counts_pkey" PRIMARY KEY (day, page, source, campaign, host_version, marketing_version, what), CONSTRAINT "site_counts_source_check" CHECK ((source = ANY (ARRAY['direct'::text, 'search'::text, 'social'::text, 'website'::text, 'internal'::text]))), CONSTRAINT "site_counts_what_check" CHECK ((what = ANY (ARRAY['visit'::text, 'view'::text, 'form-opened'::text, 'form-begun'::text, 'form-sent'::text, 'demo-booked'::text, 'prices-seen'::text]))));

ALTER TABLE "private"."site_counts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."site_event_days" ADD COLUMN "counted" integer NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION private.apply_contact_request_change(by_param text, rep_id_param uuid, contact_request_id_param uuid, version_param integer, change_param jsonb, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  stored public.contact_submissions;
  wanted public.contact_submissions;
begin
  -- The lock serializes simultaneous changes. The second sees the version that the first wrote.
  select s.* into stored from public.contact_submissions s where s.id = contact_request_id_param for update;
  if not found or (
    by_param = 'representative'
    and (stored.assigned_to is distinct from rep_id_param or stored.quarantined_at is not null)
  ) then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  if by_param = 'representative' and change_param ?| array['assignedTo', 'release'] then
    return jsonb_build_object('outcome', 'forbidden');
  end if;

  wanted := stored;
  wanted.status := coalesce(change_param ->> 'status', stored.status);
  wanted.staff_note := coalesce(change_param ->> 'staffNote', stored.staff_note);
  if change_param ? 'assignedTo' then
    wanted.assigned_to := (change_param ->> 'assignedTo')::uuid;
  end if;
  if change_param ? 'release' then
    wanted.quarantined_at := null;
  end if;
  -- If the caller repeats a request because its answer was lost, it gets the same answer.
  if wanted = stored then
    return jsonb_build_object('outcome', 'saved', 'request', private.contact_request_rows(array[stored.id]) -> 0);
  end if;
  if stored.version <> version_param then
    return jsonb_build_object(
      'outcome', 'conflict', 'request', private.contact_request_rows(array[stored.id]) -> 0,
      'last_change', private.last_contact_request_change(stored.id)
    );
  end if;
  if wanted.assigned_to is not null and wanted.assigned_to is distinct from stored.assigned_to and not exists (
    select from public.sales_representatives r where r.id = wanted.assigned_to and r.disabled_at is null
  ) then
    return jsonb_build_object('outcome', 'no_such_rep');
  end if;

  update public.contact_submissions set
    status = wanted.status, staff_note = wanted.staff_note, assigned_to = wanted.assigned_to,
    quarantined_at = wanted.quarantined_at, version = stored.version + 1,
    status_changed_at = case when wanted.status <> stored.status then now() else stored.status_changed_at end
  where id = stored.id;
  perform private.write_audit(
    'contact_request_changed', rep_id_param, null, ip_address_param, user_agent_param,
    jsonb_build_object('by', by_param, 'requestId', stored.id, 'version', stored.version + 1)
    || case when wanted.status <> stored.status
      then jsonb_build_object('status', jsonb_build_object('before', stored.status, 'after', wanted.status))
      else '{}' end
    || case when wanted.assigned_to is distinct from stored.assigned_to
      then jsonb_build_object(
        'assignedTo', jsonb_build_object('before', stored.assigned_to, 'after', wanted.assigned_to)
      ) else '{}' end
    || case when wanted.staff_note <> stored.staff_note then '{"staffNote": "changed"}'::jsonb else '{}' end
    || case when wanted.quarantined_at is distinct from stored.quarantined_at
      then '{"quarantine": "released"}'::jsonb else '{}' end
  );
  return jsonb_build_object('outcome', 'saved', 'request', private.contact_request_rows(array[stored.id]) -> 0);
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
  -- If the caller repeats a request because its answer was lost, it gets the same answer.
  select h.* into done from private.handovers h where h.id = handover_id_param;
  if found and (done.from_rep_id <> from_rep_id_param or done.to_rep_id <> to_rep_id_param) then
    return jsonb_build_object('outcome', 'used');
  elsif done.undone_at is not null then
    return private.undone_handover(done);
  elsif found then
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
  -- The lock serializes simultaneous corrections. The second compares with the values that the first wrote.
  perform l.id from public.qualified_leads l where l.id = part_id for update;
  perform s.id from public.contact_submissions s where s.id = part_id for update;
  stored := private.person_texts(part_param);
  if stored is null then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  -- If the caller repeats a request because its answer was lost, it gets the same answer.
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
  -- Erasures run one after the other. Otherwise two of them could deadlock on the rows that they redact.
  perform pg_advisory_xact_lock(hashtextextended('people', 0));
  -- If the caller repeats a request because its answer was lost, it gets the same answer. The trail does not say whose
  -- id it was, so a person who is still stored was not erased by it.
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
  -- Deleting the customer also deletes sessions, openings and notes. A sale stays, without a customer.
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

CREATE OR REPLACE FUNCTION private.apply_price(manager_id_param uuid, product_slug_param text, valid_from_param timestamp with time zone, amounts_param jsonb, version_param text, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  product_id_found uuid := private.lock_plan(product_slug_param);
  -- Reads the clock after the lock. A price that was set during the wait must not begin later than this one.
  at timestamptz := clock_timestamp();
  begins_at timestamptz;
  before public.product_prices;
  after public.product_prices;
begin
  if product_id_found is null then
    return jsonb_build_object('outcome', 'unknown_plan');
  end if;
  -- A coarse clock may return the same instant twice.
  begins_at := coalesce(valid_from_param, (
    select greatest(at, max(p.valid_from) + interval '1 microsecond') from public.product_prices p
    where p.product_id = product_id_found and p.valid_from <= at
  ));
  before := private.price_in_force(product_id_found, begins_at);
  if version_param <> private.price_version(product_id_found, at) then
    -- If the caller repeats a request because its answer was lost, it gets the same answer.
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
    -- If the price was already canceled, by this or another request, the answer is the same.
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

CREATE OR REPLACE FUNCTION private.attempt_wait(limits_param jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  attempt_limit record;
  window_ends_at timestamptz;
begin
  for attempt_limit in
    select l.bucket, l.attempts from jsonb_to_recordset(limits_param) as l (bucket text, attempts integer)
  loop
    -- Held until the transaction ends, so the next attempt sees the result of this one. All callers name their limits
    -- in the same order, which prevents deadlocks.
    perform pg_advisory_xact_lock(hashtextextended(attempt_limit.bucket, 0));
    select c.window_ends_at into window_ends_at from private.rate_limit_counters c
    where c.bucket = attempt_limit.bucket and c.attempts >= attempt_limit.attempts and c.window_ends_at > now();
    if found then
      return greatest(1, ceil(extract(epoch from window_ends_at - now())))::integer;
    end if;
  end loop;
  return null;
end
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
  -- The person acted, was acted on, or acted as a manager. Each of the three cases has a sorted index.
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
    raise exception 'quarantined must be true or false' using errcode = 'invalid_parameter_value';
  end if;
  if coalesce(jsonb_typeof(asked -> 'unsent'), 'null') not in ('null', 'boolean') then
    raise exception 'unsent must be true or false' using errcode = 'invalid_parameter_value';
  end if;
  if assigned not in ('none', 'any') then
    assigned_id := private.filter_id(asked, 'assigned');
  end if;

  -- Each call plans the statement again, so unused conditions cost nothing.
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
  -- The index leads from each value to the next larger one, so not every request is read.
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

CREATE OR REPLACE FUNCTION private.edit_rep_by_manager(rep_id_param uuid, before_param jsonb, after_param jsonb, manager_id_param uuid, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  stored jsonb := private.rep_texts(rep_id_param);
  is_manager_wanted boolean := (after_param ->> 'isManager')::boolean;
begin
  -- If the caller repeats a request because its answer was lost, it gets the same answer.
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
  -- An erased representative cannot get customers or requests back, so their handovers end here.
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

  -- The period starts at sign-in, as the privacy page says. A session that is still live then keeps its row, without
  -- traces.
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

  -- Each counter ends with its window, and no window is longer than a day.
  delete from private.rate_limit_counters where window_ends_at < now() - interval '1 minute';
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('attempt_counts', deleted);

  delete from private.site_events where occurred_at < (ends ->> 'site_events')::timestamptz;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('site_events', deleted);

  delete from private.site_counts where day < ((ends ->> 'site_counts')::timestamptz at time zone 'utc')::date;
  get diagnostics deleted = row_count;
  removed := removed || jsonb_build_object('site_counts', deleted);

  return (
    select jsonb_agg(jsonb_build_object(
      'kind', r.kind, 'kept_days', r.kept_days, 'removed', (removed -> r.kind)::integer
    ))
    from private.retention_rules() r
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.hidden_customers(sales_rep_id_param uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- Steps from each customer to the next in the index, as in private.sold_products.
  with recursive sold_to as (
    (
      select s.qualified_lead_id from public.sales_records s
      where s.sales_rep_id = sales_rep_id_param and s.qualified_lead_id is not null
      order by s.qualified_lead_id limit 1
    )
    union all
    select (
      select s.qualified_lead_id from public.sales_records s
      where s.sales_rep_id = sales_rep_id_param and s.qualified_lead_id > t.qualified_lead_id
      order by s.qualified_lead_id limit 1
    )
    from sold_to t where t.qualified_lead_id is not null
  )
  select array(
    select t.qualified_lead_id from sold_to t
    where t.qualified_lead_id is not null
      and not exists (
        select from public.qualified_leads l where l.id = t.qualified_lead_id and l.qualified_by = sales_rep_id_param
      )
  )
$function$;

CREATE OR REPLACE FUNCTION private.is_last_manager(sales_rep_id_param uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- If two managers remove each other at once, the second sees the change of the first.
  perform private.lock_reps(array[sales_rep_id_param]);
  return sales_rep_id_param = all (array(
    select r.id from public.sales_representatives r where r.is_manager and r.disabled_at is null
  )) and exists (
    select from public.sales_representatives r
    where r.id = sales_rep_id_param and r.is_manager and r.disabled_at is null
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_spent_sales_id(credential_hash_param text, sales_rep_id_param uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from private.sales_rep_credentials c
    where c.credential_hash = credential_hash_param
      and (c.sales_rep_id is distinct from sales_rep_id_param or c.revoked_at is not null)
  )
$function$;

CREATE OR REPLACE FUNCTION private.keep_sales_daily_totals()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'TRUNCATE' then
    delete from private.sales_daily_totals;
    return null;
  end if;

  -- Always in key order, so two transactions wait for each other instead of deadlocking.
  if tg_op = 'INSERT' then
    insert into private.sales_daily_totals as t
    select n.sales_rep_id, n.sale_date, n.product_name, n.billing_frequency, n.is_cancelled, n.commission < 0,
      count(*), sum(n.sale_amount), sum(n.commission)
    from new_rows n
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (sales_rep_id, sale_date, product_name, billing_frequency, is_cancelled, is_clawback) do update set
      sales_count = t.sales_count + excluded.sales_count,
      sales_cents = t.sales_cents + excluded.sales_cents,
      commission_cents = t.commission_cents + excluded.commission_cents;
    return null;
  end if;

  if tg_op = 'UPDATE' then
    insert into private.sales_daily_totals as t
    select c.sales_rep_id, c.sale_date, c.product_name, c.billing_frequency, c.is_cancelled, c.is_clawback,
      sum(c.sales_count), sum(c.sales_cents), sum(c.commission_cents)
    from (
      select n.sales_rep_id, n.sale_date, n.product_name, n.billing_frequency, n.is_cancelled,
        n.commission < 0 as is_clawback, 1 as sales_count, n.sale_amount as sales_cents,
        n.commission as commission_cents
      from new_rows n
      union all
      select o.sales_rep_id, o.sale_date, o.product_name, o.billing_frequency, o.is_cancelled,
        o.commission < 0, -1, -o.sale_amount, -o.commission
      from old_rows o
    ) c
    group by 1, 2, 3, 4, 5, 6
    -- A sum that does not change takes no lock, such as after the customer of a sale was deleted.
    having (sum(c.sales_count), sum(c.sales_cents), sum(c.commission_cents)) <> (0, 0, 0)
    order by 1, 2, 3, 4, 5, 6
    on conflict (sales_rep_id, sale_date, product_name, billing_frequency, is_cancelled, is_clawback) do update set
      sales_count = t.sales_count + excluded.sales_count,
      sales_cents = t.sales_cents + excluded.sales_cents,
      commission_cents = t.commission_cents + excluded.commission_cents;
  else
    insert into private.sales_daily_totals as t
    select o.sales_rep_id, o.sale_date, o.product_name, o.billing_frequency, o.is_cancelled, o.commission < 0,
      -count(*), -sum(o.sale_amount), -sum(o.commission)
    from old_rows o
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (sales_rep_id, sale_date, product_name, billing_frequency, is_cancelled, is_clawback) do update set
      sales_count = t.sales_count + excluded.sales_count,
      sales_cents = t.sales_cents + excluded.sales_cents,
      commission_cents = t.commission_cents + excluded.commission_cents;
  end if;
  delete from private.sales_daily_totals t
  using (select distinct o.sales_rep_id, o.sale_date from old_rows o) o
  where t.sales_rep_id = o.sales_rep_id and t.sale_date = o.sale_date and t.sales_count = 0;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_reps(sales_rep_ids_param uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  -- Locks in one order, so simultaneous changes queue instead of deadlocking.
  select r.id from public.sales_representatives r
  where r.id = any (sales_rep_ids_param) or (r.is_manager and r.disabled_at is null)
  order by r.id for update
$function$;

CREATE OR REPLACE FUNCTION private.mention_patterns(email_param text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array_agg(distinct '%' || regexp_replace(w.word, '([%_\\])', '\\\1', 'g') || '%')
  from (
    -- Stops at a plus sign, because links encode it.
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
        -- Texts of a person with the same name are about that person, so they are skipped.
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
    'undelivered_mails', private.todays_failed_mails(),
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

CREATE OR REPLACE FUNCTION private.read_sales_filter(filter jsonb, sales_rep_id_param uuid)
 RETURNS private.sales_filter
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  read private.sales_filter;
  statuses text[] := private.text_list(filter, 'statuses', array['active', 'cancelled']);
  term text := private.search_term(filter);
begin
  perform private.refuse_unknown_fields(
    filter, array['from', 'to', 'products', 'billing_frequencies', 'statuses', 'commission_groups', 'search']
  );
  read.sales_rep_id := sales_rep_id_param;
  read.day_from := private.filter_day(filter, 'from');
  read.day_to := private.filter_day(filter, 'to');
  read.products := private.text_list(filter, 'products');
  read.billing_frequencies := private.text_list(filter, 'billing_frequencies', array['monthly', 'annual']);
  if statuses is not null then
    read.cancelled := array(select status = 'cancelled' from unnest(statuses) as status);
  end if;
  read.commission_groups := private.text_list(
    filter, 'commission_groups', array['earned', 'pending', 'clawback', 'cancelled']
  );
  read.pending_since := private.pending_since();
  if term is not null then
    -- Looks up customers and products first. They are few and indexed, and the sales follow from them.
    read.found_customers := private.found_customers(term, sales_rep_id_param);
    read.found_products := private.found_products(term, sales_rep_id_param);
  end if;
  return read;
end
$function$;

CREATE OR REPLACE FUNCTION private.redact_mentions(email_param text, takes_names_param boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  address text := private.address_pattern(email_param);
  full_name text := case when takes_names_param then private.name_pattern(email_param) end;
  -- In prose, full names are removed too, except in texts about a person with the same name.
  prose text := concat_ws('|', address, full_name);
  patterns text[] := private.mention_patterns(email_param);
  requests integer;
  notes integer;
  customers integer;
begin
  -- The version increases, so a colleague who has the request open cannot write the old note back.
  update public.contact_submissions s set
    first_name = private.redacted(s.first_name, address, 200), last_name = private.redacted(s.last_name, address, 200),
    company = private.redacted(s.company, address, 200), phone = private.redacted(s.phone, p.pattern, 50),
    job_title = private.redacted(s.job_title, p.pattern, 200), job_role = private.redacted(s.job_role, p.pattern, 200),
    tier = private.redacted(s.tier, p.pattern, 100), message = private.redacted(s.message, p.pattern, 10200), source = private.redacted(s.source, p.pattern, 100),
    referrer = private.redacted(s.referrer, p.pattern, 2000),
    staff_note = private.redacted(s.staff_note, p.pattern, 4000),
    -- Reads it as text to cover its keys too.
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
  -- This column is generated after the trigger runs, from columns that the trigger compares.
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

CREATE OR REPLACE FUNCTION private.refuse_unknown_fields(filter jsonb, known text[])
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  unknown text;
begin
  -- Measures the binary form: a number such as 1e300 is short in the request and long when printed.
  perform private.refuse_over('the filter', pg_column_size(filter), 32768);
  if jsonb_typeof(filter) <> 'object' then
    raise exception 'the filter must be an object' using errcode = 'invalid_parameter_value';
  end if;
  select k into unknown from jsonb_object_keys(filter) as k where k <> all (known) limit 1;
  if found then
    raise exception 'unknown filter field: "%"', left(unknown, 50) using errcode = 'invalid_parameter_value';
  end if;
end
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
    ('site_events', private.site_events_kept_days()),
    ('site_counts', private.site_counts_kept_days())
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
  -- Someone else may already have given the representative the sales ID that this would void.
  if private.sales_id_since(rep_id_param) is distinct from since_param or exists (
    select from public.sales_representatives r where r.id = rep_id_param and r.disabled_at is not null
  ) then
    return private.rep_conflict(rep_id_param);
  end if;
  if private.is_spent_sales_id(credential_hash_param, rep_id_param) then
    return jsonb_build_object('outcome', 'used');
  end if;
  return jsonb_build_object('outcome', 'rotated', 'ended_sessions', public.rotate_rep_credential(
    rep_id_param, credential_hash_param, manager_id_param, session_id_param, ip_address_param, user_agent_param
  ));
end
$function$;

CREATE OR REPLACE FUNCTION private.sales_condition(is_clawback text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- Repeats the groups of private.commission_group. Calling it for each of a million rows would take seconds.
  select replace($condition$(
    s.sales_rep_id = ($1).sales_rep_id
    and (($1).day_from is null or s.sale_date >= ($1).day_from)
    and (($1).day_to is null or s.sale_date <= ($1).day_to)
    and (($1).products is null or s.product_name = any (($1).products))
    and (($1).billing_frequencies is null or s.billing_frequency = any (($1).billing_frequencies))
    and (($1).cancelled is null or s.is_cancelled = any (($1).cancelled))
    and (($1).commission_groups is null or case
      when s.is_cancelled then 'cancelled'
      when {is_clawback} then 'clawback'
      when s.sale_date >= ($1).pending_since then 'pending'
      else 'earned'
    end = any (($1).commission_groups))
  )$condition$, '{is_clawback}', is_clawback)
$function$;

CREATE OR REPLACE FUNCTION private.site_counts_kept_days()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select 760
$function$;

CREATE OR REPLACE FUNCTION private.smaller_side(filter private.sales_filter)
 RETURNS private.search_side
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  customers_count integer;
begin
  if filter.found_customers is null then
    return null;
  end if;
  select count(*) into customers_count from public.qualified_leads l where l.qualified_by = filter.sales_rep_id;
  if 2 * cardinality(filter.found_customers) <= customers_count then
    return row(1, filter.found_customers);
  end if;
  -- Another customer, or one that no longer belongs to the representative.
  return row(-1, private.hidden_customers(filter.sales_rep_id) || array(
    select l.id from public.qualified_leads l where l.qualified_by = filter.sales_rep_id
    except
    select unnest(filter.found_customers)
  ));
end
$function$;

CREATE OR REPLACE FUNCTION private.sold_products(sales_rep_id_param uuid)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- Steps from each name to the next in the index. The cost depends on the number of names, not of sales.
  with recursive names as (
    (
      select s.product_name from public.sales_records s
      where s.sales_rep_id = sales_rep_id_param order by s.product_name limit 1
    )
    union all
    select (
      select s.product_name from public.sales_records s
      where s.sales_rep_id = sales_rep_id_param and s.product_name > n.product_name
      order by s.product_name limit 1
    )
    from names n where n.product_name is not null
  )
  select n.product_name from names n where n.product_name is not null
$function$;

CREATE OR REPLACE FUNCTION private.todays_failed_mails()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with failed as (
    select f.mail, sum(f.count) as count, max(f.last_failed_at) as last_failed_at
    from private.failed_mails f
    where f.day >= (now() at time zone 'UTC')::date - 1
    group by f.mail
  )
  select coalesce(jsonb_agg(to_jsonb(f) order by f.last_failed_at desc, f.mail), '[]') from failed f
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

CREATE OR REPLACE FUNCTION public.begin_rep_session(credential_hash_param text, refresh_hash_param text, ip_address_param text, user_agent_param text, limits_param jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  wait_seconds integer := private.attempt_wait(limits_param);
  rep public.sales_representatives;
  session public.sales_sessions;
begin
  if wait_seconds is not null then
    return jsonb_build_object('kind', 'limited', 'retry_after_seconds', wait_seconds);
  end if;

  update private.sales_rep_credentials c set last_used_at = now()
  from public.sales_representatives r
  where c.credential_hash = credential_hash_param and c.revoked_at is null
    and r.id = c.sales_rep_id and r.disabled_at is null
  returning r.* into rep;

  if not found then
    perform private.count_attempt(limits_param);
    -- Unknown, revoked and disabled credentials take the same path. Only the trail records the person.
    perform private.write_audit(
      'rep_sign_in_failed',
      (select c.sales_rep_id from private.sales_rep_credentials c where c.credential_hash = credential_hash_param),
      null, ip_address_param, user_agent_param
    );
    return null;
  end if;

  insert into public.sales_sessions (sales_rep_id, refresh_hash, ip_address, user_agent)
  values (rep.id, refresh_hash_param, ip_address_param, user_agent_param)
  returning * into session;
  perform private.write_audit(
    'rep_signed_in', rep.id, null, ip_address_param, user_agent_param, jsonb_build_object('sessionId', session.id)
  );
  return jsonb_build_object(
    'kind', 'rep',
    'session_id', session.id,
    'session_expires_at', session.expires_at,
    'rep', jsonb_build_object(
      'id', rep.id, 'name', rep.name, 'email', rep.email, 'isManager', rep.is_manager
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.begin_sales_import(import_id_param uuid, has_customers_param boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- If two imports begin at once, the second waits here and then sees the first.
  perform pg_advisory_xact_lock(hashtextextended('sales import', 0));
  if exists (
    select from private.sales_imports i where i.outcome is null and i.last_staged_at > now() - interval '1 minute'
  ) then
    return false;
  end if;
  -- Waits for an import that is being committed. Then deletes an interrupted import with its rows.
  delete from private.sales_imports where true;
  truncate private.staged_sales;
  insert into private.sales_imports (id, has_customers) values (import_id_param, has_customers_param);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.change_contact_request(session_id_param uuid, contact_request_id_param uuid, version_param integer, change_param jsonb, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep_id uuid;
begin
  -- If the caller is losing the manager role at this moment, this waits for that change and then decides.
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
  -- If the caller is losing the manager role at this moment, this waits for that change and then decides.
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
  -- If the caller is losing the manager role at this moment, this waits for that change and then decides.
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
      -- A price set now is in force, even if a coarse clock still returns the earlier instant.
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
  -- Checked here, after the lock: a manager who has just lost the role can change nothing more.
  manager_id := private.live_manager_id(session_id_param);
  if manager_id is null then
    return jsonb_build_object('outcome', case
      when private.live_rep_id(session_id_param) is null then 'unauthenticated' else 'forbidden'
    end);
  end if;
  if change_param ->> 'action' = 'add' then
    -- An address that somebody has is told as such.
    if private.is_spent_sales_id(credential_hash_param, null) and not exists (
      select from public.sales_representatives r where r.email = lower(change_param ->> 'email')
    ) then
      return jsonb_build_object('outcome', 'used');
    end if;
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
        when private.is_spent_sales_id(credential_hash_param, rep_id) and exists (
          select from public.sales_representatives r where r.id = rep_id and r.disabled_at is not null
        ) then jsonb_build_object('outcome', 'used')
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

CREATE OR REPLACE FUNCTION public.check_manager_code(session_id_param uuid, code_id_param uuid, code_hash_param text, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep public.sales_representatives;
  code private.manager_codes;
  opened_until timestamptz;
begin
  select r.* into rep from public.sales_representatives r where r.id = private.live_rep_id(session_id_param);
  if not found then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  if not rep.is_manager then
    return jsonb_build_object('outcome', 'forbidden');
  end if;

  -- Counts and decides in one statement. Parallel requests cannot get more than the allowed attempts.
  update private.manager_codes c
  set attempts = c.attempts + 1, used_at = case when c.code_hash = code_hash_param then now() end
  where c.id = code_id_param and c.sales_rep_id = rep.id and c.sales_session_id = session_id_param
    and c.used_at is null and c.voided_at is null and c.expires_at > now() and c.attempts < private.code_max_attempts()
  returning * into code;
  if code.used_at is null then
    perform private.write_audit(
      'manager_code_failed', rep.id, null, ip_address_param, user_agent_param,
      jsonb_build_object('codeId', code_id_param, 'wasCompared', code.id is not null)
    );
    return jsonb_build_object('outcome', 'refused');
  end if;

  update public.sales_sessions s set manager_until = least(now() + private.manager_access_life(), s.expires_at)
  where s.id = session_id_param
  returning s.manager_until into opened_until;
  perform private.write_audit(
    'manager_access_opened', rep.id, null, ip_address_param, user_agent_param,
    jsonb_build_object('sessionId', session_id_param, 'until', opened_until)
  );
  return jsonb_build_object('outcome', 'opened', 'manager_until', opened_until);
end
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

  -- Counts and decides in one statement. Parallel requests cannot get more than the allowed attempts.
  update private.verification_codes v
  set attempts = v.attempts + 1, used_at = case when v.code_hash = code_hash_param then now() end
  where v.id = verification_id_param and v.sales_rep_id = rep_id
    and v.used_at is null and v.voided_at is null and v.expires_at > now() and v.attempts < private.code_max_attempts()
  returning * into code;
  if code.used_at is null then
    -- The caller repeats a request because its answer was lost. Nobody else can make its token. The same answer is
    -- available until the code would have expired.
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

CREATE OR REPLACE FUNCTION public.commit_sales_import(import_id_param uuid, row_count_param integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '15min'
AS $function$
declare
  import private.sales_imports;
  counts jsonb;
begin
  select i.* into import from private.sales_imports i where i.id = import_id_param for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown_import');
  end if;
  -- The caller repeats the request because its answer was lost.
  if import.outcome is not null then
    return jsonb_build_object('outcome', 'committed') || import.outcome;
  end if;
  if (select count(*) from private.staged_sales) <> row_count_param then
    return jsonb_build_object('outcome', 'rows_missing');
  end if;

  with merged as (
    insert into public.sales_records as s (
      id, sales_rep_id, sale_date, qualified_lead_id, product_name, billing_frequency, sale_amount, commission,
      is_cancelled, cancelled_at
    )
    select t.id, t.sales_rep_id, t.sale_date, t.qualified_lead_id, t.product_name, t.billing_frequency, t.sale_amount,
      t.commission, t.cancelled_at is not null, t.cancelled_at
    from private.staged_sales t
    on conflict (id) do update set
      sale_date = excluded.sale_date,
      qualified_lead_id = case when import.has_customers then excluded.qualified_lead_id else s.qualified_lead_id end,
      product_name = excluded.product_name, billing_frequency = excluded.billing_frequency,
      sale_amount = excluded.sale_amount, commission = excluded.commission, is_cancelled = excluded.is_cancelled,
      cancelled_at = excluded.cancelled_at
    where s.sales_rep_id = excluded.sales_rep_id and (
      s.sale_date, s.product_name, s.billing_frequency, s.sale_amount, s.commission, s.cancelled_at,
      case when import.has_customers then s.qualified_lead_id end
    ) is distinct from (
      excluded.sale_date, excluded.product_name, excluded.billing_frequency, excluded.sale_amount, excluded.commission,
      excluded.cancelled_at, case when import.has_customers then excluded.qualified_lead_id end
    )
    returning s.xmax = 0 as is_new
  )
  select jsonb_build_object(
    'inserted', count(*) filter (where m.is_new),
    'updated', count(*) filter (where not m.is_new),
    'unchanged', row_count_param - count(*)
  )
  into counts
  from merged m;

  -- Data may have changed since a batch was checked. In that case the whole import is rolled back.
  if exists (
    select from private.staged_sales t
    left join public.sales_records s on s.id = t.id and s.sales_rep_id = t.sales_rep_id
    where s.id is null
  ) then
    raise exception 'one of the ids belongs to a sale of another representative' using errcode = 'integrity_constraint_violation';
  end if;
  update private.sales_imports set outcome = counts where id = import_id_param;
  truncate private.staged_sales;
  return jsonb_build_object('outcome', 'committed') || counts;
end
$function$;

CREATE OR REPLACE FUNCTION public.edit_customer(session_id_param uuid, lead_id_param uuid, before_param jsonb, after_param jsonb, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep_id uuid := private.live_rep_id(session_id_param);
  customer public.qualified_leads;
  stored jsonb;
  changed text[];
begin
  if rep_id is null then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  -- The lock serializes simultaneous edits. The second compares with the values that the first wrote.
  select l.* into customer from public.qualified_leads l
  where l.id = lead_id_param and l.qualified_by = rep_id for update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;

  stored := jsonb_build_object(
    'name', customer.name, 'company', customer.company,
    'note', coalesce((
      select n.note from private.customer_notes n
      where n.qualified_lead_id = customer.id and n.sales_rep_id = rep_id
    ), '')
  );
  -- If the caller repeats a request because its answer was lost, it gets the same answer.
  if stored = after_param then
    return jsonb_build_object('outcome', 'saved', 'customer', stored);
  end if;
  if stored <> before_param then
    return jsonb_build_object('outcome', 'conflict', 'customer', stored);
  end if;

  update public.qualified_leads set name = after_param ->> 'name', company = after_param ->> 'company'
  where id = customer.id;
  delete from private.customer_notes where qualified_lead_id = customer.id and sales_rep_id = rep_id;
  insert into private.customer_notes (qualified_lead_id, sales_rep_id, note)
  select customer.id, rep_id, after_param ->> 'note' where after_param ->> 'note' <> '';
  changed := array(
    select k from unnest(array['name', 'company', 'note']) as k where stored -> k <> after_param -> k
  );
  perform private.write_audit(
    'customer_edited', rep_id, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('fields', to_jsonb(changed))
  );
  return jsonb_build_object('outcome', 'saved', 'customer', after_param);
end
$function$;

CREATE OR REPLACE FUNCTION public.enable_rep(sales_rep_id_param uuid, credential_hash_param text, manager_id_param uuid DEFAULT NULL::uuid, ip_address_param text DEFAULT NULL::text, user_agent_param text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- An erased representative cannot be enabled again.
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

CREATE OR REPLACE FUNCTION public.extend_access(session_id_param uuid, lead_id_param uuid, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep_id uuid := private.live_rep_id(session_id_param);
  customer public.qualified_leads;
begin
  if rep_id is null then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  select l.* into customer from public.qualified_leads l
  where l.id = lead_id_param and l.qualified_by = rep_id for update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  -- A revoked link stays revoked. To get another link, the customer must verify the address again.
  if customer.revoked_at is not null or not customer.is_active or customer.access_token_hash is null then
    return jsonb_build_object('outcome', 'no_link');
  end if;

  update public.qualified_leads
  set token_expires_at = greatest(token_expires_at, now() + private.access_link_life())
  where id = customer.id
  returning * into customer;
  perform private.write_audit(
    'link_extended', rep_id, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('expiresAt', customer.token_expires_at)
  );
  return jsonb_build_object('outcome', 'extended', 'expires_at', customer.token_expires_at);
end
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
      -- The person was erased while the mail was being sent, so the trail gets no line.
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
    -- A manager may read more lines, but through another procedure.
    and (
      e.qualified_lead_id in (
        select l.id from public.qualified_leads l where l.qualified_by = (select private.current_rep_id())
      )
      or (e.qualified_lead_id is null and e.sales_rep_id = (select private.current_rep_id()))
    )
  order by e.line_number desc
  limit least(greatest(coalesce(page_size, 25), 1), 100)
$function$;

CREATE OR REPLACE FUNCTION public.get_customer_note(lead_id uuid)
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
    select jsonb_build_object('note', coalesce(max(n.note), ''), 'updated_at', max(n.updated_at))
    from private.customer_notes n
    where n.qualified_lead_id = lead_id and n.sales_rep_id = rep_id
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.get_customer_openings(since timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refuse_ended_session();
  select jsonb_build_object(
    'openings', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', o.id, 'lead_id', o.lead_id, 'name', o.name, 'email', o.email, 'company', o.company,
          'opened_at', o.created_at, 'is_first', o.is_first
        ) order by o.created_at desc, o.id
      ),
      '[]'::jsonb
    ),
    'now', now(),
    -- Transactions that began before this moment may not be visible yet, so the next call asks for that time again.
    'next_since', now() - interval '5 seconds'
  )
  from (
    select r.id, r.created_at, l.id as lead_id, l.name, l.email, l.company, not exists (
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
$function$;

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
    -- A manager may read more customers, but through another procedure.
    and (
      l.qualified_by = (select private.current_rep_id()) or l.id = (select private.current_customer_id())
    )
$function$;

CREATE OR REPLACE FUNCTION public.get_sales_dashboard(filter jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '32MB'
AS $function$
declare
  asked private.sales_filter := private.read_sales_filter(coalesce(filter, '{}'), private.current_rep_id());
  answer jsonb;
begin
  perform private.refuse_ended_session();
  -- $1: the filter; $2: the smaller side of its search.
  execute private.fill_in($query$
  with sales as (
    -- Sums by day have no customers: use all of them, or those of the products that the search found by name.
    select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.is_clawback,
      s.sales_count, s.sales_cents, s.commission_cents
    from private.sales_daily_totals s
    where {sums_condition} and (($2).sign is distinct from 1 or s.product_name = any (($1).found_products))
    union all
    -- Sales of the customers of the smaller side, except products that the search found by name.
    select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.commission < 0,
      ($2).sign * count(*), (($2).sign * sum(s.sale_amount))::bigint, (($2).sign * sum(s.commission))::bigint
    from public.sales_records s
    where ($2).sign is not null and {condition}
      and s.product_name <> all (($1).found_products) and s.qualified_lead_id = any (($2).customers)
    group by 1, 2, 3, 4, 5
    union all
    -- A search by customer never finds a sale without a customer.
    select s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.commission < 0,
      -count(*), -sum(s.sale_amount)::bigint, -sum(s.commission)::bigint
    from public.sales_records s
    where ($2).sign = -1 and {condition}
      and s.product_name <> all (($1).found_products) and s.qualified_lead_id is null
    group by 1, 2, 3, 4, 5
  ),
  sums as materialized (
    -- The only pass over possibly many rows. All later steps read its small result.
    select
      grouping(s.sale_date) = 0 as is_by_day, grouping(s.product_name) = 0 as is_by_product,
      grouping(s.billing_frequency) = 0 as is_by_frequency, grouping(s.is_clawback) = 0 as is_by_group,
      s.sale_date, s.product_name, s.billing_frequency, s.is_cancelled, s.is_clawback, min(s.sale_date) as first_day,
      sum(s.sales_count) as sales_count, sum(s.sales_cents) as sales_cents, sum(s.commission_cents) as commission_cents
    from sales s
    group by grouping sets (
      (s.is_cancelled, s.sale_date), (s.is_cancelled, s.product_name), (s.is_cancelled, s.billing_frequency),
      (s.is_cancelled, s.is_clawback, s.sale_date >= (select private.pending_since()))
    )
    -- Subtracting the search's sales may leave nothing.
    having sum(s.sales_count) <> 0
  ),
  parts as materialized (
    select
      u.is_by_group, u.is_by_day, u.is_by_product, u.is_by_frequency, u.sale_date, u.product_name, u.billing_frequency,
      sum(u.sales_count) as sales_count,
      coalesce(sum(u.sales_count) filter (where not u.is_cancelled), 0) as active_count,
      sum(u.sales_cents) as sales_cents,
      coalesce(sum(u.sales_cents) filter (where not u.is_cancelled), 0) as net_sales_cents,
      sum(u.commission_cents) as commission_cents,
      coalesce(sum(u.commission_cents) filter (where not u.is_cancelled), 0) as net_commission_cents
    from sums u
    group by 1, 2, 3, 4, 5, 6, 7
  ),
  commissions as (
    select
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'earned'), 0) as earned_cents,
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'pending'), 0) as pending_cents,
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'clawback'), 0) as clawback_cents,
      coalesce(sum(g.commission_cents) filter (where g.commission_group = 'cancelled'), 0) as cancelled_cents,
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'earned'), 0) as earned_count,
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'pending'), 0) as pending_count,
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'clawback'), 0) as clawback_count,
      coalesce(sum(g.sales_count) filter (where g.commission_group = 'cancelled'), 0) as cancelled_count
    from (
      select u.sales_count, u.commission_cents, private.commission_group(u.is_cancelled, u.is_clawback, u.first_day) as commission_group
      from sums u where u.is_by_group
    ) g
  ),
  totals as (
    select
      coalesce(sum(u.sales_count), 0) as sales_count,
      coalesce(sum(u.active_count), 0) as active_count,
      coalesce(sum(u.sales_cents), 0) as sales_cents,
      coalesce(sum(u.net_sales_cents), 0) as net_sales_cents,
      coalesce(sum(u.commission_cents), 0) as commission_cents,
      coalesce(sum(u.net_commission_cents), 0) as net_commission_cents
    from parts u where u.is_by_group
  ),
  range as (
    select
      coalesce(($1).day_from, min(u.sale_date)) as first_day,
      coalesce(($1).day_to, case when coalesce(($1).day_from, min(u.sale_date)) is not null
        then greatest(max(u.sale_date), private.utc_today()) end) as last_day
    from parts u where u.is_by_day
  ),
  step as (
    select
      r.first_day, r.last_day, private.series_step(r.first_day, r.last_day) as step
    from range r where r.first_day <= r.last_day
  ),
  buckets as (
    -- Sums first, then joins the series. Joining ten thousand single days with as many points took seconds.
    select
      date_trunc(t.step, u.sale_date::timestamp) as starts_on,
      sum(u.sales_count) as sales_count, sum(u.active_count) as active_count, sum(u.sales_cents) as sales_cents,
      sum(u.net_sales_cents) as net_sales_cents, sum(u.commission_cents) as commission_cents,
      sum(u.net_commission_cents) as net_commission_cents
    from step t cross join parts u
    where u.is_by_day
    group by 1
  ),
  points as (
    select
      p.starts_on::date as starts_on,
      coalesce(b.sales_count, 0) as sales_count,
      coalesce(b.active_count, 0) as active_count,
      coalesce(b.sales_cents, 0) as sales_cents,
      coalesce(b.net_sales_cents, 0) as net_sales_cents,
      coalesce(b.commission_cents, 0) as commission_cents,
      coalesce(b.net_commission_cents, 0) as net_commission_cents
    from step t
    cross join lateral generate_series(
      date_trunc(t.step, t.first_day::timestamp), t.last_day::timestamp, ('1 ' || t.step)::interval
    ) as p (starts_on)
    left join buckets b on b.starts_on = p.starts_on
  ),
  everything as (
    select
      coalesce(sum(d.sales_count), 0) as sales_count,
      coalesce(sum(d.sales_count) filter (where not d.is_cancelled), 0) as active_count,
      coalesce(sum(d.sales_cents), 0) as sales_cents
    from private.sales_daily_totals d where d.sales_rep_id = ($1).sales_rep_id
  ),
  shown as (
    select u.*, jsonb_build_object(
      'sales_count', u.sales_count, 'active_count', u.active_count, 'sales_cents', u.sales_cents,
      'net_sales_cents', u.net_sales_cents, 'commission_cents', u.commission_cents,
      'net_commission_cents', u.net_commission_cents
    ) as shown
    from parts u where u.is_by_product or u.is_by_frequency
  )
  select jsonb_build_object(
    'pending_days', private.commission_pending_days(),
    'today', private.utc_today(),
    'totals', (
      select to_jsonb(t) || to_jsonb(c) || jsonb_build_object('clawed_back_cents', c.cancelled_cents - c.clawback_cents)
      from totals t cross join commissions c
    ),
    'series', jsonb_build_object(
      'step', coalesce((select t.step from step t), 'month'),
      'from', (select t.first_day from step t),
      'to', (select t.last_day from step t),
      'points', (select coalesce(jsonb_agg(to_jsonb(p) order by p.starts_on), '[]'::jsonb) from points p)
    ),
    'by_product', (
      select coalesce(
        jsonb_agg(jsonb_build_object('product_name', u.product_name) || u.shown order by u.sales_cents desc, u.product_name),
        '[]'::jsonb
      )
      from shown u where u.is_by_product
    ),
    'by_billing_frequency', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('billing_frequency', u.billing_frequency) || u.shown order by u.billing_frequency desc
        ),
        '[]'::jsonb
      )
      from shown u where u.is_by_frequency
    ),
    'products', (select coalesce(jsonb_agg(p order by p), '[]'::jsonb) from private.sold_products(($1).sales_rep_id) as p),
    'all_sales_count', (select e.sales_count from everything e),
    'all_active_count', (select e.active_count from everything e),
    'all_sales_cents', (select e.sales_cents from everything e)
  )$query$, jsonb_build_object(
    'condition', private.sales_condition('s.commission < 0'), 'sums_condition', private.sales_condition('s.is_clawback')
  ))
  into answer
  using asked, private.smaller_side(asked);
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_sales_records_by_rep(sales_rep_id_param uuid)
 RETURNS SETOF public.sales_records
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.refuse_ended_session();
  -- The API's maximum per answer. Without a limit the database would read all rows first.
  select s.* from public.sales_records s
  where s.sales_rep_id = sales_rep_id_param
  order by s.sale_date desc, s.id desc
  limit 1000
$function$;

CREATE OR REPLACE FUNCTION public.get_sales_table(filter jsonb DEFAULT '{}'::jsonb, sort text DEFAULT 'sale_date'::text, direction text DEFAULT 'desc'::text, page_size integer DEFAULT 25, after text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked_sort text := coalesce(sort, 'sale_date');
  asked_direction text := coalesce(direction, 'desc');
  row_limit integer := least(greatest(coalesce(page_size, 25), 1), 1000);
  rep_id uuid := private.current_rep_id();
  asked private.sales_filter := private.read_sales_filter(coalesce(filter, '{}'), rep_id);
  sort_type text := case asked_sort
    when 'sale_date' then 'date'
    when 'status' then 'boolean'
    when 'product' then 'text'
    when 'customer' then 'text'
    else 'bigint'
  end;
  start jsonb := private.read_cursor(after, asked_sort || ' ' || asked_direction, sort_type::regtype);
  -- Day and id break ties of the column. If the column has no natural order, they run against its direction.
  direction_after text := case when asked_sort in ('sale_date', 'amount', 'commission') then asked_direction
    when asked_direction = 'asc' then 'desc' else 'asc' end;
  -- Parameters of each statement below: $1 filter, $2 cursor, $3 rows.
  words jsonb := jsonb_build_object(
    'condition', private.sales_condition('s.commission < 0'),
    'search', private.search_condition(),
    'way', asked_direction,
    'beyond', case asked_direction when 'asc' then '>' else '<' end,
    'way_after', direction_after,
    'beyond_after', case direction_after when 'asc' then '>' else '<' end
  );
  sort_key text := case asked_sort
    when 'sale_date' then 's.sale_date'
    when 'amount' then 's.sale_amount'
    when 'commission' then 's.commission'
    when 'product' then 's.product_name'
    when 'status' then 's.is_cancelled'
    when 'customer' then $key$lower(coalesce(nullif(l.name, ''), l.email))$key$
  end;
  ids uuid[] := array[]::uuid[];
  more uuid[];
begin
  perform private.refuse_ended_session();
  if sort_key is null then
    raise exception 'unknown sort: "%"', left(asked_sort, 50) using errcode = 'invalid_parameter_value';
  end if;
  if asked_direction not in ('asc', 'desc') then
    raise exception 'unknown direction: "%"', left(asked_direction, 50) using errcode = 'invalid_parameter_value';
  end if;
  words := words || jsonb_build_object('key', sort_key, 'type', sort_type);

  if asked_sort <> 'customer' then
    execute private.fill_in($query$
      select coalesce(array_agg(p.id order by p.key {way}, p.sale_date {way_after}, p.id {way_after}), '{}')
      from (
        -- First the rest of the group in which the previous page ended, then the groups after it.
        (
          select s.id, {key} as key, s.sale_date
          from public.sales_records s
          where {condition} and {search} and {key} = ($2 ->> 'key')::{type}
            and (s.sale_date, s.id) {beyond_after} (($2 ->> 'day')::date, ($2 ->> 'id')::uuid)
          order by s.sale_date {way_after}, s.id {way_after} limit $3
        )
        union all
        (
          select s.id, {key} as key, s.sale_date
          from public.sales_records s
          where {condition} and {search} and ($2 is null or {key} {beyond} ($2 ->> 'key')::{type})
          order by {key} {way}, s.sale_date {way_after}, s.id {way_after} limit $3
        )
      ) p$query$, words)
    into ids
    using asked, start, row_limit + 1;
  else
    -- Goes from customer to customer by name and reads only as many sales of each as fit on the page.
    if start is null or start ->> 'key' is not null then
      execute private.fill_in($query$
        select coalesce(
          array_agg(p.id order by p.key {way}, p.lead_id {way}, p.sale_date {way_after}, p.id {way_after}), '{}'
        )
        from (
          (
            select s.id, $2 ->> 'key' as key, s.qualified_lead_id as lead_id, s.sale_date
            from public.sales_records s
            where {condition} and {search} and s.qualified_lead_id = ($2 ->> 'customer')::uuid
              and (s.sale_date, s.id) {beyond_after} (($2 ->> 'day')::date, ($2 ->> 'id')::uuid)
            order by s.sale_date {way_after}, s.id {way_after} limit $3
          )
          union all
          (
            select s.id, l.key, l.id as lead_id, s.sale_date
            from (
              select l.id, {key} as key
              from public.qualified_leads l
              where l.qualified_by = ($1).sales_rep_id
                and ($2 is null or ({key}, l.id) {beyond} ($2 ->> 'key', ($2 ->> 'customer')::uuid))
              order by 2 {way}, 1 {way}
            ) l
            cross join lateral (
              select s.id, s.sale_date
              from public.sales_records s
              where s.qualified_lead_id = l.id and {condition} and {search}
              order by s.sale_date {way_after}, s.id {way_after} limit $3
            ) s
            order by l.key {way}, l.id {way}, s.sale_date {way_after}, s.id {way_after} limit $3
          )
        ) p$query$, words)
      into ids
      using asked, start, row_limit + 1;
    end if;
    -- Sales without a known customer come last in both directions.
    if cardinality(ids) <= row_limit then
      execute private.fill_in($query$
        select coalesce(array_agg(p.id order by p.sale_date {way_after}, p.id {way_after}), '{}')
        from (
          select s.id, s.sale_date
          from public.sales_records s
          where (s.qualified_lead_id is null or s.qualified_lead_id = any ($4)) and {condition} and {search}
            and ($2 is null or (s.sale_date, s.id) {beyond_after} (($2 ->> 'day')::date, ($2 ->> 'id')::uuid))
          order by s.sale_date {way_after}, s.id {way_after} limit $3
        ) p$query$, words)
      into more
      using asked, case when start ->> 'key' is null then start end, row_limit + 1 - cardinality(ids),
        private.hidden_customers(rep_id);
      ids := ids || more;
    end if;
  end if;

  return jsonb_build_object(
    'rows', private.sales_rows(ids[:row_limit]),
    'has_more', cardinality(ids) > row_limit,
    'next_after', case when cardinality(ids) > row_limit then (
      select private.write_cursor(jsonb_build_object(
        'order', asked_sort || ' ' || asked_direction,
        'key', case asked_sort
          when 'sale_date' then s.sale_date::text when 'amount' then s.sale_amount::text
          when 'commission' then s.commission::text when 'product' then s.product_name
          when 'status' then s.is_cancelled::text
          when 'customer' then (
            select lower(coalesce(nullif(l.name, ''), l.email)) from public.qualified_leads l
            where l.id = s.qualified_lead_id and l.qualified_by = rep_id
          )
        end,
        'customer', s.qualified_lead_id, 'day', s.sale_date, 'id', s.id
      ))
      from public.sales_records s where s.id = ids[row_limit]
    ) end
  );
end
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
  -- Checked here, after the lock: a manager who has just lost the role can change nothing more.
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

CREATE OR REPLACE FUNCTION public.note_failed_mail(mail_param text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today date := (now() at time zone 'UTC')::date;
  counted integer;
begin
  delete from private.failed_mails f where f.day < today - 30;
  insert into private.failed_mails as f (day, mail, count, last_failed_at) values (today, mail_param, 1, now())
  on conflict (day, mail) do update set count = f.count + 1, last_failed_at = now()
  returning f.count into counted;
  return counted;
end
$function$;

CREATE OR REPLACE FUNCTION public.record_site_counts(batch_param jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today date := (now() at time zone 'utc')::date;
  key record;
  new_counts integer := jsonb_array_length(batch_param -> 'counts');
begin
  -- Batches of a day wait for this row, so that the limits below hold for batches that come at once.
  insert into private.site_event_days as d (day, row_count, byte_count, counted) values (today, 0, 0, new_counts)
  on conflict (day) do update set counted = d.counted + excluded.counted
  where d.counted + excluded.counted <= 1000000;
  if not found then
    return false;
  end if;

  select b.page, b.source, b.campaign, b.host_version, b.marketing_version into strict key
  from jsonb_to_record(batch_param) as b (
    page text, source text, campaign text, host_version text, marketing_version text
  );
  if key.campaign not in ('', 'other')
    and not exists (select from private.site_counts c where c.day = today and c.campaign = key.campaign)
    and (
      select count(distinct c.campaign) from private.site_counts c where c.day = today and c.campaign not in ('', 'other')
    ) >= 50
  then
    key.campaign := 'other';
  end if;
  -- Of known pages and versions a day never has so many rows. The last ones go where few rows are possible.
  if not exists (
    select from private.site_counts c
    where c.day = today and c.page = key.page and c.source = key.source and c.campaign = key.campaign
      and c.host_version = key.host_version and c.marketing_version = key.marketing_version
  ) and (select count(*) from private.site_counts c where c.day = today) >= 20000 then
    key.page := 'other';
    key.campaign := 'other';
    key.host_version := 'other';
    key.marketing_version := 'other';
  end if;

  insert into private.site_counts as c (day, page, source, campaign, host_version, marketing_version, what, count)
  select
    today, key.page, key.source, key.campaign, key.host_version, key.marketing_version, w.what, count(*)::integer
  from jsonb_array_elements_text(batch_param -> 'counts') as w (what)
  group by w.what
  on conflict (day, page, source, campaign, host_version, marketing_version, what)
    do update set count = c.count + excluded.count;
  return true;
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
      -- Rolls back all changes but keeps the values of variables.
      raise sqlstate 'CV001';
    end if;
  exception when sqlstate 'CV001' then
    return report;
  end;
  perform public.record_upkeep_run('retention', '{}');
  -- A run that removed nothing is recorded too. This shows that the job still runs.
  perform private.write_audit('data_expired', null, null, null, null, (
    select jsonb_object_agg(r.kind, r.removed) from jsonb_to_recordset(report) as r (kind text, removed integer)
  ));
  return report;
end
$function$;

CREATE OR REPLACE FUNCTION public.site_figures(days_param integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with period as (
    select
      (now() at time zone 'utc')::date as last_day,
      (now() at time zone 'utc')::date - least(greatest(days_param, 1), private.site_counts_kept_days()) + 1 as first_day
  ),
  counted as (
    select c.* from private.site_counts c cross join period p where c.day between p.first_day and p.last_day
  ),
  parts as (
    select 'days' as part, c.day::text as name, c.what, c.count from counted c
    union all select 'pages', c.page, c.what, c.count from counted c
    union all select 'sources', c.source, c.what, c.count from counted c
    union all select 'campaigns', c.campaign, c.what, c.count from counted c where c.campaign <> ''
    union all select 'versions', 'host ' || c.host_version, c.what, c.count from counted c
    union all select 'versions', 'marketing ' || c.marketing_version, c.what, c.count from counted c
  ),
  summed as (
    select s.part, s.name, jsonb_object_agg(s.what, s.count) as counts, sum(s.count) as total
    from (select p.part, p.name, p.what, sum(p.count) as count from parts p group by p.part, p.name, p.what) s
    group by s.part, s.name
  ),
  ranked as (
    select s.*, row_number() over (
      partition by s.part order by coalesce((s.counts ->> 'view')::bigint, 0) desc, s.total desc, s.name
    ) as place
    from summed s
  )
  select jsonb_build_object(
    'first_day', (select p.first_day from period p),
    'last_day', (select p.last_day from period p),
    'parts', coalesce((
      select jsonb_agg(jsonb_build_object('part', r.part, 'name', r.name, 'counts', r.counts) order by r.part, r.place)
      from ranked r where r.part = 'days' or r.place <= 100
    ), '[]'::jsonb)
  )
$function$;

CREATE OR REPLACE FUNCTION public.stage_sales(import_id_param uuid, rows_param jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  problems jsonb;
begin
  perform private.refuse_over(
    'rows_param', case jsonb_typeof(rows_param) when 'array' then jsonb_array_length(rows_param) end, 5000
  );
  update private.sales_imports set last_staged_at = clock_timestamp() where id = import_id_param and outcome is null;
  if not found then
    return jsonb_build_object('outcome', 'unknown_import');
  end if;
  with given as materialized (
    select g.*, r.id as sales_rep_id, l.id as qualified_lead_id, l.qualified_by
    from jsonb_to_recordset(rows_param) as g (
      line_number integer, id uuid, rep_email text, lead_email text, sale_date date, product_name text,
      billing_frequency text, sale_amount bigint, commission bigint, cancelled_at timestamptz
    )
    left join public.sales_representatives r on r.email = lower(g.rep_email)
    left join public.qualified_leads l on l.email = lower(g.lead_email)
  ),
  staged as (
    insert into private.staged_sales (
      id, line_number, sales_rep_id, qualified_lead_id, sale_date, product_name, billing_frequency, sale_amount,
      commission, cancelled_at
    )
    select
      g.id, g.line_number,
      -- Invalid rows are stored too, so repeated ids are found.
      coalesce(g.sales_rep_id, '00000000-0000-0000-0000-000000000000'),
      g.qualified_lead_id, g.sale_date, g.product_name, g.billing_frequency, g.sale_amount, g.commission, g.cancelled_at
    from given g
    order by g.line_number
    on conflict (id) do nothing
    returning line_number
  ),
  problem as (
    select g.line_number, p.code, p.value
    from given g
    left join public.sales_records s on s.id = g.id
    cross join lateral (values
      (g.sales_rep_id is null, 'unknown_rep', g.rep_email),
      (g.lead_email is not null and g.qualified_lead_id is null, 'unknown_customer', g.lead_email),
      -- A customer who was handed over later stays on their existing sales.
      (
        g.qualified_by <> g.sales_rep_id and s.qualified_lead_id is distinct from g.qualified_lead_id,
        'customer_of_another_rep', g.lead_email
      ),
      (s.sales_rep_id <> g.sales_rep_id, 'sale_of_another_rep', g.id::text),
      (g.line_number not in (select t.line_number from staged t), 'duplicate_id', g.id::text)
    ) as p (is_so, code, value)
    where p.is_so
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object('line', p.line_number, 'code', p.code, 'value', p.value) order by p.line_number, p.code
    ),
    '[]'::jsonb
  )
  into problems
  from problem p;
  return jsonb_build_object('outcome', 'staged', 'problems', problems);
end
$function$;

CREATE OR REPLACE FUNCTION public.start_manager_code(session_id_param uuid, code_id_param uuid, code_hash_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep public.sales_representatives;
  last_made_at timestamptz;
  code private.manager_codes;
begin
  select r.* into rep from public.sales_representatives r where r.id = private.live_rep_id(session_id_param);
  if not found then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  if not rep.is_manager then
    return jsonb_build_object('outcome', 'forbidden');
  end if;

  -- If two requests arrive at once, the second waits here and then sees the code of the first.
  perform pg_advisory_xact_lock(hashtextextended('manager-code ' || rep.id::text, 0));
  select max(c.created_at) into last_made_at from private.manager_codes c where c.sales_rep_id = rep.id;
  if last_made_at + private.code_resend_pause() > now() then
    return jsonb_build_object(
      'outcome', 'too_soon',
      'retry_after_seconds', least(
        extract(epoch from private.code_resend_pause()),
        greatest(1, ceil(extract(epoch from last_made_at + private.code_resend_pause() - now())))
      )::integer
    );
  end if;

  delete from private.manager_codes c
  where c.sales_rep_id = rep.id and c.expires_at < now() - interval '1 day';
  update private.manager_codes c set voided_at = now()
  where c.sales_rep_id = rep.id and c.used_at is null and c.voided_at is null;
  insert into private.manager_codes (id, sales_rep_id, sales_session_id, code_hash)
  values (code_id_param, rep.id, session_id_param, code_hash_param)
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

  -- If two requests arrive at once, the second waits here and then sees the code of the first.
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

  -- Every call deletes a few codes that ended a day ago. So the names of people who did not become customers are not
  -- collected.
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

CREATE OR REPLACE FUNCTION public.take_attempt(bucket_param text, limit_param integer, window_seconds_param integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  counter private.rate_limit_counters;
begin
  -- Every call deletes a few stale rows. This keeps the table as small as the traffic.
  delete from private.rate_limit_counters
  where bucket in (
    select c.bucket from private.rate_limit_counters c
    where c.window_ends_at < now() - interval '1 minute' and c.bucket <> bucket_param
    order by c.window_ends_at limit 20
    for update skip locked
  );

  insert into private.rate_limit_counters as c (bucket, attempts, window_ends_at)
  values (bucket_param, 1, now() + make_interval(secs => window_seconds_param))
  on conflict (bucket) do update set
    attempts = case when c.window_ends_at <= now() then 1 else least(c.attempts, limit_param) + 1 end,
    window_ends_at = case
      when c.window_ends_at <= now() then now() + make_interval(secs => window_seconds_param)
      else c.window_ends_at
    end
  returning * into counter;

  return jsonb_build_object(
    'allowed', counter.attempts <= limit_param,
    'retry_after_seconds', greatest(1, ceil(extract(epoch from counter.window_ends_at - now())))::integer
  );
end
$function$;

ALTER TABLE "private"."site_event_days" ADD CONSTRAINT "site_event_days_counted_check" CHECK ((counted >= 0));

CREATE POLICY "failed_mails_all_service_role" ON "private"."failed_mails" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

CREATE POLICY "failed_mails_select_manager" ON "private"."failed_mails" FOR SELECT TO "api_reader" USING ((( SELECT private.current_manager_until() AS current_manager_until) IS NOT NULL));

CREATE POLICY "site_counts_all_service_role" ON "private"."site_counts" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

COMMENT ON COLUMN "private"."customer_notes"."note" IS 'Plain text with line breaks, as typed.';

COMMENT ON COLUMN "private"."failed_mails"."last_failed_at" IS 'By the database''s clock.';

COMMENT ON COLUMN "private"."handovers"."customer_ids" IS 'Not a foreign key: a customer may be erased later.';

COMMENT ON COLUMN "private"."handovers"."kept" IS 'Items that the undo did not move back: [{kind, id, reason}]. Null: none, or not undone.';

COMMENT ON COLUMN "private"."handovers"."request_ids" IS 'Contact requests that were open at the handover. Not a foreign key.';

COMMENT ON COLUMN "private"."handovers"."request_versions" IS 'Version of each contact request after the handover. A later version means that someone has changed it.';

COMMENT ON COLUMN "private"."manager_codes"."attempts" IS 'Number of codes compared with it, at most private.code_max_attempts().';

COMMENT ON COLUMN "private"."manager_codes"."code_hash" IS 'Hex HMAC-SHA256 of the code together with representative, session and id; only the functions have the key (pepper).';

COMMENT ON COLUMN "private"."manager_codes"."expires_at" IS 'private.code_life() after the code was made.';

COMMENT ON COLUMN "private"."manager_codes"."id" IS 'Chosen by the function, because the hash includes it.';

COMMENT ON COLUMN "private"."manager_codes"."voided_at" IS 'When a later code replaced it or its mail failed.';

COMMENT ON COLUMN "private"."rate_limit_counters"."bucket" IS 'The limited action and the caller, such as sign-in:ip:203.0.113.7.';

COMMENT ON COLUMN "private"."sales_daily_totals"."is_clawback" IS 'True if the commission of these sales is negative.';

COMMENT ON COLUMN "private"."sales_daily_totals"."sales_count" IS 'Never zero: deleting the last sale deletes the row.';

COMMENT ON COLUMN "private"."sales_imports"."has_customers" IS 'True if the file has customers. Otherwise existing sales keep their customers.';

COMMENT ON COLUMN "private"."sales_imports"."outcome" IS 'Numbers of inserted, updated and unchanged sales. Null: not committed, and its rows are invisible.';

COMMENT ON COLUMN "private"."sales_rep_credentials"."credential_hash" IS 'Hex HMAC-SHA256 of the normalized sales ID; only the functions have the key (pepper), never the database.';

COMMENT ON COLUMN "private"."sales_rep_credentials"."label" IS 'Name that an operator gave it; never the sales ID itself.';

COMMENT ON COLUMN "private"."site_counts"."campaign" IS '<utm_source>/<utm_campaign> of the page load''s address; empty: none; other: unreadable, or beyond the 50 of a day.';

COMMENT ON COLUMN "private"."site_counts"."host_version" IS 'Version of the host that was live; other: any other.';

COMMENT ON COLUMN "private"."site_counts"."marketing_version" IS 'As host_version, of marketing.';

COMMENT ON COLUMN "private"."site_counts"."page" IS 'Path of a route of the live site; other: any other path.';

COMMENT ON COLUMN "private"."site_counts"."source" IS 'Kind of the website that led to the page load.';

COMMENT ON COLUMN "private"."site_event_days"."counted" IS 'What was added to private.site_counts.';

COMMENT ON COLUMN "private"."upkeep_runs"."detail" IS 'Details of the run, such as the name of the backup. Never a secret or personal data.';

COMMENT ON COLUMN "private"."upkeep_runs"."finished_at" IS 'Database time.';

COMMENT ON COLUMN "private"."verification_codes"."attempts" IS 'Number of codes compared with it, at most private.code_max_attempts().';

COMMENT ON COLUMN "private"."verification_codes"."code_hash" IS 'Hex HMAC-SHA256 of the code together with representative, address and id; only the functions have the key (pepper). Without a key, an attacker with the hash could guess six digits in seconds.';

COMMENT ON COLUMN "private"."verification_codes"."email" IS 'Lower case. The address that received the code.';

COMMENT ON COLUMN "private"."verification_codes"."expires_at" IS 'private.code_life() after the code was made.';

COMMENT ON COLUMN "private"."verification_codes"."id" IS 'Chosen by the function, because the hash includes it.';

COMMENT ON COLUMN "private"."verification_codes"."voided_at" IS 'When a later code replaced it or its mail failed.';

COMMENT ON COLUMN "public"."audit_events"."detail" IS 'Further facts about the event. Never a code, a token or a hash of one.';

COMMENT ON COLUMN "public"."audit_events"."ip_address" IS 'The address that the server saw. Null: unknown, or an operator acted.';

COMMENT ON COLUMN "public"."audit_events"."line_number" IS 'Order of events with the same time. Gaps are normal: a rolled-back transaction leaves one.';

COMMENT ON COLUMN "public"."audit_events"."manager_id" IS 'The manager who acted, taken from detail: see private.done_by(). Null: no manager acted.';

COMMENT ON COLUMN "public"."audit_events"."occurred_at" IS 'Database time. All lines of one decision have the same time.';

COMMENT ON COLUMN "public"."audit_events"."qualified_lead_id" IS 'Affected customer. Null: none, or not qualified yet.';

COMMENT ON COLUMN "public"."audit_events"."sales_rep_id" IS 'The representative who acted, or whose customer acted. Null: unknown.';

COMMENT ON COLUMN "public"."contact_submissions"."assigned_to" IS 'The representative who works on it. Null: not assigned.';

COMMENT ON COLUMN "public"."contact_submissions"."campaign" IS 'The campaign from utm, for the filter.';

COMMENT ON COLUMN "public"."contact_submissions"."consent_text" IS 'The consent text that the visitor saw and accepted.';

COMMENT ON COLUMN "public"."contact_submissions"."consent_version" IS 'Version of the consent text that the visitor accepted. Null: no consent.';

COMMENT ON COLUMN "public"."contact_submissions"."id" IS 'Chosen by the visitor''s browser. A repeated request has the same id, so it is stored once.';

COMMENT ON COLUMN "public"."contact_submissions"."message" IS 'The message as sent. It starts with the plan''s marker if the visitor chose a plan.';

COMMENT ON COLUMN "public"."contact_submissions"."notification_claimed_at" IS 'When a sender started to mail this request. Another sender takes over if it does not finish in time.';

COMMENT ON COLUMN "public"."contact_submissions"."notified_at" IS 'When the mail to the team was accepted. Null: not sent.';

COMMENT ON COLUMN "public"."contact_submissions"."quarantined_at" IS 'When the request was quarantined because the hidden field was filled in. It is stored, but no mail is sent.';

COMMENT ON COLUMN "public"."contact_submissions"."search_text" IS 'The text that a search reads, in lower case.';

COMMENT ON COLUMN "public"."contact_submissions"."staff_note" IS 'Plain text with line breaks, as typed. The visitor never sees it.';

COMMENT ON COLUMN "public"."contact_submissions"."status_changed_at" IS 'Null: the status has never changed.';

COMMENT ON COLUMN "public"."contact_submissions"."version" IS 'Increases with each change by staff. A change that is based on an older version is refused.';

COMMENT ON COLUMN "public"."customer_sessions"."end_reason" IS 'replaced: the customer got a new access link.';

COMMENT ON COLUMN "public"."customer_sessions"."expires_at" IS 'Never later than the end of the access token that was used.';

COMMENT ON COLUMN "public"."product_features"."limit_value" IS 'Monthly allowance or level, as shown on the page.';

COMMENT ON COLUMN "public"."product_prices"."activation_cents" IS 'US cents, paid once.';

COMMENT ON COLUMN "public"."qualified_leads"."email" IS 'Lower case. Qualifying the same address again updates the same row.';

COMMENT ON COLUMN "public"."qualified_leads"."link_issued_at" IS 'When the customer''s current link was issued. Without a link: when the customer was qualified.';

COMMENT ON COLUMN "public"."qualified_leads"."revoked_at" IS 'When a representative revoked the access. Null: not revoked.';

COMMENT ON COLUMN "public"."sales_records"."product_name" IS 'Name of the plan at the time of the sale. It stays when plans change.';

COMMENT ON COLUMN "public"."sales_representatives"."disabled_at" IS 'Since when this person may not sign in. Their live sessions end at once. Null: enabled.';

COMMENT ON COLUMN "public"."sales_representatives"."is_manager" IS 'True if this person may open Operations with a mailed code.';

COMMENT ON COLUMN "public"."sales_representatives"."mail_on_opening" IS 'True if this person gets a mail when a customer first opens an access link.';

COMMENT ON COLUMN "public"."sales_sessions"."end_reason" IS 'ended_by_rep: the representative ended it from another session. ended_by_manager: a manager ended it in Operations.';

COMMENT ON COLUMN "public"."sales_sessions"."ended_at" IS 'When it was ended early. Null: not ended early.';

COMMENT ON FUNCTION "private"."access_link_expiring_within"() IS 'How long before its end an access link counts as expiring soon.';

COMMENT ON FUNCTION "private"."access_link_life"() IS 'How long a customer''s access link works after it was issued or extended.';

COMMENT ON FUNCTION "private"."address_pattern"(text) IS 'A regular expression that matches an address, also URL-encoded in a link. It does not match a longer address that contains it.';

COMMENT ON FUNCTION "private"."apply_consent_withdrawal"(uuid, text, text, text) IS 'See public.withdraw_consent. The first argument is the manager; null for an operator.';

COMMENT ON FUNCTION "private"."apply_contact_request_change"(text, uuid, uuid, integer, jsonb, text, text) IS 'Changes a contact request: see public.change_contact_request. by: manager, operator or representative. A representative changes only requests that are assigned to them.';

COMMENT ON FUNCTION "private"."apply_handover"(uuid, uuid, uuid, uuid[], uuid[], jsonb, uuid, text, text) IS 'Hands customers and open contact requests of one representative to another. Null ids: all of that kind: {outcome: handed_over, id, count, requests}, {outcome: changed, missing} or {outcome: same_rep | disabled | none | used}. used: another handover has this id. A handover that was undone meanwhile gets the answer of its undo. expected: {customers, requests}, the counts that the caller saw; null: not compared. changed: the choice or the counts no longer match, and nothing is written. Links and sessions move with the customers. Private notes stay with their author, and sales with their seller.';

COMMENT ON FUNCTION "private"."apply_handover_undo"(uuid, uuid, text, text) IS 'Undoes a handover within private.handovers_undone_within(): see private.undone_handover; or {outcome: none | too_late}. Reasons why an item does not move back: handed_on, new_link, worked_on or erased. Repeating it gives the same answer and changes nothing.';

COMMENT ON FUNCTION "private"."apply_person_correction"(uuid, jsonb, jsonb, jsonb, text, text) IS 'Replaces the texts of a customer, {name, company}, or a contact request, {first_name, last_name, company, phone, job_title}, if they still equal the values before: {outcome: saved | conflict, stored} or {outcome: not_found}. conflict: someone else changed them first; stored holds the current values, and nothing is written. The trail records which fields changed, but no text. The first argument is the manager; null for an operator.';

COMMENT ON FUNCTION "private"."apply_person_erasure"(uuid, text, boolean, uuid, text, text) IS 'See public.erase_person. Pass the manager, or null for an operator. Repeating it with the same id gives the same answer and changes nothing.';

COMMENT ON FUNCTION "private"."apply_person_export"(uuid, text, text, text) IS 'All stored data of an address, in any case, for export to a file; null if there is none. The trail records who exported it. The first argument is the manager; null for an operator.';

COMMENT ON FUNCTION "private"."apply_price"(uuid, text, timestamp with time zone, jsonb, text, text, text) IS 'Gives a plan a price from now (valid_from null) or from a future instant. amounts: {monthlyCents, annualCents, activationCents}; null or missing keeps the amount in force at that instant. {outcome: set, valid_from, before, after} or {outcome: unknown_plan | conflict | past | taken | incomplete | unchanged}. version: the private.price_version that the caller saw; conflict if it has changed. Null for operators, who skip this check.';

COMMENT ON FUNCTION "private"."apply_price_cancellation"(uuid, text, timestamp with time zone, text, text, text) IS 'Cancels a scheduled price: {outcome: cancelled | conflict | not_scheduled | unknown_plan}. A price that has begun cannot be canceled. version: as for private.apply_price.';

COMMENT ON FUNCTION "private"."attempt_counts_kept_days"() IS 'Days for which the attempt counts of a network are kept. No limit has a longer window.';

COMMENT ON FUNCTION "private"."attempt_wait"(jsonb) IS 'Seconds to wait when one of the limits [{bucket, attempts, window_seconds}] is reached, else null. Other attempts at the same limits wait until the transaction ends.';

COMMENT ON FUNCTION "private"."audit_line_numbers"(uuid[], text, timestamp with time zone, timestamp with time zone, timestamp with time zone, bigint, integer) IS 'Numbers of the newest lines of the trail that the caller may read and that match the filter: people, event, start (inclusive), end (exclusive), and before a line number. Null in a filter matches everything.';

COMMENT ON FUNCTION "private"."audit_lines"(bigint[]) IS 'Lines of the trail that the caller may read, in the order of the given numbers. Names of erased people are null. names: names of the representatives whose ids are in detail, by id.';

COMMENT ON FUNCTION "private"."catalogue_differences"(jsonb) IS 'Differences between the database and a catalogue, without prices: [{plan, thing, in_database, in_catalogue}]. in_catalogue is null when the catalogue lacks the thing.';

COMMENT ON FUNCTION "private"."code_life"() IS 'How long a verification code works after it was made.';

COMMENT ON FUNCTION "private"."code_max_attempts"() IS 'Maximum number of attempts for one verification code. Later attempts always fail.';

COMMENT ON FUNCTION "private"."code_resend_pause"() IS 'How long a representative must wait before requesting another code for the same address.';

COMMENT ON FUNCTION "private"."codes_kept_days"() IS 'Days for which the record of a code, without the code itself, is kept after the code ended.';

COMMENT ON FUNCTION "private"."commission_group"(boolean, boolean, date) IS 'Group of a sale''s commission: cancelled, clawback (negative), pending (younger than commission_pending_days) or earned. Every sale is in exactly one group.';

COMMENT ON FUNCTION "private"."commission_pending_days"() IS 'Calendar days during which a sale''s commission is pending because the sale could still be cancelled. Payments to representatives are not recorded.';

COMMENT ON FUNCTION "private"."contact_mail_late_after"() IS 'Time after which an unsent mail to the team about a contact request counts as failed.';

COMMENT ON FUNCTION "private"."contact_request_campaigns"() IS 'Campaigns of the contact requests that the caller may read, in alphabetical order, at most 200.';

COMMENT ON FUNCTION "private"."contact_request_counts"() IS 'Counts of the contact requests that the caller may read: per status outside quarantine, and in quarantine.';

COMMENT ON FUNCTION "private"."contact_request_page"(jsonb, text, integer, text) IS 'One page of the contact requests that the caller may read and that match a filter. See public.get_contact_requests.';

COMMENT ON FUNCTION "private"."contact_request_rows"(uuid[]) IS 'The given contact requests that the caller may read, as staff see them, in the order of the given ids.';

COMMENT ON FUNCTION "private"."contact_request_sources"() IS 'Sources of the contact requests that the caller may read, in alphabetical order, at most 200.';

COMMENT ON FUNCTION "private"."contact_request_statuses"() IS 'Statuses of a contact request. The first two count as open.';

COMMENT ON FUNCTION "private"."contact_requests_kept_days"() IS 'Days for which a contact request is kept after it was sent.';

COMMENT ON FUNCTION "private"."current_customer_id"() IS 'Customer of the live session in the request''s token; null if it has ended, expired, was revoked or is inactive.';

COMMENT ON FUNCTION "private"."current_manager_until"() IS 'Until when the live session in the request''s token may use Operations; null if it may not.';

COMMENT ON FUNCTION "private"."current_rep_id"() IS 'Representative of the live session in the request''s token; null if it has ended, expired or its person is disabled.';

COMMENT ON FUNCTION "private"."customer_data"(text, integer) IS 'All stored data of the customer with an address in lower case, without hashes of secrets; null for an unknown address. The last argument limits each list to its newest entries; null for all. counts: full lengths of the lists.';

COMMENT ON FUNCTION "private"."customer_statuses"() IS 'States of a customer''s access. If several apply, the first one is the status.';

COMMENT ON FUNCTION "private"."done_by"(uuid) IS 'Part of a line''s detail: the manager who did something that operators can do as well. Null: an operator.';

COMMENT ON FUNCTION "private"."edit_rep_by_manager"(uuid, jsonb, jsonb, uuid, text, text) IS 'Corrects a representative if the stored values still equal before: {outcome: edited | exists | last_manager} or a conflict. before and after: {name, email, isManager}.';

COMMENT ON FUNCTION "private"."end_access"(uuid) IS 'Revokes a customer''s access and ends their sessions. Returns the time; null if the access was already revoked. The caller writes the trail.';

COMMENT ON FUNCTION "private"."end_of_today"() IS 'End of the current UTC day.';

COMMENT ON FUNCTION "private"."erase_rep"(uuid) IS 'Removes the personal data from a representative''s account. Its sales and their figures stay. Contact requests that were assigned to it become unassigned, and handed-over items stay with the new representative.';

COMMENT ON FUNCTION "private"."expire_data"() IS 'Removes data that is older than its retention period: [{kind, kept_days, removed}]. Openings and lines of the trail only lose IP address and browser. A customer with a sale stays.';

COMMENT ON FUNCTION "private"."fill_in"(text, jsonb) IS 'Replaces the {words} in a statement with conditions and column names from the schema, never with a value from a caller.';

COMMENT ON FUNCTION "private"."filter_day"(jsonb, text) IS 'A filter''s calendar day; null if the filter does not set it. Anything else is refused (22023, or 22008 for a day that does not exist).';

COMMENT ON FUNCTION "private"."filter_id"(jsonb, text) IS 'A filter''s id; null if the filter does not set it. Anything else is refused (22023).';

COMMENT ON FUNCTION "private"."filter_text"(jsonb, text, integer) IS 'A filter''s text up to a maximum length; null if the filter does not set it. Anything else is refused (22023).';

COMMENT ON FUNCTION "private"."found_customers"(text, uuid) IS 'The representative''s customers whose name, address or company contains the lower-case term.';

COMMENT ON FUNCTION "private"."found_products"(text, uuid) IS 'The products that the representative sold and whose name contains the lower-case term.';

COMMENT ON FUNCTION "private"."full_names"(text) IS 'The full names, in lower case, that are stored with an address in lower case; null without one. If a customer or representative has the address, only their names count, because anyone can send a contact request with any name. A single word is not a full name: it would match too much.';

COMMENT ON FUNCTION "private"."handover_choice_rows"(uuid, text) IS 'Customers and open contact requests that a representative could hand over and that match a term in lower case. At most 100 customers, by name, and 100 requests, newest first: {customers, requests: [{id, name, email, company}], customer_count, request_count}. The counts include all items; the term does not affect them. Null unless the caller is a manager.';

COMMENT ON FUNCTION "private"."has_sales_id"(uuid, text) IS 'True if a valid sales ID belongs to a representative. Then the caller repeats the request that made it, because the answer was lost.';

COMMENT ON FUNCTION "private"."hidden_customers"(uuid) IS 'Customers on the representative''s sales that no longer belong to the representative. They are not shown.';

COMMENT ON FUNCTION "private"."hold_manager"(uuid) IS 'Locks the account of a session''s representative until the end of the transaction. Check rights after this call.';

COMMENT ON FUNCTION "private"."idle_customers_kept_days"() IS 'Days for which a customer without a sale is kept after their last access link ended.';

COMMENT ON FUNCTION "private"."is_last_manager"(uuid) IS 'True if nobody else is an enabled manager. Other callers wait until the end of the transaction.';

COMMENT ON FUNCTION "private"."is_one_line"(text) IS 'True if a text has no control character, line break, invisible character or character that changes the text direction. U+200C and U+200D are allowed because some scripts need them. The functions remove more (shared/src/lib/plain-text.ts); a test compares the two.';

COMMENT ON FUNCTION "private"."is_spent_sales_id"(text, uuid) IS 'Whether a sales ID is void, or another representative''s: then the key that made it makes no other one.';

COMMENT ON FUNCTION "private"."issued_link"(public.qualified_leads) IS 'Data about a customer''s new link for the answer and the mail. valid_for_seconds counts from the time of issue.';

COMMENT ON FUNCTION "private"."jwt_session_id"() IS 'Session id in the request''s token; null without one, and for tokens of roles other than authenticated. It does not check that the session is live.';

COMMENT ON FUNCTION "private"."keep_sales_daily_totals"() IS 'Adds the changes of one statement on sales to the sums by day, once per statement.';

COMMENT ON FUNCTION "private"."last_contact_request_change"(uuid) IS 'The latest change of a contact request, from the trail: {by, occurred_at, changes: [{field, before, after}]}; null when there was none. by: null for an operator. For a note, it only says that the note changed.';

COMMENT ON FUNCTION "private"."last_rep_change"(uuid) IS 'The latest change of a representative, from the trail: {by, occurred_at}; null without one. by: null for an operator.';

COMMENT ON FUNCTION "private"."live_manager_id"(uuid) IS 'Manager of a session that may use Operations; null if it may not. Like private.current_manager_until(), for a session id from a function.';

COMMENT ON FUNCTION "private"."live_rep_id"(uuid) IS 'Representative of a session; null if it is not live. Like private.current_rep_id(), for a session id from a function.';

COMMENT ON FUNCTION "private"."lock_plan"(text) IS 'Id of a plan; null for an unknown plan. Locks the plan until the end of the transaction, so changes of one plan run one after the other.';

COMMENT ON FUNCTION "private"."lock_reps"(uuid[]) IS 'Locks the given representatives and every enabled manager until the end of the transaction. Call it before reading them.';

COMMENT ON FUNCTION "private"."managed_plan"(uuid, timestamp with time zone) IS 'A plan with its prices at an instant: {slug, name, is_enterprise, version, in_force, scheduled, ended}. scheduled: the next 100, soonest first. ended: the latest 100, latest first. A price: {valid_from, monthly_cents, annual_cents, activation_cents, set_by: {by, name, occurred_at}}, US cents; set_by comes from the trail and is null for the first price, which comes from the catalogue.';

COMMENT ON FUNCTION "private"."manager_access_life"() IS 'How long a manager''s code opens Operations in its session. The access ends with the session at the latest.';

COMMENT ON FUNCTION "private"."manager_refusal"(uuid) IS 'The reason why a session may not use Operations, {outcome: unauthenticated | forbidden}; null if it may.';

COMMENT ON FUNCTION "private"."may_see_prices"() IS 'True only for a representative or customer with a live session.';

COMMENT ON FUNCTION "private"."mention_patterns"(text) IS 'LIKE patterns for lower-case texts that may contain an address in lower case or its full names. They exclude most texts more cheaply than the regular expressions.';

COMMENT ON FUNCTION "private"."mentions_of"(text, integer) IS 'Texts of other people that contain an address in lower case or its full names: {count, by_name_count, texts: [{kind, id, owner_email, field, text, has_address, has_name}]}, The last argument limits the number of texts, each cut to 300 characters. by_name_count: texts with the name only.';

COMMENT ON FUNCTION "private"."missing_from"(uuid, uuid[], uuid[]) IS 'Chosen customers and contact requests that a representative cannot hand over because they belong to someone else, are closed or no longer exist: at most 20 of {kind, id, name, with}. name and with are null if the item no longer exists; with is also null if it is not assigned.';

COMMENT ON FUNCTION "private"."newest_migration"() IS 'Version of the newest migration in this database, as the official CLI records it. Null: the database has no migration history.';

COMMENT ON FUNCTION "private"."note_expired_link"(public.qualified_leads) IS 'Records that a customer''s link has expired, once for each expiry. Lock the customer before the call.';

COMMENT ON FUNCTION "private"."note_handed_requests"(uuid[], uuid, uuid, uuid, text, text) IS 'Records each contact request that a handover or its undo assigned to another representative. A simultaneous change of the request gets a conflict.';

COMMENT ON FUNCTION "private"."note_link"() IS 'Records the time when a customer gets another link.';

COMMENT ON FUNCTION "private"."pending_since"() IS 'First calendar day with sales that are still pending today.';

COMMENT ON FUNCTION "private"."person_data"(text, integer) IS 'All stored data of an address in lower case: {email, customer, representative, contact_requests, codes}; null if there is none. Never a secret or a hash of one. The last argument limits each list to its newest entries; null for all.';

COMMENT ON FUNCTION "private"."person_email"(text) IS 'Normalizes the address that identifies a person: lower case, trimmed. More than 320 characters are refused (22023).';

COMMENT ON FUNCTION "private"."person_texts"(jsonb) IS 'The texts that can be corrected in a customer or a contact request, {kind, id}; null if it does not exist.';

COMMENT ON FUNCTION "private"."price_in_force"(uuid, timestamp with time zone) IS 'The price of a plan at an instant; null when it has no price by then.';

COMMENT ON FUNCTION "private"."price_version"(uuid, timestamp with time zone) IS 'Identifies the price in force at an instant together with the prices scheduled after it. It changes when either changes, and when a scheduled price begins.';

COMMENT ON FUNCTION "private"."quarantined_requests_kept_days"() IS 'Days for which a quarantined contact request is kept after it was sent.';

COMMENT ON FUNCTION "private"."read_cursor"(text, text, regtype) IS 'The position in a cursor of at most 4000 characters; null without a cursor. A cursor for another order or with a value of another type is refused (22023). key_type: type of the sort column.';

COMMENT ON FUNCTION "private"."read_sales_filter"(jsonb, uuid) IS 'Checks a caller''s filter of a representative''s sales and looks up its search term. An unknown or invalid field is refused (22023, or 22008 for a day that does not exist).';

COMMENT ON FUNCTION "private"."recent_handovers"() IS 'Handovers that can still be undone or were undone, newest first, at most 50: [{id, from, to, by, customers, requests, created_at, undone_at, undo_until}]. by: null for an operator. Empty unless the caller is a manager.';

COMMENT ON FUNCTION "private"."redact_mentions"(text, boolean) IS 'Replaces an address in lower case with [erased] in the texts of other people, and optionally its full names in their prose. Returns the numbers of changed requests, notes and customers. Call it while the names are still stored.';

COMMENT ON FUNCTION "private"."redacted"(text, text, integer) IS 'Replaces each match of a pattern, in any case, with [erased] and cuts the text to a maximum length.';

COMMENT ON FUNCTION "private"."refuse_change"() IS 'Refuses every change of a row, even by the table''s owner. Changing a row first requires removing the trigger on purpose.';

COMMENT ON FUNCTION "private"."refuse_change_but_forgetting"() IS 'Allows only two changes to a line: removing the IP address and browser, and removing a representative''s earlier names and addresses. Event, people and time cannot change.';

COMMENT ON FUNCTION "private"."refuse_ended_session"() IS 'Refuses (401) a request if its token''s session has ended, expired, or belongs to a disabled or revoked person. Every procedure for sessions calls it first, so an empty answer always means that no data exists. A token without a session is anonymous and passes.';

COMMENT ON FUNCTION "private"."refuse_over"(text, bigint, bigint) IS 'Refuses (22023) an input that is larger than its limit. The caller chooses the unit: characters, bytes or elements. The message contains the sizes, never the input.';

COMMENT ON FUNCTION "private"."refuse_unknown_fields"(jsonb, text[]) IS 'Refuses (22023) a filter that is not an object, is larger than 32 kB or has an unknown field. Otherwise a misspelled field would match everything.';

COMMENT ON FUNCTION "private"."rep_conflict"(uuid) IS 'The answer to a change that is based on old values: {outcome: conflict, rep: {name, email, is_manager, disabled_at, sales_id_since}, last_change}.';

COMMENT ON FUNCTION "private"."rep_data"(text, integer) IS 'The account of the representative with an address in lower case, without hashes of secrets; null for an unknown address. The last argument limits each list to its newest entries; null for all. counts: full lengths of the lists, and the number of actions for other people.';

COMMENT ON FUNCTION "private"."rep_rows"(uuid[]) IS 'Representatives in the order of the given ids, with the numbers of their customers, open access links, open contact requests and live sessions.';

COMMENT ON FUNCTION "private"."rep_session_rows"(uuid) IS 'The live sessions of a representative, newest first, at most 100: [{id, ip_address, user_agent, created_at, expires_at, is_asking}]. is_asking: true for the session of the request. Empty unless the caller is a manager.';

COMMENT ON FUNCTION "private"."rep_texts"(uuid) IS 'The editable values of a representative: {name, email, isManager}; null for an unknown id.';

COMMENT ON FUNCTION "private"."require_manager"() IS 'Lets only a manager pass whose session gave its code. An ended session gets 401, everyone else 403. Every procedure for managers calls it first.';

COMMENT ON FUNCTION "private"."retention_rules"() IS 'The only list of retention periods per kind of data, in days. The job applies it, and the privacy page states the same periods: shared/src/contracts/backend/retention.ts.';

COMMENT ON FUNCTION "private"."rotate_sales_id_by_manager"(uuid, timestamp with time zone, text, uuid, uuid, text, text) IS 'Replaces the sales ID of an enabled representative if it was made at the given instant: {outcome: rotated, ended_sessions}, {outcome: used} or a conflict.';

COMMENT ON FUNCTION "private"."sales_condition"(text) IS 'SQL condition for a filter without its search, on s, a row of public.sales_records (is_clawback: s.commission < 0) or of private.sales_daily_totals (s.is_clawback). $1: private.sales_filter. Run it with EXECUTE: the planner then knows the values and skips unused conditions.';

COMMENT ON FUNCTION "private"."sales_id_since"(uuid) IS 'When the latest valid sales ID of a representative was made; null without one.';

COMMENT ON FUNCTION "private"."sales_rows"(uuid[]) IS 'The caller''s own sales with the given ids, in that order, each with its customer (null: none, or not the caller''s) and its commission group. US cents.';

COMMENT ON FUNCTION "private"."search_condition"() IS 'SQL condition for the search of a filter, on s, a row of public.sales_records. $1 as in private.sales_condition().';

COMMENT ON FUNCTION "private"."search_term"(jsonb) IS 'A filter''s search term in lower case; null if there is none. A value that is not a text or has more than 200 characters is refused (22023).';

COMMENT ON FUNCTION "private"."series_step"(date, date) IS 'Step of a chart for a range of calendar days: day up to 45 days, week up to 26 weeks, month up to 10 years, else year.';

COMMENT ON FUNCTION "private"."sign_in_traces_kept_days"() IS 'Days for which the IP address and browser of a sign-in or an opening are kept.';

COMMENT ON FUNCTION "private"."site_counts_kept_days"() IS 'Days for which counts of visits and pages are kept: two years and a month, so that a month can be compared.';

COMMENT ON FUNCTION "private"."site_events_kept_days"() IS 'Days for which site events from browsers are kept.';

COMMENT ON FUNCTION "private"."smaller_side"(private.sales_filter) IS 'The customers of the smaller side of a search. A summary reads their sales in addition to the sums by day.';

COMMENT ON FUNCTION "private"."sold_products"(uuid) IS 'Names of all products that the representative ever sold, as stored on the sales, sorted.';

COMMENT ON FUNCTION "private"."stored_people"() IS 'Every stored pair of address and name, and its kind: customer, contact request, code, representative.';

COMMENT ON FUNCTION "private"."taken_places"(jsonb) IS 'New plans of a catalogue whose position or name is already used by another plan in the database.';

COMMENT ON FUNCTION "private"."text_list"(jsonb, text, text[]) IS 'A filter''s list of at most 50 allowed texts of at most 100 characters; null if the filter does not set it. Anything else is refused (22023).';

COMMENT ON FUNCTION "private"."text_pattern"(text) IS 'A regular expression that matches a text literally, with any spaces between its words.';

COMMENT ON FUNCTION "private"."texts_of_others"(text) IS 'Typed texts in the data of other people that may contain an address in lower case or its full names. is_prose: the text may name a third person; in other texts only the address counts as a mention.';

COMMENT ON FUNCTION "private"."todays_failed_mails"() IS 'Failed mails of today and yesterday, of UTC, by kind, the latest first: [{mail, count, last_failed_at}].';

COMMENT ON FUNCTION "private"."todays_release_failures"() IS 'Failed loads and errors of live versions in the last day: [{application, version, failures, errors, last_seen_at}], at most 20. A version is live if a page was loaded with it in the hour before the newest page load.';

COMMENT ON FUNCTION "private"."todays_requests"() IS 'New contact requests by age in UTC days: {today, recent, older, oldest_at}. recent: from the two days before today.';

COMMENT ON FUNCTION "private"."trail_of"(uuid, uuid, integer) IS 'Lines of the trail about a customer or a representative''s own account, newest first. The last argument limits their number; null for all.';

COMMENT ON FUNCTION "private"."typed_texts"(public.contact_submissions) IS 'All typed texts of a contact request, except its address and the consent text.';

COMMENT ON FUNCTION "private"."undone_handover"(private.handovers) IS 'Result of undoing a handover: {outcome: undone, id, count, requests, kept: [{kind, id, reason, name, with}]}. name: null or empty if erased. with: the current representative; null if not assigned.';

COMMENT ON FUNCTION "private"."utc_today"() IS 'Current calendar day of the server in UTC, independent of the session''s time zone.';

COMMENT ON FUNCTION "private"."write_audit"(text, uuid, uuid, text, text, jsonb) IS 'Adds one line to the trail in the same transaction as the event. Both are stored, or neither is.';

COMMENT ON FUNCTION "private"."write_cursor"(jsonb) IS 'Encodes a position between two rows as an opaque text, for private.read_cursor.';

COMMENT ON FUNCTION "public"."add_rep"(text, text, text, boolean, uuid, text, text) IS 'Adds a representative, or a manager, with the hash of a first sales ID: {outcome: added, id} or {outcome: exists}. Repeating it with the same hash changes nothing and returns added.';

COMMENT ON FUNCTION "public"."begin_customer_session"(text, text, text, text, jsonb) IS 'Starts a session for the customer whose access token has this hash, and records that prices are shown. The session ends with the token. Returns null for an unknown, expired or revoked token, counted at the limits [{bucket, attempts, window_seconds}]; {kind: limited, retry_after_seconds} without any comparison if a limit is reached. is_rep_to_be_mailed: true for the first opening of the link if the representative wants a mail.';

COMMENT ON FUNCTION "public"."begin_rep_session"(text, text, text, text, jsonb) IS 'Starts a session for the representative whose credential has this hash; null for an unusable credential, counted at the limits [{bucket, attempts, window_seconds}]; {kind: limited, retry_after_seconds} without any comparison if a limit is reached.';

COMMENT ON FUNCTION "public"."begin_sales_import"(uuid, boolean) IS 'Begins an import and removes the rows of an interrupted one. False while another import is running, which means that it sent rows in the last minute.';

COMMENT ON FUNCTION "public"."cancel_price"(text, timestamp with time zone) IS 'Cancels a scheduled price, for operators: see private.apply_price_cancellation.';

COMMENT ON FUNCTION "public"."change_contact_request"(uuid, uuid, integer, jsonb, text, text) IS 'Changes a contact request if it still has the given version: {outcome: saved, request}, {outcome: conflict, request, last_change} or {outcome: unauthenticated | not_found | forbidden | no_such_rep}. change: {status, assignedTo, staffNote, release}, each optional. A manager with a code may change every field. A representative may change status and note of a request that is assigned to them. conflict: someone else changed it first, and nothing is written. The trail records status and assignment before and after, but no text.';

COMMENT ON FUNCTION "public"."change_contact_request_as_operator"(uuid, integer, jsonb) IS 'The same as public.change_contact_request, for operators, who may change every field.';

COMMENT ON FUNCTION "public"."change_person"(uuid, jsonb, text, text) IS 'Runs change.action for a manager with a code: export, correct, withdraw_consent or erase. The procedures private.apply_person_… describe their inputs and answers. Everyone else gets {outcome: unauthenticated | forbidden}.';

COMMENT ON FUNCTION "public"."change_price"(uuid, jsonb, text, text) IS 'Changes the prices of a plan for a manager. change: {action: set | schedule | cancel, plan, version, from, amounts}. {outcome: saved, plan, now}, {outcome: conflict, plan, now, last_change} or {outcome: unauthenticated | forbidden | unknown_plan | past | taken | incomplete | unchanged | not_scheduled}. conflict: the prices have changed since the manager saw them, and nothing is written. plan: as in private.managed_plan.';

COMMENT ON FUNCTION "public"."change_rep_by_manager"(uuid, jsonb, text, text, text) IS 'Adds or changes a representative for a manager''s session. change: {action: add, name, email, isManager}, {action: edit, repId, before, after}, {action: disable | enable, repId}, {action: rotate, repId, salesIdSince} or {action: end_sessions, repId, sessionId}. {outcome: added, id}, {outcome: edited | enabled}, {outcome: disabled | rotated | ended, ended_sessions}, {outcome: conflict, rep, last_change} or {outcome: unauthenticated | forbidden | not_found | exists | last_manager | used}. credential_hash: hash of the new sales ID, for actions that make one. used: this sales ID was made before and is void, or belongs to someone else; nothing is written. conflict: someone else changed the representative first, and nothing is written. The manager''s own session stays, unless they disable themselves. Repeating a change has no further effect.';

COMMENT ON FUNCTION "public"."check_manager_code"(uuid, uuid, text, text, text) IS 'Accepts a correct code once and opens Operations for private.manager_access_life() in the session that requested it: {outcome: opened, manager_until} or {outcome: unauthenticated | forbidden | refused}. refused does not say whether the code was wrong, used, voided, expired, out of attempts or for another session. forbidden: not a manager.';

COMMENT ON FUNCTION "public"."check_verification_code"(uuid, uuid, text, text, text, text) IS 'Accepts a correct code once and issues a link for private.access_link_life(): {outcome: issued, lead_id, expires_at, valid_for_seconds} or {outcome: unauthenticated | refused | forbidden}. refused does not say whether the code was wrong, used, voided, expired, out of attempts or for someone else. forbidden: another representative''s customer, who is not changed. The successful request may be repeated with the same token until the code would have expired: it gives the same answer and adds no line to the trail.';

COMMENT ON FUNCTION "public"."claim_contact_notification"(uuid, integer) IS 'Allows exactly one sender to mail a request: {state: claimed | sent | busy | quarantined | missing, contact_request, rep_email}. rep_email: address of the representative if a customer asks them for a new link, else null. A claim expires after the lease, in seconds.';

COMMENT ON FUNCTION "public"."commit_sales_import"(uuid, integer) IS 'Writes all rows of an import as sales, or none: {outcome: committed, inserted, updated, unchanged}. Repeating it gives the same answer. A row with the id of an existing sale updates that sale. {outcome: unknown_import}: the import is not running. {outcome: rows_missing}: some rows have not arrived.';

COMMENT ON FUNCTION "public"."disable_rep"(uuid, uuid, text, text) IS 'Stops a representative from signing in and ends their sessions: {outcome: disabled, ended_sessions} or {outcome: last_manager}, which changes nothing. Repeating it changes nothing.';

COMMENT ON FUNCTION "public"."discard_sales_import"(uuid) IS 'Cancels an import and deletes its rows; false if it was committed or is unknown.';

COMMENT ON FUNCTION "public"."edit_customer"(uuid, uuid, jsonb, jsonb, text, text) IS 'Replaces name, company and the representative''s private note of a customer, {name, company, note}, if they still equal the values before: {outcome: saved | conflict, customer} or {outcome: unauthenticated | not_found}. conflict: someone else changed them first; customer holds the stored values, and nothing is written. The trail records which fields changed, but no text.';

COMMENT ON FUNCTION "public"."edit_rep"(uuid, text, text, uuid, text, text) IS 'Corrects name and address of a representative. Returns edited, or exists if another representative has that address. Sales ID, sessions and customers stay.';

COMMENT ON FUNCTION "public"."enable_rep"(uuid, text, uuid, text, text) IS 'Lets a disabled representative sign in again with one new sales ID. The old ones stay void. Returns false without a change if they were not disabled. Repeating it with the same hash changes nothing and returns true.';

COMMENT ON FUNCTION "public"."end_own_sessions"(uuid, uuid, text, text) IS 'Ends one other session of a session''s representative, or all others for null: {outcome: ended, count} or {outcome: unauthenticated | not_found}. It takes effect on their next request. The calling session stays. Repeating it changes nothing and returns a count of 0.';

COMMENT ON FUNCTION "public"."end_rep_sessions"(uuid, uuid, uuid, uuid, text, text) IS 'Ends every live session of a representative, or one given session, and returns their number. It takes effect on their next request. kept_session_id stays live, such as the session of a manager who ends their own sessions.';

COMMENT ON FUNCTION "public"."end_session"(text, text, text, text) IS 'Ends the session whose refresh secret has this hash; false if no live session has it. Repeating it changes nothing.';

COMMENT ON FUNCTION "public"."erase_person"(text, boolean) IS 'Erases all personal data of an address, in any case: {outcome: erased, isCustomer, isRep, contactRequests, codes, redacted, mailsUnderWay} or {outcome: not_found | rep_is_enabled | rep_has_customers, customers}. Sales and their figures stay. The trail keeps its events, without IP address and browser. redacted: texts of other people from which the address, and optionally the full name, was removed. mailsUnderWay: mails to the team that may be in progress now; no further mail is sent. A representative must be disabled and have no customers.';

COMMENT ON FUNCTION "public"."export_person"(text) IS 'All stored data of one address, in any case: {email, exported_at, customer, representative, contact_requests, codes}; null if there is none. Never a secret or a hash of one. For operators; the trail records each export.';

COMMENT ON FUNCTION "public"."extend_access"(uuid, uuid, text, text) IS 'Extends a customer''s link to private.access_link_life() from now, even if it has expired: {outcome: extended, expires_at} or {outcome: unauthenticated | not_found | no_link}. no_link: the link was revoked, or none was issued.';

COMMENT ON FUNCTION "public"."find_audit_events"(text, text, timestamp with time zone, timestamp with time zone, bigint, integer) IS 'The trail for operators, newest first, 1 to 1,000 lines. Filters: event, address of the representative or customer, start (inclusive), end (exclusive). Null matches everything. For the next page, pass line_number of the last line. Names of erased people are null.';

COMMENT ON FUNCTION "public"."find_people"(text) IS 'People whose address or name contains a text of 2 to 200 characters, in any case. At most 100, sorted by address, with all their names and kinds: customer, contact request, code, representative.';

COMMENT ON FUNCTION "public"."find_verification_email"(uuid, uuid) IS 'Address of a code in any state; null unless the session''s representative requested the code.';

COMMENT ON FUNCTION "public"."finish_contact_notification"(uuid, boolean) IS 'Records that the mail was accepted, or releases the claim for another try.';

COMMENT ON FUNCTION "public"."finish_manager_code_mail"(uuid, boolean, text, text) IS 'Records that the code''s mail was accepted, or voids the code if its mail failed.';

COMMENT ON FUNCTION "public"."finish_verification_mail"(uuid, boolean, text, text) IS 'Records that the code''s mail was accepted, or voids the code if its mail failed.';

COMMENT ON FUNCTION "public"."get_assigned_contact_requests"(integer, text) IS 'One page of the contact requests that are assigned to the caller, open requests first, newest first within each group: {rows, has_more, next_after, open_count, now}. Requests in quarantine are excluded. 1 to 1000 rows.';

COMMENT ON FUNCTION "public"."get_audit_events"(integer, bigint) IS 'The trail that the caller may read: their own sign-ins and what happened to their customers, newest first, 1 to 100 rows. Pass line_number of the last row for the next page. Only a manager can read the IP address and browser of their own actions. Without a live session of a representative, the answer is empty.';

COMMENT ON FUNCTION "public"."get_audit_people"(text) IS 'Representatives and customers whose name or address contains a text of at most 200 characters, in any case: [{id, kind, name, email}], the first 10 of each kind, sorted by address. An empty text finds nobody. Only for managers who gave their code. Everyone else gets 403.';

COMMENT ON FUNCTION "public"."get_audit_trail"(jsonb, integer, text) IS 'One page of the whole trail: lines that match a filter {person, event, from, to}, newest first: {rows, has_more, next_after, person, now}. filter.person: id of the representative or customer who acted or was affected. from, to: UTC days. person: {id, kind, name, email} of the person in the filter; null if erased or not given. 1 to 1000 rows. Only for managers who gave their code. Everyone else gets 403.';

COMMENT ON FUNCTION "public"."get_contact_request_choices"() IS 'Sources, campaigns and pages of the stored contact requests, at most 200 of each: {sources, campaigns, pages}. Only for managers who gave their code. Everyone else gets 403.';

COMMENT ON FUNCTION "public"."get_contact_requests"(jsonb, text, integer, text) IS 'One page of the contact requests that match a filter {statuses, assigned, search, source, project_type, campaign, page, from, to, quarantined, request_id, unsent}, sorted by the time they were sent, newest first unless direction is asc: {rows, has_more, next_after, counts, now}. Requests in quarantine are returned only if quarantined is true or request_id is given. unsent true: only requests whose mail to the team failed. counts: counts of all requests; the filter does not affect them. 1 to 1000 rows. Only for managers who gave their code. Everyone else gets 403.';

COMMENT ON FUNCTION "public"."get_customer_note"(uuid) IS 'The caller''s private note on a customer whom they qualified: {note, updated_at}, with an empty note and null if no note exists. Any other id is not found (404).';

COMMENT ON FUNCTION "public"."get_customer_openings"(timestamp with time zone) IS 'Links of the caller''s customers that were opened since an instant of server time, newest first: {openings, now, next_since}. At most 50, and at most one day back; none for null. Pass next_since in the next call. It lies 5 seconds back, so an opening may be returned twice with the same id, but none is missed.';

COMMENT ON FUNCTION "public"."get_customer_timeline"(uuid) IS 'The trail of a customer that the caller qualified, newest first, at most 100 lines: {lines, has_more}. by: you, customer, colleague (who had the customer before), operator or system. The answer contains no IP address, browser, session or code. Any other id is not found (404).';

COMMENT ON FUNCTION "public"."get_customers"(jsonb, integer, text) IS 'One page of the customers that the caller qualified and that match a filter {statuses, search, lead_id}, newest link first: {rows, has_more, next_after, counts, now}. The status is the first of private.customer_statuses() that applies: revoked, expired, expiring (ends within private.access_link_expiring_within()), active (a live session), opened, issued. extension_seconds: how long an extended link works, from the time of the extension. Openings count for the current link, prices_seen for all links. counts: counts of all the caller''s customers; the filter does not affect them. 1 to 100 rows.';

COMMENT ON FUNCTION "public"."get_handover_choices"(uuid, text) IS 'Items that a representative could hand over: see private.handover_choice_rows. Only for managers who gave their code. Everyone else gets 403.';

COMMENT ON FUNCTION "public"."get_handovers"() IS 'The handovers of the last day: {rows, now}; see private.recent_handovers. Only for managers who gave their code. Everyone else gets 403.';

COMMENT ON FUNCTION "public"."get_lead_by_id"(uuid) IS 'One qualified customer with name and address of the representative who qualified them, for that representative or the customer; else no row. It never returns the token''s hash.';

COMMENT ON FUNCTION "public"."get_links_ending_today"(integer, text) IS 'One page of the access links that expire before the end of the UTC day, soonest first: {rows, has_more, next_after, now}. 1 to 1000 rows. Only for managers who gave their code. Everyone else gets 403.';

COMMENT ON FUNCTION "public"."get_manager_access"() IS 'Whether the caller is a manager, and until when this session may use Operations: {is_manager, manager_until, now}. manager_until: null without a code or after its time. The whole answer is null without a live session of a representative.';

COMMENT ON FUNCTION "public"."get_operations_today"() IS 'Work that waits for a person: {new_requests: {today, recent, older, oldest_at}, links_ending: {count, first_ends_at}, quarantined: {count, oldest_at}, failed_mails: {count, oldest_at}, undelivered_mails: [{mail, count, last_failed_at}] of today and yesterday, price_changes: [{plan, valid_from}] of the next 7 days, release_failures: [{application, version, failures, errors, last_seen_at}] of live versions in the last day, day, now}. Days are UTC days. Only for managers who gave their code. Everyone else gets 403.';

COMMENT ON FUNCTION "public"."get_person"(text) IS 'Stored data of one address, in any case, and its mentions in other data: {person, mentions, now}; null if there is none. Each list holds the newest 50 entries. For viewing; public.export_person makes a file and records it in the trail.';

COMMENT ON FUNCTION "public"."get_plan_prices"() IS 'Prices in force of all plans in US cents, in plan order; empty for callers without access to prices. An empty answer to a caller with access is logged.';

COMMENT ON FUNCTION "public"."get_plan_prices_at"(timestamp with time zone) IS 'For managers: the answer of public.get_plan_prices at an instant, from the prices scheduled now.';

COMMENT ON FUNCTION "public"."get_prices"() IS 'For managers: {now, plans} with every plan in display order, as in private.managed_plan.';

COMMENT ON FUNCTION "public"."get_product_description"(text) IS 'Description of the plan with that name; no row for an unknown plan. Public, and without prices.';

COMMENT ON FUNCTION "public"."get_product_features"(text) IS 'Features of the plan with that name, in display order; empty for an unknown plan. Public, and without prices.';

COMMENT ON FUNCTION "public"."get_rep_sessions"(uuid) IS 'Sessions of a representative: see private.rep_session_rows. Only for managers who gave their code. Everyone else gets 403.';

COMMENT ON FUNCTION "public"."get_reps"(jsonb, integer, text) IS 'One page of the representatives that match a filter {state, search, sales_rep_id}, by name: {rows, has_more, next_after, counts, now}. state: enabled, disabled or managers, who are enabled. counts: counts of all representatives; the filter does not affect them. 1 to 1000 rows. Only for managers who gave their code. Everyone else gets 403.';

COMMENT ON FUNCTION "public"."get_reps_for_assignment"() IS 'All enabled representatives, by name: [{id, name, email}]. Only for managers who gave their code. Everyone else gets 403.';

COMMENT ON FUNCTION "public"."get_retention"() IS 'Retention period of each kind of data, and the result of the last run: {rules: [{kind, kept_days}], last_run: {occurred_at, removed: {kind: count}}, now}. last_run: null before the first run. Kinds that were added after the last run are missing in removed.';

COMMENT ON FUNCTION "public"."get_sale_explanation"(uuid) IS 'Explains the figures of one of the caller''s own sales: commission divided by amount (null for an amount of zero), commission group, and end of the pending time. For each figure of the dashboard: whether the sale counts, what it adds (US cents; a count for active_count) and why. Any other id is not found (404).';

COMMENT ON FUNCTION "public"."get_sales_dashboard"(jsonb) IS 'Totals, series without gaps, sums by product and by billing frequency of the caller''s own sales that match a filter {from, to, products, billing_frequencies, statuses, commission_groups, search}. get_sales_table lists the same sales. US cents, exact. commission_cents = earned_cents + pending_cents + clawback_cents + cancelled_cents. Zeros without a live session. An invalid filter is refused (22023).';

COMMENT ON FUNCTION "public"."get_sales_records_by_rep"(uuid) IS 'The 1000 newest sales of a representative, amounts in US cents; no rows unless the caller is that representative.';

COMMENT ON FUNCTION "public"."get_sales_representative"(uuid) IS 'The caller''s own row as a representative; no row for any other id.';

COMMENT ON FUNCTION "public"."get_sales_table"(jsonb, text, text, integer, text) IS 'One page of the caller''s own sales that match a filter, each with its customer: {rows, has_more, next_after}. get_sales_dashboard sums up the same sales. sort: sale_date, amount, commission, customer, product or status; direction: asc or desc; 1 to 1000 rows; after: next_after of the page before. US cents. No rows without a live session. Invalid input is refused (22023).';

COMMENT ON FUNCTION "public"."give_back_attempt"(text) IS 'Removes a successful attempt from the count. Only failures are counted.';

COMMENT ON FUNCTION "public"."hand_over_by_manager"(uuid, jsonb, text, text) IS 'Hands over, or undoes a handover, for a manager''s session: {action: hand_over, handoverId, fromRepId, toRepId, customerIds, requestIds} or, for all, expected instead of ids; {action: undo, handoverId}. See private.apply_handover and private.apply_handover_undo; or {outcome: unauthenticated | forbidden}. The caller chooses the id. Repeating a request with the same id gives the same answer and changes nothing.';

COMMENT ON FUNCTION "public"."hand_over_customers"(uuid, uuid, text[], uuid[]) IS 'Hands customers and open contact requests of one representative to another, for operators: all of them, or those with the given addresses and ids. See private.apply_handover; or {outcome: not_found, email}.';

COMMENT ON FUNCTION "public"."list_prices"() IS 'Every past, current and scheduled price of every plan, in US cents; oldest first within a plan.';

COMMENT ON FUNCTION "public"."load_catalogue"(jsonb) IS 'Adds missing plans, features and first prices in one transaction: {outcome: loaded, plans_added, features_added, prices_added, differences}, differences as returned by private.catalogue_differences. It never changes existing rows. {outcome: taken, plan, thing, by_plan}: another plan already has the position or name of a new plan, and nothing was added. The input has the shape of supabase/catalogue.json.';

COMMENT ON FUNCTION "public"."note_failed_mail"(text) IS 'Counts a mail that no mail server took, by its kind. Returns how many of the kind failed today, of UTC. It forgets what is older than 30 days.';

COMMENT ON FUNCTION "public"."read_people"(uuid, jsonb) IS 'Answers a manager with a code: {action: find, search} with {outcome: found, people}, {action: open, email} with {outcome: opened, person, mentions, now} or {outcome: not_found}, {action: retention} with {outcome: told, retention}. Everyone else gets {outcome: unauthenticated | forbidden}. Each list of a person holds the newest 50 entries.';

COMMENT ON FUNCTION "public"."record_site_counts"(jsonb) IS 'Adds to the sums of the day: {page, source, campaign, host_version, marketing_version, counts: [what, …]}. false, and nothing added, when the day is full: 1,000,000. At most 50 campaigns and some 20,000 rows a day; further ones are other.';

COMMENT ON FUNCTION "public"."record_upkeep_run"(text, jsonb) IS 'Notes that a job has finished: retention, backup or restore_drill. Returns the database time.';

COMMENT ON FUNCTION "public"."renew_session"(text) IS 'The live session whose refresh secret has this hash, with its person; null without one. It changes nothing, so two tabs may call it at once.';

COMMENT ON FUNCTION "public"."report_upkeep"() IS 'The database''s facts for the doctor: {now, newest_migration, plans, plans_without_price, requests_without_mail, runs: [{job, finished_at, detail}]}. A request counts as without mail ten minutes after it arrived.';

COMMENT ON FUNCTION "public"."revoke_access"(uuid, uuid, text, text) IS 'Revokes a customer''s access at once and ends their sessions: {outcome: revoked, revoked_at} or {outcome: unauthenticated | not_found}. Repeating it gives the same answer and adds no line to the trail.';

COMMENT ON FUNCTION "public"."revoke_customer_access"(uuid) IS 'Revokes any customer''s access at once, for operators. False if the customer has no access.';

COMMENT ON FUNCTION "public"."rotate_rep_credential"(uuid, text, uuid, uuid, text, text) IS 'Replaces all sales IDs of a representative with one new one and ends their sessions except kept_session_id. Returns how many were live.';

COMMENT ON FUNCTION "public"."run_retention"(boolean) IS 'Removes data that is older than its retention period and returns [{kind, kept_days, removed}] for every kind. The trail records each run. A dry run removes and records nothing; it returns what a run would remove now.';

COMMENT ON FUNCTION "public"."save_contact_request"(jsonb) IS 'Saves a contact request. Returns false and changes nothing if a request with this id exists.';

COMMENT ON FUNCTION "public"."save_rep_settings"(uuid, boolean, text, text) IS 'Saves the settings of a session''s representative: {outcome: saved | unauthenticated}. Repeating it changes nothing and adds no line to the trail.';

COMMENT ON FUNCTION "public"."set_rep_manager"(uuid, boolean, uuid, text, text) IS 'Gives a representative the manager role, or removes it together with the Operations access of their sessions. Returns set, or last_manager without a change if nobody else is an enabled manager. Repeating it changes nothing. manager_id: the caller; null for an operator, here and below.';

COMMENT ON FUNCTION "public"."site_figures"(integer) IS 'Sums of the last days of UTC, today included: {first_day, last_day, parts: [{part, name, counts: {what: count}}]}. part: days, pages, sources, campaigns, versions (name: <application> <version>); the 100 with most views of each, and every day.';

COMMENT ON FUNCTION "public"."stage_sales"(uuid, jsonb) IS 'Stores rows of an import until the commit: {outcome: staged, problems: [{line, code, value}]}, or {outcome: unknown_import} if the import is no longer running. code: unknown_rep, unknown_customer, customer_of_another_rep, sale_of_another_rep or duplicate_id. Amounts in US cents.';

COMMENT ON FUNCTION "public"."start_manager_code"(uuid, uuid, text) IS 'Stores a new code for a manager''s session, valid for private.code_life(), and voids the previous code: {outcome: started, expires_at, valid_for_seconds, resend_after_seconds, max_attempts, rep} or {outcome: unauthenticated | forbidden | too_soon, retry_after_seconds}. forbidden: not a manager; too_soon: private.code_resend_pause() has not passed.';

COMMENT ON FUNCTION "public"."start_verification"(uuid, uuid, text, text, text, text) IS 'Stores a new code for a customer, valid for private.code_life(), and voids the previous code: {outcome: started, expires_at, valid_for_seconds, resend_after_seconds, max_attempts, rep} or {outcome: unauthenticated | forbidden | too_soon, retry_after_seconds}. forbidden: another representative''s customer; too_soon: private.code_resend_pause() has not passed.';

COMMENT ON FUNCTION "public"."take_attempt"(text, integer, integer) IS 'Counts one attempt atomically and returns {allowed, retry_after_seconds}. The window is in seconds and starts with its first attempt.';

COMMENT ON FUNCTION "public"."undo_handover"(uuid) IS 'Undoes the latest handover of a representative, for operators: see private.apply_handover_undo.';

COMMENT ON FUNCTION "public"."withdraw_consent"(text) IS 'Marks the consent to contact as withdrawn on all contact requests of a person, and returns their number. The consent text and its time stay as evidence.';

COMMENT ON SCHEMA "private" IS 'Access helpers and tables that API requests cannot name. This schema is not exposed.';

COMMENT ON TABLE "private"."customer_notes" IS 'Private notes. Only the representative who wrote a note can read it. Customers and colleagues cannot.';

COMMENT ON TABLE "private"."failed_mails" IS 'How many mails of a kind failed on a day of UTC, of the last 30 days. Nobody''s address is in it.';

COMMENT ON TABLE "private"."handovers" IS 'Customers and contact requests of each handover, with both representatives. A handover can be undone for a day.';

COMMENT ON TABLE "private"."manager_codes" IS 'Six-digit codes, each for one session of one manager. A stolen copy of this table cannot open Operations.';

COMMENT ON TABLE "private"."rate_limit_counters" IS 'Attempts per bucket in a fixed window. Rows whose window has ended are ignored.';

COMMENT ON TABLE "private"."sales_daily_totals" IS 'Sums of public.sales_records, grouped by every field that summaries need. Only triggers write it, in the transaction of the sale. Each representative reads their own rows through procedures.';

COMMENT ON TABLE "private"."sales_imports" IS 'The running import, or the last committed one. Never more than one row.';

COMMENT ON TABLE "private"."sales_rep_credentials" IS 'Sales IDs, several per representative. A stolen copy of this table cannot be used to sign in.';

COMMENT ON TABLE "private"."site_counts" IS 'How often each thing was counted on each day of UTC, kept for private.site_counts_kept_days(). Sums only: no row stands for a person, a browser or a visit.';

COMMENT ON TABLE "private"."staged_sales" IS 'Rows of the running import, each checked by itself. The next import deletes them.';

COMMENT ON TABLE "private"."upkeep_runs" IS 'The last finished run of each job, even if it had nothing to do.';

COMMENT ON TABLE "private"."verification_codes" IS 'Six-digit codes, each for one representative and one address. A stolen copy of this table cannot verify an address.';

COMMENT ON TABLE "public"."audit_events" IS 'Append-only trail of access. It has no foreign keys to people, so its lines remain when those rows are deleted.';

COMMENT ON TABLE "public"."customer_sessions" IS 'One row per sign-in of a customer. Only functions write it. IP address and browser are the values that the server saw.';

COMMENT ON TABLE "public"."pricing_reveals" IS 'Times when a customer saw prices. Only functions write it. The representative who qualified the customer can read it.';

COMMENT ON TABLE "public"."product_prices" IS 'Past, current and scheduled prices of the plans. The price in force is the latest one that has begun. A live representative or customer reads prices that have begun; a manager reads all prices.';

COMMENT ON TABLE "public"."products" IS 'Plans on offer. The table is public, so no column and no text contains a price.';

COMMENT ON TABLE "public"."sales_records" IS 'Sales. Amounts reveal prices, so only the seller may read them.';

COMMENT ON TABLE "public"."sales_representatives" IS 'Sales representatives. Each may read their own row. A signed-in customer may read the row of their representative.';

COMMENT ON TABLE "public"."sales_sessions" IS 'One row per sign-in of a representative. Only functions write it. IP address and browser are the values that the server saw.';

COMMENT ON TYPE "private"."sales_filter" IS 'A checked filter of one representative. A null field does not filter. private.sales_condition() defines its meaning.';

COMMENT ON TYPE "private"."search_side" IS 'The smaller side of a search: the customers that it finds, or the customers that it excludes.';

REVOKE ALL ON FUNCTION "private"."is_spent_sales_id"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_spent_sales_id"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_spent_sales_id"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_spent_sales_id"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."site_counts_kept_days"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."site_counts_kept_days"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."site_counts_kept_days"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."site_counts_kept_days"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."site_counts_kept_days"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."todays_failed_mails"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."todays_failed_mails"() TO "api_reader";

REVOKE ALL ON FUNCTION "private"."todays_failed_mails"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."todays_failed_mails"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."todays_failed_mails"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."note_failed_mail"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."note_failed_mail"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_failed_mail"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_failed_mail"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."record_site_counts"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."record_site_counts"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_site_counts"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_site_counts"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."site_figures"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."site_figures"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."site_figures"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."site_figures"(integer) TO "service_role";

GRANT SELECT ON TABLE "private"."failed_mails" TO "api_reader";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "private"."failed_mails" TO "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "private"."site_counts" TO "service_role";
