// @vitest-environment happy-dom

import { expect, test } from 'vitest';
import { mount } from '../../testing/mount.tsx';
import { type Column, DataTable, RowName } from './data-table.tsx';
import { csvOf } from './export-button.tsx';

interface Row {
  id: string;
  region: string;
  cents: number;
}

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'name',
    head: 'Name',
    opens: true,
    cell: ({ id }) => <RowName>{id}</RowName>,
    csv: [['ID', ({ id }) => id]],
  },
  {
    id: 'region',
    head: 'Region',
    phoneLabel: 'Region',
    cell: ({ region }) => <span>{region}</span>,
    csv: [['Region', ({ region }) => region]],
  },
  {
    id: 'cents',
    head: 'Cents',
    cell: ({ cents }) => <span>{cents}</span>,
    csv: [['Cents', ({ cents }) => `${cents}`, 'exact']],
  },
];
const ROWS = [{ id: 'a', region: '=North', cents: -5 }];

test('one entry puts a column into the head, the rows, the cards and the file', async () => {
  const { container, unmount } = await mount(
    <DataTable caption="Rows" columns={COLUMNS} rows={ROWS} idOf={({ id }) => id} onOpen={() => {}} />,
  );
  const texts = (selector: string) =>
    [...container.querySelectorAll(selector)].map((cell) => cell.textContent);
  expect(texts('thead th')).toEqual(['Name', 'Region', 'Cents']);
  expect(texts('tbody th, tbody td')).toEqual(['a', 'Region =North', '-5']);
  expect(texts('[aria-hidden=true]')).toEqual(['Region ']);
  await unmount();
  const { head, linesOf } = csvOf(COLUMNS, ['cents']);
  expect(head + linesOf(ROWS)).toBe("Cents,ID,Region\r\n-5,a,'=North\r\n");
});
