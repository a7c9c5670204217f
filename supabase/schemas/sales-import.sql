-- Imports sales from a file, all or none, and exports them page by page.

create table private.sales_imports (
  id uuid primary key,
  has_customers boolean not null,
  last_staged_at timestamptz not null default now(),
  outcome jsonb check (jsonb_typeof(outcome) = 'object'),
  committed_at timestamptz check ((committed_at is null) = (outcome is null)),
  done_by uuid references public.sales_representatives (id) on delete set null,
  undone jsonb check (jsonb_typeof(undone) = 'object'),
  undone_at timestamptz
);
comment on table private.sales_imports is
  'The running import, and those that can still be undone. Never more than one is running.';
comment on column private.sales_imports.last_staged_at is 'When rows last arrived.';
comment on column private.sales_imports.done_by is 'The manager who committed it. Null: an operator.';
comment on column private.sales_imports.undone is 'Numbers of removed, restored and kept sales. Null: not undone.';
comment on column private.sales_imports.has_customers is
  'True if the file has customers. Otherwise existing sales keep their customers.';
comment on column private.sales_imports.outcome is
  'Numbers of inserted, updated and unchanged sales. Null: not committed, and its rows are invisible.';

alter table private.sales_imports enable row level security;
grant select, insert, update, delete on private.sales_imports to service_role;

create index sales_imports_done_by_idx on private.sales_imports (done_by);

create table private.imported_sales (
  import_id uuid not null references private.sales_imports (id) on delete cascade,
  sale_id uuid not null,
  before jsonb,
  after jsonb not null,
  primary key (import_id, sale_id)
);
comment on table private.imported_sales is
  'Each sale that an import of at most private.screen_import_max_rows() rows added or changed, so that it can be undone.';
comment on column private.imported_sales.sale_id is 'Not a foreign key: an undo removes what the import added.';
comment on column private.imported_sales.before is 'The row before the import. Null: the import added it.';

alter table private.imported_sales enable row level security;
grant select, insert, update, delete on private.imported_sales to service_role;

-- Unlogged: rows that a crash removes are imported again, and a million rows are not written twice.
create unlogged table private.staged_sales (
  id uuid primary key,
  line_number integer not null,
  sales_rep_id uuid not null,
  qualified_lead_id uuid,
  sale_date date not null,
  product_name text not null,
  billing_frequency text not null,
  sale_amount bigint not null,
  commission bigint not null,
  cancelled_at timestamptz
);
comment on table private.staged_sales is 'Rows of the running import, each checked by itself. The next import deletes them.';
comment on column private.staged_sales.line_number is 'Line of the file that the row begins on.';
comment on column private.staged_sales.sale_amount is 'US cents.';
comment on column private.staged_sales.commission is 'US cents.';

alter table private.staged_sales enable row level security;
grant select, insert, delete, truncate on private.staged_sales to service_role;

create function private.empty_staged_sales() returns void
language plpgsql set search_path = '' set lock_timeout = '100ms'
as $$
begin
  truncate private.staged_sales;
exception when lock_not_available then
  -- A backup reads it.
  delete from private.staged_sales;
end
$$;
comment on function private.empty_staged_sales() is 'Deletes the rows of an import. It waits for no one who reads them.';
grant execute on function private.empty_staged_sales() to service_role;

create function public.begin_sales_import(import_id_param uuid, has_customers_param boolean) returns boolean
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
begin
  -- Another one begins, is committed or undone.
  if not pg_try_advisory_xact_lock(hashtextextended('sales import', 0)) or exists (
    select from private.sales_imports i
    where i.outcome is null and i.id <> import_id_param and i.last_staged_at > now() - interval '1 minute'
  ) then
    return false;
  end if;
  -- An interrupted import, and this one after a lost answer.
  delete from private.sales_imports where outcome is null;
  perform private.empty_staged_sales();
  insert into private.sales_imports (id, has_customers) values (import_id_param, has_customers_param);
  return true;
end
$$;
comment on function public.begin_sales_import(uuid, boolean) is
  'Begins an import and removes the rows of an interrupted one. False while another import is running: it sent rows in the last minute, or is being committed or undone. Repeating it begins again.';
grant execute on function public.begin_sales_import(uuid, boolean) to service_role;

