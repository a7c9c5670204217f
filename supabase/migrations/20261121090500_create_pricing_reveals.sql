-- Purpose:  Every time a customer was shown prices.
-- Reversal: drop table public.pricing_reveals;

create table public.pricing_reveals (
  id uuid primary key default gen_random_uuid(),
  qualified_lead_id uuid not null references public.qualified_leads (id) on delete cascade,
  ip_address text check (char_length(ip_address) <= 64),
  user_agent text check (char_length(user_agent) <= 400),
  created_at timestamptz not null default now()
);
comment on table public.pricing_reveals is
  'When a customer was shown prices. Written by functions only; read by the representative who qualified them.';

create index pricing_reveals_qualified_lead_id_idx on public.pricing_reveals (qualified_lead_id);

alter table public.pricing_reveals enable row level security;
revoke all on public.pricing_reveals from public, anon, authenticated, service_role;
grant select on public.pricing_reveals to authenticated;
grant select, insert on public.pricing_reveals to service_role;

-- The inner select sees only leads that the caller may see.
create policy pricing_reveals_select_rep on public.pricing_reveals
  for select to authenticated
  using (
    qualified_lead_id in (
      select l.id from public.qualified_leads l where l.qualified_by = (select private.current_rep_id())
    )
  );
