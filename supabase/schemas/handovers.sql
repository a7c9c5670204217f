-- Operators hand customers from one representative to another, with their access links. Past sales stay with the first.

create table private.handovers (
  id uuid primary key default gen_random_uuid(),
  from_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  to_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  customer_ids uuid[] not null check (cardinality(customer_ids) > 0),
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  constraint handovers_are_between_two check (from_rep_id <> to_rep_id)
);
comment on table private.handovers is 'Which customers went from whom to whom, so that it can be undone for a day.';
comment on column private.handovers.customer_ids is 'Not a foreign key: a customer may be erased meanwhile.';
comment on column private.handovers.undone_at is 'Null: not undone.';

create index handovers_from_rep_id_idx on private.handovers (from_rep_id, created_at desc);
create index handovers_to_rep_id_idx on private.handovers (to_rep_id);

alter table private.handovers enable row level security;
revoke all on private.handovers from public, anon, authenticated, service_role;
grant select, insert, update on private.handovers to service_role;

create policy handovers_all_service_role on private.handovers
  for all to service_role using (true) with check (true);

create function public.hand_over_customers(from_rep_id_param uuid, to_rep_id_param uuid, emails_param text[] default null)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  chosen text[] := array(select lower(btrim(e)) from unnest(emails_param) as e);
  unknown text;
  customer_ids uuid[];
  handover_id uuid;
begin
  if from_rep_id_param = to_rep_id_param then
    return jsonb_build_object('outcome', 'same_rep');
  end if;
  -- Locked in one order, so that two handovers at once queue instead of failing.
  perform r.id from public.sales_representatives r
  where r.id in (from_rep_id_param, to_rep_id_param) order by r.id for update;
  if not exists (
    select from public.sales_representatives r where r.id = to_rep_id_param and r.disabled_at is null
  ) then
    return jsonb_build_object('outcome', 'disabled');
  end if;
  select e into unknown from unnest(chosen) as e
  where not exists (
    select from public.qualified_leads l where l.email = e and l.qualified_by = from_rep_id_param
  ) limit 1;
  if found then
    return jsonb_build_object('outcome', 'not_found', 'email', unknown);
  end if;

  with moved as (
    update public.qualified_leads l set qualified_by = to_rep_id_param
    where l.qualified_by = from_rep_id_param and (emails_param is null or l.email = any (chosen))
    returning l.id
  )
  select array_agg(m.id) into customer_ids from moved m;
  if customer_ids is null then
    return jsonb_build_object('outcome', 'none');
  end if;
  insert into private.handovers (from_rep_id, to_rep_id, customer_ids)
  values (from_rep_id_param, to_rep_id_param, customer_ids)
  returning id into handover_id;
  perform private.write_audit(
    'customer_handed_over', to_rep_id_param, c, null, null,
    jsonb_build_object('by', 'operator', 'from', from_rep_id_param, 'to', to_rep_id_param)
  ) from unnest(customer_ids) as c;
  return jsonb_build_object('outcome', 'handed_over', 'id', handover_id, 'count', cardinality(customer_ids));
end
$$;
comment on function public.hand_over_customers(uuid, uuid, text[]) is
  'Gives the customers of one representative to another, all or those with the named addresses: {outcome: handed_over, id, count} or {outcome: same_rep | disabled | none} or {outcome: not_found, email}. Links and sessions go along. Private notes stay with their author, and sales with their seller.';
revoke all on function public.hand_over_customers(uuid, uuid, text[]) from public, anon, authenticated, service_role;
grant execute on function public.hand_over_customers(uuid, uuid, text[]) to service_role;

create function public.undo_handover(from_rep_id_param uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  handover private.handovers;
  customer_ids uuid[];
begin
  select h.* into handover from private.handovers h
  where h.from_rep_id = from_rep_id_param and h.undone_at is null
    and h.created_at > now() - private.handovers_undone_within()
  order by h.created_at desc limit 1
  for update;
  if not found then
    return jsonb_build_object('outcome', 'none');
  end if;

  -- Whoever was given on meanwhile, or was given another link by the new representative, stays where they are.
  with moved as (
    update public.qualified_leads l set qualified_by = handover.from_rep_id
    where l.id = any (handover.customer_ids) and l.qualified_by = handover.to_rep_id
      and l.link_issued_at <= handover.created_at
    returning l.id
  )
  select coalesce(array_agg(m.id), '{}') into customer_ids from moved m;
  update private.handovers set undone_at = now() where id = handover.id;
  perform private.write_audit(
    'handover_undone', handover.from_rep_id, c, null, null,
    jsonb_build_object('by', 'operator', 'from', handover.to_rep_id, 'to', handover.from_rep_id)
  ) from unnest(customer_ids) as c;
  return jsonb_build_object(
    'outcome', 'undone', 'count', cardinality(customer_ids),
    'kept', cardinality(handover.customer_ids) - cardinality(customer_ids)
  );
end
$$;
comment on function public.undo_handover(uuid) is
  'Takes back the latest handover of a representative''s customers, within private.handovers_undone_within(): {outcome: undone, count, kept} or {outcome: none}. kept: customers who stay, because they were handed on, given another link or erased meanwhile.';
revoke all on function public.undo_handover(uuid) from public, anon, authenticated, service_role;
grant execute on function public.undo_handover(uuid) to service_role;
