-- Believable data for demonstrations. It holds no credentials. Running it again changes nothing.
-- - two representatives and a manager
-- - their customers in every state of access
-- - contact requests in every status
-- - two years of sales up to today, of plans that the catalogue has brought

insert into public.sales_representatives (id, name, email, is_manager) values
  ('a0000000-0000-4000-8000-000000000001', 'Dana Whitfield', 'dana.whitfield@corvane.example', false),
  ('a0000000-0000-4000-8000-000000000002', 'Marcus Oyelaran', 'marcus.oyelaran@corvane.example', true),
  ('a0000000-0000-4000-8000-000000000003', 'Ines Castellano', 'ines.castellano@corvane.example', false)
on conflict do nothing;

-- Their links have ended, and can be extended like real ones. The hashes belong to no known secret.
insert into public.qualified_leads (
  id, email, name, company, qualified_by, access_token_hash, token_expires_at, has_accessed, accessed_at,
  link_issued_at, created_at
)
select
  ('c0000000-0000-4000-8000-' || lpad(to_hex(c.n), 12, '0'))::uuid, c.email, c.name, c.company,
  case when c.n <= 14 then 'a0000000-0000-4000-8000-000000000001'::uuid
    when c.n <= 16 then 'a0000000-0000-4000-8000-000000000002'::uuid
    else 'a0000000-0000-4000-8000-000000000003'::uuid end,
  encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'hex'),
  date_trunc('day', now()) - make_interval(days => 20 + c.n * 40),
  c.n % 5 <> 0,
  case when c.n % 5 <> 0 then date_trunc('day', now()) - make_interval(days => 21 + c.n * 40, hours => -9) end,
  date_trunc('day', now()) - make_interval(days => 22 + c.n * 40),
  date_trunc('day', now()) - make_interval(days => 22 + c.n * 40)
from (values
  (1, 'priya.raman@hartwellmedia.example', 'Priya Raman', 'Hartwell Media Group'),
  (2, 'tom.becker@northpinelogistics.example', 'Tom Becker', 'Northpine Logistics'),
  (3, 'juergen.gross@nordlicht-digital.example', 'Jürgen Groß', 'Nordlicht Digital GmbH'),
  (4, 'elena.marsh@brightforge.example', 'Elena Marsh', 'Brightforge Software'),
  (5, 'zoe.lefevre@atelier-lumiere.example', 'Zoë Lefèvre', 'Atelier Lumière'),
  (6, 'carlos.munoz@sierraclara.example', 'Carlos Muñoz', 'Sierra Clara Energía'),
  (7, 'grace.okafor@meridianhealth.example', 'Grace Okafor', 'Meridian Health Partners'),
  (8, 'w.delaney@stonebridgecapital.example', 'Will Delaney', 'Stonebridge Capital Advisors'),
  (9, 'anna.kowalczyk@fabrykadanych.example', 'Anna Kowalczyk', 'Fabryka Danych Łódź'),
  (10, 'hiro.tanaka@kitayama-systems.example', '田中 浩', 'Kitayama Systems 株式会社'),
  (11, 'rachel.stein@oakandember.example', 'Rachel Stein', 'Oak & Ember Home'),
  (12, 'm.dubois@agence-cinq.example', 'Mathieu Dubois', 'Agence Cinq'),
  (13, 'sofia.bianchi@torrealta.example', 'Sofia Bianchi', 'Torre Alta Immobiliare'),
  (14, 'devon.price@lakeshoreu.example', 'Devon Price', 'Lakeshore Online University'),
  (15, 'ingrid.solberg@fjordtech.example', 'Ingrid Sølberg', 'Fjordtech AS'),
  (16, 'luke.harmon@harmonretail.example', 'Luke Harmon', 'Harmon Retail Partners'),
  (22, 'aoife.byrne@liffeyprint.example', 'Aoife Byrne', 'Liffey Print'),
  (23, 'samir.haddad@cedarfreight.example', 'Samir Haddad', 'Cedar Freight')
) as c (n, email, name, company)
on conflict do nothing;

