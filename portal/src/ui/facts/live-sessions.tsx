import type { SessionPlace } from '@corvane/shared/contracts/backend/representatives/rep-account';
import { counted } from '@corvane/shared/lib/counted';
import { formatExactInstant, formatInstant } from '@corvane/shared/lib/instants';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import type { Ref } from 'react';
import { agentWords } from '../../lib/agent-words.ts';

interface LiveSessionsProps<Session extends SessionPlace> {
  /** Takes the focus after an end: the pressed button is gone by then. */
  listRef: Ref<HTMLUListElement>;
  sessions: readonly Session[];
  /** Whether it is the session of this browser, which Logout ends. */
  isHere(session: Session): boolean;
  /** Ids of the sessions that are being ended. Null: all but this browser's. */
  ending: readonly (string | null)[];
  /** How many ended. Null before the first end. */
  endedCount: number | null;
  /** Why nothing ended. Null when nothing failed. */
  failure: string | null;
  /** @param id null: all but this browser's */
  onEnd(id: string | null): void;
}

/** Where a person is signed in, with a button to end each session but this browser's. */
export function LiveSessions<Session extends SessionPlace>(props: LiveSessionsProps<Session>) {
  const { listRef, sessions, isHere, ending, endedCount, failure, onEnd } = props;
  return (
    <div className="text-sm">
      {failure === null ? null : <Alert tone="error" title={failure} />}
      <p role="status" className={endedCount === null ? 'sr-only' : 'mb-2 font-semibold'}>
        {endedCount === null ? '' : `${counted(endedCount, 'session')} ended`}
      </p>
      {sessions.length === 0 ? <p className="text-muted">Not signed in anywhere.</p> : null}
      <ul ref={listRef} tabIndex={-1} className="focus-visible:outline-none">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isHere={isHere(session)}
            busy={ending.includes(session.id)}
            onEnd={() => onEnd(session.id)}
          />
        ))}
      </ul>
      {sessions.filter((session) => !isHere(session)).length < 2 ? null : (
        <Button
          className="mt-3 text-sm max-md:w-full"
          busy={ending.includes(null)}
          onClick={() => onEnd(null)}
        >
          {sessions.some(isHere) ? 'End all other sessions' : 'End all sessions'}
        </Button>
      )}
    </div>
  );
}

interface SessionRowProps {
  session: SessionPlace;
  isHere: boolean;
  busy: boolean;
  onEnd(): void;
}

function SessionRow({ session, isHere, busy, onEnd }: SessionRowProps) {
  const browser = agentWords(session.userAgent);
  const { createdAt } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 first:border-t">
      <div className="min-w-0 leading-5">
        <span className="block font-medium">{browser}</span>
        <span className="block text-muted wrap-anywhere">
          {session.ipAddress ?? 'Unknown address'}, since{' '}
          <time dateTime={createdAt} title={formatExactInstant(createdAt)} className="tabular">
            {formatInstant(createdAt)}
          </time>
        </span>
      </div>
      {isHere ? (
        <span className="inline-flex min-h-11 items-center text-muted">This browser</span>
      ) : (
        <Button className="text-sm" busy={busy} onClick={onEnd}>
          End
          <span className="sr-only">
            {' '}
            the session of {browser}, {session.ipAddress}
          </span>
        </Button>
      )}
    </li>
  );
}
