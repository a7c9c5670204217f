-- What statements and drafts say. A draft is computed from the entries that no statement has. The tables: statements.sql.

create function private.month_entries(month_param date, rep_ids uuid[])
returns table (
  id bigint, sales_rep_id uuid, sale_id uuid, sale_date date, kind text, cents bigint, was_pending boolean
)
language sql stable set search_path = ''
as $$
  select e.id, r.id, e.sale_id, e.sale_date,
    case
      when f.final_on > d.last_day then 'pending'
      -- With limit, not exists: the planner would read the entries of all statements at once.
      when e.is_change and (
        select true from private.commission_entries x
        where x.sale_id = e.sale_id and x.statement_id is not null limit 1
      ) then 'correction'
      when e.is_clawback then 'clawback'
      else 'final'
    end,
    e.cents, e.sale_date < d.first_day and f.final_on >= d.first_day
  from (
    select month_param as first_day, (month_param - interval '1 month')::date as month_before,
      least((month_param + interval '1 month - 1 day')::date, private.utc_today()) as last_day
    -- Computed once, not for each entry.
    offset 0
  ) d
  cross join public.sales_representatives r
  left join lateral (
    select s.month from private.statements s where s.sales_rep_id = r.id order by s.month desc limit 1
  ) c on true
  -- For each representative, so the index by representative and day finds the period.
  join private.commission_entries e on e.sales_rep_id = r.id and e.statement_id is null
    and e.sale_date <= d.last_day
    and e.sale_date >= case when c.month = d.month_before then '-infinity'
      else d.first_day - private.commission_pending_days() end
  cross join lateral (
    select e.sale_date + case when e.is_clawback then 0 else private.commission_pending_days() end as final_on
  ) f
  where (rep_ids is null or r.id = any (rep_ids)) and (c.month is null or c.month < d.first_day)
    and (c.month = d.month_before or f.final_on >= d.first_day)
$$;
comment on function private.month_entries(date, uuid[]) is
  'Open entries of a draft, of some representatives or all: those that became final in the month, and those still pending at its end or today. kind: pending, correction (an earlier statement has the sale), clawback or final. was_pending: at the end of the month before. If that month has a statement, what changed in earlier months is among them, too. None for a month up to the last statement.';
grant execute on function private.month_entries(date, uuid[]) to api_reader, service_role;

create function private.statement_drafts(months date[], rep_ids uuid[])
returns table (
  month date, sales_rep_id uuid, earned_cents bigint, final_cents bigint, clawed_back_cents bigint,
  correction_cents bigint, carried_cents bigint
)
language sql stable set search_path = ''
as $$
  select d.month, d.sales_rep_id,
    d.carried - coalesce(b.carried_cents, d.pending_before, 0) + d.final, d.final, d.clawed_back, d.correction, d.carried
  from (
    select m.month, e.sales_rep_id,
      coalesce(sum(e.cents) filter (where e.kind = 'final'), 0)::bigint as final,
      coalesce(sum(e.cents) filter (where e.kind = 'clawback'), 0)::bigint as clawed_back,
      coalesce(sum(e.cents) filter (where e.kind = 'correction'), 0)::bigint as correction,
      coalesce(sum(e.cents) filter (where e.kind = 'pending'), 0)::bigint as carried,
      sum(e.cents) filter (where e.was_pending)::bigint as pending_before
    from unnest(months) m(month) cross join lateral private.month_entries(m.month, rep_ids) e
    group by 1, 2
  ) d
  left join private.statements b
    on b.sales_rep_id = d.sales_rep_id and b.month = (d.month - interval '1 month')::date
$$;
comment on function private.statement_drafts(date[], uuid[]) is
  'Figures of the drafts of some months, as private.statements has them, of some representatives or all. None without an entry.';
grant execute on function private.statement_drafts(date[], uuid[]) to api_reader, service_role;