create function public.stage_sales(import_id_param uuid, rows_param jsonb) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
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
      (
        g.line_number not in (select t.line_number from staged t)
          -- It arrived before, and the answer was lost.
          and not exists (select from private.staged_sales t where t.id = g.id and t.line_number = g.line_number),
        'duplicate_id', g.id::text
      )
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
$$;
comment on function public.stage_sales(uuid, jsonb) is
  'Stores rows of an import until the commit: {outcome: staged, problems: [{line, code, value}]}, or {outcome: unknown_import} if the import is no longer running. code: unknown_rep, unknown_customer, customer_of_another_rep, sale_of_another_rep or duplicate_id. Amounts in US cents.';
grant execute on function public.stage_sales(uuid, jsonb) to service_role;

create function public.preview_sales_import(import_id_param uuid, limit_param integer) returns jsonb
language sql stable set search_path = '' set statement_timeout = '15min'
as $$
  with changed as (
    select t.line_number, f.columns
    from private.sales_imports i
    cross join private.staged_sales t
    join public.sales_records s on s.id = t.id
    left join public.qualified_leads old on old.id = s.qualified_lead_id
    left join public.qualified_leads new on new.id = t.qualified_lead_id
    cross join lateral (
      select jsonb_agg(jsonb_build_object('column', c.name, 'before', c.before, 'after', c.after) order by c.place) as columns
      from (values
        (1, 'lead_email', to_jsonb(old.email), case when i.has_customers then to_jsonb(new.email) else to_jsonb(old.email) end),
        (2, 'sale_date', to_jsonb(s.sale_date), to_jsonb(t.sale_date)),
        (3, 'product_name', to_jsonb(s.product_name), to_jsonb(t.product_name)),
        (4, 'billing_frequency', to_jsonb(s.billing_frequency), to_jsonb(t.billing_frequency)),
        (5, 'sale_amount', to_jsonb(s.sale_amount), to_jsonb(t.sale_amount)),
        (6, 'commission', to_jsonb(s.commission), to_jsonb(t.commission)),
        (7, 'cancelled_at', to_jsonb(s.cancelled_at), to_jsonb(t.cancelled_at))
      ) as c (place, name, before, after)
      where c.before is distinct from c.after
    ) f
    where i.id = import_id_param and i.outcome is null and f.columns is not null
  ),
  first as (
    select c.line_number, c.columns from changed c order by c.line_number limit least(limit_param, 1000)
  ),
  -- Once, so that each row meets one rate, however many there are.
  rates as materialized (
    select r.*, min(r.valid_from) over (
      partition by r.product_name, r.billing_frequency order by r.valid_from
      rows between 1 following and unbounded following
    ) as valid_until
    from private.commission_rates r
  ),
  -- Unchanged rows too: so a file that was exported can be checked.
  different as materialized (
    select t.line_number, t.product_name, r.basis_points, t.commission, e.cents as expected
    from private.sales_imports i
    cross join private.staged_sales t
    join rates r on r.product_name = t.product_name and r.billing_frequency = t.billing_frequency
      and t.sale_date >= r.valid_from and (r.valid_until is null or t.sale_date < r.valid_until)
    cross join lateral (
      select private.commission_by_rate(t.sale_amount, t.commission, r.basis_points) as cents
    ) e
    where i.id = import_id_param and i.outcome is null and e.cents is not null
  )
  select jsonb_build_object(
    'added', (
      select count(*) from private.sales_imports i cross join private.staged_sales t
      where i.id = import_id_param and i.outcome is null
        and not exists (select from public.sales_records s where s.id = t.id)
    ),
    'changed', (select count(*) from changed),
    'first', (
      select coalesce(
        jsonb_agg(jsonb_build_object('line', f.line_number, 'columns', f.columns) order by f.line_number), '[]'::jsonb
      )
      from first f
    ),
    'rateDifferences', jsonb_build_object(
      'count', (select count(*) from different),
      'first', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'line', d.line_number, 'productName', d.product_name, 'basisPoints', d.basis_points,
          'commissionCents', d.commission, 'expectedCents', d.expected
        ) order by d.line_number), '[]'::jsonb)
        from (select * from different order by line_number limit least(limit_param, 1000)) d
      )
    )
  )
