import type { RepToday as Today } from '@corvane/shared/contracts/backend/representatives/rep-today';
import { formatDay } from '@corvane/shared/lib/dates';
import { formatSoonInstant } from '@corvane/shared/lib/instants';
import { targetWords } from '@corvane/shared/lib/target-words';
import { useQuery } from '@tanstack/react-query';
import { useHostServices } from '../../app/host-services-context.tsx';
import { agoWords } from '../../lib/ago-words.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import { useReloading } from '../../lib/shown.ts';
import { formatSignedCents } from '../../ui/facts/signed-cents.tsx';
import { type WaitingItem, WaitingList, waitingItem } from '../../ui/parts/waiting-list.tsx';
import { QueryState } from '../../ui/tables/query-state.tsx';
import { repTodayQuery } from './api.ts';

/** What is new for the representative since their last visit, beside the form of the first tab. */
export function RepToday() {
  const { api } = useHostServices();
  const query = useQuery(useReloading(repTodayQuery(api)));
  return (
    <section aria-labelledby="portal-today-heading" className="flex flex-col gap-4 print:hidden">
      <h2 id="portal-today-heading" className="text-heading">
        Today
      </h2>
      <QueryState
        query={query}
        what="what is new"
        skeleton="h-72"
        stale="These figures could not be refreshed and may be out of date."
      >
        {(today) => (
          <>
            <p className="-mt-3 text-sm text-muted">{`New since your last visit, ${formatDay(today.since)}`}</p>
            <Waiting today={today} />
          </>
        )}
      </QueryState>
    </section>
  );
}

function Waiting({ today }: { today: Today }) {
  return <WaitingList items={itemsOf(today, useServerNow())} path="/sales-portal" empty={null} />;
}

/** @param nowMs milliseconds since 1970 UTC, by the server's clock */
function itemsOf(today: Today, nowMs: number): WaitingItem[] {
  const {
    since,
    requests,
    openings,
    quotes,
    handedOverCount,
    linksEnding,
    sales,
    month,
    monthBefore,
    targetCents,
    day,
  } = today;
  return [
    {
      ...waitingItem('requests', requests.count, 'open request', ''),
      detail: [
        requests.overdue === 0 ? null : `${requests.overdue} overdue for a first answer.`,
        requests.oldestAt && `The oldest came ${agoWords(nowMs - Date.parse(requests.oldestAt))}.`,
      ]
        .filter(Boolean)
        .join(' '),
      search: '?tab=requests',
      isUrgent: requests.overdue > 0,
      none: 'no request is open',
    },
    {
      ...waitingItem(
        'links',
        linksEnding.count,
        'access link',
        linksEnding.count === 1 ? ' ends soon' : ' end soon',
      ),
      detail: linksEnding.firstEndsAt && `The next at ${formatSoonInstant(linksEnding.firstEndsAt)}.`,
      search: '?tab=customers&state=expiring',
      isUrgent: true,
      none: 'no access link ends soon',
    },
    {
      ...waitingItem('handed-over', handedOverCount, 'customer', ' handed over to you'),
      search: '?tab=customers',
      none: 'no customer was handed over to you',
    },
    {
      ...waitingItem('quotes', quotes.count, 'customer', ' made a quote'),
      ...wayTo(quotes),
      none: 'no customer made a quote',
    },
    {
      ...waitingItem('openings', openings.count, 'customer', ' opened an access link'),
      ...wayTo(openings),
      none: 'no customer opened a link',
    },
    {
      ...waitingItem('sales', sales.count, 'sale', ` since ${formatDay(since)}`),
      detail: `${formatSignedCents(sales.cents)}, without cancelled ones`,
      search: `?tab=commissions&from=${since}&status=active`,
      none: 'no sale came in',
    },
    {
      ...waitingItem('month', 1, 'sold this month', ''),
      figure: formatSignedCents(month.cents),
      detail: [
        targetCents === null ? null : `${targetWords(month.cents, targetCents, day)}.`,
        `${formatSignedCents(monthBefore.cents)} in as many days of last month`,
      ]
        .filter(Boolean)
        .join(' '),
      search: '?tab=commissions',
      none: '',
    },
  ];
}

/** Who they are, and the way to the only one, or to the list. */
function wayTo({ count, newest }: Today['openings']): Pick<WaitingItem, 'detail' | 'search'> {
  const names = newest.map(({ name }) => name).join(', ');
  const [only] = count === 1 ? newest : [];
  return {
    detail: count > newest.length ? `${names} and others` : names,
    search: `?tab=customers${only ? `&customer=${only.customerId}` : ''}`,
  };
}
