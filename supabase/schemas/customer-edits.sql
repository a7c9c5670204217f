-- Changes that a representative makes to a customer: name, company and a private note.

create table private.customer_notes (
  qualified_lead_id uuid not null references public.qualified_leads (id) on delete cascade,
  sales_rep_id uuid not null references public.sales_representatives (id) on delete cascade,
  note text not null check (char_length(note) between 1 and 2000),
  updated_at timestamptz not null default now(),
  words text[] not null generated always as (private.words(note)) stored,
  primary key (qualified_lead_id, sales_rep_id)
);
comment on table private.customer_notes is
  'Private notes. Only the representative who wrote a note can read it. Customers and colleagues cannot.';
comment on column private.customer_notes.note is 'Plain text with line breaks, as typed.';
comment on column private.customer_notes.words is 'private.words of the note.';

create index customer_notes_sales_rep_id_idx on private.customer_notes (sales_rep_id);
create index customer_notes_words_idx on private.customer_notes using gin (words);

alter table private.customer_notes enable row level security;
grant select on private.customer_notes to api_reader;
grant select, insert, update, delete on private.customer_notes to service_role;

create policy customer_notes_select_author on private.customer_notes
  for select to api_reader using (sales_rep_id = (select private.current_rep_id()));
create function public.get_customer_note(lead_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  rep_id uuid := private.current_rep_id();
begin
  perform private.refuse_ended_session();
  if not exists (select from public.qualified_leads l where l.id = lead_id and l.qualified_by = rep_id) then
    raise sqlstate 'PT404' using message = 'unknown customer';
  end if;
  return (
    select jsonb_build_object('note', coalesce(max(n.note), ''), 'updatedAt', max(n.updated_at))
    from private.customer_notes n
    where n.qualified_lead_id = lead_id and n.sales_rep_id = rep_id
  );
end
$$;
comment on function public.get_customer_note(uuid) is
  'The caller''s private note on a customer whom they qualified: {note, updatedAt}, with an empty note and null if no note exists. Any other id is not found (404).';
grant execute on function public.get_customer_note(uuid) to authenticated;
alter function public.get_customer_note(uuid) owner to api_reader;

create function public.edit_customer(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  -- The lock serializes simultaneous edits. The second compares with the values that the first wrote.
  customer public.qualified_leads := private.own_customer(session_id_param, request_param);
  rep_id uuid := customer.qualified_by;
  wanted jsonb := request_param -> 'after';
  stored jsonb;
  changed text[];
begin
  stored := jsonb_build_object(
    'name', customer.name, 'company', customer.company,
    'note', coalesce((
      select n.note from private.customer_notes n
      where n.qualified_lead_id = customer.id and n.sales_rep_id = rep_id
    ), '')
  );
  -- If the caller repeats a request because its answer was lost, it gets the same answer.
  if stored = wanted then
    return jsonb_build_object('outcome', 'saved', 'customer', stored);
  end if;
  if stored <> request_param -> 'before' then
    return jsonb_build_object('outcome', 'conflict', 'customer', stored);
  end if;

  update public.qualified_leads set name = wanted ->> 'name', company = wanted ->> 'company'
  where id = customer.id;
  delete from private.customer_notes where qualified_lead_id = customer.id and sales_rep_id = rep_id;
  insert into private.customer_notes (qualified_lead_id, sales_rep_id, note)
  select customer.id, rep_id, wanted ->> 'note' where wanted ->> 'note' <> '';
  changed := array(
    select k from unnest(array['name', 'company', 'note']) as k where stored -> k <> wanted -> k
  );
  perform private.write_repeated_audit(
    'customer_edited', rep_id, customer.id, ip_address_param, user_agent_param,
    jsonb_build_object('fields', to_jsonb(changed))
  );
  return jsonb_build_object('outcome', 'saved', 'customer', wanted);
end
$$;
comment on function public.edit_customer(uuid, jsonb, text, text) is
  'Replaces {name, company, note} of a customer by those in after if they still equal those in before: {outcome: saved | conflict, customer}. note: the representative''s private note. conflict: someone else changed them first. Then customer holds the stored values, and nothing is written. The trail records which fields changed, but no text.';
grant execute on function public.edit_customer(uuid, jsonb, text, text) to service_role;
