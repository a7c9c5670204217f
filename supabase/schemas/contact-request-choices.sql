-- What a manager chooses from: the filters of the work list, and who a contact request can be assigned to.

create function private.contact_request_sources() returns text[]
language sql stable set search_path = ''
as $$
  -- The index leads from each value to the next larger one, so not every request is read.
  with recursive found as (
    (select s.source as value from public.contact_submissions s order by s.source limit 1)
    union all
    select (
      select s.source from public.contact_submissions s where s.source > f.value order by s.source limit 1
    )
    from found f where f.value is not null
  )
  select array(select f.value from found f where f.value is not null limit 200)
$$;
comment on function private.contact_request_sources() is
  'Sources of the contact requests that the caller may read, in alphabetical order, at most 200.';
grant execute on function private.contact_request_sources() to api_reader;

create function private.contact_request_campaigns() returns text[]
language sql stable set search_path = ''
as $$
  with recursive found as (
    (
      select s.campaign as value from public.contact_submissions s where s.campaign > '' order by s.campaign limit 1
    )
    union all
    select (
      select s.campaign from public.contact_submissions s where s.campaign > f.value order by s.campaign limit 1
    )
    from found f where f.value is not null
  )
  select array(select f.value from found f where f.value is not null limit 200)
$$;
comment on function private.contact_request_campaigns() is
  'Campaigns of the contact requests that the caller may read, in alphabetical order, at most 200.';
grant execute on function private.contact_request_campaigns() to api_reader;

create function public.get_contact_request_choices() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return (
    select jsonb_build_object(
      'sources', private.contact_request_sources(),
      'campaigns', private.contact_request_campaigns(),
      'pages', coalesce(
        (select jsonb_agg(v.value order by v.value) from (
          select distinct s.referrer as value from public.contact_submissions s where s.referrer <> '' order by 1 limit 200
        ) v), '[]'
      )
    )
  );
end
$$;
comment on function public.get_contact_request_choices() is
  'Sources, campaigns and pages of the stored contact requests, at most 200 of each: {sources, campaigns, pages}. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_contact_request_choices() to authenticated;
alter function public.get_contact_request_choices() owner to api_reader;

create function public.get_reps_for_assignment() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return (
    select coalesce(jsonb_agg(
      jsonb_build_object('id', r.id, 'name', r.name, 'email', r.email) order by lower(r.name), r.email
    ), '[]')
    from public.sales_representatives r where r.disabled_at is null
  );
end
$$;
comment on function public.get_reps_for_assignment() is
  'All enabled representatives, by name: [{id, name, email}]. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_reps_for_assignment() to authenticated;
alter function public.get_reps_for_assignment() owner to api_reader;
