-- The rate of commission by product, billing and day, as managers set it. An import and the explanation of a sale
-- compare it with the commission of a sale. It changes no commission.

create table private.commission_rates (
  product_name text not null check (char_length(product_name) between 1 and 100),
  billing_frequency text not null check (billing_frequency in ('monthly', 'annual')),
  valid_from date not null check (valid_from between '1900-01-01' and '2199-12-31'),
  basis_points integer check (basis_points between 0 and 10000),
  set_by uuid references public.sales_representatives (id) on delete set null,
  set_at timestamptz not null default now(),
  constraint commission_rates_pkey primary key (product_name, billing_frequency, valid_from),
  constraint commission_rates_is_one_line check (private.is_one_line(product_name))
);
comment on table private.commission_rates is
  'Rates of commission. Each is for sales of its product and billing from its day on. It ends where the next one begins. Only functions write it. Representatives read it through procedures.';
comment on column private.commission_rates.product_name is 'As the sales have it.';
comment on column private.commission_rates.basis_points is
  'Hundredths of a percent of the amount. Null: from this day on there is no rate.';
comment on column private.commission_rates.set_by is 'The manager who set it last.';

create index commission_rates_set_by_idx on private.commission_rates (set_by);

alter table private.commission_rates enable row level security;
grant select on private.commission_rates to api_reader;
grant select, insert, delete on private.commission_rates to service_role;

create policy commission_rates_select_rep on private.commission_rates
  for select to api_reader using ((select private.current_rep_id()) is not null);

create function private.rated_products() returns setof text
language sql stable set search_path = ''
as $$
  select p.name from public.products p
  union
  select private.sold_products(null, true)
  union
  select c.product_name from private.commission_rates c
$$;
comment on function private.rated_products() is 'Names of all products of the catalogue, of sales and of rates.';
grant execute on function private.rated_products() to api_reader, service_role;

create function private.commission_by_rate(amount_cents bigint, commission_cents bigint, basis_points integer)
returns bigint
language sql immutable parallel safe set search_path = ''
as $$
  -- A numeric is rounded half away from zero.
  select b.cents
  from (select round(amount_cents * basis_points / 10000.0)::bigint as cents) as b
  where abs(commission_cents - b.cents) > 1
    -- A clawback with a negative amount follows the rate. One without takes back the commission of another sale alone.
    and not (commission_cents < 0 and amount_cents >= 0)
$$;
comment on function private.commission_by_rate(bigint, bigint, integer) is
  'What a rate gives for an amount, US cents, if the commission is another one by more than a cent. Else null, and for a clawback without an amount of its own.';
grant execute on function private.commission_by_rate(bigint, bigint, integer) to api_reader, service_role;

create function public.get_commission_rates() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_manager();
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'productName', c.product_name, 'billingFrequency', c.billing_frequency, 'validFrom', c.valid_from,
        'basisPoints', c.basis_points, 'setBy', private.shown_name(r), 'setAt', c.set_at
      ) order by c.product_name, c.billing_frequency desc, c.valid_from desc), '[]')
      from private.commission_rates c left join public.sales_representatives r on r.id = c.set_by
    ),
    'products', (select coalesce(jsonb_agg(p order by p), '[]') from private.rated_products() as p),
    'now', now()
  );
end
$$;
comment on function public.get_commission_rates() is
  'Every rate of commission, by product and billing, the latest first, and the names that products have: {rows: [{productName, billingFrequency, validFrom, basisPoints, setBy, setAt}], products, now}. basisPoints: null where the rate before ends. Only for managers who gave their code. Everyone else gets 403.';
grant execute on function public.get_commission_rates() to authenticated;
alter function public.get_commission_rates() owner to api_reader;

create function public.change_commission_rate(
  session_id_param uuid, request_param jsonb, ip_address_param text, user_agent_param text
)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  product constant text := request_param ->> 'productName';
  billing constant text := request_param ->> 'billingFrequency';
  first_day constant date := (request_param ->> 'validFrom')::date;
  wanted constant jsonb := nullif(request_param -> 'after', 'null');
  manager_id uuid;
  stored jsonb;
  outcome text := 'saved';
begin
  -- Who may not do this keeps no one waiting.
  perform private.require_manager(session_id_param);
  perform pg_advisory_xact_lock(hashtextextended('commission rates', 0));
  -- Checked again after the lock: a manager who has just lost the role can change nothing more.
  manager_id := private.require_manager(session_id_param);
  if product not in (select p from private.rated_products() as p) then
    raise sqlstate 'PT404' using message = 'No such product.';
  end if;
  select jsonb_build_object('basisPoints', c.basis_points) into stored from private.commission_rates c
  where c.product_name = product and c.billing_frequency = billing and c.valid_from = first_day;
  -- Who repeats a call because its answer was lost gets the same answer.
  if stored is distinct from wanted then
    if stored is distinct from nullif(request_param -> 'before', 'null') then
      outcome := 'conflict';
    else
      delete from private.commission_rates c
      where c.product_name = product and c.billing_frequency = billing and c.valid_from = first_day;
      insert into private.commission_rates (product_name, billing_frequency, valid_from, basis_points, set_by)
      select product, billing, first_day, (wanted ->> 'basisPoints')::integer, manager_id where wanted is not null;
      perform private.write_staff_audit(
        manager_id, 'commission_rate_changed', null, null, ip_address_param, user_agent_param,
        jsonb_build_object(
          'productName', product, 'billingFrequency', billing, 'validFrom', first_day, 'before', stored, 'after', wanted
        )
      );
      stored := wanted;
    end if;
  end if;
  return jsonb_build_object('outcome', outcome, 'stored', stored);
end
$$;
comment on function public.change_commission_rate(uuid, jsonb, text, text) is
  'Sets or removes the rate of commission of a day for a manager''s session: {productName, billingFrequency, validFrom, before, after}. before and after: {basisPoints}, where null ends the rate before, or null for no rate of that day. {outcome: saved | conflict, stored}, as it is stored now. conflict: it was neither as the caller saw it nor as they want it, and nothing is written. An unknown product is refused (404). A repeated call gets the same answer. Each change is a line of the trail.';
grant execute on function public.change_commission_rate(uuid, jsonb, text, text) to service_role;
