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

create function private.note_week_mails(zone_param text) returns void
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
comment on function private.note_week_mails(text) is
  'Notes the mails about the last past week that are due, one for each enabled representative who wants it. Repeating it, also at the same time, adds none.';
grant execute on function private.note_week_mails(text) to service_role;

create function private.week_figures(week date) returns jsonb
language sql stable set search_path = ''
as $$
  with days as (
    select week::timestamp at time zone 'UTC' as from_at, (week + 7)::timestamp at time zone 'UTC' as before_at
  ),
  ranked as materialized (
    select p.period, r.*
    from (
      values ('week', week, week + 6), ('before', week - 7, week - 1),
        ('month', date_trunc('month', (week + 6)::timestamp)::date, week + 6)
    ) p (period, day_from, day_to)
    cross join lateral jsonb_to_recordset(private.sales_ranking(
      jsonb_populate_record(null::private.sales_filter, jsonb_build_object(
        'everyone', true, 'cancelled', array[false], 'day_from', p.day_from, 'day_to', p.day_to,
        'pending_since', private.pending_since()
      )),
      case p.period when 'month' then p.day_from end
    )) as r (
      "repId" uuid, name text, "salesCount" bigint, "salesCents" bigint, "netCommissionCents" bigint,
      "openedCount" bigint, "targetCents" bigint
    )
  ),
  received as materialized (
    select s.assigned_to, count(*) as count
    from days d join public.contact_submissions s on s.created_at >= d.from_at and s.created_at < d.before_at
    where s.quarantined_at is null and s.status <> 'spam'
    group by 1
  )
  select jsonb_build_object(
    'reps', (
      select jsonb_object_agg(w."repId", jsonb_build_object(
        'newRequests', coalesce((select n.count from received n where n.assigned_to = w."repId"), 0),
        'openRequests', private.open_requests(w."repId"),
        'openedCount', w."openedCount",
        'linksEnding', (
          select count(*) from public.qualified_leads l
          where l.qualified_by = w."repId" and l.revoked_at is null and l.is_active and l.token_expires_at > now()
            and l.token_expires_at < (week + 14)::timestamp at time zone 'UTC'
        ),
        'salesCount', w."salesCount", 'salesCents', w."salesCents", 'commissionCents', w."netCommissionCents",
        'monthCents', m."salesCents", 'targetCents', m."targetCents"
      ))
      from ranked w join ranked m on m."repId" = w."repId" and m.period = 'month'
      where w.period = 'week'
    ),
    'team', (
      select jsonb_build_object(
        'newRequests', (select coalesce(sum(n.count), 0) from received n),
        'unanswered', private.todays_requests(),
        'answeredCount', a.count, 'firstAnswerSeconds', a.seconds,
        'salesCents', (select coalesce(sum(w."salesCents"), 0) from ranked w where w.period = 'week'),
        'beforeCents', (select coalesce(sum(w."salesCents"), 0) from ranked w where w.period = 'before'),
        'best', (
          select coalesce(jsonb_agg(jsonb_build_object('name', b.name, 'salesCents', b."salesCents")
            order by b."salesCents" desc, b.name), '[]')
          from (
            select w.name, w."salesCents" from ranked w where w.period = 'week' and w."salesCents" > 0
            order by w."salesCents" desc, w.name limit 3
          ) b
        ),
        'statementsToApprove', (
          select count(*) from private.first_open_months(null) f
          where f.month < date_trunc('month', private.utc_today()::timestamp)
        ),
        'statementsToPay', (select count(*) from private.statements t where t.paid_at is null),
        'openQuestions', (select count(*) from private.statement_questions q where q.answer is null),
        'failedMails', (
          select coalesce(sum(f.count), 0) from private.failed_mails f where f.day between week and week + 6
        )
      )
      from (
        select count(*) as count,
          round(percentile_cont(0.5) within group (order by extract(epoch from s.first_answered_at - s.created_at)))
            as seconds
        from days d join public.contact_submissions s
          on s.first_answered_at >= d.from_at and s.first_answered_at < d.before_at
        where s.quarantined_at is null
      ) a
    )
  )
$$;
comment on function private.week_figures(date) is
  'Figures of a week, given by its first day, Monday in UTC: {reps: {<id>: {newRequests, openRequests, openedCount, linksEnding, salesCount, salesCents, commissionCents, monthCents, targetCents}}, team: {newRequests, unanswered, answeredCount, firstAnswerSeconds, salesCents, beforeCents, best, statementsToApprove, statementsToPay, openQuestions, failedMails}}. Sales are those of private.sales_ranking that are not cancelled. month: of the week''s last day, up to it. beforeCents: of the week before. best: the first 3, {name, salesCents}. linksEnding: that end from now to the end of the next week. What waits is of now. firstAnswerSeconds: the median of the requests that were first answered in the week. Null for none. US cents.';
grant execute on function private.week_figures(date) to service_role;
