// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { failsWith } from '../../../../testing/fake-host.tsx';
import { press, untilText } from '../../../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../../../testing/routed-host.tsx';
import { RecentImports } from './recent-imports.tsx';

const IMPORT = {
  id: '00000000-0000-4000-8000-0000000000f1',
  by: 'Mona Manager' as string | null,
  committedAt: '2026-11-21T09:00:00+00:00',
  inserted: 12,
  updated: 1,
  unchanged: 3,
  undoneAt: null as string | null,
  undoUntil: '2999-11-22T09:00:00+00:00' as string | null,
};

let host: RoutedHost;
async function open(rows: readonly object[], handlers: Handlers = {}): Promise<HTMLElement> {
  host = new RoutedHost({
    get_sales_imports: () => ({ rows, now: '2026-11-21T10:00:00+00:00' }),
    ...handlers,
  });
  return (await host.mount(<RecentImports />)).container;
}

test('an import is undone after a question, and what stayed is told', async () => {
  const panel = await open([IMPORT], {
    'import-sales': () => ({ outcome: 'undone', removed: 11, restored: 1, kept: 1 }),
  });
  await untilText(panel, '12 new and 1 changed');
  await untilText(panel, 'By Mona Manager');
  await press(panel, 'Undo the import of Nov 21, 9:00 AM');
  await untilText(
    document.body,
    '12 sales that it added are removed, and 1 sale that it changed is as before.',
  );
  await press(document.body, 'Undo the import');
  await untilText(panel, 'Undone: 11 removed, 1 as before. Changed or removed since, so left alone: 1 sale.');
  expect(host.bodies('import-sales')).toEqual([{ action: 'undo', importId: IMPORT.id }]);
});

test('an import that was undone, is too old or too large has no Undo', async () => {
  const panel = await open([
    { ...IMPORT, undoneAt: '2026-11-21T09:30:00+00:00' },
    { ...IMPORT, id: IMPORT.id.replace('f1', 'f2'), by: null, undoUntil: null },
    { ...IMPORT, id: IMPORT.id.replace('f1', 'f3'), undoUntil: '2026-11-20T09:00:00+00:00' },
  ]);
  await untilText(panel, 'By an operator');
  expect(panel.textContent).toContain('Undone');
  expect(panel.querySelectorAll('button')).toHaveLength(0);
});

test('an undo that comes too late says so', async () => {
  const panel = await open([IMPORT], { 'import-sales': failsWith('not_found') });
  await untilText(panel, 'Recent imports');
  await press(panel, 'Undo the import of Nov 21, 9:00 AM');
  await press(document.body, 'Undo the import');
  await untilText(document.body, 'This import can no longer be undone.');
});

test('imports that cannot be loaded are told', async () => {
  await untilText(
    await open([], { get_sales_imports: failsWith('internal') }),
    'The recent imports could not be loaded.',
  );
});
