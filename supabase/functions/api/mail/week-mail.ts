import { BRAND } from '../../../../shared/src/brand/brand.ts';
import { counted, formatCount } from '../../../../shared/src/lib/counted.ts';
import { formatDay } from '../../../../shared/src/lib/dates.ts';
import { durationWords } from '../../../../shared/src/lib/duration-words.ts';
import { formatPriceCents } from '../../../../shared/src/lib/money.ts';
import { formatMonth } from '../../../../shared/src/lib/months.ts';
import { targetWords } from '../../../../shared/src/lib/target-words.ts';
import type { Week } from '../database/contact-calls.ts';
import { CHOSEN_MAIL, greeting, headerText, letter, type Mail, type MailFigure } from './mail.ts';

/** Words for counts above zero. Undefined if all are zero. */
function countsOf(...counts: readonly (readonly [count: number, words: string])[]): string | undefined {
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${formatCount(count)} ${words}`);
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** In whole hours, or in minutes below an hour. */
function waitWords(seconds: number): string {
  const unit = seconds < 3600 ? 60 : 3600;
  return durationWords(Math.max(Math.round(seconds / unit), 1) * unit);
}

/** An empty value leaves the row out. */
type Row = readonly [figure: string, value: string | number | undefined, search: string];

function ownRows({ from, to, own }: Week): Row[] {
  const { openRequests, salesCents, monthCents, targetCents } = own;
  const month = to.slice(0, 7);
  return [
    [
      'Requests',
      countsOf([own.newRequests, 'new'], [openRequests.count, 'open'], [openRequests.overdue, 'overdue']),
      '?tab=requests',
    ],
    ['Customers who opened a link', own.openedCount, '?tab=customers'],
    ['Links that end this week', own.linksEnding, '?tab=customers'],
    [
      'Sales',
      own.salesCount === 0
        ? undefined
        : `${counted(own.salesCount, 'sale')}, ${formatPriceCents(salesCents)}. Commission: ${formatPriceCents(own.commissionCents)}`,
      `?tab=commissions&from=${from}&to=${to}&status=active`,
    ],
    [
      `${formatMonth(month)} until ${formatDay(to)}`,
      targetCents === null
        ? monthCents === 0
          ? undefined
          : formatPriceCents(monthCents)
        : `${formatPriceCents(monthCents)}, ${targetWords(monthCents, targetCents, to)}`,
      `?tab=commissions&from=${month}-01&to=${to}&status=active`,
    ],
  ];
}

function teamRows({ from, to }: Week, team: NonNullable<Week['team']>): Row[] {
  const { unanswered, salesCents, beforeCents, firstAnswerSeconds } = team;
  const sales = `/operations?tab=team&team-from=${from}&team-to=${to}&team-status=active`;
  return [
    [
      'Requests',
      countsOf(
        [team.newRequests, 'new'],
        [unanswered.today + unanswered.recent + unanswered.older, 'without an answer'],
        [unanswered.overdue, 'overdue'],
      ),
      '/operations?tab=requests',
    ],
    [
      'Time to the first answer',
      firstAnswerSeconds === null
        ? undefined
        : `${waitWords(firstAnswerSeconds)}, the median of ${counted(team.answeredCount, 'request')}`,
      '/operations?tab=requests',
    ],
    [
      'Sales of the team',
      salesCents === 0 && beforeCents === 0
        ? undefined
        : `${formatPriceCents(salesCents)}, after ${formatPriceCents(beforeCents)} in the week before`,
      sales,
    ],
    [
      'Sold most',
      team.best
        .map(({ name, salesCents }) => `${headerText(name)} ${formatPriceCents(salesCents)}`)
        .join(', '),
      sales,
    ],
    [
      'Statements',
      countsOf(
        [team.statementsToApprove, 'to approve'],
        [team.statementsToPay, 'to pay'],
        [team.openQuestions, 'with a question'],
      ),
      '/operations?tab=statements',
    ],
    ['Failed mails', team.failedMails, '/operations'],
  ];
}

/**
 * The mail on Monday about the week before. A manager's begins with the team. Figures without anything in them are left
 * out. It has no name of a customer and no price of a plan.
 */
export function weekMail(rep: { name: string; email: string }, week: Week, siteUrl: string): Mail {
  const { from, to, team } = week;
  const figuresOf = (rows: readonly Row[]): MailFigure[] =>
    rows.flatMap(([figure, value, search]) =>
      value
        ? [
            {
              figure,
              value: typeof value === 'number' ? formatCount(value) : value,
              page: `${siteUrl}/sales-portal${search}`,
            },
          ]
        : [],
    );
  const own = figuresOf(ownRows(week));
  const ofTeam = team === null ? [] : figuresOf(teamRows(week, team));
  const days = `${formatDay(from)} to ${formatDay(to)}`;
  const title = `${team === null ? 'Your week' : "The team's week"} at ${BRAND.name}`;
  return {
    to: rep.email,
    subject: headerText(`${title}, ${days}`),
    ...letter(title, [
      greeting(rep.name),
      own.length + ofTeam.length === 0
        ? `From ${days} nothing came in, and nothing waits.`
        : `This happened from ${days}, and this waits now. Days are UTC, and sales are without cancelled ones.`,
      ...ofTeam,
      ...(ofTeam.length > 0 && own.length > 0 ? ['Your own week:'] : []),
      ...own,
      CHOSEN_MAIL,
    ]),
  };
}
