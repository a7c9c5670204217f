import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import type { EndedAccess, Session } from '@corvane/shared/contracts/remote/session';
import { formatSoonInstant, formatTimeLeft } from '@corvane/shared/lib/instants';
import { useServerNow } from '@corvane/shared/lib/ticking-clock';
import { AccessNote, EndedAccessNote } from '@corvane/shared/ui/access-note';
import { Button } from '@corvane/shared/ui/button';
import { type ReactNode, useEffect } from 'react';
import { usePage } from '../page-context.ts';
import { AccessPill } from './access-pill.tsx';
import { useDisclosure } from './use-disclosure.ts';

interface AccessBadgeProps {
  Link: HostServices['Link'];
  session: Extract<Session, { status: 'customer' | 'anonymous' }>;
  /** Called once the time is up by the server's clock. */
  onOver: (() => void) | undefined;
}

/** A customer's access to prices: how long it lasts, whom to ask for more, or that it has ended. */
export default function AccessBadge({ session, ...rest }: AccessBadgeProps) {
  if (session.status === 'customer') return <LiveBadge session={session} {...rest} />;
  return session.endedAccess === undefined ? null : <EndedBadge access={session.endedAccess} />;
}

function EndedBadge({ access }: { access: EndedAccess }) {
  const store = usePage().session;
  function forget() {
    store.forgetLastAccess();
    // The pressed button disappears.
    document.getElementById('main')?.focus({ preventScroll: true });
  }
  const details = (
    <>
      <EndedAccessNote {...access} />
      <Button className="mt-3 text-sm" onClick={forget}>
        Forget me in this browser
      </Button>
    </>
  );
  return (
    <Badge words="Access ended" details={details}>
      {access.repName}
    </Badge>
  );
}

interface LiveBadgeProps extends Omit<AccessBadgeProps, 'session'> {
  session: Extract<Session, { status: 'customer' }>;
}

function LiveBadge({ session, onOver, Link }: LiveBadgeProps) {
  const { customer, sessionExpiresAt, clockAheadMs = 0 } = session;
  const leftMs = Date.parse(sessionExpiresAt) - useServerNow(clockAheadMs);
  const isOver = leftMs <= 0;
  useEffect(() => {
    if (isOver) onOver?.();
  }, [isOver, onOver]);
  return (
    <Badge
      words={
        <>
          <span className="max-lg:block max-lg:font-medium">
            Premium Access<span className="max-lg:sr-only print:hidden"> · </span>
          </span>
          {/* Paper cannot count down. It shows the end below. */}
          <span className="print:hidden">
            <span>{isOver ? 'ended' : formatTimeLeft(leftMs)}</span>
            {isOver ? null : <span className="max-md:sr-only"> left</span>}
          </span>
        </>
      }
      details={
        <AccessNote
          endsAt={sessionExpiresAt}
          clockAheadMs={clockAheadMs}
          Link={Link}
          repName={customer.repName}
          repEmail={customer.repEmail}
        />
      }
    >{`Prices until ${formatSoonInstant(sessionExpiresAt)} · ${customer.repName}`}</Badge>
  );
}

interface BadgeProps {
  words: ReactNode;
  /** The second line, on screens with room for it. */
  children: ReactNode;
  /** Shown when pressed. */
  details: ReactNode;
}

function Badge({ words, children, details }: BadgeProps) {
  const disclosure = useDisclosure();
  return (
    <details ref={disclosure.details} className="md:relative" data-testid="host:access-badge">
      <summary className="block min-h-11 cursor-pointer list-none content-center rounded-full [&::-webkit-details-marker]:hidden">
        <AccessPill>
          <span className="block tabular">{words}</span>
          <span className="block max-w-72 truncate font-medium max-lg:sr-only print:not-sr-only">
            {children}
          </span>
        </AccessPill>
      </summary>
      <div className="absolute inset-x-4 top-full max-h-[calc(100dvh-5rem)] overflow-y-auto rounded-panel border border-line bg-surface p-4 text-sm shadow-raised md:inset-x-auto md:right-0 md:mt-2 md:w-80">
        {details}
      </div>
    </details>
  );
}
