-- Purpose:  one spelling of a mailbox.

set local check_function_bodies = off;

do $$
begin
  if getdatabaseencoding() <> 'UTF8' then
    raise exception 'the database must be encoded in UTF8, not in %', getdatabaseencoding();
  end if;
end
$$;

DROP INDEX "public"."contact_submissions_email_idx";

ALTER TABLE "private"."verification_codes" DROP CONSTRAINT "verification_codes_email_check";

ALTER TABLE "public"."qualified_leads" DROP CONSTRAINT "qualified_leads_email_check";

ALTER TABLE "public"."sales_representatives" DROP CONSTRAINT "sales_representatives_email_check";

CREATE OR REPLACE FUNCTION private.apply_consent_withdrawal(manager_id_param uuid, email_param text, ip_address_param text, user_agent_param text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  request_ids uuid[];
  withdrawn integer;
begin
  with marked as (
    update public.contact_submissions set consent_withdrawn_at = now(), version = version + 1
    where email = private.person_email(email_param) and consented_at is not null
      and consent_withdrawn_at is null
    returning id, created_at
  )
  select coalesce(array_agg(m.id order by m.created_at desc, m.id), '{}') into request_ids from marked m;
  withdrawn := cardinality(request_ids);
  if withdrawn > 0 then
    perform private.write_audit(
      'consent_withdrawn', null, null, ip_address_param, user_agent_param,
      private.done_by(manager_id_param) || jsonb_build_object(
        'requests', withdrawn, 'requestIds', to_jsonb(request_ids[:20])
      )
    );
  end if;
  return withdrawn;
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
  -- id it was. If the person is still stored, that erasure was not theirs.
  select e.detail - array['by', 'managerId', 'erasureId'] into done
  from public.audit_events e where e.event = 'person_erased' and e.detail ->> 'erasureId' = erasure_id_param::text;
  if found and private.known_person(person_email, 1) is null then
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
  if private.known_person(person_email, 1) is null then
    return jsonb_build_object('outcome', 'not_found');
  end if;

  -- First, so that a code which is being checked at this moment ends before: it may make the person a customer.
  delete from private.verification_codes v where v.email = person_email;
  get diagnostics codes = row_count;
  redacted := private.redact_mentions(person_email, takes_names_param);
  -- Deleting the customer also deletes sessions, openings and notes. A sale stays, without a customer.
  delete from public.qualified_leads l where l.email = person_email returning l.* into customer;
  update public.audit_events set ip_address = null, user_agent = null
  where qualified_lead_id = customer.id and num_nonnulls(ip_address, user_agent) > 0;
  with gone as (
    delete from public.contact_submissions s where s.email = person_email
    returning s.notification_claimed_at is not null and s.notified_at is null as is_being_mailed
  )
  select count(*), count(*) filter (where g.is_being_mailed) into requests, mails from gone g;
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

CREATE OR REPLACE FUNCTION private.ascii_label(label text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  points integer[] := array(select ascii(c) from regexp_split_to_table(label, '') as c);
  written text := regexp_replace(label, '[^\u0001-\u007f]', '', 'g');
  handled integer := char_length(written);
  plain constant integer := handled;
  least_point integer;
  point integer := 128;
  delta bigint := 0;
  bias integer := 72;
  rest bigint;
  place integer;
  threshold integer;
  each_point integer;
begin
  if handled > 0 then
    written := written || '-';
  end if;
  while handled < cardinality(points) loop
    select min(p) into least_point from unnest(points) as p where p >= point;
    delta := delta + (least_point - point)::bigint * (handled + 1);
    point := least_point;
    foreach each_point in array points loop
      delta := delta + (each_point < point)::integer;
      continue when each_point <> point;
      rest := delta;
      place := 36;
      loop
        threshold := least(greatest(place - bias, 1), 26);
        exit when rest < threshold;
        written := written || substr('abcdefghijklmnopqrstuvwxyz0123456789',
          (threshold + (rest - threshold) % (36 - threshold))::integer + 1, 1);
        rest := (rest - threshold) / (36 - threshold);
        place := place + 36;
      end loop;
      written := written || substr('abcdefghijklmnopqrstuvwxyz0123456789', rest::integer + 1, 1);
      bias := private.punycode_bias(delta, handled + 1, handled = plain);
      delta := 0;
      handled := handled + 1;
    end loop;
    delta := delta + 1;
    point := point + 1;
  end loop;
  return 'xn--' || written;
end
$function$;

CREATE OR REPLACE FUNCTION private.codes_mailed(handover private.handovers, email_param text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array_agg(distinct case when v.used_at is null then 'code' else 'qualified' end)
  from private.verification_codes v
  where v.sales_rep_id = handover.to_rep_id and v.email = email_param and v.created_at >= handover.created_at
    and v.voided_at is null
$function$;

CREATE OR REPLACE FUNCTION private.letters_of_label(label text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  encoded constant text := substr(label, 5);
  letters text := coalesce(substring(encoded from '^(.*)-'), '');
  digits constant text := regexp_replace(encoded, '^.*-', '');
  read integer := 0;
  point bigint := 128;
  place bigint := 0;
  bias integer := 72;
  before bigint;
  weight bigint;
  step integer;
  digit integer;
  threshold integer;
begin
  while read < char_length(digits) loop
    before := place;
    weight := 1;
    step := 36;
    loop
      read := read + 1;
      digit := strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(digits, read, 1)) - 1;
      if digit < 0 or read > char_length(digits) then
        return label;
      end if;
      place := place + digit * weight;
      threshold := least(greatest(step - bias, 1), 26);
      exit when digit < threshold;
      weight := weight * (36 - threshold);
      step := step + 36;
    end loop;
    bias := private.punycode_bias(place - before, char_length(letters) + 1, before = 0);
    point := point + place / (char_length(letters) + 1);
    place := place % (char_length(letters) + 1);
    letters := overlay(letters placing chr(point::integer) from place::integer + 1 for 0);
    place := place + 1;
  end loop;
  return letters;
exception
  -- A number or character that is too large: DNS has no such name.
  when data_exception or program_limit_exceeded then
    return label;
end
$function$;

CREATE OR REPLACE FUNCTION private.mailbox(email_param text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  address text := email_param;
  domain text;
begin
  if char_length(address) > 1000 then
    return address;
  end if;
  address := regexp_replace(btrim(normalize(address, NFKC)), '^[^<>]*<([^<>]*@[^<>]*)>.*$', '\1');
  address := regexp_replace(address, '^\s*mailto:([^?]*).*$', '\1', 'i');
  address := regexp_replace(address, '^[\s"«“„(<[]+|[\s"»”)>\].,;:!?]+$', '', 'g');
  -- The letters of every script, whatever the locale of the database.
  address := lower(address collate "und-x-icu");
  domain := substring(address from '@([^@]*)$');
  if domain is null or octet_length(domain) = char_length(domain) or domain ~ '[\s/?#\\:%]' then
    return address;
  end if;
  return left(address, -char_length(domain)) || (
    select string_agg(case when octet_length(l) = char_length(l) then l else private.ascii_label(l) end, '.' order by n)
    from string_to_table(domain, '.') with ordinality as t (l, n)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.mailbox_in_letters(mailbox_param text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when mailbox_param not like '%@%xn--%' then mailbox_param else
    split_part(mailbox_param, '@', 1) || '@' || (
      select string_agg(case when l like 'xn--%' then private.letters_of_label(l) else l end, '.' order by n)
      from string_to_table(split_part(mailbox_param, '@', 2), '.') with ordinality as t (l, n)
    ) end
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
          to_jsonb(s) - array['notification_claimed_at', 'assigned_to', 'version', 'campaign', 'search_text', 'is_open']
            || jsonb_build_object(
              'assigned_to_name', (select r.name from public.sales_representatives r where r.id = s.assigned_to)
            )
          order by s.created_at desc
        )
        from (
          select * from public.contact_submissions t where t.email = email_param
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
  return private.mailbox(email_param);
end
$function$;

CREATE OR REPLACE FUNCTION private.punycode_bias(delta bigint, points integer, is_first boolean)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  rest bigint := case when is_first then delta / 700 else delta / 2 end;
  digits integer := 0;
begin
  rest := rest + rest / points;
  while rest > 455 loop
    rest := rest / 35;
    digits := digits + 36;
  end loop;
  return digits + 36 * rest / (rest + 38);
end
$function$;

CREATE OR REPLACE FUNCTION private.spell_mailbox()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.email := private.mailbox(new.email);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.stored_people(emails_param text[])
 RETURNS TABLE(email text, name text, role text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select l.email, nullif(l.name, ''), 'customer' from public.qualified_leads l where l.email = any (emails_param)
  union all
  select s.email, nullif(concat_ws(' ', s.first_name, nullif(s.last_name, '')), ''), 'contact request'
  from public.contact_submissions s where s.email = any (emails_param)
  union all
  select v.email, nullif(v.name, ''), 'code' from private.verification_codes v where v.email = any (emails_param)
  union all
  select r.email, r.name, 'representative' from public.sales_representatives r where r.email = any (emails_param)
$function$;

CREATE OR REPLACE FUNCTION public.add_rep(name_param text, email_param text, credential_hash_param text, is_manager_param boolean DEFAULT false, manager_id_param uuid DEFAULT NULL::uuid, ip_address_param text DEFAULT NULL::text, user_agent_param text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep_id uuid;
begin
  insert into public.sales_representatives (name, email) values (name_param, email_param)
  on conflict (email) do nothing
  returning id into rep_id;
  if rep_id is null then
    select r.id into rep_id from public.sales_representatives r where r.email = private.mailbox(email_param);
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
    -- If the address is taken, say so.
    if private.is_spent_sales_id(credential_hash_param, null) and not exists (
      select from public.sales_representatives r where r.email = private.mailbox(change_param ->> 'email')
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
  if change_param ->> 'action' in ('edit', 'enable', 'rotate') and private.is_erased_rep(rep_id) then
    return jsonb_build_object('outcome', 'erased');
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
        when public.enable_rep(rep_id, credential_hash_param, manager_id, ip_address_param, user_agent_param) = 'enabled'
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

CREATE OR REPLACE FUNCTION public.claim_contact_notification(contact_request_id_param uuid, lease_seconds_param integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  contact_request public.contact_submissions;
begin
  update public.contact_submissions s set notification_claimed_at = now()
  where s.id = contact_request_id_param
    and s.quarantined_at is null
    and s.notified_at is null
    and (s.notification_claimed_at is null
      or s.notification_claimed_at <= now() - make_interval(secs => lease_seconds_param))
  returning * into contact_request;
  if found then
    return jsonb_build_object(
      'state', 'claimed',
      'claimed_at', contact_request.notification_claimed_at,
      'contact_request', to_jsonb(contact_request) - array[
        'quarantined_at', 'notification_claimed_at', 'notified_at', 'assigned_to', 'staff_note', 'version',
        'status_changed_at', 'campaign', 'search_text', 'is_open'
      ],
      'rep_email', (
        select r.email
        from public.qualified_leads l join public.sales_representatives r on r.id = l.qualified_by
        where contact_request.source = 'new-link' and l.email = contact_request.email and r.disabled_at is null
      )
    );
  end if;

  select * into contact_request from public.contact_submissions s where s.id = contact_request_id_param;
  return jsonb_build_object('state', case
    when not found then 'missing'
    when contact_request.quarantined_at is not null then 'quarantined'
    when contact_request.notified_at is not null then 'sent'
    else 'busy'
  end);
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
  if private.is_erased_rep(sales_rep_id_param) then
    return 'erased';
  elsif exists (
    select from public.sales_representatives r
    where r.email = private.mailbox(email_param) and r.id <> sales_rep_id_param
  ) then
    return 'exists';
  end if;
  update public.sales_representatives set name = name_param, email = email_param
  where id = sales_rep_id_param and (name, email) is distinct from (name_param, private.mailbox(email_param));
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

CREATE OR REPLACE FUNCTION public.find_audit_events(event_param text, email_param text, from_param timestamp with time zone, to_param timestamp with time zone, before_line_number_param bigint, limit_param integer)
 RETURNS TABLE(line_number bigint, occurred_at timestamp with time zone, event text, rep_id uuid, rep_name text, rep_email text, customer_id uuid, customer_name text, customer_email text, manager_name text, ip_address text, user_agent text, detail jsonb, names jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  email_sought text := private.mailbox(email_param);
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

CREATE OR REPLACE FUNCTION public.find_people(search_param text)
 RETURNS TABLE(email text, names text[], roles text[])
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  term text := lower(btrim(search_param));
  found_emails text[];
  -- search_text contains more, such as the company, but excludes most requests more cheaply.
  query constant text := $query$
    select array(
      (select %1$s l.email from public.qualified_leads l
        where strpos(l.email, $1) > 0 or strpos(lower(l.name), $1) > 0 %2$s)
      union all
      (select %1$s s.email from public.contact_submissions s
        where strpos(s.search_text, $1) > 0 and (
          strpos(s.email, $1) > 0
          or strpos(lower(concat_ws(' ', s.first_name, nullif(s.last_name, ''))), $1) > 0
        ) %2$s)
      union all
      (select %1$s v.email from private.verification_codes v
        where strpos(v.email, $1) > 0 or strpos(lower(v.name), $1) > 0 %2$s)
      union all
      (select %1$s r.email from public.sales_representatives r
        where strpos(r.email, $1) > 0 or strpos(lower(r.name), $1) > 0 %2$s)
    )
  $query$;
begin
  perform private.refuse_over('the search', char_length(search_param), 200);
  perform private.refuse_over('2 characters', 2, char_length(term));
  -- Reads every row once, in any order.
  execute format(query, '', 'limit 1000') using term into found_emails;
  if cardinality(found_emails) >= 1000 then
    -- Many match, so the first ones by address are soon found.
    execute format(query, 'distinct', 'order by 1 limit 100') using term into found_emails;
  end if;
  return query
  select p.email, array_agg(distinct p.name order by p.name) filter (where p.name is not null),
    array_agg(distinct p.role order by p.role)
  from private.stored_people((array(select distinct e from unnest(found_emails) as e order by e))[:100]) p
  group by p.email
  union all
  -- Nothing has this address, but others wrote it into their texts.
  select term, null::text[], array['mention']
  where not exists (select from private.stored_people(array[term]))
    and private.known_person(term, 0) is not null
  order by 1;
end
$function$;

CREATE OR REPLACE FUNCTION public.hand_over_customers(from_rep_id_param uuid, to_rep_id_param uuid, emails_param text[] DEFAULT NULL::text[], request_ids_param uuid[] DEFAULT NULL::uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  chosen text[] := array(select private.mailbox(e) from unnest(emails_param) as e);
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

CREATE OR REPLACE FUNCTION public.list_customers(email_param text DEFAULT NULL::text, after_param text DEFAULT ''::text)
 RETURNS TABLE(id uuid, email text, name text, company text, qualified_by uuid, token_expires_at timestamp with time zone, has_accessed boolean, revoked_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select l.id, l.email, l.name, l.company, l.qualified_by, l.token_expires_at, l.has_accessed, l.revoked_at
  from public.qualified_leads l
  where l.email > after_param and (email_param is null or l.email = (select private.mailbox(email_param)))
  order by l.email
  limit 1000
$function$;

CREATE OR REPLACE FUNCTION public.list_reps(email_param text DEFAULT NULL::text, after_param text DEFAULT ''::text)
 RETURNS TABLE(id uuid, name text, email text, disabled_at timestamp with time zone, erased_at timestamp with time zone, is_manager boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select r.id, r.name, r.email, r.disabled_at, r.erased_at, r.is_manager
  from public.sales_representatives r
  where r.email > after_param and (email_param is null or r.email = (select private.mailbox(email_param)))
  order by r.email
  limit 1000
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
    left join public.sales_representatives r on r.email = private.mailbox(g.rep_email)
    left join public.qualified_leads l on l.email = private.mailbox(g.lead_email)
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

CREATE OR REPLACE FUNCTION public.start_verification(session_id_param uuid, verification_id_param uuid, email_param text, name_param text, company_param text, code_hash_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  mailbox text := private.mailbox(email_param);
  rep public.sales_representatives;
  last_made_at timestamptz;
  code private.verification_codes;
begin
  select r.* into rep from public.sales_representatives r where r.id = private.live_rep_id(session_id_param);
  if not found then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;
  if exists (
    select from public.qualified_leads l where l.email = mailbox and l.qualified_by <> rep.id
  ) then
    return jsonb_build_object('outcome', 'forbidden');
  end if;

  -- If two requests arrive at once, the second waits here and then sees the code of the first.
  perform pg_advisory_xact_lock(hashtextextended(rep.id::text || mailbox, 0));
  select max(v.created_at) into last_made_at
  from private.verification_codes v where v.sales_rep_id = rep.id and v.email = mailbox;
  if last_made_at + private.code_resend_pause() > now() then
    return jsonb_build_object(
      'outcome', 'too_soon',
      'retry_after_seconds', least(
        extract(epoch from private.code_resend_pause()),
        greatest(1, ceil(extract(epoch from last_made_at + private.code_resend_pause() - now())))
      )::integer
    );
  end if;

  -- Every call deletes a few codes that ended long enough ago. So the names of people who did not become customers are
  -- not collected.
  delete from private.verification_codes
  where id in (
    select v.id from private.verification_codes v
    where v.expires_at < now() - make_interval(days => private.codes_kept_days())
    order by v.expires_at limit 20
    for update skip locked
  );

  update private.verification_codes v set voided_at = now()
  where v.sales_rep_id = rep.id and v.email = mailbox and v.used_at is null and v.voided_at is null;
  insert into private.verification_codes (id, sales_rep_id, email, name, company, code_hash)
  values (verification_id_param, rep.id, mailbox, name_param, company_param, code_hash_param)
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

ALTER TABLE "private"."verification_codes" ADD CONSTRAINT "verification_codes_email_check" CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254)));

ALTER TABLE "public"."qualified_leads" ADD CONSTRAINT "qualified_leads_email_check" CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254)));

ALTER TABLE "public"."sales_representatives" ADD CONSTRAINT "sales_representatives_email_check" CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254)));

CREATE INDEX contact_submissions_email_idx ON public.contact_submissions USING btree (email);

CREATE TRIGGER verification_codes_spell_mailbox BEFORE INSERT OR UPDATE OF email ON private.verification_codes FOR EACH ROW EXECUTE FUNCTION private.spell_mailbox();

CREATE TRIGGER contact_submissions_spell_mailbox BEFORE INSERT OR UPDATE OF email ON public.contact_submissions FOR EACH ROW EXECUTE FUNCTION private.spell_mailbox();

CREATE TRIGGER qualified_leads_spell_mailbox BEFORE INSERT OR UPDATE OF email ON public.qualified_leads FOR EACH ROW EXECUTE FUNCTION private.spell_mailbox();

CREATE TRIGGER sales_representatives_spell_mailbox BEFORE INSERT OR UPDATE OF email ON public.sales_representatives FOR EACH ROW EXECUTE FUNCTION private.spell_mailbox();

COMMENT ON COLUMN "private"."verification_codes"."email" IS 'In the spelling of private.mailbox. The address that received the code.';

COMMENT ON COLUMN "public"."contact_submissions"."email" IS 'In the spelling of private.mailbox. It was never verified.';

COMMENT ON COLUMN "public"."qualified_leads"."email" IS 'In the spelling of private.mailbox. Qualifying the same address again updates the same row.';

COMMENT ON COLUMN "public"."sales_representatives"."email" IS 'In the spelling of private.mailbox.';

COMMENT ON FUNCTION "private"."ascii_label"(text) IS 'One label of a domain with other letters than ASCII, as DNS has it (RFC 3492).';

COMMENT ON FUNCTION "private"."letters_of_label"(text) IS 'One label of a domain that begins with xn--, in its own letters (RFC 3492). A malformed one stays as it is.';

COMMENT ON FUNCTION "private"."mailbox"(text) IS 'The one spelling of a mailbox: lower case, characters composed, the domain as DNS has it, nothing around it. The functions spell the same (shared/src/contracts/backend/email-address.ts). A test compares the two.';

COMMENT ON FUNCTION "private"."mailbox_in_letters"(text) IS 'A mailbox with its domain in the letters that people type, for a search of texts.';

COMMENT ON FUNCTION "private"."person_email"(text) IS 'The mailbox that identifies a person, in its one spelling. More than 320 characters are refused (22023).';

COMMENT ON FUNCTION "private"."punycode_bias"(bigint, integer, boolean) IS 'The bias of the next number in a punycode text (RFC 3492, section 6.1).';

COMMENT ON FUNCTION "private"."spell_mailbox"() IS 'Stores the address of a row in the one spelling of its mailbox.';

COMMENT ON FUNCTION "private"."stored_people"(text[]) IS 'Every stored pair of the given mailboxes and a name, and its kind: customer, contact request, code, representative.';

REVOKE ALL ON FUNCTION "private"."ascii_label"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ascii_label"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ascii_label"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."ascii_label"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."letters_of_label"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."letters_of_label"(text) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."letters_of_label"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."letters_of_label"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."letters_of_label"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."mailbox"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mailbox"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mailbox"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mailbox"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."mailbox_in_letters"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mailbox_in_letters"(text) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."mailbox_in_letters"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mailbox_in_letters"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mailbox_in_letters"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."punycode_bias"(bigint, integer, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."punycode_bias"(bigint, integer, boolean) TO "api_reader";

REVOKE ALL ON FUNCTION "private"."punycode_bias"(bigint, integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."punycode_bias"(bigint, integer, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."punycode_bias"(bigint, integer, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."spell_mailbox"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."spell_mailbox"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."spell_mailbox"() TO "postgres";

-- Two spellings of one mailbox cannot both become the one spelling. A person must say which one stays.
do $$
declare
  twins text;
begin
  select string_agg(t.emails, ' and ') into twins
  from (
    select string_agg(l.email, ' = ' order by l.email) as emails from public.qualified_leads l
    group by private.mailbox(l.email) having count(*) > 1
    union all
    select string_agg(r.email, ' = ' order by r.email) from public.sales_representatives r
    group by private.mailbox(r.email) having count(*) > 1
  ) t;
  if twins is not null then
    raise exception 'one mailbox is stored in two spellings: %', twins
      using hint = 'Erase one of the two first, as it is stored: select public.erase_person(''...'')';
  end if;
end
$$;
-- Their codes were hashed with the old spelling.
update private.verification_codes set voided_at = now()
where email <> private.mailbox(email) and used_at is null and voided_at is null;
update private.verification_codes set email = email where email <> private.mailbox(email);
update public.contact_submissions set email = email where email <> private.mailbox(email);
update public.qualified_leads set email = email where email <> private.mailbox(email);
update public.sales_representatives set email = email where email <> private.mailbox(email);
