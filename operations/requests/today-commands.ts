import {
  type OperationsToday,
  operationsTodaySchema,
} from '@corvane/shared/contracts/backend/operations/operations-today';
import { counted, formatCount, nounFor } from '@corvane/shared/lib/counted';
import { tableRow } from '@corvane/tools/command/terminal-text';
import type { OpsCommands } from '../command-line/ops-command.ts';

/** What the tab Today of Operations shows. */
export const TODAY_COMMANDS: OpsCommands = {
  today: {
    flags: ['json'],
    explains: 'shows the open work, and the command that lists it; --json for programs',
    async run({ api, options, print }) {
      const today = operationsTodaySchema.parse(await api.rpc('find_operations_today', {}));
      if (options.json !== undefined) {
        print(JSON.stringify(today));
        return;
      }
      const waiting = waitingIn(today).filter(({ count }) => count > 0);
      for (const { count, noun, which, since, command } of waiting)
        print(tableRow([formatCount(count), `${nounFor(count, noun)} ${which}`, since ?? '', command]));
      if (waiting.length === 0) print('Nothing waits.');
    },
  },
};

interface Waiting {
  count: number;
  /** In the singular. */
  noun: string;
  /** Follows the noun. The same for one and for many. */
  which: string;
  /** UTC ISO 8601. */
  since: string | null;
  command: string;
}

function waitingIn(today: OperationsToday): Waiting[] {
  const { siteFaults, newRequests, linksEnding, quarantined, failedMails, priceChanges, releaseFailures } =
    today;
  return [
    { count: siteFaults, noun: 'fault', which: 'of the site', since: null, command: 'ops doctor' },
    {
      count: newRequests.today + newRequests.recent + newRequests.older,
      noun: 'new request',
      which: `(${formatCount(newRequests.overdue)} overdue, ${formatCount(newRequests.older)} older than ${counted(today.recentDays, 'day')})`,
      since: newRequests.oldestAt,
      command: 'ops requests list --status new',
    },
    {
      count: linksEnding.count,
      noun: 'link',
      which: 'ending today',
      since: linksEnding.firstEndsAt,
      command: 'ops customer list',
    },
    {
      count: quarantined.count,
      noun: 'request',
      which: 'in quarantine',
      since: quarantined.oldestAt,
      command: 'ops requests list --quarantined',
    },
    {
      count: failedMails.count,
      noun: 'request',
      which: 'whose mail to the team failed',
      since: failedMails.oldestAt,
      command: 'ops requests list --unsent',
    },
    ...today.undeliveredMails.map(({ mail, count, lastFailedAt }) => ({
      count,
      noun: 'mail',
      which: `(${mail.replaceAll('_', ' ')}) that failed today or yesterday`,
      since: lastFailedAt,
      command: 'ops doctor',
    })),
    {
      count: today.priceChangeCount,
      noun: 'price',
      which: `changing within ${counted(today.soonDays, 'day')}`,
      since: priceChanges[0]?.validFrom ?? null,
      command: 'ops price list',
    },
    ...releaseFailures.map(({ application, version, failures, errors, lastSeenAt }) => ({
      count: failures + errors,
      noun: 'failure',
      which: `of ${application} ${version}, which is live`,
      since: lastSeenAt,
      command: `release stats`,
    })),
  ];
}
