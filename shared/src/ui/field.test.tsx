// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { translatePage } from '../testing/translate-page.ts';
import { Field } from './field.tsx';

/** Regression: the first error stayed on a translated page, beside a value with another fault. */
test('after a translation the next error of a field is shown', async () => {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  const show = (error: string) =>
    act(async () =>
      root.render(
        <Field label="Email" error={error}>
          {(control) => <input {...control} />}
        </Field>,
      ),
    );
  await show('Please enter an email address');
  const endTranslation = translatePage();
  await show('Please enter a valid email address');
  expect(element.textContent).toContain('a valid email');
  endTranslation();
  await act(async () => root.unmount());
  element.remove();
});
