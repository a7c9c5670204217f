-- Managers and operators hand customers and contact requests from one representative to another, or to several. Access
-- links go with the customer. Past sales and their commissions stay with the first.

create table private.handovers (
  id uuid primary key default gen_random_uuid(),
  from_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  to_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  customer_ids uuid[] not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  request_ids uuid[] not null default '{}',
  request_versions integer[] not null default '{}',
  done_by uuid references public.sales_representatives (id) on delete set null,
  tells_customers boolean not null default false,
  kept jsonb,
  constraint handovers_are_between_two check (from_rep_id <> to_rep_id),
  constraint handovers_are_of_something check (cardinality(customer_ids) + cardinality(request_ids) > 0),
  constraint handovers_know_each_version check (cardinality(request_ids) = cardinality(request_versions))
);
comment on table private.handovers is
  'Customers and contact requests of each handover, with both representatives. A handover can be undone within private.handovers_undone_within().';
comment on column private.handovers.customer_ids is 'Not a foreign key: a customer may be erased later.';
comment on column private.handovers.undone_at is 'Null: not undone.';
comment on column private.handovers.request_ids is 'Contact requests that were open at the handover. Not a foreign key.';
comment on column private.handovers.request_versions is
  'Version of each contact request after the handover. A change with a later one is new work.';
comment on column private.handovers.done_by is 'Manager. Null: an operator.';
comment on column private.handovers.tells_customers is
  'Whether customers with a link that works get a mail about their new representative, also when it is undone.';
comment on column private.handovers.kept is
  'Items that the undo did not move back: [{kind, id, reason, did}]. Null: none, or not undone.';

create index handovers_from_rep_id_idx on private.handovers (from_rep_id, created_at desc);
create index handovers_to_rep_id_idx on private.handovers (to_rep_id);
create index handovers_done_by_idx on private.handovers (done_by);
create index handovers_created_at_idx on private.handovers (created_at desc);

alter table private.handovers enable row level security;
grant select, insert, update, delete on private.handovers to service_role;

create function private.note_handed(
  event_param text, customer_ids_param uuid[], request_ids_param uuid[], from_rep_id_param uuid, to_rep_id_param uuid,
  manager_id_param uuid, ip_address_param text, user_agent_param text
)
returns void
language sql set search_path = ''
as $$
  -- One statement for thousands of lines: a call for each takes more than twice as long.
  insert into public.audit_events (
    event, sales_rep_id, qualified_lead_id, contact_request_id, ip_address, user_agent, manager_id, detail
  )
  select
    n.event, n.rep_id, n.customer_id, n.request_id, ip_address_param, user_agent_param, manager_id_param,
    jsonb_build_object('by', private.office(manager_id_param)) || n.detail
  from (
    select event_param as event, to_rep_id_param as rep_id, c as customer_id, null::uuid as request_id,
      jsonb_build_object('from', from_rep_id_param, 'to', to_rep_id_param) as detail
    from unnest(customer_ids_param) as c
    union all
    select 'contact_request_changed', manager_id_param, null, s.id, jsonb_build_object(
      'version', s.version, 'assignedTo', jsonb_build_object('before', from_rep_id_param, 'after', to_rep_id_param)
    )
    from public.contact_submissions s where s.id = any (request_ids_param)
  ) n
$$;
comment on function private.note_handed(text, uuid[], uuid[], uuid, uuid, uuid, text, text) is
  'Records each customer and contact request that a handover or its undo gave to another representative. A simultaneous change of a request gets a conflict.';
grant execute on function private.note_handed(text, uuid[], uuid[], uuid, uuid, uuid, text, text) to service_role;

create function private.missing_from(from_rep_id_param uuid, customer_ids_param uuid[], request_ids_param uuid[])
returns jsonb
language sql stable set search_path = ''
as $$
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
    where s.assigned_to is distinct from from_rep_id_param or not s.is_open
    limit 20
  ) m
$$;
comment on function private.missing_from(uuid, uuid[], uuid[]) is
  'Chosen customers and contact requests that a representative cannot hand over: at most 20 of {kind, id, name, with}. The reason: they belong to someone else, are closed or no longer exist. name and with are null if the item no longer exists. with is also null if it is not assigned.';
