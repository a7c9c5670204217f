import { expect, test } from 'vitest';
import { accessLink, accessMailto } from './access-link-result.tsx';

const MAIL = {
  to: 'ana@acme.example',
  customerName: 'Ana Diaz',
  repName: 'Dana & Söhne #1',
  brandName: 'Corvane',
  link: 'https://corvane.example/comparison?access=a_b-c',
  validForSeconds: 259_200,
  accessEnd: 'Mon, Nov 23, 2026, 9:05 AM EST',
};

/** Parses a mailto address as a mail client does. */
function partsOf(mailto: string) {
  const [address = '', query = ''] = mailto.replace('mailto:', '').split('?');
  const fields = Object.fromEntries(
    query.split('&').map((field) => field.split('=').map(decodeURIComponent) as [string, string]),
  );
  return { to: decodeURIComponent(address), ...fields } as Record<string, string>;
}

test('the link leads to the comparison page with the token', () => {
  expect(accessLink('https://corvane.example', 'a+b/c')).toBe(
    'https://corvane.example/comparison?access=a%2Bb%2Fc',
  );
});

test("the mail contains the link, the end of access and the rep's name, with any characters", () => {
  const mail = partsOf(accessMailto(MAIL));
  expect(mail.to).toBe('ana@acme.example');
  expect(mail.subject).toBe('Your access to Corvane pricing');
  expect(mail.body?.split('\r\n')).toEqual([
    'Hello Ana Diaz,',
    '',
    'Here is your personal link to Corvane pricing:',
    MAIL.link,
    '',
    `It is valid for 72 hours, until ${MAIL.accessEnd}.`,
    '',
    'Best regards,',
    'Dana & Söhne #1',
  ]);
});

test('an address cannot add mail headers', () => {
  const mail = partsOf(accessMailto({ ...MAIL, to: 'ana?bcc=eve@evil.example&x@acme.example' }));
  expect(mail.to).toBe('ana?bcc=eve@evil.example&x@acme.example');
  expect(mail.bcc).toBeUndefined();
});

test('spaces are not written as plus signs, which mail clients would show', () => {
  expect(accessMailto(MAIL)).not.toContain('+');
});

test('the mail to a customer without a name has a greeting too', () => {
  expect(partsOf(accessMailto({ ...MAIL, customerName: '' })).body).toMatch(/^Hello,\r\n/);
});
