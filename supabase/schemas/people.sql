-- Finds, exports and erases everything that is stored about one person. For operators.

create function public.find_people(search_param text)
returns table (email text, names text[], roles text[])
language plpgsql stable set search_path = ''
as $$
declare
  term text := lower(btrim(search_param));
begin
  perform private.refuse_over('the search', char_length(term), 200);
  perform private.refuse_over('2 characters', 2, char_length(term));
  return query
  with stored as (
    select l.email, nullif(l.name, '') as name, 'customer' as role from public.qualified_leads l
    union all
    select lower(s.email), nullif(concat_ws(' ', s.first_name, nullif(s.last_name, '')), ''), 'contact request'
    from public.contact_submissions s
    union all
    select v.email, nullif(v.name, ''), 'code' from private.verification_codes v
    union all
    select r.email, r.name, 'representative' from public.sales_representatives r
  )
  select p.email, array_agg(distinct p.name order by p.name) filter (where p.name is not null),
    array_agg(distinct p.role order by p.role)
  from stored p
  group by p.email
  having bool_or(strpos(p.email, term) > 0 or strpos(lower(p.name), term) > 0)
  order by p.email
  limit 100;
end
$$;
comment on function public.find_people(text) is
  'People whose address or name contains a text of 2 to 200 characters, in any case: at most 100, by address, with all names they gave and where they stand: customer, contact request, code, representative.';
revoke all on function public.find_people(text) from public, anon, authenticated, service_role;
grant execute on function public.find_people(text) to service_role;

create function private.trail_of(lead_id_param uuid, rep_id_param uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(
    to_jsonb(e) - 'id' - 'line_number' - 'sales_rep_id' - 'qualified_lead_id' order by e.line_number
  ), '[]')
  from public.audit_events e
  where e.qualified_lead_id = lead_id_param or (e.sales_rep_id = rep_id_param and e.qualified_lead_id is null)
$$;
comment on function private.trail_of(uuid, uuid) is
  'What the trail holds of a customer, or of a representative''s own account, oldest first.';
revoke all on function private.trail_of(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function private.trail_of(uuid, uuid) to service_role;

create function private.customer_data(email_param text) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(l) - 'access_token_hash' - 'qualified_by' || jsonb_build_object(
    'representative', (
      select jsonb_build_object('name', r.name, 'email', r.email)
      from public.sales_representatives r where r.id = l.qualified_by
    ),
    'sessions', coalesce((
      select jsonb_agg(to_jsonb(s) - 'refresh_hash' - 'qualified_lead_id' order by s.created_at)
      from public.customer_sessions s where s.qualified_lead_id = l.id
    ), '[]'),
    'openings', coalesce((
      select jsonb_agg(to_jsonb(p) - 'qualified_lead_id' order by p.created_at)
      from public.pricing_reveals p where p.qualified_lead_id = l.id
    ), '[]'),
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object('note', n.note, 'updated_at', n.updated_at) order by n.updated_at)
      from private.customer_notes n where n.qualified_lead_id = l.id
    ), '[]'),
    'sales', coalesce((
      select jsonb_agg(jsonb_build_object(
        'sale_date', s.sale_date, 'product_name', s.product_name, 'billing_frequency', s.billing_frequency,
        'sale_amount_cents', s.sale_amount, 'is_cancelled', s.is_cancelled
      ) order by s.sale_date, s.id)
      from public.sales_records s where s.qualified_lead_id = l.id
    ), '[]'),
    'trail', private.trail_of(l.id, null)
  )
  from public.qualified_leads l
  where l.email = email_param
$$;
comment on function private.customer_data(text) is
  'All that is stored about the customer with an address in lower case, without hashes of secrets; null when there is none.';
revoke all on function private.customer_data(text) from public, anon, authenticated, service_role;
grant execute on function private.customer_data(text) to service_role;

create function private.rep_data(email_param text) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(r) || jsonb_build_object(
    'sessions', coalesce((
      select jsonb_agg(to_jsonb(s) - 'refresh_hash' - 'sales_rep_id' order by s.created_at)
      from public.sales_sessions s where s.sales_rep_id = r.id
    ), '[]'),
    'trail', private.trail_of(null, r.id)
  )
  from public.sales_representatives r
  where r.email = email_param
$$;
comment on function private.rep_data(text) is
  'The account of the representative with an address in lower case, without sales and hashes of secrets; null when there is none.';
revoke all on function private.rep_data(text) from public, anon, authenticated, service_role;
grant execute on function private.rep_data(text) to service_role;

create function public.export_person(email_param text) returns jsonb
language sql stable set search_path = ''
as $$
  with person as (select lower(btrim(email_param)) as email)
  select jsonb_build_object(
    'email', p.email,
    'exported_at', now(),
    'customer', private.customer_data(p.email),
    'representative', private.rep_data(p.email),
    'contact_requests', coalesce((
      select jsonb_agg(
        to_jsonb(s) - array['notification_claimed_at', 'assigned_to', 'version', 'campaign', 'search_text']
        order by s.created_at
      )
      from public.contact_submissions s where lower(s.email) = p.email
    ), '[]'),
    'codes', coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', v.name, 'company', v.company, 'created_at', v.created_at, 'expires_at', v.expires_at,
        'used_at', v.used_at
      ) order by v.created_at)
      from private.verification_codes v where v.email = p.email
    ), '[]')
  )
  from person p
$$;
comment on function public.export_person(text) is
  'All that is stored about one address, in any case: {email, exported_at, customer, representative, contact_requests, codes}. Never a secret or a hash of one. Who is not stored has null and empty lists.';
