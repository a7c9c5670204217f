// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { createStaticPage } from './static-page.ts';

function show(page: string): void {
  document.body.innerHTML = `<main id="main">${page}</main>`;
}

beforeEach(() =>
  show('<div data-app="marketing"><h1>Pricing</h1><form><input><button>Send</button></form></div>'),
);

test('the first page can be read after its elements are gone', () => {
  const page = createStaticPage(document, '/pricing');
  page.keep();
  show('');
  expect(page.find('/pricing')?.textContent).toContain('Pricing');
  expect(page.find('/contact')).toBeNull();
});

test('controls that need code are disabled', () => {
  const page = createStaticPage(document, '/');
  page.keep();
  const controls = [...(page.find('/')?.querySelectorAll('input, button') ?? [])];
  expect(controls.map((control) => control.hasAttribute('disabled'))).toEqual([true, true]);
});

test.each([
  ['a page that still waits', '<div data-app="host"><div aria-busy="true"></div></div>'],
  ['an error card', '<div data-app="host"><div data-testid="host:remote-error"><h1>No</h1></div></div>'],
  ['nothing', ''],
])('%s is not copied', (_case, html) => {
  show(html);
  const page = createStaticPage(document, '/');
  page.keep();
  expect(page.find('/')).toBeNull();
});
