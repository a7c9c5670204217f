// @vitest-environment happy-dom

import { ADDED_FIELDS } from '@corvane/shared/contracts/backend/contact/contact-form';
import {
  contactRequestsPageSchema,
  listedContactRequestSchema,
} from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { expect, test, vi } from 'vitest';
import { mount } from '../../testing/mount.tsx';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { REQUEST_COLUMNS, REQUESTS_CSV, requestIdOf } from './list.tsx';
import { REQUEST_ID, ROBIN, requestRow, requestsPage } from './requests-fixtures.ts';

const ID = '00000000-0000-4000-8000-0000000000e';

test('a request shows what its visitor asked for, in the words of the link', async () => {
  const { rows } = contactRequestsPageSchema.parse(requestsPage([requestRow({ source: 'roi-forecast' })]));
  const { container, unmount } = await mount(
    <DataTable
      caption="Requests"
      columns={REQUEST_COLUMNS}
      rows={rows}
      idOf={requestIdOf}
      actions={() => null}
      onOpen={() => {}}
    />,
  );
  expect(container.textContent).toContain('Get Your Free ROI Forecast');
  expect(container.textContent).not.toContain('roi-forecast');
  await unmount();
});

test('requests that arrive render only themselves', async () => {
  const { rows } = contactRequestsPageSchema.parse(
    requestsPage([1, 2].map((n) => requestRow({ requestId: `${ID}${n}` }))),
  );
  const actions = vi.fn(() => null);
  const onOpen = () => {};
  const table = (count: number) => (
    <DataTable
      caption="Requests"
      columns={REQUEST_COLUMNS}
      rows={rows.slice(0, count)}
      idOf={requestIdOf}
      actions={actions}
      onOpen={onOpen}
    />
  );
  const { render, container, unmount } = await mount(table(1));
  actions.mockClear();
  await render(table(2));
  expect(container.querySelectorAll('tbody tr')).toHaveLength(2);
  expect(actions.mock.calls).toEqual([[rows[1], -1]]);
  await unmount();
});

const line = (changes: Parameters<typeof requestRow>[0] = {}) =>
  REQUESTS_CSV.linesOf([listedContactRequestSchema.parse(requestRow(changes))]);

test('each request is one line with as many cells as the header', () => {
  expect(REQUESTS_CSV.head.trimEnd().split(',')).toHaveLength(line().trimEnd().split(',').length);
  expect(line({ assignedTo: ROBIN, utm: { campaign: 'spring', source: 'mail' } })).toBe(
    `${REQUEST_ID},0000-0000,2026-11-21T06:59:30.000Z,New,No,,,Robin Vale,Ada,Lovelace,ada@lovelace.example,` +
      'Engines Ltd,,,,Contact form,pricing,,,spring,,Please call me. Thank you.,,\r\n',
  );
});

test('each field that the form adds has a column', () => {
  const heads = REQUESTS_CSV.head.trimEnd().split(',');
  for (const { label } of ADDED_FIELDS) expect(heads).toContain(label);
});

test('text from visitors and colleagues never runs as a formula', () => {
  const formula = '=HYPERLINK("https://evil.example")';
  const cells = line({
    firstName: formula,
    lastName: formula,
    email: formula,
    company: formula,
    phone: '+1 555',
    jobTitle: formula,
    jobRole: formula,
    source: formula,
    planName: formula,
    utm: { campaign: formula },
    referrer: formula,
    message: `hello\n${formula}`,
    staffNote: formula,
    assignedTo: { ...ROBIN, name: formula },
  });
  expect(cells.match(/(^|,)"?[=+]/g)).toBeNull();
  expect(cells.match(/'=HYPERLINK/g)).toHaveLength(12);
  expect(cells).toContain(`,'+1 555,`);
});
