-- Opens and exports everything that is stored about one person, and says so in the trail. Operators and managers do it by
-- the same procedures.

create function private.note_person_read(
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
  -- A stranger has no id of their own. So the line refers to their newest contact request, or else to their newest code.
  request_id uuid := case when is_stranger then (person_param #>> '{requests,0,id}')::uuid end;
  verification_id uuid := case when is_stranger and request_id is null then (
    select v.id from private.verification_codes v where v.email = person_param ->> 'email'
    order by v.created_at desc limit 1
  ) end;
  -- If only other people's texts mention the person, refer to the first text.
  mention_id uuid := (person_param #>> '{mentions,texts,0,id}')::uuid;
  line_detail jsonb := detail_param
    || jsonb_strip_nulls(jsonb_build_object('verificationId', verification_id, 'mentionedIn', mention_id));
begin
  -- An open page reads its person again and again. These readings are one opening.
  if event_param = 'person_opened' and exists (
    select from public.audit_events e
    where e.event = 'person_opened' and e.occurred_at > now() - interval '1 hour'
      and e.sales_rep_id is not distinct from rep_id and e.qualified_lead_id is not distinct from customer_id
      and e.manager_id is not distinct from manager_id_param and e.contact_request_id is not distinct from request_id
      and e.detail - 'by' = line_detail
  ) then
    return;
  end if;
  perform private.write_staff_audit(
    manager_id_param, event_param, rep_id, customer_id, ip_address_param, user_agent_param, line_detail, request_id
  );
end
$$;
comment on function private.note_person_read(text, uuid, jsonb, text, text, jsonb) is
  'Adds a line to the trail: who opened or exported the data of a person as private.known_person returns it. The line has ids, but no text of the person. Opening the same person again within an hour adds no line. The second argument is the manager. Null for an operator.';
grant execute on function private.note_person_read(text, uuid, jsonb, text, text, jsonb) to service_role;

create function public.get_person(
  email_param text, manager_id_param uuid default null, ip_address_param text default null,
  user_agent_param text default null
)
returns jsonb
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
declare
  person_email text := private.person_email(email_param);
  person jsonb := private.stored_person(person_email, 50);
begin
  perform private.note_person_read('person_opened', manager_id_param, person, ip_address_param, user_agent_param);
  return person || jsonb_build_object(
    'requestCount', (select count(*) from public.contact_submissions s where s.email = person_email),
    'mentions', coalesce(person -> 'mentions', private.mentions_of(person_email, '', 50)), 'now', now()
  );
end
$$;
comment on function public.get_person(text, uuid, text, text) is
  'Stored data of one address, in any case, and its mentions in other data: {email, customer, representative, requests, requestCount, codes, mentions, now}. Any other address is refused (404). Each list holds the newest 50 entries, and mentions about the first 50 (see private.mentions_of). Long requests are fewer: see private.first_contact_requests. requestCount: how many are stored. The trail records who opened it, once an hour: the manager, or an operator for null. public.export_person makes a file.';
grant execute on function public.get_person(text, uuid, text, text) to service_role;

create function private.apply_mentions_reading(
  manager_id_param uuid, email_param text, after_param text, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  person_email text := private.person_email(email_param);
  person jsonb := private.stored_person(person_email, 1);
begin
  perform private.note_person_read('person_opened', manager_id_param, person, ip_address_param, user_agent_param);
  return jsonb_build_object('outcome', 'mentioned', 'mentions', private.mentions_of(person_email, after_param, 200));
end
$$;
comment on function private.apply_mentions_reading(uuid, text, text, text, text) is
  'Further texts of other people that mention an address: {outcome: mentioned, mentions}. mentions: see private.mentions_of, about 200 after a given row. The trail records it as an opening. The first argument is the manager.';
grant execute on function private.apply_mentions_reading(uuid, text, text, text, text) to service_role;

create function public.export_person(
  email_param text, after_param text default null, manager_id_param uuid default null,
  ip_address_param text default null, user_agent_param text default null
)
returns jsonb
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
declare
  person_email text := private.person_email(email_param);
  place jsonb := private.read_cursor(after_param, 'requests of a person', 'timestamptz');
  person jsonb := private.stored_person(person_email, case when place is not null then 1 end);
  requests jsonb := case when place is null then person -> 'requests'
    else private.requests_of(person_email, place, null) end;
  -- Null without a request.
  next_place jsonb := jsonb_build_object(
    'order', 'requests of a person', 'key', requests #> '{-1,createdAt}', 'id', requests #> '{-1,id}'
  );
begin
  perform private.note_person_read(
    'person_exported', manager_id_param, person, ip_address_param, user_agent_param,
    jsonb_build_object('contactRequests', jsonb_array_length(requests))
  );
  return jsonb_build_object(
    'person', case when place is null
      then person - array['mentions', 'requests'] || jsonb_build_object('exportedAt', now()) end,
    'requests', requests,
    'nextAfter', case when jsonb_array_length(private.requests_of(person_email, next_place, 1)) > 0
      then private.write_cursor(next_place) end
  );
end
$$;
comment on function public.export_person(text, text, uuid, text, text) is
  'All stored data of one address, in any case: {person: {email, exportedAt, customer, representative, codes}, requests, nextAfter}. Strangers choose how long requests are: further ones follow after nextAfter of the page before, with person null. nextAfter: null at the end. Any other address is refused (404). Never a secret or a hash of one. Each page is a line of the trail: who exported it. The manager, or an operator for null.';
grant execute on function public.export_person(text, text, uuid, text, text) to service_role;
