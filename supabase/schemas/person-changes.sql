-- Corrects and erases everything that is stored about one person, and withdraws consent. Operators and managers do it by
-- the same procedures.

create function public.withdraw_consent(
  email_param text, manager_id_param uuid default null, ip_address_param text default null,
  user_agent_param text default null
)
returns integer
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
declare
  request_ids uuid[];
  withdrawn integer;
begin
  perform s.id from public.contact_submissions s
  where s.email = private.person_email(email_param) order by s.id for update;
  with marked as (
    update public.contact_submissions set consent_withdrawn_at = now(), version = version + 1
    where email = private.person_email(email_param) and consented_at is not null
      and consent_withdrawn_at is null
    returning id, created_at
  )
  select coalesce(array_agg(m.id order by m.created_at desc, m.id), '{}') into request_ids from marked m;
  withdrawn := cardinality(request_ids);
  if withdrawn > 0 then
    perform private.write_staff_audit(
      manager_id_param, 'consent_withdrawn', null, null, ip_address_param, user_agent_param,
      jsonb_build_object('requests', withdrawn, 'requestIds', to_jsonb(request_ids[:20]))
    );
  end if;
  return withdrawn;
end
$$;
comment on function public.withdraw_consent(text, uuid, text, text) is
  'Marks the consent to contact as withdrawn on all contact requests of a person, and returns their number. The consent text and its time stay as evidence. The trail records who did it: the manager, or an operator for null.';
grant execute on function public.withdraw_consent(text, uuid, text, text) to service_role;