create function private.statement_rows(months date[], rep_ids uuid[]) returns setof jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'repId', r.id, 'name', private.shown_name(r), 'email', r.email, 'isDisabled', r.disabled_at is not null,
    'month', to_char(s.month, 'YYYY-MM'),
    'status', case when s.paid_at is not null then 'paid' when s.approved_at is not null then 'approved' else 'draft' end,
    'earnedCents', s.earned_cents, 'finalCents', s.final_cents, 'clawedBackCents', s.clawed_back_cents,
    'correctionCents', s.correction_cents, 'payCents', s.final_cents + s.clawed_back_cents + s.correction_cents,
    'carriedBeforeCents', s.carried_cents - s.earned_cents + s.final_cents, 'carriedCents', s.carried_cents,
    'approvedAt', s.approved_at, 'approvedBy', private.shown_name(a), 'paidAt', s.paid_at, 'paidBy', private.shown_name(p),
    'questionCount', q.all_count, 'openQuestionCount', q.open_count
  )
  from (
    select s.id, s.month, s.sales_rep_id, s.earned_cents, s.final_cents, s.clawed_back_cents, s.correction_cents,
      s.carried_cents, s.approved_at, s.approved_by, s.paid_at, s.paid_by
    from private.statements s where s.month = any (months) and (rep_ids is null or s.sales_rep_id = any (rep_ids))
    union all
    select null, d.*, null, null, null, null from private.statement_drafts(months, rep_ids) d
  ) s
  join public.sales_representatives r on r.id = s.sales_rep_id
  left join public.sales_representatives a on a.id = s.approved_by
  left join public.sales_representatives p on p.id = s.paid_by
  cross join lateral (
    select count(*) as all_count, count(*) filter (where x.answer is null) as open_count
    from private.statement_questions x where x.statement_id = s.id
  ) q
  order by s.month desc, lower(private.shown_name(r)), r.id
$$;
comment on function private.statement_rows(date[], uuid[]) is
  'Statements and drafts of some months that the caller may read, of some representatives or all: newest month first, then by name. US cents. Names of managers are null for others.';
grant execute on function private.statement_rows(date[], uuid[]) to api_reader, service_role;

create function private.statement_month(month text) returns date
language plpgsql stable set search_path = ''
as $$
begin
  if private.first_of_month(month) > private.utc_today() then
    raise exception 'the month % has not begun', month using errcode = 'invalid_parameter_value';
  end if;
  return private.first_of_month(month);
end
$$;
comment on function private.statement_month(text) is
  'First day of a month, YYYY-MM in UTC. Anything else is refused (22023), and so is a month that has not begun.';
grant execute on function private.statement_month(text) to api_reader, service_role;

create function private.first_open_months(rep_ids uuid[]) returns table (sales_rep_id uuid, month date)
language sql stable set search_path = ''
as $$
  select r.id, greatest(date_trunc('month', e.sale_date::timestamp), c.month + interval '1 month')::date
  from public.sales_representatives r
  cross join lateral (
    select x.sale_date from private.commission_entries x
    where x.sales_rep_id = r.id and x.statement_id is null order by x.sale_date limit 1
  ) e
  left join lateral (
    select s.month from private.statements s where s.sales_rep_id = r.id order by s.month desc limit 1
  ) c on true
  where rep_ids is null or r.id = any (rep_ids)
$$;
comment on function private.first_open_months(uuid[]) is
  'First month that has a draft, of some representatives or all. Months are approved in order. None without an open entry.';
grant execute on function private.first_open_months(uuid[]) to api_reader, service_role;

