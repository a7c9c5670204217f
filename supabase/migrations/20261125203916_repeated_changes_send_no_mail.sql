-- Purpose: a repeated change of a representative sends no mail again.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.edit_rep_by_manager(rep_id_param uuid, before_param jsonb, after_param jsonb, manager_id_param uuid, ip_address_param text, user_agent_param text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  stored jsonb := private.rep_texts(rep_id_param);
  is_manager_wanted boolean := (after_param ->> 'isManager')::boolean;
begin
  -- If the caller repeats a request because its answer was lost, it gets the same answer. is_repeated stops the mails:
  -- the first request sent them, and nothing confirms the old address that this one claims.
  if stored = after_param then
    return jsonb_build_object('outcome', 'edited', 'is_repeated', true);
  end if;
  if stored <> before_param then
    return private.rep_conflict(rep_id_param);
  end if;
  if not is_manager_wanted and private.is_last_manager(rep_id_param) then
    return jsonb_build_object('outcome', 'last_manager');
  end if;
  if public.edit_rep(
    rep_id_param, after_param ->> 'name', after_param ->> 'email', manager_id_param, ip_address_param, user_agent_param
  ) = 'exists' then
    return jsonb_build_object('outcome', 'exists');
  end if;
  perform public.set_rep_manager(
    rep_id_param, is_manager_wanted, manager_id_param, ip_address_param, user_agent_param
  );
  return jsonb_build_object('outcome', 'edited');
end
$function$;

COMMENT ON FUNCTION "private"."edit_rep_by_manager"(uuid, jsonb, jsonb, uuid, text, text) IS 'Corrects a representative if the stored values still equal before: {outcome: edited | exists | last_manager, is_repeated} or a conflict. is_repeated: nothing was changed, because the values were there already. before and after: {name, email, isManager}.';
