-- People's data for managers with a code. Only the Edge Functions use it: a procedure for browsers that reads every
-- table would bypass every policy (docs/decisions/0025-people-and-retention.md).

create function private.manager_refusal(session_id_param uuid, manager_id_param uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when manager_id_param is not null then null
    when private.live_rep_id(session_id_param) is null then '{"outcome": "unauthenticated"}'::jsonb
    else '{"outcome": "forbidden"}'::jsonb
  end
$$;
comment on function private.manager_refusal(uuid, uuid) is
  'The reason why a session may not use Operations, {outcome: unauthenticated | forbidden}. Null if it has a manager. The caller reads that manager once, with private.live_manager_id(), and writes it to the trail: a session can end meanwhile.';
grant execute on function private.manager_refusal(uuid, uuid) to service_role;

create function public.read_people(
  session_id_param uuid, question_param jsonb, ip_address_param text default null, user_agent_param text default null
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  manager_id uuid := private.live_manager_id(session_id_param);
  refusal jsonb := private.manager_refusal(session_id_param, manager_id);
  person jsonb;
begin
  if refusal is not null then
    return refusal;
  end if;
  case question_param ->> 'action'
    when 'find' then
      return jsonb_build_object('outcome', 'found', 'people', coalesce((
        select jsonb_agg(to_jsonb(p) order by p.email) from public.find_people(question_param ->> 'search') p
      ), '[]'));
    when 'open' then
      person := private.apply_person_opening(
        manager_id, question_param ->> 'email', ip_address_param, user_agent_param
      );
      return case when person is null then jsonb_build_object('outcome', 'not_found')
        else jsonb_build_object('outcome', 'opened') || person end;
    when 'mentions' then
      return private.apply_mentions_reading(
        manager_id, question_param ->> 'email',
        (question_param ->> 'skipped')::integer, ip_address_param, user_agent_param
      );
    when 'retention' then
      return jsonb_build_object('outcome', 'told', 'retention', public.get_retention());
    else
      raise exception 'unknown action' using errcode = 'invalid_parameter_value';
  end case;
end
$$;
comment on function public.read_people(uuid, jsonb, text, text) is
  'Answers a manager with a code: {action: find, search} with {outcome: found, people}, {action: open, email} with {outcome: opened, person, mentions, now} or {outcome: not_found}, {action: mentions, email, skipped} with {outcome: mentioned, mentions}, {action: retention} with {outcome: told, retention}. Everyone else gets {outcome: unauthenticated | forbidden}. Each list of a person holds the newest 50 entries. The trail records who opened whom, once an hour.';
grant execute on function public.read_people(uuid, jsonb, text, text) to service_role;

create function public.change_person(
  session_id_param uuid, change_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  refusal jsonb;
  manager_id uuid;
  email text := change_param ->> 'email';
  correction jsonb := change_param -> 'correction';
  person jsonb;
begin
  -- If the caller is losing the manager role at this moment, this waits for that change and then decides.
  if change_param ->> 'action' = 'erase' then
    -- Two managers who erase each other would wait for each other if each held themselves first.
    perform private.begin_erasure(email);
  else
    perform private.hold_manager(session_id_param);
  end if;
  manager_id := private.live_manager_id(session_id_param);
  refusal := private.manager_refusal(session_id_param, manager_id);
  if refusal is not null then
    return refusal;
  end if;
  case change_param ->> 'action'
    when 'export' then
      person := private.apply_person_export(manager_id, email, ip_address_param, user_agent_param);
      if person is null then
        return jsonb_build_object('outcome', 'not_found');
      end if;
      return jsonb_build_object('outcome', 'exported', 'person', person);
    when 'correct' then
      return private.apply_person_correction(
        manager_id, correction, correction -> 'before', correction -> 'after', ip_address_param, user_agent_param
      );
    when 'withdraw_consent' then
      return jsonb_build_object('outcome', 'withdrawn', 'requests', private.apply_consent_withdrawal(
        manager_id, email, ip_address_param, user_agent_param
      ));
    when 'erase' then
      return private.apply_person_erasure(
        manager_id, email, (change_param ->> 'takesNames')::boolean, (change_param ->> 'erasureId')::uuid,
        ip_address_param, user_agent_param
      );
    else
      raise exception 'unknown action' using errcode = 'invalid_parameter_value';
  end case;
end
$$;
comment on function public.change_person(uuid, jsonb, text, text) is
  'Runs change.action for a manager with a code: export, correct, withdraw_consent or erase. The procedures private.apply_person_… describe their inputs and answers. Everyone else gets {outcome: unauthenticated | forbidden}.';
grant execute on function public.change_person(uuid, jsonb, text, text) to service_role;
