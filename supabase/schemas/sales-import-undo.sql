-- Imports of sales by managers, on a screen, and their undo. What someone changed after an import stays.

create function private.undone_import(import private.sales_imports) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('outcome', 'undone') || import.undone
$$;
comment on function private.undone_import(private.sales_imports) is
  'Result of undoing an import: {outcome: undone, removed, restored, kept}.';
grant execute on function private.undone_import(private.sales_imports) to service_role;

create function private.apply_import_undo(
  import_id_param uuid, manager_id_param uuid, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  import private.sales_imports;
  sales uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('sales import', 0));
  select i.* into import from private.sales_imports i where i.id = import_id_param and i.outcome is not null for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no import that can still be undone.';
  elsif import.undone is not null then
    return private.undone_import(import);
  elsif import.committed_at <= now() - private.sales_imports_undone_within() then
    raise sqlstate 'PT409' using message = 'It is too late to undo this import. Import a corrected file instead.';
  elsif not exists (select from private.imported_sales c where c.import_id = import.id) then
    raise sqlstate 'PT409' using message = 'This import changed nothing, or is too large to be undone.';
  end if;

  -- In the order in which everyone locks. The sales alone would lock them last.
  perform r.id from public.sales_representatives r
  where r.id in (
    select (c.after ->> 'sales_rep_id')::uuid from private.imported_sales c where c.import_id = import.id
  )
  order by r.id for key share;
  perform l.id from public.qualified_leads l
  where l.id in (
    select (v.row ->> 'qualified_lead_id')::uuid
    from private.imported_sales c cross join lateral (values (c.before), (c.after)) as v (row)
    where c.import_id = import.id
  )
  order by l.id for key share;
  perform s.id from public.sales_records s
  where s.id in (select c.sale_id from private.imported_sales c where c.import_id = import.id)
  order by s.id for update;
  sales := array(
    select c.sale_id from private.imported_sales c join public.sales_records s on s.id = c.sale_id
    where c.import_id = import.id
      -- An erasure of the customer is no change of the sale.
      and to_jsonb(s) - 'qualified_lead_id' = c.after - 'qualified_lead_id'
      and s.qualified_lead_id is not distinct from (
        select l.id from public.qualified_leads l where l.id = (c.after ->> 'qualified_lead_id')::uuid
      )
  );
  -- What the next import changed goes back to before both, when that is undone.
  update private.imported_sales n set before = later.before
  from (
    select distinct on (l.sale_id) l.import_id, l.sale_id, c.before, c.after
    from private.imported_sales c
    join private.imported_sales l on l.sale_id = c.sale_id
    join private.sales_imports i on i.id = l.import_id and i.committed_at > import.committed_at
    where c.import_id = import.id and c.sale_id <> all (sales)
    order by l.sale_id, i.committed_at
  ) later
  where n.import_id = later.import_id and n.sale_id = later.sale_id
    and n.before - 'qualified_lead_id' = later.after - 'qualified_lead_id';

  insert into public.audit_events (event, sales_rep_id, manager_id, ip_address, user_agent, detail)
  select 'sale_amounts_changed', a.sales_rep_id, manager_id_param, ip_address_param, user_agent_param, jsonb_build_object(
    'by', private.office(manager_id_param), 'importId', import.id, 'saleId', a.id,
    'before', private.sale_amounts(a.sale_amount, a.commission, a.cancelled_at),
    'after', private.sale_amounts(b.sale_amount, b.commission, b.cancelled_at)
  )
  from private.imported_sales c
  cross join lateral jsonb_populate_record(null::public.sales_records, c.after) a
  cross join lateral jsonb_populate_record(null::public.sales_records, c.before) b
  where c.import_id = import.id and c.sale_id = any (sales) and c.before is not null
    and (a.sale_amount, a.commission, a.cancelled_at) is distinct from (b.sale_amount, b.commission, b.cancelled_at)
  order by a.id;
  delete from public.sales_records s
  using private.imported_sales c
  where c.import_id = import.id and c.before is null and s.id = c.sale_id and s.id = any (sales);
  update public.sales_records s
  set sale_date = b.sale_date, product_name = b.product_name, billing_frequency = b.billing_frequency,
    sale_amount = b.sale_amount, commission = b.commission, is_cancelled = b.is_cancelled, cancelled_at = b.cancelled_at,
    -- A customer may have been erased since.
    qualified_lead_id = (select l.id from public.qualified_leads l where l.id = b.qualified_lead_id)
  from private.imported_sales c
  cross join lateral jsonb_populate_record(null::public.sales_records, c.before) b
  where c.import_id = import.id and c.before is not null and s.id = c.sale_id and s.id = any (sales);

  select jsonb_build_object(
    'removed', count(*) filter (where c.before is null and c.sale_id = any (sales)),
    'restored', count(*) filter (where c.before is not null and c.sale_id = any (sales)),
    'kept', count(*) filter (where c.sale_id <> all (sales))
  )
  into import.undone
  from private.imported_sales c where c.import_id = import.id;
  update private.sales_imports set undone = import.undone, undone_at = now() where id = import.id;
  perform private.write_staff_audit(
    manager_id_param, 'sales_import_undone', null, null, ip_address_param, user_agent_param,
    jsonb_build_object('importId', import.id) || import.undone
  );
  return private.undone_import(import);
