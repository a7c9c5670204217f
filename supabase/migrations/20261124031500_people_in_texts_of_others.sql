-- Purpose: people of whom only others wrote are found and erased; erasure reaches links, codes and earlier addresses.

set local check_function_bodies = off;

grant delete on table private.handovers to service_role;

create or replace function private.text_pattern(text_param text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(
    regexp_replace(btrim(text_param), '([.*+?^${}()|[\]\\])', '\\\1', 'g'), '[\s\u00a0]+', '(?:[\\s\\u00a0]|\\+|%20)+', 'g'
  )
$$;
comment on function private.text_pattern(text) is
  'A regular expression that matches a text literally, with any spaces between its words, also URL-encoded in a link.';

create function private.utm_text(utm_param jsonb) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(p.key || '=' || p.value, '&' order by p.key) from jsonb_each_text(utm_param) as p
$$;
comment on function private.utm_text(jsonb) is
  'Campaign parameters as in a link. Punctuation of JSON is no text that somebody typed, so nothing may match it.';
revoke all on function private.utm_text(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.utm_text(jsonb) to service_role;

create or replace function private.typed_texts(request public.contact_submissions) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(
    chr(10), concat_ws(' ', request.first_name, request.last_name), request.company, request.phone, request.job_title,
    request.job_role, request.message, request.source, request.tier, request.referrer,
    private.utm_text(request.utm), request.staff_note
  )
$$;
comment on function private.typed_texts(public.contact_submissions) is
  'All typed texts of a contact request, except its address and the consent text.';

create or replace function private.texts_of_others(email_param text)
returns table (
  kind text, id uuid, owner_email text, owner_name text, field text, content text, is_prose boolean
)
language sql stable set search_path = ''
as $$
  select 'contact_request', s.id, s.email, concat_ws(' ', s.first_name, s.last_name), t.field, t.content, t.is_prose
  from public.contact_submissions s
  cross join lateral (values
    ('name', concat_ws(' ', s.first_name, s.last_name), false), ('company', s.company, false),
    ('phone', s.phone, true), ('job_title', s.job_title, true), ('job_role', s.job_role, true),
    ('message', s.message, true), ('source', s.source, true), ('tier', s.tier, true),
    ('referrer', s.referrer, true), ('utm', private.utm_text(s.utm), true), ('staff_note', s.staff_note, true)
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
  union all
  select 'code', v.id, v.email, v.name, t.field, t.content, false
  from private.verification_codes v
  cross join lateral (values ('name', v.name), ('company', v.company)) as t (field, content)
  where v.email <> email_param
    and lower(t.content) like any ((select private.mention_patterns(email_param))::text[])
  union all
  -- One entry for each account, however often its address changed.
  select distinct 'representative', r.id, r.email, r.name, 'earlier_address', email_param, false
  from public.audit_events e
  join public.sales_representatives r on r.id = e.sales_rep_id
  where e.event in ('rep_added', 'rep_edited') and r.email <> email_param
    and email_param in (e.detail #>> '{before,email}', e.detail #>> '{after,email}')
$$;
comment on function private.texts_of_others(text) is
  'Typed texts in the data of other people that may contain an address in lower case or its full names, and accounts of representatives that once had the address. is_prose: the text may name a third person; in other texts only the address counts as a mention.';

create function private.known_person(email_param text, most_param integer) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(
    private.person_data(email_param, most_param),
    -- A word that is no address would match too much.
    case when email_param ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$'
      and (private.mentions_of(email_param, 0) ->> 'count')::integer > 0
      then jsonb_build_object(
        'email', email_param, 'customer', null, 'representative', null, 'contact_requests', '[]'::jsonb,
        'codes', '[]'::jsonb
      )
    end
  )
$$;
comment on function private.known_person(text, integer) is
  'All stored data of an address in lower case, as in private.person_data. Empty if the address is stored only in texts of other people; null if it is stored nowhere.';
revoke all on function private.known_person(text, integer) from public, anon, authenticated, service_role;
grant execute on function private.known_person(text, integer) to service_role;

create or replace function private.redact_mentions(email_param text, takes_names_param boolean) returns integer
language plpgsql set search_path = ''
as $$
declare
  address text := private.address_pattern(email_param);
  full_name text := case when takes_names_param then private.name_pattern(email_param) end;
  -- In prose, full names are removed too, except in texts about a person with the same name.
  prose text := concat_ws('|', address, full_name);
  patterns text[] := private.mention_patterns(email_param);
  requests integer;
  notes integer;
  customers integer;
  unfinished integer;
  accounts integer;
begin
  -- The version increases, so a colleague who has the request open cannot write the old note back.
  update public.contact_submissions s set
    first_name = private.redacted(s.first_name, address, 200), last_name = private.redacted(s.last_name, address, 200),
    company = private.redacted(s.company, address, 200), phone = private.redacted(s.phone, p.pattern, 50),
    job_title = private.redacted(s.job_title, p.pattern, 200), job_role = private.redacted(s.job_role, p.pattern, 200),
    tier = private.redacted(s.tier, p.pattern, 100), message = private.redacted(s.message, p.pattern, 10200), source = private.redacted(s.source, p.pattern, 100),
    referrer = private.redacted(s.referrer, p.pattern, 2000),
    staff_note = private.redacted(s.staff_note, p.pattern, 4000),
    -- Each key and value by itself: a name that looks like JSON must not change its structure.
    utm = (
      select coalesce(jsonb_object_agg(
        regexp_replace(u.key, p.pattern, '[erased]', 'gi'), regexp_replace(u.value, p.pattern, '[erased]', 'gi')
      ), '{}')
      from jsonb_each_text(s.utm) as u
    ),
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
      chr(10), s.phone, s.job_title, s.job_role, s.message, s.source, s.tier, s.referrer, private.utm_text(s.utm),
      s.staff_note
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
  update private.verification_codes v
  set name = private.redacted(v.name, address, 200), company = private.redacted(v.company, address, 200)
  where v.email <> email_param and v.name || ' ' || v.company ~* address;
  get diagnostics unfinished = row_count;
  -- An account that once had the address keeps its lines, without the earlier name and address.
  with emptied as (
    update public.audit_events e set detail = e.detail - array['before', 'after']
    where e.event in ('rep_added', 'rep_edited')
      and email_param in (e.detail #>> '{before,email}', e.detail #>> '{after,email}')
      and not exists (
        select from public.sales_representatives r where r.id = e.sales_rep_id and r.email = email_param
      )
    returning e.sales_rep_id
  )
  select count(distinct e.sales_rep_id) into accounts from emptied e;
  -- A visitor may open any path, such as that of an old link with an address in it. Rows of site events never change.
  delete from private.site_events e where e.path ~ '@|%40' and e.path ~* address;
  return requests + notes + customers + unfinished + accounts;
end
$$;
comment on function private.redact_mentions(text, boolean) is
  'Replaces an address in lower case with [erased] in the texts of other people, and optionally its full names in their prose. Returns the number of changed requests, notes, customers, codes and accounts. Call it while the names are still stored.';

create or replace function public.find_people(search_param text)
returns table (email text, names text[], roles text[])
language plpgsql stable set search_path = ''
as $$
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
  union all
  -- Nothing has this address, but others wrote it into their texts.
  select term, null::text[], array['mention']
  where not exists (select from private.stored_people() p where p.email = term)
    and private.known_person(term, 0) is not null
  order by 1;
end
$$;
comment on function public.find_people(text) is
  'People whose address or name contains a text of 2 to 200 characters, in any case. At most 100, sorted by address, with all their names and kinds: customer, contact request, code, representative. A whole address that only texts of others contain is found too: mention.';

create or replace function private.note_person_read(
  event_param text, manager_id_param uuid, person_param jsonb, ip_address_param text, user_agent_param text,
  detail_param jsonb default '{}'
)
returns void
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid := (person_param #>> '{representative,id}')::uuid;
  customer_id uuid := (person_param #>> '{customer,id}')::uuid;
  is_stranger boolean := num_nonnulls(rep_id, customer_id) = 0;
  -- A stranger has no id of their own, so the line refers to their newest contact request, or else to their newest code.
  request_id uuid := case when is_stranger then (person_param #>> '{contact_requests,0,id}')::uuid end;
  verification_id uuid := case when is_stranger and request_id is null then (
    select v.id from private.verification_codes v where v.email = person_param ->> 'email'
    order by v.created_at desc limit 1
  ) end;
  -- Somebody of whom only others wrote: the line refers to the first of those texts.
  mention_id uuid := case when is_stranger and num_nonnulls(request_id, verification_id) = 0 then (
    private.mentions_of(person_param ->> 'email', 1) #>> '{texts,0,id}'
  )::uuid end;
  line_detail jsonb := private.done_by(manager_id_param) || detail_param
    || jsonb_strip_nulls(jsonb_build_object(
      'requestId', request_id, 'verificationId', verification_id, 'mentionedIn', mention_id
    ));
begin
  -- An open page reads its person again and again. These readings are one opening.
  if event_param = 'person_opened' and exists (
    select from public.audit_events e
    where e.event = 'person_opened' and e.occurred_at > now() - interval '1 hour'
      and e.sales_rep_id is not distinct from rep_id and e.qualified_lead_id is not distinct from customer_id
      and e.detail = line_detail
  ) then
    return;
  end if;
  perform private.write_audit(
    event_param, rep_id, customer_id, ip_address_param, user_agent_param, line_detail
  );
end
$$;
comment on function private.note_person_read(text, uuid, jsonb, text, text, jsonb) is
  'Adds a line to the trail: who opened or exported the data of a person as private.known_person returns it. The line has ids, but no text of the person. Opening the same person again within an hour adds no line. The second argument is the manager; null for an operator.';

create or replace function private.apply_person_opening(
  manager_id_param uuid, email_param text, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  person_email text := private.person_email(email_param);
  person jsonb := private.known_person(person_email, 50);
begin
  if person is null then
    return null;
  end if;
  perform private.note_person_read('person_opened', manager_id_param, person, ip_address_param, user_agent_param);
  return jsonb_build_object('person', person, 'mentions', private.mentions_of(person_email, 50), 'now', now());
end
$$;
comment on function private.apply_person_opening(uuid, text, text, text) is
  'See public.get_person. The trail records who opened it. The first argument is the manager; null for an operator.';

create or replace function private.apply_person_export(
  manager_id_param uuid, email_param text, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  person_email text := private.person_email(email_param);
  person jsonb := private.known_person(person_email, null);
begin
  if person is null then
    return null;
  end if;
  perform private.note_person_read(
    'person_exported', manager_id_param, person, ip_address_param, user_agent_param,
    jsonb_build_object('contactRequests', jsonb_array_length(person -> 'contact_requests'))
  );
  return person || jsonb_build_object('exported_at', now());
end
$$;
comment on function private.apply_person_export(uuid, text, text, text) is
  'All stored data of an address, in any case, for export to a file; null if there is none. The trail records who exported it. The first argument is the manager; null for an operator.';

create or replace function private.apply_consent_withdrawal(
  manager_id_param uuid, email_param text, ip_address_param text, user_agent_param text
)
returns integer
language plpgsql set search_path = ''
as $$
declare
  request_ids uuid[];
  withdrawn integer;
begin
  with marked as (
    update public.contact_submissions set consent_withdrawn_at = now(), version = version + 1
    where lower(email) = private.person_email(email_param) and consented_at is not null
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
$$;
comment on function private.apply_consent_withdrawal(uuid, text, text, text) is
  'See public.withdraw_consent. The first argument is the manager; null for an operator.';

create or replace function private.erase_rep(rep_id_param uuid) returns void
language sql set search_path = ''
as $$
  update public.sales_representatives
  set name = 'Former representative', email = 'erased-' || id || '@erased.invalid', mail_on_opening = false,
    is_manager = false
  where id = rep_id_param;
  update public.contact_submissions set assigned_to = null, version = version + 1 where assigned_to = rep_id_param;
  -- An erased representative cannot get customers or requests back. A handover that nobody can undo leaves the list, and
  -- is not called undone: what it moved stays moved. The trail keeps its lines.
  delete from private.handovers where from_rep_id = rep_id_param and undone_at is null;
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
$$;
comment on function private.erase_rep(uuid) is
  'Removes the personal data from a representative''s account. Its sales and their figures stay. Contact requests that were assigned to it become unassigned, and handed-over items stay with the new representative.';

create or replace function private.apply_person_erasure(
  manager_id_param uuid, email_param text, takes_names_param boolean, erasure_id_param uuid, ip_address_param text,
  user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
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
$$;
comment on function private.apply_person_erasure(uuid, text, boolean, uuid, text, text) is
  'See public.erase_person. Pass the manager, or null for an operator. Repeating it with the same id gives the same answer and changes nothing.';
