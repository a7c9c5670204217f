-- People's data for managers with a code. Only the Edge Functions use it: a procedure for browsers that reads every
-- table would bypass every policy (docs/decisions/0025-people-and-retention.md).

create function public.read_people(
  session_id_param uuid, request_param jsonb, ip_address_param text default null, user_agent_param text default null
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  manager_id uuid := private.require_manager(session_id_param);
begin
  case request_param ->> 'action'
    when 'find' then
      return jsonb_build_object('outcome', 'found', 'people', coalesce((
        select jsonb_agg(to_jsonb(p) order by p.email) from public.find_people(request_param ->> 'search') p
      ), '[]'));
    when 'open' then
      return jsonb_build_object('outcome', 'opened') || public.get_person(
        request_param ->> 'email', manager_id, ip_address_param, user_agent_param
      );
    when 'mentions' then
      return private.apply_mentions_reading(
        manager_id, request_param ->> 'email', request_param ->> 'after', ip_address_param, user_agent_param
      );
    when 'retention' then
      return jsonb_build_object('outcome', 'told', 'retention', public.get_retention());
    else
      raise exception 'unknown action' using errcode = 'invalid_parameter_value';
  end case;
end
$$;
comment on function public.read_people(uuid, jsonb, text, text) is
  'Answers a manager with a code: {action: find, search} with {outcome: found, people}, {action: open, email} with {outcome: opened} and the answer of public.get_person, {action: mentions, email, after} with {outcome: mentioned, mentions}, {action: retention} with {outcome: told, retention}. Everyone else is refused. Each list of a person holds the newest 50 entries. The trail records who opened whom, once an hour.';
grant execute on function public.read_people(uuid, jsonb, text, text) to service_role;

create function public.change_person(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  manager_id uuid;
  email text := request_param ->> 'email';
  correction jsonb := request_param -> 'correction';
begin
  -- Who may not do this keeps no one waiting.
  perform private.require_manager(session_id_param);
  -- If the caller is losing the manager role at this moment, this waits for that change and then decides.
  if request_param ->> 'action' = 'erase' then
    -- Two managers who erase each other would wait for each other if each held themselves first.
    perform private.begin_erasure(email);
  else
    perform private.hold_manager(session_id_param);
  end if;
  manager_id := private.require_manager(session_id_param);
  case request_param ->> 'action'
    when 'export' then
      return jsonb_build_object('outcome', 'exported') || public.export_person(
        email, request_param ->> 'after', manager_id, ip_address_param, user_agent_param
      );
    when 'correct' then
      return public.correct_person(
        correction, correction -> 'before', correction -> 'after', manager_id, ip_address_param, user_agent_param
      );
    when 'withdraw_consent' then
      return jsonb_build_object(
        'outcome', 'withdrawn',
        'requests', public.withdraw_consent(email, manager_id, ip_address_param, user_agent_param)
      );
    when 'erase' then
      return public.erase_person(
        email, (request_param ->> 'takesNames')::boolean, (request_param ->> 'erasureId')::uuid, manager_id,
        ip_address_param, user_agent_param
      );
    else
      raise exception 'unknown action' using errcode = 'invalid_parameter_value';
  end case;
end
$$;
comment on function public.change_person(uuid, jsonb, text, text) is
  'Runs request.action for a manager with a code: export, correct, withdraw_consent or erase. See public.export_person, correct_person, withdraw_consent and erase_person. Everyone else is refused.';
grant execute on function public.change_person(uuid, jsonb, text, text) to service_role;
