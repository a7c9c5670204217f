import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailboxOf } from '../../../shared/src/contracts/backend/email-address.ts';
import { mailboxHash } from '../../functions/api/canonical-address.ts';
import { BAIT, layBait } from '../fixtures/bait.ts';
import { issueLink, letPausePass, mailedCode, sendCode } from '../fixtures/qualify.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let tokens: Awaited<ReturnType<typeof layBait>>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});
afterAll(() => api.close());

const rowsOf = (table: string, ...emails: string[]) =>
  api.sql<{ email: string }>(`select email from ${table} where email = any ($1)`, [emails]);

/** The code that was mailed is entered. The answer is the customer's link. */
async function qualifyAs(typed: string, mailbox: string, mailedTo = mailbox) {
  await api.sql('delete from private.rate_limit_counters');
  const sent = await sendCode(api, tokens['rep A'] ?? '', typed);
  expect(sent.status, `${typed}: ${sent.text}`).toBe(200);
  const issued = await issueLink(
    api,
    tokens['rep A'],
    sent.body.verificationId,
    await mailedCode(api, mailedTo),
  );
  expect(issued.status, issued.text).toBe(200);
  await letPausePass(api, mailbox);
  return issued.body as { customerId: string; token: string };
}

const opens = async (token: string) =>
  (await api.call('/functions/v1/sign-in-customer', { body: { token } })).status;

/** Regression: they were two customers with two live links, and erasing one left the other. */
test('two spellings of a domain are one customer, whose first link ends with the second', async () => {
  const mailbox = 'jana@xn--kln-sna.example';
  const links = [];
  for (const typed of ['jana@köln.example', 'JANA@ko\u0308ln.example', mailbox])
    links.push(await qualifyAs(typed, mailbox));
  expect(new Set(links.map(({ customerId }) => customerId)).size).toBe(1);
  expect(await Promise.all(links.map(({ token }) => opens(token)))).toEqual([401, 401, 200]);
  const answer = await api.call('/functions/v1/change-person', {
    body: { action: 'erase', email: 'Jana@Köln.example', takesNames: true, erasureId: crypto.randomUUID() },
    token: tokens.manager,
  });
  expect(answer.body).toMatchObject({ outcome: 'erased', isCustomer: true });
  expect(await rowsOf('public.qualified_leads', mailbox, 'jana@köln.example')).toEqual([]);
});

test.each<[string, string, string?]>([
  // A mail with other letters before the @ names its domain in letters too.
  ['JÖRG@müller.example', 'jörg@xn--mller-kva.example', 'jörg@müller.example'],
  ['anna&bert@engine.example', 'anna&bert@engine.example'],
  ['sales/de@engine.example', 'sales/de@engine.example'],
  ['ｐｉａ＠bücher.example', 'pia@xn--bcher-kva.example'],
  ['mailto:lea@engine.example', 'lea@engine.example'],
])(
  'a customer qualified as %s is found, exported and erased by that spelling',
  async (typed, mailbox, mailedTo) => {
    await qualifyAs(typed, mailbox, mailedTo);
    expect(await rowsOf('public.qualified_leads', mailbox)).toEqual([{ email: mailbox }]);
    for (const body of [
      { action: 'export', email: typed, after: null },
      { action: 'erase', email: typed, takesNames: true, erasureId: crypto.randomUUID() },
    ])
      expect((await api.call('/functions/v1/change-person', { body, token: tokens.manager })).status).toBe(
        200,
      );
    expect(await rowsOf('public.qualified_leads', mailbox)).toEqual([]);
  },
);

