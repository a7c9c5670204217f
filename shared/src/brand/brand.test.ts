import { expect, test } from 'vitest';
import { BRAND } from './brand.ts';
import { brandSchema } from './brand-schema.ts';

test('our own brand is valid', () => {
  expect(brandSchema.parse(BRAND)).toEqual(BRAND);
});

test.each(["O'Neil & Söhne", 'Data "Daily"', '田中データ', 'é'.repeat(40)])('%s can be a brand', (name) => {
  expect(brandSchema.safeParse({ ...BRAND, name }).success).toBe(true);
});

test.each([
  ['a name of 200 characters', { name: 'x'.repeat(200) }, 'at most 40 characters'],
  ['no name', { name: '' }, 'is missing'],
  ['markup', { name: '<b>Corvane</b>' }, 'must not contain markup'],
  ['a script in the legal name', { legalName: '</script><script>' }, 'must not contain markup'],
  ['a line break', { description: 'One\nTwo' }, 'must be one line'],
  ['text with a direction override', { name: 'a\u202eb' }, 'must be one line'],
  [
    'two addresses',
    { mail: { ...BRAND.mail, senderAddress: 'a@x.example, b@x.example' } },
    'plain mail address',
  ],
  [
    'an address that no mail reaches',
    { mail: { ...BRAND.mail, teamAddress: '.team@x.example' } },
    'plain mail address',
  ],
  [
    'a team whose address no header takes as it is',
    { mail: { ...BRAND.mail, teamAddress: 'verkäufe@x.example' } },
    'without letters beyond ASCII',
  ],
  ['a script for an address', { social: { ...BRAND.social, X: 'javascript:alert(1)' } }, 'https address'],
  ['an account over http', { social: { ...BRAND.social, X: 'http://x.example/' } }, 'https address'],
  ['a color that ends an attribute', { icon: { ...BRAND.icon, ground: '"/>' } }, 'must be a color'],
  ['an unknown field', { slogan: 'x' }, 'slogan'],
])('a brand with %s is refused', (_, change, message) => {
  const { error } = brandSchema.safeParse({ ...BRAND, ...change });
  expect(JSON.stringify(error?.issues)).toContain(message);
});
