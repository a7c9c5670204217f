// @vitest-environment happy-dom
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { translatePage } from '@corvane/shared/testing/translate-page';
import { act } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';

const HOST = {
  session: { status: 'anonymous' },
  api: { invoke: () => new Promise(() => {}) },
  toast: () => {},
  track: () => {},
} as unknown as HostServices;

/** The form, from modules that the page has just loaded. */
async function loadForm() {
  vi.resetModules();
  const { HostProvider } = await import('../../host-context.tsx');
  const { ContactForm } = await import('./contact-form.tsx');
  return (
    <HostProvider value={HOST}>
      <ContactForm
        label="Contact"
        place="page"
        source="general"
        tier=""
        projectType="contact"
        onSent={() => {}}
      />
    </HostProvider>
  );
}

afterEach(() => {
  sessionStorage.clear();
  document.body.replaceChildren();
});

const fieldNamed = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`);

/** Regression: React drew another form over the changed one, and the typed text was gone. */
test.each<[string, () => void]>([
  ['nothing changed', () => {}],
  [
    'a password manager put its icon into the form',
    () => fieldNamed('email')?.after(document.createElement('com-1password-button')),
  ],
  [
    'a spelling checker put an element before the form',
    () => document.querySelector('form')?.before(document.createElement('grammarly-extension')),
  ],
  ['a browser translated the page', () => translatePage()()],
])('what was typed before the scripts came is kept after %s', async (_what, change) => {
  const page = document.body.appendChild(document.createElement('div'));
  page.innerHTML = renderToString(await loadForm());
  // As the page's first script keeps them.
  window['host:html-forms'] = [...document.forms];
  change();
  for (const name of ['name', 'message']) Object.assign(fieldNamed(name) ?? {}, { value: `typed ${name}` });
  Object.assign(fieldNamed('consent') ?? {}, { checked: true });
  const form = await loadForm();
  const root = await act(async () => hydrateRoot(page, form, { onRecoverableError: () => {} }));
  expect(fieldNamed('name')?.value).toBe('typed name');
  expect(fieldNamed('message')?.value).toBe('typed message');
  expect(fieldNamed('consent')?.checked).toBe(true);
  expect(document.querySelectorAll('form')).toHaveLength(1);
  await act(async () => root.unmount());
});

/** Regression: the host had drawn the page again before the code of the form came, which then found no typed text. */
test('what was typed, and the focus, are kept if the page was drawn again before this code came', async () => {
  const page = document.body.appendChild(document.createElement('div'));
  page.innerHTML = renderToString(await loadForm());
  const [html] = document.forms;
  const lastField = fieldNamed('message') ?? undefined;
  window['host:html-forms'] = [Object.assign(html as HTMLFormElement, { lastField })];
  Object.assign(lastField ?? {}, { value: 'typed message' });
  page.replaceChildren();
  const form = await loadForm();
  const root = createRoot(page);
  await act(async () => root.render(form));
  expect(fieldNamed('message')?.value).toBe('typed message');
  expect(document.activeElement).toBe(fieldNamed('message'));
  await act(async () => root.unmount());
});

test('a field that was left before the scripts came does not get the focus back', async () => {
  const page = document.body.appendChild(document.createElement('div'));
  page.innerHTML = renderToString(await loadForm());
  const [html] = document.forms;
  window['host:html-forms'] = [
    Object.assign(html as HTMLFormElement, { lastField: fieldNamed('message') ?? undefined }),
  ];
  const form = await loadForm();
  const root = await act(async () => hydrateRoot(page, form));
  expect(document.activeElement).toBe(document.body);
  await act(async () => root.unmount());
});