$$;
comment on function public.preview_sales_import(uuid, integer) is
  'What the commit of a running import would do: {added, changed, first: [{line, columns: [{column, before, after}]}], rateDifferences: {count, first: [{line, productName, basisPoints, commissionCents, expectedCents}]}}. first: of the existing sales that it changes, at most 1000, by line. rateDifferences: rows whose commission is not what private.commission_rates give, as in private.commission_by_rate. Amounts in US cents.';
grant execute on function public.preview_sales_import(uuid, integer) to service_role;

create function private.sale_amounts(amount_cents bigint, commission_cents bigint, cancelled_at timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'amountCents', amount_cents, 'commissionCents', commission_cents, 'cancelledAt', cancelled_at
  )
$$;
comment on function private.sale_amounts(bigint, bigint, timestamptz) is
  'What the trail keeps of a sale that an import changed: all that decides its commission.';
grant execute on function private.sale_amounts(bigint, bigint, timestamptz) to service_role;


create function public.commit_sales_import(
  import_id_param uuid, row_count_param integer, manager_id_param uuid default null, ip_address_param text default null,
  user_agent_param text default null
)
returns jsonb
language plpgsql set search_path = '' set statement_timeout = '15min'
as $$
declare
  import private.sales_imports;
  counts jsonb;
begin
  -- Sales are written by one import, or one undo, at a time: the statement below looks at them before it locks them.
  perform pg_advisory_xact_lock(hashtextextended('sales import', 0));
  select i.* into import from private.sales_imports i where i.id = import_id_param for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown_import');
  end if;
  -- The caller repeats the request because its answer was lost.
  if import.outcome is not null then
    return jsonb_build_object('outcome', 'committed') || import.outcome;
  end if;
  if (select count(*) from private.staged_sales) <> row_count_param then
    return jsonb_build_object('outcome', 'rows_missing');
  end if;

  -- In the order in which everyone locks. The sales alone would lock them last.
  perform r.id from public.sales_representatives r
  where r.id in (select t.sales_rep_id from private.staged_sales t) order by r.id for key share;
  perform l.id from public.qualified_leads l
  where l.id in (
    select t.qualified_lead_id from private.staged_sales t
    union
    select s.qualified_lead_id from private.staged_sales t join public.sales_records s on s.id = t.id
  )
  order by l.id for key share;

  with changed as materialized (
    select s.id, s.sales_rep_id, private.sale_amounts(s.sale_amount, s.commission, s.cancelled_at) as before,
      private.sale_amounts(t.sale_amount, t.commission, t.cancelled_at) as after
    from private.staged_sales t join public.sales_records s on s.id = t.id and s.sales_rep_id = t.sales_rep_id
    where (s.sale_amount, s.commission, s.cancelled_at) is distinct from (t.sale_amount, t.commission, t.cancelled_at)
  ),
  -- Without the customer: their next representative would read what the seller earned.
  noted as (
    insert into public.audit_events (event, sales_rep_id, manager_id, ip_address, user_agent, detail)
    select 'sale_amounts_changed', c.sales_rep_id, manager_id_param, ip_address_param, user_agent_param, jsonb_build_object(
      'by', private.office(manager_id_param), 'importId', import_id_param, 'saleId', c.id, 'before', c.before,
      'after', c.after
    )
    from changed c order by c.id
  ),
  merged as (
    insert into public.sales_records as s (
      id, sales_rep_id, sale_date, qualified_lead_id, product_name, billing_frequency, sale_amount, commission,
      is_cancelled, cancelled_at
    )
    select t.id, t.sales_rep_id, t.sale_date,
      -- A customer may have been erased since.
      (select l.id from public.qualified_leads l where l.id = t.qualified_lead_id),
      t.product_name, t.billing_frequency, t.sale_amount, t.commission, t.cancelled_at is not null, t.cancelled_at
    from private.staged_sales t
    on conflict (id) do update set
      sale_date = excluded.sale_date,
      qualified_lead_id = case when import.has_customers then excluded.qualified_lead_id else s.qualified_lead_id end,
      product_name = excluded.product_name, billing_frequency = excluded.billing_frequency,
      sale_amount = excluded.sale_amount, commission = excluded.commission, is_cancelled = excluded.is_cancelled,
      cancelled_at = excluded.cancelled_at
    where s.sales_rep_id = excluded.sales_rep_id and (
      s.sale_date, s.product_name, s.billing_frequency, s.sale_amount, s.commission, s.cancelled_at,
      case when import.has_customers then s.qualified_lead_id end
    ) is distinct from (
      excluded.sale_date, excluded.product_name, excluded.billing_frequency, excluded.sale_amount, excluded.commission,
      excluded.cancelled_at, case when import.has_customers then excluded.qualified_lead_id end
    )
    returning s.xmax = 0 as is_new, s.id, to_jsonb(s) as after
  ),
  undoable as (
    insert into private.imported_sales (import_id, sale_id, before, after)
    -- A part of one statement sees the rows from before it.
    select import_id_param, m.id, (select to_jsonb(s) from public.sales_records s where s.id = m.id), m.after
    from merged m where row_count_param <= private.screen_import_max_rows()
  )
  select jsonb_build_object(
    'inserted', count(*) filter (where m.is_new),
    'updated', count(*) filter (where not m.is_new),
    'unchanged', row_count_param - count(*)
  )
  into counts
  from merged m;

  -- Data may have changed since a batch was checked. In that case the whole import is rolled back.
  if exists (
    select from private.staged_sales t
    left join public.sales_records s on s.id = t.id and s.sales_rep_id = t.sales_rep_id
    where s.id is null
  ) then
    raise exception 'one of the ids belongs to a sale of another representative' using errcode = 'integrity_constraint_violation';
  end if;
  perform private.write_staff_audit(
    manager_id_param, 'sales_imported', null, null, ip_address_param, user_agent_param,
    jsonb_build_object('importId', import_id_param) || counts
  );
  update private.sales_imports set outcome = counts, done_by = manager_id_param, committed_at = now()
  where id = import_id_param;
  perform private.empty_staged_sales();
  return jsonb_build_object('outcome', 'committed') || counts;