revoke all on function public.export_person(text) from public, anon, authenticated, service_role;
grant execute on function public.export_person(text) to service_role;

create function public.withdraw_consent(email_param text) returns integer
language plpgsql set search_path = ''
as $$
declare
  withdrawn integer;
begin
  update public.contact_submissions set consent_withdrawn_at = now()
  where lower(email) = lower(btrim(email_param)) and consented_at is not null and consent_withdrawn_at is null;
  get diagnostics withdrawn = row_count;
  if withdrawn > 0 then
    perform private.write_audit(
      'consent_withdrawn', null, null, null, null, jsonb_build_object('by', 'operator', 'requests', withdrawn)
    );
  end if;
  return withdrawn;
end
$$;
comment on function public.withdraw_consent(text) is
  'Notes that a person no longer agrees to being contacted, on all their contact requests, and says on how many. What they had agreed to, and when, stays as evidence.';
revoke all on function public.withdraw_consent(text) from public, anon, authenticated, service_role;
grant execute on function public.withdraw_consent(text) to service_role;

create function private.mentions_of(email_param text) returns integer
language sql stable set search_path = ''
as $$
  select count(*)::integer
  from (
    select lower(s.message || s.company || s.referrer || s.utm::text || s.staff_note) from public.contact_submissions s
    union all
    select lower(n.note) from private.customer_notes n
    union all
    select lower(l.name || l.company) from public.qualified_leads l
  ) as texts (text)
  where strpos(texts.text, email_param) > 0
$$;
comment on function private.mentions_of(text) is
  'In how many texts of other people an address, in lower case, stands.';
revoke all on function private.mentions_of(text) from public, anon, authenticated, service_role;
grant execute on function private.mentions_of(text) to service_role;

create function private.erase_rep(rep_id_param uuid) returns void
language sql set search_path = ''
as $$
  update public.sales_representatives
  set name = 'Former representative', email = 'erased-' || id || '@erased.invalid', mail_on_opening = false,
    is_manager = false
  where id = rep_id_param;
  update public.contact_submissions set assigned_to = null, version = version + 1 where assigned_to = rep_id_param;
  delete from private.sales_rep_credentials where sales_rep_id = rep_id_param;
  delete from public.sales_sessions where sales_rep_id = rep_id_param;
  delete from private.verification_codes where sales_rep_id = rep_id_param;
  delete from private.manager_codes where sales_rep_id = rep_id_param;
  delete from private.customer_notes where sales_rep_id = rep_id_param;
  update public.audit_events set ip_address = null, user_agent = null
  where sales_rep_id = rep_id_param and num_nonnulls(ip_address, user_agent) > 0;
  update public.audit_events set detail = detail - array['before', 'after']
  where sales_rep_id = rep_id_param and event in ('rep_added', 'rep_edited') and detail ?| array['before', 'after'];
$$;
comment on function private.erase_rep(uuid) is
  'Takes the person out of a representative''s account. Its sales and their figures stay. Contact requests that were assigned to it are nobody''s.';
revoke all on function private.erase_rep(uuid) from public, anon, authenticated, service_role;
grant execute on function private.erase_rep(uuid) to service_role;

create function public.erase_person(email_param text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  person_email text := lower(btrim(email_param));
  rep public.sales_representatives;
  customer_id uuid;
  customers integer;
  requests integer;
  codes integer;
begin
  select r.* into rep from public.sales_representatives r where r.email = person_email for update;
  if rep.id is not null and rep.disabled_at is null then
    return jsonb_build_object('outcome', 'rep_is_enabled');
  end if;
  select count(*) into customers from public.qualified_leads l where l.qualified_by = rep.id;
  if customers > 0 then
    return jsonb_build_object('outcome', 'rep_has_customers', 'customers', customers);
  end if;

  -- Sessions, openings and notes go with the customer; a sale stays, without one.
  delete from public.qualified_leads l where l.email = person_email returning l.id into customer_id;
  update public.audit_events set ip_address = null, user_agent = null
  where qualified_lead_id = customer_id and num_nonnulls(ip_address, user_agent) > 0;
  delete from public.contact_submissions s where lower(s.email) = person_email;
  get diagnostics requests = row_count;
  delete from private.verification_codes v where v.email = person_email;
  get diagnostics codes = row_count;
  if rep.id is not null then
    perform private.erase_rep(rep.id);
  end if;
  if num_nonnulls(customer_id, rep.id) + requests + codes = 0 then
    return jsonb_build_object('outcome', 'not_found');
  end if;

  perform private.write_audit('person_erased', rep.id, customer_id, null, null, jsonb_build_object(
    'by', 'operator', 'contactRequests', requests, 'codes', codes
  ));
  return jsonb_build_object(
    'outcome', 'erased', 'is_customer', customer_id is not null, 'is_rep', rep.id is not null,
    'contact_requests', requests, 'codes', codes, 'mentions', private.mentions_of(person_email)
  );
end
$$;
comment on function public.erase_person(text) is
  'Takes all of a person out, by address in any case: {outcome: erased, is_customer, is_rep, contact_requests, codes, mentions} or {outcome: not_found | rep_is_enabled | rep_has_customers, customers}. Sales and their figures stay, and the trail keeps what happened, without from where. mentions: texts of other people in which the address stands. A representative must be disabled and without customers.';
revoke all on function public.erase_person(text) from public, anon, authenticated, service_role;
grant execute on function public.erase_person(text) to service_role;
