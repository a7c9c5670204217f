-- Purpose:  What operators do to representatives and customers, each in one statement; for the ops command only.
-- Reversal: drop function public.revoke_customer_access(uuid), public.disable_rep(uuid),
--           public.rotate_rep_credential(uuid, text), public.add_rep(text, text, text);

create function public.add_rep(name_param text, email_param text, credential_hash_param text)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid;
begin
  insert into public.sales_representatives (name, email) values (name_param, lower(email_param))
  on conflict (email) do nothing
  returning id into rep_id;
  if rep_id is null then
    return jsonb_build_object('outcome', 'exists');
  end if;
  insert into private.sales_rep_credentials (sales_rep_id, credential_hash, label)
  values (rep_id, credential_hash_param, 'issued by an operator');
  return jsonb_build_object('outcome', 'added', 'id', rep_id);
end
$$;
comment on function public.add_rep(text, text, text) is
  'Adds a representative with the hash of a first sales ID: {outcome: added, id} or {outcome: exists}.';

create function public.rotate_rep_credential(sales_rep_id_param uuid, credential_hash_param text)
returns integer
language plpgsql set search_path = ''
as $$
begin
  update private.sales_rep_credentials set revoked_at = now()
  where sales_rep_id = sales_rep_id_param and revoked_at is null;
  insert into private.sales_rep_credentials (sales_rep_id, credential_hash, label)
  values (sales_rep_id_param, credential_hash_param, 'issued by an operator');
  return public.end_rep_sessions(sales_rep_id_param);
end
$$;
comment on function public.rotate_rep_credential(uuid, text) is
  'Replaces every sales ID of a representative by one new one and ends their sessions; says how many were live.';

create function public.disable_rep(sales_rep_id_param uuid)
returns integer
language plpgsql set search_path = ''
as $$
begin
  update public.sales_representatives set disabled_at = now()
  where id = sales_rep_id_param and disabled_at is null;
  return public.end_rep_sessions(sales_rep_id_param);
end
$$;
comment on function public.disable_rep(uuid) is
  'Lets a representative sign in no more and ends their sessions; says how many were live. Again: harmless.';

create function public.revoke_customer_access(lead_id_param uuid)
returns boolean
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid;
begin
  update public.qualified_leads set revoked_at = now(), is_active = false
  where id = lead_id_param and revoked_at is null
  returning qualified_by into rep_id;
  if not found then
    return false;
  end if;
  update public.customer_sessions set ended_at = now(), end_reason = 'revoked'
  where qualified_lead_id = lead_id_param and ended_at is null;
  perform private.write_audit(
    'link_revoked', rep_id, lead_id_param, null, null, jsonb_build_object('by', 'operator')
  );
  return true;
end
$$;
comment on function public.revoke_customer_access(uuid) is
  'Takes a customer''s access back at once, whoever qualified them; false when there was none to take.';

revoke all on function public.add_rep(text, text, text) from public, anon, authenticated, service_role;
revoke all on function public.rotate_rep_credential(uuid, text) from public, anon, authenticated, service_role;
revoke all on function public.disable_rep(uuid) from public, anon, authenticated, service_role;
revoke all on function public.revoke_customer_access(uuid) from public, anon, authenticated, service_role;
grant execute on function public.add_rep(text, text, text) to service_role;
grant execute on function public.rotate_rep_credential(uuid, text) to service_role;
grant execute on function public.disable_rep(uuid) to service_role;
grant execute on function public.revoke_customer_access(uuid) to service_role;
