import { expect, test } from 'vitest';
import { campaignOf, sourceOf } from './visit-source.ts';

test.each([
  ['', 'direct'],
  ['www.corvane.example', 'internal'],
  ['www.google.com', 'search'],
  ['www.google.co.uk', 'search'],
  ['search.brave.com', 'search'],
  ['DuckDuckGo.com', 'search'],
  ['lnkd.in', 'social'],
  ['m.facebook.com', 'social'],
  ['news.example.org', 'website'],
  ['google.evil-website.example', 'website'],
  ['notx.com', 'website'],
  ['<script>alert(1)</script>', 'website'],
])('%s is %s', (referrer, source) => {
  expect(sourceOf(referrer, 'www.corvane.example')).toBe(source);
});

test.each([
  ['', ''],
  ['newsletter/Autumn Sale', 'newsletter/autumn-sale'],
  ['newsletter/', 'newsletter'],
  ['/autumn', 'unnamed/autumn'],
  ['a/b/c', 'other'],
  ['mail/ada@engine.example', 'other'],
  ['mail/+14155550123', 'other'],
  ['mail/customer-123456789', 'other'],
  ['<script>alert(1)</script>', 'other'],
  [`mail/${'x'.repeat(41)}`, 'other'],
  ["news/'; drop table x; --", 'other'],
  ['news/\u0000', 'other'],
  ['news/=cmd()', 'other'],
])('the campaign %j is kept as %j', (campaign, kept) => {
  expect(campaignOf(campaign)).toBe(kept);
});
