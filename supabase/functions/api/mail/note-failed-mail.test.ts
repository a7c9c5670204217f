import { expect, test } from 'vitest';
import { fakeDeps } from '../fake-deps.ts';
import { mailAccessLink } from './access-link-mail.ts';
import { confirmContact } from './contact-confirmation-mail.ts';
import { mailCode } from './mail-code.ts';
import { noteFailedMail } from './note-failed-mail.ts';
import { mailRepOfOpening } from './opening-mail.ts';

const MAIL = { to: 'ada@engine.example', subject: '', text: '', html: '' };
const CUSTOMER = {
  id: '00000000-0000-4000-8000-00000000000c',
  name: 'Ada',
  email: MAIL.to,
  company: '',
  repName: 'Rep',
  repEmail: 'rep@corvane.example',
};
const LINK = {
  to: MAIL.to,
  customerName: 'Ada',
  rep: { name: 'Rep', email: 'rep@corvane.example' },
  link: 'https://www.corvane.example/comparison?access=x',
  validForSeconds: 60,
  expiresAt: new Date(),
};
const COUNTED = { sessionId: MAIL.to, customerId: CUSTOMER.id, countedAt: '', mailable: true };
const CONTACT = { id: CUSTOMER.id, email: MAIL.to, firstName: 'Ada' };

/** Dependencies whose mail server refuses, and the kinds that were counted. */
function refusing() {
  const counted: string[] = [];
  const deps = fakeDeps({
    mail: { send: () => Promise.reject(new Error('refused')) },
    database: {
      noteFailedMail: async (mail) => {
        counted.push(mail);
      },
    },
  });
  return { deps, counted };
}
type Deps = ReturnType<typeof fakeDeps>;

test.each<[string, (deps: Deps) => Promise<unknown>]>([
  ['verification_code', (deps) => mailCode('verification_code', MAIL, deps, async () => {}, 'c')],
  ['manager_code', (deps) => mailCode('manager_code', MAIL, deps, async () => {}, 'c')],
  ['access_link', (deps) => mailAccessLink(LINK as never, COUNTED, deps, 'c')],
  ['opening', (deps) => mailRepOfOpening(CUSTOMER, null, deps, 'c')],
  ['confirmation', (deps) => confirmContact(deps, CONTACT as never, 'c')],
])('a failed mail is counted by its kind: %s', async (kind, send) => {
  const { deps, counted } = refusing();
  await send(deps).catch(() => {});
  expect(counted).toEqual([kind]);
  const event = kind === 'confirmation' ? 'confirmation_failed' : 'mail_failed';
  expect(deps.entries.map((entry) => entry.event)).toEqual([event]);
});

test('a failure that cannot be counted is logged, and stops nothing', async () => {
  const deps = fakeDeps({ database: { noteFailedMail: () => Promise.reject(new Error('away')) } });
  await noteFailedMail('opening', new Error('refused'), deps, 'c');
  expect(deps.entries.map(({ event }) => event)).toEqual(['mail_failed', 'failed_mail_not_counted']);
});
