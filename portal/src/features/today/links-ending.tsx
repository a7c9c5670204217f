import type { LinkEnding } from '@corvane/shared/contracts/backend/operations/operations-today';
import { formatExactInstant, formatSoonInstant, formatTimeLeft } from '@corvane/shared/lib/instants';
import { useServerNow } from '@corvane/shared/lib/ticking-clock';
import { EmptyState, Skeleton } from '@corvane/shared/ui/data-states';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { ContactLine } from '../../ui/facts/contact-line.tsx';
import { DataCell, type DataColumn, DataRow, DataTable } from '../../ui/tables/data-table.tsx';
import { PagedList } from '../../ui/tables/paged-list.tsx';
import { PhoneLabel } from '../../ui/tables/phone-label.tsx';
import { TableSkeleton } from '../../ui/tables/table-skeleton.tsx';
import { LinkEndingDialog } from './link-ending-dialog.tsx';
import { linksEndingQuery } from './today-queries.ts';

const COLUMNS: readonly DataColumn[] = [
  { label: 'Customer', align: 'text-left' },
  { label: 'Representative', align: 'text-left' },
  { label: 'Opened', align: 'text-left' },
  { label: 'Ends', align: 'text-left' },
];

/** The access links that end today, soonest first. */
export function LinksEnding({ repId, isShown }: { repId: string; isShown: boolean }) {
  const { api } = useHostServices();
  const query = linksEndingQuery(api, repId);
  const pages = useInfiniteQuery({ ...query, refetchInterval: isShown ? query.refetchInterval : false });
  const [opened, setOpened] = useState<LinkEnding | null>(null);
  const links = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  const clockAheadMs = pages.data?.pages.at(-1)?.clockAheadMs ?? 0;
  return (
    <>
      <PagedList
        pages={pages}
        what="the links"
        noun="link"
        first="next"
        shownCount={links.length}
        skeleton={
          <TableSkeleton rowCount={4} headClassName="hidden lg:block" rowClassName="h-36 lg:h-[3.8125rem]">
            <Skeleton className="h-8 grow" />
            <Skeleton className="h-8 w-32 shrink-0 max-lg:hidden" />
          </TableSkeleton>
        }
        empty={<EmptyState title="No more access links end today." />}
      >
        <DataTable
          caption="Access links that end today"
          columns={COLUMNS}
          rowIds={links.map(({ customerId }) => customerId)}
        >
          {(tabIndexOf) =>
            links.map((link) => (
              <DataRow
                key={link.customerId}
                rowId={link.customerId}
                tabIndex={tabIndexOf(link.customerId)}
                title={link.name || link.email}
                detail={<ContactLine company={link.company} address={link.name === '' ? '' : link.email} />}
                onOpen={() => setOpened(link)}
              >
                <DataCell className="wrap-anywhere max-lg:col-span-2 lg:min-w-40">
                  <PhoneLabel until="lg">Representative</PhoneLabel>
                  {link.repName}
                </DataCell>
                <DataCell className="max-lg:col-span-2">
                  <PhoneLabel until="lg">Opened</PhoneLabel>
                  <span>{link.wasOpened ? 'yes' : 'not yet'}</span>
                </DataCell>
                <DataCell className="tabular leading-5 whitespace-nowrap max-lg:col-span-2 lg:pr-5!">
                  <PhoneLabel until="lg">Ends</PhoneLabel>
                  <Ends at={link.endsAt} clockAheadMs={clockAheadMs} />
                </DataCell>
              </DataRow>
            ))
          }
        </DataTable>
      </PagedList>
      {opened === null ? null : <LinkEndingDialog link={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function Ends({ at, clockAheadMs }: { at: string; clockAheadMs: number }) {
  const leftMs = Date.parse(at) - useServerNow(clockAheadMs);
  return (
    <time dateTime={at} title={formatExactInstant(at)}>
      {formatSoonInstant(at)}{' '}
      <span className="text-muted lg:block">{leftMs <= 0 ? 'ended' : `in ${formatTimeLeft(leftMs)}`}</span>
    </time>
  );
}
