-- Purpose:  close Operations with a change of address.

set local check_function_bodies = off;

create function private.close_operations(sales_rep_id_param uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  update private.manager_codes set voided_at = now()
  where sales_rep_id = sales_rep_id_param and used_at is null and voided_at is null;
  update public.sales_sessions set manager_until = null
  where sales_rep_id = sales_rep_id_param and manager_until is not null;
end
$$;
comment on function private.close_operations(uuid) is
  'Voids a manager''s code and closes Operations in all their sessions. It opens again with a new code.';
revoke all on function private.close_operations(uuid) from public, anon, authenticated, service_role;
grant execute on function private.close_operations(uuid) to service_role;

create or replace function public.set_rep_manager(
  sales_rep_id_param uuid, is_manager_param boolean, manager_id_param uuid default null,
  ip_address_param text default null, user_agent_param text default null
)
returns text
language plpgsql set search_path = ''
as $$
begin
  if private.is_erased_rep(sales_rep_id_param) then
    return 'erased';
  elsif not is_manager_param and private.is_last_manager(sales_rep_id_param) then
    return 'last_manager';
  end if;
  update public.sales_representatives set is_manager = is_manager_param
  where id = sales_rep_id_param and is_manager <> is_manager_param;
  if found then
    perform private.close_operations(sales_rep_id_param);
    perform private.write_audit(
      case when is_manager_param then 'rep_made_manager' else 'rep_no_longer_manager' end, sales_rep_id_param, null,
      ip_address_param, user_agent_param, private.done_by(manager_id_param)
    );
  end if;
  return 'set';
end
$$;
create or replace function public.edit_rep(
  sales_rep_id_param uuid, name_param text, email_param text, manager_id_param uuid default null,
  ip_address_param text default null, user_agent_param text default null
)
returns text
language plpgsql set search_path = ''
as $$
declare
  before jsonb := private.rep_texts(sales_rep_id_param) - 'isManager';
begin
  if private.is_erased_rep(sales_rep_id_param) then
    return 'erased';
  elsif exists (
    select from public.sales_representatives r
    where r.email = private.mailbox(email_param) and r.id <> sales_rep_id_param
  ) then
    return 'exists';
  end if;
  update public.sales_representatives set name = name_param, email = email_param
  where id = sales_rep_id_param and (name, email) is distinct from (name_param, private.mailbox(email_param));
  if found then
    -- The code went to the earlier address. Operations opens again with a code to the new one.
    if before ->> 'email' <> private.mailbox(email_param) then
      perform private.close_operations(sales_rep_id_param);
    end if;
    perform private.write_audit(
      'rep_edited', sales_rep_id_param, null, ip_address_param, user_agent_param,
      private.done_by(manager_id_param) || jsonb_build_object(
        'before', before, 'after', private.rep_texts(sales_rep_id_param) - 'isManager'
      )
    );
  end if;
  return 'edited';
end
$$;
comment on function public.edit_rep(uuid, text, text, uuid, text, text) is
  'Corrects name and address of a representative. Returns edited, or changes nothing and returns exists or erased. exists: another representative has that address. Sales ID, sessions and customers stay. Another address voids a manager''s code and closes their Operations.';
