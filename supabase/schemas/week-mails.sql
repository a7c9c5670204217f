-- The mail on Monday: what happened in the week before. Representatives turn it on. That of a manager also has the team.

create function private.week_mail_due(moment timestamptz, zone text) returns timestamptz
language sql stable set search_path = ''
as $$
  select greatest((m.monday + interval '6 hours') at time zone zone, m.monday at time zone 'UTC')
  from (
    select least(
      date_trunc('week', moment at time zone zone - interval '6 hours'), date_trunc('week', moment at time zone 'UTC')
    ) as monday
  ) m
$$;
comment on function private.week_mail_due(timestamptz, text) is
  'When the mails about the last past week became due: on Monday at 6:00 in the zone, by its IANA name. Never before the week has ended in UTC.';
grant execute on function private.week_mail_due(timestamptz, text) to service_role;

create function public.note_week_mails(zone_param text) returns void
language sql set search_path = ''
as $$
  with due as (
    select r.id, private.week_mail_due(now(), zone_param) at time zone zone_param as since
    from public.sales_representatives r
    where r.disabled_at is null and r.week_mail_noted_at < private.week_mail_due(now(), zone_param)
    for no key update skip locked
  ),
  noted as (
    update public.sales_representatives r set week_mail_noted_at = now() from due where r.id = due.id
    returning r.id, date_trunc('week', due.since)::date - 7 as week
  )
  insert into private.work_mails (sales_rep_id, customer_count, request_ids, week)
  select n.id, 0, '{}', n.week from noted n
$$;
comment on function public.note_week_mails(text) is
  'Notes the mails about the last past week that are due, one for each enabled representative who wants it. zone: see private.week_mail_due. Repeating it, also at the same time, adds none.';
grant execute on function public.note_week_mails(text) to service_role;

create function public.get_week_figures(work_mail_id_param uuid) returns jsonb
language sql stable set search_path = ''
as $$
  with asked as (
    select w.week, w.week::timestamp at time zone 'UTC' as from_at,
      (w.week + 7)::timestamp at time zone 'UTC' as before_at, r.id as rep_id, r.is_manager
    from private.work_mails w join public.sales_representatives r on r.id = w.sales_rep_id
    where w.id = work_mail_id_param
  ),
  ranked as materialized (
    select p.period, r.*
    from asked a
    cross join lateral (
      values ('week', a.is_manager, a.week, a.week + 6),
        ('month', false, date_trunc('month', (a.week + 6)::timestamp)::date, a.week + 6)
      union all
      select 'before', true, a.week - 7, a.week - 1 where a.is_manager
    ) p (period, everyone, day_from, day_to)
    cross join lateral rows from (jsonb_to_recordset(private.sales_ranking(
      jsonb_populate_record(null::private.sales_filter, jsonb_build_object(
        'sales_rep_id', a.rep_id, 'everyone', p.everyone, 'cancelled', array[false], 'day_from', p.day_from,
        'day_to', p.day_to, 'pending_since', private.pending_since()
      )),
      case p.period when 'month' then p.day_from end
    )) as (
      "repId" uuid, name text, "salesCount" bigint, "salesCents" bigint, "netCommissionCents" bigint,
      "openedCount" bigint, "targetCents" bigint
    )) with ordinality as r (
      rep_id, name, sales_count, sales_cents, commission_cents, opened_count, target_cents, place
    )
  ),
  received as materialized (
    select s.assigned_to, count(*) as count
    from asked a join public.contact_submissions s on s.created_at >= a.from_at and s.created_at < a.before_at
    where s.quarantined_at is null and s.status <> 'spam' and (a.is_manager or s.assigned_to = a.rep_id)
    group by 1
  )
  select jsonb_build_object(
    'from', a.week, 'to', a.week + 6,
    'own', (
      select jsonb_build_object(
        'newRequests', coalesce((select n.count from received n where n.assigned_to = a.rep_id), 0),
        'openRequests', private.open_requests(a.rep_id),
        'openedCount', w.opened_count,
        'linksEnding', (
          select count(*) from public.qualified_leads l
          where l.qualified_by = a.rep_id and l.revoked_at is null and l.is_active and l.token_expires_at > now()
            and l.token_expires_at < (a.week + 14)::timestamp at time zone 'UTC'
        ),
        'salesCount', w.sales_count, 'salesCents', w.sales_cents, 'commissionCents', w.commission_cents,
        'monthCents', m.sales_cents, 'targetCents', m.target_cents
      )
      from ranked w join ranked m on m.period = 'month'
      where w.period = 'week' and w.rep_id = a.rep_id
    ),
    'team', case when a.is_manager then (
      select jsonb_build_object(
        'newRequests', (select coalesce(sum(n.count), 0) from received n),
        'unanswered', private.todays_requests(),
        'answeredCount', f.count, 'firstAnswerSeconds', f.seconds,
        'salesCents', (select coalesce(sum(w.sales_cents), 0) from ranked w where w.period = 'week'),
        'beforeCents', (select coalesce(sum(w.sales_cents), 0) from ranked w where w.period = 'before'),
        'best', (
          select coalesce(
            jsonb_agg(jsonb_build_object('name', w.name, 'salesCents', w.sales_cents) order by w.place), '[]'
          )
          from ranked w where w.period = 'week' and w.place <= 3 and w.sales_cents > 0
        ),
        'statementsToApprove', (
          select count(*) from private.first_open_months(null) o
          where o.month < date_trunc('month', private.utc_today()::timestamp)
        ),
        'statementsToPay', (select count(*) from private.statements t where t.paid_at is null),
        'openQuestions', (select count(*) from private.statement_questions q where q.answer is null),
        'failedMails', (
          select coalesce(sum(d.count), 0) from private.failed_mails d where d.day between a.week and a.week + 6
        )
      )
      from (
        select count(*) as count,
          round(percentile_cont(0.5) within group (order by extract(epoch from s.first_answered_at - s.created_at)))
            as seconds
        from public.contact_submissions s
        where s.first_answered_at >= a.from_at and s.first_answered_at < a.before_at and s.quarantined_at is null
      ) f
    ) end
  )
  from asked a
$$;
comment on function public.get_week_figures(uuid) is
  'Figures of the week of a mail, a row of private.work_mails: {from, to, own, team}. from, to: Monday and Sunday, UTC. own, of the mail''s representative: {newRequests, openRequests, openedCount, linksEnding, salesCount, salesCents, commissionCents, monthCents, targetCents}. team, null for who is no manager: {newRequests, unanswered, answeredCount, firstAnswerSeconds, salesCents, beforeCents, best, statementsToApprove, statementsToPay, openQuestions, failedMails}. Sales are those of private.sales_ranking that are not cancelled. month: of the week''s last day, up to it. beforeCents: of the week before. best: the first 3, {name, salesCents}. linksEnding: that end from now to the end of the next week. What waits is of now. firstAnswerSeconds: the median of the requests that were first answered in the week. Null for none. US cents.';
grant execute on function public.get_week_figures(uuid) to service_role;
