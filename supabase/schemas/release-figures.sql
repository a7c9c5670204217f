-- What browsers saw of each version, for managers.

create function public.get_release_figures() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  since timestamptz := now() - interval '7 days';
begin
  perform private.require_manager();
  -- Anybody can send reports. So the work is bounded by their number, and the answer says since when it counts.
  since := greatest(since, (
    select e.occurred_at from private.site_events e order by e.occurred_at desc offset 100000 limit 1
  ));
  return jsonb_build_object(
    'rows', coalesce((
      select jsonb_agg(f.figures)
      from (
        select jsonb_build_object(
          'application', v.application, 'version', v.version, 'views', v.views, 'failures', v.failures,
          'errors', v.errors, 'lcpMs', v.p75 -> 'lcpMs', 'inpMs', v.p75 -> 'inpMs', 'cls', v.p75 -> 'cls'
        ) as figures
        from jsonb_to_recordset(private.version_figures(since)) as v (
          application text, version text, views integer, failures integer, errors integer, p75 jsonb
        )
        order by v.views desc, v.application, v.version
        limit 500
      ) f
    ), '[]'::jsonb),
    'since', since,
    'now', now()
  );
end
$$;
comment on function public.get_release_figures() is
  'What browsers saw in the last 7 days: {rows: [{application, version, views, failures, errors, lcpMs, inpMs, cls}], since, now}. views: page loads. failures: page loads in which the version could not be shown. errors: thrown while pages were in use. lcpMs, inpMs, cls: p75, null without reports. At most the newest 100,000 reports, and the 500 versions with most views. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_release_figures() to authenticated;
alter function public.get_release_figures() owner to api_reader;
