-- Purpose:  handovers and sales ids once more.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.apply_handover(handover_id_param uuid, from_rep_id_param uuid, to_rep_id_param uuid, customer_ids_param uuid[], request_ids_param uuid[], expected_param jsonb, manager_id_param uuid, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  done private.handovers;
  customers uuid[];
  requests uuid[];
  versions integer[];
begin
  if from_rep_id_param = to_rep_id_param then
    return jsonb_build_object('outcome', 'same_rep');
  end if;
  perform private.lock_reps(array[from_rep_id_param, to_rep_id_param]);
  -- The same request once more, as its answer was lost, finds its own work done.
  select h.* into done from private.handovers h where h.id = handover_id_param;
  if found and (done.from_rep_id <> from_rep_id_param or done.to_rep_id <> to_rep_id_param) then
    return jsonb_build_object('outcome', 'used');
  elsif done.undone_at is not null then
    return private.undone_handover(done);
  elsif found then
    return jsonb_build_object(
      'outcome', 'handed_over', 'id', done.id, 'count', cardinality(done.customer_ids),
      'requests', cardinality(done.request_ids)
    );
  end if;
  if not exists (
    select from public.sales_representatives r where r.id = to_rep_id_param and r.disabled_at is null
  ) then
    return jsonb_build_object('outcome', 'disabled');
  end if;

  customers := array(
    select l.id from public.qualified_leads l
    where l.qualified_by = from_rep_id_param and (customer_ids_param is null or l.id = any (customer_ids_param))
    order by l.id for update
  );
  requests := array(
    select s.id from public.contact_submissions s
    where s.assigned_to = from_rep_id_param and s.status in ('new', 'in_progress')
      and (request_ids_param is null or s.id = any (request_ids_param))
    order by s.id for update
  );
  if not coalesce(customers @> customer_ids_param, true) or not coalesce(requests @> request_ids_param, true) then
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
    return jsonb_build_object('outcome', 'none');
  end if;

  update public.qualified_leads set qualified_by = to_rep_id_param where id = any (customers);
  update public.contact_submissions set assigned_to = to_rep_id_param, version = version + 1 where id = any (requests);
  versions := array(select s.version from public.contact_submissions s where s.id = any (requests) order by s.id);
  insert into private.handovers (
    id, from_rep_id, to_rep_id, customer_ids, request_ids, request_versions, done_by
  )
  values (
    coalesce(handover_id_param, gen_random_uuid()), from_rep_id_param, to_rep_id_param, customers, requests, versions,
    manager_id_param
  )
  returning * into done;
  perform private.write_audit(
    'customer_handed_over', to_rep_id_param, c, ip_address_param, user_agent_param,
    private.done_by(manager_id_param) || jsonb_build_object('from', from_rep_id_param, 'to', to_rep_id_param)
  ) from unnest(customers) as c;
  perform private.note_handed_requests(
    requests, from_rep_id_param, to_rep_id_param, manager_id_param, ip_address_param, user_agent_param
  );
  return jsonb_build_object(
    'outcome', 'handed_over', 'id', done.id, 'count', cardinality(customers), 'requests', cardinality(requests)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_spent_sales_id(credential_hash_param text, sales_rep_id_param uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from private.sales_rep_credentials c
    where c.credential_hash = credential_hash_param
      and (c.sales_rep_id is distinct from sales_rep_id_param or c.revoked_at is not null)
  )
$function$;

CREATE OR REPLACE FUNCTION private.rotate_sales_id_by_manager(rep_id_param uuid, since_param timestamp with time zone, credential_hash_param text, manager_id_param uuid, session_id_param uuid, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if private.has_sales_id(rep_id_param, credential_hash_param) then
    return jsonb_build_object('outcome', 'rotated', 'ended_sessions', 0);
  end if;
  -- Somebody else may have read out the sales ID that this would void.
  if private.sales_id_since(rep_id_param) is distinct from since_param or exists (
    select from public.sales_representatives r where r.id = rep_id_param and r.disabled_at is not null
  ) then
    return private.rep_conflict(rep_id_param);
  end if;
  if private.is_spent_sales_id(credential_hash_param, rep_id_param) then
    return jsonb_build_object('outcome', 'used');
  end if;
  return jsonb_build_object('outcome', 'rotated', 'ended_sessions', public.rotate_rep_credential(
    rep_id_param, credential_hash_param, manager_id_param, session_id_param, ip_address_param, user_agent_param
  ));
end
$function$;

CREATE OR REPLACE FUNCTION public.change_rep_by_manager(session_id_param uuid, change_param jsonb, credential_hash_param text, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rep_id uuid := (change_param ->> 'repId')::uuid;
  manager_id uuid;
begin
  perform private.lock_reps(array[rep_id]);
  -- Only now: a manager whom another one has just taken off changes nothing more.
  manager_id := private.live_manager_id(session_id_param);
  if manager_id is null then
    return jsonb_build_object('outcome', case
      when private.live_rep_id(session_id_param) is null then 'unauthenticated' else 'forbidden'
    end);
  end if;
  if change_param ->> 'action' = 'add' then
    -- An address that somebody has is told as such.
    if private.is_spent_sales_id(credential_hash_param, null) and not exists (
      select from public.sales_representatives r where r.email = lower(change_param ->> 'email')
    ) then
      return jsonb_build_object('outcome', 'used');
    end if;
    return public.add_rep(
      change_param ->> 'name', change_param ->> 'email', credential_hash_param, (change_param ->> 'isManager')::boolean,
      manager_id, ip_address_param, user_agent_param
    );
  end if;
  if not exists (select from public.sales_representatives r where r.id = rep_id) then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  case change_param ->> 'action'
    when 'edit' then
      return private.edit_rep_by_manager(
        rep_id, change_param -> 'before', change_param -> 'after', manager_id, ip_address_param, user_agent_param
      );
    when 'disable' then
      return public.disable_rep(rep_id, manager_id, ip_address_param, user_agent_param);
    when 'enable' then
      return case
        when private.is_spent_sales_id(credential_hash_param, rep_id) and exists (
          select from public.sales_representatives r where r.id = rep_id and r.disabled_at is not null
        ) then jsonb_build_object('outcome', 'used')
        when public.enable_rep(rep_id, credential_hash_param, manager_id, ip_address_param, user_agent_param)
          then jsonb_build_object('outcome', 'enabled')
        else private.rep_conflict(rep_id) end;
    when 'rotate' then
      return private.rotate_sales_id_by_manager(
        rep_id, (change_param ->> 'salesIdSince')::timestamptz, credential_hash_param, manager_id, session_id_param,
        ip_address_param, user_agent_param
      );
    when 'end_sessions' then
      return jsonb_build_object('outcome', 'ended', 'ended_sessions', public.end_rep_sessions(
        rep_id, manager_id, (change_param ->> 'sessionId')::uuid, session_id_param, ip_address_param, user_agent_param
      ));
    else
      raise exception 'unknown action: "%"', left(change_param ->> 'action', 50)
        using errcode = 'invalid_parameter_value';
  end case;
end
$function$;

COMMENT ON FUNCTION "private"."apply_handover"(uuid, uuid, uuid, uuid[], uuid[], jsonb, uuid, text, text) IS 'Gives customers and open contact requests of one representative to another; null: all of that kind: {outcome: handed_over, id, count, requests}, {outcome: changed, missing} or {outcome: same_rep | disabled | none | used}. used: another handover has this id. A handover that was undone since answers as its undoing. expected: {customers, requests}, how many there were when it was asked for; null: not compared. changed: the choice or the number is no longer so, and nothing is written. Links and sessions go along. Private notes stay with their author, and sales with their seller.';

COMMENT ON FUNCTION "private"."is_spent_sales_id"(text, uuid) IS 'Whether a sales ID is void, or another representative''s: then the key that made it makes no other one.';

COMMENT ON FUNCTION "private"."rotate_sales_id_by_manager"(uuid, timestamp with time zone, text, uuid, uuid, text, text) IS 'Replaces the sales ID of an enabled representative that was made at an instant: {outcome: rotated, ended_sessions}, {outcome: used} or a conflict.';

COMMENT ON FUNCTION "public"."change_rep_by_manager"(uuid, jsonb, text, text, text) IS 'Adds or changes a representative for a manager''s session. change: {action: add, name, email, isManager}, {action: edit, repId, before, after}, {action: disable | enable, repId}, {action: rotate, repId, salesIdSince} or {action: end_sessions, repId, sessionId}. {outcome: added, id}, {outcome: edited | enabled}, {outcome: disabled | rotated | ended, ended_sessions}, {outcome: conflict, rep, last_change} or {outcome: unauthenticated | forbidden | not_found | exists | last_manager | used}. credential_hash: of the new sales ID, where there is one. used: it was made before and is void, or another''s; nothing is written. conflict: somebody was faster, and nothing is written. The manager''s own session stays, but when they disable themselves. Again: harmless.';

REVOKE ALL ON FUNCTION "private"."is_spent_sales_id"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_spent_sales_id"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_spent_sales_id"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_spent_sales_id"(text, uuid) TO "service_role";
