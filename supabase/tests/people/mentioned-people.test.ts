import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openedPersonSchema } from '../../../shared/src/contracts/backend/people/people.ts';
import { BAIT } from '../fixtures/bait.ts';
import { rowsWith } from '../fixtures/rows-with.ts';
import {
  addRequest,
  api,
  change,
  email,
  found,
  openings,
  read,
  storePersonForEachTest,
} from '../fixtures/stored-person.ts';

storePersonForEachTest();

/** Regression: a colleague's message named a person, and neither search nor erasure found them. */
describe('a person of whom only others wrote', () => {
  let mentioned: string;
  let otherId: string;

  beforeEach(async () => {
    mentioned = `nell.${crypto.randomUUID()}@mention.example`;
    otherId = crypto.randomUUID();
    await addRequest(otherId, {
      email: `other.${otherId}@person.example`,
      message: `Please call ${mentioned.toUpperCase()} instead.`,
      staffNote: '',
    });
  });

  test('is found by the whole address, and opened with those texts', async () => {
    expect((await read({ action: 'find', search: mentioned.toUpperCase() })).body.people).toEqual([
      { email: mentioned, names: [], roles: ['mention'] },
    ]);
    const person = openedPersonSchema.parse((await read({ action: 'open', email: mentioned })).body);
    expect(person).toMatchObject({
      customer: null,
      representative: null,
      requests: [],
      codes: [],
      mentions: { unread: 0, texts: [{ id: otherId, field: 'message', hasAddress: true }] },
    });
    expect((await openings()).at(-1)).toMatchObject({ detail: { by: 'manager', mentionedIn: otherId } });
    const exported = (await change({ action: 'export', email: mentioned, after: null })).body;
    expect(exported).toMatchObject({ person: { email: mentioned }, requests: [] });
    expect(exported.person).not.toHaveProperty('mentions');
  });

  /** Regression: each reading may take two seconds, and an opening took six. */
  test('is opened by one reading of those texts', async () => {
    const [counted] = await api.sql<{ readings: number }>(
      `select set_config('track_functions', 'all', true), public.get_person($1),
         pg_stat_get_xact_function_calls('private.mentions_of(text, text, integer)'::regprocedure)::integer as readings`,
      [mentioned],
    );
    expect(counted?.readings).toBe(1);
  });

  test('is erased, and then not found any more', async () => {
    expect(
      (
        await change({
          action: 'erase',
          email: mentioned,
          takesNames: true,
          erasureId: crypto.randomUUID(),
        })
      ).body,
    ).toMatchObject({ outcome: 'erased', isCustomer: false, contactRequests: 0, redacted: 1 });
    expect(await rowsWith(api, mentioned)).toEqual([]);
    expect(await found(mentioned)).toEqual([]);
    expect((await read({ action: 'open', email: mentioned })).status).toBe(404);
  });

  test('needs a whole address: a word in a text is nobody', async () => {
    expect(await found('instead')).toEqual([]);
    expect((await read({ action: 'open', email: 'instead' })).status).toBe(404);
    expect(
      (
        await change({
          action: 'erase',
          email: 'instead',
          takesNames: true,
          erasureId: crypto.randomUUID(),
        })
      ).status,
    ).toBe(404);
  });
});

/** Regression: each opening and erasure read the words of every note, and each erasure those of every customer. */
describe('among thousands of customers with notes', () => {
  beforeAll(async () => {
    await api.sql(
      `with customers as (
         insert into public.qualified_leads (email, name, company, qualified_by)
         select gen_random_uuid() || '@many.example', 'Customer ' || n, 'Mills', $1 from generate_series(1, 2000) as n
         returning id, name
       )
       insert into private.customer_notes (qualified_lead_id, sales_rep_id, note)
       select id, $1, name || ' prefers the phone.' from customers`,
      [BAIT.rep.A],
    );
  });

  test.each([
    ['opening', `private.mentions_of($1, '', 100)`],
    ['erasure', 'public.erase_person($1)'],
  ])('the %s of a person reads the words of few texts', async (_, call) => {
    const [counted] = await api.sql<{ texts: number }>(
      `select set_config('track_functions', 'all', true), ${call},
         pg_stat_get_xact_function_calls('private.words(text)'::regprocedure)::integer as texts`,
      [email],
    );
    expect(counted?.texts).toBeGreaterThan(0);
    expect(counted?.texts).toBeLessThan(100);
  });
});
