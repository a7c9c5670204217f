// @vitest-environment happy-dom
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { CodeField } from './code-field.tsx';

/** Regression: a digit typed as soon as the field was visible was lost. The answer of a call shows the field. */
test('the field for the code has the focus as soon as it is visible', async () => {
  // `act` would hide what happens late.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const field = (
    <CodeField codeId="1" hint="" error={null} readOnly={false} code="" onEnter={() => undefined} />
  );
  startTransition(() => root.render(field));
  while (container.childElementCount === 0) await new Promise((done) => setTimeout(done));
  expect(document.activeElement?.tagName).toBe('INPUT');
  root.unmount();
  vi.unstubAllGlobals();
});
