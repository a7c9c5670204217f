import { expect, test } from 'vitest';
import { originAndPath } from './origin-and-path.ts';

test.each([
  ['https://corvane.example/comparison?access=secret#faq', 'https://corvane.example/comparison'],
  ['https://news.example/a/b', 'https://news.example/a/b'],
  ['https://ada:password@news.example:8443/?q=1', 'https://news.example:8443/'],
  ['android-app://com.example.mail/', 'android-app://com.example.mail/'],
  ['/comparison?access=secret', ''],
  ['javascript:alert(1)', ''],
  ['not an address ?access=secret', ''],
  ['', ''],
])('the address %j is stored as %j', (address, kept) => {
  expect(originAndPath(address)).toBe(kept);
});