end
$$;
comment on function private.apply_import_undo(uuid, uuid, text, text) is
  'Undoes an import within private.sales_imports_undone_within(). It removes the sales that the import added, and restores those that it changed. Returns private.undone_import. kept: sales that were changed or removed since, which stay as they are. Refused: an unknown import (404), one that is too old, too large or without a change (409). Repeating it gives the same answer and changes nothing. Statements count a removed or restored sale as a correction.';
grant execute on function private.apply_import_undo(uuid, uuid, text, text) to service_role;

create function public.import_sales_by_manager(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  manager_id uuid;
  import_id constant uuid := (request_param ->> 'importId')::uuid;
  row_count constant integer := (request_param ->> 'rowCount')::integer;
begin
  perform private.hold_manager(session_id_param);
  manager_id := private.require_manager(session_id_param);
  case request_param ->> 'action'
    when 'begin' then
      return jsonb_build_object(
        'outcome', case
          when public.begin_sales_import(import_id, (request_param ->> 'hasCustomers')::boolean) then 'begun' else 'busy'
        end,
        'maxRows', private.screen_import_max_rows()
      );
    when 'stage' then
      return public.stage_sales(import_id, request_param -> 'rows');
    when 'preview' then
      if not exists (select from private.sales_imports i where i.id = import_id and i.outcome is null) then
        return jsonb_build_object('outcome', 'unknown_import');
      end if;
      return jsonb_build_object('outcome', 'previewed') || public.preview_sales_import(import_id, 100);
    when 'commit' then
      perform private.refuse_over('the import', row_count, private.screen_import_max_rows());
      return public.commit_sales_import(import_id, row_count, manager_id, ip_address_param, user_agent_param);
    when 'discard' then
      perform public.discard_sales_import(import_id);
      return jsonb_build_object('outcome', 'discarded');
    when 'undo' then
      return private.apply_import_undo(import_id, manager_id, ip_address_param, user_agent_param);
    else
      raise exception 'unknown action' using errcode = 'invalid_parameter_value';
  end case;
end
$$;
comment on function public.import_sales_by_manager(uuid, jsonb, text, text) is
  'Imports sales for a manager''s session, in steps: {action: begin, importId, hasCustomers}: {outcome: begun | busy, maxRows}, {action: stage, importId, rows} and {action: preview, importId} answer as public.stage_sales and public.preview_sales_import, or {outcome: unknown_import}, {action: commit, importId, rowCount} as public.commit_sales_import, {action: discard, importId} cancels. {action: undo, importId} answers as private.apply_import_undo. Everyone else gets 403.';
grant execute on function public.import_sales_by_manager(uuid, jsonb, text, text) to service_role;

create function private.recent_import_rows() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', i.id, 'by', m.name, 'committedAt', i.committed_at, 'inserted', i.outcome -> 'inserted',
    'updated', i.outcome -> 'updated', 'unchanged', i.outcome -> 'unchanged', 'undoneAt', i.undone_at,
    'undoUntil', case when exists (select from private.imported_sales c where c.import_id = i.id)
      then i.committed_at + private.sales_imports_undone_within() end
  ) order by i.committed_at desc, i.id), '[]')
  from (
    select * from private.sales_imports i
    where i.committed_at > now() - private.sales_imports_undone_within()
      and private.current_manager_until() is not null
    order by i.committed_at desc, i.id limit 50
  ) i
  left join public.sales_representatives m on m.id = i.done_by
$$;
comment on function private.recent_import_rows() is
  'Imports of the last private.sales_imports_undone_within(), newest first, at most 50: [{id, by, committedAt, inserted, updated, unchanged, undoneAt, undoUntil}]. by: null for an operator. undoUntil: null if it cannot be undone. Empty unless the caller is a manager.';
grant execute on function private.recent_import_rows() to api_reader;

create function public.get_sales_imports() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return jsonb_build_object('rows', private.recent_import_rows(), 'now', now());
end
$$;
comment on function public.get_sales_imports() is
  'The latest imports of sales: {rows, now}. See private.recent_import_rows. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_sales_imports() to authenticated;
alter function public.get_sales_imports() owner to api_reader;
