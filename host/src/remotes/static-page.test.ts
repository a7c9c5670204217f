// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { createStaticPage } from './static-page.tsx';

function show(page: string): void {
  document.body.innerHTML = `<main id="main">${page}</main>`;
}

test('the first page can be read after its elements are gone, with what was typed in them', () => {
  show('<div data-app="marketing"><h1>Contact</h1><form action="/send"><input></form></div>');
  const page = createStaticPage(document, '/contact');
  const input = document.querySelector('input') as HTMLInputElement;
  input.value = 'Ada';
  input.focus();
  page.keep();
  input.value = 'Ada L';
  show('');
  expect(page.find('/contact')?.element.textContent).toBe('Contact');
  expect(page.find('/contact')?.element.querySelector('input')?.value).toBe('Ada L');
  expect(page.find('/contact')?.focused).toBe(input);
  expect(page.find('/pricing')).toBeNull();
});

test.each([
  ['a page that still waits', '<div data-app="host"><div aria-busy="true"></div></div>'],
  ['an error card', '<div data-app="host"><div data-testid="host:remote-error"><h1>No</h1></div></div>'],
  ['nothing', ''],
])('%s is not kept', (_case, html) => {
  show(html);
  const page = createStaticPage(document, '/');
  page.keep();
  expect(page.find('/')).toBeNull();
});
