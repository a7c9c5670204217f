import { expect, test } from 'vitest';
import { MESSAGE_MAX, NAME_MAX } from '../../../../../shared/src/contracts/backend/browser-limits.ts';
import {
  CONSENT,
  CONTACT_FORM_POST,
  CONTACT_MAX_BODY_BYTES,
} from '../../../../../shared/src/contracts/backend/contact/contact-form.ts';
import type { NewContactRequest } from '../../database/contact-calls.ts';
import { refusalOf } from '../../database/database-call.ts';
import { callOf, type FakeDeps, fakeDeps, jsonRequest } from '../../fake-deps.ts';
import { EDGE_SECRET_HEADER } from '../../request/caller.ts';

const handle = callOf('submit-contact');

/** As a browser sends it: empty fields too, and a box only if it is ticked. */
const FIELDS: Record<string, string> = {
  name: 'Ada Lovelace',
  email: 'ada@engine.example',
  company: 'Engines',
  phone: '',
  jobTitle: '',
  jobRole: '',
  message: 'Two lines,\r\nand é.',
  [CONTACT_FORM_POST.trap]: '',
  source: 'general',
  consentVersion: CONSENT.version,
};

function recording(): { deps: FakeDeps; saved: NewContactRequest[] } {
  const saved: NewContactRequest[] = [];
  const deps = fakeDeps({
    database: {
      saveContactRequest: async (contactRequest) => {
        saved.push(contactRequest);
        return true;
      },
    },
  });
  return { deps, saved };
}

function send(
  fields: Record<string, string> | string,
  deps: FakeDeps,
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
  return handle(new Request(jsonRequest(null, type), { body, method: 'POST' }), deps);
}

test('a form is stored like a request of scripts, and its sender is led to the thanks', async () => {
  const { deps, saved } = recording();
  const answer = await send({ ...FIELDS, consent: 'on' }, deps);
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(CONTACT_FORM_POST.sentPath);
  expect(await answer.text()).toBe('');
  expect(saved).toMatchObject([
    {
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@engine.example',
      message: 'Two lines,\nand é.',
      consent_version: CONSENT.version,
      is_quarantined: false,
    },
  ]);
});

/** Regression: a form writes such a letter as nine bytes, and the limit was 32 kB. */
test('the longest message is taken in any script', async () => {
  const { deps, saved } = recording();
  const message = '語'.repeat(MESSAGE_MAX);
  const answer = await send({ ...FIELDS, name: '語'.repeat(NAME_MAX), message }, deps);
  expect(answer.headers.get('location')).toBe(CONTACT_FORM_POST.sentPath);
  expect(saved[0]?.message).toBe(message);
});

test('a form without the ticked box stores no consent', async () => {
  const { deps, saved } = recording();
  await send(FIELDS, deps);
  expect(saved[0]?.consent_version).toBeNull();
});

test('the same form again has the same id; on another day, or changed, another one', async () => {
  const { deps, saved } = recording();
  await send(FIELDS, deps);
  await send(FIELDS, deps);
  await send({ ...FIELDS, message: 'Another' }, deps);
  await send(FIELDS, { ...deps, now: () => new Date(deps.now().getTime() + 86_400_000) });
  const [first, again, ...others] = saved.map(({ id }) => id);
  expect(again).toBe(first);
  expect(new Set([first, ...others]).size).toBe(3);
});

test('the id of a form cannot be made without the pepper', async () => {
  const { deps, saved } = recording();
  await send(FIELDS, deps);
  await send(FIELDS, { ...deps, config: { ...deps.config, salesIdPepper: 'another pepper'.repeat(3) } });
  expect(saved[1]?.id).not.toBe(saved[0]?.id);
});

test.each([
  CONTACT_FORM_POST.trap,
  // Of a page that was loaded before the field was renamed.
  'website',
])(
  'a form that filled in the hidden field %s is quarantined, and its sender reads no thanks',
  async (name) => {
    const { deps, saved } = recording();
    expect((await send({ ...FIELDS, [name]: 'x' }, deps)).headers.get('location')).toBe(
      CONTACT_FORM_POST.notSentPath,
    );
    expect(saved[0]?.is_quarantined).toBe(true);
  },
);

test.each<[string, Record<string, string> | string]>([
  ['a wrong address', { ...FIELDS, email: 'ada' }],
  ['no name', { ...FIELDS, name: '' }],
  ['an unknown field', { ...FIELDS, status: 'done' }],
  ['a field of the prototype', { ...FIELDS, ['__proto__']: 'x' }],
  ['a NUL character', { ...FIELDS, name: 'Ada\u0000' }],
  ['two fields of one name', `${new URLSearchParams(FIELDS)}&name=Other`],
  ['nothing', ''],
  ['JSON', '{"name":"Ada Lovelace"}'],
  ['too long a message', { ...FIELDS, message: 'x'.repeat(MESSAGE_MAX + 1) }],
  ['too many bytes', { ...FIELDS, message: 'x'.repeat(CONTACT_MAX_BODY_BYTES) }],
])('a form with %s stores nothing, and its sender reads so', async (_what, fields) => {
  const { deps, saved } = recording();
  const answer = await send(fields, deps);
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(CONTACT_FORM_POST.notSentPath);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(saved).toEqual([]);
});

test('a form that came past the edge is refused: a page of any site could have sent it', async () => {
  const { deps, saved } = recording();
  const answer = await send(FIELDS, deps, { [EDGE_SECRET_HEADER]: 'x'.repeat(32) });
  expect(answer.headers.get('location')).toBe(CONTACT_FORM_POST.notSentPath);
  expect(saved).toEqual([]);
});

test('a network over its limit reads that nothing was sent', async () => {
  const deps = fakeDeps({
    database: { saveContactRequest: () => Promise.reject(refusalOf('PT429', 'Please wait', '60')) },
  });
  expect((await send(FIELDS, deps)).headers.get('location')).toBe(CONTACT_FORM_POST.notSentPath);
});
