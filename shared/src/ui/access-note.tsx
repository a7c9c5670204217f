import type { ReactNode } from 'react';
import type { HostServices } from '../contracts/remote/host-services.ts';
import type { EndedAccess, SignedInCustomer } from '../contracts/remote/session.ts';
import { formatExactInstant, formatTimeLeft } from '../lib/instants.ts';
import { mailto } from '../lib/mailto.ts';
import { useServerNow } from '../lib/ticking-clock.ts';

type Representative = Pick<SignedInCustomer, 'repName' | 'repEmail'>;

interface AccessNoteProps extends Representative {
  /** UTC ISO 8601. */
  endsAt: string;
  /** How far the server's clock is ahead of this machine's. */
  clockAheadMs: number;
  Link: HostServices['Link'];
}

/** How long a customer can still see prices, and who can change that. */
export function AccessNote({ endsAt, clockAheadMs, Link, ...rep }: AccessNoteProps) {
  const leftMs = Date.parse(endsAt) - useServerNow(clockAheadMs);
  if (leftMs <= 0) return <EndedAccessNote endedAt={endsAt} {...rep} />;
  return (
    <>
      <p>
        You see prices {/* Paper cannot count down. */}
        <span className="print:hidden">
          for another <strong className="whitespace-nowrap tabular">{formatTimeLeft(leftMs)}</strong>,{' '}
        </span>
        until{' '}
        <time dateTime={endsAt} className="whitespace-nowrap">
          {formatExactInstant(endsAt)}
        </time>
        . <YourRepresentative {...rep} />
      </p>
      <p className="mt-2">
        Need longer?{' '}
        <Link
          to="/contact?source=more-time"
          className="text-link wrap-anywhere"
        >{`Ask ${rep.repName} for more time`}</Link>
        , then open your link again.
      </p>
      <p className="mt-2">
        Your link is personal.{' '}
        <MailLink
          to={rep.repEmail}
          subject="Access to prices for a colleague"
        >{`Ask ${rep.repName} to add a colleague`}</MailLink>
        .
      </p>
    </>
  );
}

/** Says that access is over, and how to get more. */
export function EndedAccessNote({ endedAt, ...rep }: EndedAccess) {
  return (
    <p>
      <strong>Your access to prices has ended</strong>
      <span>{`${endedAt === null ? '' : `, on ${formatExactInstant(endedAt)}`}. `}</span>
      <MailLink
        to={rep.repEmail}
        subject="A new link to see prices"
      >{`Ask ${rep.repName} for a new link`}</MailLink>
      . <YourRepresentative {...rep} />
    </p>
  );
}

function YourRepresentative({ repName, repEmail }: Representative) {
  return (
    <>
      Your representative is{' '}
      {repName === repEmail ? null : <span className="wrap-anywhere">{`${repName}, `}</span>}
      <MailLink to={repEmail}>{repEmail}</MailLink>.
    </>
  );
}

/** A link within a sentence that starts a mail to a person. */
export function MailLink({ to, subject, children }: { to: string; subject?: string; children: ReactNode }) {
  return (
    <a href={mailto(to, { subject })} className="text-link wrap-anywhere">
      {children}
    </a>
  );
}
