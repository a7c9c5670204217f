// @vitest-environment happy-dom
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { FooterLine } from './site-footer.tsx';

afterEach(() => vi.useRealTimers());

const line = <FooterLine host={{} as HostServices} hasPage={() => false} year={2026} versions={{}} />;

test('a page that was released last year shows the current year once its scripts run', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-01T12:00:00Z') });
  const element = document.createElement('div');
  element.innerHTML = renderToString(line);
  expect(element.textContent).toContain('© 2026');
  const errors: unknown[] = [];
  await act(async () => {
    hydrateRoot(element, line, { onRecoverableError: (error) => errors.push(error) });
  });
  expect(element.textContent).toContain('© 2027');
  expect(errors).toEqual([]);
});
