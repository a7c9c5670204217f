// @vitest-environment happy-dom
import { auditTrailPageSchema } from '@corvane/shared/contracts/backend/operations/audit-trail';
import { expect, test, vi } from 'vitest';
import { mount } from '../../testing/mount.tsx';
import { auditPage, auditRow } from './audit-fixtures.ts';
import { AuditTable } from './audit-table.tsx';

// After ten pages, the next one took longer than its limit, because all rows rendered again.
test('lines that arrive render only themselves', async () => {
  const { rows } = auditTrailPageSchema.parse(auditPage([8, 7].map((n) => auditRow({ lineNumber: n }))));
  const renders = vi.fn();
  const lines = rows.map((line) => ({
    ...line,
    // A row reads it, the table does not.
    get event() {
      renders(line.lineNumber);
      return line.event;
    },
  }));
  const onOpen = () => {};
  const table = (count: number) => (
    <AuditTable lines={lines.slice(0, count)} clockAheadMs={0} onOpen={onOpen} />
  );
  const { render, container, unmount } = await mount(table(1));
  renders.mockClear();
  await render(table(2));
  expect(container.querySelectorAll('tbody tr')).toHaveLength(2);
  expect(new Set(renders.mock.calls.flat())).toEqual(new Set([7]));
  await unmount();
});
