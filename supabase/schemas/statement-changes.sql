-- What managers do with statements: approve, mark as paid, answer. And what a representative asks about a line.

create function private.approve_statements(
  rep_id_param uuid, month_param date, expected_param jsonb, manager_id_param uuid, ip_address_param text,
  user_agent_param text
)
returns text
language plpgsql set search_path = ''
as $$
declare
  since date := ((expected_param ->> 'since') || '-01')::date;
  first_open date := (select f.month from private.first_open_months(array[rep_id_param]) f);
  asked date;
  stored private.statements;
  pay_cents bigint;
  all_pay_cents bigint := 0;
begin
  if first_open > month_param or first_open is null then
    -- If the caller repeats a request because its answer was lost, it gets the same answer.
    return case when exists (
      select from private.statements s
      where s.sales_rep_id = rep_id_param and s.month = since and s.approved_by = manager_id_param
    ) then 'saved' else 'conflict' end;
  end if;
  if first_open <> since then
    return 'conflict';
  end if;
  for asked in select m::date from generate_series(since::timestamp, month_param::timestamp, interval '1 month') m loop
    -- One statement of SQL: what an import commits meanwhile is seen by all of its parts or by none.
    with entries as materialized (
      select e.id, e.kind from private.month_entries(asked, array[rep_id_param]) e where e.kind <> 'pending'
    ),
    approved as (
      insert into private.statements (
        sales_rep_id, month, earned_cents, final_cents, clawed_back_cents, correction_cents, carried_cents, approved_by
      )
      select d.sales_rep_id, asked, d.earned_cents, d.final_cents, d.clawed_back_cents, d.correction_cents,
        d.carried_cents, manager_id_param
      from private.statement_drafts(array[asked], array[rep_id_param]) d
      returning *
    ),
    taken as (
      update private.commission_entries e set statement_id = a.id, kind = t.kind
      from entries t, approved a where e.id = t.id
    )
    select a.* into stored from approved a;
    continue when stored.id is null;
    pay_cents := stored.final_cents + stored.clawed_back_cents + stored.correction_cents;
    all_pay_cents := all_pay_cents + pay_cents;
    perform private.write_staff_audit(
      manager_id_param, 'statement_approved', rep_id_param, null, ip_address_param, user_agent_param,
      jsonb_build_object('month', to_char(asked, 'YYYY-MM'), 'payCents', pay_cents)
    );
  end loop;
  -- An import may have added entries meanwhile. Then nothing of this is kept.
  if all_pay_cents <> (expected_param ->> 'payCents')::bigint
    or coalesce(stored.carried_cents, 0) <> (expected_param ->> 'carriedCents')::bigint then
    raise sqlstate 'CV003';
  end if;
  return 'saved';
exception when sqlstate 'CV003' then
  return 'conflict';
end
$$;
comment on function private.approve_statements(uuid, date, jsonb, uuid, text, text) is
  'Approves the open months of a representative up to one that is over, each as a statement. Lock the representative before the call. expected: {since, payCents, carriedCents} that the manager saw: the first of the months, to pay for all, and carried over from the last. saved, or conflict: another manager approved some, or the sums changed. Then nothing is approved.';
grant execute on function private.approve_statements(uuid, date, jsonb, uuid, text, text) to service_role;

create function private.pay_statement(
  rep_id_param uuid, month_param date, manager_id_param uuid, ip_address_param text, user_agent_param text
)
returns text
language plpgsql set search_path = ''
as $$
declare
  stored private.statements;
begin
  select s.* into stored from private.statements s
  where s.sales_rep_id = rep_id_param and s.month = month_param for no key update;
  if not found then
    return 'conflict';
  end if;
  if stored.paid_at is not null then
    return case when stored.paid_by = manager_id_param then 'saved' else 'conflict' end;
  end if;
  update private.statements s set paid_at = now(), paid_by = manager_id_param where s.id = stored.id;
  perform private.write_staff_audit(
    manager_id_param, 'statement_paid', rep_id_param, null, ip_address_param, user_agent_param,
    jsonb_build_object(
      'month', to_char(month_param, 'YYYY-MM'),
      'payCents', stored.final_cents + stored.clawed_back_cents + stored.correction_cents
    )
  );
  return 'saved';
end
$$;
comment on function private.pay_statement(uuid, date, uuid, text, text) is
  'Notes that an approved statement was paid: saved, or conflict (it is a draft, or another manager noted it).';
grant execute on function private.pay_statement(uuid, date, uuid, text, text) to service_role;

create function private.stated_sale(rep_id_param uuid, month_param date, sale_id_param uuid) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  found_id uuid := (
    select s.id from private.statements s
    where s.sales_rep_id = rep_id_param and s.month = month_param and exists (
      select from private.commission_entries e where e.sale_id = sale_id_param and e.statement_id = s.id
    )
  );
begin
  if found_id is null then
    raise sqlstate 'PT404' using message = 'No such line of a statement.';
  end if;
  return found_id;
end
$$;
comment on function private.stated_sale(uuid, date, uuid) is
  'The statement of a representative and month that has a sale. Any other is not found (404).';
grant execute on function private.stated_sale(uuid, date, uuid) to service_role;

create function private.mail_question(statement_id_param uuid, by_rep_id_param uuid) returns void
language sql set search_path = ''
as $$
  select private.note_work(r.id, by_rep_id_param, 0, '{}', s.id)
  from private.statements s
  join public.sales_representatives r on case
    when s.sales_rep_id <> by_rep_id_param then r.id = s.sales_rep_id
    else r.is_manager and r.disabled_at is null and (
      r.id = s.approved_by or not exists (
        select from public.sales_representatives a
        where a.id = s.approved_by and a.id <> by_rep_id_param and a.is_manager and a.disabled_at is null
      )
    )
  end
  where s.id = statement_id_param
