import { expect, test } from 'vitest';
import { attacked, describeEdges, expectStillAnswering, gateway } from './attack.ts';

const SALES_ID = 'DEMO-REP-2018';
const PEOPLE = 30;
const WRONG_IDS = 40;
/** A separate address, because this test uses up the limit of wrong sign-ins. */
const GUESSER = '127.0.0.4';

describeEdges((edge) => {
  test('30 people of one office sign in at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: PEOPLE }, () => edge.call('/functions/v1/sign-in-rep', { salesId: SALES_ID })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: PEOPLE }, () => 200));
  });
});

test('one mailbox in 12 spellings gets only three mails', async () => {
  const spellings = [
    ...Array.from({ length: 8 }, (_, n) => `victim+${n}@mailbox.example`),
    ...[
      'VICTIM@mailbox.example',
      'Victim@MAILBOX.example',
      'v.ictim@mailbox.example',
      'vic.tim@mailbox.example',
    ],
  ];
  for (const email of spellings) {
    const answer = await gateway.call('/functions/v1/submit-contact', {
      ...{ id: crypto.randomUUID(), name: 'Ada Lovelace', email, company: 'Engines', formOpenedMs: 5_000 },
    });
    expect(answer.status).toBe(200);
  }
  const mails = (await (await gateway.get('/_inbox/messages.json')).json()) as { to: string[] }[];
  const toVictim = mails.filter(({ to }) =>
    to.some((address) => /^v\.?ic\.?tim(\+\d)?@mailbox/i.test(address)),
  );
  expect(toVictim).toHaveLength(3);
});

test(`of ${WRONG_IDS} wrong sales IDs at once, at most 20 are looked up`, async () => {
  const attempts = Array.from({ length: WRONG_IDS }, (_, n) => ({ salesId: `WRONG-${n}-${attacked.pid}` }));
  const answers = await Promise.all(
    attempts.map((attempt) => gateway.callFrom(GUESSER, '/functions/v1/sign-in-rep', attempt)),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(20);
  expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
  await expectStillAnswering();
});