grant execute on function private.missing_from(uuid, uuid[], uuid[]) to service_role;

create function private.done_handover(handover private.handovers) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'outcome', 'handed_over', 'id', handover.id, 'count', cardinality(handover.customer_ids),
    'requests', cardinality(handover.request_ids), 'undoUntil', handover.created_at + private.handovers_undone_within()
  )
$$;
comment on function private.done_handover(private.handovers) is
  'Result of a handover: {outcome: handed_over, id, count, requests, undoUntil}.';
grant execute on function private.done_handover(private.handovers) to service_role;

create function private.apply_handover(
  handover_id_param uuid, from_rep_id_param uuid, to_rep_id_param uuid, customer_ids_param uuid[],
  request_ids_param uuid[], expected_param jsonb, tells_param boolean, manager_id_param uuid, ip_address_param text,
  user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  done private.handovers;
  customers uuid[];
  requests uuid[];
  versions integer[];
begin
  if from_rep_id_param = to_rep_id_param then
    raise sqlstate 'PT400' using message = 'Please choose another representative', detail = 'toRepId';
  end if;
  perform private.lock_reps(array[from_rep_id_param, to_rep_id_param]);
  -- If the caller repeats a request because its answer was lost, it gets the same answer.
  select h.* into done from private.handovers h where h.id = handover_id_param;
  if found and (done.from_rep_id <> from_rep_id_param or done.to_rep_id <> to_rep_id_param) then
    raise sqlstate 'PT400' using message = 'Another handover has this id', detail = 'handoverId';
  elsif done.undone_at is not null then
    return private.undone_handover(done);
  elsif found then
    return private.done_handover(done);
  end if;
  if not exists (
    select from public.sales_representatives r where r.id = to_rep_id_param and r.disabled_at is null
  ) then
    raise sqlstate 'PT400' using message = 'Please choose an enabled representative', detail = 'toRepId';
  end if;

  customers := array(
    select l.id from public.qualified_leads l
    where l.qualified_by = from_rep_id_param and (customer_ids_param is null or l.id = any (customer_ids_param))
    order by l.id for update
  );
  requests := array(
    select s.id from public.contact_submissions s
    where s.assigned_to = from_rep_id_param and s.is_open
      and (request_ids_param is null or s.id = any (request_ids_param))
    order by s.id for update
  );
  if exists (select unnest(customer_ids_param) except select unnest(customers))
    or exists (select unnest(request_ids_param) except select unnest(requests)) then
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
    raise sqlstate 'PT409' using message = 'This representative has no customers and no open requests any more.';
  end if;

  update public.qualified_leads set qualified_by = to_rep_id_param where id = any (customers);
  update public.contact_submissions set assigned_to = to_rep_id_param, version = version + 1 where id = any (requests);
  versions := array(select s.version from public.contact_submissions s where s.id = any (requests) order by s.id);
  insert into private.handovers (
    id, from_rep_id, to_rep_id, customer_ids, request_ids, request_versions, done_by, tells_customers
  )
  values (
    coalesce(handover_id_param, gen_random_uuid()), from_rep_id_param, to_rep_id_param, customers, requests, versions,
    manager_id_param, tells_param
  )
  returning * into done;
  perform private.note_handed(
    'customer_handed_over', customers, requests, from_rep_id_param, to_rep_id_param, manager_id_param, ip_address_param,
    user_agent_param
  );
  perform private.note_work(to_rep_id_param, manager_id_param, cardinality(customers), requests);
  if tells_param then
    perform private.note_customers(customers, to_rep_id_param);
  end if;
  return private.done_handover(done);
end
$$;
comment on function private.apply_handover(uuid, uuid, uuid, uuid[], uuid[], jsonb, boolean, uuid, text, text) is
  'Hands customers and open contact requests of one representative to another. Null ids: all of that kind. Returns private.done_handover or {outcome: changed, missing}. Refused (400): the same, a disabled or an unknown representative, and the id of another handover. Refused (409): nothing to hand over. A handover that was undone meanwhile gets the answer of its undo. expected: {customers, requests}, the counts that the caller saw. expected null: not compared. changed: the choice or the counts no longer match, and nothing is written. Links and sessions move with the customers. Private notes stay with their author, and sales with their seller. tells: see private.note_customers.';
grant execute on function private.apply_handover(uuid, uuid, uuid, uuid[], uuid[], jsonb, boolean, uuid, text, text)
  to service_role;

create function private.split_handover(
  from_rep_id_param uuid, parts_param jsonb, expected_param jsonb, tells_param boolean, manager_id_param uuid,
  ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  handover_ids constant uuid[] := array(select (p ->> 'handoverId')::uuid from jsonb_array_elements(parts_param) as p);
  receivers constant uuid[] := array(select (p ->> 'toRepId')::uuid from jsonb_array_elements(parts_param) as p);
  undone private.handovers;
  customer_count integer;
  request_count integer;
  part record;
  answer jsonb;
begin
  if cardinality(receivers) > (select count(distinct r) from unnest(receivers) as r) then
    raise sqlstate 'PT400' using message = 'Please choose each representative once', detail = 'toRepId';
  end if;
  perform private.lock_reps(receivers || from_rep_id_param);
  -- A repetition finds its work done, and nothing left to split.
  if not exists (
    select from private.handovers h where h.id = any (handover_ids) and h.from_rep_id = from_rep_id_param
  ) then
    perform l.id from public.qualified_leads l where l.qualified_by = from_rep_id_param order by l.id for update;
    get diagnostics customer_count = row_count;
    perform s.id from public.contact_submissions s
    where s.assigned_to = from_rep_id_param and s.is_open order by s.id for update;
    get diagnostics request_count = row_count;
    if expected_param <> jsonb_build_object('customers', customer_count, 'requests', request_count) then
      return jsonb_build_object(
        'outcome', 'changed', 'missing', '[]'::jsonb, 'customers', customer_count, 'requests', request_count
      );
    end if;
    for part in
      with customers as (
        -- Links that still work are spread as evenly as their customers.
        select l.id, l.email, row_number() over (order by l.token_expires_at desc nulls last, l.id) - 1 as place
        from public.qualified_leads l where l.qualified_by = from_rep_id_param
      ),
      requests as (
        -- A customer and their requests go to one person.
        select s.id,
          coalesce(c.place, customer_count + row_number() over (partition by c.place order by s.id) - 1) as place
        from public.contact_submissions s left join customers c on c.email = s.email
        where s.assigned_to = from_rep_id_param and s.is_open
      )
      select handover_ids[n] as id, receivers[n] as to_rep_id,
        array(select c.id from customers c where c.place % cardinality(receivers) = n - 1) as customers,
        array(select r.id from requests r where r.place % cardinality(receivers) = n - 1) as requests
      from generate_subscripts(receivers, 1) as n
    loop
      if cardinality(part.customers) + cardinality(part.requests) > 0 then
        perform private.apply_handover(
          part.id, from_rep_id_param, part.to_rep_id, part.customers, part.requests, null, tells_param,
          manager_id_param, ip_address_param, user_agent_param
        );
      end if;
    end loop;
  end if;
  select h.* into undone from private.handovers h where h.id = any (handover_ids) and h.undone_at is not null limit 1;
  if found then
    return private.undone_handover(undone);
  end if;
  select jsonb_build_object(
    'outcome', 'handed_over', 'id', (array_agg(h.id))[1], 'count', sum(cardinality(h.customer_ids)),
    'requests', sum(cardinality(h.request_ids)), 'undoUntil', max(h.created_at) + private.handovers_undone_within()
  ) into answer
  from private.handovers h where h.id = any (handover_ids) having count(*) > 0;
  if answer is null then
    raise sqlstate 'PT409' using message = 'This representative has no customers and no open requests any more.';
  end if;
  return answer;
end
$$;
comment on function private.split_handover(uuid, jsonb, jsonb, boolean, uuid, text, text) is
  'Hands all customers and open contact requests of one representative to several, each as many as the others. A customer''s requests go with the customer. parts: [{handoverId, toRepId}]. Each part is a handover of its own, made by private.apply_handover, and can be undone by itself. A part that would be empty is left out. {outcome: handed_over, id, count, requests, undoUntil} of all parts, or {outcome: changed, customers, requests} if the counts are not those that the caller saw. A split that was undone in part meanwhile gets the answer of that undo. Refused (400): a receiver twice, and what apply_handover refuses. Refused (409): nothing to hand over.';
grant execute on function private.split_handover(uuid, jsonb, jsonb, boolean, uuid, text, text) to service_role;

create function public.hand_over_customers(
  from_rep_id_param uuid, to_rep_id_param uuid, emails_param text[] default null, request_ids_param uuid[] default null,
  tells_customers_param boolean default false
)
returns jsonb
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
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
    raise sqlstate 'PT404' using message = format('This representative has no customer %s. Nothing was changed.', unknown);
  end if;
  return private.apply_handover(
    null, from_rep_id_param, to_rep_id_param,
    case when not is_all then array(select l.id from public.qualified_leads l where l.email = any (chosen)) end,
    case when not is_all then coalesce(request_ids_param, '{}') end,
    null, tells_customers_param, null, null, null
  );
end
$$;
comment on function public.hand_over_customers(uuid, uuid, text[], uuid[], boolean) is
  'Hands customers and open contact requests of one representative to another, for operators: all of them, or those with the given addresses and ids. Returns the answer of private.apply_handover. An address that is none of their customers is refused (404).';
grant execute on function public.hand_over_customers(uuid, uuid, text[], uuid[], boolean) to service_role;

create function public.hand_over_by_manager(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  from_id uuid := (request_param ->> 'fromRepId')::uuid;
  to_id uuid := (request_param ->> 'toRepId')::uuid;
  tells boolean := coalesce((request_param -> 'tellsCustomers')::boolean, false);
  manager_id uuid;
begin
  -- Who may not do this keeps no one waiting.
  perform private.require_manager(session_id_param);
  if request_param ->> 'action' = 'undo' then
    select h.from_rep_id, h.to_rep_id into from_id, to_id
    from private.handovers h where h.id = (request_param ->> 'handoverId')::uuid;
  end if;
  perform private.lock_reps(array[from_id, to_id] || array(
    select (p ->> 'toRepId')::uuid from jsonb_array_elements(request_param -> 'parts') as p
  ));
  -- Checked again after the lock: a manager who has just lost the role can change nothing more.
  manager_id := private.require_manager(session_id_param);
  case request_param ->> 'action'
    when 'undo' then
      return private.apply_handover_undo(
        (request_param ->> 'handoverId')::uuid, manager_id, ip_address_param, user_agent_param
      );
    when 'split' then
      return private.split_handover(
        from_id, request_param -> 'parts', request_param -> 'expected', tells, manager_id, ip_address_param,
        user_agent_param
      );
    else null;
  end case;
  return private.apply_handover(
    (request_param ->> 'handoverId')::uuid, from_id, to_id,
    case when request_param ? 'customerIds' then
      array(select e::uuid from jsonb_array_elements_text(request_param -> 'customerIds') as e)
    end,
    case when request_param ? 'requestIds' then
      array(select e::uuid from jsonb_array_elements_text(request_param -> 'requestIds') as e)
    end,
    request_param -> 'expected', tells, manager_id, ip_address_param, user_agent_param
  );
end
$$;
comment on function public.hand_over_by_manager(uuid, jsonb, text, text) is
  'Hands over, or undoes a handover, for a manager''s session: {action: hand_over, handoverId, fromRepId, toRepId, customerIds, requestIds, tellsCustomers}, {action: split, fromRepId, parts, expected, tellsCustomers} or {action: undo, handoverId}. To hand over all, the caller sends expected instead of the ids. Returns the answer of private.apply_handover, private.split_handover or private.apply_handover_undo. The caller chooses the id. Repeating a request with the same id gives the same answer and changes nothing.';
grant execute on function public.hand_over_by_manager(uuid, jsonb, text, text) to service_role;
