import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CUSTOMER_NOTE_MAX,
  type CustomerTexts,
  customerNoteSchema,
  editCustomerResponseSchema,
} from '../../../shared/src/contracts/backend/customers/customer-edit.ts';
import { BAIT, layBait } from '../fixtures/bait.ts';
import { qualify } from '../fixtures/qualify.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let tokens: Awaited<ReturnType<typeof layBait>>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});

afterAll(() => api.close());

const EMPTY: CustomerTexts = { name: '', company: '', note: '' };
const TEXTS: CustomerTexts = { name: 'Zoë Müller', company: '"Quotes" & Söhne', note: 'Call\non Monday' };

const edit = (customerId: string, before: CustomerTexts, after: CustomerTexts, token = tokens['rep A']) =>
  api.call('/functions/v1/edit-customer', { body: { customerId, before, after }, token });
const saved = async (...args: Parameters<typeof edit>) =>
  editCustomerResponseSchema.parse((await edit(...args)).body);
const noteOf = async (lead_id: string, token = tokens['rep A']) =>
  customerNoteSchema.parse((await api.rpc('get_customer_note', { lead_id }, token)).body).note;
const linesOf = (customerId: string) =>
  api.sql<{ detail: unknown }>(
    `select detail from public.audit_events where event = 'customer_edited' and qualified_lead_id = $1
     order by line_number`,
    [customerId],
  );

test('a representative corrects name and company and saves a note; the trail has one line without the texts', async () => {
  const { customerId } = await qualify(api, tokens['rep A'] ?? '');
  const [before] = (await api.rpc('get_lead_by_id', { lead_id_param: customerId }, tokens['rep A'])).body;
  const original = { name: before.name, company: before.company, note: '' };
  expect(await saved(customerId, original, TEXTS)).toEqual({ outcome: 'saved', customer: TEXTS });
  expect(await noteOf(customerId)).toBe(TEXTS.note);
  const [row] = (await api.rpc('get_lead_by_id', { lead_id_param: customerId }, tokens['rep A'])).body;
  expect(row).toMatchObject({ name: TEXTS.name, company: TEXTS.company });
  expect(JSON.stringify(row)).not.toContain('Monday');

  // The answer was lost, and the browser sends the request again.
  expect(await saved(customerId, original, TEXTS)).toEqual({ outcome: 'saved', customer: TEXTS });
  expect(await linesOf(customerId)).toEqual([{ detail: { fields: ['name', 'company', 'note'] } }]);

  // Undone by changing the two places.
  expect((await saved(customerId, TEXTS, original)).outcome).toBe('saved');
  expect(await noteOf(customerId)).toBe('');
});

test('one of two simultaneous edits gets a conflict, and nothing is overwritten', async () => {
  const { customerId } = await qualify(api, tokens['rep A'] ?? '');
  const start = { ...EMPTY, ...(await textsOf(customerId)) };
  const answers = await Promise.all(
    ['First', 'Second'].map((name) => saved(customerId, start, { ...start, name })),
  );
  expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['conflict', 'saved']);
  const winner = answers.find(({ outcome }) => outcome === 'saved')?.customer;
  expect(answers.map(({ customer }) => customer)).toEqual([winner, winner]);
  expect(await textsOf(customerId)).toEqual({ name: winner?.name, company: winner?.company });
});

async function textsOf(customerId: string): Promise<{ name: string; company: string }> {
  const [row] = await api.sql<{ name: string; company: string }>(
    'select name, company from public.qualified_leads where id = $1',
    [customerId],
  );
  return { name: row?.name ?? '', company: row?.company ?? '' };
}

test.each([
  ['a note of 10,000 characters', { note: 'x'.repeat(10_000) }, 'after.note', 'at most 2,000 characters'],
  ['a name of 201 characters', { name: 'x'.repeat(201) }, 'after.name', 'at most 200 characters'],
  ['a company of 201 characters', { company: 'x'.repeat(201) }, 'after.company', 'at most 200 characters'],
])('%s is refused beside its field, and nothing is written', async (_, change, field, message) => {
  const before = { ...(await textsOf(BAIT.customer.A)), note: await noteOf(BAIT.customer.A) };
  const answer = await edit(BAIT.customer.A, before, { ...before, ...change });
  expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
  expect(answer.body.error.fields[field]).toContain(message);
  expect(await noteOf(BAIT.customer.A)).toBe(before.note);
});

test('database and functions have the same limit for a note', async () => {
  const keep = (length: number) =>
    api.sql(`update private.customer_notes set note = repeat('x', $1) where sales_rep_id = $2`, [
      length,
      BAIT.rep.B,
    ]);
  await keep(CUSTOMER_NOTE_MAX);
  await expect(keep(CUSTOMER_NOTE_MAX + 1)).rejects.toThrow(/customer_notes_note_check/);
});

const handOver = (customerId: string, repId: string) =>
  api.sql('update public.qualified_leads set qualified_by = $1 where id = $2', [repId, customerId]);

test('a note stays with its author even when the customer is handed over', async () => {
  const { customerId, token } = await qualify(api, tokens['rep A'] ?? '');
  await edit(customerId, { ...(await textsOf(customerId)), note: '' }, TEXTS);
  const { grant } = await api.openLink(token);
  for (const reader of [tokens['rep B'], grant.sessionToken]) {
    const answer = await api.rpc('get_customer_note', { lead_id: customerId }, reader);
    expect([answer.status, answer.text.includes('Monday')]).toEqual([404, false]);
  }
  expect((await api.rpc('get_customer_note', { lead_id: customerId })).status).toBe(401);
  await handOver(customerId, BAIT.rep.B);
  expect(await noteOf(customerId, tokens['rep B'])).toBe('');
  expect((await api.rpc('get_customer_note', { lead_id: customerId }, tokens['rep A'])).status).toBe(404);

  // Handed back, it is there again. The note of the other representative did not replace it.
  const own = { ...TEXTS, note: 'Of B' };
  await edit(customerId, { ...TEXTS, note: '' }, own, tokens['rep B']);
  expect(await noteOf(customerId, tokens['rep B'])).toBe(own.note);
  await handOver(customerId, BAIT.rep.A);
  expect(await noteOf(customerId)).toBe(TEXTS.note);
});

test('a representative cannot edit the customer of another representative', async () => {
  const before = { ...(await textsOf(BAIT.customer.A)), note: await noteOf(BAIT.customer.A) };
  const foreign = await edit(BAIT.customer.A, before, TEXTS, tokens['rep B']);
  const unknown = await edit(crypto.randomUUID(), before, TEXTS, tokens['rep B']);
  expect([foreign.status, foreign.body.error.message]).toEqual([404, 'No such customer.']);
  expect([unknown.status, unknown.body.error.message]).toEqual([404, 'No such customer.']);
  expect({ ...(await textsOf(BAIT.customer.A)), note: await noteOf(BAIT.customer.A) }).toEqual(before);
});