/** Only the mail server knows whether both are one mailbox. Merged, one person's link would end with the other's. */
test('an address with a plus sign is another person, and neither is lost with the other', async () => {
  const [tagged, plain] = ['gina+demo@engine.example', 'gina@engine.example'];
  const [first, second] = [await qualifyAs(tagged, tagged), await qualifyAs(plain, plain)];
  expect(first.customerId).not.toBe(second.customerId);
  const id = crypto.randomUUID();
  await api.sql(
    `insert into public.contact_submissions (id, first_name, email, company, project_type, message)
     values ($1, 'O', 'o@other.example', 'O', 'contact', $2)`,
    [id, `${tagged}, ${plain}, demo@engine.example, https://x.example/?to=gina%2Bdemo%40engine.example`],
  );
  const message = async () =>
    (
      await api.sql<{ message: string }>('select message from public.contact_submissions where id = $1', [id])
    )[0]?.message;
  const erase = (email: string) =>
    api.call('/functions/v1/change-person', {
      body: { action: 'erase', email, takesNames: true, erasureId: crypto.randomUUID() },
      token: tokens.manager,
    });
  expect((await erase(plain)).body).toMatchObject({ outcome: 'erased', isCustomer: true, redacted: 1 });
  expect(await rowsOf('public.qualified_leads', tagged, plain)).toEqual([{ email: tagged }]);
  expect(await message()).toBe(
    `${tagged}, [erased], demo@engine.example, https://x.example/?to=gina%2Bdemo%40engine.example`,
  );
  expect(await opens(first.token)).toBe(200);
  expect((await erase(tagged)).body).toMatchObject({ outcome: 'erased', isCustomer: true, redacted: 1 });
  expect(await message()).toBe('[erased], [erased], demo@engine.example, https://x.example/?to=[erased]');
});

/** Regression: such addresses were stored as typed, and their senders were promised an answer that could not come. */
describe('the address of a contact request', () => {
  const send = (email: string) => {
    const id = crypto.randomUUID();
    return api.call('/functions/v1/submit-contact', {
      body: { id, name: 'Ada Lovelace', email, company: 'Engines', consent: false },
      ip: `198.51.100.${Math.floor(Math.random() * 250)}`,
    });
  };

  test.each([
    'mailto:Ida@köln.example',
    '<ida@köln.example>',
    'ida@xn--kln-sna.example,',
    'IDA@KÖLN.example',
  ])('%s is stored as its mailbox', async (typed) => {
    const answer = await send(typed);
    expect(answer.status, answer.text).toBe(200);
    expect(
      await api.sql('select email from public.contact_submissions where id = $1', [
        answer.body.contactRequestId,
      ]),
    ).toEqual([{ email: 'ida@xn--kln-sna.example' }]);
  });

  test.each(['ida@engine.example,bea@engine.example', 'ida@1.2.3.4', 'ida@engine,example.com'])(
    '%s is refused at its field',
    async (typed) => {
      const answer = await send(typed);
      expect([answer.status, answer.body.error?.fields?.email]).toEqual([
        400,
        'Please enter a valid email address',
      ]);
    },
  );
});

test('every table stores the one spelling, also of a row that no function wrote', async () => {
  const mailbox = 'direct@xn--kln-sna.example';
  const typed = '<Direct@KÖLN.example>';
  await api.sql(`insert into public.qualified_leads (email, qualified_by) values ($1, $2)`, [
    typed,
    BAIT.rep.A,
  ]);
  await api.sql(`insert into public.sales_representatives (name, email) values ('D', $1)`, [typed]);
  await api.sql(
    `insert into private.verification_codes (id, sales_rep_id, email, code_hash)
     values (gen_random_uuid(), $2, $1, repeat('c', 64))`,
    [typed, BAIT.rep.A],
  );
  await api.sql(
    `insert into public.contact_submissions (id, first_name, email, company, project_type)
     values (gen_random_uuid(), 'D', $1, 'D', 'contact')`,
    [typed],
  );
  for (const table of [
    'public.qualified_leads',
    'public.sales_representatives',
    'private.verification_codes',
    'public.contact_submissions',
  ])
    expect(await rowsOf(table, mailbox), table).toEqual([{ email: mailbox }]);
  const [operators] = await api.sql<{ reps: string; customers: string }>(
    `select public.find_reps(jsonb_build_object('search', $1::text), 1, null) #>> '{rows,0,email}' as reps,
       (select email from public.list_customers($1)) as customers`,
    ['Direct@köln.example'],
  );
  expect(operators).toEqual({ reps: mailbox, customers: mailbox });
});