-- Five customers of the first representative whose access is in another state each, seen from the hour of the seed.
-- The hashes belong to no known secret: these links and sessions open nothing.
with customers as (
  select c.*, now() - make_interval(hours => c.issued_hours_ago) as issued_at
  from (
    select extract(epoch from private.access_link_life())::integer / 3600 as life_hours,
      extract(epoch from private.access_link_expiring_within())::integer / 3600 as expiring_hours
  ) t
  cross join lateral (values
    (17, 'nora.whitaker@summitcrest.example', 'Nora Whitaker', 'Summit Crest Insurance', 2, null::integer, null::integer),
    (18, 'ben.achterberg@polderworks.example', 'Ben Achterberg', 'Polderworks BV', 20, 19, null),
    (19, 'amara.diallo@baobabretail.example', 'Amara Diallo', 'Baobab Retail', 5, 4, null),
    (20, 'lucia.ferreira@marazul.example', 'Lúcia Ferreira', 'Mar Azul Viagens',
      t.life_hours - t.expiring_hours * 2 / 3, t.life_hours - t.expiring_hours * 4 / 3, null),
    (21, 'henry.voss@vossandsons.example', 'Henry Voss', 'Voss & Sons Freight', 70, 66, 50)
  ) as c (n, email, name, company, issued_hours_ago, opened_hours_ago, revoked_hours_ago)
)
insert into public.qualified_leads (
  id, email, name, company, qualified_by, access_token_hash, token_expires_at, has_accessed, accessed_at, is_active,
  revoked_at, link_issued_at, created_at
)
select
  ('c0000000-0000-4000-8000-' || lpad(to_hex(c.n), 12, '0'))::uuid, c.email, c.name, c.company,
  'a0000000-0000-4000-8000-000000000001', encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'hex'),
  c.issued_at + private.access_link_life(), c.opened_hours_ago is not null, now() - make_interval(hours => c.opened_hours_ago),
  c.revoked_hours_ago is null, now() - make_interval(hours => c.revoked_hours_ago), c.issued_at, c.issued_at
from customers c
on conflict do nothing;

-- Each opening showed prices. The third customer has a session that is live, and came back an hour ago.
insert into public.pricing_reveals (id, qualified_lead_id, created_at)
select overlay(l.id::text placing '9' from 1 for 1)::uuid, l.id, l.accessed_at
from public.qualified_leads l
where l.id between 'c0000000-0000-4000-8000-000000000001' and 'c0000000-0000-4000-8000-000000000015'
  and l.accessed_at is not null
union all
select '90000000-0000-4000-8000-000000000113', 'c0000000-0000-4000-8000-000000000013', now() - interval '1 hour'
on conflict do nothing;

insert into public.customer_sessions (id, qualified_lead_id, refresh_hash, created_at, expires_at, ended_at, end_reason)
select
  overlay(l.id::text placing 'f' from 1 for 1)::uuid, l.id,
  encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'hex'), l.accessed_at, l.token_expires_at,
  case when l.id <> 'c0000000-0000-4000-8000-000000000013' then l.accessed_at + interval '15 minutes' end,
  case when l.id <> 'c0000000-0000-4000-8000-000000000013' then 'signed_out' end
from public.qualified_leads l
where l.id between 'c0000000-0000-4000-8000-000000000011' and 'c0000000-0000-4000-8000-000000000015'
  and l.accessed_at is not null
on conflict do nothing;

insert into public.audit_events (id, event, occurred_at, sales_rep_id, qualified_lead_id, detail)
select
  ('60000000-0000-4000-8000-' || lpad(to_hex(e.n), 6, '0') || right(l.id::text, 6))::uuid, e.event, e.occurred_at,
  l.qualified_by, l.id, e.detail
