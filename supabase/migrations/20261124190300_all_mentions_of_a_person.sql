-- Purpose:  all mentions of a person are counted, and can be read in parts.

set local check_function_bodies = off;

drop function private.mentions_of(text, integer);

create function private.mentions_of(email_param text, most_param integer, skipped_param integer default 0) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  address text := private.address_pattern(email_param);
  full_name text := private.name_pattern(email_param);
begin
  return (
    with found as (
      select t.kind, t.id, t.owner_email, t.field, t.content,
        t.content ~* address as has_address,
        -- Texts of a person with the same name are about that person, so they are skipped.
        coalesce(t.is_prose and t.content ~* full_name and t.owner_name !~* full_name, false) as has_name
      from private.texts_of_others(email_param) t
      where t.content ~* address or (t.is_prose and t.content ~* full_name and t.owner_name !~* full_name)
    )
    select jsonb_build_object(
      'count', count(*),
      'by_name_count', count(*) filter (where f.has_name and not f.has_address),
      'name_count', count(*) filter (where f.has_name),
      'texts', coalesce((
        select jsonb_agg(jsonb_build_object(
          'kind', l.kind, 'id', l.id, 'owner_email', l.owner_email, 'field', l.field, 'text', left(l.content, 300),
          'has_address', l.has_address, 'has_name', l.has_name
        ) order by l.owner_email, l.id, l.field)
        from (
          select * from found order by owner_email, id, field offset skipped_param limit most_param
        ) l
      ), '[]')
    )
    from found f
  );
end
$$;
comment on function private.mentions_of(text, integer, integer) is
  'Texts of other people that contain an address in lower case or its full names: {count, by_name_count, name_count, texts: [{kind, id, owner_email, field, text, has_address, has_name}]}. The counts are of all texts. The second argument limits the listed ones, each cut to 300 characters; the third skips the first ones. by_name_count: texts with the name only. name_count: with the name.';
revoke all on function private.mentions_of(text, integer, integer) from public, anon, authenticated, service_role;
grant execute on function private.mentions_of(text, integer, integer) to service_role;

create or replace function private.apply_mentions_reading(
  manager_id_param uuid, email_param text, skipped_param integer, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  person_email text := private.person_email(email_param);
  person jsonb := private.known_person(person_email, 1);
begin
  if person is null then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  perform private.note_person_read('person_opened', manager_id_param, person, ip_address_param, user_agent_param);
  return jsonb_build_object('outcome', 'mentioned', 'mentions', private.mentions_of(person_email, 200, skipped_param));
end
$$;
comment on function private.apply_mentions_reading(uuid, text, integer, text, text) is
  'Further texts of other people that mention an address: {outcome: mentioned, mentions}, see private.mentions_of, at most 200 after the skipped ones; or {outcome: not_found}. The trail records it as an opening. The first argument is the manager.';
revoke all on function private.apply_mentions_reading(uuid, text, integer, text, text)
  from public, anon, authenticated, service_role;
grant execute on function private.apply_mentions_reading(uuid, text, integer, text, text) to service_role;

create or replace function public.read_people(
  session_id_param uuid, question_param jsonb, ip_address_param text default null, user_agent_param text default null
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  refusal jsonb := private.manager_refusal(session_id_param);
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
        private.live_manager_id(session_id_param), question_param ->> 'email', ip_address_param, user_agent_param
      );
      return case when person is null then jsonb_build_object('outcome', 'not_found')
        else jsonb_build_object('outcome', 'opened') || person end;
    when 'mentions' then
      return private.apply_mentions_reading(
        private.live_manager_id(session_id_param), question_param ->> 'email',
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
revoke all on function public.read_people(uuid, jsonb, text, text) from public, anon, authenticated, service_role;
grant execute on function public.read_people(uuid, jsonb, text, text) to service_role;