end
$$;
comment on function public.commit_sales_import(uuid, integer, uuid, text, text) is
  'Writes all rows of an import as sales, or none: {outcome: committed, inserted, updated, unchanged}. Repeating it gives the same answer. A row with the id of an existing sale updates that sale. The trail has a line for the import. It has one more for each sale whose amount, commission or cancellation changed, with before and after. {outcome: unknown_import}: the import is not running. {outcome: rows_missing}: some rows have not arrived.';
grant execute on function public.commit_sales_import(uuid, integer, uuid, text, text) to service_role;

create function public.discard_sales_import(import_id_param uuid) returns boolean
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
begin
  delete from private.sales_imports where id = import_id_param and outcome is null;
  if not found then
    return false;
  end if;
  perform private.empty_staged_sales();
  return true;
end
$$;
comment on function public.discard_sales_import(uuid) is
  'Cancels an import and deletes its rows. False if it was committed or is unknown.';
grant execute on function public.discard_sales_import(uuid) to service_role;

create function public.export_sales(
  sales_rep_id_param uuid, after_sale_date_param date, after_id_param uuid, limit_param integer
)
returns jsonb
language sql stable set search_path = '' set statement_timeout = '60s'
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', s.id, 'rep_email', r.email, 'lead_email', l.email, 'sale_date', s.sale_date,
        'product_name', s.product_name, 'billing_frequency', s.billing_frequency, 'sale_amount', s.sale_amount,
        'commission', s.commission, 'cancelled_at', s.cancelled_at
      ) order by s.sale_date desc, s.id desc
    ),
    '[]'::jsonb
  )
  from (
    select p.* from public.sales_records p
    where p.sales_rep_id = sales_rep_id_param
      and (after_id_param is null or (p.sale_date, p.id) < (after_sale_date_param, after_id_param))
    order by p.sale_date desc, p.id desc
    limit least(limit_param, 5000)
  ) s
  join public.sales_representatives r on r.id = s.sales_rep_id
  left join public.qualified_leads l on l.id = s.qualified_lead_id
$$;
comment on function public.export_sales(uuid, date, uuid, integer) is
  'Sales of a representative after a day and id, newest first, at most 5000, as stage_sales takes them. For operators. US cents.';
grant execute on function public.export_sales(uuid, date, uuid, integer) to service_role;
