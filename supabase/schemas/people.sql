-- Finds everything that is stored about one person. For operators, and for managers with a code.

create function private.person_email(email_param text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  perform private.refuse_over('the address', char_length(email_param), 320);
  return private.mailbox(email_param);
end
$$;
comment on function private.person_email(text) is
  'The mailbox that identifies a person, in its one spelling. More than 320 characters are refused (22023).';
grant execute on function private.person_email(text) to service_role;

create function private.stored_people(emails_param text[]) returns table (email text, name text, role text)
language sql stable set search_path = ''
as $$
  select l.email, nullif(l.name, ''), 'customer' from public.qualified_leads l where l.email = any (emails_param)
  union all
  select s.email, nullif(concat_ws(' ', s.first_name, nullif(s.last_name, '')), ''), 'contact request'
  from public.contact_submissions s where s.email = any (emails_param)
  union all
  select v.email, nullif(v.name, ''), 'code' from private.verification_codes v where v.email = any (emails_param)
  union all
  select r.email, r.name, 'representative' from public.sales_representatives r where r.email = any (emails_param)
$$;
comment on function private.stored_people(text[]) is
  'Every stored pair of the given mailboxes and a name, and its kind: customer, contact request, code, representative.';
grant execute on function private.stored_people(text[]) to service_role;

create function public.find_people(search_param text)
returns table (email text, names text[], roles text[])
language plpgsql stable set search_path = ''
as $$
declare
  term text := coalesce(private.folded_term(search_param), '');
  mailbox text := private.mailbox(search_param);
  found_emails text[];
  -- Run twice, with another end: the plan follows from distinct, order and limit, and none of them can be a parameter.
  -- search_text contains more, such as the company, but excludes most people more cheaply.
  query constant text := $query$
    select array(
      (select %1$s l.email from public.qualified_leads l
        where strpos(l.search_text, $1) > 0 and strpos(private.searchable(l.name, l.email), $1) > 0 %2$s)
      union all
      (select %1$s s.email from public.contact_submissions s
        where strpos(s.search_text, $1) > 0
          and strpos(private.searchable(concat_ws(' ', s.first_name, s.last_name), s.email), $1) > 0 %2$s)
      union all
      (select %1$s v.email from private.verification_codes v
        where strpos(private.searchable(v.name, v.email), $1) > 0 %2$s)
      union all
      (select %1$s r.email from public.sales_representatives r
        where strpos(private.searchable(r.name, r.email), $1) > 0 %2$s)
    )
  $query$;
begin
  perform private.refuse_over('the search', char_length(search_param), 200);
  if char_length(term) < 2 then
    -- Signs are left out of a term, so "O'" is one character. More of it may follow.
    perform private.refuse_over('2 characters', 2, char_length(btrim(search_param)));
    return;
  end if;
  -- Reads every row once, in any order.
  execute format(query, '', 'limit 1000') using term into found_emails;
  if cardinality(found_emails) >= 1000 then
    -- Many match, so the first ones by address are soon found.
    execute format(query, 'distinct', 'order by 1 limit 100') using term into found_emails;
  end if;
  return query
  select p.email, coalesce(array_agg(distinct p.name order by p.name) filter (where p.name is not null), '{}'),
    array_agg(distinct p.role order by p.role)
  from private.stored_people((array(select distinct e from unnest(found_emails) as e order by e))[:100]) p
  group by p.email
  union all
  -- Nothing has this address, but others wrote it into their texts.
  select mailbox, '{}'::text[], array['mention']
  where not exists (select from private.stored_people(array[mailbox]))
    and private.known_person(mailbox, 0) is not null
  order by 1;
end
$$;
comment on function public.find_people(text) is
  'People whose address or name contains a text of 2 to 200 characters, in any case. At most 100, sorted by address, with all their names and kinds: customer, contact request, code, representative. A whole address that only texts of others contain is found too: mention.';
grant execute on function public.find_people(text) to service_role;

create function private.trail_of(lead_id_param uuid, rep_id_param uuid, most_param integer) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('occurredAt', e.occurred_at, 'event', e.event,
      'detail', private.line_detail(e.detail, e.contact_request_id, e.manager_id))
    -- A customer may not see the IP address or browser of other people's actions.
    || case when (rep_id_param is not null and e.manager_id is null)
      or e.event = any (private.customers_own_events())
    then jsonb_build_object('ipAddress', e.ip_address, 'userAgent', e.user_agent)
    else '{"ipAddress": null, "userAgent": null}' end
    order by e.line_number desc
  ), '[]')
  from (
    -- Each part has its index. One condition for both would read the whole trail for a person with few lines.
    (
      select * from public.audit_events t
      where lead_id_param is not null and t.qualified_lead_id = lead_id_param
      order by t.line_number desc limit most_param
    )
    union all
    (
      select * from public.audit_events t
      where rep_id_param is not null and t.sales_rep_id = rep_id_param and t.qualified_lead_id is null
      order by t.occurred_at desc, t.line_number desc limit most_param
    )
    order by line_number desc
    limit most_param
  ) e
