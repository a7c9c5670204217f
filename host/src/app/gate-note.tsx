import type { Session } from '@corvane/shared/contracts/remote/session';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import type { ReactNode } from 'react';
import { retryOf } from '../session/read-session.ts';

/** Told to a customer on the page that they are led to, until they close it or go on. */
export function SentNote({ onClose }: { onClose(): void }) {
  return (
    <OwnerRoot owner="host">
      <div className="mx-auto max-w-page px-4 pt-4 md:px-6 print:hidden">
        <Alert tone="info" title="The Sales Portal is for sales representatives">
          <p>You are signed in as a customer. You see prices on this page.</p>
          <Button className="mt-3 text-sm" onClick={onClose}>
            Close
          </Button>
        </Alert>
      </div>
    </OwnerRoot>
  );
}

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
          <Alert tone="error" title="We could not confirm that you are signed in">
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