$$;
comment on function private.mail_question(uuid, uuid) is
  'Notes a mail to the other side of a question about a statement. A question goes to the manager who approved it, or to all managers if that one no longer is. An answer goes to the representative.';
grant execute on function private.mail_question(uuid, uuid) to service_role;

create function private.answer_question(
  rep_id_param uuid, month_param date, request_param jsonb, manager_id_param uuid, ip_address_param text,
  user_agent_param text
)
returns text
language plpgsql set search_path = ''
as $$
declare
  asked_sale_id uuid := (request_param ->> 'saleId')::uuid;
  stated_id uuid := private.stated_sale(rep_id_param, month_param, asked_sale_id);
begin
  update private.statement_questions q
  set answer = request_param ->> 'answer', answered_at = now(), answered_by = manager_id_param
  where q.statement_id = stated_id and q.sale_id = asked_sale_id and q.answer is null;
  if not found then
    return case when exists (
      select from private.statement_questions q
      where q.statement_id = stated_id and q.sale_id = asked_sale_id and q.answer = request_param ->> 'answer'
    ) then 'saved' else 'conflict' end;
  end if;
  perform private.write_staff_audit(
    manager_id_param, 'statement_answered', rep_id_param, null, ip_address_param, user_agent_param,
    jsonb_build_object('month', to_char(month_param, 'YYYY-MM'), 'saleId', asked_sale_id)
  );
  perform private.mail_question(stated_id, manager_id_param);
  return 'saved';
end
$$;
comment on function private.answer_question(uuid, date, jsonb, uuid, text, text) is
  'Answers the question about a sale on a statement, once: saved, or conflict (it has another answer, or no question).';
grant execute on function private.answer_question(uuid, date, jsonb, uuid, text, text) to service_role;

create function public.change_statements(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  action text := request_param ->> 'action';
  asked date := ((request_param ->> 'month') || '-01')::date;
  chosen jsonb := request_param -> 'statements';
  manager_id uuid;
begin
  -- Who may not do this keeps no one waiting.
  perform private.require_manager(session_id_param);
  perform private.lock_reps(array(select (s ->> 'repId')::uuid from jsonb_array_elements(chosen) as s));
  -- Checked again after the lock: a manager who has just lost the role can change nothing more.
  manager_id := private.require_manager(session_id_param);
  if action = 'approve' and asked + interval '1 month' > private.utc_today() then
    raise sqlstate 'PT400' using message = 'This month is not over yet', detail = 'month';
  end if;
  return jsonb_build_object('answers', (
    select jsonb_agg(jsonb_build_object(
      'repId', c.rep_id,
      'outcome', case
        when action <> 'answer' and c.rep_id = manager_id and private.has_other_manager(manager_id) then 'own'
        when action = 'approve' then private.approve_statements(
          c.rep_id, asked, c.expected, manager_id, ip_address_param, user_agent_param
        )
        when action = 'pay' then private.pay_statement(c.rep_id, asked, manager_id, ip_address_param, user_agent_param)
        else private.answer_question(c.rep_id, asked, c.expected, manager_id, ip_address_param, user_agent_param)
      end
    ))
    from (
      select (e ->> 'repId')::uuid as rep_id, e as expected from jsonb_array_elements(chosen) as e order by 1
    ) c
  ));
end
$$;
comment on function public.change_statements(uuid, jsonb, text, text) is
  'What a manager''s session does with statements of a month: {action: approve, month, statements: [{repId, since, payCents, carriedCents}]}, {action: pay, month, statements: [{repId}]} or {action: answer, month, statements: [{repId, saleId, answer}]}. Each by itself: {answers: [{repId, outcome: saved | conflict | own}]}. Only saved changes anything. own: another manager approves and pays the caller''s own. See private.approve_statements, private.pay_statement and private.answer_question. Refused (400): to approve a month that is not over, in UTC. A repeated call gets the same answer. Each change is a line of the trail.';
grant execute on function public.change_statements(uuid, jsonb, text, text) to service_role;

create function public.question_statement(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  rep_id uuid := private.require_rep(session_id_param);
  asked date := ((request_param ->> 'month') || '-01')::date;
  asked_sale_id uuid := (request_param ->> 'saleId')::uuid;
  stated_id uuid := private.stated_sale(rep_id, asked, asked_sale_id);
  stored private.statement_questions;
begin
  insert into private.statement_questions (statement_id, sale_id, sales_rep_id, question)
  values (stated_id, asked_sale_id, rep_id, request_param ->> 'question')
  on conflict do nothing
  returning * into stored;
  if stored.statement_id is not null then
    perform private.write_audit(
      'statement_questioned', rep_id, null, ip_address_param, user_agent_param,
      jsonb_build_object('month', to_char(asked, 'YYYY-MM'), 'saleId', asked_sale_id)
    );
    perform private.mail_question(stated_id, rep_id);
  else
    select q.* into stored from private.statement_questions q
    where q.statement_id = stated_id and q.sale_id = asked_sale_id;
  end if;
  return jsonb_build_object(
    'outcome', case when stored.question = request_param ->> 'question' then 'saved' else 'conflict' end
  );
end
$$;
comment on function public.question_statement(uuid, jsonb, text, text) is
  'Keeps what a representative asks about a sale on an approved statement of theirs: {month, saleId, question}. {outcome: saved}, or {outcome: conflict} if they have asked something else about it. A repeated call gets the same answer. Any other line is not found (404).';
grant execute on function public.question_statement(uuid, jsonb, text, text) to service_role;
