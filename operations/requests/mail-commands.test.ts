import { UserError } from '@corvane/tools/command/user-error';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { OpsApi, OpsCallError } from '../api/ops-api.ts';
import { type OpsFixture, opsFixture, STAND_URL } from '../ops-fixture.ts';

let fixture: OpsFixture;
/** What the local stack does every five minutes. */
let timers: (() => void)[];

beforeAll(async () => {
  const intervals = vi.spyOn(globalThis, 'setInterval');
  fixture = await opsFixture();
  timers = intervals.mock.calls.filter(([, ms]) => ms === 5 * 60_000).map(([run]) => run as () => void);
  intervals.mockRestore();
});
afterAll(() => fixture.close());

/** A request whose mail to the team failed. @returns its id */
async function unsent(): Promise<string> {
  const id = crypto.randomUUID();
  await fixture.backend.sql(
    `insert into public.contact_submissions (id, first_name, email, company, project_type)
     values ($1, 'Late', 'late@later.example', 'Later', 'contact')`,
    [id],
  );
  return id;
}
async function mailsAbout(id: string): Promise<number> {
  const inbox = await fixture.call(new Request(`${STAND_URL}/_inbox/messages.json`));
  const mails: { text: string }[] = await inbox.json();
  return mails.filter(({ text }) => text.includes(id)).length;
}

test('every mail that waits is sent once, however many there are', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, unsent));
  expect(await fixture.ops('mail', 'send')).toEqual(['12 mails sent.']);
  expect(await Promise.all(ids.map(mailsAbout))).toEqual(ids.map(() => 1));
  expect(await fixture.ops('mail', 'send')).toEqual(['0 mails sent.']);
});

test('the local stack sends what failed by itself', async () => {
  const id = await unsent();
  for (const run of timers) run();
  await vi.waitFor(async () => expect(await mailsAbout(id)).toBe(1), 5_000);
});

test('functions that do not answer, or refuse, are one line', async () => {
  const send = (answer: () => Promise<Response>) =>
    new OpsApi({ url: STAND_URL, secretKey: 'key', fetch: answer }).sendWaitingMails();
  await expect(send(() => Promise.reject(new TypeError('fetch failed')))).rejects.toThrow(
    new OpsCallError(`${STAND_URL} does not answer (fetch failed)`, 0),
  );
  await expect(send(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))).rejects.toThrow(
    new UserError('send-contact-notification answered 502. See: ops doctor'),
  );
});
