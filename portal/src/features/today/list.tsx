import type {
  LinkEnding,
  OperationsToday,
} from '@corvane/shared/contracts/backend/operations/operations-today';
import { counted } from '@corvane/shared/lib/counted';
import { formatExactInstant, formatSoonInstant, formatTimeLeft } from '@corvane/shared/lib/instants';
import { buttonClass } from '@corvane/shared/ui/button';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { type ReactNode, useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { agoWords } from '../../lib/ago-words.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import { PortalDialog } from '../../ui/dialogs/portal-dialog.tsx';
import { Fact, Facts, Moment } from '../../ui/facts/facts.tsx';
import { DataList, useRowPages } from '../../ui/tables/data-list.tsx';
import { type Column, RowName, TableSkeleton } from '../../ui/tables/data-table.tsx';
import { linksEndingQuery } from './api.ts';
import { FAILED_MAIL_WORDS } from './waiting.tsx';

const LINK_COLUMNS: readonly Column<LinkEnding>[] = [
  {
    id: 'customer',
    head: 'Customer',
    opens: true,
    cell: ({ name, email, company }) => (
      <RowName of={[company, name === '' ? '' : email]}>{name || email}</RowName>
    ),
  },
  {
    id: 'representative',
    head: 'Representative',
    phoneLabel: 'Representative',
    className: 'wrap-anywhere max-lg:col-span-2 lg:min-w-40',
    cell: ({ repName }) => <span>{repName}</span>,
  },
  {
    id: 'opened',
    head: 'Opened',
    phoneLabel: 'Opened',
    className: 'max-lg:col-span-2',
    cell: ({ wasOpened }) => <span>{wasOpened ? 'yes' : 'not yet'}</span>,
  },
  {
    id: 'ends',
    head: 'Ends',
    phoneLabel: 'Ends',
    className: 'tabular leading-5 whitespace-nowrap max-lg:col-span-2 lg:pr-5!',
    cell: ({ endsAt }) => <Ends at={endsAt} />,
  },
];

/** The access links that end today, soonest first. */
export function LinksEnding() {
  const { api } = useHostServices();
  const list = useRowPages(linksEndingQuery(api));
  const [opened, setOpened] = useState<LinkEnding | null>(null);
  return (
    <>
      <DataList
        list={list}
        what="the links"
        noun="link"
        first="next"
        caption="Access links that end today"
        columns={LINK_COLUMNS}
        idOf={({ customerId }) => customerId}
        onOpen={setOpened}
        skeleton={<TableSkeleton rowCount={4} rowClassName="h-36 lg:h-[2.8125rem]" />}
        empty={<EmptyState title="No more access links end today." />}
      />
      {opened === null ? null : <LinkEndingDialog link={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function Ends({ at }: { at: string }) {
  const leftMs = Date.parse(at) - useServerNow();
  return (
    <time dateTime={at} title={formatExactInstant(at)}>
      <span>{formatSoonInstant(at)}</span>{' '}
      <span className="text-muted lg:block">{leftMs <= 0 ? 'ended' : `in ${formatTimeLeft(leftMs)}`}</span>
    </time>
  );
}

/** The customer whose link ends, and who can extend it. */
function LinkEndingDialog({ link, onClose }: { link: LinkEnding; onClose(): void }) {
  const { Link } = useHostServices();
  return (
    <PortalDialog
      onClose={onClose}
      title={link.name || link.email}
      description={`${link.repName} can extend this link, or let it end.`}
      startsAtTitle
    >
      <Facts>
        <Fact label="Email">
          <span className="wrap-anywhere">{link.email}</span>
        </Fact>
        {link.company === '' ? null : <Fact label="Company">{link.company}</Fact>}
        <Fact label="Representative">{link.repName}</Fact>
        <Fact label="Opened">{link.wasOpened ? 'yes' : 'not yet'}</Fact>
        <Fact label="Ends">
          <Moment at={link.endsAt} />
        </Fact>
      </Facts>
      <p className="mt-6">
        <Link
          to={`/sales-portal/operations?tab=audit&who=${link.customerId}`}
          className={buttonClass('outline', 'text-sm')}
        >
          What happened with this customer
        </Link>
      </p>
    </PortalDialog>
  );
}

interface ToldProps {
  today: OperationsToday;
}

/** Mails that no mail server took, today and yesterday, by what they were for. */
export function FailedMails({ today: { undeliveredMails: mails } }: ToldProps) {
  if (mails.length === 0) return <EmptyState title="No other mail failed today or yesterday." />;
  return (
    <>
      <ToldList
        rows={mails.map(({ mail, count, lastFailedAt }) => ({
          id: mail,
          title: FAILED_MAIL_WORDS[mail],
          figures: counted(count, 'failed mail'),
          lastAt: lastFailedAt,
        }))}
      />
      <p className="mt-3 max-w-measure text-sm text-muted">
        People who wait for a code or a link are told that it was not sent. News of new work and past weeks is
        sent again by itself. On the command line, <code>ops doctor</code> checks the mail server.
      </p>
    </>
  );
}

/** Failures of live versions that browsers reported in the last day. */
export function ReleaseFailures({ today: { releaseFailures: failures } }: ToldProps) {
  const { Link } = useHostServices();
  if (failures.length === 0) return <EmptyState title="No live version failed in the last day." />;
  return (
    <>
      <ToldList
        rows={failures.map(({ application, version, failures: loads, errors, lastSeenAt }) => ({
          id: `${application} ${version}`,
          title: (
            <>
              <span>{application}</span> <span className="font-normal text-muted">{version}</span>
            </>
          ),
          figures: `${counted(loads, 'failed load')}, ${counted(errors, 'error')}`,
          lastAt: lastSeenAt,
        }))}
      />
      <p className="mt-3 max-w-measure text-sm text-muted">
        <Link
          to="/sales-portal/operations?tab=releases"
          className="font-medium text-teal underline underline-offset-4"
        >
          Releases
        </Link>{' '}
        compares versions, and has the commands to see each error and to go back.
      </p>
    </>
  );
}

interface ToldRow {
  id: string;
  title: ReactNode;
  figures: string;
  /** UTC ISO 8601. */
  lastAt: string;
}

/** A short list of what failed, with figures and how long ago it last did. */
function ToldList({ rows }: { rows: readonly ToldRow[] }) {
  const nowMs = useServerNow();
  return (
    <ul className="overflow-hidden rounded-panel border border-line bg-surface text-sm">
      {rows.map(({ id, title, figures, lastAt }) => (
        <li
          key={id}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line px-4 py-3 last:border-b-0"
        >
          <span className="font-medium wrap-anywhere">{title}</span>
          <span className="tabular">
            <span>{figures}</span>
            <span className="text-muted">{`, last ${agoWords(nowMs - Date.parse(lastAt))}`}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
