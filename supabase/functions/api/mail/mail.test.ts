import { expect, test } from 'vitest';
import { BRAND } from '../../../../shared/src/brand/brand.ts';
import type { StoredContactRequest } from '../database/contact-calls.ts';
import { contactMail } from './contact-mail.ts';
import { headerText, howToAsk, letter, mailSender, plainAddress } from './mail.ts';
import { openingMail } from './opening-mail.ts';
import { resendMail } from './resend-mail.ts';

test("an encoded word in a subject ends no line in a reader's mail program", () => {
  expect(headerText('=?utf-8?Q?=0D=0ABcc:_x@evil.example?= B')).not.toContain('=?');
});

/** Regression: half a character is not valid text, and a mail service can refuse a mail with it. */
test('a long subject ends with a whole character', () => {
  const cut = headerText(`a${'\u{20BB7}'.repeat(300)}`);
  expect([...cut]).toHaveLength(200);
  expect(cut.isWellFormed()).toBe(true);
});

test.each([
  ['sales/de@corvane.example', 'Reply to this mail'],
  ['anna&bert@corvane.example', 'Reply to this mail'],
  ['müller@corvane.example', 'Write to müller@corvane.example'],
])('a customer of %s reads: %s', (email, words) => {
  expect(howToAsk({ name: 'Anna', email })).toBe(`${words}, and Anna will answer.`);
  expect(plainAddress(email) === undefined).toBe(words.startsWith('Write'));
});

test.each([
  ['Corvane', '"Corvane" <no-reply@corvane.example>'],
  ['O\'Neil, Söhne & "Data"', String.raw`"O'Neil, Söhne & \"Data\"" <no-reply@corvane.example>`],
  ['back\\slash', String.raw`"back\\slash" <no-reply@corvane.example>`],
])('%s sends mail from one address', (senderName, sender) => {
  expect(mailSender({ mail: { ...BRAND.mail, senderName } })).toBe(sender);
});

test.each([
  [422, null],
  [401, 'Resend answered 401'],
  [200, 'Resend answered 200'],
])('the check of a Resend key offers a mail without a recipient: %i is %s', async (status, failure) => {
  const bodies: string[] = [];
  const answer: typeof fetch = async (_input, init) => {
    bodies.push(String(init?.body));
    return new Response(null, { status });
  };
  const { check } = resendMail({ apiKey: 're_key', from: 'a@corvane.example', fetch: answer });
  expect(
    await check().then(
      () => null,
      (error: Error) => error.message,
    ),
  ).toBe(failure);
  expect(bodies).toEqual(['{}']);
});

test('a mail in HTML has the brand above its title, and its link as a button', () => {
  const { html } = letter('More time', [
    'Hello,',
    { link: 'https://www.corvane.example/?a=1&b=2', words: 'See prices' },
  ]);
  expect(html.indexOf(`>${BRAND.name}<`)).toBeGreaterThan(0);
  expect(html.indexOf(`>${BRAND.name}<`)).toBeLessThan(html.indexOf('>More time</h1>'));
  expect(html).toMatch(
    /<a href="https:\/\/www\.corvane\.example\/\?a=1&amp;b=2" style="[^"]*background[^"]*">See prices<\/a>/,
  );
});

test('the mail about a request leads to its sender and to the portal, and says when it came', () => {
  const request = {
    id: 'a0000000-0000-4000-8000-000000000009',
    firstName: 'Ada',
    lastName: null,
    email: 'ada@engine.example',
    company: 'Engines',
    phone: '',
    jobTitle: '',
    jobRole: '',
    message: '',
    projectType: 'contact',
    source: 'general',
    tier: '',
    billing: '',
    createdAt: '2026-11-21T12:00:00.123Z',
  } as StoredContactRequest;
  const portalPage = 'https://www.corvane.example/sales-portal?tab=requests&request=1';
  const { text, html } = contactMail(request, 'grace@corvane.example', { portalPage });
  expect(html).toContain('<a href="mailto:ada@engine.example"');
  expect(html).toContain('<a href="https://www.corvane.example/sales-portal?tab=requests&amp;request=1"');
  expect(text).toContain('Received: Sat, Nov 21, 2026, 7:00 AM EST');
});

test('the mail about an opened link says the same in text and in HTML, in one order', () => {
  const { text, html } = openingMail({
    customer: { id: 'c-1', name: 'Ada', email: 'ada@engine.example', company: 'Engines' },
    rep: { name: 'Grace', email: 'grace@corvane.example', timeZone: null },
    openedAt: new Date('2026-11-21T12:00:00Z'),
    siteUrl: 'https://www.corvane.example',
  });
  const said = text.split('\n').filter((line) => line !== '' && !line.startsWith('https:'));
  const paragraphs = [...(html ?? '').matchAll(/<p [^>]*>([^<]+)<\/p>/g)].map(([, words]) => words);
  expect(paragraphs).toEqual(said);
});
