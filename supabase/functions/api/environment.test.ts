import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { BRAND } from '../../../shared/src/brand/brand.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { mailSender } from './mail/mail.ts';

const secret = () => randomBytes(32).toString('base64url');
const GOOD = {
  SUPABASE_URL: 'https://api.corvane.example',
  SUPABASE_SERVICE_ROLE_KEY: `sb_secret_${secret()}`,
  SESSION_JWT_SECRET: secret(),
  SALES_ID_PEPPER: secret(),
  EDGE_SECRET: secret(),
  SITE_URL: 'https://www.corvane.example',
  MAIL_TRANSPORT: 'smtp',
  SMTP_HOST: 'mail.corvane.example',
} satisfies Environment;

/** The complaint about an environment. Null when it is accepted. */
function refusalOf(changes: Environment): string | null {
  try {
    readEnvironment({ ...GOOD, ...changes });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

test('a complete environment is accepted', () => {
  expect(refusalOf({})).toBeNull();
});

test.each([
  'SUPABASE_URL',
  'SUPABASE_SERVICE_ROLE_KEY',
  'SESSION_JWT_SECRET',
  'SALES_ID_PEPPER',
  'EDGE_SECRET',
  'SITE_URL',
  'MAIL_TRANSPORT',
  'SMTP_HOST',
])('without %s the functions do not start, and the error names it', (name) => {
  expect(refusalOf({ [name]: undefined })).toContain(name);
  expect(refusalOf({ [name]: '' })).toContain(name);
});

test.each(['none', 'TEST', 'log', 'pigeon'])('%s is not a way to send mail', (transport) => {
  expect(refusalOf({ MAIL_TRANSPORT: transport })).toContain('MAIL_TRANSPORT');
});

test('Resend needs its key', () => {
  expect(refusalOf({ MAIL_TRANSPORT: 'resend' })).toContain('RESEND_API_KEY');
  expect(refusalOf({ MAIL_TRANSPORT: 'resend', RESEND_API_KEY: secret() })).toBeNull();
});

test('test mode starts only when named, and never for a site over https', () => {
  expect(refusalOf({ MAIL_TRANSPORT: 'test', SITE_URL: 'http://localhost:8080' })).toBeNull();
  expect(refusalOf({ MAIL_TRANSPORT: 'test' })).toContain('MAIL_TRANSPORT');
});

test.each([
  'https://www.corvane.example',
  'https://www.corvane.example:8443',
  'http://localhost',
  'http://localhost:80',
  'http://localhost:8080',
  'http://127.0.0.1:8080',
  'http://127.8.9.1',
  'http://[::1]:8080',
])('the site may be at %s', (SITE_URL) => {
  expect(refusalOf({ SITE_URL })).toBeNull();
});

test.each([
  'https://www.corvane.example/',
  'https://www.corvane.example/shop',
  'https://www.corvane.example?a',
  'https://www.corvane.example#a',
  'https://ada@www.corvane.example',
  'https://ada:secret@www.corvane.example',
  'https://www.corvane.example ',
  ' https://www.corvane.example',
  'https://www.corvane.example\n',
  'https://www.corvane.example, https://other.example',
  'https://www.corvane.example\\@evil.example',
  'https:www.corvane.example',
  'https:///www.corvane.example',
  'https://',
  'www.corvane.example',
  'ftp://www.corvane.example',
  'javascript:alert(1)',
  'null',
  'http://www.corvane.example',
  'http://192.168.0.2:8080',
  'http://0.0.0.0:8080',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'http://evil-localhost',
  'http://[::2]',
])('%j is not a valid SITE_URL', (SITE_URL) => {
  expect(refusalOf({ SITE_URL })).toContain('SITE_URL');
});

/** Regression: the functions started with two addresses, and no mail to the team could be sent. */
test.each([
  ['CONTACT_NOTIFY_TO', 'team@x.example, b@x.example'],
  ['CONTACT_NOTIFY_TO', 'Team <team@x.example>'],
  ['CONTACT_NOTIFY_TO', 'team@localhost'],
  ['CONTACT_NOTIFY_TO', 'team'],
  ['CONTACT_NOTIFY_TO', 'teamverkäufe@x.example'],
  ['MAIL_FROM', 'a@x.example, b@x.example'],
  ['MAIL_FROM', 'a@x.example, Team <team@x.example>'],
  ['MAIL_FROM', 'Corvane, Inc. <team@x.example>'],
  ['MAIL_FROM', '"Corvane" <team@x.example>, b@x.example'],
  ['MAIL_FROM', 'Team <team>'],
  ['MAIL_FROM', 'Te\nam <team@x.example>'],
  ['MAIL_FROM', 'Team'],
  // No mail program finds the address behind an open comment.
  ['MAIL_FROM', 'Team (Sales <team@x.example>'],
  ['MAIL_FROM', 'Team) Sales <team@x.example>'],
])('%s does not take %j, and the error hides the value', (name, value) => {
  const refusal = refusalOf({ [name]: value });
  expect(refusal).toContain(name);
  expect(refusal).not.toContain('eam');
});

test.each([
  ['CONTACT_NOTIFY_TO', 'Team+demo@x.example'],
  ['MAIL_FROM', 'team@x.example'],
  ['MAIL_FROM', '<team@x.example>'],
  ['MAIL_FROM', 'Corvane Söhne <team@x.example>'],
  ['MAIL_FROM', '"Corvane, \\"Inc.\\"" <team@x.example>'],
  ['MAIL_FROM', '"Corvane (Sales" <team@x.example>'],
  ['MAIL_FROM', mailSender(BRAND)],
])('%s may be %j', (name, value) => {
  expect(refusalOf({ [name]: value })).toBeNull();
});

test.each(['SESSION_JWT_SECRET', 'SALES_ID_PEPPER', 'EDGE_SECRET', 'SUPABASE_SERVICE_ROLE_KEY'])(
  '%s that is short, a placeholder or published is refused by its name, never its value',
  (name) => {
    for (const weak of [
      'hunter2',
      'changeme'.repeat(5),
      `sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz`,
      'x'.repeat(40),
    ]) {
      const refusal = refusalOf({ [name]: weak });
      expect(refusal).toContain(name);
      expect(refusal).not.toContain(weak);
    }
  },
);

test.each([
  ['SUPABASE_SECRET_KEYS', '{"default":"changeme"}'],
  ['SUPABASE_SECRET_KEYS', 'sb_secret_that_is_no_json_at_all_00'],
  ['SUPABASE_SECRET_KEYS', '["sb_secret_in_a_list_0123456789abcd"]'],
  ['SMTP_PASSWORD', 'changeme'],
  ['RESEND_API_KEY', 'your-resend-key'],
  // The official CLI signs with this one on every machine.
  [
    'SESSION_JWT_KEY',
    JSON.stringify({
      kty: 'EC',
      kid: 'b81269f1-21d8-4f2e-b719-c2240a840d90',
      alg: 'ES256',
      crv: 'P-256',
      x: 'M5Sjqn5zwC9Kl1zVfUUGvv9boQjCGd45G8sdopBExB4',
      y: 'P6IXMvA2WYXSHSOMTBH2jsw_9rrzGy89FjPf6oOsIxQ',
      d: 'dIhR8wywJlqlua4y_yMq2SLhlFXDZJBCvFrY1DCHyVU',
    }),
  ],
])('%s with its value from the examples is refused, and the error hides the value', (name, value) => {
  const refusal = refusalOf({ [name]: value });
  expect(refusal).toContain(name);
  expect(refusal).not.toContain(value.slice(0, 20));
});

test('one secret is not used for two purposes', () => {
  expect(refusalOf({ SALES_ID_PEPPER: GOOD.EDGE_SECRET })).toContain('EDGE_SECRET');
  expect(refusalOf({ SALES_ID_PEPPER: GOOD.SESSION_JWT_SECRET })).toContain('SALES_ID_PEPPER');
});

test('the keys of a hosted project are read from its JSON', () => {
  const key = `sb_secret_${secret()}`;
  const env = readEnvironment({
    ...GOOD,
    SUPABASE_SERVICE_ROLE_KEY: '',
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: key }),
  });
  expect(env.secretKeys).toEqual([key]);
});
