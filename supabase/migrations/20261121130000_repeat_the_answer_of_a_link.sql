-- Purpose:  A representative whose connection broke while a link was made asks again and gets the same link: no second
--           code for the customer to read out.
-- Reversal: replace public.check_verification_code(uuid, uuid, text, text, text, text) as it was.

create or replace function public.check_verification_code(
  session_id_param uuid, verification_id_param uuid, code_hash_param text, token_hash_param text,
  ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid := private.live_rep_id(session_id_param);
  code private.verification_codes;
  lead public.qualified_leads;
begin
  if rep_id is null then
    return jsonb_build_object('outcome', 'unauthenticated');
  end if;

  -- Counts and decides at once: however many ask in parallel, five are compared, and one of them can be right.
  update private.verification_codes v
  set attempts = v.attempts + 1, used_at = case when v.code_hash = code_hash_param then now() end
  where v.id = verification_id_param and v.sales_rep_id = rep_id
    and v.used_at is null and v.voided_at is null and v.expires_at > now() and v.attempts < 5
  returning * into code;
  if code.used_at is null then
    -- The same request once more: its answer was lost. Nobody else can make its token, and it is given out again only
    -- for as long as the code would have lasted.
    select l.* into lead
    from private.verification_codes v
    join public.qualified_leads l on l.email = v.email and l.qualified_by = v.sales_rep_id
    where v.id = verification_id_param and v.sales_rep_id = rep_id and v.code_hash = code_hash_param
      and v.expires_at > now()
      and l.access_token_hash = token_hash_param and l.is_active and l.revoked_at is null;
    if found then
      return jsonb_build_object('outcome', 'issued', 'lead_id', lead.id, 'expires_at', lead.token_expires_at);
    end if;
    perform private.write_audit(
      'code_failed', rep_id, (select l.id from public.qualified_leads l where l.email = code.email),
      ip_address_param, user_agent_param,
      jsonb_build_object('verificationId', verification_id_param, 'wasCompared', code.id is not null)
    );
    return jsonb_build_object('outcome', 'refused');
  end if;

  insert into public.qualified_leads as l (
    email, name, company, qualified_by, access_token_hash, token_expires_at
  )
  values (code.email, code.name, code.company, rep_id, token_hash_param, now() + interval '48 hours')
  on conflict (email) do update set
    name = coalesce(nullif(excluded.name, ''), l.name),
    company = coalesce(nullif(excluded.company, ''), l.company),
    access_token_hash = excluded.access_token_hash,
    token_expires_at = excluded.token_expires_at,
    has_accessed = false, accessed_at = null, is_active = true, revoked_at = null
  where l.qualified_by = excluded.qualified_by
  returning * into lead;
  if lead.id is null then
    return jsonb_build_object('outcome', 'forbidden');
  end if;

  -- The link before is void now, and with it whoever came in by it.
  update public.customer_sessions set ended_at = now(), end_reason = 'replaced'
  where qualified_lead_id = lead.id and ended_at is null;
  perform private.write_audit(
    'link_issued', rep_id, lead.id, ip_address_param, user_agent_param,
    jsonb_build_object('verificationId', code.id, 'expiresAt', lead.token_expires_at)
  );
  return jsonb_build_object('outcome', 'issued', 'lead_id', lead.id, 'expires_at', lead.token_expires_at);
end
$$;
comment on function public.check_verification_code(uuid, uuid, text, text, text, text) is
  'Spends a right code for a link of 48 hours: {outcome: issued, lead_id, expires_at} or {outcome: unauthenticated | refused | forbidden}. refused says not whether the code was wrong, used, voided, expired, tried five times or another''s; forbidden: another representative''s customer, who stays as they are. The request that spent the code may be repeated, with the same token, while the code would have lasted: the same answer, and no second line in the trail.';
