import { afterAll, beforeAll, beforeEach } from 'vitest';
import {
  erasedPersonSchema,
  eraseInSteps,
} from '../../../shared/src/contracts/backend/people/person-change.ts';
import { type Actor, BAIT, layBait } from './bait.ts';
import { type Answer, startTestBackend, type TestBackend } from './start-test-backend.ts';

// The person of the current test, and the backend that stores them.
export let api: TestBackend;
export let tokens: Record<Actor, string | undefined>;
export let email: string;
export let customerId: string;
export let saleId: string;
export let requestId: string;
/** The secret of the person's open link. */
export let linkToken: string;
/** Unique, and letters only. */
export let surname: string;
export let NAME: string;

/** Stores a new person, with everything that can be stored about one, before each test of the file. */
export function storePersonForEachTest(): void {
  beforeAll(async () => {
    api = await startTestBackend();
    tokens = await layBait(api);
  });

  beforeEach(async () => {
    await api.sql('delete from private.rate_limit_counters');
    const tag = crypto.randomUUID().slice(0, 8);
    email = `quilla.${tag}@person.example`;
    surname = `Feather${tag.replace(/\d/g, (digit) => String.fromCharCode(103 + Number(digit)))}`;
    NAME = `Quilla ${surname}`;
    linkToken = `${tag}${'x'.repeat(35)}`;
    requestId = crypto.randomUUID();
    const [customer] = await api.sql<{ id: string }>(
      `insert into public.qualified_leads (email, name, company, qualified_by, access_token_hash, token_expires_at)
       values ($1, $2, 'Mills', $3, encode(sha256(convert_to($4, 'UTF8')), 'hex'), now() + interval '1 day')
       returning id`,
      [email, NAME, BAIT.rep.A, linkToken],
    );
    customerId = customer?.id ?? '';
    const [sale] = await api.sql<{ id: string }>(
      `insert into public.sales_records (sales_rep_id, sale_date, qualified_lead_id, product_name, billing_frequency,
         sale_amount, commission) values ($1, '2026-10-05', $2, 'Moonshot', 'annual', 1234500, 4242) returning id`,
      [BAIT.rep.A, customerId],
    );
    saleId = sale?.id ?? '';
    await api.sql(
      `insert into public.pricing_reveals (qualified_lead_id, ip_address, user_agent) values ($1, '203.0.113.77', 'QB/1')`,
      [customerId],
    );
    await api.sql(`insert into private.customer_notes values ($1, $2, 'Quilla prefers the phone.')`, [
      customerId,
      BAIT.rep.A,
    ]);
    await api.sql(
      `insert into public.audit_events (event, sales_rep_id, qualified_lead_id, ip_address, user_agent) values
         ('customer_signed_in', $1, $2, '203.0.113.77', 'QB/1'), ('link_issued', $1, $2, '198.51.100.4', 'Rep Browser')`,
      [BAIT.rep.A, customerId],
    );
    await addRequest(requestId, {
      email: email.toUpperCase(),
      message: '<b>Hello</b>',
      staffNote: `${NAME} called.`,
    });
    await api.sql(
      `insert into private.verification_codes (id, sales_rep_id, email, name, code_hash)
       values (gen_random_uuid(), $1, $2, $3, repeat('c', 64))`,
      [BAIT.rep.A, email, NAME],
    );
  });

  afterAll(() => api.close());
}

export async function addRequest(
  id: string,
  { email: from, message, staffNote }: { email: string; message: string; staffNote: string },
): Promise<void> {
  await api.sql(
    `insert into public.contact_submissions (id, first_name, last_name, email, company, project_type, message,
       staff_note, referrer, consent_version, consent_text, consented_at)
     values ($1, 'Quilla', $5, $2, 'Mills', 'demo', $3, $4,
       'https://partner.example/from', 'v1', 'Yes', now())`,
    [id, from, message, staffNote, surname],
  );
}

export const read = (question: object, token = tokens.manager): Promise<Answer> =>
  api.call('/functions/v1/read-people', {
    body: question,
    token,
    headers: { 'user-agent': 'Manager Browser' },
  });
export const change = (wanted: object, token = tokens.manager): Promise<Answer> =>
  api.call('/functions/v1/change-person', {
    body: wanted,
    token,
    headers: { 'user-agent': 'Manager Browser' },
  });
export const found = async (search: string) => {
  const answer = await read({ action: 'find', search });
  return answer.status === 200
    ? answer.body.people.map((person: { email: string }) => person.email)
    : answer.status;
};
export const erase = (of = email, options: { takesNames?: boolean; erasureId?: string } = {}) =>
  change({ action: 'erase', email: of, takesNames: true, erasureId: crypto.randomUUID(), ...options });
/** One step of an erasure. */
export const eraseStep = async (...args: Parameters<typeof erase>) => {
  const answer = await erase(...args);
  if (answer.status !== 200) throw new Error(`change-person: ${answer.status} ${answer.text}`);
  return erasedPersonSchema.parse(answer.body);
};
export const erased = (of = email, options: Parameters<typeof erase>[1] = {}) => {
  const erasureId = crypto.randomUUID();
  return eraseInSteps(
    () => eraseStep(of, { erasureId, ...options }),
    () => {},
  );
};
export const trail = (event: string) =>
  api.sql<{
    customer: string | null;
    ip: string | null;
    agent: string | null;
    detail: Record<string, unknown>;
  }>(
    `select qualified_lead_id as customer, ip_address as ip, user_agent as agent,
       private.line_detail(detail, contact_request_id, manager_id) as detail
     from public.audit_events
     where event = $1 order by line_number desc limit 1`,
    [event],
  );
export const openings = () =>
  api.sql(
    `select qualified_lead_id as customer, sales_rep_id as rep, ip_address as ip, user_agent as agent,
       private.line_detail(detail, contact_request_id, manager_id) as detail
     from public.audit_events where event = 'person_opened' order by line_number`,
  );
export const noteOf = async (id: string) =>
  (
    await api.sql<{ note: string }>(
      'select staff_note as note from public.contact_submissions where id = $1',
      [id],
    )
  )[0]?.note;
