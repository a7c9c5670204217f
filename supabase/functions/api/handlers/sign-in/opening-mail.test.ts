import { expect, test } from 'vitest';
import { callOf, FAKE_CUSTOMER_SESSION, type FakeDeps, fakeDeps, jsonRequest } from '../../fake-deps.ts';

const handle = callOf('sign-in-customer');

const TOKEN = 'A'.repeat(43);
const wanted = (
  changes: Partial<typeof FAKE_CUSTOMER_SESSION.actor.customer> = {},
  repTimeZone: string | null = null,
) => ({
  database: {
    beginCustomerSession: async () => ({
      ...FAKE_CUSTOMER_SESSION,
      actor: {
        kind: 'customer' as const,
        customer: { ...FAKE_CUSTOMER_SESSION.actor.customer, ...changes },
      },
      isRepToBeMailed: true,
      repTimeZone,
    }),
  },
});
const open = (deps: FakeDeps) => handle(jsonRequest({ token: TOKEN }), deps);

test('a representative who wants the mail learns who opened the link, without the link', async () => {
  const deps = fakeDeps(wanted({ name: '<b>Ada</b>', company: 'Engines & Söhne' }));
  const response = await open(deps);
  expect(await response.text()).not.toContain('isRepToBeMailed');
  await Promise.all(deps.later);
  const [mail] = deps.mails;
  expect(mail).toMatchObject({ to: 'rep@corvane.example', subject: '<b>Ada</b> opened your link' });
  expect(mail?.text).toContain('opened the link to Corvane prices on Sat, Nov 21, 2026, 7:00 AM EST.');
  expect(mail?.html).toContain('&lt;b&gt;Ada&lt;/b&gt; (Engines &amp; Söhne)');
  expect(mail?.html).not.toContain('<b>');
  expect(JSON.stringify(mail)).not.toContain(TOKEN);
});

test('the mail tells the time where the representative is', async () => {
  const deps = fakeDeps(wanted({}, 'Asia/Kolkata'));
  expect(await (await open(deps)).text()).not.toContain('Kolkata');
  await Promise.all(deps.later);
  expect(deps.mails[0]?.text).toContain('on Sat, Nov 21, 2026, 5:30 PM GMT+5:30.');
});

test('a representative who does not want the mail gets none', async () => {
  const deps = fakeDeps();
  await open(deps);
  expect([deps.later, deps.mails]).toEqual([[], []]);
});

test('the customer neither waits for the mail server nor sees its failure', async () => {
  let refuse = (_error: Error) => {};
  const deps = fakeDeps({
    ...wanted(),
    mail: { send: () => new Promise((_, reject) => (refuse = reject)) },
  });
  expect((await open(deps)).status).toBe(200);
  refuse(new Error('to <rep@corvane.example> refused'));
  await Promise.all(deps.later);
  expect(deps.entries.at(-1)).toMatchObject({ level: 'error', event: 'mail_failed' });
  expect(JSON.stringify(deps.entries)).not.toContain('rep@corvane.example');
});

test.each([
  ['test mode', { ...wanted(), mail: { kind: 'test' as const } }],
  ['an address that is none', wanted({ repEmail: 'a@x.example, b@x.example' })],
])('in %s no mail is sent, and the log says so', async (_, overrides) => {
  const deps = fakeDeps(overrides);
  expect((await open(deps)).status).toBe(200);
  await Promise.all(deps.later);
  expect(deps.mails).toEqual([]);
  expect(deps.entries.at(-1)?.level).toBe('warn');
});
