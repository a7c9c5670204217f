import { BRAND } from '@corvane/shared/brand/brand';
import { expect, test } from 'vitest';
import { refuseOtherCards } from './drawn-for.ts';

test('the pictures for link previews show the name of the brand', () => {
  expect(() => refuseOtherCards(BRAND.name)).not.toThrow();
});

test('a build with another brand name fails until the pictures are drawn again', () => {
  expect(() => refuseOtherCards("Zoë's Data")).toThrow('Run: npx -y pnpm@12 run brand');
});