create function private.open_sums(month_param date)
returns table (sales_rep_id uuid, since date, pay_cents bigint, carried_cents bigint)
language sql stable set search_path = ''
as $$
  select o.sales_rep_id, o.month,
    coalesce(sum(e.cents) filter (where f.final_on <= d.last_day), 0)::bigint,
    coalesce(sum(e.cents) filter (where f.final_on > d.last_day), 0)::bigint
  from (select (month_param + interval '1 month - 1 day')::date as last_day) d
  cross join private.first_open_months(null) o
  join private.commission_entries e on e.sales_rep_id = o.sales_rep_id and e.statement_id is null
    and e.sale_date <= d.last_day
  cross join lateral (
    select e.sale_date + case when e.is_clawback then 0 else private.commission_pending_days() end as final_on
  ) f
  where o.month <= month_param
  group by 1, 2
$$;
comment on function private.open_sums(date) is
  'Sums of the open months of each representative, up to one that is over. since: the first of them. pay_cents: of all. carried_cents: from the last. None without an open month.';
grant execute on function private.open_sums(date) to api_reader;

create function public.get_statements(month text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  this_month date := date_trunc('month', private.utc_today()::timestamp)::date;
  asked date := coalesce(private.statement_month(month), (this_month - interval '1 month')::date);
  manager_id uuid := private.require_manager();
  first_open date;
begin
  first_open := (select min(f.month) from private.first_open_months(null) f);
  return jsonb_build_object(
    'month', to_char(asked, 'YYYY-MM'),
    'thisMonth', to_char(this_month, 'YYYY-MM'),
    'firstMonth', to_char(least((select min(s.month) from private.statements s), first_open, this_month), 'YYYY-MM'),
    'firstOpenMonth', to_char(first_open, 'YYYY-MM'),
    'ownRepId', case when private.has_other_manager(manager_id) then manager_id end,
    'open', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'repId', o.sales_rep_id, 'since', to_char(o.since, 'YYYY-MM'), 'payCents', o.pay_cents,
        'carriedCents', o.carried_cents
      ) order by o.sales_rep_id), '[]')
      from private.open_sums(asked) o where asked < this_month
    ),
    'rows', (select coalesce(jsonb_agg(s), '[]') from private.statement_rows(array[asked], null) s)
  );
end
$$;
comment on function public.get_statements(text) is
  'Statements and drafts of a month, YYYY-MM in UTC, by default the last one that is over: {month, thisMonth, firstMonth, firstOpenMonth, ownRepId, open, rows}. One row for each representative with commission in it. firstMonth: the first month with rows. firstOpenMonth: the first that is to approve. Null if there is none. ownRepId: the caller, whose own statements another manager approves and pays. Null if there is no other. open: what the open months up to this one come to, {repId, since, payCents, carriedCents}, once it is over. US cents. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_statements(text) to authenticated;
alter function public.get_statements(text) owner to api_reader;

create function public.get_own_statements(page_size integer default 24, after text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  rep_id uuid := private.current_rep_id();
  first_month date := least(
    (select f.month from private.first_open_months(array[rep_id]) f),
    (select min(s.month) from private.statements s where s.sales_rep_id = rep_id)
  );
  start date := coalesce(
    (private.read_cursor(after, 'month', 'date') ->> 'key')::date,
    date_trunc('month', private.utc_today()::timestamp)::date
  );
  last date;
begin
  perform private.refuse_ended_session();
  -- A forged cursor may name any day.
  start := least(date_trunc('month', start::timestamp)::date, private.utc_today());
  last := start - make_interval(months => least(greatest(coalesce(page_size, 24), 1), 60) - 1);
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(s), '[]')
      from private.statement_rows(array(
        select m::date
        from generate_series(greatest(last, first_month)::timestamp, start::timestamp, interval '1 month') m
      ), array[rep_id]) s
    ),
    'hasMore', coalesce(first_month < last, false),
    'nextAfter', case when first_month < last then
      private.write_cursor(jsonb_build_object('order', 'month', 'key', (last - interval '1 month')::date))
    end
  );
end
$$;
comment on function public.get_own_statements(integer, text) is
  'The caller''s own statements and drafts, newest month first: {rows, hasMore, nextAfter}. page_size: 1 to 60 months. after: nextAfter of the page before. Months without commission are left out. US cents. No rows for a customer.';