create function private.person_texts(part_param jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('name', l.name, 'company', l.company)
  from public.qualified_leads l
  where part_param ->> 'kind' = 'customer' and l.id = (part_param ->> 'id')::uuid
  union all
  select jsonb_build_object(
    'firstName', s.first_name, 'lastName', coalesce(s.last_name, ''), 'company', s.company, 'phone', s.phone,
    'jobTitle', s.job_title
  )
  from public.contact_submissions s
  where part_param ->> 'kind' = 'contact_request' and s.id = (part_param ->> 'id')::uuid
$$;
comment on function private.person_texts(jsonb) is
  'The texts that can be corrected in a customer or a contact request, {kind, id}. Null if it does not exist.';
grant execute on function private.person_texts(jsonb) to service_role;

create function public.correct_person(
  part_param jsonb, before_param jsonb, after_param jsonb, manager_id_param uuid default null,
  ip_address_param text default null, user_agent_param text default null
)
returns jsonb
language plpgsql set search_path = ''
as $$
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
    raise sqlstate 'PT404' using message = 'This is not stored any more.';
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
      first_name = after_param ->> 'firstName', last_name = nullif(after_param ->> 'lastName', ''),
      company = after_param ->> 'company', phone = after_param ->> 'phone', job_title = after_param ->> 'jobTitle',
      version = version + 1
    where id = part_id;
  end if;
  perform private.write_staff_audit(
    manager_id_param, 'person_corrected', rep_id, customer_id, ip_address_param, user_agent_param,
    jsonb_build_object(
      'of', part_param ->> 'kind',
      'fields', (
        select jsonb_agg(k order by k) from jsonb_object_keys(stored) as k where stored -> k <> after_param -> k
      )
    ),
    case when customer_id is null then part_id end
  );
  return jsonb_build_object('outcome', 'saved', 'stored', after_param);
end
$$;
comment on function public.correct_person(jsonb, jsonb, jsonb, uuid, text, text) is
  'Replaces the texts of a customer or a contact request, {kind: customer | contact_request, id}, if they still equal the values before: {outcome: saved | conflict, stored}. One that is gone is refused (404). Texts of a customer: {name, company}. Texts of a contact request: {firstName, lastName, company, phone, jobTitle}. conflict: someone else changed them first. Then stored holds the current values, and nothing is written. The trail records which fields changed, but no text. By the manager, or by an operator for null.';
grant execute on function public.correct_person(jsonb, jsonb, jsonb, uuid, text, text) to service_role;

create function private.erase_rep(rep_id_param uuid) returns void
language sql set search_path = ''
as $$
  update public.sales_representatives
  set name = 'Former representative', email = 'erased-' || id || '@erased.invalid', mail_on_opening = false,
    week_mail_noted_at = null, is_manager = false, takes_requests = false, time_zone = null,
    erased_at = coalesce(erased_at, now())
  where id = rep_id_param;
  update public.contact_submissions set assigned_to = null, version = version + 1 where assigned_to = rep_id_param;
  -- An erased representative cannot get customers or requests back. A handover that can no longer be undone leaves the
  -- list. It is not called undone: what it moved stays moved. The trail keeps its lines.
  delete from private.handovers where from_rep_id = rep_id_param and undone_at is null;
  delete from private.sales_rep_credentials where sales_rep_id = rep_id_param;
  -- Codes before sessions, as the check of a code locks them.
  delete from private.manager_codes where sales_rep_id = rep_id_param;
  delete from public.sales_sessions where sales_rep_id = rep_id_param;
  delete from private.verification_codes where sales_rep_id = rep_id_param;
  delete from private.customer_notes where sales_rep_id = rep_id_param;
$$;
comment on function private.erase_rep(uuid) is
  'Removes the personal data from a representative''s account for good: it can be neither edited nor enabled again. What the trail holds goes in public.erase_person. Its sales and their figures stay. Contact requests that were assigned to it become unassigned, and handed-over items stay with the new representative.';
grant execute on function private.erase_rep(uuid) to service_role;

create function private.begin_erasure(email_param text) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Erasures run one after the other. Each waits here before it locks a row, and may wait twice.
  perform pg_advisory_xact_lock(hashtextextended('people', 0));
  perform private.lock_reps(array(
    select r.id from public.sales_representatives r where r.email = private.person_email(email_param)
  ));
end
$$;
comment on function private.begin_erasure(text) is
  'Locks out other erasures, then the representative with an address and every manager. Check rights before this call and again after it.';
grant execute on function private.begin_erasure(text) to service_role;

create function private.lock_for_erasure(email_param text, rep_id_param uuid, places_param text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  place_ids constant uuid[] := array(select split_part(p, ' ', 3)::uuid from unnest(places_param) as p);
begin
  perform v.id from private.verification_codes v
  where v.email = email_param or v.sales_rep_id = rep_id_param or v.id = any (place_ids)
  order by v.id for update;
  perform l.id from public.qualified_leads l
  -- One look-up in an index for each reason.
  where l.id in (
    select c.id from public.qualified_leads c where c.email = email_param
    union
    select n.qualified_lead_id from private.customer_notes n where n.sales_rep_id = rep_id_param
    union
    select unnest(place_ids)
  )
  order by l.id for update;
  perform s.id from public.contact_submissions s
  where s.email = email_param or s.assigned_to = rep_id_param or s.id = any (place_ids)
  order by s.id for update;
end
$$;
comment on function private.lock_for_erasure(text, uuid, text[]) is
  'Locks what a step of an erasure may change, in the order in which everyone locks: representatives (before this call), codes, customers, contact requests, each by id. The last argument: rows of private.mention_places.';
grant execute on function private.lock_for_erasure(text, uuid, text[]) to service_role;

create function public.erase_person(
  email_param text, takes_names_param boolean default false, erasure_id_param uuid default gen_random_uuid(),
  manager_id_param uuid default null, ip_address_param text default null, user_agent_param text default null
)
returns jsonb
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
declare
  person_email constant text := private.person_email(email_param);
  -- Only who knows the caller's id could tell from the trail whom it was about. An id is of one person, with or without
  -- the names: steps without them read fewer texts.
  erasure_id constant text := md5(concat_ws(' ', erasure_id_param, takes_names_param, person_email))::uuid;
  -- Before anything is read: what others write from now on is read at the end.
  began xid8 := pg_snapshot_xmin(pg_current_snapshot());
  done jsonb;
  done_line bigint;
  rep public.sales_representatives;
  customer public.qualified_leads;
  until timestamptz;
  address text;
  names text[];
  names_then text;
  places text[];
  place text;
  step jsonb;
  after text;
  since xid8;
  read integer := 0;
  redacted_now integer := 0;
  redacted integer;
  requests integer;
  mails integer;
  codes integer;
  lines bigint[];
begin
  perform private.begin_erasure(person_email);
  -- If the caller repeats a request because its answer was lost, it gets the same answer. If the person is stored
  -- again, this is another erasure.
  select e.detail - array['by', 'erasureId'], e.line_number into done, done_line
  from public.audit_events e where e.event = 'person_erased' and e.detail ->> 'erasureId' = erasure_id
  order by e.line_number desc limit 1;
  if found and private.known_person(person_email, 1) is null then
    return jsonb_build_object('outcome', 'erased') || done;
  end if;

  -- For update: no person can become a customer of this representative meanwhile.
  select r.* into rep from public.sales_representatives r where r.email = person_email for update;
  if rep.id is not null and rep.disabled_at is null then
    raise sqlstate 'PT409' using message =
      'This person can sign in as a representative. Disable them first.';
  end if;
  if exists (select from public.qualified_leads l where l.qualified_by = rep.id) then
    raise sqlstate 'PT409' using message =
      'This representative still has customers. Hand them over first.';
  end if;
  -- The texts of others first, while the names are stored. Until the last of them, the person is stored and found.
  select l.* into customer from public.qualified_leads l where l.email = person_email;
  -- Steps with another id, such as those of a manager who closed the page, count as well.
  select coalesce(sum((e.detail ->> 'redacted')::integer), 0),
    (array_agg(
      e.detail || jsonb_build_object('of', coalesce(e.qualified_lead_id, e.sales_rep_id)) order by e.line_number desc
    ) filter (where e.detail ->> 'erasureId' = erasure_id))[1]
  into redacted, step
  from public.audit_events e
  where e.event = 'mentions_redacted' and e.line_number > coalesce(done_line, 0)
    and (e.detail ->> 'erasureId' = erasure_id or e.qualified_lead_id = customer.id or e.sales_rep_id = rep.id);
  after := coalesce(step ->> 'after', '');
  since := (step ->> 'since')::xid8;
  began := coalesce((step ->> 'began')::xid8, began);
  names := case when takes_names_param then private.full_names(person_email) else '{}' end;
  names_then := coalesce(step ->> 'names', md5(concat_ws(' ', erasure_id_param, names)));
  places := private.mention_places(person_email, names, after, since);
  -- Someone else may have erased the customer or representative. Of others, the last text may have gone.
  if step is null or places = '{}' and step ->> 'of' is not null then
    perform private.stored_person(person_email, 1);
  end if;
  perform private.lock_for_erasure(person_email, rep.id, places[:200]);
  until := clock_timestamp() + interval '3 seconds';
  address := private.address_pattern(person_email);
  foreach place in array places[:200] loop
    exit when read > 0 and clock_timestamp() > until;
    read := read + 1;
    redacted_now := redacted_now + private.redact_texts_at(place, person_email, address, names)::integer;
  end loop;
  redacted := redacted + redacted_now;
  if since is null and read = cardinality(places) then
    -- What was written since the first step began is read once more, or everything if a name changed. Not again and
    -- again: someone who goes on writing could keep an erasure from ending.
    if takes_names_param then
      names := private.full_names(person_email);
    end if;
    since := case when md5(concat_ws(' ', erasure_id_param, names)) = names_then then began else '0' end;
    places := private.mention_places(person_email, names, '', since);
    read := 0;
  end if;
  if read < cardinality(places) then
    perform private.write_staff_audit(
      manager_id_param, 'mentions_redacted', rep.id, customer.id, ip_address_param, user_agent_param,
      jsonb_build_object(
        'erasureId', erasure_id, 'redacted', redacted_now, 'after', coalesce(places[read], ''), 'since', since,
        'began', began, 'names', names_then
      )
    );
    return jsonb_build_object('outcome', 'erasing', 'redacted', redacted, 'unread', cardinality(places) - read);
  end if;

  -- First, so that a code which is being checked at this moment ends before: it may make the person a customer.
  delete from private.verification_codes v where v.email = person_email;
  get diagnostics codes = row_count;
  -- Deleting the customer also deletes sessions, openings and notes. A sale stays, without a customer.
  delete from public.qualified_leads l where l.email = person_email returning l.* into customer;
  with gone as (
    delete from public.contact_submissions s where s.email = person_email
    returning s.notification_claimed_at is not null and s.notified_at is null as is_being_mailed
  )
  select count(*), count(*) filter (where g.is_being_mailed) into requests, mails from gone g;
  if rep.id is not null then
    perform private.erase_rep(rep.id);
  end if;
  -- The trail last, line by line, as retention locks it.
  lines := array(
    select e.line_number from public.audit_events e
    where (e.qualified_lead_id = customer.id or e.sales_rep_id = rep.id or e.manager_id = rep.id)
      and (
        num_nonnulls(e.ip_address, e.user_agent) > 0
        or e.sales_rep_id = rep.id and e.event in ('rep_added', 'rep_edited')
      )
    order by e.line_number for update
  );
  update public.audit_events e
  set ip_address = null, user_agent = null, detail = case
    when e.sales_rep_id = rep.id and e.event in ('rep_added', 'rep_edited') then e.detail - array['before', 'after']
    else e.detail end
  where e.line_number = any (lines);

  done := jsonb_build_object(
    'isCustomer', customer.id is not null, 'isRep', rep.id is not null, 'contactRequests', requests, 'codes', codes,
    'redacted', redacted, 'mailsUnderWay', mails
  );
  perform private.write_staff_audit(
    manager_id_param, 'person_erased', rep.id, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('erasureId', erasure_id) || done
  );
  return jsonb_build_object('outcome', 'erased') || done;
end
$$;
comment on function public.erase_person(text, boolean, uuid, uuid, text, text) is
  'Erases all personal data of an address, in any case: {outcome: erased, isCustomer, isRep, contactRequests, codes, redacted, mailsUnderWay}, or {outcome: erasing, redacted, unread}: texts of others are left. Each call is one step of at most 200 rows of others and about 3 seconds. Call it again with the same id until it says erased. Repeating the last step gives the same answer and changes nothing. Until then the person is still stored. unread: rows of others that may mention the person and were not read yet. Sales and their figures stay. The trail keeps its events, without IP address and browser. redacted: rows of other people from which the address, and optionally the full name, was removed. mailsUnderWay: mails to the team that may be in progress now. No further mail is sent. An address that is stored nowhere is refused (404). So is a representative who is enabled or has customers (409).';
grant execute on function public.erase_person(text, boolean, uuid, uuid, text, text) to service_role;
