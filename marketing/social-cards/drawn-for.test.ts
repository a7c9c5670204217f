import { BRAND } from '@corvane/shared/brand/brand';
import { expect, test } from 'vitest';
import { refuseOtherPictures } from './drawn-for.ts';

test('the pictures for link previews and the icons show the brand', () => {
  expect(() => refuseOtherPictures(BRAND)).not.toThrow();
});

test.each([{ name: "Zoë's Data" }, { icon: { ...BRAND.icon, point: '#708090' } }])(
  'a build with %j fails until the pictures are drawn again',
  (change) => {
    expect(() => refuseOtherPictures({ ...BRAND, ...change })).toThrow('Run: npx -y pnpm@12 run brand');
  },
);
