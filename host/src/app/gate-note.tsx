import type { Session } from '@corvane/shared/contracts/remote/session';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import type { ReactNode } from 'react';
import { retryOf } from '../session/read-session.ts';

interface GateNoteProps {
  /** The page that the person waits for. */
  title: string;
  session: Session;
}

/** Shown while the host does not know yet whether the reader may see the page. */
export default function GateNote({ title, session }: GateNoteProps): ReactNode {
  const retry = retryOf(session);
  return (
    <>
      <noscript>
        <h1 className="text-heading">{title}</h1>
        <p className="mt-4 text-lead">
          This page needs JavaScript, and so does signing in. Please turn it on, then load the page again.
        </p>
      </noscript>
      {retry === null ? null : (
        <div className="mb-16">
          <Alert tone="error" title="Your session could not be confirmed">
            <p>The server could not be reached. We keep trying, and this page opens as soon as it answers.</p>
            <Button className="mt-4" onClick={retry}>
              Try again
            </Button>
          </Alert>
        </div>
      )}
    </>
  );
}
