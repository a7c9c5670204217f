// @vitest-environment happy-dom
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { PRICE_PREVIEW } from '../../../content/price-preview.ts';
import { HostProvider } from '../../../host-context.tsx';
import { PreviewNote } from './preview-note.tsx';
import type { PricePreview } from './price-preview.ts';

const HOST = { Link: () => null } as unknown as HostServices;
const DRAFT = { slug: 'moonshot', monthlyCents: 3, annualCents: 2, activationCents: 1 };

afterEach(() => document.body.replaceChildren());

test.each<[PricePreview['draft'], boolean, string]>([
  [null, false, PRICE_PREVIEW.description],
  [DRAFT, false, PRICE_PREVIEW.draft],
  ['invalid', false, PRICE_PREVIEW.invalid],
  ['invalid', true, PRICE_PREVIEW.refused],
])('with the price %j, and refused: %j, the note says: %s', async (draft, hasFailed, words) => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <HostProvider value={HOST}>
        <PreviewNote preview={{ at: '2026-12-01T14:00:00Z', draft }} hasFailed={hasFailed} />
      </HostProvider>,
    ),
  );
  expect(place.querySelector('p + p')?.textContent).toBe(words);
  await act(async () => root.unmount());
});
