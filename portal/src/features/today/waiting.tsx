import type {
  FailedMail,
  OperationsToday,
} from '@corvane/shared/contracts/backend/operations/operations-today';
import { counted } from '@corvane/shared/lib/counted';
import { formatSoonInstant } from '@corvane/shared/lib/instants';
import { agoWords } from '../../lib/ago-words.ts';
import { waitingItem as item, type WaitingItem } from '../../ui/parts/waiting-list.tsx';

const DAY_MS = 86_400_000;

/**
 * The items that may need attention, most urgent first, each with a link to exactly these rows.
 * @param nowMs milliseconds since 1970 UTC, by the server's clock
 */
export function waitingItems(today: OperationsToday, nowMs: number): WaitingItem[] {
  const {
    newRequests,
    linksEnding,
    quarantined,
    failedMails,
    priceChangeCount,
    priceChanges,
    releaseFailures,
    siteFaults,
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
  return [
    {
      ...item('releases', failures, 'failure', ' of live versions in the last day'),
      detail: releaseFailures.map(({ application, version }) => `${application} ${version}`).join(', '),
      search: '?waiting=releases',
      isUrgent: true,
      none: 'no live version fails',
    },
    {
      ...item('site', siteFaults, 'fault', ' of the site'),
      search: '?tab=upkeep',
      isUrgent: true,
      none: 'no fault of the site is known',
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
      none: `none is of ${recent}`,
    },
    {
      ...item('today', newRequests.today, 'new request', ' of today'),
      detail: newRequests.older + newRequests.recent === 0 ? oldest(newRequests.oldestAt) : '',
      search: `?tab=requests&state=new&from=${day(0)}`,
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
      none: 'no access link ends today',
    },
    {
      ...item('quarantined', quarantined.count, 'request', ' held back'),
      detail: oldest(quarantined.oldestAt),
      search: '?tab=requests&state=quarantined',
      none: 'no request is held back',
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
  work: 'News of new work and past weeks',
  other: 'Others',
};
