import { type FoundPerson, PEOPLE_MOST } from '@corvane/shared/contracts/backend/people/people';
import { formatCount } from '@corvane/shared/lib/counted';
import { ContactLine } from '../../../ui/facts/contact-line.tsx';
import { DataCell, type DataColumn, DataRow, DataTable } from '../../../ui/tables/data-table.tsx';
import { PhoneLabel } from '../../../ui/tables/phone-label.tsx';

const COLUMNS: readonly DataColumn[] = [
  { label: 'Person', align: 'text-left' },
  { label: 'Stored as', align: 'text-left' },
];

interface PeopleTableProps {
  people: readonly FoundPerson[];
  onOpen(email: string): void;
}

export function PeopleTable({ people, onOpen }: PeopleTableProps) {
  return (
    <>
      <DataTable caption="People found" columns={COLUMNS} rowIds={people.map(({ email }) => email)}>
        {(tabIndexOf) =>
          people.map(({ email, names, roles }) => (
            <DataRow
              key={email}
              rowId={email}
              tabIndex={tabIndexOf(email)}
              title={names.join(', ') || email}
              opensIn="place"
              detail={<ContactLine company="" address={names.length === 0 ? '' : email} />}
              onOpen={() => onOpen(email)}
            >
              <DataCell className="max-lg:col-span-2 lg:whitespace-nowrap">
                <PhoneLabel until="lg">Stored as</PhoneLabel>
                {roles.join(', ')}
              </DataCell>
            </DataRow>
          ))
        }
      </DataTable>
      <p role="status" className="mt-3 tabular text-sm text-muted">
        {people.length < PEOPLE_MOST
          ? `${formatCount(people.length)} found`
          : `The first ${PEOPLE_MOST} by address are shown. Enter more to find others.`}
      </p>
    </>
  );
}
