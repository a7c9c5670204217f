import { expect, test } from 'vitest';
import { BRAND } from '../../../../shared/src/brand/brand.ts';
import { headerText, mailSender } from './mail.ts';
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

test('the mail about an opened link says the same in text and in HTML, in one order', () => {
  const { text, html } = openingMail({
    customer: { id: 'c-1', name: 'Ada', email: 'ada@engine.example', company: 'Engines' },
    rep: { name: 'Grace', email: 'grace@corvane.example' },
    openedAt: new Date('2026-11-21T12:00:00Z'),
    siteUrl: 'https://www.corvane.example',
  });
  const said = text.split('\n').filter((line) => line !== '' && !line.startsWith('https:'));
  const paragraphs = [...(html ?? '').matchAll(/<p [^>]*>([^<]+)<\/p>/g)].map(([, words]) => words);
  expect(paragraphs).toEqual(said);
});
