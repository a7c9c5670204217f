// @vitest-environment happy-dom
import { contactRequestsPageSchema } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { expect, test, vi } from 'vitest';
import { mount } from '../../../testing/mount.tsx';
import { requestRow, requestsPage } from '../requests-fixtures.ts';
import { RequestsTable } from './requests-table.tsx';

const ID = '00000000-0000-4000-8000-0000000000e';

test('a request shows what its visitor asked for, in the words of the link', async () => {
  const { rows } = contactRequestsPageSchema.parse(requestsPage([requestRow({ source: 'roi-forecast' })]));
  const { container, unmount } = await mount(
    <RequestsTable
      caption="Requests"
      requests={rows}
      clockAheadMs={0}
      showsAssignee
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
    <RequestsTable
      caption="Requests"
      requests={rows.slice(0, count)}
      clockAheadMs={0}
      showsAssignee
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
