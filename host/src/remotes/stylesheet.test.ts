// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { loadStylesheet } from './stylesheet.ts';

const HREF = 'data:text/css,';

test('a stylesheet that could not be loaded is requested again', async () => {
  const answer = (event: 'error' | 'load') => document.querySelector('link')?.dispatchEvent(new Event(event));
  const first = loadStylesheet(HREF);
  answer('error');
  await expect(first).rejects.toThrow('could not be loaded');
  const second = loadStylesheet(HREF);
  answer('load');
  await second;
});
