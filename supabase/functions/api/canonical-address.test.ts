import { expect, test } from 'vitest';
import { canonicalAddress } from './canonical-address.ts';

test.each([
  'victim@mail.example',
  'VICTIM@Mail.Example',
  'victim+1@mail.example',
  'victim+news+more@mail.example',
  'v.i.c.t.i.m@mail.example',
  'V.ictim+2@MAIL.EXAMPLE',
  'victim@mail.example.',
  'ｖｉｃｔｉｍ@mail.example',
])('%s is victim@mail.example to a limit', (address) => {
  expect(canonicalAddress(address)).toBe('victim@mail.example');
});

test.each([
  ['other@mail.example', 'other@mail.example'],
  ['victim@other.example', 'victim@other.example'],
  ['victim@googlemail.com', 'victim@gmail.com'],
  ['zoë@bücher.example', 'zoë@xn--bcher-kva.example'],
  ['zoë@xn--bcher-kva.example', 'zoë@xn--bcher-kva.example'],
  // Removing more would leave nothing of these.
  ['+tag@mail.example', '+tag@mail.example'],
  ['...@mail.example', '...@mail.example'],
])('%s is %s', (address, canonical) => {
  expect(canonicalAddress(address)).toBe(canonical);
});
