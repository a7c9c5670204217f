import type {
  FailedMail,
  OperationsToday,
} from '@corvane/shared/contracts/backend/operations/operations-today';
import { counted, formatCount } from '@corvane/shared/lib/counted';
import { formatSoonInstant } from '@corvane/shared/lib/instants';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { useHostServices } from '../../app/host-services-context.tsx';
import { agoWords } from '../../lib/ago-words.ts';
import { useServerNow } from '../../lib/server-clock.ts';

interface WaitingListProps {
  today: OperationsToday;
}

/** Each figure links to its list. One sentence names the kinds without items. */
export function WaitingList({ today }: WaitingListProps) {
  const items = waitingItems(today, useServerNow());
  const waiting = items.filter(({ count }) => count > 0);
  const quiet = items.filter(({ count }) => count === 0).map(({ none }) => none);
  if (waiting.length === 0) {
    return (
      <EmptyState title="Nothing waits.">
        No new request, no failed mail, no link that ends today, nothing in quarantine, no price that changes
        within {counted(today.soonDays, 'day')}, and no live version that fails.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="overflow-hidden rounded-panel border border-line bg-surface">
        {waiting.map((item) => (
          <li key={item.id} className="border-b border-line last:border-b-0">
            <WaitingLink item={item} />
          </li>
        ))}
      </ul>
      {quiet.length === 0 ? null : (
        <p className="max-w-measure text-sm text-muted">Nothing else waits: {quiet.join(', ')}.</p>
      )}
    </>
  );
}

function WaitingLink({ item }: { item: WaitingItem }) {
  const { Link } = useHostServices();
  return (
    <Link
      to={`/sales-portal/operations${item.search}`}
      className="group grid min-h-14 grid-cols-[minmax(2.5rem,max-content)_minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2.5 text-ink no-underline outline-focus -outline-offset-2 hover:bg-paper focus-visible:outline-2 sm:grid-cols-[minmax(3rem,max-content)_minmax(0,1fr)_auto]"
    >
      <span
        className={`tabular text-right font-display text-xl leading-none font-semibold tracking-tight sm:text-2xl ${item.isUrgent ? 'text-danger' : 'text-teal'}`}
      >
        {formatCount(item.count)}
      </span>
      <span className="min-w-0 wrap-anywhere">
        <span className="block leading-5 font-semibold group-hover:underline group-hover:underline-offset-4">
          {item.words}
        </span>
        {item.detail === '' ? null : (
          <span className="block text-sm leading-5 text-muted">{item.detail}</span>
        )}
      </span>
      <svg
        aria-hidden="true"
        viewBox="0 0 12 12"
        className="size-3 text-muted"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        <path d="m4 2 4 4-4 4" />
      </svg>
    </Link>
  );
}

/** A kind of item that needs attention. */
interface WaitingItem {
  id: string;
  count: number;
  /** Words after the count. @example 'new requests, older than 2 days' */
  words: string;
  /** Since when or until when. '' when there is nothing to add. */
  detail: string;
  /** Query string of its list. */
  search: string;
  /** Whether it can cause damage today: links that end, failures of live versions. */
  isUrgent: boolean;
  /** Says that there are no such items. Completes 'Nothing else waits: …'. */
  none: string;
}

const DAY_MS = 86_400_000;

/**
 * The items that may need attention, most urgent first, each with a link to exactly these rows.
 * @param nowMs milliseconds since 1970 UTC, by the server's clock
 */
function waitingItems(today: OperationsToday, nowMs: number): WaitingItem[] {
  const {
    newRequests,
    linksEnding,
    quarantined,
    failedMails,
    priceChangeCount,
    priceChanges,
    releaseFailures,
    recentDays,
    soonDays,
  } = today;
  const recent = `the ${counted(recentDays, 'day')} before today`;
  const undelivered = today.undeliveredMails.reduce((sum, { count }) => sum + count, 0);
  const day = (ago: number) => new Date(Date.parse(today.day) - ago * DAY_MS).toISOString().slice(0, 10);
  const oldest = (at: string | null) =>
    at === null ? '' : `The oldest came ${agoWords(nowMs - Date.parse(at))}.`;
  const failures = releaseFailures.reduce((sum, told) => sum + told.failures + told.errors, 0);
  const [nextPrice] = priceChanges;
  const item = (id: string, count: number, noun: string, rest: string) => ({
    id,
    count,
    words: `${noun}${count === 1 ? '' : 's'}${rest}`,
  });
  return [
    {
      ...item('releases', failures, 'failure', ' of live versions in the last day'),
      detail: releaseFailures.map(({ application, version }) => `${application} ${version}`).join(', '),
      search: '?waiting=releases',
      isUrgent: true,
      none: 'no live version fails',
    },
    {
      ...item('mails', failedMails.count, 'request', ' without a mail to the team'),
      detail: oldest(failedMails.oldestAt),
      search: '?tab=requests&mail=failed',
      isUrgent: true,
      none: 'the team got every mail',
    },
    {
      ...item('undelivered', undelivered, 'other mail', ' failed today or yesterday'),
      detail: today.undeliveredMails.map(({ mail }) => FAILED_MAIL_WORDS[mail]).join(', '),
      search: '?waiting=mails',
      isUrgent: true,
      none: 'no other mail failed today or yesterday',
    },
    {
      ...item('overdue', newRequests.overdue, 'new request', ' overdue for a first answer'),
      detail: '',
      search: '?tab=requests&answer=overdue',
      isUrgent: true,
      none: 'no request is overdue',
    },
    {
      ...item('older', newRequests.older, 'new request', `, older than ${counted(recentDays, 'day')}`),
      detail: oldest(newRequests.oldestAt),
      search: `?tab=requests&state=new&to=${day(recentDays + 1)}`,
      isUrgent: true,
      none: `no new request is older than ${counted(recentDays, 'day')}`,
    },
    {
      ...item('recent', newRequests.recent, 'new request', ` of ${recent}`),
      detail: newRequests.older === 0 ? oldest(newRequests.oldestAt) : '',
      search: `?tab=requests&state=new&from=${day(recentDays)}&to=${day(1)}`,
      isUrgent: false,
      none: `none is of ${recent}`,
    },
    {
      ...item('today', newRequests.today, 'new request', ' of today'),
      detail: newRequests.older + newRequests.recent === 0 ? oldest(newRequests.oldestAt) : '',
      search: `?tab=requests&state=new&from=${day(0)}`,
      isUrgent: false,
      none: 'no request came today',
    },
    {
      ...item(
        'links',
        linksEnding.count,
        'access link',
        ` that end${linksEnding.count === 1 ? 's' : ''} today`,
      ),
      detail:
        linksEnding.firstEndsAt === null ? '' : `The next at ${formatSoonInstant(linksEnding.firstEndsAt)}.`,
      search: '?waiting=links',
      isUrgent: false,
      none: 'no access link ends today',
    },
    {
      ...item('quarantined', quarantined.count, 'request', ' in quarantine'),
      detail: oldest(quarantined.oldestAt),
      search: '?tab=requests&state=quarantined',
      isUrgent: false,
      none: 'no request is in quarantine',
    },
    {
      ...item(
        'prices',
        priceChangeCount,
        'price',
        ` that change${priceChangeCount === 1 ? 's' : ''} within ${counted(soonDays, 'day')}`,
      ),
      detail:
        nextPrice === undefined ? '' : `${nextPrice.plan} at ${formatSoonInstant(nextPrice.validFrom)}.`,
      search: '?tab=prices',
      isUrgent: false,
      none: `no price changes within ${counted(soonDays, 'day')}`,
    },
  ];
}

/** What a mail was for. */
export const FAILED_MAIL_WORDS: Readonly<Record<FailedMail | 'other', string>> = {
  verification_code: 'Codes for customers',
  manager_code: 'Codes for Operations',
  access_link: 'Access links',
  opening: 'News of opened links',
  confirmation: 'Confirmations to visitors',
  address_change: 'News of a changed address',
  work: 'News of new work',
  other: 'Others',
};