from public.qualified_leads l
cross join lateral (values
  (1, 'code_sent', l.link_issued_at - interval '2 minutes', '{}'::jsonb),
  (2, 'link_issued', l.link_issued_at, jsonb_build_object('expiresAt', l.token_expires_at)),
  (3, 'link_opened', l.accessed_at, '{}'),
  (4, 'customer_signed_in', l.accessed_at, '{}'),
  (5, 'prices_revealed', l.accessed_at, '{}'),
  (6, 'signed_out', (
    select s.ended_at from public.customer_sessions s where s.qualified_lead_id = l.id order by s.ended_at limit 1
  ), '{}'),
  (7, 'link_revoked', l.revoked_at, '{}')
) as e (n, event, occurred_at, detail)
where l.id between 'c0000000-0000-4000-8000-000000000011' and 'c0000000-0000-4000-8000-000000000015'
  and e.occurred_at is not null
order by e.occurred_at, e.n
on conflict do nothing;

-- 150 sales of the first representative, denser toward today. 6 of each other person. Every choice follows from n.
with numbered as (
  select n, case when n <= 150 then 1 when n <= 156 then 2 else 3 end as seller, least(n, 150) as k
  from generate_series(1, 162) as n
),
chosen as (
  select
    n, seller,
    case when seller > 1 then 1 + (n - 150 - (seller - 2) * 6) * 97
      else floor(730 * (1 - power(k / 150.0, 0.85)))::integer + case when k < 150 then n * 7 % 5 else 0 end
    end as days_ago,
    case seller when 3 then 22 + n % 2 when 2 then 15 + n % 2 else 1 + (n * 11 + n / 14) % 14 end as customer,
    (array[1, 2, 1, 3, 2, 1, 4, 2, 3, 1, 2, 2])[1 + (n * 5 + n / 12) % 12] as plan,
    n % 5 = 2 as is_annual
  from numbered
),
priced as (
  select
    c.*, p.name as product_name,
    case when c.is_annual then r.annual_cents else r.monthly_cents end as price_cents,
    -- Commission in percent: more for a year paid at once, most for the largest plan.
    case when p.is_enterprise then 12 when c.is_annual then 10 else 8 end as commission_percent,
    c.n = 118 as is_clawback,
    c.n % 13 = 5 and c.days_ago > 45 and c.n <> 118 as is_cancelled
  from chosen c
  join public.products p on p.position = c.plan
  cross join lateral private.price_in_force(p.id, now()) r
)
insert into public.sales_records (
  id, sales_rep_id, sale_date, qualified_lead_id, product_name, billing_frequency, sale_amount, commission,
  is_cancelled, cancelled_at
)
select
  ('d0000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
  ('a0000000-0000-4000-8000-00000000000' || seller)::uuid,
  current_date - days_ago,
  case when n not in (41, 96) then ('c0000000-0000-4000-8000-' || lpad(to_hex(customer), 12, '0'))::uuid end,
  product_name,
  case when is_annual then 'annual' else 'monthly' end,
  case when is_clawback then -price_cents else price_cents end,
  (case when is_clawback then -1 else 1 end) * (price_cents / 100 * commission_percent),
  is_cancelled,
  case when is_cancelled then (current_date - days_ago + 14 + n % 25)::timestamptz + interval '15 hours' end
from priced
on conflict do nothing;

-- A dozen contact requests of the last weeks. One of them is in quarantine.
insert into public.contact_submissions (
  id, first_name, last_name, email, company, phone, message, project_type, status, source, tier, utm, referrer,
  staff_note, assigned_to, quarantined_at, notified_at, status_changed_at, first_answered_at, created_at
)
select
  ('80000000-0000-4000-8000-' || lpad(to_hex(c.n), 12, '0'))::uuid, c.first_name, c.last_name, c.email, c.company,
  c.phone, c.message, c.form, c.status, c.source, c.plan,
  case when c.campaign = '' then '{}' else jsonb_build_object('campaign', c.campaign, 'source', 'newsletter') end,
  c.page, c.note,
  case c.assigned
    when 'Dana' then 'a0000000-0000-4000-8000-000000000001'::uuid
    when 'Marcus' then 'a0000000-0000-4000-8000-000000000002'::uuid
  end,
  case when c.n = 12 then now() - make_interval(hours => c.hours_ago) end,
  case when c.n <> 12 then now() - make_interval(hours => c.hours_ago) end,
  case when c.status <> 'new' then now() - make_interval(hours => c.hours_ago / 2) end,
  case when c.status in ('in_progress', 'done') then now() - make_interval(hours => c.hours_ago / 2) end,
  now() - make_interval(hours => c.hours_ago)
from (values
  (1, 'Olivia', 'Brandt', 'olivia.brandt@havenworks.example', 'Havenworks', '+1 555 0143',
    'We compare three providers and would like to see prices for 40 seats.', 'contact', 'new', 'pricing', 'Moonshot',
    'autumn-launch', 'https://www.example.com/newsletter', '', '', 1),
  (2, 'Mateo', 'Silva', 'mateo.silva@costaverde.example', 'Costa Verde Foods', '', 'Could we have a demo this week?',
    'demo', 'new', 'hero', '', '', '', '', '', 5),
  (3, 'Ayşe', 'Demir', 'ayse.demir@bosphorus-trade.example', 'Bosphorus Trade', '+90 555 010 20 30',
    'Do you support invoices in two currencies?', 'contact', 'new', 'general', '', '', 'https://www.example.org/reviews',
    '', 'Dana', 9),
  (4, 'Noah', 'Fischer', 'noah.fischer@alpenblick.example', 'Alpenblick Hotels', '', 'Please call me back.', 'contact',
    'in_progress', 'pricing', 'Moonshot', 'autumn-launch', '', 'Called on Monday, asks for a quote.', 'Dana', 26),
  (5, 'Chiamaka', 'Eze', 'chiamaka.eze@sunrisegrid.example', 'Sunrise Grid', '', '', 'demo', 'in_progress', 'hero', '',
    'webinar', 'https://www.example.com/webinar', '', 'Marcus', 30),
  (6, 'Liam', 'O''Connor', 'liam.oconnor@emeraldbay.example', 'Emerald Bay Marine', '+353 1 555 0199',
    'Two questions about data refinement.', 'contact', 'new', 'data-refinement', 'Data Refinement', '', '', '', '', 52),
  (7, 'Hana', 'Suzuki', 'hana.suzuki@midori-labs.example', 'Midori Labs', '', 'Thank you, we have all we need.',
    'contact', 'done', 'general', '', '', '', 'Became a customer.', 'Dana', 120),
  (8, 'Peter', 'Novak', 'peter.novak@karstlogistics.example', 'Karst Logistics', '', 'Interested in annual billing.',
    'contact', 'done', 'pricing', '', 'autumn-launch', '', '', 'Marcus', 170),
  (9, 'Isabel', 'Moreau', 'isabel.moreau@studio-neuf.example', 'Studio Neuf', '', 'Bonjour, une démo en français ?',
    'demo', 'done', 'hero', '', '', 'https://www.example.com/newsletter', 'Demo held.', 'Marcus', 240),
  (10, 'SEO', 'Team', 'offer@rank-first.example', 'Rank First', '', 'We can bring your site to page one.', 'contact',
    'spam', 'general', '', '', '', '', '', 300),
  (11, 'Fatima', 'Haddad', 'fatima.haddad@cedarline.example', 'Cedarline Print', '', 'Is there a plan for small teams?',
    'contact', 'new', 'pricing', '', 'webinar', '', '', '', 400),
  (12, 'Best', 'Deals', 'deals@bulk-mailer.example', 'Bulk Mailer', '', 'Cheap mail addresses, limited offer.',
    'contact', 'new', 'general', '', '', '', '', '', 20)
) as c (
  n, first_name, last_name, email, company, phone, message, form, status, source, plan, campaign, page, note, assigned,
  hours_ago
)
on conflict do nothing;