grant execute on function public.get_own_statements(integer, text) to authenticated;
alter function public.get_own_statements(integer, text) owner to api_reader;

create function public.get_statement(
  month text, rep_id uuid default null, page_size integer default 100, after text default null
)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked date := private.statement_month(month);
  own_id uuid := private.current_rep_id();
  asked_id uuid := coalesce(rep_id, own_id);
  -- More of other people's sales only through an export, which is a line of the trail.
  row_limit integer := least(
    greatest(coalesce(page_size, 100), 1), case when asked_id = own_id then 1000 else 100 end
  );
  place jsonb := private.read_cursor(after, 'statement');
  statement_row jsonb;
  closed_id uuid;
  lines jsonb;
begin
  perform private.refuse_ended_session();
  statement_row := (select s from private.statement_rows(array[asked], array[asked_id]) s);
  if statement_row is null then
    raise sqlstate 'PT404' using message = 'No such statement.';
  end if;
  closed_id := (select s.id from private.statements s where s.sales_rep_id = asked_id and s.month = asked);
  lines := (
    select coalesce(jsonb_agg(jsonb_build_object(
      'saleId', l.sale_id, 'saleDate', l.sale_date, 'kind', l.kind, 'cents', l.cents,
      'productName', s.product_name,
      'customer', case when c.id is not null then coalesce(nullif(btrim(c.name), ''), c.email) end,
      'question', q.question, 'askedAt', q.asked_at, 'answer', q.answer, 'answeredAt', q.answered_at
    ) order by l.sale_date desc, l.sale_id desc, l.kind desc), '[]')
    from (
      select e.sale_id, e.sale_date, e.kind, sum(e.cents) as cents
      from (
        select m.sale_id, m.sale_date, m.kind, m.cents from private.month_entries(asked, array[asked_id]) m
        where closed_id is null and m.kind <> 'pending'
        union all
        select m.sale_id, m.sale_date, m.kind, m.cents from private.commission_entries m
        where m.statement_id = closed_id
      ) e
      where place is null or (e.sale_date, e.sale_id, e.kind)
        < ((place ->> 'day')::date, (place ->> 'id')::uuid, place ->> 'key')
      group by 1, 2, 3 having sum(e.cents) <> 0
      order by e.sale_date desc, e.sale_id desc, e.kind desc
      limit row_limit + 1
    ) l
    left join public.sales_records s on s.id = l.sale_id
    left join public.qualified_leads c on c.id = s.qualified_lead_id
      and (c.qualified_by = s.sales_rep_id or asked_id <> own_id)
    left join private.statement_questions q on q.statement_id = closed_id and q.sale_id = l.sale_id
  );
  return jsonb_build_object(
    'statement', statement_row,
    'rows', lines - row_limit,
    'hasMore', jsonb_array_length(lines) > row_limit,
    'nextAfter', case when jsonb_array_length(lines) > row_limit then private.write_cursor(jsonb_build_object(
      'order', 'statement', 'key', lines -> (row_limit - 1) ->> 'kind', 'day', lines -> (row_limit - 1) ->> 'saleDate',
      'id', lines -> (row_limit - 1) ->> 'saleId'
    )) end
  );
end
$$;
comment on function public.get_statement(text, uuid, integer, text) is
  'A statement or draft of a month, YYYY-MM in UTC, with its lines, newest sale first: {statement, rows, hasMore, nextAfter}. A line is what a sale adds: final, clawback or correction. rep_id: another representative, for managers who gave their code. Anything that the caller may not read is not found (404). customer: null without one, or if they have another representative now. 1 to 1000 lines, of other people at most 100. US cents. Invalid input is refused (22023).';
grant execute on function public.get_statement(text, uuid, integer, text) to authenticated;
alter function public.get_statement(text, uuid, integer, text) owner to api_reader;
