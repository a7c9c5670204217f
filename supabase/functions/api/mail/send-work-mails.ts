import { BRAND } from '../../../../shared/src/brand/brand.ts';
import { isMailbox } from '../../../../shared/src/contracts/backend/email-address.ts';
import { counted } from '../../../../shared/src/lib/counted.ts';
import { formatDay } from '../../../../shared/src/lib/dates.ts';
import { formatMonth } from '../../../../shared/src/lib/months.ts';
import { requestReference } from '../../../../shared/src/lib/request-reference.ts';
import type { WorkMail } from '../database/contact-calls.ts';
import type { FunctionDeps } from '../deps.ts';
import { describeFailure } from '../log.ts';
import { contactMail } from './contact-mail.ts';
import { isUnsent } from './is-unsent.ts';
import { greeting, headerText, letter, type Mail } from './mail.ts';
import { newContactPersonMail } from './new-contact-person-mail.ts';
import { weekMail } from './week-mail.ts';

/** Mails of one run. They are sent at the same time. */
export const MAILS_PER_RUN = 10;
/** How long a claim on a mail lasts, in seconds. A refused mail waits as long for its next try. */
const CLAIM_SECONDS = 240;

export interface MailRun {
  sent: number;
  failed: number;
}

/**
 * The mail that tells a representative about new work, or a customer about a new representative. One contact request is
 * told with all of it, so that they can answer at once. More is told in figures.
 */
function workMail(work: WorkMail, siteUrl: string): Mail {
  const portal = `${siteUrl}/sales-portal?tab=`;
  const { contactRequest, customerCount, requestCount, statement, quote } = work;
  if (work.customer !== null) return newContactPersonMail(work.rep, work.customer, siteUrl);
  if (statement !== null) return questionMail(work, statement, siteUrl);
  if (quote !== null) return quoteMail(work, quote, siteUrl);
  if (contactRequest !== null) {
    const portalPage = `${portal}requests&request=${contactRequest.id}`;
    return contactMail(contactRequest, work.rep.email, { timeZone: work.rep.timeZone, portalPage });
  }
  const parts = [
    ...(customerCount > 0 ? [counted(customerCount, 'customer')] : []),
    ...(requestCount > 0 ? [counted(requestCount, 'contact request')] : []),
  ];
  const what = parts.join(' and ');
  const title = `New work at ${BRAND.name}: ${what}`;
  return {
    to: work.rep.email,
    subject: headerText(title),
    ...letter(title, [
      greeting(work.rep.name),
      `You now look after ${what}. You find them in the Sales Portal:`,
      { link: `${portal}${customerCount > 0 ? 'customers' : 'requests'}`, words: 'Open the Sales Portal' },
    ]),
  };
}

/** Tells the representative, or a manager, which quote a customer made. The amounts are in the customer's history. */
function quoteMail(
  { rep }: WorkMail,
  { id, customerId, name, email, isOwn, planName, validUntil }: NonNullable<WorkMail['quote']>,
  siteUrl: string,
): Mail {
  const who = headerText(name || email);
  const title = `${who} made a quote: ${planName}`;
  return {
    to: rep.email,
    subject: headerText(title),
    ...letter(title, [
      greeting(rep.name),
      `${who} made quote ${requestReference(id)} for ${planName}. It holds until ${formatDay(validUntil)}. ${isOwn ? '' : 'Their representative is disabled. '}You find it in their history:`,
      {
        link: `${siteUrl}/sales-portal${isOwn ? '' : '/operations'}?tab=customers&customer=${customerId}`,
        words: 'Open the customer',
      },
    ]),
  };
}

/** Tells the manager what a representative asks about a statement, or the representative that it was answered. */
function questionMail(
  { rep }: WorkMail,
  { month, repId, repName, isAnswer }: NonNullable<WorkMail['statement']>,
  siteUrl: string,
): Mail {
  const of = formatMonth(month);
  const [title, text, link, words] = isAnswer
    ? ([
        `Your question about the statement for ${of} was answered`,
        `A manager answered your question about the statement for ${of}. The answer is beside the sale:`,
        `/sales-portal?tab=commissions&show=statements&statement-month=${month}`,
        'Open your statement',
      ] as const)
    : ([
        `${repName} asked about the statement for ${of}`,
        `${repName} asked about a sale on the statement for ${of}. You can answer in Operations:`,
        `/sales-portal/operations?tab=statements&statements-month=${month}&statement=${repId}`,
        'Open the statement',
      ] as const);
  return {
    to: rep.email,
    subject: headerText(title),
    ...letter(title, [greeting(rep.name), text, { link: `${siteUrl}${link}`, words }]),
  };
}

/**
 * Sends the mails about new work and past weeks that wait. Each is a row. So a mail that fails here is sent by a later
 * call or by the timer. It never rejects.
 */
export async function sendWorkMails(
  deps: Pick<FunctionDeps, 'database' | 'mail' | 'log' | 'config'>,
  correlationId: string,
): Promise<MailRun> {
  if (deps.mail.kind === 'test') {
    deps.log({ level: 'warn', event: 'mail_not_configured', correlationId });
    return { sent: 0, failed: 0 };
  }
  const send = async (work: WorkMail): Promise<boolean> => {
    try {
      const receiver = work.customer ?? work.rep;
      if (!isMailbox(receiver.email)) throw new Error('The receiver has no usable address');
      const { siteUrl } = deps.config;
      await deps.mail.send(
        work.week === null
          ? workMail(work, siteUrl)
          : weekMail(work.rep, await deps.database.weekFigures(work.id), siteUrl),
      );
    } catch (error) {
      deps.log({ level: 'error', event: 'mail_failed', correlationId, ...describeFailure(error) });
      // A customer would be told again and again, and a representative has to hear of the work.
      const outcome = work.customer === null || isUnsent(error) ? 'refused' : 'given_up';
      await deps.database.finishWorkMail(work.id, outcome, work.claimedAt);
      return false;
    }
    await deps.database.finishWorkMail(work.id, 'sent', work.claimedAt);
    return true;
  };
  try {
    const claimed = await deps.database.claimWorkMails(MAILS_PER_RUN, CLAIM_SECONDS);
    const outcomes = await Promise.all(claimed.map(send));
    const sent = outcomes.filter(Boolean).length;
    return { sent, failed: outcomes.length - sent };
  } catch (error) {
    deps.log({ level: 'error', event: 'work_mails_failed', correlationId, ...describeFailure(error) });
    return { sent: 0, failed: 1 };
  }
}