/** Regression: a rule became stricter, and who was stored before could not be named any more. */
test.each(['rep@127.0.0.1', 'sales rep@engine', 'a..b@engine.example', 'a@engine.example,b@engine.example'])(
  'a representative who was stored as %s gets another address',
  async (email) => {
    const [rep] = await api.sql<{ id: string }>(
      `insert into public.sales_representatives (name, email) values ('R', $1) returning id`,
      [email],
    );
    const edit = (before: string, after: string) =>
      api.call('/functions/v1/change-representative', {
        body: {
          ...{ action: 'edit', repId: rep?.id },
          before: { name: 'R', email: before, isManager: false },
          after: { name: 'R', email: after, isManager: false },
        },
        token: tokens.manager,
      });
    const refused = await edit(email, email);
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([400, ['after.email']]);
    const after = `${rep?.id}@engine.example`;
    expect((await edit(email, after)).body).toEqual({ outcome: 'edited' });
    expect(await rowsOf('public.sales_representatives', after)).toEqual([{ email: after }]);
  },
);

test.each([
  'jana@köln.example',
  'JO\u0308RG@MÜLLER.example',
  'a@例え.テスト',
  'x@παράδειγμα.example',
  'ΑΣ@x.example',
  'İ@x.example',
  'b@münchen-ost.bücher.example',
  'a@straße.example',
  'a@пример.рф',
  'a@i❤.example',
  `a@${'日本語'.repeat(6)}.example`,
  'a@\u{20BB7}.example',
  'ﬁn＠ｅｎｇｉｎｅ．example',
  'mailto:A@b.example?subject=x',
  '"L, A" <a@b.example>;',
  'ad a@köln.example',
  'a@köln.example/x',
  'a@köln。example。',
  '„a@köln.example“',
  '「a@engine.example」、',
  '•a@köln.example*',
  'a@eng“ine.example',
  '_a@köln.example_',
  'mailto://a@köln.example',
  'A <a@köln.example>; B <b@köln.example>',
  '@a@köln.example',
  'ada@engine.example™',
  'ada@engine.example ᵃ¹⑴ª®',
  '✉\uFE0F 📧 → \uE0BEada@engine.example\uFFFC',
  'ada™@engine㈱.example',
  'mailto:ada%2Bnews@engine.example',
  '%3Cada@engine.example%3E',
  'email=ada@engine.example',
  'ada@engine',
  'ada@xn--a.example',
  'ada',
  '@',
])('the database and the functions spell %s the same', async (typed) => {
  const mailbox = mailboxOf(typed);
  expect(
    await api.sql(
      'select private.mailbox($1) as once, private.mailbox($2) as twice, private.mailbox_hash($2) as key',
      [typed, mailbox],
    ),
  ).toEqual([
    // What is no address is counted nowhere.
    { once: mailbox, twice: mailbox, key: mailbox.includes('@') ? await mailboxHash(typed) : null },
  ]);
});

test.each([
  ['public.sales_representatives', BAIT.rep.B],
  ['public.qualified_leads', BAIT.customer.B],
  ['public.contact_submissions', BAIT.contact],
])('a changed address in %s is spelled like a new one', async (table, id) => {
  expect(
    await api.sql(`update ${table} set email = 'Dora@KÖLN.example' where id = $1 returning email`, [id]),
  ).toEqual([{ email: 'dora@xn--kln-sna.example' }]);
});

// Two are halves of a character, and one is beyond all of them.
test.each([
  'xn--',
  'xn--a',
  `xn--${'9'.repeat(200)}`,
  'xn--zzzzzzzz-99999999',
  'xn--ü',
  'xn--ib9b',
  'xn--zy0c',
  'xn--en32g',
])('the malformed label %s stays readable', async (label) => {
  const [row] = await api.sql<{ email: string }>('select private.mailbox_in_letters($1) as email', [
    `ada@${label}.example`,
  ]);
  expect(row?.email).toMatch(/^ada@.*\.example$/);
});

test('the database counts a mailbox by the same key as the functions', async () => {
  const addresses = [
    'victim@mail.example',
    'v.i.c.t.i.m+news+more@mail.example',
    'victim@googlemail.com',
    'zoë@xn--bcher-kva.example',
    '+tag@mail.example',
    '...@mail.example',
  ];
  const keys = await api.sql<{ key: string }>(
    'select private.mailbox_hash(a) as key from unnest($1::text[]) with ordinality as t (a, n) order by n',
    [addresses],
  );
  expect(keys.map(({ key }) => key)).toEqual(await Promise.all(addresses.map(mailboxHash)));
});
