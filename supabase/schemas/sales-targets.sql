-- What each representative is to sell in a month, as managers set it.

create table private.sales_targets (
  sales_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  month date not null check (month = date_trunc('month', month::timestamp)),
  cents bigint not null check (cents between 1 and 99999999999),
  constraint sales_targets_pkey primary key (sales_rep_id, month)
);
comment on table private.sales_targets is
  'Targets of representatives by month. Sales that are not cancelled count. Only functions write it. Each representative reads their own through procedures, and managers all.';
comment on column private.sales_targets.month is 'Its first day, UTC.';
comment on column private.sales_targets.cents is 'US cents.';

alter table private.sales_targets enable row level security;
grant select on private.sales_targets to api_reader;
grant select, insert, update, delete on private.sales_targets to service_role;

create policy sales_targets_select_own_or_manager on private.sales_targets
  for select to api_reader
  using (
    sales_rep_id = (select private.current_rep_id()) or (select private.current_manager_until()) is not null
  );

create function private.has_only_days(filter jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select private.search_term(filter) is null and not exists (
    select from jsonb_each(filter - array['from', 'to', 'scope', 'search']) f where f.value not in ('null', '[]')
  )
$$;
comment on function private.has_only_days(jsonb) is
  'Whether a filter of sales chooses nothing but days and whose. Only then do its sums compare with targets. What chooses nothing is as in private.read_sales_filter.';
grant execute on function private.has_only_days(jsonb) to api_reader;

create function private.target_month(filter jsonb) returns date
language sql stable set search_path = ''
as $$
  select f.first_day
  from (
    select (filter ->> 'from')::date as first_day, coalesce((filter ->> 'to')::date, private.utc_today()) as last_day
  ) f
  where private.has_only_days(filter)
    and f.first_day = date_trunc('month', f.first_day::timestamp)
    and date_trunc('month', f.last_day::timestamp) = f.first_day
    and f.first_day between '1900-01-01' and '2199-12-31'
$$;
comment on function private.target_month(jsonb) is
  'First day of the month whose targets fit a filter of sales: it has only days, which begin with the month and end within it, and private.first_of_month takes it. Else null.';
grant execute on function private.target_month(jsonb) to api_reader;

create function public.get_sales_targets(month text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked date := private.first_of_month(month);
begin
  perform private.require_manager();
  return jsonb_build_object('rows', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'repId', r.id, 'name', private.shown_name(r), 'targetCents', t.cents, 'targetBeforeCents', b.cents
    ) order by lower(private.shown_name(r)), r.id), '[]')
    from public.sales_representatives r
    left join private.sales_targets t on t.sales_rep_id = r.id and t.month = asked
    left join private.sales_targets b on b.sales_rep_id = r.id and b.month = asked - interval '1 month'
    where r.disabled_at is null or t.cents is not null
  ));
end
$$;
comment on function public.get_sales_targets(text) is
  'Targets of a month, YYYY-MM, by name: {rows: [{repId, name, targetCents, targetBeforeCents}]}. Of every representative who is enabled or has one. targetBeforeCents: of the month before. US cents, null for none. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_sales_targets(text) to authenticated;
alter function public.get_sales_targets(text) owner to api_reader;

create function public.change_targets(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  asked date := private.first_of_month(request_param ->> 'month');
  ids uuid[] := array(
    select (t ->> 'repId')::uuid from jsonb_array_elements(request_param -> 'targets') as t
  );
  manager_id uuid;
  wanted record;
  has_conflict boolean := false;
begin
  -- Who may not do this keeps no one waiting.
  perform private.require_manager(session_id_param);
  perform private.lock_reps(ids);
  -- Checked again after the lock: a manager who has just lost the role can change nothing more.
  manager_id := private.require_manager(session_id_param);
  if (select count(*) from public.sales_representatives r where r.id = any (ids)) < cardinality(ids) then
    raise sqlstate 'PT404' using message = 'No such representative.';
  end if;
  begin
    for wanted in
      select (w ->> 'repId')::uuid as rep_id, (w ->> 'beforeCents')::bigint as seen,
        (w ->> 'afterCents')::bigint as target, t.cents as stored
      from jsonb_array_elements(request_param -> 'targets') as w
      left join private.sales_targets t on t.sales_rep_id = (w ->> 'repId')::uuid and t.month = asked
    loop
      -- Who repeats a call because its answer was lost gets the same answer.
      continue when wanted.stored is not distinct from wanted.target;
      if wanted.stored is distinct from wanted.seen then
        raise sqlstate 'CV003';
      end if;
      delete from private.sales_targets t where t.sales_rep_id = wanted.rep_id and t.month = asked;
      insert into private.sales_targets (sales_rep_id, month, cents)
      select wanted.rep_id, asked, wanted.target where wanted.target is not null;
      perform private.write_staff_audit(
        manager_id, 'target_set', wanted.rep_id, null, ip_address_param, user_agent_param,
        jsonb_build_object(
          'month', to_char(asked, 'YYYY-MM'), 'before', wanted.stored, 'after', wanted.target
        )
      );
    end loop;
  exception when sqlstate 'CV003' then
    has_conflict := true;
  end;
  return jsonb_build_object(
    'outcome', case when has_conflict then 'conflict' else 'saved' end,
    'targets', (
      select coalesce(jsonb_agg(jsonb_build_object('repId', r.id, 'targetCents', t.cents) order by r.id), '[]')
      from unnest(ids) as r (id)
      left join private.sales_targets t on t.sales_rep_id = r.id and t.month = asked
    )
  );
end
$$;
comment on function public.change_targets(uuid, jsonb, text, text) is
  'Sets targets of a month for a manager''s session: {month, targets: [{repId, beforeCents, afterCents}]}, US cents, null for none. All or nothing: {outcome: saved | conflict, targets: [{repId, targetCents}]}, as they are stored now. conflict: one was neither as the caller saw it nor as they want it. An unknown representative is refused (404). A repeated call gets the same answer. Each change is a line of the trail.';
grant execute on function public.change_targets(uuid, jsonb, text, text) to service_role;
