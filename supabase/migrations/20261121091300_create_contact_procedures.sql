-- Purpose:  Saving a contact request once, and mailing the team about it once; for the Edge Functions only.
-- Reversal: drop function public.finish_contact_notification(uuid, boolean),
--           public.claim_contact_notification(uuid, integer), public.save_contact_submission(jsonb);

create function public.save_contact_submission(submission_param jsonb) returns boolean
language sql set search_path = ''
as $$
  with saved as (
    insert into public.contact_submissions (
      id, first_name, last_name, email, company, phone, message, project_type, job_title, job_role, source, tier,
      consent_version, consent_text, consented_at, utm, referrer, quarantined_at
    )
    select
      s.id, s.first_name, s.last_name, s.email, s.company, s.phone, s.message, s.project_type, s.job_title,
      s.job_role, s.source, s.tier, s.consent_version, s.consent_text,
      case when s.consent_version is not null then now() end,
      s.utm, s.referrer, case when s.is_quarantined then now() end
    from jsonb_to_record(submission_param) as s (
      id uuid, first_name text, last_name text, email text, company text, phone text, message text,
      project_type text, job_title text, job_role text, source text, tier text, consent_version text,
      consent_text text, utm jsonb, referrer text, is_quarantined boolean
    )
    on conflict (id) do nothing
    returning 1
  )
  select exists (select from saved)
$$;
comment on function public.save_contact_submission(jsonb) is
  'Saves a contact request; false when one with its id is there already, which is left as it is.';

create function public.claim_contact_notification(submission_id_param uuid, lease_seconds_param integer)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  submission public.contact_submissions;
begin
  update public.contact_submissions s set notification_claimed_at = now()
  where s.id = submission_id_param
    and s.quarantined_at is null
    and s.notified_at is null
    and (s.notification_claimed_at is null
      or s.notification_claimed_at <= now() - make_interval(secs => lease_seconds_param))
  returning * into submission;
  if found then
    return jsonb_build_object(
      'state', 'claimed',
      'submission', to_jsonb(submission) - 'quarantined_at' - 'notification_claimed_at' - 'notified_at'
    );
  end if;

  select * into submission from public.contact_submissions s where s.id = submission_id_param;
  return jsonb_build_object('state', case
    when not found then 'missing'
    when submission.quarantined_at is not null then 'quarantined'
    when submission.notified_at is not null then 'sent'
    else 'busy'
  end);
end
$$;
comment on function public.claim_contact_notification(uuid, integer) is
  'Lets exactly one sender mail about a request: {state: claimed | sent | busy | quarantined | missing, submission}. A claim lapses after the lease, in seconds.';

create function public.finish_contact_notification(submission_id_param uuid, is_sent_param boolean) returns void
language sql set search_path = ''
as $$
  update public.contact_submissions
  set notified_at = case when is_sent_param then now() end, notification_claimed_at = null
  where id = submission_id_param and notified_at is null
$$;
comment on function public.finish_contact_notification(uuid, boolean) is
  'Records that the mail was accepted, or gives the claim back so that it can be tried again.';

revoke all on function public.save_contact_submission(jsonb) from public, anon, authenticated, service_role;
revoke all on function public.claim_contact_notification(uuid, integer) from public, anon, authenticated, service_role;
revoke all on function public.finish_contact_notification(uuid, boolean) from public, anon, authenticated, service_role;
grant execute on function public.save_contact_submission(jsonb) to service_role;
grant execute on function public.claim_contact_notification(uuid, integer) to service_role;
grant execute on function public.finish_contact_notification(uuid, boolean) to service_role;