$$;
comment on function private.trail_of(uuid, uuid, integer) is
  'Lines of the trail about a customer or a representative''s own account, newest first. The last argument limits their number. Null for all.';
grant execute on function private.trail_of(uuid, uuid, integer) to service_role;

create function private.customer_data(email_param text, most_param integer) returns jsonb
language sql stable set search_path = ''
as $$
  select private.camel_keys(to_jsonb(l) - array[
    'access_token_hash', 'qualified_by', 'search_text', 'token_expires_at', 'accessed_at'
  ]) || jsonb_build_object(
    'linkEndsAt', l.token_expires_at, 'firstOpenedAt', l.accessed_at,
    'hasOpenLink', l.access_token_hash is not null and l.token_expires_at > now() and l.is_active
      and l.revoked_at is null,
    'representative', (
      select jsonb_build_object('name', r.name, 'email', r.email)
      from public.sales_representatives r where r.id = l.qualified_by
    ),
    'sessions', coalesce((
      select jsonb_agg(
        private.camel_keys(to_jsonb(s) - array['refresh_hash', 'qualified_lead_id']) order by s.created_at desc
      )
      from (
        select * from public.customer_sessions t where t.qualified_lead_id = l.id
        order by t.created_at desc limit most_param
      ) s
    ), '[]'),
    'openings', coalesce((
      select jsonb_agg(private.camel_keys(to_jsonb(p) - 'qualified_lead_id') order by p.created_at desc)
      from (
        select * from public.pricing_reveals t where t.qualified_lead_id = l.id
        order by t.created_at desc limit most_param
      ) p
    ), '[]'),
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object(
        'note', n.note, 'updatedAt', n.updated_at, 'writtenBy', r.name
      ) order by n.updated_at desc)
      from private.customer_notes n join public.sales_representatives r on r.id = n.sales_rep_id
      where n.qualified_lead_id = l.id
    ), '[]'),
    'sales', coalesce((
      select jsonb_agg(jsonb_build_object(
        'saleDate', s.sale_date, 'productName', s.product_name, 'billingFrequency', s.billing_frequency,
        'amountCents', s.sale_amount, 'isCancelled', s.is_cancelled
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
$$;
comment on function private.customer_data(text, integer) is
  'All stored data of the customer with an address in lower case, without hashes of secrets. Null for an unknown address. The last argument limits each list to its newest entries. Null for all. counts: full lengths of the lists.';
grant execute on function private.customer_data(text, integer) to service_role;

create function private.rep_data(email_param text, most_param integer) returns jsonb
language sql stable set search_path = ''
as $$
  select private.camel_keys(to_jsonb(r)) || jsonb_build_object(
    'salesIds', coalesce((
      select jsonb_agg(
        private.camel_keys(to_jsonb(c) - array['credential_hash', 'sales_rep_id']) order by c.created_at desc
      )
      from private.sales_rep_credentials c where c.sales_rep_id = r.id
    ), '[]'),
    'managerCodes', coalesce((
      select jsonb_agg(jsonb_build_object(
        'createdAt', m.created_at, 'expiresAt', m.expires_at, 'usedAt', m.used_at
      ) order by m.created_at desc)
      from private.manager_codes m where m.sales_rep_id = r.id
    ), '[]'),
    'sessions', coalesce((
      select jsonb_agg(
        private.camel_keys(to_jsonb(s) - array['refresh_hash', 'sales_rep_id']) order by s.created_at desc
      )
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
      'statements', (select count(*) from private.statements t where t.sales_rep_id = r.id),
      'assignedRequests', (select count(*) from public.contact_submissions t where t.assigned_to = r.id),
      'notesOnCustomers', (select count(*) from private.customer_notes t where t.sales_rep_id = r.id)
    )
  )
  from public.sales_representatives r
  where r.email = email_param
$$;
comment on function private.rep_data(text, integer) is
  'The account of the representative with an address in lower case, without hashes of secrets. Null for an unknown address. The last argument limits each list to its newest entries. Null for all. counts: full lengths of the lists, and the number of actions for other people.';
grant execute on function private.rep_data(text, integer) to service_role;

create function private.requests_of(email_param text, before_param jsonb, most_param integer) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  ids uuid[] := array(
    select s.id from public.contact_submissions s
    where s.email = email_param and (
      before_param is null
      or (s.created_at, s.id) < ((before_param ->> 'key')::timestamptz, (before_param ->> 'id')::uuid)
    )
    order by s.created_at desc, s.id desc limit coalesce(most_param, 1000)
  );
begin
  return (
    select coalesce(jsonb_agg(
      private.camel_keys(to_jsonb(s) - array[
        'notification_claimed_at', 'notification_failed_at', 'assigned_to', 'assigned_at', 'version', 'campaign',
        'search_text', 'words', 'is_open'
      ])
        || jsonb_build_object(
          'lastName', coalesce(s.last_name, ''),
          'assignedTo', (select r.name from public.sales_representatives r where r.id = s.assigned_to)
        )
      order by i.place
    ), '[]')
    from unnest(private.first_contact_requests(ids)) with ordinality as i (id, place)
    join public.contact_submissions s on s.id = i.id
  );
end
$$;
comment on function private.requests_of(text, jsonb, integer) is
  'Contact requests with an address in lower case, newest first: those before a place of private.read_cursor, or all for null. The last argument limits their number, and private.first_contact_requests their bytes.';
grant execute on function private.requests_of(text, jsonb, integer) to service_role;

create function private.person_data(email_param text, most_param integer) returns jsonb
language sql stable set search_path = ''
as $$
  select case when jsonb_array_length(p.requests) + jsonb_array_length(p.codes) + num_nonnulls(p.customer, p.rep) > 0
    then jsonb_build_object(
      'email', email_param, 'customer', p.customer, 'representative', p.rep, 'requests', p.requests,
      'codes', p.codes
    )
  end
  from (
    select
      private.customer_data(email_param, most_param) as customer,
      private.rep_data(email_param, most_param) as rep,
      private.requests_of(email_param, null, most_param) as requests,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'name', v.name, 'company', v.company, 'createdAt', v.created_at, 'expiresAt', v.expires_at,
          'usedAt', v.used_at
        ) order by v.created_at desc)
        from private.verification_codes v where v.email = email_param
      ), '[]') as codes
    -- So each part is read once.
    offset 0
  ) p
$$;
comment on function private.person_data(text, integer) is
  'All stored data of an address in lower case: {email, customer, representative, requests, codes}. Null if there is none. Never a secret or a hash of one. The last argument limits each list to its newest entries. Null for all. Requests are a page of private.requests_of.';
grant execute on function private.person_data(text, integer) to service_role;
