import { expect, test } from 'vitest';
import { devErrorPage } from './dev-error-page.ts';

test('the page for broken source shows the error and reloads by itself', () => {
  const error = new Error('\u001b[31m[PARSE_ERROR]\u001b[0m Unexpected token <p> in home.ts:45');
  const html = devErrorPage(error);
  expect(html).toContain('[PARSE_ERROR] Unexpected token &lt;p&gt; in home.ts:45');
  expect(html).toContain('http-equiv="refresh" content="1"');
  expect(html).not.toContain('\u001b');
});
