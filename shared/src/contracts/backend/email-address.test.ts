import { describe, expect, test } from 'vitest';
import { emailAddressSchema, isMailbox, mailboxOf } from './email-address.ts';

const KOELN = 'jana@xn--kln-sna.example';

/** Regression: each spelling became a customer of its own, and erasing one left the others. */
describe('one mailbox has one spelling', () => {
  test.each([
    ['jana@köln.example', KOELN],
    ['Jana@KÖLN.Example', KOELN],
    ['jana@ko\u0308ln.example', KOELN],
    ['jana@xn--kln-sna.example', KOELN],
    ['JANA@XN--KLN-SNA.EXAMPLE', KOELN],
    ['ｊａｎａ＠köln．example', KOELN],
    ['jana@köln。example', KOELN],
    ['JÖRG@müller.example', 'jörg@xn--mller-kva.example'],
    ['jo\u0308rg@müller.example', 'jörg@xn--mller-kva.example'],
    ['ΑΣ@παράδειγμα.example', 'ας@xn--hxajbheg2az3al.example'],
    ['o’neil@mail.example', 'o’neil@mail.example'],
    ['anna&bert@engine.example', 'anna&bert@engine.example'],
    ['sales/de@engine.example', 'sales/de@engine.example'],
    ['ada+news@engine.example', 'ada+news@engine.example'],
  ])('%s is %s', (typed, mailbox) => {
    expect(mailboxOf(typed)).toBe(mailbox);
    expect(mailboxOf(mailbox)).toBe(mailbox);
    expect(emailAddressSchema().parse(typed)).toBe(mailbox);
    expect(isMailbox(mailbox)).toBe(true);
  });
});

/** Regression: these were stored as typed, and their senders were promised an answer. */
test.each([
  'mailto:ada@engine.example',
  'MAILTO:Ada@engine.example?subject=Hello',
  '<ada@engine.example>',
  '<mailto:ada@engine.example>',
  'Ada Lovelace <ada@engine.example>',
  '"Lovelace, Ada" <ada@engine.example>;',
  'ada@engine.example,',
  'ada@engine.example;',
  'ada@engine.example.',
  '(ada@engine.example)',
  '“ada@engine.example”',
  ' \u200Bada@engine.example\u00a0',
  '„ada@engine.example“',
  '‘ada@engine.example’',
  "'ada@engine.example'",
  '‹ada@engine.example›',
  '「ada@engine.example」',
  'ada@engine.example、',
  'ada@engine.example。',
  'ada@engine.example؟',
  '`ada@engine.example`',
  '*ada@engine.example*',
  '|ada@engine.example|',
  'ada@engine.example/',
  '•ada@engine.example',
  'mailto://ada@engine.example',
  // Regression: a sign became letters of the domain.
  'ada@engine.example™',
  'ada@engine.example®',
  'ada@engine.example¹',
  'ada@engine.example ᵃ',
  'ada@engine.example⑴',
  'ada@engine.exampleª',
  '✉ada@engine.example',
  '✉\uFE0F ada@engine.example',
  '📧 ada@engine.example',
  '→ ada@engine.example',
  '\uE0BEada@engine.example',
])('%s is copied with something around it', (copied) => {
  expect(emailAddressSchema().parse(copied)).toBe('ada@engine.example');
});

test.each([
  '',
  'ada',
  'ada@engine',
  '#@0.#',
  'ada@127.0.0.1',
  'ada@1.2',
  'ada@engine.example/x',
  'ada@köln.example/x',
  'ada@köln.example:25',
  'ada@a%2eb.example',
  'a@b.c@d.example',
  'ada@engine.example, bea@engine.example',
  'Ada <ada@engine.example>; Bea <bea@engine.example>',
  '@ada@engine.example',
  'ada@eng“ine.example',
  'ada@engine、bea.example',
  'ada@engine.example;bea@engine.example',
  'ada lovelace@engine.example',
  'ada@engine..example',
  // Regression: mail servers refused these, so a code for them answered 503.
  'ada..lovelace@engine.example',
  '.ada@engine.example',
  // Regression: no mail server knows these, or they were another spelling of a mailbox.
  'mailto:ada%2Bnews@engine.example',
  '%3Cada@engine.example%3E',
  '%20ada@engine.example',
  'email=ada@engine.example',
  'ada™@engine.example',
  'ada@engine™.example',
  'ada\uE0BE@engine.example',
  'ada.@engine.example',
  `${'a'.repeat(65)}@engine.example`,
  `ada@${'köln.'.repeat(30)}example`,
  `ada@engine.example${' '.repeat(100_000)}x`,
])('%s is no address', (typed) => {
  expect(emailAddressSchema().safeParse(typed).success).toBe(false);
});
